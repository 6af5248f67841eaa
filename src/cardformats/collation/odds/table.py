"""The table of a booster's odds."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import partial
from itertools import combinations

from attrs import frozen

from ...errors import CollationError
from ...model import CardRef, PackCard
from ..constraints import CardTests, Test
from .effort import limited
from .mixture import mixed
from .odds import Counts
from .pack import PackOdds

#: The probability of more cards together is not worked out.
_MOST_TOGETHER = 10


@frozen
class OddsRow:
    """How often packs have a card in a finish.

    Attributes:
        card: the card.
        finish: its finish; None for the usual.
        expected: how many copies a pack has on average.
        at_least_one: the probability that a pack has one.
        exact: both are exact; otherwise they were counted in simulated packs.
        error: the standard error of *expected*; 0.0 if it is exact.
    """

    card: CardRef
    finish: str | None
    expected: Fraction
    at_least_one: Fraction
    exact: bool = True
    error: float = 0.0


class OddsTable:
    """The odds of a booster's packs: rows, one for each card and finish that a pack can have.

    Where a set's event has several rounds with layouts of their own, a pack is one of any round.
    """

    def __init__(
        self, rows: Sequence[OddsRow], packs: Sequence[PackOdds], tests: CardTests
    ) -> None:
        """Take the rows, the odds of packs of each round, and what knows cards' properties."""
        self.rows = tuple(rows)
        self._packs = packs
        self._tests = tests

    def __iter__(self) -> Iterator[OddsRow]:
        """The rows, in the order of the sheets."""
        return iter(self.rows)

    def __len__(self) -> int:
        """How many rows there are."""
        return len(self.rows)

    def __repr__(self) -> str:
        """How many rows there are, and how many of them are exact."""
        exact = sum(row.exact for row in self.rows)
        return f"<OddsTable: {len(self.rows)} rows, {exact} exact>"

    @property
    def exact(self) -> bool:
        """Whether all rows are."""
        return all(row.exact for row in self.rows)

    def of(self, card: str | CardRef) -> tuple[OddsRow, ...]:
        """The rows of a card, by name or reference: one for each printing and finish."""
        return tuple(row for row in self.rows if card in (row.card, row.card.name))

    def counts(self, name: str, value: str) -> dict[int, Fraction] | None:
        """The distribution of how many cards of a pack have a property.

        Args:
            name: ``slot``, ``sheet``, ``name``, ``finish``, ``rarity``, ``color``, ``type``, or
                another property of cards.
            value: what it is, or has; upper and lower case are the same.

        Returns:
            for each number of cards its probability; None if it has no closed form.
        """
        counts = self._counts([self._tests.test(name, value)])
        if counts is None:
            return None
        return {number: chance for (number,), chance in sorted(counts.items())}

    def joint(self, *cards: str | CardRef) -> Fraction | None:
        """The probability that a pack has all of *cards*, by name or reference; None if unknown.

        Raises:
            CollationError: these are more than ten cards.
        """
        if len(cards) > _MOST_TOGETHER:
            message = f"joint odds are for up to {_MOST_TOGETHER} cards, not {len(cards)}"
            raise CollationError(message)
        together = Fraction()
        with limited():
            for number in range(len(cards) + 1):
                for some in combinations(cards, number):
                    counts = self._counts([partial(_is_one_of, frozenset(some))])
                    if counts is None:
                        return None
                    together += (-1) ** number * counts.get((0,), Fraction())
        return together

    def _counts(self, tests: Sequence[Test]) -> Counts | None:
        parts = []
        for pack in self._packs:
            with limited():
                counts = pack.counts(tests)
            if counts is None:
                return None
            parts.append((Fraction(1, len(self._packs)), counts))
        return mixed(parts) if parts else None


def _is_one_of(cards: frozenset[str | CardRef], card: PackCard) -> bool:
    return card.card in cards or card.card.name in cards
