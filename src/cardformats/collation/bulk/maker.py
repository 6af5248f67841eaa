"""Packs in bulk, with numpy (the extra ``fast``): the same packs, many times faster."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from threading import Lock
from typing import Protocol

import numpy as np

from ...bits import MAX_NUMBER, SHARE, Source
from ...errors import CollationError
from ...model import Pack
from ..constraints import Guarantees
from ..plan.tree import Node
from .arrays import NO_CARD, Array, BulkPacks
from .bulk_plan import Vocabulary
from .bulk_tree import BulkTree, Leaf
from .streams import Streams

#: So many packs go down the tree together.
_TOGETHER = 2**16

#: So many for each plan, where there are many plans; but no more than the second number.
_OF_A_PLAN, _MOST_TOGETHER = 2**10, 2**19

#: So many packs are drawn for each at most until one keeps the guarantees; then it is made by
#: itself.
_TRIES = 100


class Rooted(Protocol):
    """The choices of a pack."""

    @property
    def root(self) -> Node:
        """The first."""


class BulkMaker:
    """Makes packs in bulk, as often as needed.

    What it prepares is kept, so that a card has the same number in all packs that it makes.  It is
    safe between threads, which wait for one another.
    """

    def __init__(
        self,
        trees: Sequence[Rooted],
        source: Source,
        booster: str,
        guarantees: Guarantees,
        open_carefully: Callable[[int], Pack],
    ) -> None:
        """Prepare to make packs.

        Args:
            trees: the choices of each round; none if each pack is to be made by itself.
            source: the bytes of the packs.
            booster: the name of the booster.
            guarantees: what all packs keep.
            open_carefully: makes a pack by its number, whatever its bytes are.
        """
        self.trees = trees
        self.source = source
        self.booster = booster
        self.open_carefully = open_carefully
        vocabulary = Vocabulary()
        self.tree = BulkTree(vocabulary)
        self.limits = _Limits(guarantees, vocabulary)
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


class _Limits:
    """The guarantees of packs, for many at once."""

    def __init__(self, guarantees: Guarantees, vocabulary: Vocabulary) -> None:
        self._guarantees = guarantees
        self._vocabulary = vocabulary
        #: For each guarantee which cards of the vocabulary it is about.
        self._about: Array = np.empty((len(guarantees.tests), 0), np.bool_)

    def __bool__(self) -> bool:
        return bool(self._guarantees.limits)

    def broken_by(self, cards: Array) -> Array:
        """Which packs break one; *cards* has a row for each card of a pack."""
        known = self._vocabulary.cards()
        if self._about.shape[1] < len(known):
            tests = self._guarantees.tests
            self._about = np.array([[test(card) for card in known] for test in tests])
        broken = np.zeros(cards.shape[1], np.bool_)
        for limit, about in zip(self._guarantees.limits, self._about, strict=True):
            numbers = range(len(cards) + 1)
            breaks = np.array([not self._guarantees.holds(limit, number) for number in numbers])
            broken |= breaks[about[cards].sum(axis=0)]
        return broken


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
        self._limits = maker.limits
        self.indices: Array = np.full((count, 0), NO_CARD, np.int16)
        self.layout = np.zeros(count, np.int32)

    @property
    def together(self) -> int:
        """How many packs to make at a time."""
        return min(max(_TOGETHER, _OF_A_PLAN * self._tree.size), _MOST_TOGETHER)

    def make(self, first: int, count: int, later: list[int] | None) -> None:
        """Make *count* packs from the one at *first* on, but those that come *later*."""
        careful = []
        rounds = len(self._trees)
        if rounds:
            streams = Streams.of_all(self._source, self._start, first, count)
            for round_, tree in enumerate(self._trees):
                own = slice((round_ - self._start - first) % rounds, None, rounds)
                careful += self._draw_all(tree.root, streams.of(own))
        else:
            careful.append(np.arange(first, first + count))
        left = np.sort(np.concatenate(careful)).tolist()
        if later is not None:
            later += left
            return
        for pack in left:
            self._make_carefully(pack)

    def _draw_all(self, root: Node, streams: Streams) -> list[Array]:
        """Draw packs until they keep the guarantees; those that are left out."""
        careful = []
        for _ in range(_TRIES):
            again: list[Streams] = []
            start = streams.longer(SHARE)
            for leaf in self._tree.leaves(root, start.unused):
                left, broken = self._draw(leaf, start)
                careful.append(left.packs)
                again += broken
            if not any(map(len, again)):
                return careful
            before, streams = len(streams), Streams.joined(again).cut()
            self.indices[streams.packs] = NO_CARD
            if len(streams) == before:
                break
        return [*careful, streams.packs]

    def _draw(self, leaf: Leaf, streams: Streams) -> tuple[Streams, list[Streams]]:
        """Draw the cards of packs; which are left out, and which break a guarantee."""
        plan, rows, ways = leaf.plan, leaf.rows, leaf.ways
        broken: list[Streams] = []
        if plan is None:
            return streams.of(rows), broken
        self.layout[streams.packs[rows]] = self._layout(plan.layout)
        self._widen(plan.width)
        # Packs whose numbers are not all as they should be come once more.
        for draw, size in plan.passes:
            left: list[tuple[Streams, Array]] = []
            for at in range(0, len(rows), plan.block):
                part = slice(at, at + plan.block)
                own, its = streams.of(rows[part]).longer(size), ways[:, part]
                cards, wrong, ends = draw(own.unused, its, self.indices.dtype)
                self.indices[own.packs, : plan.width] = cards.T
                if self._limits:
                    breaks = np.flatnonzero(self._limits.broken_by(cards) & ~wrong)
                    broken.append(own.after(ends).of(breaks))
                again = np.flatnonzero(wrong)
                left.append((own.of(again), its[:, again]))
            if left:
                streams = Streams.joined([each for each, _ in left])
                rows = np.arange(len(streams))
                ways = np.concatenate([each for _, each in left], axis=1)
        return streams, broken

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
