"""Packs in bulk, with numpy (the extra ``fast``): the same packs, many times faster."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import accumulate, repeat
from threading import Lock

import numpy as np

from ..bits import MAX_NUMBER, SHARE, Source
from ..errors import CollationError
from ..model import Pack
from .bulk_packs import NO_CARD, Array, BulkPacks
from .bulk_plan import WIDEST, BulkPlan, Vocabulary, words
from .plan.pack_plan import PackPlan
from .plan.tree import Fork, Node, Tree

#: So many packs go down the tree together.
_TOGETHER = 2**16

#: So many for each plan, where there are many plans; but no more than the second number.
_OF_A_LEAF, _MOST_TOGETHER = 2**10, 2**19

#: So many pairs of packs are hashed before their bytes are put together.
_HASHED = 2**12

#: Fewer packs of a plan than this are not worth an array.
_FEW = 24

#: More prepared plans than this are not kept for the next packs.
_MOST_PLANS = 20_000

#: Choices among so many numbers are looked up in a table.
_TABLE = 2**16


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
        self.vocabulary = Vocabulary()
        self.names: dict[str, int] = {}
        self.bulk_plans: dict[PackPlan, BulkPlan | None] = {}
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
            if len(self.bulk_plans) > _MOST_PLANS:
                self.bulk_plans.clear()
            cards, layouts = self.vocabulary.cards(), tuple(self.names)
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
        self._bulk_plans = maker.bulk_plans
        self._vocabulary = maker.vocabulary
        self._names = maker.names
        self.indices: Array = np.full((count, 0), NO_CARD, np.int16)
        self.layout = np.zeros(count, np.int32)

    @property
    def together(self) -> int:
        """How many packs to make at a time."""
        return min(max(_TOGETHER, _OF_A_LEAF * len(self._bulk_plans)), _MOST_TOGETHER)

    def make(self, first: int, count: int, later: list[int] | None) -> None:
        """Make *count* packs from the one at *first* on, but those that come *later*."""
        number = self._start + first
        rounds = len(self._trees)
        data = self._data(number, count if rounds else 0)
        careful = [np.arange(0 if rounds else count)]
        for round_, tree in enumerate(self._trees):
            rows = np.arange((round_ - number) % rounds, count, rounds)
            for pack_plan, own in self._pack_plans(tree.root, rows, data, careful):
                careful.append(self._draw(pack_plan, own, data, first))
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

    @staticmethod
    def _pack_plans(
        root: Node, rows: Array, data: Array, careful: list[Array]
    ) -> Iterator[tuple[PackPlan, Array]]:
        """The plans that packs lead to, with their rows; those left out are put in *careful*."""
        stack = [(root, rows)]
        while stack:
            node, rows = stack.pop()
            if not len(rows):
                continue
            if not isinstance(node, Fork):
                yield node, rows
            elif node.size > WIDEST or node.start + node.size > SHARE:
                careful.append(rows)
            else:
                values = words(data, node.start, node.size)[0][rows]
                skipped = values > node.bound - 1
                careful.append(rows[skipped])
                stack += _children(node, rows[~skipped], values[~skipped] % node.limit)

    def _draw(self, pack_plan: PackPlan, rows: Array, data: Array, first: int) -> Array:
        """Draw the cards of packs; the rows of those that are left out."""
        bulk_plan = self._bulk_plan(pack_plan) if len(rows) >= _FEW else None
        if bulk_plan is None:
            return rows
        self.layout[first + rows] = self._layout(pack_plan.layout)
        self._widen(bulk_plan.width)
        # Packs whose numbers are not all as they should be come a second time.
        for read, spare in ((bulk_plan.numbers, 0), (bulk_plan.numbers_again, bulk_plan.spare)):
            left = [rows[:0]]
            for at in range(0, len(rows), bulk_plan.block):
                own = rows[at : at + bulk_plan.block]
                numbers, wrong = read(self._more(own, data, first, bulk_plan.end + spare))
                cards = bulk_plan.cards(numbers, self.indices.dtype)
                if read == bulk_plan.numbers:
                    wrong |= bulk_plan.clashes(cards)
                self.indices[first + own, : bulk_plan.width] = cards.T
                left.append(own[wrong])
            rows = np.concatenate(left)
        return rows

    def _bulk_plan(self, pack_plan: PackPlan) -> BulkPlan | None:
        """How to draw the packs of a plan; None if each is to be made by itself."""
        if pack_plan not in self._bulk_plans:
            plan = pack_plan.attempt if pack_plan.fills else pack_plan
            able = plan is not None and max(plan.limits.sizes, default=0) <= WIDEST
            self._bulk_plans[pack_plan] = (
                BulkPlan(plan, self._vocabulary) if plan and able else None
            )
        return self._bulk_plans[pack_plan]

    def _more(self, rows: Array, data: Array, first: int, size: int) -> Array:
        """The first *size* bytes, or more, of the packs of *rows*."""
        start = data.take(rows, axis=0)
        if size <= SHARE:
            return start
        more, number = self._source.more, self._start + first
        numbers = [number + row for row in rows.tolist()]
        blocks = [start]
        for block in range(1, (size - SHARE + 63) // 64 + 1):
            joined = b"".join(map(more, numbers, repeat(block)))
            blocks.append(np.frombuffer(joined, np.uint8).reshape(len(rows), -1))
        return np.hstack(blocks)

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


def _children(fork: Fork, rows: Array, values: Array) -> Iterator[tuple[Node, Array]]:
    """The children that the packs of *rows* choose by their *values*, with their rows."""
    ends = list(accumulate(fork.weights))
    kind = np.min_scalar_type(len(ends))  # small numbers are sorted faster
    if fork.limit <= _TABLE:
        chosen = np.repeat(np.arange(len(ends), dtype=kind), fork.weights)[values]
    else:
        chosen = np.searchsorted(np.array(ends, values.dtype), values, "right").astype(kind)
    counts = np.bincount(chosen, minlength=len(ends))
    ordered = rows[chosen.argsort(kind="stable")]
    at = 0
    for child in np.flatnonzero(counts).tolist():
        own = ordered[at : at + counts[child]]
        at += len(own)
        yield fork.child(ends[child] - 1), own
