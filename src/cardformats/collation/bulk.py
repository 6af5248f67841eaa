"""Packs in bulk, with numpy (the extra ``fast``): the same packs, many times faster."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import repeat
from threading import Lock

import numpy as np

from ..bits import MAX_NUMBER, SHARE, Source
from ..errors import CollationError
from ..model import Pack
from .bulk_packs import NO_CARD, Array, BulkPacks
from .bulk_plan import Vocabulary
from .bulk_tree import BulkTree, Leaf
from .plan.tree import Tree

#: So many packs go down the tree together.
_TOGETHER = 2**16

#: So many for each plan, where there are many plans; but no more than the second number.
_OF_A_PLAN, _MOST_TOGETHER = 2**10, 2**19

#: So many pairs of packs are hashed before their bytes are put together.
_HASHED = 2**12


class BulkMaker:
    """Makes packs in bulk, as often as needed.

    What it prepares is kept, so that a card has the same number in all packs that it makes.  It is
    safe between threads, which wait for one another.
    """

    def __init__(
        self,
        trees: Sequence[Tree],
        source: Source,
        booster: str,
        open_carefully: Callable[[int], Pack],
    ) -> None:
        """Prepare to make packs.

        Args:
            trees: the choices of each round; none if each pack is to be made by itself.
            source: the bytes of the packs.
            booster: the name of the booster.
            open_carefully: makes a pack by its number, whatever its bytes are.
        """
        self.trees = trees
        self.source = source
        self.booster = booster
        self.open_carefully = open_carefully
        self.tree = BulkTree(Vocabulary())
        self.names: dict[str, int] = {}
        self._lock = Lock()

    def make(self, start: int, count: int, later: list[int] | None = None) -> BulkPacks:
        """*count* packs from number *start* on.

        Where *later* is a list, packs that have to be made one by one are not made; their places
        are put in it.

        Raises:
            CollationError: there are no packs of such numbers.
            EmptySheetError: a sheet has too few cards.
        """
        count = max(count, 0)
        if start < 0 or start + count > MAX_NUMBER:
            raise CollationError(
                f"packs are numbered from 0 to {MAX_NUMBER - 1}; "
                f"there are no {count} from number {start} on"
            )
        with self._lock:
            packs = _Packs(self, start, count)
            first = 0
            while first < count:
                together = min(packs.together, count - first)
                packs.make(first, together, later)
                first += together
            self.tree.forget_many()
            cards, layouts = self.tree.vocabulary.cards(), tuple(self.names)
        return BulkPacks(start, self.booster, cards, packs.indices, layouts, packs.layout)


class _Packs:
    """Packs in the making.

    Attributes:
        indices: the cards of each pack.
        layout: the layout of each pack.
    """

    def __init__(self, maker: BulkMaker, start: int, count: int) -> None:
        self._trees = maker.trees
        self._source = maker.source
        self._open_carefully = maker.open_carefully
        self._start = start
        self._tree = maker.tree
        self._vocabulary = maker.tree.vocabulary
        self._names = maker.names
        self.indices: Array = np.full((count, 0), NO_CARD, np.int16)
        self.layout = np.zeros(count, np.int32)

    @property
    def together(self) -> int:
        """How many packs to make at a time."""
        return min(max(_TOGETHER, _OF_A_PLAN * self._tree.size), _MOST_TOGETHER)

    def make(self, first: int, count: int, later: list[int] | None) -> None:
        """Make *count* packs from the one at *first* on, but those that come *later*."""
        number = self._start + first
        rounds = len(self._trees)
        data = self._data(number, count if rounds else 0)
        careful = [np.arange(0 if rounds else count)]
        for round_, tree in enumerate(self._trees):
            rows = np.arange((round_ - number) % rounds, count, rounds)
            leaves = self._tree.leaves(tree.root, rows, data)
            careful += [self._draw(leaf, data, first) for leaf in leaves]
        left = (first + np.sort(np.concatenate(careful))).tolist()
        if later is not None:
            later += left
            return
        for row in left:
            self._make_carefully(row)

    def _data(self, number: int, count: int) -> Array:
        """The first bytes of *count* packs from *number* on: a row for each."""
        begin, end = number >> 1, (number + count + 1) >> 1
        data = np.empty((2 * (end - begin), SHARE), np.uint8)
        for half in range(begin, end, _HASHED):
            halves = range(half, min(half + _HASHED, end))
            pairs = np.frombuffer(b"".join(map(self._source.pair, halves)), np.uint8)
            at = 2 * (half - begin)
            data[at : at + 2 * len(halves)] = pairs.reshape(-1, SHARE)
        return data[number & 1 :][:count]

    def _draw(self, leaf: Leaf, data: Array, first: int) -> Array:
        """Draw the cards of packs; the rows of those that are left out."""
        plan, rows, ways = leaf.plan, leaf.rows, leaf.ways
        if plan is None:
            return rows
        self.layout[first + rows] = self._layout(plan.layout)
        self._widen(plan.width)
        starts = data.take(rows, axis=0)
        # Packs whose numbers are not all as they should be come a second time.
        for draw, size in ((plan.straight, plan.end), (plan.again, plan.end + plan.spare)):
            left = [(rows[:0], ways[:, :0], starts[:0])] if not len(rows) else []
            for at in range(0, len(rows), plan.block):
                part = slice(at, at + plan.block)
                own, its = rows[part], ways[:, part]
                data = self._longer(starts[part], first + own, size)
                cards, wrong = draw(data, its, self.indices.dtype)
                self.indices[first + own, : plan.width] = cards.T
                left.append((own[wrong], its[:, wrong], data[wrong]))
            each_rows, each_ways, each_data = zip(*left, strict=True)
            rows, ways = np.concatenate(each_rows), np.concatenate(each_ways, axis=1)
            starts = np.concatenate(each_data)
        return rows

    def _longer(self, data: Array, rows: Array, size: int) -> Array:
        """The first *size* bytes, or more, of the packs of *rows*, of which *data* are some."""
        start = self._start
        numbers = [start + row for row in rows.tolist()] if size > data.shape[1] else []
        blocks = [data]
        for block in range((data.shape[1] - SHARE) // 64 + 1, (size - SHARE + 63) // 64 + 1):
            joined = b"".join(map(self._source.more, numbers, repeat(block)))
            blocks.append(np.frombuffer(joined, np.uint8).reshape(len(rows), -1))
        return np.hstack(blocks) if len(blocks) > 1 else data

    def _make_carefully(self, row: int) -> None:
        """Make one pack by itself."""
        pack = self._open_carefully(self._start + row)
        numbers = self._vocabulary.numbers(pack.cards)
        self._widen(len(numbers))
        self.indices[row] = NO_CARD
        self.indices[row, : len(numbers)] = numbers
        self.layout[row] = self._layout(pack.layout)

    def _layout(self, name: str) -> int:
        return self._names.setdefault(name, len(self._names))

    def _widen(self, width: int) -> None:
        """Have room for packs of *width* cards, and for the numbers of all cards."""
        count, now = self.indices.shape
        kind = np.promote_types(self.indices.dtype, np.min_scalar_type(-len(self._vocabulary) - 1))
        if width > now or kind != self.indices.dtype:
            wider = np.full((count, max(width, now)), NO_CARD, kind)
            wider[:, :now] = self.indices
            self.indices = wider
