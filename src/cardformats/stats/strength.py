"""The strength of a balance, fitted to opened packs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from math import prod

from attrs import evolve, frozen

from ..collation import Generator
from ..collation.odds.classes import SheetClasses
from ..collation.odds.table import ExactOdds
from ..collation.rounds import layouts_by_round
from ..collation.words import known_word
from ..errors import CollationError
from ..model import Balanced, Booster, CardSet, Sheet
from .intervals import Row, likely_interval, log_likelihood, normal_quantile
from .opened import Opened, OpenedPacks
from .wording import number_of_packs

#: The number of strengths that are tried, and of refinements of the best one.
_TRIED, _REFINED = 100, 6


@frozen
class StrengthFit:
    """The strength of a balance, as far as opened packs show it.

    Attributes:
        sheet: The name of the balanced sheet.
        packs: The number of packs.
        strength: The maximum likelihood estimate.
        low, high: The ends of its confidence interval.
        confidence: The share of such intervals that contain the true strength, for many packs; the
            share is greater if the strength is 0 or 1.
    """

    sheet: str
    packs: int
    strength: float
    low: float
    high: float
    confidence: float

    def __str__(self) -> str:
        interval = f"{self.confidence:.0%} confidence interval {self.low:.3f} to {self.high:.3f}"
        packs = number_of_packs(self.packs)
        return f"{self.sheet}: strength = {self.strength:.3f} ({interval}; {packs})"


def fit_strength(
    generator: Generator,
    observed: Iterable[Opened],
    sheet: str | None = None,
    *,
    confidence: float = 0.95,
) -> StrengthFit:
    """Return the strength of a balanced sheet that maximises the likelihood of opened packs.

    The strength is the probability that the sheet balances a slot that it may balance. So the
    probability of the numbers of cards of each class is a polynomial in the strength. Its degree is
    the number of such slots, so one more strength than that determines it everywhere. The interval
    has all strengths whose likelihood is not much below the greatest (twice the difference of the
    logarithms is a chi-square of one degree of freedom).

    The packs are assumed to be independent of one another. Those of a box with quotas are not.

    Args:
        generator: A generator of the booster; its seed does not matter.
        observed: Packs, as for :func:`test`.  If all cards show their sheets, only those of
            the sheet count; otherwise all cards that are on it.
        sheet: The name of the balanced sheet. [default: the only one]
        confidence: The confidence level of the interval, between 0 and 1.

    Raises:
        CollationError: If there is no such sheet, or no slot that it can balance; there are no
            packs, or one that is impossible at any strength; the odds have no closed form, or are
            the same at every strength; or the booster has guarantees.
    """
    cardset, booster = generator.words.cardset, generator.booster
    opened = OpenedPacks.read(observed, generator.words, (), cardset.sheets)
    its = _balanced_sheet(cardset, booster, sheet)
    z = normal_quantile(confidence)
    degree = _slots(cardset, booster, its)
    exact = [_odds(cardset, booster, its, Fraction(at, degree)) for at in range(degree, -1, -1)]
    chances = _chances(cardset, its, exact, opened)
    for at, each in enumerate(chances):
        if not any(each):
            raise CollationError(f"pack {at} is impossible at every strength")
    if all(len({*each}) == 1 for each in chances):
        raise CollationError(f"the packs are equally probable at every strength of {its.name!r}")
    # only proportions matter, and probabilities of whole packs can be too small for a float
    rows = Counter[Row](tuple(float(chance / max(each)) for chance in each) for each in chances)
    places = [at / degree for at in range(degree, -1, -1)]

    def likelihood_at(strength: float) -> float:
        return log_likelihood(rows, _lagrange(places, strength))

    best = _greatest(likelihood_at)
    ends = likely_interval(likelihood_at, best, z)
    return StrengthFit(its.name, len(opened.packs), best, *ends, confidence)


def _chances(
    cardset: CardSet, sheet: Sheet, exact: Sequence[ExactOdds], opened: OpenedPacks
) -> Sequence[Sequence[Fraction]]:
    """Return the probabilities of each pack by the odds of each strength."""
    view = opened.view.cards
    classes = SheetClasses(cardset, sheet.name, anywhere=view != "place", names=view == "name")
    tables = []
    for each in exact:
        table = classes.counts(each.packs)
        if table is None:  # the other strengths would take as long and fail as well
            hint = "" if view == "place" else "; packs whose cards have sheets may have one"
            raise CollationError(f"the class counts of {sheet.name!r} have no closed form{hint}")
        tables.append(table.chances)
    came = [Counter(map(classes.rank, pack)) for pack in opened.packs]
    ranks = range(len(classes.classes))
    numbers = [tuple(each[rank] for rank in ranks) for each in came]
    return [[table.get(each, Fraction()) for table in tables] for each in numbers]


def _balanced_sheet(cardset: CardSet, booster: Booster, name: str | None) -> Sheet:
    """Return the sheet of that name, or the only one, that packs of *booster* balance."""
    drawn = {each.sheet for slot, share in booster.walk() if share for each in slot.sheets}
    sheets = {
        each.name: each
        for each in cardset.sheets.values()
        if each.name in drawn
        and isinstance(each.collation, Balanced)
        and each.collation.rule == "unbiased"
    }
    if name is not None:
        return sheets[known_word(name, sheets, "balanced sheet")]
    if len(sheets) != 1:
        which = ", ".join(map(repr, sheets)) or "none"
        raise CollationError(f"specify the balanced sheet; the balanced sheets are: {which}")
    return next(iter(sheets.values()))


def _slots(cardset: CardSet, booster: Booster, sheet: Sheet) -> int:
    """Return the maximum number of slots of a pack that *sheet* can balance."""
    layouts = [each for its in layouts_by_round(cardset, booster) for each, weight in its if weight]
    most = max(
        sum(
            share > 0 and slot.count != 1 and sheet.name in {each.sheet for each in slot.sheets}
            for slot, share in layout.walk()
        )
        for layout in layouts
    )
    if not most:
        raise CollationError(f"no slot of several cards draws from the sheet {sheet.name!r}")
    return most


def _odds(cardset: CardSet, booster: Booster, sheet: Sheet, strength: Fraction) -> ExactOdds:
    """Return the odds of packs of each round if *sheet* is balanced with this *strength*."""
    by = sheet.collation.by if isinstance(sheet.collation, Balanced) else "color"
    balanced = evolve(sheet, collation=Balanced(by, strength=strength))
    sheets = [balanced if each is sheet else each for each in cardset.sheets.values()]
    exact = ExactOdds.of(evolve(cardset, sheets=sheets), booster)
    if exact.guarantees.limits:
        raise CollationError("a strength cannot be fitted to packs that keep guarantees")
    return exact


def _lagrange(places: Sequence[float], at: float) -> list[float]:
    """Return the factors that combine values of a polynomial at *places* to its value *at*."""
    return [prod((at - each) / (one - each) for each in places if each != one) for one in places]


def _greatest(value: Callable[[float], float]) -> float:
    """Return the position from 0 to 1 at which *value* is greatest."""
    low, high = 0.0, 1.0
    for _ in range(_REFINED):
        step = (high - low) / _TRIED
        best = max((low + at * step for at in range(_TRIED + 1)), key=value)
        low, high = max(best - step, 0.0), min(best + step, 1.0)
    return best
