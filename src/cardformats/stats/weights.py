"""Weights of layouts and of slots' sheets, estimated from opened packs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial

from attrs import evolve, field, frozen

from ..collation import Generator
from ..collation.words import known_word
from ..errors import CollationError
from ..model import Booster, Choice, Layout, PackCard, Slot
from ..tabular import Tabular, TextTable
from .hypothesis import Hypothesis
from .intervals import Row, best_shares, likely_interval, log_likelihood, normal_quantile, wilson
from .opened import Opened, OpenedPacks
from .wording import number_of_packs

#: Maximum denominator of fitted weights.
_FINEST = 1_000_000

#: The maximum number of rounds in which several hidden weights are fitted in turn, and the maximum
#: change of a share after which the rounds end.
_ROUNDS, _CLOSE = 30, 1e-5


@frozen
class FittedWeight:
    """The share of an option, estimated from opened packs.

    Attributes:
        of: The choice: ``layouts`` or ``slot NAME``.
        option: The option: a layout or a sheet.
        share: The maximum likelihood estimate of its share.
        low, high: The ends of its confidence interval.
        assumed: The generator's own share.
        count: The number of times it was chosen, if the packs show it; None if the share was
            estimated from their cards.
    """

    of: str
    option: str
    share: float
    low: float
    high: float
    assumed: float
    count: int | None = None

    def __str__(self) -> str:
        end = "" if self.low <= self.assumed <= self.high else " !"
        return (
            f"{self.of}, {self.option}: {self.share:.4g} ({self.low:.4g} to {self.high:.4g}), "
            f"assumed {self.assumed:.4g}{end}"
        )


@frozen
class WeightsFit(Tabular):
    """The weights that maximise the probability of opened packs, one row for each weight.

    Attributes:
        packs: The number of packs.
        confidence: The confidence level of each interval by itself.
        weights: The fitted weights.
        booster: The booster with these weights; ``Generator(cardset, fit.booster, seed=…)`` makes
            its packs.
    """

    packs: int
    confidence: float
    weights: TextTable[FittedWeight]
    booster: Booster = field(repr=False)

    def __iter__(self) -> Iterator[FittedWeight]:
        """Yield the fitted weights."""
        return iter(self.weights)

    def of(self, option: str) -> tuple[FittedWeight, ...]:
        """Return the fitted weights of the options of a name.

        Raises:
            CollationError: If there is no option of that name.
        """
        layouts = [layout.name for layout in self.booster.layouts]
        sheets = [each.sheet for slot, _ in self.booster.walk() for each in slot.sheets]
        fitted = [each.option for each in self.weights]
        option = known_word(option, [*fitted, *layouts, *sheets], "option")
        return tuple(each for each in self.weights if each.option == option)

    def __str__(self) -> str:
        packs, level = number_of_packs(self.packs), f"{self.confidence:.0%} confidence intervals"
        head = f"{packs}, maximum likelihood estimates with {level}:"
        return "\n  ".join([head, *map(str, self.weights)])


@frozen
class _Options:
    """Options of a choice whose weights are fitted.

    Attributes:
        of: The choice: ``layouts`` or ``slot NAME``.
        names: Their names, all different.
        shares: The shares of the generator.
        slot: The slot, as the booster has it; None for layouts.
    """

    of: str
    names: tuple[str, ...]
    shares: tuple[float, ...]
    slot: Slot | None = None


#: The shares of the options of choices.
_Shares = Mapping[_Options, Sequence[float]]


def _key(slot: Slot) -> object:
    """Return the common key of slots that choose in the same way."""
    return slot.name, slot.sheets


def _options(booster: Booster) -> Iterator[_Options]:
    """Yield the choices of a booster that have different names of options."""
    slots: dict[object, Slot] = {}
    for each, _ in booster.walk():
        slots.setdefault(_key(each), each)
    layouts = [(each.name, each.weight) for each in booster.layouts]
    for slot in (None, *slots.values()):
        weights = [(each.sheet, each.weight) for each in slot.sheets] if slot else layouts
        names = tuple(name for name, _ in weights)
        if len({*names}) == len(names) > 1:
            whole = sum(Fraction(weight) for _, weight in weights)
            shares = tuple(float(weight / whole) for _, weight in weights)
            yield _Options(f"slot {slot.name}" if slot else "layouts", names, shares, slot)


def _with(booster: Booster, shares: _Shares) -> Booster:
    """Return *booster* with these shares of its choices."""
    weights = {
        options.slot and _key(options.slot): {
            name: Fraction(share).limit_denominator(_FINEST)
            for name, share in zip(options.names, its, strict=True)
        }
        for options, its in shares.items()
    }

    def part(part: Slot | Choice) -> Slot | Choice:
        if isinstance(part, Choice):
            return Choice([*map(layout, part.options)])
        own = weights.get(_key(part))
        if own is None:
            return part
        return evolve(part, sheets=[evolve(each, weight=own[each.sheet]) for each in part.sheets])

    def layout(layout: Layout) -> Layout:
        return evolve(layout, slots=[*map(part, layout.slots)])

    own = weights.get(None, {})
    layouts = [
        evolve(layout(each), weight=own.get(each.name, each.weight)) for each in booster.layouts
    ]
    return evolve(booster, layouts=layouts)


def fit_weights(
    generator: Generator, observed: Iterable[Opened], *, confidence: float = 0.95
) -> WeightsFit:
    """Estimate weights from opened packs, by maximum likelihood.

    The weights are those of the booster's layouts, and of the sheets of each slot that has several;
    slots of one name, sheets and weights are one.  The weights in a
    :class:`~cardformats.model.Choice` stay as they are.

    Where all packs show their layouts, or the slots and sheets of their cards, options are counted,
    and the interval is Wilson's.  Otherwise the weights are those that make the cards of the packs
    most probable (expectation and maximisation), each choice by the others in turn, and the
    interval is that of the profile likelihood: all shares that are not that much less probable.

    Args:
        generator: A generator of the packs, except for the weights.
        observed: Packs, as for :func:`test`.
        confidence: The confidence level of each interval by itself, between 0 and 1.

    Raises:
        CollationError: If there are no packs or no weights, *confidence* is not between 0 and 1,
            the event's rounds have layouts of their own, a pack is impossible whatever the weights
            are, or the probabilities of packs are not known and the packs do not show more.
    """
    hypothesis = Hypothesis.of(generator)
    opened = hypothesis.read(observed)
    z = normal_quantile(confidence)
    booster = hypothesis.booster
    if hypothesis.exact is not None and len(hypothesis.exact.packs) > 1:
        raise CollationError("the weights of rounds with layouts of their own are not fitted")
    choices = list(_options(booster))
    if not choices:
        raise CollationError(f"booster {booster.name!r} has no weights to fit")
    counts = {options: _counts(options, opened) for options in choices}
    shares: dict[_Options, Sequence[float]] = {}
    for options, count in counts.items():
        total = count.total() if count else 0
        counted = [count[name] / total for name in options.names] if count and total else None
        shares[options] = counted or options.shares
    hidden = [options for options in choices if counts[options] is None]
    rows = _fit_hidden(hypothesis, opened, shares, hidden)
    weights = []
    for options, count in counts.items():
        lines = zip(options.names, shares[options], options.shares, strict=True)
        for at, (name, share, assumed) in enumerate(lines):
            number = None if count is None else count[name]
            if count is None or number is None:
                ends = likely_interval(partial(_profile, rows[options], at), share, z)
            else:
                ends = wilson(number, count.total(), z)
            weights.append(FittedWeight(options.of, name, share, *ends, assumed, number))
    fitted = _with(booster, shares)
    return WeightsFit(len(opened.packs), confidence, TextTable(weights), fitted)


def _counts(options: _Options, opened: OpenedPacks) -> Counter[str] | None:
    """Return the number of times that each option occurred; None if the packs do not show it."""
    slot = options.slot
    if slot is None:
        return Counter(opened.layouts) if opened.view.layouts else None
    if opened.view.cards != "place":
        return None
    counts = Counter[str]()
    for pack in opened.packs:
        cards = [card for card in pack if isinstance(card, PackCard) and card.slot == slot.name]
        # cards that replace others are usually of a sheet that the slot does not have
        sheets = [card.sheet for card in cards if card.sheet in options.names]
        counts.update(sheets if slot.choose == "card" else {*sheets})
    return counts


def _fit_hidden(
    hypothesis: Hypothesis,
    opened: OpenedPacks,
    shares: dict[_Options, Sequence[float]],
    hidden: Sequence[_Options],
) -> Mapping[_Options, Counter[Row]]:
    """Replace the *shares* of options that packs do not show by the best ones.

    Return the rows of these options.
    """
    packs = Counter(frozenset(Counter(pack).items()) for pack in opened.card_keys())
    view = evolve(opened.view, layouts=False)
    rows: dict[_Options, Counter[Row]] = {}
    for _ in range(_ROUNDS):
        moved = 0.0
        for options in hidden:
            sides = []
            for option in options.names:
                alone = [float(each == option) for each in options.names]
                only = _with(hypothesis.booster, {**shares, options: alone})
                sides.append(hypothesis.having(only).seen(view).possible)
            rows[options] = Counter()
            for pack, number in packs.items():
                keys = [*Counter(dict(pack)).elements()]
                rows[options][_row(options, [side.chance(keys) for side in sides])] += number
            best = best_shares(rows[options])
            moved = max(moved, *(abs(a - b) for a, b in zip(best, shares[options], strict=True)))
            shares[options] = best
        if moved < _CLOSE or len(hidden) == 1:
            break
    return rows


def _row(options: _Options, chances: Sequence[Fraction | None]) -> Row:
    """Return the probabilities of a pack by each of some options, divided by the greatest.

    Raises:
        CollationError: If a probability is not known, or all are 0.
    """
    known = [each for each in chances if each is not None]
    if len(known) < len(chances):
        raise CollationError(
            f"the weights of {options.of} cannot be fitted: the probability of a pack is not "
            "known, and some packs show only their cards"
        )
    if not any(known):
        raise CollationError("a pack is impossible, whatever the weights are")
    return tuple(float(each / max(known)) for each in known)


def _profile(rows: Counter[Row], at: int, share: float) -> float:
    """Return the logarithm of the likelihood if an option has a *share* and others the best."""
    return log_likelihood(rows, best_shares(rows, at, share))
