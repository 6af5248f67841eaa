"""Rounding a table of numbers at random, so that sums and averages stay."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import accumulate, pairwise
from math import lcm

from ..bits import Bits


def rounded(table: Sequence[Sequence[Fraction]], bits: Bits) -> list[list[int]]:
    """Whole numbers in place of those of *table*, with the same sums of rows and columns.

    Each number is rounded up or down by chances that leave its average.  Where fractions form a
    circle that turns by right angles along rows and columns, they are raised and lowered in turn by
    the same amount, until one of them is whole: up or down by such chances that no average changes
    (controlled rounding; L. H. Cox 1987).

    Args:
        table: rows of equally many numbers; the sums of rows and columns are whole.
        bits: what is left to chance.
    """
    scale = lcm(*(number.denominator for row in table for number in row))
    if len(table) == 2:  # noqa: PLR2004 - what one row does not get, the other does
        first = _rounded_row([int(number * scale) for number in table[0]], scale, bits)
        sums = [int(a + b) for a, b in zip(*table, strict=True)]
        return [first, [both - one for both, one in zip(sums, first, strict=True)]]
    return _Rounding(table, scale).run(bits)


def _rounded_row(numbers: Sequence[int], scale: int, bits: Bits) -> list[int]:
    """The same for numbers in parts of 1 / *scale*: their running totals pass a random mark."""
    mark = bits.below(scale)
    steps = [(end + mark) // scale for end in accumulate(numbers, initial=0)]
    return [after - before for before, after in pairwise(steps)]


class _Rounding:
    """The state: what is whole, and the fractions, in parts of 1 / scale.

    The columns in which a row has fractions hang together by edges.  The edges of all rows form a
    forest; an edge that would close a circle is a circle of fractions.
    """

    def __init__(self, table: Sequence[Sequence[Fraction]], scale: int) -> None:
        scaled = [[int(number * scale) for number in row] for row in table]
        self._scale = scale
        self._whole = [[number // scale for number in row] for row in scaled]
        self._parts = [[number % scale for number in row] for row in scaled]
        #: For each column its neighbours, and the row of the edge.
        self._edges: list[dict[int, int]] = [{} for _ in (table[0] if table else ())]
        self._edges_of: list[list[tuple[int, int]]] = [[] for _ in table]

    def run(self, bits: Bits) -> list[list[int]]:
        waiting = list(range(len(self._parts)))[::-1]
        while waiting:
            row = waiting.pop()
            columns = [at for at, part in enumerate(self._parts[row]) if part]
            for one, other in pairwise(columns):
                path = self._path(one, other)
                if path:
                    changed = self._turn([*path, (other, row, one)], bits)
                    for each in sorted(changed | {row}, reverse=True):
                        self._unlink(each)
                        waiting.append(each)
                    break
                self._edges[one][other] = self._edges[other][one] = row
                self._edges_of[row].append((one, other))
        return self._whole

    def _unlink(self, row: int) -> None:
        for one, other in self._edges_of[row]:
            del self._edges[one][other], self._edges[other][one]
        self._edges_of[row].clear()

    def _path(self, start: int, end: int) -> list[tuple[int, int, int]]:
        """The edges from one column to another, each with its row in the middle; none if apart."""
        came: dict[int, tuple[int, int, int]] = {}
        stack = [start]
        while stack:
            at = stack.pop()
            if at == end:
                path = []
                while at != start:
                    path.append(came[at])
                    at = came[at][0]
                return path[::-1]
            for other, row in self._edges[at].items():
                if other != start and other not in came:
                    came[other] = (at, row, other)
                    stack.append(other)
        return []

    def _turn(self, circle: Sequence[tuple[int, int, int]], bits: Bits) -> set[int]:
        """Raise and lower the fractions of a circle in turn; the rows in which one became whole."""
        signs: dict[tuple[int, int], int] = {}
        for one, row, other in circle:
            signs[row, one] = signs.get((row, one), 0) - 1
            signs[row, other] = signs.get((row, other), 0) + 1
        raised = [cell for cell, sign in signs.items() if sign > 0]
        lowered = [cell for cell, sign in signs.items() if sign < 0]
        parts, scale = self._parts, self._scale
        above = [parts[row][at] for row, at in raised]
        below = [parts[row][at] for row, at in lowered]
        most = min(scale - max(above), *below)
        least = min(scale - max(below), *above)
        change = most if bits.below(most + least) < least else -least
        rows = set()
        for cells, by in ((raised, change), (lowered, -change)):
            for row, at in cells:
                up, parts[row][at] = divmod(parts[row][at] + by, scale)
                self._whole[row][at] += up
                if not parts[row][at]:
                    rows.add(row)
        return rows
