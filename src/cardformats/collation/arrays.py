"""Arrays of many packs of a tree, drawn with numpy (the extra ``fast``): the same packs, faster.

Each node draws for many packs at once. Each pack has its own position in its random bytes, so packs
may consume different numbers of them. A pack that needs too many rounds of a draw, and a node that
has no array form, are drawn one by one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from threading import Lock

import numpy as np
from attrs import field, frozen

from ..bits import MAX_NUMBER, SHARE, Source
from ..errors import CollationError
from ..model import Pack
from .bounds import size_of
from .bulk_packs import NO_CARD, Array, BulkPacks
from .contacts import meeting
from .lanes import Lanes
from .reading import flattened
from .tables import CardNumbers, NodeTables
from .tree import Node

#: The maximum number of packs that are drawn together.
_TOGETHER = 2**14


class PackArrays:
    """A maker of packs in bulk.

    A card has the same number in all packs of one maker. Threads can share a maker; they wait for
    one another.
    """

    def __init__(
        self,
        trees: Sequence[Node],
        source: Source,
        booster: str,
        open_pack: Callable[[int], Pack],
    ) -> None:
        """Prepare to make packs.

        Args:
            trees: The tree of each round; empty if each pack is made one by one.
            source: The random bytes of the packs.
            booster: The name of the booster.
            open_pack: A function that makes the pack of a given number.
        """
        self._source = source
        self._booster = booster
        self._open = open_pack
        self.words: CardNumbers = CardNumbers()
        self._trees = [
            (flattened(tree), NodeTables(meet, self.words), size_of(tree)[1])
            for tree, meet in zip(trees, map(meeting, trees), strict=True)
        ]
        self._lock = Lock()

    def make(self, start: int, count: int, later: list[int] | None = None) -> BulkPacks:
        """Return *count* packs as arrays, beginning with number *start*.

        If *later* is a list, packs that must be made one by one are not made. Their indices are
        appended to the list.

        Raises:
            CollationError: If a pack number is out of range.
            EmptySheetError: If a sheet has too few cards.
        """
        count = max(count, 0)
        if start < 0 or start + count > MAX_NUMBER:
            raise CollationError(
                f"packs are numbered from 0 to {MAX_NUMBER - 1}; "
                f"there are no {count} from number {start} on"
            )
        with self._lock:
            blocks = [
                self._block(start, first, min(_TOGETHER, count - first), later)
                for first in range(0, count, _TOGETHER)
            ]
            cards, layouts = self.words.cards, tuple(self.words.layouts)
        width = max((block.width for block in blocks), default=0)
        indices = np.full((count, width), NO_CARD, np.min_scalar_type(-max(len(cards), 1)))
        layout = np.zeros(count, np.int32)
        for number, block in enumerate(blocks):
            own = slice(number * _TOGETHER, (number + 1) * _TOGETHER)
            block.put(indices[own], layout[own])
        return BulkPacks(start, self._booster, tuple(cards), indices, layouts, layout)

    def _block(self, start: int, first: int, count: int, later: list[int] | None) -> _PackBlock:
        """Return the cards and layouts of *count* packs."""
        block = _PackBlock()
        numbers, rounds = range(start + first, start + first + count), len(self._trees)
        data = _first_bytes(self._source, start + first, count) if rounds else None
        alone = [] if rounds else list(range(count))
        for number, (tree, tables, size) in enumerate(self._trees):
            own = slice((number - start - first) % rounds, None, rounds)
            assert data is not None  # noqa: S101 - there are rounds
            # a card that replaces another is first drawn next to it
            lanes = Lanes(self._source, numbers[own], data[own], size + 1, tables)
            lanes.draw(tree)
            block.arrays.append((own, lanes.cards[:size], lanes.layout))
            alone += np.arange(count)[own][lanes.alone].tolist()
        if later is not None:
            later += [first + place for place in sorted(alone)]
            return block
        for place in alone:
            pack = self._open(start + first + place)
            drawn = [self.words.number(card) for card in pack.cards]
            block.alone[place] = drawn, self.words.layout(pack.layout)
        return block


@frozen
class _PackBlock:
    """A block of packs.

    Attributes:
        arrays: For each round, the slice of its packs, their cards (one row for each position) and
            their layouts.
        alone: The cards and the layout of each pack that was made one by one, by its index.
    """

    arrays: list[tuple[slice, Array, Array]] = field(factory=list)
    alone: dict[int, tuple[list[int], int]] = field(factory=dict)

    @property
    def width(self) -> int:
        """Return the number of cards of the largest pack."""
        sizes = [len(cards) for _, cards, _ in self.arrays]
        return max([*sizes, *(len(drawn) for drawn, _ in self.alone.values())], default=0)

    def put(self, indices: Array, layout: Array) -> None:
        """Copy the packs into *indices*, which has one row for each pack, and *layout*."""
        for own, cards, names in self.arrays:
            indices[own, : len(cards)] = cards.T
            layout[own] = names
        for place, (drawn, name) in self.alone.items():
            indices[place] = NO_CARD
            indices[place, : len(drawn)] = drawn
            layout[place] = name


def _first_bytes(source: Source, start: int, count: int) -> Array:
    """Return the first random bytes of *count* packs, one row for each pack."""
    begin, end = start >> 1, (start + count + 1) >> 1
    pairs = b"".join(map(source.pair, range(begin, end)))
    return np.frombuffer(pairs, np.uint8).reshape(-1, SHARE)[start & 1 :][:count]
