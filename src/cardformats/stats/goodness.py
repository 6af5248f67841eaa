"""Goodness of fit: whether opened packs agree with a generator's odds."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from attrs import frozen

from ..collation import Generator
from ..collation.words import known_word
from ..model import CardRef
from ..tabular import Tabular, TextTable
from .hypothesis import WEIGHTS, Hypothesis
from .opened import Opened
from .pack_tests import Cell, TestResult
from .wording import first_of, number_of_packs

#: The maximum number of cards and packs in the text of a fit.
_SHOWN = 5


@frozen
class CardFit:
    """The observed and the expected number of copies of a card.

    Attributes:
        card: The card, or its name if the packs show only names.
        finish: Its finish; None for the usual one, and if the packs do not show it.
        observed: The number of copies in the opened packs.
        expected: The mean number of copies in the same number of packs.
        z: The difference in standard deviations; infinite for an impossible card.
    """

    card: CardRef | str
    finish: str | None
    observed: int
    expected: float
    z: float

    @property
    def name(self) -> str:
        """Return the name of the card."""
        return self.card if isinstance(self.card, str) else self.card.name

    def __str__(self) -> str:
        label = f"{self.name} ({self.finish})" if self.finish else self.name
        return str(Cell(label, self.observed, self.expected, self.z))


@frozen
class Fit(Tabular):
    """The agreement of opened packs with the odds, one row for each test.

    Attributes:
        packs: The number of packs.
        p_value: The probability that any of the tests is as striking as the most striking one, or
            more, if the odds are right; 0 if any pack is impossible.
        tests: The tests, the most striking first.
        cards: All possible and all observed cards, the most striking first.
        exact: Whether the odds of cards are exact; otherwise they were estimated from simulated
            packs.
        impossible: The cards that cannot occur, or not that many times in a pack; if no single card
            makes a pack impossible, all its cards.
        impossible_packs: Which of the packs are impossible, from 0.
    """

    packs: int
    p_value: float
    tests: TextTable[TestResult]
    cards: TextTable[CardFit]
    exact: bool
    impossible: TextTable[CardFit]
    impossible_packs: tuple[int, ...]

    def __iter__(self) -> Iterator[TestResult]:
        """Yield the tests, the most significant first."""
        return iter(self.tests)

    def of(self, name: str) -> TestResult | None:
        """Return the test of that name; None if it does not apply to these packs.

        Raises:
            CollationError: If there is no test of that name.
        """
        name = known_word(name, WEIGHTS, "test")
        return next((each for each in self.tests if each.name == name), None)

    def __str__(self) -> str:
        by = "" if self.exact else ", odds estimated from simulated packs"
        packs, tests = number_of_packs(self.packs), len(self.tests)
        lines = [f"{packs}: p = {self.p_value:.3g}, adjusted for {tests} tests{by}"]
        if self.impossible_packs:
            count = number_of_packs(len(self.impossible_packs))
            names = list(dict.fromkeys(card.name for card in self.impossible))
            having = f", with {first_of(names, _SHOWN, '…')}" if names else ""
            lines.append(
                f"{count} impossible ({first_of(self.impossible_packs, _SHOWN, '…')}){having}"
            )
        return "\n  ".join([*lines, *map(str, self.tests)])


def test(generator: Generator, observed: Iterable[Opened]) -> Fit:
    """Test whether opened packs agree with a generator's odds.

    Totals of cards do not show packs that cannot be made, such as a pack with a duplicate.
    Therefore each pack is examined first. If its exact probability is 0, or if one of its cards
    cannot occur that many times, the p-value is 0.

    Then a family of tests is made (docs/explanation/testing-packs.md). The odds of cards are exact
    if there is a closed form. Other odds, and those of whole packs, are estimated from 10,000
    simulated packs, or fewer if they are large. Packs are assumed to be independent, and from any
    round of the event.

    Args:
        generator: The generator with the assumed odds; its seed does not matter.
        observed: The opened packs; each is a :class:`~cardformats.Pack`, or cards: cards of packs,
            references or names. If any card is only a name, only names are used; if any is a
            reference, only cards without finishes are used. Layouts and sheets are used if all
            packs show them.

    Raises:
        CollationError: If there are no packs, none meets the guarantees of the booster, or a pack
            has a card or a finish that the set does not have.
        EmptySheetError: If simulated packs cannot be filled.
    """
    hypothesis = Hypothesis.of(generator)
    opened = hypothesis.read(observed)
    hypothesis.check_kept()
    seen = hypothesis.seen(opened.view)
    violations = seen.possible.violations(opened.card_keys())
    sums = seen.sums(opened)
    family = seen.family(len(opened.packs))
    results = family.results(sums)
    came = (each for each in sums.counts if each.kind == "card")
    cards = [
        CardFit(*card.value, *family.cards.compared(card, sums))  # type: ignore[call-arg] # five
        for card in dict.fromkeys([*family.cards.singles, *came])
    ]
    cards.sort(key=lambda card: -abs(card.z))
    p_value = min((each.corrected for each in results), default=1.0)
    blamed = {key for keys in violations.values() for key in keys}
    return Fit(
        len(opened.packs),
        0.0 if violations else p_value,
        TextTable(results),
        TextTable(cards),
        family.cards.simulated is None,
        TextTable(card for card in cards if (card.card, card.finish) in blamed),
        tuple(violations),
    )
