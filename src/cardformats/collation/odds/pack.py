"""The odds of a whole pack: its choices and slots put together."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from fractions import Fraction
from math import prod
from typing import TypeAlias

from attrs import frozen

from ...model import Choice, Layout, PackCard, Slot
from ..constraints import Guarantees, Test
from ..drawers.odds import Counts, added, mixed
from ..effort import TooMuchWorkError, spend
from ..plan.tree import Tree
from .slots import SlotOdds, What, connected, slot_odds, what_is

#: More outcomes of choices that depend on one another than this are not looked at one by one.
_MOST_OUTCOMES = 3_000

#: So many cards are looked at in one step of work.
_CARDS_A_STEP = 32

#: More kinds of cards than this are not counted together.
_MOST_MASKS = 10

#: Which kind a card is of.
MaskOf: TypeAlias = Callable[[PackCard], int]

#: The slots that parts of a layout can come to, with their shares.
Outcomes: TypeAlias = tuple[tuple[Fraction, tuple[SlotOdds, ...]], ...]


@frozen
class CardOdds:
    """How often packs have a card.

    Attributes:
        expected: how many copies a pack has on average.
        none: the probability that it has none.
        exact: both are known; otherwise they are 0 and 1.
    """

    expected: Fraction
    none: Fraction
    exact: bool = True


_NEVER = CardOdds(Fraction(), Fraction(1))
_UNKNOWN = CardOdds(Fraction(), Fraction(1), exact=False)


@frozen(eq=False)
class _Group:
    """Parts of a layout that have nothing to do with its other parts.

    Attributes:
        outcomes: the slots that the parts can come to, with their shares.
    """

    outcomes: Outcomes

    def cards(self) -> dict[What, CardOdds]:
        """The odds of every card."""
        where: dict[What, list[tuple[int, int, Hashable]]] = {}
        for number, (_, slots) in enumerate(self.outcomes):
            for at, slot in enumerate(slots):
                for what in slot.entries:
                    where.setdefault(what, []).append((number, at, slot.kind(what)))
        known: dict[Hashable, CardOdds] = {}
        found = {}
        for what, fills in where.items():
            alike = tuple(fills)
            if alike not in known:
                known[alike] = self._card(what, [(number, at) for number, at, _ in fills])
            found[what] = known[alike]
        return found

    def _card(self, what: What, fills: Sequence[tuple[int, int]]) -> CardOdds:
        expected, none = Fraction(), {number: Fraction(1) for number, _ in fills}
        for number, at in fills:
            share, slots = self.outcomes[number]
            odds, entries = slots[at].odds, slots[at].entries[what]
            if odds is None:
                return _UNKNOWN
            try:
                expected += share * odds.expected(entries)
                none[number] *= odds.none(entries)
            except TooMuchWorkError:
                return _UNKNOWN
        some = sum((self.outcomes[n][0] * (1 - chance) for n, chance in none.items()), Fraction())
        return CardOdds(expected, 1 - some)

    @property
    def size(self) -> int:
        """How many entries the slots of all outcomes have."""
        return sum(len(slot.cards) for _, slots in self.outcomes for slot in slots)

    def all_cards(self) -> Iterator[PackCard]:
        """Every card that the parts can have, some more than once."""
        return (card for _, slots in self.outcomes for slot in slots for card in slot.cards)

    def counts(self, mask_of: MaskOf, masks: Sequence[int]) -> Counts | None:
        """The joint distribution of the numbers of cards with each of *masks*."""
        parts = []
        for share, slots in self.outcomes:
            counts = []
            for slot in slots:
                groups: list[list[int]] = [[] for _ in masks]
                for entry, card in enumerate(slot.cards):
                    if (mask := mask_of(card)) in masks:
                        groups[masks.index(mask)].append(entry)
                if not any(groups):
                    continue
                if slot.odds is None:
                    return None
                counts.append(slot.odds.counts(groups))
            parts.append((share, added(counts, len(masks))))
        return mixed(parts)


class PackOdds:
    """The exact odds of the packs of a tree, as far as they are known."""

    def __init__(self, tree: Tree, guarantees: Guarantees) -> None:
        """Look at every layout of *tree*; packs that do not keep *guarantees* do not count."""
        self._tree = tree
        self._guarantees = guarantees
        total = sum(weight for weight, _ in tree.layouts)
        self._layouts = [
            (Fraction(weight, total), self._groups(layout)) for weight, layout in tree.layouts
        ]

    def __reduce__(self) -> tuple[object, ...]:
        return PackOdds, (self._tree, self._guarantees)

    @property
    def layouts(self) -> list[tuple[str, Fraction, list[Outcomes] | None]]:
        """For each layout its name, its share, and the outcomes of its independent parts.

        None instead of these outcomes if some are too many to look at.
        """
        return [
            (layout.name, share, None if groups is None else [each.outcomes for each in groups])
            for (_, layout), (share, groups) in zip(self._tree.layouts, self._layouts, strict=True)
        ]

    def cards(self) -> dict[What, CardOdds] | None:
        """The odds of every card that a pack can have; some may not be exact.

        None if the choices of some layout are too many to look at one by one.
        """
        layouts = []
        for share, groups in self._layouts:
            if groups is None:
                return None
            layouts.append((share, [group.cards() for group in groups]))
        known: dict[Hashable, CardOdds] = {}
        found: dict[What, CardOdds] = {}
        for what in dict.fromkeys(what for _, groups in layouts for g in groups for what in g):
            odds = [(share, [group.get(what, _NEVER) for group in g]) for share, g in layouts]
            alike: Hashable = tuple(id(each) for _, group in odds for each in group)
            if self._guarantees.limits:
                alike = what
            if alike not in known:
                known[alike] = self._given(what) if self._guarantees.limits else _together(odds)
            found[what] = known[alike]
        return found

    def _given(self, what: What) -> CardOdds:
        """The odds of a card in packs that keep the guarantees."""
        counts = self.counts([lambda card: what_is(card) == what])
        if counts is None:
            return _UNKNOWN
        expected = sum((number * chance for (number,), chance in counts.items()), Fraction())
        return CardOdds(expected, counts.get((0,), Fraction()))

    def counts(self, tests: Sequence[Test]) -> Counts | None:
        """The joint distribution of the numbers of cards that pass *tests*.

        None if it is not known; empty if no pack can keep the guarantees.
        """
        try:
            return self._counts(tests)
        except TooMuchWorkError:
            return None

    def _counts(self, tests: Sequence[Test]) -> Counts | None:
        tests = [*tests, *self._guarantees.tests]
        known: dict[PackCard, int] = {}

        def mask_of(card: PackCard) -> int:
            """Which of the tests a card passes."""
            if card not in known:
                known[card] = sum(1 << at for at, test in enumerate(tests) if test(card))
            return known[card]

        groups = [group for _, each in self._layouts for group in each or ()]
        spend(sum(group.size for group in groups) // _CARDS_A_STEP)
        masks = sorted({mask_of(card) for group in groups for card in group.all_cards()} - {0})
        if len(masks) > _MOST_MASKS:
            return None
        parts = []
        for share, each in self._layouts:
            counts = [group.counts(mask_of, masks) for group in each or ()]
            sure = [one for one in counts if one is not None]
            if each is None or len(sure) < len(counts):
                return None
            parts.append((share, added(sure, len(masks))))
        return self._given_guarantees(mixed(parts), masks, len(tests))

    def _given_guarantees(self, counts: Counts, masks: Sequence[int], tests: int) -> Counts:
        """From the numbers of cards with each mask those that pass each test but the guarantees'.

        Packs that do not keep the guarantees are left out.
        """
        wanted = tests - len(self._guarantees.tests)
        found: dict[tuple[int, ...], Fraction] = {}
        for numbers, chance in counts.items():
            passed = [
                sum(n for n, mask in zip(numbers, masks, strict=True) if mask >> at & 1)
                for at in range(tests)
            ]
            if self._guarantees.hold(passed[wanted:]):
                key = tuple(passed[:wanted])
                found[key] = found.get(key, Fraction()) + chance
        whole = sum(found.values(), Fraction())
        return {numbers: chance / whole for numbers, chance in found.items()} if whole else {}

    def _groups(self, layout: Layout) -> list[_Group] | None:
        try:
            return [self._group(parts) for parts in self._independent(layout.slots)]
        except TooMuchWorkError:
            return None

    def _group(self, parts: Sequence[Slot | Choice]) -> _Group:
        outcomes = self._tree.outcomes(parts, _MOST_OUTCOMES)
        if outcomes is None:
            raise TooMuchWorkError(f"there are more than {_MOST_OUTCOMES} outcomes of choices")
        found = []
        for share, fills in outcomes:
            spend(len(fills) ** 2)
            found.append((share, tuple(slot_odds(fills))))
        return _Group(tuple(found))

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


def _together(layouts: Sequence[tuple[Fraction, Sequence[CardOdds]]]) -> CardOdds:
    """The odds of a card from those in the independent groups of each layout."""
    if not all(odds.exact for _, groups in layouts for odds in groups):
        return _UNKNOWN
    expected = none = Fraction()
    for share, groups in layouts:
        expected += share * sum((odds.expected for odds in groups), Fraction())
        none += share * prod((odds.none for odds in groups), start=Fraction(1))
    return CardOdds(expected, none)
