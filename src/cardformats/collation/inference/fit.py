"""Goodness of fit: whether opened packs agree with a generator's odds."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction

from attrs import frozen

from ...model import CardRef
from ..words import known_word
from .family import Sums, z_of
from .null import WEIGHTS, Family, Null, TestResult
from .observed import Observed, Opened

#: So many cards are in the text of a fit.
_SHOWN = 5


@frozen
class CardFit:
    """How often a card came, and how often it should have.

    Attributes:
        card: the card, or its name if the packs tell only names.
        finish: its finish; None for the usual, and if the packs do not tell it.
        observed: how many copies came.
        expected: how many come on average.
        z: the difference in standard deviations; infinite for what cannot be.
    """

    card: CardRef | str
    finish: str | None
    observed: int
    expected: float
    z: float

    @property
    def name(self) -> str:
        """The name of the card."""
        return self.card if isinstance(self.card, str) else self.card.name

    def __str__(self) -> str:
        finish = f" ({self.finish})" if self.finish else ""
        return (
            f"{self.name}{finish}: {self.observed} instead of {self.expected:.4g} (z {self.z:+.2f})"
        )


@frozen
class Fit:
    """How well opened packs agree with the odds.

    Attributes:
        packs: how many there are.
        p_value: the probability that any of the tests is as striking as the most striking one, or
            more, if the odds are right; 0 if a pack came that cannot.
        tests: what was tested, the most striking first.
        cards: all that can come or came, those first that stick out most.
        exact: the odds of cards are exact; otherwise they were estimated from simulated packs.
        impossible: the cards that came but cannot, or not so often in a pack; of a pack that cannot
            come for the sake of no single card, all cards.
        impossible_packs: which of the packs cannot come, from 0.
    """

    packs: int
    p_value: float
    tests: tuple[TestResult, ...]
    cards: tuple[CardFit, ...]
    exact: bool
    impossible: tuple[CardFit, ...] = ()
    impossible_packs: tuple[int, ...] = ()

    def of(self, name: str) -> TestResult | None:
        """The test of that name; None if these packs cannot be asked it.

        Raises:
            CollationError: there is no test of that name.
        """
        name = known_word(name, WEIGHTS, "test")
        return next((each for each in self.tests if each.name == name), None)

    def __str__(self) -> str:
        by = "" if self.exact else ", odds estimated from simulated packs"
        packs = "1 pack" if self.packs == 1 else f"{self.packs} packs"
        lines = [f"{packs}: p = {self.p_value:.3g} for {len(self.tests)} tests together{by}"]
        if self.impossible_packs:
            number = len(self.impossible_packs)
            those = "1 pack" if number == 1 else f"{number} packs"
            names = list(dict.fromkeys(card.name for card in self.impossible))
            having = f", with {_first(names)}" if names else ""
            lines.append(f"  {those} cannot come ({_first(self.impossible_packs)}){having}")
        return "\n".join([*lines, *(f"  {test}" for test in self.tests)])


def _first(those: Sequence[object]) -> str:
    """The first of some things."""
    return ", ".join([*map(str, those[:_SHOWN]), *(["…"] if those[_SHOWN:] else [])])


def test(null: Null, observed: Iterable[Opened]) -> Fit:
    """Compare opened packs with the odds of a booster.

    Totals of cards say nothing of packs that cannot be made, such as one with a card twice.  So
    each pack is looked at by itself, first: one whose exact probability is 0, or that has a card
    that cannot come, or not so often, makes the p-value 0.

    Then there is a family of tests (docs/explanation/testing-packs.md).  What is known of the
    odds of cards is exact where there is a closed form; where not, and for what is about whole
    packs, it is estimated from 10,000 simulated packs, or fewer if they are large.  It is assumed
    that packs are independent, and of any round of the event.

    Args:
        null: the odds that are assumed.
        observed: the opened packs.  If any of their cards is just a name, only names are looked at;
            if any is a reference, only cards, not finishes.  Layouts and sheets are looked at if
            all packs tell them.

    Raises:
        CollationError: there are no packs, or none keeps the guarantees of the booster.
        EmptySheetError: simulated packs cannot be filled.
    """
    opened = Observed.read(observed, *null.names)
    if null.exact is not None:
        null.exact.check_kept()
    seen = null.seen(opened.view)
    faults = seen.possible.faults(opened.pack_keys())
    sums = seen.sums(opened)
    family = seen.family(len(opened.packs))
    results = family.results(sums)
    cards = _cards(family, sums)
    p_value = min((each.corrected for each in results), default=1.0)
    blamed = {key for keys in faults.values() for key in keys}
    return Fit(
        len(opened.packs),
        0.0 if faults else p_value,
        results,
        cards,
        family.cards.exact,
        tuple(card for card in cards if (card.card, card.finish) in blamed),
        tuple(faults),
    )


def _cards(family: Family, sums: Sums) -> tuple[CardFit, ...]:
    """How often each card came."""
    singles = family.cards.singles
    own = dict.fromkeys([*singles, *(each for each in sums.counts if each.kind == "card")])
    cards = []
    for card in own:
        mean, variance = singles.get(card, (Fraction(), Fraction()))
        observed, expected = sums.counts[card], float(sums.packs * mean)
        z = z_of(observed - expected, float(sums.packs * variance))
        ref, finish = card.value
        cards.append(CardFit(ref, finish, observed, expected, z))
    return tuple(sorted(cards, key=lambda card: -abs(card.z)))
