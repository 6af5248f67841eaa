"""Sheets in order: fixed ones, print runs and stripes."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import accumulate
from typing import TypeVar

from ...bits import Bits
from ...model import PrintRun, Striped
from ..effort import spend
from .drawer import Copies, Pick, State, StraightDrawer
from .odds import HandOdds, Odds

T = TypeVar("T")


class FixedDrawer(StraightDrawer):
    """The first copies of the sheet, in order; see :class:`~cardformats.Fixed`."""

    limits = ()

    def __init__(self, copies: Copies, count: int, times: int = 1) -> None:
        """Draw the first *count* of *copies*, or all if there are fewer, so many times over."""
        self.size = len(copies.counts)
        first = range(min(count, copies.total))
        self.entries = [copies.entry(copy) for copy in first] * times
        self.count = len(self.entries)

    def bind(self, values: Sequence[T], start: int = 0) -> Pick[T]:  # noqa: ARG002 - it needs no numbers
        drawn = [values[entry] for entry in self.entries]
        return lambda _, cards: cards.extend(drawn)

    def odds(self) -> Odds:
        return HandOdds([(1, self.entries)])


#: The hands of a run are listed up to so many cards together.
_LISTED = 200_000


class RunDrawer(StraightDrawer):
    """Consecutive copies, wrapping at the end; see :class:`~cardformats.PrintRun`.

    One number says at which group the run begins.  Where a run goes on from slot to slot, the
    drawer of a later slot skips the cards that earlier ones took.
    """

    def __init__(self, name: str, copies: Copies, run: PrintRun, count: int, skip: int = 0) -> None:
        """Draw *count* of the *copies* of the sheet *name*, *skip* after the start."""
        self.name = name
        self.copies = copies
        self.run = run
        self.count = count if copies.total else 0
        self.skip = skip
        self.size = len(copies.counts)
        groups = -(-copies.total // run.group_size)
        self.limits = (groups,) if copies.total else ()

    def after(self, skip: int) -> RunDrawer:
        """The same drawer for a slot before which *skip* cards are gone."""
        return RunDrawer(self.name, self.copies, self.run, self.count, skip)

    def bind(self, values: Sequence[T], start: int = 0) -> Pick[T]:
        total, skip = self.copies.total, self.skip
        group, end = self.run.group_size, skip + self.count
        if not total:
            return lambda _, cards: cards.extend(())
        if total * end > _LISTED:
            value = self.copies.look_up(values)
            return lambda numbers, cards: cards.extend(
                value((group * numbers[start] + step) % total) for step in range(skip, end)
            )
        hands = [[values[entry] for entry in hand] for _, hand in self.hands(self.count)]
        return lambda numbers, cards: cards.extend(hands[numbers[start]])

    def draw(self, bits: Bits, state: State) -> Sequence[int]:
        """The next of the run, which goes on where the pack, or the box, has left it."""
        if not self.copies.total:
            return []
        start = state.positions.get(self.name)
        if start is None or self.run.continues == "slot":
            start = self.run.group_size * bits.below(self.limits[0])
        state.positions[self.name] = start + self.count
        total = self.copies.total
        return [self.copies.entry((start + step) % total) for step in range(self.count)]

    def hands(self, count: int) -> list[tuple[int, list[int]]]:
        """The first *count* entries from each start, each of weight 1."""
        total, entry = self.copies.total, self.copies.entry
        steps = range(self.skip, self.skip + count)
        starts = range(0, total, self.run.group_size)
        return [(1, [entry((start + step) % total) for step in steps]) for start in starts]

    def odds(self) -> Odds | None:
        spend(self.copies.total * self.count)
        if self.copies.total * (self.skip + self.count) > _LISTED:
            return None
        return HandOdds(self.hands(self.count) or [(1, [])])


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
        value, end = self.copies.look_up(values), start + len(self.limits)
        return lambda numbers, cards: cards.extend(map(value, self.cells(numbers[start:end])))

    def odds(self) -> Odds | None:
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
