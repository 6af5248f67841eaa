"""Deals: the boosters of a whole event, for every seat and round, and one more pack after them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from functools import cached_property, partial
from typing import TypeAlias

from attrs import evolve, frozen

from ...bits import Bits
from ...errors import CollationError
from ...model import Booster, CardRef, CardSet, Event, Layout, LayoutChoice, Pack, PackCard, Sheet
from ...model.weights import whole_weights
from ..constraints import Guarantees
from ..drawers.chance import PileDrawer
from ..drawers.drawer import Copies, State
from ..peers.peer import rules_for
from ..plan.steps import PackPlan
from ..plan.tree import Tree
from ..rounds import (
    Layouts,
    check_bag,
    check_cards,
    find_booster,
    layouts_of,
    named_layouts,
    rounds_of,
)
from .supply import Supply

#: Gives the plans of packs, one after the other.
_PackPlans: TypeAlias = Callable[[], PackPlan]


@frozen
class Deal:
    """The boosters of an event.

    Attributes:
        number: the deal's number under the seed.
        rounds: for each round the packs of the seats, in order.
    """

    number: int
    rounds: tuple[tuple[Pack, ...], ...]

    @property
    def packs(self) -> tuple[Pack, ...]:
        """All packs, round by round."""
        return tuple(pack for round_ in self.rounds for pack in round_)

    def seat(self, number: int) -> tuple[Pack, ...]:
        """The packs of the seat of that number, from 0, one for each round."""
        return tuple(round_[number] for round_ in self.rounds)


class Dealer:
    """Deals the boosters of an event of a card set."""

    def __init__(self, cardset: CardSet, booster: Booster, event: Event) -> None:
        """Prepare to deal *booster* in those rounds of *event* that name no other.

        Raises:
            CollationError: a round names what there is not, or a booster cannot be made; or its
                guarantees cannot be kept, since what is dealt is not drawn again.
        """
        self._cardset = cardset
        self._event = event
        self._rounds = rounds_of(event)
        self._boosters = [
            booster if each.booster is None else find_booster(cardset, each.booster)
            for each in self._rounds
        ]
        self._trees: dict[tuple[int, tuple[tuple[str, int | Fraction], ...]], Tree] = {}
        self._layouts = [
            layouts_of(its, each) for its, each in zip(self._boosters, self._rounds, strict=True)
        ]
        for its, layouts in zip(self._boosters, self._layouts, strict=True):
            self._tree(its, layouts)
            Guarantees(cardset, its).check(event)

    @cached_property
    def _supply(self) -> Supply:
        drawers = next(iter(self._trees.values())).drawers
        return Supply(drawers, refills=self._event.supply == "refill")

    def deal(self, number: int, players: int, bits: Bits) -> Deal:
        """The deal of that number to so many *players*.

        Raises:
            CollationError: there is no player, or there would be more than a million cards, or than
                100,000 layouts in a bag.
            EmptySheetError: the cards cannot last.
        """
        if players < 1:
            raise CollationError(f"a deal is for one player or more, not {players}")
        if self._event.supply == "infinite":
            pack_plans, hands = self._draw_all(players, bits)
        else:
            pack_plans = [draw() for draw in self._by_round(bits) for _ in range(players)]
            check_cards(
                sum(fill.step.count for pack_plan in pack_plans for fill in pack_plan.slots)
            )
            hands = list(self._supply.deal(pack_plans, bits))
        names = [booster.name for booster in self._boosters for _ in range(players)]
        packs = [
            Pack(at, name, pack_plan.layout, tuple(cards))
            for at, (name, pack_plan, cards) in enumerate(
                zip(names, pack_plans, hands, strict=True)
            )
        ]
        rounds = range(0, len(packs), players)
        return Deal(number, tuple(tuple(packs[start : start + players]) for start in rounds))

    def _draw_all(
        self, players: int, bits: Bits
    ) -> tuple[list[PackPlan], list[Sequence[PackCard]]]:
        """Packs from an infinite supply."""
        pack_plans: list[PackPlan] = []
        hands: list[Sequence[PackCard]] = []
        total = 0
        for booster, draw in zip(self._boosters, self._by_round(bits), strict=True):
            kept = Guarantees(self._cardset, booster)
            for _ in range(players):
                pack_plan, cards = kept.first_kept(partial(_draw, draw, bits))
                pack_plans.append(pack_plan)
                hands.append(cards)
                total += len(cards)
                check_cards(total)
        return pack_plans, hands

    def _by_round(self, bits: Bits) -> list[_PackPlans]:
        """For each round what gives the plans of its packs."""
        pairs = list(zip(self._boosters, self._layouts, strict=True))
        if self._event.layout_replacement:
            return [partial(self._tree(*pair).pack_plan, bits) for pair in pairs]
        bags: dict[object, _Bag] = {}
        found: list[_PackPlans] = []
        for (booster, layouts), round_ in zip(pairs, self._rounds, strict=True):
            # rounds with layouts of their own have a bag each, the others one together
            own = id(round_) if round_.layouts else None
            bag = bags.setdefault((id(booster), own), _Bag(layouts))
            found.append(partial(self._from_bag, booster, bag, bits))
        return found

    def _from_bag(self, booster: Booster, bag: _Bag, bits: Bits) -> PackPlan:
        return self._tree(booster, [bag.draw(bits)]).pack_plan(bits)

    def _tree(self, booster: Booster, layouts: Layouts) -> Tree:
        key = (id(booster), tuple((layout.name, weight) for layout, weight in layouts))
        if key not in self._trees:
            self._trees[key] = Tree(self._cardset, booster, layouts)
        return self._trees[key]


def _draw(leaf_of: _PackPlans, bits: Bits) -> tuple[PackPlan, Sequence[PackCard]]:
    pack_plan = leaf_of()
    return pack_plan, pack_plan.draw(bits, State())


class _Bag:
    """Layouts, as many of each as it weighs, drawn until none is left; then all are back."""

    def __init__(self, layouts: Layouts) -> None:
        self._layouts = layouts
        weights = whole_weights(weight for _, weight in layouts)
        check_bag(weights)
        self._copies = Copies(weights)
        self._left: list[int] = []

    def draw(self, bits: Bits) -> tuple[Layout, int]:
        """The next layout, with the weight 1."""
        if not self._left:
            drawer = PileDrawer(self._copies, self._copies.total)
            self._left = list(drawer.draw(bits, State()))[::-1]
        return self._layouts[self._left.pop()][0], 1


#: How often a sheet gave a card with a finish.
_Taken = Counter[tuple[CardRef, str | None]]


def extra_pack(
    cardset: CardSet,
    booster: Booster,
    layouts: Sequence[LayoutChoice],
    opened: Iterable[PackCard],
    bits: Bits,
) -> tuple[str, Sequence[PackCard]]:
    """The layout and the cards of a pack of *booster*, after the cards that were *opened*.

    The event of *cardset* says whether these are gone.  *layouts* are those that the pack can have;
    if there are none, all of the booster's.

    Raises:
        CollationError: the booster lacks a layout, cannot be made, or has constraints that cannot
            be kept.
        EmptySheetError: too few cards are left, and a slot does not say what to do then.
    """
    event = cardset.event or Event()
    tree = Tree(cardset, booster, named_layouts(booster, layouts))
    kept = Guarantees(cardset, booster)
    kept.check(event)
    if event.supply != "infinite":
        refills = event.supply == "refill"
        left = _copies_left(cardset, opened, refills=refills)
        pack_plan = tree.pack_plan(bits)
        (cards,) = Supply(tree.drawers, refills=refills, left=left).deal([pack_plan], bits)
        return pack_plan.layout, cards

    def draw() -> tuple[PackPlan, Sequence[PackCard]]:
        pack_plan = tree.pack_plan(bits)
        return pack_plan, pack_plan.draw(bits, State())

    drawn, its = kept.first_kept(draw)
    return drawn.layout, its


def extra_pack_as_peer(
    rules: str,
    cardset: CardSet,
    booster: Booster,
    layouts: Sequence[LayoutChoice],
    opened: Iterable[PackCard],
    bits: Bits,
) -> tuple[str, Sequence[PackCard]]:
    """The same in the way of another program, which *rules* names.

    Raises:
        CollationError: the booster lacks a layout, or the program has no such boosters.
        EmptySheetError: too few cards are left.
    """
    if layouts:
        chosen = named_layouts(booster, layouts)
        named = [Layout(layout.name, weight, layout.slots) for layout, weight in chosen]
        booster = evolve(booster, layouts=named)
        # what the rounds of the event say of layouts does not hold for this pack
        cardset = evolve(cardset, event=cardset.event and evolve(cardset.event, rounds=()))
    ((layout, cards),) = rules_for(rules)(cardset, booster).session(bits, 1, opened=opened)
    return layout, cards


def _copies_left(
    cardset: CardSet, opened: Iterable[PackCard], *, refills: bool
) -> dict[str, list[int]]:
    """For each sheet of which cards were *opened*, the copies that are left of its entries."""
    by_sheet: dict[str, _Taken] = {}
    for card in opened:
        if card.sheet in cardset.sheets:
            by_sheet.setdefault(card.sheet, Counter())[card.card, card.finish] += 1
    return {
        name: _left_of(cardset.sheets[name], taken, refills=refills)
        for name, taken in by_sheet.items()
    }


def _left_of(sheet: Sheet, taken: _Taken, *, refills: bool) -> list[int]:
    """The copies that are left of a sheet's entries.

    A sheet that refills counts those of its last start: the copies of as many starts as were
    needed, less all that were taken.
    """
    positions: dict[CardRef, list[int]] = {}
    for at, entry in enumerate(sheet.entries):
        positions.setdefault(entry.card, []).append(at)
    total = sum(number for (card, _), number in taken.items() if card in positions)
    starts = 1 + (total // sheet.total if refills and sheet.total else 0)
    left = [starts * entry.copies for entry in sheet.entries]

    # in an order of their own, so that it does not matter which pack was opened first
    def by_finish(item: tuple[tuple[CardRef, str | None], int]) -> tuple[bool, str]:
        (_, finish), _ = item
        return finish is not None, finish or ""

    for (card, finish), number in sorted(taken.items(), key=by_finish):
        missing = number
        likely = partial(_unlikeness, sheet, finish)
        for at in sorted(positions.get(card, ()), key=likely):
            gone = min(missing, left[at])
            left[at] -= gone
            missing -= gone
    return left


def _unlikeness(sheet: Sheet, finish: str | None, at: int) -> int:
    """How unlikely it is that a card with a *finish* is a copy of entry *at*.

    Entries that have no finish get that of the slot or the sheet.
    """
    own = sheet.entries[at].finish
    return 0 if own == finish else 1 if own is None else 2
