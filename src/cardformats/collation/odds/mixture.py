"""Odds put together: one of several drawings, or several independent ones."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from fractions import Fraction
from math import prod

from .effort import spend
from .odds import Counts, Entries, Odds


def mixed(parts: Iterable[tuple[Fraction, Counts]]) -> Counts:
    """The distribution of what happens if one of several distributions is chosen by chance."""
    together: dict[tuple[int, ...], Fraction] = {}
    for share, counts in parts:
        spend(len(counts))
        for numbers, chance in counts.items():
            together[numbers] = together.get(numbers, Fraction()) + share * chance
    return together


def added(parts: Iterable[Counts], groups: int) -> Counts:
    """The distribution of the sum of independent numbers of *groups*."""
    together: dict[tuple[int, ...], Fraction] = {(0,) * groups: Fraction(1)}
    for counts in parts:
        sums: dict[tuple[int, ...], Fraction] = {}
        spend(len(together) * len(counts))
        for some, chance in together.items():
            for more, other in counts.items():
                numbers = tuple(map(sum, zip(some, more, strict=True)))
                sums[numbers] = sums.get(numbers, Fraction()) + chance * other
        together = sums
    return together


class MixtureOdds(Odds):
    """One of several drawings from a sheet, by chance."""

    def __init__(self, parts: Sequence[tuple[Fraction, Odds]]) -> None:
        """Take each drawing with its probability."""
        self.parts = parts

    @classmethod
    def of(cls, shares: Iterable[Fraction], odds: Iterable[Odds | None]) -> Odds | None:
        """The mixture, if the odds of all drawings are known."""
        parts = [(share, each) for share, each in zip(shares, odds, strict=True) if each]
        return cls(parts) if sum(share for share, _ in parts) == 1 else None

    def counts(self, groups: Sequence[Entries]) -> Counts:
        """See :class:`Odds`."""
        return mixed((share, odds.counts(groups)) for share, odds in self.parts)

    def expected(self, entries: Entries) -> Fraction:
        """See :class:`Odds`."""
        return sum((share * odds.expected(entries) for share, odds in self.parts), Fraction())

    def none(self, entries: Entries) -> Fraction:
        """See :class:`Odds`."""
        return sum((share * odds.none(entries) for share, odds in self.parts), Fraction())

    def hand_of(self, groups: Sequence[tuple[Entries, int]], size: int) -> Fraction:
        """See :class:`Odds`."""
        return sum((share * odds.hand_of(groups, size) for share, odds in self.parts), Fraction())

    def kind(self, entry: int) -> Hashable:
        """See :class:`Odds`."""
        return tuple(odds.kind(entry) for _, odds in self.parts)


class JointOdds(Odds):
    """Several independent drawings from a sheet."""

    def __init__(self, parts: Sequence[Odds]) -> None:
        """Take all drawings."""
        self.parts = parts

    @classmethod
    def of(cls, odds: Sequence[Odds | None]) -> Odds | None:
        """The odds of all together, if each is known."""
        parts = [each for each in odds if each is not None]
        return cls(parts) if len(parts) == len(odds) else None

    def counts(self, groups: Sequence[Entries]) -> Counts:
        """See :class:`Odds`."""
        return added((odds.counts(groups) for odds in self.parts), len(groups))

    def expected(self, entries: Entries) -> Fraction:
        """See :class:`Odds`."""
        return sum((odds.expected(entries) for odds in self.parts), Fraction())

    def none(self, entries: Entries) -> Fraction:
        """See :class:`Odds`."""
        return prod((odds.none(entries) for odds in self.parts), start=Fraction(1))

    def hand_of(self, groups: Sequence[tuple[Entries, int]], size: int) -> Fraction:
        """See :class:`Odds`."""
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
        """See :class:`Odds`."""
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
        """See :class:`Odds`."""
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
        """See :class:`Odds`."""
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
        """See :class:`Odds`."""
        return self.odds.kind(entry)
