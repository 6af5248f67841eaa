"""The numbers of many packs, read from their bytes as columns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby

import numpy as np
from attrs import frozen

from ..drawers.columns import ClassColumns
from ..plan.steps import Limits
from .arrays import Array

#: Numbers of more bytes than this are beyond numpy.
WIDEST = 8


def words(data: Array, at: int, size: int, count: int = 1) -> Array:
    """*count* numbers of *size* bytes each from byte *at* of each row of *data*, as columns."""
    packs, width = data.shape
    return np.ndarray((count, packs), f"<u{size}", data, at, (size, width))


def below(values: Array, limits: Array) -> tuple[Array, Array]:
    """Numbers below *limits* of unsigned *values*, and which values are to be skipped instead."""
    # Division and multiplication are several times faster than the remainder.
    whole = values // limits
    whole *= limits
    # Too large are those that are fewer than a limit below the next power of 256.
    return values - whole, whole > np.negative(limits)


@frozen(eq=False)
class _Run:
    """Numbers of the same size, one after the other.

    Attributes:
        rows: which.
        slot: which balanced slot has them; None if their limits are the same in all packs.
        limits: a row for each number, and a column for each way of the slot; of their size.
        starts: the same for what is added to them.
    """

    rows: slice
    slot: int | None
    limits: Array
    starts: Array


class Numbers:
    """Reads the numbers of packs.

    The packs come as their first bytes, a row for each, and the ways of their balanced slots, a row
    for each slot.

    Attributes:
        count: how many numbers a pack has.
        end: how many bytes they take, with all before them, if none is skipped.
        type: what they are given as.
    """

    def __init__(self, limits: Limits, classes: Mapping[int, tuple[int, ClassColumns]]) -> None:
        """Prepare to read numbers below *limits*.

        *classes* are those of balanced slots by the number of their first number, each with the
        number of the slot.
        """
        self.count = len(limits.limits)
        self.end = limits.end
        largest = [*limits.limits, *(len(its.entries) for _, its in classes.values())]
        # Signed where a number of 64 bits would do, so that it can be an index.
        narrow = np.min_scalar_type(max(largest, default=1) - 1)
        self.type = narrow if narrow.itemsize < WIDEST else np.dtype(np.int64)
        self._start = limits.start
        first_of: dict[int, int] = {}
        for first, (_, its) in classes.items():
            first_of |= dict.fromkeys(range(first, first + len(its.limits)), first)
        self._runs: list[_Run] = []
        rows = enumerate(limits.sizes)
        for (size, balanced), run in groupby(rows, lambda row: (row[1], first_of.get(row[0]))):
            numbers = [number for number, _ in run]
            own, kind = slice(numbers[0], numbers[-1] + 1), np.dtype(f"<u{size}")
            if balanced is None:
                same = np.array(limits.limits[own], kind)[:, None]
                self._runs.append(_Run(own, None, same, np.zeros_like(same)))
                continue
            slot, its = classes[balanced]
            part = slice(own.start - balanced, own.stop - balanced)
            tops, starts = (each[part].astype(kind) for each in (its.limits, its.starts))
            self._runs.append(_Run(own, slot, tops, starts))
        self._run_of = [run for run in self._runs for _ in range(run.rows.start, run.rows.stop)]

    def straight(self, data: Array, ways: Array) -> tuple[Array, Array]:
        """The numbers of packs, and which packs have some to be skipped and are wrong."""
        packs, at = len(data), self._start
        numbers = np.empty((self.count, packs), self.type)
        wrong = np.zeros(packs, np.bool_)
        for run in self._runs:
            limits = run.limits if run.slot is None else run.limits.take(ways[run.slot], axis=1)
            size = limits.itemsize
            values, skipped = below(words(data, at, size, len(limits)).copy(), limits)
            wrong |= skipped.any(axis=0)
            if run.slot is not None:
                values += run.starts.take(ways[run.slot], axis=1)
            numbers[run.rows] = values
            at += size * len(limits)
        return numbers, wrong

    def reader(self, data: Array, ways: Array) -> Reader:
        """What reads the numbers of packs one after the other."""
        return Reader(self._run_of, self._start, data, ways)


class Reader:
    """Reads the numbers of packs one after the other, each from where the one before it ended.

    Attributes:
        at: where each pack is; what is past the end of its bytes is anything.
    """

    def __init__(self, runs: Sequence[_Run], start: int, data: Array, ways: Array) -> None:
        self._runs = runs
        self._data = data
        self._ways = ways
        self.at = np.full(len(data), start)
        self._all = np.arange(len(data))

    @property
    def is_past(self) -> Array:
        """Which packs are past the end of their bytes."""
        past: Array = self.at > self._data.shape[1]
        return past

    def next(self, number: int, packs: Array | None = None) -> Array:
        """The number of that place of all packs, or of some."""
        run = self._runs[number]
        limits, starts = (each[number - run.rows.start] for each in (run.limits, run.starts))
        if run.slot is not None:
            ways = self._ways[run.slot] if packs is None else self._ways[run.slot, packs]
            limits, starts = limits.take(ways), starts.take(ways)
        numbers = self.below(limits, packs)
        numbers += starts
        return numbers

    def below(self, limits: Array, packs: Array | None = None) -> Array:
        """The next numbers of all packs, or of some; below one limit, or one for each of them.

        How many bytes the limits have says how many a number takes.
        """
        numbers, skipped = self._values(packs, limits)
        left = np.flatnonzero(skipped)
        while len(left):
            own = left if packs is None else packs[left]
            numbers[left], again = self._values(own, limits if len(limits) == 1 else limits[left])
            left = left[again]
        return numbers

    def _values(self, packs: Array | None, limits: Array) -> tuple[Array, Array]:
        """The next numbers of packs below *limits*, and which are to be skipped."""
        count, width = self._data.shape
        size = limits.itemsize
        if packs is None:
            packs, at = self._all, self.at.copy()
            self.at += size
        else:
            at = self.at[packs]
            self.at[packs] = at + size
        last = width - size
        ends = np.ndarray((count, last + 1), limits.dtype, self._data, 0, (width, 1))
        numbers, skipped = below(ends[packs, np.minimum(at, last)], limits)
        return numbers, skipped & (at <= last)
