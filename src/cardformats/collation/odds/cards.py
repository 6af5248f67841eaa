"""The subject of odds: a card with a finish, and its frequency."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import TypeAlias

from attrs import frozen

from ...model import CardRef, PackCard

#: A card and its finish.
What: TypeAlias = tuple[CardRef, str | None]

#: The expected number of a card, and the probability of one or more; None if it is not known.
Known: TypeAlias = tuple[Fraction | None, Fraction | None]


def what_is(card: PackCard) -> What:
    """Return the card and its finish."""
    return card.card, card.finish


@frozen
class CardOdds:
    """The frequency of a card in packs.

    Attributes:
        expected: The mean number of copies in a pack.
        none: The probability that a pack has no copy.
        exact: Whether both are known; otherwise they are 0 and 1.
    """

    expected: Fraction
    none: Fraction
    exact: bool = True

    @property
    def known(self) -> Known:
        """Return the mean number and the probability of at least one; None if not known."""
        return (self.expected, 1 - self.none) if self.exact else (None, None)


UNKNOWN = CardOdds(Fraction(), Fraction(1), exact=False)
NEVER = CardOdds(Fraction(), Fraction(1))


def any_of(options: Sequence[Mapping[What, CardOdds]]) -> dict[What, CardOdds]:
    """Return the odds of cards in one of several equally probable options."""
    if len(options) == 1:
        return dict(options[0])
    result = {}
    for what in dict.fromkeys(what for its in options for what in its):
        each = [its.get(what, NEVER) for its in options]
        expected = sum((odds.expected for odds in each), Fraction()) / len(each)
        none = sum((odds.none for odds in each), Fraction()) / len(each)
        exact = all(odds.exact for odds in each)
        result[what] = CardOdds(expected, none) if exact else UNKNOWN
    return result
