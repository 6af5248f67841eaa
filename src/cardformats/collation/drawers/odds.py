"""Exact odds of drawings: what a drawer's odds say, and the kinds that most have.

By copies at random, hands that can be listed, one of several drawings, several independent ones.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Collection, Hashable, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from math import comb, factorial, prod
from typing import TypeAlias

from ..effort import spend
from ..odds.counts import Counts, added, divided, mixed

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


class MixtureOdds(Odds):
    """One of several drawings from a sheet, by chance."""

    def __init__(self, parts: Sequence[tuple[Fraction, Odds]]) -> None:
        self.parts = parts

    @classmethod
    def of(cls, shares: Iterable[Fraction], odds: Iterable[Odds | None]) -> Odds | None:
        """The mixture, if the odds of all drawings are known."""
        parts = [(share, each) for share, each in zip(shares, odds, strict=True) if each]
        return cls(parts) if sum(share for share, _ in parts) == 1 else None

    def counts(self, groups: Sequence[Entries]) -> Counts:
        return mixed((share, odds.counts(groups)) for share, odds in self.parts)

    def expected(self, entries: Entries) -> Fraction:
        return sum((share * odds.expected(entries) for share, odds in self.parts), Fraction())

    def none(self, entries: Entries) -> Fraction:
        return sum((share * odds.none(entries) for share, odds in self.parts), Fraction())

    def hand_of(self, groups: Sequence[tuple[Entries, int]], size: int) -> Fraction:
        return sum((share * odds.hand_of(groups, size) for share, odds in self.parts), Fraction())

    def kind(self, entry: int) -> Hashable:
        return tuple(odds.kind(entry) for _, odds in self.parts)


class JointOdds(Odds):
    """Several independent drawings from a sheet."""

    def __init__(self, parts: Sequence[Odds]) -> None:
        self.parts = parts

    @classmethod
    def of(cls, odds: Sequence[Odds | None]) -> Odds | None:
        """The odds of all together, if each is known."""
        parts = [each for each in odds if each is not None]
        return cls(parts) if len(parts) == len(odds) else None

    def counts(self, groups: Sequence[Entries]) -> Counts:
        return added((odds.counts(groups) for odds in self.parts), len(groups))

    def expected(self, entries: Entries) -> Fraction:
        return sum((odds.expected(entries) for odds in self.parts), Fraction())

    def none(self, entries: Entries) -> Fraction:
        return prod((odds.none(entries) for odds in self.parts), start=Fraction(1))

    def hand_of(self, groups: Sequence[tuple[Entries, int]], size: int) -> Fraction:
        for at, odds in enumerate(self.parts):
            if odds.certain is not None and len(self.parts) > 1:
                rest = JointOdds([*self.parts[:at], *self.parts[at + 1 :]])
                others = _without(groups, odds.certain)
                return Fraction() if others is None else rest.hand_of(others, size)
        shares: list[list[tuple[Entries, int]]] = [[] for _ in self.parts]
        for entries, number in groups:
            having = [at for at, odds in enumerate(self.parts) if odds.none(entries) < 1]
            if not having:
                return Fraction()
            if len(having) > 1:  # nobody knows from which part they are
                return super().hand_of(groups, size)
            shares[having[0]].append((entries, number))
        pairs = zip(self.parts, shares, strict=True)
        return prod((odds.hand_of(share, size) for odds, share in pairs), start=Fraction(1))

    def kind(self, entry: int) -> Hashable:
        return tuple(odds.kind(entry) for odds in self.parts)


def _without(
    groups: Sequence[tuple[Entries, int]], cards: Mapping[int, int]
) -> list[tuple[Entries, int]] | None:
    """What *groups* have beside these *cards*, as entries; None if they lack some."""
    left = [(entries, n - sum(cards.get(entry, 0) for entry in entries)) for entries, n in groups]
    mine = {entry for entries, _ in groups for entry in entries}
    is_short = any(number and entry not in mine for entry, number in cards.items())
    if is_short or any(number < 0 for _, number in left):
        return None
    return [(entries, number) for entries, number in left if number]


class ThinnedOdds(Odds):
    """A drawing in random order whose last card is taken away."""

    def __init__(self, odds: Odds, draws: int) -> None:
        """Take the odds of so many *draws*, at least one."""
        self.odds = odds
        self.draws = draws

    def counts(self, groups: Sequence[Entries]) -> Counts:
        left: dict[tuple[int, ...], Fraction] = {}
        for numbers, chance in self.odds.counts(groups).items():
            fates = [(self.draws - sum(numbers), numbers)]
            for at, number in enumerate(numbers):
                fates.append((number, (*numbers[:at], number - 1, *numbers[at + 1 :])))
            for ways, rest in fates:
                if ways:
                    share = chance * Fraction(ways, self.draws)
                    left[rest] = left.get(rest, Fraction()) + share
        return left

    def hand_of(self, groups: Sequence[tuple[Entries, int]], size: int) -> Fraction:
        mine = {entry for entries, _ in groups for entry in entries}
        others = [entry for entry in range(size) if entry not in mine]
        chance = Fraction()
        for at, (entries, number) in enumerate(groups):
            whole = [*groups[:at], (entries, number + 1), *groups[at + 1 :]]
            chance += self.odds.hand_of(whole, size) * Fraction(number + 1, self.draws)
        if others:
            chance += self.odds.hand_of([*groups, (others, 1)], size) / self.draws
        return chance

    def kind(self, entry: int) -> Hashable:
        return self.odds.kind(entry)


class HandOdds(Odds):
    """One of several hands of entries, by weight."""

    def __init__(self, hands: Iterable[tuple[int, Sequence[int]]]) -> None:
        self.hands = list(hands)
        self.total = sum(weight for weight, _ in self.hands)

    def counts(self, groups: Sequence[Entries]) -> Counts:
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
        return Fraction(sum(self._weights[0][entry] for entry in entries), self.total)

    def none(self, entries: Entries) -> Fraction:
        if len(entries) == 1:
            (entry,) = entries
            return 1 - Fraction(self._weights[1][entry], self.total)
        wanted = frozenset(entries)
        without = sum(weight for weight, hand in self.hands if wanted.isdisjoint(hand))
        return Fraction(without, self.total)

    def hand_of(self, groups: Sequence[tuple[Entries, int]], size: int) -> Fraction:
        if any(len(entries) > 1 for entries, _ in groups):
            return super().hand_of(groups, size)
        numbers = {(entry, number) for entries, number in groups for entry in entries}
        return Fraction(self._hands[frozenset(numbers)], self.total)

    @property
    def certain(self) -> Mapping[int, int] | None:
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


class _CopiesOdds(Odds):
    """Draws by copies.

    Attributes:
        copies: those of each entry.
        total: those of all entries.
        draws: how many cards are drawn.
    """

    def __init__(self, copies: Sequence[int], draws: int) -> None:
        self.copies = copies
        self.total = sum(copies)
        self.draws = draws

    @abstractmethod
    def _chance(self, sizes: Sequence[int], numbers: Sequence[int]) -> Fraction:
        """The probability of these *numbers* of cards, all that are drawn.

        *sizes* are the copies of the cards that each number counts.
        """

    @abstractmethod
    def _most(self, sizes: Sequence[int]) -> Sequence[int]:
        """How many cards there can be of each."""

    def copies_of(self, entries: Entries) -> int:
        """How many copies *entries* have together."""
        return sum(self.copies[entry] for entry in entries)

    def counts(self, groups: Sequence[Entries]) -> Counts:
        sizes = [self.copies_of(group) for group in groups]
        sizes.append(self.total - sum(sizes))
        chances = {}
        for numbers in divided(self.draws, self._most(sizes)):
            spend(1)
            if chance := self._chance(sizes, numbers):
                chances[numbers[:-1]] = chance
        return chances

    def expected(self, entries: Entries) -> Fraction:
        copies = self.copies_of(entries)
        return Fraction(self.draws * copies, self.total) if copies else Fraction()

    def none(self, entries: Entries) -> Fraction:
        return self._chance([self.total - self.copies_of(entries)], [self.draws])

    def hand_of(self, groups: Sequence[tuple[Entries, int]], size: int) -> Fraction:  # noqa: ARG002 - of others there is none
        if sum(number for _, number in groups) != self.draws:
            return Fraction()
        sizes = [self.copies_of(entries) for entries, _ in groups]
        return self._chance(sizes, [number for _, number in groups])

    def kind(self, entry: int) -> Hashable:
        return self.copies[entry]


class PileOdds(_CopiesOdds):
    """Each copy at most once: the hypergeometric distribution."""

    def _chance(self, sizes: Sequence[int], numbers: Sequence[int]) -> Fraction:
        return Fraction(prod(map(comb, sizes, numbers)), comb(self.total, self.draws))

    def _most(self, sizes: Sequence[int]) -> Sequence[int]:
        return sizes

    @property
    def certain(self) -> Mapping[int, int] | None:
        return dict(enumerate(self.copies)) if self.draws == self.total else None


class ReturningOdds(_CopiesOdds):
    """Each copy as often as it comes: the multinomial distribution."""

    def _chance(self, sizes: Sequence[int], numbers: Sequence[int]) -> Fraction:
        orders = factorial(self.draws) // prod(map(factorial, numbers))
        return Fraction(orders * prod(map(pow, sizes, numbers)), self.total**self.draws)

    def _most(self, sizes: Sequence[int]) -> Sequence[int]:
        return [self.draws if size else 0 for size in sizes]


class SpreadOdds(JointOdds):
    """All copies equally often, and some once more."""

    def __init__(self, copies: Sequence[int], draws: int) -> None:
        total = sum(copies)
        times, rest = divmod(draws, total) if total else (0, 0)
        once = [entry for entry, number in enumerate(copies) for _ in range(number)]
        super().__init__([HandOdds([(1, once * times)]), PileOdds(copies, rest)])

    def kind(self, entry: int) -> Hashable:
        return self.parts[1].kind(entry)
