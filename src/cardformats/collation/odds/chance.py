"""Odds of cards drawn at random by copies: without and with replacement, and spread evenly."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from fractions import Fraction
from math import comb, factorial, prod

from .odds import Counts, Entries, Odds


class _CopiesOdds(Odds):
    """What odds by copies share.

    Attributes:
        copies: those of each entry.
        total: those of all entries.
        draws: how many cards are drawn.
    """

    def __init__(self, copies: Sequence[int], draws: int) -> None:
        """Draw so many cards of entries with so many copies each."""
        self.copies = copies
        self.total = sum(copies)
        self.draws = draws

    def copies_of(self, entries: Entries) -> int:
        """How many copies *entries* have together."""
        return sum(self.copies[entry] for entry in entries)

    def expected(self, entries: Entries) -> Fraction:
        """See :class:`Odds`."""
        copies = self.copies_of(entries)
        return Fraction(self.draws * copies, self.total) if copies else Fraction()

    def kind(self, entry: int) -> Hashable:
        """See :class:`Odds`."""
        return self.copies[entry]


class PileOdds(_CopiesOdds):
    """Each copy at most once: the hypergeometric distribution."""

    def counts(self, groups: Sequence[Entries]) -> Counts:
        """See :class:`Odds`."""
        sizes = [self.copies_of(group) for group in groups]
        rest = self.total - sum(sizes)
        ways = comb(self.total, self.draws)

        def hands(sizes: list[int], left: int) -> Iterator[tuple[tuple[int, ...], int]]:
            if not sizes:
                if left <= rest:
                    yield (), comb(rest, left)
                return
            for number in range(min(left, sizes[0]) + 1):
                these = comb(sizes[0], number)
                for numbers, others in hands(sizes[1:], left - number):
                    yield (number, *numbers), these * others

        return {numbers: Fraction(each, ways) for numbers, each in hands(sizes, self.draws)}

    def hand(self, numbers: Mapping[int, int], size: int) -> Fraction:  # noqa: ARG002 - of others there is none
        """See :class:`Odds`."""
        if sum(numbers.values()) != self.draws:
            return Fraction()
        ways = prod(comb(self.copies[entry], number) for entry, number in numbers.items())
        return Fraction(ways, comb(self.total, self.draws))

    def none(self, entries: Entries) -> Fraction:
        """See :class:`Odds`."""
        left = self.total - self.copies_of(entries)
        return Fraction(comb(left, self.draws), comb(self.total, self.draws))


class ReturningOdds(_CopiesOdds):
    """Each copy as often as it comes: the multinomial distribution."""

    def counts(self, groups: Sequence[Entries]) -> Counts:
        """See :class:`Odds`."""
        sizes = [self.copies_of(group) for group in groups]
        rest = self.total - sum(sizes)
        ways = self.total**self.draws

        def hands(sizes: list[int], left: int) -> Iterator[tuple[tuple[int, ...], int]]:
            """Numbers of cards, and the ways to get them divided by left!."""
            if not sizes:
                yield (), rest**left * (factorial(self.draws) // factorial(left))
                return
            for number in range(left + 1):
                for numbers, others in hands(sizes[1:], left - number):
                    yield (number, *numbers), sizes[0] ** number * others // factorial(number)

        counts = {numbers: Fraction(each, ways) for numbers, each in hands(sizes, self.draws)}
        return {numbers: chance for numbers, chance in counts.items() if chance}

    def hand(self, numbers: Mapping[int, int], size: int) -> Fraction:  # noqa: ARG002 - of others there is none
        """See :class:`Odds`."""
        if sum(numbers.values()) != self.draws:
            return Fraction()
        orders = factorial(self.draws) // prod(map(factorial, numbers.values()))
        ways = prod(self.copies[entry] ** number for entry, number in numbers.items())
        return Fraction(orders * ways, self.total**self.draws)

    def none(self, entries: Entries) -> Fraction:
        """See :class:`Odds`."""
        if not self.draws:
            return Fraction(1)
        return (1 - Fraction(self.copies_of(entries), self.total)) ** self.draws


class SpreadOdds(_CopiesOdds):
    """All copies equally often, and some once more."""

    def counts(self, groups: Sequence[Entries]) -> Counts:
        """See :class:`Odds`."""
        times, rest = divmod(self.draws, self.total) if self.total else (0, 0)
        sure = [times * self.copies_of(group) for group in groups]
        more = PileOdds(self.copies, rest).counts(groups)
        return {
            tuple(a + b for a, b in zip(sure, numbers, strict=True)): chance
            for numbers, chance in more.items()
        }

    def hand(self, numbers: Mapping[int, int], size: int) -> Fraction:
        """See :class:`Odds`."""
        times, rest = divmod(self.draws, self.total) if self.total else (0, 0)
        if times and any(
            copies and entry not in numbers for entry, copies in enumerate(self.copies)
        ):
            return Fraction()
        more = {entry: n - times * self.copies[entry] for entry, n in numbers.items()}
        if min(more.values(), default=0) < 0:
            return Fraction()
        return PileOdds(self.copies, rest).hand(more, size)
