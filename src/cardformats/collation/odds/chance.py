"""Odds of cards drawn at random by copies: without and with replacement, and spread evenly."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from fractions import Fraction
from math import comb, factorial, prod

from .effort import spend
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

        found = {}
        for numbers, each in hands(sizes, self.draws):
            spend(1)
            found[numbers] = Fraction(each, ways)
        return found

    def hand_of(self, groups: Sequence[tuple[Entries, int]], size: int) -> Fraction:  # noqa: ARG002 - of others there is none
        """See :class:`Odds`."""
        if sum(number for _, number in groups) != self.draws:
            return Fraction()
        ways = prod(comb(self.copies_of(entries), number) for entries, number in groups)
        return Fraction(ways, comb(self.total, self.draws))

    @property
    def certain(self) -> Mapping[int, int] | None:
        """See :class:`Odds`."""
        return dict(enumerate(self.copies)) if self.draws == self.total else None

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

        found = {}
        for numbers, each in hands(sizes, self.draws):
            spend(1)
            if each:
                found[numbers] = Fraction(each, ways)
        return found

    def hand_of(self, groups: Sequence[tuple[Entries, int]], size: int) -> Fraction:  # noqa: ARG002 - of others there is none
        """See :class:`Odds`."""
        if sum(number for _, number in groups) != self.draws:
            return Fraction()
        orders = factorial(self.draws) // prod(factorial(number) for _, number in groups)
        ways = prod(self.copies_of(entries) ** number for entries, number in groups)
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

    def hand_of(self, groups: Sequence[tuple[Entries, int]], size: int) -> Fraction:
        """See :class:`Odds`."""
        times, rest = divmod(self.draws, self.total) if self.total else (0, 0)
        if times and sum(self.copies_of(entries) for entries, _ in groups) < self.total:
            return Fraction()
        more = [(entries, n - times * self.copies_of(entries)) for entries, n in groups]
        if min((number for _, number in more), default=0) < 0:
            return Fraction()
        return PileOdds(self.copies, rest).hand_of(more, size)
