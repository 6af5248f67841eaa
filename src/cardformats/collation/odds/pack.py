"""The odds of a whole pack: its choices and slots put together."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from fractions import Fraction
from math import prod
from typing import TypeAlias

from attrs import frozen

from ...model import Choice, Layout, Slot
from ..packs import PackCard
from ..tree import Tree
from .connected import connected
from .mixture import added, mixed
from .odds import Counts
from .slots import SlotOdds, What, slot_odds

#: More outcomes of choices that depend on one another than this are not looked at one by one.
_MOST_OUTCOMES = 3_000

#: Which cards of a pack are counted.
Test: TypeAlias = Callable[[PackCard], bool]


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
        outcomes: the slots that the parts can come to, with their shares; None if there are too
            many to look at.
    """

    outcomes: tuple[tuple[Fraction, tuple[SlotOdds, ...]], ...]

    def cards(self) -> dict[What, CardOdds]:
        """The odds of every card."""
        where: dict[What, list[tuple[int, int, Hashable]]] = {}
        for number, (_, slots) in enumerate(self.outcomes):
            for at, slot in enumerate(slots):
                for what in slot.entries:
                    where.setdefault(what, []).append((number, at, slot.kind(what)))
        known: dict[Hashable, CardOdds] = {}
        found = {}
        for what, places in where.items():
            alike = tuple(places)
            if alike not in known:
                known[alike] = self._card(what, [(number, at) for number, at, _ in places])
            found[what] = known[alike]
        return found

    def _card(self, what: What, places: Sequence[tuple[int, int]]) -> CardOdds:
        expected, none = Fraction(), {number: Fraction(1) for number, _ in places}
        for number, at in places:
            share, slots = self.outcomes[number]
            odds, entries = slots[at].odds, slots[at].entries[what]
            if odds is None:
                return _UNKNOWN
            expected += share * odds.expected(entries)
            none[number] *= odds.none(entries)
        some = sum((self.outcomes[n][0] * (1 - chance) for n, chance in none.items()), Fraction())
        return CardOdds(expected, 1 - some)

    def counts(self, tests: Sequence[Test]) -> Counts | None:
        """The joint distribution of the numbers of cards that pass *tests*, at most one each."""
        parts = []
        for share, slots in self.outcomes:
            counts = []
            for slot in slots:
                groups = [
                    [entry for entry, card in enumerate(slot.cards) if test(card)] for test in tests
                ]
                if not any(groups):
                    continue
                if slot.odds is None:
                    return None
                counts.append(slot.odds.counts(groups))
            parts.append((share, added(counts, len(tests))))
        return mixed(parts)


class PackOdds:
    """The exact odds of the packs of a tree, as far as they are known."""

    def __init__(self, tree: Tree) -> None:
        """Look at every layout of *tree*."""
        self._tree = tree
        total = sum(weight for weight, _ in tree.layouts)
        self._layouts = [
            (Fraction(weight, total), self._groups(layout)) for weight, layout in tree.layouts
        ]

    @property
    def known(self) -> bool:
        """Whether the choices of every layout can be looked at one by one."""
        return all(groups is not None for _, groups in self._layouts)

    def cards(self) -> dict[What, CardOdds]:
        """The odds of every card that a pack can have; some may not be exact."""
        layouts = [
            (share, [group.cards() for group in groups or ()]) for share, groups in self._layouts
        ]
        found: dict[What, CardOdds] = {}
        known: dict[tuple[int, ...], CardOdds] = {}
        for what in dict.fromkeys(what for _, groups in layouts for g in groups for what in g):
            odds = [(share, [group.get(what, _NEVER) for group in g]) for share, g in layouts]
            alike = tuple(id(each) for _, group in odds for each in group)
            if alike not in known:
                known[alike] = _together(odds)
            found[what] = known[alike]
        return found

    def counts(self, tests: Sequence[Test]) -> Counts | None:
        """The joint distribution of the numbers of cards that pass *tests*, at most one each.

        None if it is not known.
        """
        parts = []
        for share, groups in self._layouts:
            if groups is None:
                return None
            counts = [group.counts(tests) for group in groups]
            sure = [each for each in counts if each is not None]
            if len(sure) < len(counts):
                return None
            parts.append((share, added(sure, len(tests))))
        return mixed(parts)

    def _groups(self, layout: Layout) -> list[_Group] | None:
        groups = []
        for parts in self._independent(layout.slots):
            outcomes = self._tree.outcomes(parts, _MOST_OUTCOMES)
            if outcomes is None:
                return None
            groups.append(_Group(tuple((share, tuple(slot_odds(o))) for share, o in outcomes)))
        return groups

    def _independent(self, parts: Sequence[Slot | Choice]) -> list[list[Slot | Choice]]:
        """*parts*, those together of which one can matter to the other."""
        if self._tree.mixes:
            return [list(parts)]
        slots = [list(_slots(part)) for part in parts]

        def touch(one: int, other: int) -> bool:
            carries = other == one + 1 and any("carry" in each.on_short for each in slots[one])
            pairs = ((mine, theirs) for mine in slots[one] for theirs in slots[other])
            return carries or any(self._tree.interact(*pair) for pair in pairs)

        return [[parts[n] for n in numbers] for numbers in connected(len(parts), touch)]


def _slots(part: Slot | Choice) -> Iterator[Slot]:
    """Every slot in a part of a layout."""
    if isinstance(part, Choice):
        for option in part.options:
            for inner in option.slots:
                yield from _slots(inner)
    else:
        yield part


def _together(layouts: Sequence[tuple[Fraction, Sequence[CardOdds]]]) -> CardOdds:
    """The odds of a card from those in the independent groups of each layout."""
    if not all(odds.exact for _, groups in layouts for odds in groups):
        return _UNKNOWN
    expected = none = Fraction()
    for share, groups in layouts:
        expected += share * sum((odds.expected for odds in groups), Fraction())
        none += share * prod((odds.none for odds in groups), start=Fraction(1))
    return CardOdds(expected, none)
