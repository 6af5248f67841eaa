"""The Deckbuilder Draft: an initial draft, then decks, matches and a market in each round."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Self

from attrs import frozen

from ...errors import DraftError
from ..actions import Pick
from ..actions import Start as DraftStart
from ..asking import seat_of
from ..booster.game import BoosterDraft
from ..booster.state import DraftRound
from ..booster.state import Table as DraftTable
from ..cards import DraftCard
from ..engine import Record, Seen, check_dealt, of_seat, refuse, taking
from ..script import ScriptedGame
from .actions import (
    Action,
    Build,
    Buy,
    Drafting,
    Keep,
    Outcome,
    PassTurn,
    Report,
    Start,
)
from .cards import affordable, cheapest_trade
from .protocol import take_turn
from .state import DeckbuilderState, DeckbuilderStep, Seat
from .views import Duty, View, duty_of, view_of

#: When actions of each phase can be done, or why not any more.
_WHEN = {
    "draft": "the initial draft is over",
    "build": "decks are built after the initial draft and markets",
    "match": "results can be reported when all decks are complete",
    "market": "cards are bought after the matches of a round",
}


@frozen(repr=False)
class DeckbuilderDraft(DeckbuilderState, ScriptedGame, Seen[View]):
    """A Deckbuilder Draft at one moment; its fields are those of its state, and its log."""

    log: tuple[Record[Action, Outcome], ...] = ()

    title = "a Deckbuilder Draft"
    kind = "deckbuilder"
    start = Start
    step = DeckbuilderStep
    take_turn = staticmethod(take_turn)
    view_of = view_of

    build = taking(Build)
    keep = taking(Keep)
    report = taking(Report)
    buy = taking(Buy)
    pass_turn = taking(PassTurn)

    def pick(self, seat: int, card: int) -> Self:
        """Draft a card from the starter pack in front of a seat, which is passed on.

        Raises:
            DraftError: If the pick is not allowed.
        """
        return self.do(Drafting(Pick(seat, card)))

    @classmethod
    def from_start(cls, start: Start) -> Self:
        """Return the state in which every seat has opened its first starter pack.

        Raises:
            DraftError: If a card is not in exactly one pack, or a card in the market has no price.
        """
        _verify_start(start)
        draft = _initial_draft(start)
        nothing = cls(start.table, start.cards, draft, (Seat(),) * start.table.seats)
        step = cls.step(nothing)
        step.outcomes += draft.log[0].outcomes
        return nothing.played(step, start)

    def check(self, action: Any) -> None:
        """Refuse an action that is not among those asked for, and say when it is.

        Raises:
            DraftError: If the action is not asked for. The message says whose action it is, which
                rule it breaks, and why.
        """
        seat = seat_of(action)
        if action.phase != self.phase:
            refuse(seat, _WHEN[action.phase], action.rule)
        if self.buyer not in (None, seat):
            refuse(seat, f"it is the turn of seat {self.buyer}", action.rule)
        super().check(action)

    @of_seat
    def duty(self, seat: int) -> Duty:
        """Return the duty of a seat now: ``pick``, ``build``, ``buy``, or ``wait``.

        Raises:
            DraftError: If there is no such seat.
        """
        return duty_of(self, seat)

    def cheapest_trade(
        self, seat: int, card: int, keeping: Iterable[int] = ()
    ) -> tuple[int, ...] | None:
        """Return the cheapest trade with which a seat buys a card; see :func:`cheapest_trade`.

        None if the seat's cards do not do.

        Raises:
            DraftError: If there is no such seat or card, or such cards are not sold.
        """
        if not 0 <= card < len(self.cards):
            raise DraftError(f"there is no card {card}", seat)
        return cheapest_trade(self.pool(seat), self.cards[card], self.table.rules, keeping)

    def affordable(self, seat: int, keeping: Iterable[int] = ()) -> dict[int, tuple[int, ...]]:
        """Return the cards that a seat can buy, each with the cheapest trade.

        Raises:
            DraftError: If there is no such seat.
        """
        market = {each.card: self.cards[each.card] for each in self.market}
        return affordable(self.pool(seat), market, self.table.rules, keeping)


def _verify_start(start: Start) -> None:
    """Refuse cards that are not dealt once each, or that are in the market and have no price."""
    table = start.table
    sold = [card for cards in table.market for card in cards]
    packs = [pack for packs in (*table.starters, *table.boosters) for pack in packs]
    check_dealt([sold, *packs], len(start.cards))
    in_market = {*sold}
    for number, card in enumerate(start.cards):
        if table.rules.tariff(card.rarity).price is None and number in in_market:
            raise DraftError(f"{card.name!r} is in the market, and has no price")


def _initial_draft(start: Start) -> BoosterDraft:
    """Return the initial draft; its cards have the numbers that they have here.

    Packs go to the next player in the ring, always the same way round.  What cards do in a draft is
    no part of this one: there is no pack that could be added, nor a card.
    """
    count = sum(len(pack) for packs in start.table.starters for pack in packs)
    known = [DraftCard(card.card, card.finish) for card in start.cards[:count]]
    rounds = tuple([DraftRound(packs) for packs in start.table.starters])
    return BoosterDraft.from_start(DraftStart(DraftTable(rounds, seed=start.table.seed), known))
