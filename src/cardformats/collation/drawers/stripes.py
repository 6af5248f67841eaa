"""Striped collation: stripes of a sheet in rows."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import accumulate
from typing import TypeVar

from ...model import Striped
from ..odds.hands import HandOdds
from ..odds.odds import Odds
from .copies import Copies
from .drawer import Pick, StraightDrawer

T = TypeVar("T")

#: More hands than this are not listed for exact odds.
_MOST_WALKS = 100_000


class StripeDrawer(StraightDrawer):
    """Stripes of a sheet in rows; see :class:`~cardformats.Striped`.

    From a uniform start the drawer goes up within a stripe, then to the next column on the left; at
    the left edge it goes on at the right end of the row above, in a stripe of a new width.  The
    numbers are the cell, the place in a stripe (a stripe of width 1, then each of the places in one
    of width 2, …, by the weights), and a width by weight each time the left edge can be passed.
    """

    def __init__(self, copies: Copies, striped: Striped, count: int) -> None:
        """Draw *count* of *copies* as *striped* says, none if there are none."""
        self.copies = copies
        self.size = len(copies.counts)
        self.length = striped.length
        self.count = count if copies.total else 0
        self._shares = striped.weights
        self.weights = list(accumulate(striped.weights))
        # a stripe has as many places as it is wide, each with the weight of the width
        self._ends = list(accumulate(w * width for width, w in enumerate(striped.weights, 1)))
        steps = max(self.count - 1, 0)
        if steps and copies.total % self.length == 0:
            steps = 1 + (steps - 1) // self.length
        widths = (self.weights[-1],) * steps
        self.limits = (copies.total, self._ends[-1], *widths) if self.count else ()

    def cells(self, numbers: Sequence[int]) -> Iterator[int]:
        """The copies that *numbers* stand for, in order."""
        if not numbers:
            return
        cell = numbers[0]
        width, depth = self._place(numbers[1])
        edges = iter(numbers[2:])
        yield cell
        for _ in range(self.count - 1):
            if self._at_edge(cell, width, depth):
                cell, depth = (cell - 1) % self.copies.total, 1
                width = bisect_right(self.weights, next(edges)) + 1
            else:
                cell, depth = self._inside(cell, width, depth)
            yield cell

    def _place(self, number: int) -> tuple[int, int]:
        """The width of the stripe and the depth in it that a number stands for."""
        width = bisect_right(self._ends, number) + 1
        return width, width - (self._ends[width - 1] - 1 - number) // self._shares[width - 1]

    def _at_edge(self, cell: int, width: int, depth: int) -> bool:
        """Whether the stripe ends after *cell*, at *depth* of its *width*."""
        return depth == width and cell % self.length == 0

    def _inside(self, cell: int, width: int, depth: int) -> tuple[int, int]:
        """The next cell of a stripe, and its depth."""
        if depth < width:
            return (cell - self.length) % self.copies.total, depth + 1
        return (cell - 1 + (width - 1) * self.length) % self.copies.total, 1

    def bind(self, values: Sequence[T], start: int = 0) -> Pick[T]:
        """See :class:`StraightDrawer`."""
        value, end = self.copies.look_up(values), start + len(self.limits)
        return lambda numbers, cards: cards.extend(map(value, self.cells(numbers[start:end])))

    def odds(self) -> Odds | None:
        """See :class:`Drawer`."""
        entry = self.copies.entry
        edges = len(self.limits[2:])
        widths = [width for width, weight in enumerate(self._shares, 1) if weight]
        if self.copies.total * sum(widths) > _MOST_WALKS:
            return None
        walks: list[tuple[int, int, tuple[int, int], tuple[int, ...]]] = [
            (self._shares[width - 1], edges, (width, depth), (cell,))
            for cell in range(self.copies.total)
            for width in widths
            for depth in range(1, width + 1)
        ]
        for _ in range(self.count - 1):
            walks = [walk for each in walks for walk in self._steps(*each)]
            if len(walks) > _MOST_WALKS:
                return None
        if not self.count:
            return HandOdds([(1, ())])
        return HandOdds(
            (weight * self.weights[-1] ** left, [entry(cell) for cell in cells])
            for weight, left, _, cells in walks
        )

    def _steps(
        self, weight: int, edges: int, place: tuple[int, int], cells: tuple[int, ...]
    ) -> Iterator[tuple[int, int, tuple[int, int], tuple[int, ...]]]:
        """How a walk can go on: its weight, the edges not passed, the place, and the cells."""
        cell, (width, depth) = cells[-1], place
        if self._at_edge(cell, width, depth):
            cell = (cell - 1) % self.copies.total
            for new, share in enumerate(self._shares, 1):
                if share:
                    yield weight * share, edges - 1, (new, 1), (*cells, cell)
        else:
            cell, depth = self._inside(cell, width, depth)
            yield weight, edges, (width, depth), (*cells, cell)
