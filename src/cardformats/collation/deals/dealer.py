"""Deals: the boosters of a whole event, for every seat and round, and one more pack after them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Sequence
from functools import cached_property, partial
from itertools import groupby

from attrs import evolve, frozen

from ...bits import Bits
from ...model import (
    Booster,
    CardRef,
    CardSet,
    Event,
    Layout,
    LayoutChoice,
    Pack,
    PackCard,
    Round,
    Sheet,
)
from ..bags import Bag
from ..constraints import Guarantees
from ..plan.pack_plan import PackPlan, PackPlans, drawn_plan
from ..plan.steps import Limits
from ..plan.tree import Fork, Tree
from ..rounds import Layouts, check_cards, check_deal, named_layouts, pack_rounds
from ..rules.program import Rules
from .supply import Supply

#: Up to so many choices are drawn at once.
_AT_ONCE = 32


@frozen(repr=False)
class Deal:
    """The boosters of an event.

    Attributes:
        number: the deal's number under the seed.
        rounds: for each round the packs of the seats, in order.
    """

    number: int
    rounds: tuple[tuple[Pack, ...], ...]

    def __repr__(self) -> str:
        """Its number, and how many packs there are."""
        return f"<Deal {self.number}: {len(self.packs)} packs in {len(self.rounds)} rounds>"

    @classmethod
    def of(cls, number: int, players: int, packs: Sequence[Pack]) -> Deal:
        """The deal of *packs*, as many in a round as there are *players*."""
        rounds = range(0, len(packs), players)
        return cls(number, tuple(tuple(packs[start : start + players]) for start in rounds))

    @property
    def packs(self) -> tuple[Pack, ...]:
        """All packs, round by round."""
        return tuple(pack for round_ in self.rounds for pack in round_)

    def seat(self, number: int) -> tuple[Pack, ...]:
        """The packs of the seat of that number, from 0, one for each round."""
        return tuple(round_[number] for round_ in self.rounds)


class Dealer:
    """Deals the boosters of an event of a card set."""

    def __init__(
        self, cardset: CardSet, booster: Booster, event: Event, opened: Iterable[PackCard] = ()
    ) -> None:
        """Prepare to deal *booster* in those rounds of *event* that name no other.

        From a supply that is not infinite the cards that were *opened* are gone.

        Raises:
            CollationError: a round names what there is not, or a booster cannot be made; or its
                guarantees cannot be kept, since what is dealt is not drawn again.
        """
        self._cardset = evolve(cardset, event=event)
        self._event = event
        self._opened = opened
        self._rounds = pack_rounds(cardset, booster, event)
        self._trees: dict[Hashable, Tree] = {}
        for each in self._rounds:
            self._tree(each.booster, each.layouts)
            Guarantees(cardset, each.booster).check(event)

    @cached_property
    def _supply(self) -> Supply:
        drawers = next(iter(self._trees.values())).drawers
        refills = self._event.supply == "refill"
        left = _copies_left(self._cardset, self._opened, refills=refills)
        return Supply(drawers, left, refills=refills)

    def deal(self, number: int, players: int, bits: Bits) -> Deal:
        """The deal of that number to so many *players*; see :meth:`Generator.deal`."""
        check_deal(players, len(self._rounds))
        if self._event.supply == "infinite":
            drawn = self._draw_all(players, bits)
        else:
            pack_plans = self._plans(players, bits)
            drawn = list(zip(pack_plans, self._supply.deal(pack_plans, bits), strict=True))
        names = [each.booster.name for each in self._rounds for _ in range(players)]
        packs = [
            Pack(at, name, pack_plan.layout, tuple(cards))
            for at, (name, (pack_plan, cards)) in enumerate(zip(names, drawn, strict=True))
        ]
        return Deal.of(number, players, packs)

    def _draw_all(self, players: int, bits: Bits) -> list[tuple[PackPlan, Sequence[PackCard]]]:
        """Packs from an infinite supply."""
        drawn: list[tuple[PackPlan, Sequence[PackCard]]] = []
        total = 0
        for each, next_plan in zip(self._rounds, self._by_round(bits), strict=True):
            guarantees = Guarantees(self._cardset, each.booster)
            for _ in range(players):
                drawn.append(guarantees.first_kept(partial(drawn_plan, next_plan, bits)))
                total += len(drawn[-1][1])
                check_cards(total)
        return drawn

    def _plans(self, players: int, bits: Bits) -> list[PackPlan]:
        """The plans of all packs, round by round."""
        if not self._event.layout_replacement:
            return [draw() for draw in self._by_round(bits) for _ in range(players)]
        plans: list[PackPlan] = []
        for choices, rounds in groupby(self._choices):
            plans += choices.draw(players * len([*rounds]), bits)
        return plans

    @cached_property
    def _choices(self) -> list[_Choices]:
        """For each round the choices of its packs."""
        trees = [self._tree(each.booster, each.layouts) for each in self._rounds]
        known = {tree: _Choices(tree) for tree in trees}
        return [known[tree] for tree in trees]

    def _by_round(self, bits: Bits) -> list[PackPlans]:
        """For each round what gives the plans of its packs."""
        if self._event.layout_replacement:
            trees = [self._tree(each.booster, each.layouts) for each in self._rounds]
            return [partial(tree.pack_plan, bits) for tree in trees]
        bags: dict[Hashable, Iterator[Layout]] = {}
        for each in self._rounds:
            if each.bag not in bags:
                bags[each.bag] = Bag(each.layouts).draw(bits)
        return [
            partial(self._plan_from_bag, each.booster, bags[each.bag], bits)
            for each in self._rounds
        ]

    def _plan_from_bag(self, booster: Booster, bag: Iterator[Layout], bits: Bits) -> PackPlan:
        return self._tree(booster, [(next(bag), 1)]).pack_plan(bits)

    def _tree(self, booster: Booster, layouts: Layouts) -> Tree:
        key = (id(booster), tuple((layout.name, weight) for layout, weight in layouts))
        if key not in self._trees:
            self._trees[key] = Tree(self._cardset, booster, layouts)
        return self._trees[key]


class _Choices:
    """The plans of many packs from one tree."""

    def __init__(self, tree: Tree) -> None:
        """Look at what there is to choose."""
        self._tree = tree
        self._plans: list[PackPlan] = []
        root = tree.root
        if isinstance(root, Fork) and root.table:
            nodes = [root.option(index) for index in range(len(root.weights))]
            plans = [node for node in nodes if isinstance(node, PackPlan)]
            if len(plans) == len(nodes):
                pairs = zip(plans, root.weights, strict=True)
                self._plans = [plan for plan, weight in pairs for _ in range(weight)]
        self._limits: dict[int, Limits] = {}

    def draw(self, count: int, bits: Bits) -> list[PackPlan]:
        """The next plans; if a single number is all that each needs, many at once."""
        if not self._plans:
            return [self._tree.pack_plan(bits) for _ in range(count)]
        plans: list[PackPlan] = []
        while len(plans) < count:
            number = min(count - len(plans), _AT_ONCE)
            if number not in self._limits:
                self._limits[number] = Limits([len(self._plans)] * number)
            plans += map(self._plans.__getitem__, self._limits[number].draw(bits))
        return plans


def extra_pack(
    cardset: CardSet,
    booster: Booster,
    layouts: Sequence[LayoutChoice],
    opened: Iterable[PackCard],
    bits: Bits,
    peer: type[Rules] | None,
) -> Pack:
    """A pack of *booster* after the cards that were *opened*: a deal of its own.

    The event of *cardset* says whether these are gone.  *layouts* are those that the pack can have;
    if there are none, all of the booster's.  It is made as *peer* does, if another program is.
    """
    event = cardset.event or Event()
    if peer is None:
        rounds = (Round(layouts=tuple(layouts)),)
        event = evolve(event, rounds=rounds, boosters_per_player=1, layout_replacement=True)
        (pack,) = Dealer(cardset, booster, event, opened).deal(0, 1, bits).packs
        return pack
    if layouts:
        chosen = named_layouts(booster, layouts)
        named = [Layout(layout.name, weight, layout.slots) for layout, weight in chosen]
        booster = evolve(booster, layouts=named)
        # what the rounds of the event say of layouts does not hold for this pack
        cardset = evolve(cardset, event=cardset.event and evolve(event, rounds=()))
    ((name, cards),) = peer(cardset, booster).session(bits, 1, opened=opened)
    return Pack(0, booster.name, name, cards)


#: How often a sheet gave a card with a finish.
_Taken = Counter[tuple[CardRef, str | None]]


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

    # by finishes, so that it does not matter which pack was opened first
    by_finish = sorted(taken.items(), key=lambda item: (item[0][1] is not None, item[0][1] or ""))
    for (card, finish), number in by_finish:
        missing = number
        # first from entries of the same finish, then from those that get that of slot or sheet
        own = [(sheet.entries[at].finish, at) for at in positions.get(card, ())]
        order = sorted((0 if its == finish else 1 if its is None else 2, at) for its, at in own)
        for _, at in order:
            gone = min(missing, left[at])
            left[at] -= gone
            missing -= gone
    return left
