"""The odds of a whole pack: its choices and slots put together."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from typing import Any, TypeAlias

from attrs import frozen

from ...model import Choice, Layout, PackCard, Slot
from ...model.frozen import EMPTY
from ..constraints import Guarantees, Test
from ..effort import MAX_WORK, TooMuchWorkError, effort, limited, note, spend, with_effort
from ..odds.cards import UNKNOWN, CardOdds, What, what_is
from ..odds.counts import Counts, added, mixed, summed
from .slot_odds import MaskOf, SlotOdds, connected, slot_odds
from .steps import Fill
from .tree import Outcome, Tree

#: More outcomes of choices that depend on one another than this are not looked at one by one.
_MOST_OUTCOMES = 3_000

#: So many cards are looked at in one step of work.
_CARDS_A_STEP = 32

#: More kinds of cards than this are not counted together.
_MOST_MASKS = 10

#: The odds of each card in the independent parts of some outcomes, with the outcomes' shares.
CardsOfParts: TypeAlias = Sequence[tuple[Fraction, Sequence[Mapping[What, CardOdds]]]]


def cards_of(outcomes: CardsOfParts) -> dict[What, CardOdds]:
    """The odds of every card where one of several *outcomes* comes."""
    where: dict[What, list[tuple[int, CardOdds]]] = {}
    for number, (_, parts) in enumerate(outcomes):
        for part in parts:
            for what, odds in part.items():
                where.setdefault(what, []).append((number, odds))
    known: dict[Hashable, CardOdds] = {}
    cards = {}
    for what, its in where.items():
        alike = tuple((number, id(odds)) for number, odds in its)
        if alike not in known:
            known[alike] = _card(outcomes, its)
        cards[what] = known[alike]
    return cards


def _card(outcomes: CardsOfParts, its: Sequence[tuple[int, CardOdds]]) -> CardOdds:
    """The odds of a card from those in parts of some outcomes, by their numbers."""
    if not all(odds.exact for _, odds in its):
        return UNKNOWN
    expected, none = Fraction(), {number: Fraction(1) for number, _ in its}
    for number, odds in its:
        expected += outcomes[number][0] * odds.expected
        none[number] *= odds.none
    some = sum((outcomes[n][0] * (1 - chance) for n, chance in none.items()), Fraction())
    return CardOdds(expected, 1 - some)


@frozen(eq=False)
class Outcomes:
    """What a pack, or a part of it, can come to by its choices.

    Attributes:
        each: the share of each outcome, and its parts, which are independent of one another.
    """

    each: Sequence[tuple[Fraction, Sequence[SlotOdds | Outcomes]]]

    def slots(self) -> Iterator[SlotOdds]:
        """The slots of all outcomes."""
        return (slot for _, parts in self.each for part in parts for slot in part.slots())

    def cards(self) -> dict[What, CardOdds]:
        """The odds of every card."""
        return cards_of([(share, [part.cards() for part in parts]) for share, parts in self.each])

    def counts(self, mask_of: MaskOf, masks: Sequence[int]) -> Counts:
        """The joint distribution of the numbers of cards with each of *masks*.

        Raises:
            TooMuchWorkError: it is not known.
        """
        together = []
        for share, parts in self.each:
            counts = [part.counts(mask_of, masks) for part in parts]
            together.append((share, added(filter(None, counts), len(masks))))
        return mixed(together)


class PackOdds:
    """The exact odds of the packs of a tree, as far as they are known.

    Attributes:
        layouts: for each layout its name, its share, and its parts, which have nothing to do with
            one another; None instead of these if their outcomes are too many to look at.
    """

    layouts: list[tuple[str, Fraction, list[Outcomes] | None]]

    def __init__(
        self,
        tree: Tree,
        guarantees: Guarantees,
        name: str | None = None,
        wish: Mapping[str, bool] = EMPTY,
    ) -> None:
        """Look at every layout of *tree*, or those of a *name*.

        Packs that do not keep *guarantees* do not count, nor those that do not have, or have not,
        the sheets and layouts that are wished.
        """
        self._made_from = tree, guarantees, name, wish
        self._effort = effort()
        self._tree = tree
        self._guarantees = guarantees
        own = [each for each in tree.layouts if name in {None, each[1].name}]
        total = sum(weight for weight, _ in own)
        if wish:
            self.layouts = self._wished(wish)
            return
        known: dict[tuple[Slot | Choice, ...], list[Outcomes] | None] = {}
        for _, layout in own:
            if layout.slots not in known:  # layouts may differ in names and weights only
                known[layout.slots] = self._parts(layout)
        self.layouts = [
            (layout.name, Fraction(weight, total), known[layout.slots]) for weight, layout in own
        ]

    def _wished(
        self, wish: Mapping[str, bool]
    ) -> list[tuple[str, Fraction, list[Outcomes] | None]]:
        """The layouts of packs that have, and have not, what is wished."""
        try:
            each = [
                (layout.name, [(weight * share, fills) for share, fills in outcomes])
                for weight, layout in self._tree.layouts
                if (outcomes := outcomes_of(self._tree, layout, wish))
            ]
            sums = [sum((share for share, _ in its), Fraction()) for _, its in each]
            return [
                (
                    name,
                    whole / sum(sums),
                    [Outcomes([(share / whole, slot_odds(fills)) for share, fills in its])],
                )
                for (name, its), whole in zip(each, sums, strict=True)
            ]
        except TooMuchWorkError as error:
            note(error)
            return [("", Fraction(1), None)]

    def __reduce__(self) -> tuple[object, ...]:
        return _made_with, (self._effort, self._made_from)

    @cached_property
    def _whole(self) -> Outcomes | None:
        """What a pack can come to; None if that is too much to look at."""
        shares: dict[int, Fraction] = {}
        each: dict[int, list[Outcomes]] = {}
        for _, share, parts in self.layouts:
            if parts is None:
                return None
            shares[id(parts)] = shares.get(id(parts), Fraction()) + share
            each[id(parts)] = parts
        return Outcomes([(shares[key], parts) for key, parts in each.items()])

    @cached_property
    def kept(self) -> Fraction | None:
        """The share of packs that keep the guarantees, before others are left out."""
        if not self._guarantees.limits:
            return Fraction(1)
        hold = self._guarantees.hold
        try:
            with limited(kept=True):
                counts = self._counts(self._guarantees.tests)
        except TooMuchWorkError:
            return None
        return sum((chance for numbers, chance in counts.items() if hold(numbers)), Fraction())

    def cards(self) -> dict[What, CardOdds] | None:
        """The odds of every card that a pack can have; some may not be exact.

        None if the choices of some layout are too many to look at one by one.
        """
        if self._whole is None:
            return None
        if not self._guarantees.limits:
            return self._whole.cards()
        whats = dict.fromkeys(what for slot in self._whole.slots() for what in slot.entries)
        return {what: self._card(what) for what in whats}

    def _card(self, what: What) -> CardOdds:
        """The odds of a card in packs that keep the guarantees."""
        counts = self.counts([lambda card: what_is(card) == what])
        if counts is None:
            return UNKNOWN
        expected = sum((number * chance for (number,), chance in counts.items()), Fraction())
        return CardOdds(expected, counts.get((0,), Fraction()))

    def counts(self, tests: Sequence[Test]) -> Counts | None:
        """The joint distribution of the numbers of cards that pass *tests*.

        None if it is not known; empty if no pack can keep the guarantees.
        """
        try:
            with limited():
                counts = self._counts([*tests, *self._guarantees.tests])
        except TooMuchWorkError:
            return None
        own, hold = len(tests), self._guarantees.hold
        kept = summed((n[:own], chance) for n, chance in counts.items() if hold(n[own:]))
        whole = sum(kept.values(), Fraction())
        return {numbers: chance / whole for numbers, chance in kept.items()} if whole else {}

    def _counts(self, tests: Sequence[Test]) -> Counts:
        """The same of packs that may not keep the guarantees.

        Raises:
            TooMuchWorkError: it is not known.
        """
        if self._whole is None:
            raise TooMuchWorkError("there are too many outcomes of choices")
        known: dict[PackCard, int] = {}

        def mask_of(card: PackCard) -> int:
            """Which of the tests a card passes."""
            if card not in known:
                known[card] = sum(1 << at for at, test in enumerate(tests) if test(card))
            return known[card]

        slots = list(self._whole.slots())
        spend(sum(len(slot.entry_cards) for slot in slots) // _CARDS_A_STEP)
        masks = sorted({mask_of(card) for slot in slots for card in slot.entry_cards} - {0})
        if len(masks) > _MOST_MASKS:
            raise TooMuchWorkError("there are too many kinds of cards to count together")

        def passing(numbers: Sequence[int]) -> tuple[int, ...]:
            """How many cards pass each test."""
            pairs = list(zip(numbers, masks, strict=True))
            return tuple(sum(n for n, mask in pairs if mask >> at & 1) for at in range(len(tests)))

        counts = self._whole.counts(mask_of, masks)
        return summed((passing(numbers), chance) for numbers, chance in counts.items())

    def _parts(self, layout: Layout) -> list[Outcomes] | None:
        try:
            return [self._outcomes(parts) for parts in self._independent(layout.slots)]
        except TooMuchWorkError as error:
            note(error)
            return None

    def _outcomes(self, parts: Sequence[Slot | Choice]) -> Outcomes:
        outcomes = _all_outcomes(self._tree, parts)
        cases = []
        for share, fills in outcomes:
            spend(len(fills) ** 2)
            cases.append((share, slot_odds(fills)))
        return Outcomes(cases)

    def _independent(self, parts: Sequence[Slot | Choice]) -> list[list[Slot | Choice]]:
        """*parts*, those together of which one can matter to the other."""
        if self._tree.mixes:
            return [list(parts)]
        slots = [[slot for slot, _ in Layout(slots=(part,)).walk()] for part in parts]
        spend(sum(map(len, slots)) ** 2)

        def touch(one: int, other: int) -> bool:
            carries = other == one + 1 and any("carry" in each.on_short for each in slots[one])
            pairs = ((mine, theirs) for mine in slots[one] for theirs in slots[other])
            return carries or any(self._tree.interact(*pair) for pair in pairs)

        return [[parts[n] for n in numbers] for numbers in connected(len(parts), touch)]


def _made_with(number: int, made_from: tuple[Tree, Guarantees, str | None, Any]) -> PackOdds:
    """The odds of a pack, worked out with as much effort as before."""
    with with_effort(number):
        return PackOdds(*made_from)


def outcomes_of(tree: Tree, layout: Layout, wish: Mapping[str, bool]) -> list[Outcome]:
    """What packs of a layout can come to that have, and have not, what is wished.

    Raises:
        TooMuchWorkError: that is too much to look at.
    """
    outcomes = _all_outcomes(tree, layout.slots)
    kept = []
    for share, fills in outcomes:
        spend(1 + len(fills))
        had = {layout.name, *(name for fill in fills for name in _sheets_of(fill, tree))}
        if all((name in had) is wanted for name, wanted in wish.items()):
            kept.append((share, fills))
    return kept


def _all_outcomes(tree: Tree, parts: Sequence[Slot | Choice]) -> list[Outcome]:
    """What a few parts of a layout can come to by their choices.

    Raises:
        TooMuchWorkError: that is too much to look at.
    """
    most = _MOST_OUTCOMES * effort()
    outcomes = tree.outcomes(parts, most)
    if outcomes is None:
        message = f"choices that depend on one another have more than {most} outcomes"
        raise TooMuchWorkError(message, 2 * MAX_WORK * effort(), 2 * effort())
    return outcomes


def _sheets_of(fill: Fill, tree: Tree) -> list[str]:
    """The names of the sheets that a slot draws from; each card may choose among them."""
    step = fill.step
    if step.chosen is not None and step.sheets[step.chosen].name in tree.cardset.sheets:
        return [step.sheets[step.chosen].name]
    return [each.sheet for each in step.slot.sheets if each.weight]


def counts_of(rounds: Sequence[PackOdds], tests: Sequence[Test]) -> Counts | None:
    """The same as :meth:`PackOdds.counts` for a pack of any of *rounds*; None if there are none."""
    each = [packs.counts(tests) for packs in rounds]
    known = [(Fraction(1, len(rounds)), counts) for counts in each if counts is not None]
    return mixed(known) if known and len(known) == len(rounds) else None
