"""Pools: the copies of a sheet that are there to be drawn."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Sequence
from itertools import accumulate

from ...bits import Bits


class Pool:
    """The copies of entries, in an order; any stretch of them can be drawn from.

    A draw and a removal take time with the logarithm of the number of entries: the counts are kept
    as the sums of a tree (Fenwick's), however many copies there are.
    """

    def __init__(self, counts: Sequence[int]) -> None:
        """Take the copies of each entry."""
        self._counts = counts
        self._top = 1 << (len(counts).bit_length() - 1) if counts else 0
        self.whole = range(len(counts))
        self.refill()

    def refill(self) -> None:
        """All copies are there again."""
        self._left = list(self._counts)
        self._sums = [0, *self._left]
        for at in range(1, len(self._sums)):
            above = at + (at & -at)
            if above < len(self._sums):
                self._sums[above] += self._sums[at]

    def size(self, part: range) -> int:
        """How many copies of the entries *part* are left."""
        return self._before(part.stop) - self._before(part.start)

    def draw(self, bits: Bits, part: range) -> int:
        """An entry of *part*, each copy of which is as likely; it stays there."""
        before = self._before(part.start)
        copy = before + bits.below(self._before(part.stop) - before)
        at, step = 0, self._top
        while step:
            if at + step < len(self._sums) and self._sums[at + step] <= copy:
                at += step
                copy -= self._sums[at]
            step >>= 1
        return at

    def draw_other(
        self, bits: Bits, part: range, keys: Sequence[Hashable], taken: Collection[Hashable]
    ) -> int | None:
        """The same of those entries only whose key is not *taken*; None if there are none."""
        left = [0 if keys[at] in taken else self._left[at] for at in part]
        return part[bits.index(list(accumulate(left)))] if any(left) else None

    def remove(self, entry: int) -> None:
        """A copy of *entry* is gone."""
        self._left[entry] -= 1
        at = entry + 1
        while at < len(self._sums):
            self._sums[at] -= 1
            at += at & -at

    def _before(self, entry: int) -> int:
        """How many copies are left of the entries before *entry*."""
        total = 0
        while entry:
            total += self._sums[entry]
            entry &= entry - 1
        return total
