"""What is known exactly about the cards that a drawer draws."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Hashable, Mapping, Sequence
from fractions import Fraction
from typing import TypeAlias

#: How many cards of each group, with what probability; what does not happen is left out.
Counts: TypeAlias = Mapping[tuple[int, ...], Fraction]

#: Entries of a sheet by their numbers.
Entries: TypeAlias = Collection[int]


class Odds(ABC):
    """The exact odds of one drawing from one sheet, in terms of the numbers of its entries."""

    @abstractmethod
    def counts(self, groups: Sequence[Entries]) -> Counts:
        """The joint distribution of the numbers of cards from *groups* of entries.

        No entry is in two groups.
        """

    def expected(self, entries: Entries) -> Fraction:
        """The expected number of cards from *entries*."""
        counts = self.counts([entries])
        return sum((number * chance for (number,), chance in counts.items()), Fraction())

    def none(self, entries: Entries) -> Fraction:
        """The probability that no card is from *entries*."""
        return self.counts([entries]).get((0,), Fraction())

    def hand(self, numbers: Mapping[int, int], size: int) -> Fraction:
        """The probability of just these cards, in any order.

        Args:
            numbers: how many of each entry, 1 or more; none of all others.
            size: how many entries there are.
        """
        return self.hand_of([([entry], number) for entry, number in numbers.items()], size)

    def hand_of(self, groups: Sequence[tuple[Entries, int]], size: int) -> Fraction:
        """The probability of just so many cards of each group, in any order.

        Args:
            groups: entries, and how many cards of them, 1 or more; no entry is in two groups, and
                there are no cards of all others.
            size: how many entries there are.
        """
        mine = {entry for entries, _ in groups for entry in entries}
        others = [entry for entry in range(size) if entry not in mine]
        counts = self.counts([*(entries for entries, _ in groups), others])
        return counts.get((*(number for _, number in groups), 0), Fraction())

    @property
    def certain(self) -> Mapping[int, int] | None:
        """How many of which entries come, if that is certain; None if it is left to chance."""
        return None

    def kind(self, entry: int) -> Hashable:
        """Single entries of one kind have the same odds."""
        return entry
