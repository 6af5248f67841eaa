"""Weights of layouts and of slots' sheets, estimated from opened packs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction

from attrs import evolve, field, frozen

from ...errors import CollationError
from ...model import Booster, Choice, Layout, PackCard, Slot
from ..words import known_word
from .null import Null
from .observed import Key, Observed, Opened
from .shares import Row, best_shares, likely_interval, log_likelihood, wilson, z_for

#: Fitted weights are fractions with denominators up to this.
_FINEST = 1_000_000

#: Where several weights are not told, each is fitted for the others' so many times, or until this.
_ROUNDS, _CLOSE_ROUND = 30, 1e-5


@frozen
class FittedWeight:
    """How often an option is chosen, by opened packs.

    Attributes:
        of: among what it is chosen: ``layouts`` or ``slot NAME``.
        option: which it is: a layout or a sheet.
        share: its estimated share.
        low, high: the interval that has the true share with the confidence that was asked for.
        assumed: the generator's own share.
        count: how often it came, where the packs tell; None if it was estimated from their cards.
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
class WeightsFit:
    """Weights that make opened packs most probable.

    Attributes:
        packs: how many packs there are.
        confidence: of each interval by itself.
        weights: what was fitted.
        booster: the booster with these weights; ``Generator(cardset, fit.booster, seed=…)`` makes
            its packs.
    """

    packs: int
    confidence: float
    weights: tuple[FittedWeight, ...]
    booster: Booster = field(repr=False)

    def of(self, option: str) -> tuple[FittedWeight, ...]:
        """What was fitted for the options of a name.

        Raises:
            CollationError: there is nothing of that name to choose.
        """
        layouts = [layout.name for layout in self.booster.layouts]
        sheets = [each.sheet for slot, _ in self.booster.walk() for each in slot.sheets]
        fitted = [each.option for each in self.weights]
        option = known_word(option, [*fitted, *layouts, *sheets], "option")
        return tuple(each for each in self.weights if each.option == option)

    def __str__(self) -> str:
        packs = "1 pack" if self.packs == 1 else f"{self.packs} packs"
        lines = [f"{packs}, {self.confidence:.0%} intervals:", *map(str, self.weights)]
        return "\n  ".join(lines)


@frozen
class _Block:
    """Options that are chosen among.

    Attributes:
        of: what they are options of.
        options: their names.
        shares: those of the generator.
        slot: the slot, as the booster has it; None for layouts.
    """

    of: str
    options: tuple[str, ...]
    shares: tuple[float, ...]
    slot: Slot | None = None


def _with(booster: Booster, shares: Mapping[_Block, Sequence[float]]) -> Booster:
    """*booster*, of which the blocks are, with these shares."""
    layouts: dict[str, Fraction] = {}
    sheets: dict[object, dict[str, Fraction]] = {}
    for block, its in shares.items():
        exact = (Fraction(share).limit_denominator(_FINEST) for share in its)
        weights = dict(zip(block.options, exact, strict=True))
        if block.slot is None:
            layouts = weights
        else:
            sheets[_choice(block.slot)] = weights

    def changed(layout: Layout) -> Layout:
        parts: list[Slot | Choice] = []
        for part in layout.slots:
            if isinstance(part, Choice):
                parts.append(Choice([changed(option) for option in part.options]))
            elif weights := sheets.get(_choice(part)):
                own = [evolve(each, weight=weights[each.sheet]) for each in part.sheets]
                parts.append(evolve(part, sheets=own))
            else:
                parts.append(part)
        return evolve(layout, slots=parts)

    made = [
        changed(evolve(each, weight=layouts.get(each.name, each.weight)))
        for each in booster.layouts
    ]
    return evolve(booster, layouts=made)


def _choice(slot: Slot) -> object:
    """What slots have in common that choose alike: one name, the same sheets and weights."""
    return slot.name, slot.sheets


def _blocks(booster: Booster) -> Iterator[_Block]:
    """What is chosen among in a booster; names are to be different."""
    names = [each.name for each in booster.layouts]
    if len(names) > 1 and len(set(names)) == len(names):
        whole = sum(each.weight for each in booster.layouts)
        yield _Block(
            "layouts", tuple(names), tuple(float(each.weight / whole) for each in booster.layouts)
        )
    seen = set()
    for slot, _ in booster.walk():
        sheets = [each.sheet for each in slot.sheets]
        if len(sheets) < 2 or len(set(sheets)) < len(sheets):  # noqa: PLR2004 - one is no choice
            continue
        if _choice(slot) in seen:
            continue
        seen.add(_choice(slot))
        shares = _shares(each.weight for each in slot.sheets)
        yield _Block(f"slot {slot.name}", tuple(sheets), shares, slot)


def _shares(weights: Iterable[int | Fraction]) -> tuple[float, ...]:
    each = [Fraction(weight) for weight in weights]
    return tuple(float(weight / sum(each)) for weight in each)


def fit_weights(
    null: Null,
    null_of: Callable[[Booster], Null],
    observed: Iterable[Opened],
    confidence: float,
) -> WeightsFit:
    """Estimate weights from opened packs, by maximum likelihood.

    What is fitted are the weights of the booster's layouts, and of the sheets of each slot that has
    several; slots of one name, sheets and weights are one.  What is chosen in a :class:`Choice`
    stays.

    Where all packs tell their layouts, or the slots and sheets of their cards, options are counted,
    and the interval is Wilson's.  Otherwise the weights are those that make the cards of the packs
    most probable (expectation and maximisation), each choice by the others in turn, and the
    interval is that of the profile likelihood: all shares that are not that much less probable.

    Args:
        null: what the packs are of, but for the weights.
        null_of: the same of a booster with other weights.
        observed: the packs.
        confidence: of each interval by itself, between 0 and 1.

    Raises:
        CollationError: there are no packs or no weights, *confidence* is not between 0 and 1, the
            event's rounds have layouts of their own, a pack cannot come whatever the weights are,
            or the probabilities of packs are not known and the packs do not tell more.
    """
    z = z_for(confidence)
    if null.exact is not None and len(null.exact.packs) > 1:
        raise CollationError("the weights of rounds with layouts of their own are not fitted")
    blocks = list(_blocks(null.booster))
    if not blocks:
        raise CollationError(f"booster {null.booster.name!r} has no weights to fit")
    opened = Observed.read(observed, *null.names)
    fitted: dict[_Block, list[FittedWeight]] = {}
    latent = []
    for block in blocks:
        counts = _counts(block, opened)
        if counts is None:
            latent.append(block)
            continue
        total = sum(counts.values())
        fitted[block] = []
        for name, own in zip(block.options, block.shares, strict=True):
            share = counts[name] / total if total else own
            ends = wilson(counts[name], total, z)
            fitted[block].append(
                FittedWeight(block.of, name, share, *ends, own, count=counts[name])
            )
    shares = {block: [each.share for each in weights] for block, weights in fitted.items()}
    if latent:
        fitted.update(_Latent(null, null_of, opened, z).fit(latent, shares))
    booster = _with(null.booster, shares)
    every = tuple(each for block in blocks for each in fitted[block])
    return WeightsFit(len(opened.packs), confidence, every, booster)


def _counts(block: _Block, opened: Observed) -> Counter[str] | None:
    """How often each option came; None if the packs do not tell."""
    if block.slot is None:
        return Counter(opened.layouts) if opened.view.layouts else None
    if opened.view.cards != "place":
        return None
    counts = Counter[str]()
    for pack in opened.packs:
        sheets = [
            card.sheet
            for card in pack
            if isinstance(card, PackCard)
            and card.slot == block.slot.name
            and card.sheet in block.options
        ]
        # cards that replace others are of a sheet that the slot does not have, as a rule
        counts.update(sheets if block.slot.choose == "card" else set(sheets))
    return counts


class _Latent:
    """Fits weights of options that packs do not tell."""

    def __init__(
        self, null: Null, null_of: Callable[[Booster], Null], opened: Observed, z: float
    ) -> None:
        self._booster = null.booster
        self._null_of = null_of
        self._packs = Counter(frozenset(Counter(pack).items()) for pack in opened.pack_keys())
        self._view = evolve(opened.view, layouts=False)
        self._z = z

    def fit(
        self, blocks: Sequence[_Block], shares: dict[_Block, list[float]]
    ) -> dict[_Block, list[FittedWeight]]:
        """The best weights of *blocks*; their shares are put beside those of others."""
        shares.update({block: list(block.shares) for block in blocks})
        rows: dict[_Block, Counter[Row]] = {}
        for _ in range(_ROUNDS):
            moved = 0.0
            for block in blocks:
                rows[block] = self._rows(block, shares)
                best = best_shares(rows[block])
                moved = max(moved, *(abs(a - b) for a, b in zip(best, shares[block], strict=True)))
                shares[block] = best
            if moved < _CLOSE_ROUND or len(blocks) == 1:
                break
        return {block: self._fitted(block, rows[block], shares[block]) for block in blocks}

    def _fitted(
        self, block: _Block, rows: Counter[Row], shares: Sequence[float]
    ) -> list[FittedWeight]:
        """The best *shares* of a block with their intervals."""
        weights = []
        for at, (name, share, own) in enumerate(
            zip(block.options, shares, block.shares, strict=True)
        ):

            def likelihood(share: float, at: int = at) -> float:
                return log_likelihood(rows, best_shares(rows, at, share))

            ends = likely_interval(likelihood, share, self._z)
            weights.append(FittedWeight(block.of, name, share, *ends, own))
        return weights

    def _rows(self, block: _Block, shares: Mapping[_Block, Sequence[float]]) -> Counter[Row]:
        """How many packs have which probabilities by the options of a block."""
        sides = []
        for at in range(len(block.options)):
            alone = [float(at == each) for each in range(len(block.options))]
            only = _with(self._booster, {**shares, block: alone})
            sides.append(self._null_of(only).seen(self._view).possible)
        rows: Counter[Row] = Counter()
        for pack, number in self._packs.items():
            keys: list[Key] = [key for key, copies in pack for _ in range(copies)]
            chances = [side.chance(keys) for side in sides]
            known = [each for each in chances if each is not None]
            if len(known) < len(chances):
                raise CollationError(
                    f"the weights of {block.of} cannot be fitted: the probability of a pack is not "
                    "known, and not all packs tell more than their cards"
                )
            if not any(known):
                raise CollationError("a pack cannot come, whatever the weights are")
            rows[tuple(float(each / max(known)) for each in known)] += number
        return rows
