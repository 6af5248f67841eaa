"""Piles that deals come from: copies in random order."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from itertools import groupby, islice
from typing import TypeVar

from ...bits import CODES, Bits, number_size
from ..drawers.chance import PileDrawer, shuffled
from ..drawers.drawer import Copies
from ..plan.steps import Limits

T = TypeVar("T")

#: So many numbers are drawn at once.
_AT_ONCE = 512

#: So many numbers at least are read as an array where numpy is loaded.
_MANY = 40

#: For so many numbers at least what is prepared is kept.
_KEPT = 200_000


class Piles:
    """Draws from piles; what is prepared for a draw is kept for the next one like it."""

    def __init__(self) -> None:
        """Nothing is prepared."""
        self._drawers: dict[tuple[Copies, int], PileDrawer] = {}
        self._limits: dict[tuple[int, int, int], list[Limits]] = {}
        self._kept = 0

    def draw(
        self, copies: Copies, count: int, values: Sequence[T], bits: Bits, *, keep: bool = True
    ) -> list[T]:
        """Of *values*, those of the entries of up to *count* copies, in random order.

        If these copies will not be drawn from again, there is nothing to *keep*.
        """
        drawer = self._drawers.get((copies, count))
        if drawer is None:
            drawer = PileDrawer(copies, count)
            if keep:
                self._drawers[copies, count] = drawer
        numbers = self.numbers(copies.total, drawer.count, bits)
        drawn: list[T] = []
        (drawer.bound if keep else drawer.bind)(values)(numbers, drawn)
        return drawn

    def shuffle(self, items: list[T], bits: Bits) -> list[T]:
        """*items*, shuffled in place."""
        return shuffled(items, self.numbers(len(items), len(items) - 1, bits))

    def shuffle_all(self, lists: Iterable[list[T]], bits: Bits) -> None:
        """Shuffle *lists* in place, one after the other."""
        for size, alike in groupby(lists, len):
            steps = max(size - 1, 0)
            while some := [*islice(alike, 1 + _AT_ONCE // size if size else 1)]:
                numbers = iter(self.numbers(size, steps, bits, len(some)))
                for items in some:
                    shuffled(items, islice(numbers, steps))

    def order(self, count: int, bits: Bits) -> list[int]:
        """The numbers from 0 to *count* - 1 in random order."""
        left = [*range(count)]
        return [left.pop(number) for number in self.numbers(count, count, bits)]

    def numbers(self, first: int, count: int, bits: Bits, times: int = 1) -> list[int]:
        """Numbers below *first*, below *first* - 1, …; so many, and all that so many times."""
        key = (first, count, times)
        prepared = self._limits.get(key)
        if prepared is None:
            if self._kept > _KEPT:
                self._limits = {}
                self._kept = 0
            self._kept += count * times
            limits = [*range(first, first - count, -1)] * times
            # values of one size only, so that one look at the largest tells if some are skipped
            prepared = self._limits[key] = [
                _limits(its[start : start + _AT_ONCE])
                for its in ([*same] for _, same in groupby(limits, number_size))
                for start in range(0, len(its), _AT_ONCE)
            ]
        numbers: list[int] = []
        for some in prepared:
            numbers += some.draw(bits)
        return numbers


def _limits(limits: Sequence[int]) -> Limits:
    """What draws numbers below *limits*, all of one size; by numpy if it is loaded and pays."""
    if len(limits) >= _MANY and number_size(limits[0]) in CODES and sys.modules.get("numpy"):
        from .rows import Rows  # noqa: PLC0415 - numpy is optional

        return Rows(limits)
    return Limits(limits)
