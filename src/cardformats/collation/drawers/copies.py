"""The copies of a sheet's entries, numbered through."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence
from functools import cached_property
from itertools import accumulate
from typing import TypeVar

T = TypeVar("T")

#: Up to so many copies, a table says which entry each belongs to.
_TABLE = 20_000


class Copies:
    """The copies of entries, numbered through in order; memory goes with the entries.

    Attributes:
        counts: the copies of each entry.
        ends: the number after each entry's last copy.
        total: how many copies there are.
        numbers: those of the entries.
    """

    def __init__(self, counts: Sequence[int]) -> None:
        """Number the copies of entries that have so many each."""
        self.counts = tuple(counts)
        self.ends = list(accumulate(self.counts))
        self.total = self.ends[-1] if self.ends else 0
        self.numbers = range(len(self.counts))

    def entry(self, copy: int) -> int:
        """The number of the entry that *copy* belongs to."""
        return bisect_right(self.ends, copy)

    def table(self, values: Sequence[T]) -> list[T] | None:
        """For each copy the one of *values* that its entry has; None if there are too many."""
        if self.total > _TABLE:
            return None
        return [values[entry] for entry in self._entries]

    @cached_property
    def _entries(self) -> list[int]:
        """The entry of each copy."""
        return [entry for entry, count in enumerate(self.counts) for _ in range(count)]

    def look_up(self, values: Sequence[T]) -> Callable[[int], T]:
        """What finds, for a copy, the one of *values* that its entry has."""
        table = self.table(values)
        if table is not None:
            return table.__getitem__
        return lambda copy: values[bisect_right(self.ends, copy)]
