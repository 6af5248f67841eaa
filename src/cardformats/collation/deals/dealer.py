"""Deals: the boosters of a whole event for all players and rounds, and additional packs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from functools import cached_property, partial

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
from ..compile import Compiler, merged
from ..constraints import Guarantees
from ..rounds import Layouts, PackRound, check_cards, check_deal, named_layouts, pack_rounds
from ..rules.program import Rules
from ..sample import State
from ..tree import Given, Node
from .claims import NodeSteps
from .supply import SheetSupply


@frozen(repr=False)
class Deal:
    """The boosters of an event.

    Attributes:
        number: The number of the deal under the seed.
        rounds: The packs of all seats, in order, for each round.
    """

    number: int
    rounds: tuple[tuple[Pack, ...], ...]

    def __repr__(self) -> str:
        """Return a short form with the number and the number of packs."""
        return f"<Deal {self.number}: {len(self.packs)} packs in {len(self.rounds)} rounds>"

    @classmethod
    def of(cls, number: int, players: int, packs: Sequence[Pack]) -> Deal:
        """Return the deal of *packs*, with *players* packs in each round."""
        rounds = range(0, len(packs), players)
        return cls(number, tuple(tuple(packs[start : start + players]) for start in rounds))

    @property
    def packs(self) -> tuple[Pack, ...]:
        """Return all packs, round by round."""
        return tuple(pack for round_ in self.rounds for pack in round_)

    def seat(self, number: int) -> tuple[Pack, ...]:
        """Return the packs of a seat, one for each round. Seats are numbered from 0."""
        return tuple(round_[number] for round_ in self.rounds)


class BoosterDealer:
    """A dealer of the boosters of an event of a card set."""

    def __init__(
        self, cardset: CardSet, booster: Booster, event: Event, opened: Iterable[PackCard] = ()
    ) -> None:
        """Prepare to deal *booster* in the rounds of *event* that do not name another.

        Unless the supply is infinite, the *opened* cards are removed from it.

        Raises:
            CollationError: If a round names an unknown booster or layout, a booster cannot be made,
                or the supply is finite and a booster has guarantees.
        """
        self._cardset = evolve(cardset, event=event)
        self._event = event
        self._opened = opened
        self._rounds = pack_rounds(cardset, booster, event)
        self._guarantees: dict[int, Guarantees] = {}
        self._trees: dict[Hashable, Node] = {}
        self._steps = NodeSteps()
        for each in self._rounds:
            if id(each.booster) not in self._guarantees:
                guarantees = Guarantees(cardset, each.booster)
                guarantees.check(event)
                self._guarantees[id(each.booster)] = guarantees
            self._tree(each.booster, each.layouts)

    @cached_property
    def _supply(self) -> SheetSupply:
        refills = self._event.supply == "refill"
        left = _copies_left(self._cardset, self._opened, refills=refills)
        return SheetSupply(self._cardset, self._rounds[0].booster, left)

    def deal(self, number: int, players: int, bits: Bits) -> Deal:
        """Return deal *number* for *players* players; see :meth:`Generator.deal`."""
        check_deal(players, len(self._rounds))
        rounds = [each for each in self._rounds for _ in range(players)]
        next_tree = self._by_round(bits)
        drawn: Iterable[tuple[str, Sequence[PackCard]]]
        if self._event.supply == "infinite":
            drawn = self._draw_all(rounds, next_tree, bits)
        else:
            packs = [(next_tree(each), each.booster.distinct_scope == "slot") for each in rounds]
            drawn = self._supply.deal(packs, bits)
        return Deal.of(
            number,
            players,
            [
                Pack(at, each.booster.name, layout, tuple(cards))
                for at, (each, (layout, cards)) in enumerate(zip(rounds, drawn, strict=True))
            ],
        )

    def _draw_all(
        self, rounds: Iterable[PackRound], next_tree: Callable[[PackRound], Node], bits: Bits
    ) -> Iterator[tuple[str, Sequence[PackCard]]]:
        """Yield packs from an infinite supply. A pack that breaks a guarantee is drawn again."""

        def draw(round_: PackRound) -> tuple[str, list[PackCard]]:
            root, state = next_tree(round_), State()
            cards: list[PackCard] = []
            self._steps.step(root, root)(bits, state, cards)
            return state.layout, cards

        total = 0
        for each in rounds:
            guarantees = self._guarantees[id(each.booster)]
            layout, cards = guarantees.first_kept(partial(draw, each))
            total += len(cards)
            check_cards(total)
            yield layout, cards

    def _by_round(self, bits: Bits) -> Callable[[PackRound], Node]:
        """Return a function that returns the tree of the next pack of a round."""
        if self._event.layout_replacement:
            return lambda round_: self._tree(round_.booster, round_.layouts)
        bags: dict[Hashable, Iterator[Layout]] = {}

        def next_tree(round_: PackRound) -> Node:
            if round_.bag not in bags:
                bags[round_.bag] = Bag(round_.layouts).draw(bits)
            return self._tree(round_.booster, [(next(bags[round_.bag]), 1)])

        return next_tree

    def _tree(self, booster: Booster, layouts: Layouts) -> Node:
        """Return the tree of packs, without the guarantees."""
        key = (id(booster), tuple((layout.name, weight) for layout, weight in layouts))
        if key not in self._trees:
            deals = self._event.supply != "infinite"
            tree = Compiler(self._cardset, booster, deals=deals).tree(layouts)
            self._trees[key] = tree.part if isinstance(tree, Given) else tree
        return self._trees[key]


def extra_pack(
    cardset: CardSet,
    booster: Booster,
    layouts: Sequence[LayoutChoice],
    opened: Iterable[PackCard],
    bits: Bits,
    peer: type[Rules] | None,
) -> Pack:
    """Return a pack of *booster* that is dealt after the *opened* cards.

    The event of *cardset* determines whether the opened cards are removed. *layouts* are the
    layouts that the pack can have; the default is all of the booster. If *peer* is given, its rules
    are used.
    """
    event = cardset.event or Event()
    if peer is None:
        rounds = (Round(layouts=tuple(layouts)),)
        event = evolve(event, rounds=rounds, boosters_per_player=1, layout_replacement=True)
        (pack,) = BoosterDealer(cardset, booster, event, opened).deal(0, 1, bits).packs
        return pack
    if layouts:
        chosen = named_layouts(booster, layouts)
        named = [Layout(layout.name, weight, layout.slots) for layout, weight in chosen]
        booster = evolve(booster, layouts=named)
        # the layouts of the event's rounds do not apply to this pack
        cardset = evolve(cardset, event=cardset.event and evolve(event, rounds=()))
    ((name, cards),) = peer(cardset, booster).session(bits, 1, opened=opened)
    return Pack(0, booster.name, name, cards)


#: The number of times that a sheet supplied a card with a finish.
_Taken = Counter[tuple[CardRef, str | None]]


def _copies_left(
    cardset: CardSet, opened: Iterable[PackCard], *, refills: bool
) -> dict[str, list[int]]:
    """Return the copies of each entry that are left of each sheet with *opened* cards."""
    by_sheet: dict[str, _Taken] = {}
    for card in opened:
        if card.sheet in cardset.sheets:
            by_sheet.setdefault(card.sheet, Counter())[card.card, card.finish] += 1
    return {
        name: _left_of(merged(cardset.sheets[name]), taken, refills=refills)
        for name, taken in by_sheet.items()
    }


def _left_of(sheet: Sheet, taken: _Taken, *, refills: bool) -> list[int]:
    """Return the copies that are left of a sheet's entries.

    For a sheet that refills, they are the copies of as many refills as were needed, minus all cards
    taken.
    """
    positions: dict[CardRef, list[int]] = {}
    for at, entry in enumerate(sheet.entries):
        positions.setdefault(entry.card, []).append(at)
    total = sum(number for (card, _), number in taken.items() if card in positions)
    starts = 1 + (total // sheet.total if refills and sheet.total else 0)
    left = [starts * entry.copies for entry in sheet.entries]

    # sorted by finish, so that the order of the opened packs does not matter
    by_finish = sorted(taken.items(), key=lambda item: (item[0][1] is not None, item[0][1] or ""))
    for (card, finish), number in by_finish:
        missing = number
        # first entries of the same finish, then entries with the finish of the slot or sheet
        own = [(sheet.entries[at].finish, at) for at in positions.get(card, ())]
        order = sorted((0 if its == finish else 1 if its is None else 2, at) for its, at in own)
        for _, at in order:
            gone = min(missing, left[at])
            left[at] -= gone
            missing -= gone
    return left
