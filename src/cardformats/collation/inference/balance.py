"""The strength of a balance, fitted to opened packs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from math import prod
from operator import mul
from typing import TypeAlias, TypeGuard, TypeVar

from attrs import evolve, frozen

from ...errors import CollationError
from ...model import Balanced, Booster, CardSet, Pack, PackCard, Sheet
from ..likelihood import likelihood
from ..odds.classes import SheetClasses
from ..odds.table import ExactOdds
from ..rounds import layouts_by_round
from ..words import known_word
from .observed import Card, Observed, Opened, packs_of
from .shares import Row, likely_interval, log_likelihood, z_for

T = TypeVar("T", float, Fraction)

_Opened: TypeAlias = Pack | tuple[Card, ...]

_NONE = Fraction()

#: So many strengths are tried before the best of them is refined, and so often.
_TRIED, _HALVED = 100, 50


@frozen
class StrengthFit:
    """How strong a balance is, as far as opened packs tell.

    Attributes:
        sheet: the name of the balanced sheet.
        packs: how many packs there are.
        strength: the most likely one.
        low, high: the ends of its interval: all strengths that packs like these do not contradict.
        confidence: how often such an interval has the true strength, for many packs; more often
            where that is 0 or 1.
    """

    sheet: str
    packs: int
    strength: float
    low: float
    high: float
    confidence: float

    def __str__(self) -> str:
        interval = f"{self.confidence:.0%} interval {self.low:.3f} to {self.high:.3f}"
        packs = "1 pack" if self.packs == 1 else f"{self.packs} packs"
        return f"{self.sheet}: strength {self.strength:.3f} ({interval}; {packs})"


def fit_strength(
    cardset: CardSet,
    booster: Booster,
    observed: Iterable[Opened],
    sheet: str | None = None,
    confidence: float = 0.95,
) -> StrengthFit:
    """The strength that makes opened packs most likely.

    In each slot that the sheet may balance it does so with the strength as the probability.  So the
    probability of what a pack has is a polynomial in the strength, of as many degrees as there are
    such slots, and is known everywhere if it is known for one strength more.  What is looked at is
    how many cards of each class a pack has; the cards themselves, if that has no closed form.  The
    interval has all strengths whose likelihood is not much below the greatest (twice the difference
    of the logarithms is a chi-square of one degree of freedom).

    The packs are taken to be independent of one another, as those of a box with quotas are not.

    Args:
        cardset: the sheets and boosters.
        booster: what was opened.
        observed: packs, as for :func:`~cardformats.collation.inference.fit.test`.  If all cards
            tell from which sheet they are, only those of the sheet count; otherwise all cards that
            are on it.
        sheet: the name of the balanced sheet; the only one if not given.
        confidence: of the interval.

    Raises:
        CollationError: there is no such sheet, or no slot that it can balance; there are no packs,
            or one that comes at no strength; the odds have no closed form, or the booster has
            guarantees.
    """
    its = _balanced_sheet(cardset, booster, sheet)
    z = z_for(confidence)
    degree = _slots(cardset, booster, its)
    packs = packs_of(observed)
    opened = Observed.read(packs, (), cardset.sheets)
    strengths = [Fraction(at, degree + 1) for at in range(1, degree + 2)]
    exact = [_odds(cardset, booster, its, strength) for strength in strengths]
    chances = _chances(cardset, its, exact, packs, opened)
    for at, each in enumerate(chances):
        if not any(each):
            raise CollationError(f"pack {at} of those observed comes at no strength")
    if all(len({*each}) == 1 for each in chances):
        raise CollationError(f"these packs are as likely at every strength of {its.name!r}")
    # only proportions count, and the chances of whole packs can be too small for a float
    ratios = Counter(tuple(each / max(its) for each in its) for its in chances)
    rows = Counter[Row]()
    for each, number in ratios.items():
        rows[_evenly(strengths, each)] += number
    places = [at / degree for at in range(degree + 1)]

    def likelihood_at(strength: float) -> float:
        return log_likelihood(rows, _shares(places, strength))

    best = _greatest(likelihood_at)
    ends = likely_interval(likelihood_at, best, z)
    return StrengthFit(its.name, len(packs), best, *ends, confidence)


def _chances(
    cardset: CardSet,
    sheet: Sheet,
    exact: Sequence[ExactOdds],
    packs: Sequence[_Opened],
    opened: Observed,
) -> list[tuple[Fraction, ...]]:
    """The probabilities of what each pack has, by the odds of each strength.

    What all *packs* tell is *opened*.
    """
    tell_sheets, names = (opened.view.cards == what for what in ("place", "name"))
    classes = SheetClasses(cardset, sheet.name, anywhere=not tell_sheets, names=names)
    counts = [classes.counts(exact[0].packs)]
    if counts[0] is not None:  # else it would take as long to find out for the others
        counts += [classes.counts(each.packs) for each in exact[1:]]
    chances: list[list[Fraction | None]]
    if None not in counts:
        tables = [each.chances for each in counts if each is not None]
        chances = [
            [table.get(_numbers(classes, each), _NONE) for table in tables] for each in opened.packs
        ]
    else:
        whole = [pack for pack in packs if _is_whole(pack)]
        chances = [[likelihood(odds, pack) for odds in exact] for pack in whole]
    known = [tuple(chance for chance in each if chance is not None) for each in chances]
    if len(known) < len(packs) or any(len(each) < len(exact) for each in known):
        hint = "" if tell_sheets else "; packs whose cards tell their sheets may have one"
        raise CollationError(f"the class counts of {sheet.name!r} have no closed form{hint}")
    return known


def _is_whole(pack: _Opened) -> TypeGuard[Pack | tuple[PackCard, ...]]:
    """Whether a pack tells all of its cards."""
    return isinstance(pack, Pack) or all(isinstance(card, PackCard) for card in pack)


def _balanced_sheet(cardset: CardSet, booster: Booster, name: str | None) -> Sheet:
    """The sheet of that name, or the only one, that packs of *booster* draw from and balance."""
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
        raise CollationError(f"say which sheet's strength is meant; balanced are: {which}")
    return next(iter(sheets.values()))


def _slots(cardset: CardSet, booster: Booster, sheet: Sheet) -> int:
    """How many slots of a pack *sheet* can balance, at most."""
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
    """The odds of packs, for each round, if *sheet* is balanced with this *strength*."""
    by = sheet.collation.by if isinstance(sheet.collation, Balanced) else "color"
    balanced = evolve(sheet, collation=Balanced(by, strength=strength))
    sheets = [balanced if each is sheet else each for each in cardset.sheets.values()]
    changed = evolve(cardset, sheets=sheets)
    exact = ExactOdds.of(changed, booster)
    if exact.guarantees.limits:
        raise CollationError("a strength cannot be fitted to packs that keep guarantees")
    return exact


def _numbers(classes: SheetClasses, pack: Sequence[Card]) -> tuple[int, ...]:
    """How many cards of each class a pack has."""
    came = Counter(map(classes.rank, pack))
    return tuple(came[rank] for rank in range(len(classes.classes)))


def _shares(places: Sequence[T], at: T) -> list[T]:
    """With what factors the values of a polynomial at some *places* add up to that *at* another."""
    return [
        prod((at - each) / (one - each) for each in places if each != one)  # type: ignore[misc] # of T
        for one in places
    ]


def _evenly(places: Sequence[Fraction], values: Sequence[Fraction]) -> Row:
    """The values of a polynomial at as many places from 0 to 1, given those at other *places*."""
    ends = [Fraction(at, len(places) - 1) for at in range(len(places))]
    return tuple(float(sum(map(mul, _shares(places, end), values), Fraction())) for end in ends)


def _greatest(value: Callable[[float], float]) -> float:
    """Where *value* is greatest from 0 to 1."""
    tried = [at / _TRIED for at in range(_TRIED + 1)]
    best = max(tried, key=value)
    low, high = max(best - 1 / _TRIED, 0.0), min(best + 1 / _TRIED, 1.0)
    for _ in range(_HALVED):
        third = (high - low) / 3
        if value(low + third) < value(high - third):
            low += third
        else:
            high -= third
    return max((best, low, high), key=value)
