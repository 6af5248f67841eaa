"""Goodness of fit: whether opened packs agree with a generator's odds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import pairwise
from math import ceil, copysign, inf, sqrt
from typing import TypeAlias

from attrs import frozen

from ...errors import CollationError
from ...model import Booster, CardRef, CardSet, Pack, PackCard
from ..effort import limited
from ..odds.table import ExactOdds, Simulate
from .chi_square import Chi, statistic, upper_tail
from .moments import (
    ExactMoments,
    Key,
    KeyOf,
    Moments,
    SimulatedMoments,
    by_card,
    by_finish,
    by_name,
)
from .possible import Possible

#: An opened pack: the cards that are in it.
Opened: TypeAlias = Pack | Iterable[PackCard | CardRef | str]

#: Cells with fewer cards than this, on average, are put together.
_LEAST = 5

#: So many cells at most are compared with the covariance of each two of them.
_MOST_CELLS = 24

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
        statistic: chi-square; infinite if a pack came that cannot.
        freedom: its degrees of freedom.
        p_value: the probability of such a statistic, or a greater one, if the odds are right.
        cards: all that can come or came, those first that stick out most.
        exact: the odds are exact; otherwise they were estimated from simulated packs.
        impossible: the cards that came but cannot, or not so often in a pack; of a pack that cannot
            come for the sake of no single card, all cards.
        impossible_packs: which of the packs cannot come, from 0.
    """

    packs: int
    statistic: float
    freedom: int
    p_value: float
    cards: tuple[CardFit, ...]
    exact: bool
    impossible: tuple[CardFit, ...] = ()
    impossible_packs: tuple[int, ...] = ()

    def __str__(self) -> str:
        by = "" if self.exact else ", odds estimated from simulated packs"
        head = (
            f"{self.packs} packs: chi-square {self.statistic:.4g} with {self.freedom} degrees of "
            f"freedom, p = {self.p_value:.3g}{by}"
        )
        lines = [head]
        if self.impossible_packs:
            number = len(self.impossible_packs)
            packs = "1 pack" if number == 1 else f"{number} packs"
            names = dict.fromkeys(card.name for card in self.impossible)
            shown = ", ".join(list(names)[:_SHOWN]) + (", …" if len(names) > _SHOWN else "")
            lines.append(f"  {packs} cannot come: {shown}")
        return "\n".join([*lines, *(f"  {card}" for card in self.cards[:_SHOWN])])


def test(
    cardset: CardSet,
    booster: Booster,
    exact: ExactOdds | None,
    simulate: Simulate,
    observed: Iterable[Opened],
) -> Fit:
    """Compare opened packs with the odds of a booster by a chi-square test.

    The cards of a pack keep each other away, so that the plain statistic, the sum of (o - e)² / e,
    is too small.  What is used instead has two parts, whose sum is chi-square for many packs:

    * Cards that are alike (the same copies, sheets and classes) are exchangeable: each has the
      variance v in a pack, and each two the same covariance r.  Then the sum of (o - e)² /
      (N (v - r)), with e the average of these cards, has one degree of freedom less than there are
      cards.  From the variance V of the total of n such cards, v - r = (n² v - V) / (n (n - 1)).
      For k of n without replacement that is p (1 - p) n / (n - 1), with p = k / n.
    * The totals of all groups of alike cards are compared by their exact covariance.

    Groups and cards are put together where fewer than 5 would come.  It is assumed that packs are
    independent, of any round of the event, and that differences within one group say nothing
    about those within another; that is nearly so where the foil of a card keeps it away.  Where
    odds are not exact, or none are known, means and covariances of up to 24 groups of cards are
    estimated from 10,000 simulated packs, or as many as have half a million cards.

    Totals of cards say nothing of packs that cannot be made, such as one with a card twice.  So
    each pack is looked at by itself, too: one whose exact probability is 0, or that has a card that
    cannot come, or not so often, makes the statistic infinite and the p-value 0.

    Args:
        cardset: the sheets and boosters.
        booster: what is assumed to be opened.
        exact: the odds that are assumed; None if they are those of another program's rules.
        simulate: makes packs with these odds, where they are not all known.
        observed: the opened packs.  If any of their cards is just a name, only names are looked at;
            if any is a reference, only cards, not finishes.

    Raises:
        CollationError: there are no packs, or none keeps the guarantees of the booster.
        EmptySheetError: simulated packs cannot be filled.
    """
    packs, key_of = _read(observed)
    if not packs:
        raise CollationError("there are no packs to test")
    if exact is not None:
        exact.check_kept()
    came = Counter(key for pack in packs for key in pack)
    faults = Possible(cardset, booster, exact, key_of).faults(packs)
    if exact is not None:
        try:
            with limited():
                return _fit(ExactMoments(exact, key_of), came, len(packs), faults)
        except CollationError:
            pass  # there is no closed form
    return _fit(SimulatedMoments(cardset, simulate, key_of), came, len(packs), faults)


def _fit(
    null: Moments, came: Counter[Key], number: int, faults: Mapping[int, Sequence[Key]]
) -> Fit:
    """Compare the cards that *came* in a *number* of packs with what is known of packs.

    *faults* are the keys to blame in each pack that cannot come.
    """
    cards: list[CardFit] = []
    values: list[Chi] = []
    for alike in null.alike:
        mean = null.mean(alike[:1])
        ((square,),) = null.products([alike[:1]])
        variance = square - mean * mean
        cards += [_card(key, came[key], number * mean, number * variance) for key in alike]
        values.append(_within(null, alike, came, number, mean, variance))
    known = {key for alike in null.alike for key in alike}
    blamed = {key for keys in faults.values() for key in keys}
    # what no simulated pack had is nevertheless possible, if only just
    seldom = [key for key in came if null.packs and key not in known and key not in blamed]
    values.append(_between(null, came, number, sum(came[key] for key in seldom)))
    share = Fraction(number, null.packs or 1)
    cards += [_card(key, came[key], share, share) for key in seldom]
    known.update(seldom)
    cards += [_card(key, came[key], Fraction(), Fraction()) for key in came if key not in known]
    cards.sort(key=lambda card: -abs(card.z))
    total = sum(value for value, _ in values)
    if faults or inf in {abs(card.z) for card in cards}:
        total = inf
    freedom = sum(degrees for _, degrees in values)
    return Fit(
        number,
        total,
        freedom,
        upper_tail(total, freedom),
        tuple(cards),
        null.packs is None,
        tuple(card for card in cards if (card.card, card.finish) in blamed),
        tuple(faults),
    )


def _read(observed: Iterable[Opened]) -> tuple[list[list[Key]], KeyOf]:
    """The cards of each pack, as far as all packs tell them."""
    packs = [tuple(pack.cards if isinstance(pack, Pack) else pack) for pack in observed]
    kinds = {type(card) for pack in packs for card in pack}
    key_of = by_name if str in kinds else by_card if CardRef in kinds else by_finish
    return [[key_of(card) for card in pack] for pack in packs], key_of


def _card(key: Key, observed: int, expected: Fraction, variance: Fraction) -> CardFit:
    off = observed - expected
    z = float(off) / sqrt(variance) if variance else copysign(inf, off) if off else 0.0
    return CardFit(*key, observed, float(expected), z)


def _within(
    null: Moments,
    alike: Sequence[Key],
    came: Counter[Key],
    packs: int,
    mean: Fraction,
    variance: Fraction,
) -> Chi:
    """How much cards that are *alike* differ; each has this *mean* and *variance*."""
    number = len(alike)
    size = ceil(_LEAST / (packs * mean)) if mean else number
    cells = number // size
    if cells < 2:  # noqa: PLR2004 - one alone has none to differ from
        return 0.0, 0
    whole = null.mean(alike)
    ((square,),) = null.products([alike])
    apart = (number * number * variance - square + whole * whole) / (number * (number - 1))
    average = Fraction(sum(came[key] for key in alike), number)
    total = Fraction()
    for cell in range(cells):
        keys = alike[number * cell // cells : number * (cell + 1) // cells]
        total += (sum(came[key] for key in keys) - len(keys) * average) ** 2 / len(keys)
    if not apart:
        return (inf if total else 0.0), 0
    return float(total / (packs * apart)), cells - 1


def _between(null: Moments, came: Counter[Key], packs: int, others: int) -> Chi:
    """How much the totals of cards that are alike differ from what is expected.

    So many *others* came, of which too little is known; they count with the last that are.
    """
    cells = _cells(null, packs)
    means = [null.mean(keys) for keys in cells]
    products = null.products(cells)
    # Estimated means have errors of their own, which add to those of the packs.
    scale = packs * (1 + Fraction(packs, null.packs)) if null.packs else Fraction(packs)
    covariance = [
        [scale * (product - a * b) for product, b in zip(row, means, strict=True)]
        for row, a in zip(products, means, strict=True)
    ]
    observed = [sum(came[key] for key in keys) for keys in cells]
    observed[-1] += others
    deviations = [n - packs * mean for n, mean in zip(observed, means, strict=True)]
    return statistic(deviations, covariance)


def _cells(null: Moments, packs: int) -> list[list[Key]]:
    """Groups of alike cards, those put together that are too small, and if there are too many."""
    small: list[list[Key]] = [[]]
    large = []
    for alike in null.alike:
        if packs * null.mean(alike) >= _LEAST:
            large.append(list(alike))
            continue
        small[-1] += alike
        if packs * null.mean(small[-1]) >= _LEAST:
            small.append([])
    left = small.pop()
    cells = [*large, *small]
    if left and cells:
        cells[-1] += left
    cells = cells or [left]
    ends = [len(cells) * at // _MOST_CELLS for at in range(_MOST_CELLS + 1)]
    if len(cells) > _MOST_CELLS:  # neighbours, which stand together in their sheet
        cells = [[key for each in cells[a:b] for key in each] for a, b in pairwise(ends)]
    return cells
