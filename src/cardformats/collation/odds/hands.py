"""Odds of hands that can be listed: print runs, stripes and fixed sheets."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cached_property

from .effort import spend
from .odds import Counts, Entries, Odds


class HandOdds(Odds):
    """One of several hands of entries, by weight."""

    def __init__(self, hands: Iterable[tuple[int, Sequence[int]]]) -> None:
        """Take each hand with its whole weight."""
        self.hands = list(hands)
        self.total = sum(weight for weight, _ in self.hands)

    def counts(self, groups: Sequence[Entries]) -> Counts:
        """See :class:`Odds`."""
        group_of = {entry: index for index, group in enumerate(groups) for entry in group}
        weights: Counter[tuple[int, ...]] = Counter()
        for weight, hand in self.hands:
            spend(1 + (len(hand) + len(groups)) // 8)
            numbers = [0] * len(groups)
            for entry in hand:
                if entry in group_of:
                    numbers[group_of[entry]] += 1
            weights[tuple(numbers)] += weight
        return {numbers: Fraction(weight, self.total) for numbers, weight in weights.items()}

    def expected(self, entries: Entries) -> Fraction:
        """See :class:`Odds`."""
        return Fraction(sum(self._weights[0][entry] for entry in entries), self.total)

    def none(self, entries: Entries) -> Fraction:
        """See :class:`Odds`."""
        if len(entries) == 1:
            (entry,) = entries
            return 1 - Fraction(self._weights[1][entry], self.total)
        wanted = frozenset(entries)
        without = sum(weight for weight, hand in self.hands if wanted.isdisjoint(hand))
        return Fraction(without, self.total)

    def hand_of(self, groups: Sequence[tuple[Entries, int]], size: int) -> Fraction:
        """See :class:`Odds`."""
        if any(len(entries) > 1 for entries, _ in groups):
            return super().hand_of(groups, size)
        numbers = {(entry, number) for entries, number in groups for entry in entries}
        return Fraction(self._hands[frozenset(numbers)], self.total)

    @property
    def certain(self) -> Mapping[int, int] | None:
        """See :class:`Odds`."""
        return Counter(self.hands[0][1]) if len(self.hands) == 1 else None

    @cached_property
    def _hands(self) -> Counter[frozenset[tuple[int, int]]]:
        """The weight of each hand, whatever its order."""
        weights: Counter[frozenset[tuple[int, int]]] = Counter()
        for weight, hand in self.hands:
            weights[frozenset(Counter(hand).items())] += weight
        return weights

    @cached_property
    def _weights(self) -> tuple[Counter[int], Counter[int]]:
        """For each entry the weights of its copies in all hands, and those of hands with it."""
        copies: Counter[int] = Counter()
        hands: Counter[int] = Counter()
        for weight, hand in self.hands:
            for entry in hand:
                copies[entry] += weight
            for entry in set(hand):
                hands[entry] += weight
        return copies, hands
