"""The Deckbuilder Draft: an initial draft, then decks, matches and a market in each round."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import ClassVar, Self

from attrs import frozen

from ...errors import DraftError
from ..actions import Pick
from ..actions import Start as DraftStart
from ..booster.game import BoosterDraft
from ..booster.state import DraftRound
from ..booster.state import Table as DraftTable
from ..cards import DraftCard
from ..decks import verify_deck
from ..engine import Game, Move, Record, taking
from .actions import (
    Action,
    Build,
    BuildingBegan,
    Built,
    Buy,
    Drafting,
    Keep,
    Outcome,
    PassTurn,
    Ranked,
    Report,
    Start,
)
from .cards import DeckbuilderCard, affordable, cheapest_trade
from .market import (
    apply_buy,
    apply_pass_turn,
    close_market,
    is_closing,
    open_market,
    verify_buy,
    verify_pass_turn,
)
from .matches import apply_report, are_over, give_byes, verify_report
from .state import Deck, DeckbuilderState, DeckbuilderStep, Seat, Table
from .views import Duty, LogEntry, View, duty_of, log_of, view_of

_BUILDING = "decks are built after the initial draft and markets"


def begin_draft(table: Table, cards: Sequence[DeckbuilderCard]) -> BoosterDraft:
    """The initial draft; its cards have the numbers that they have here.

    Packs go to the next player in the ring, always the same way round.  What cards do in a draft is
    no part of this one: there is no pack that could be added, nor a card.
    """
    count = sum(len(pack) for packs in table.starters for pack in packs)
    known = [DraftCard(card.card, card.finish) for card in cards[:count]]
    rounds = tuple([DraftRound(packs) for packs in table.starters])
    return BoosterDraft.from_start(DraftStart(DraftTable(rounds, seed=table.seed), known))


def verify_drafting(state: DeckbuilderState, action: Drafting) -> None:
    """Refuse what the initial draft does not allow.

    Raises:
        DraftError: why, or that it is over.
    """
    seat = getattr(action.action, "seat", None)
    if state.phase != "draft":
        raise DraftError("the initial draft is over", seat, "Protocol 2.1")
    state.draft.verify(action.action)


def apply_drafting(step: DeckbuilderStep, action: Drafting) -> None:
    """Do it."""
    step.draft = step.draft.do(action.action)
    step.outcomes += step.draft.log[-1].outcomes


#: What of the document says how decks are built.
RULE = "Protocol 2.2"


def verify_build(state: DeckbuilderState, action: Build) -> None:
    """Refuse a deck that cannot be built.

    Raises:
        DraftError: all that is wrong.
    """
    state.check_phase(action.seat, "build", _BUILDING, RULE)
    state.check_owned(action.seat, action.cards, RULE)
    pool, rules = state.seats[action.seat].pool, state.table.rules
    for name in action.basics:
        if name not in rules.basics:
            raise DraftError(
                f"{name!r} is not free: that are {', '.join(rules.basics)}", action.seat, RULE
            )
    verify_deck(
        [state.cards[number].card for number in pool],
        [*(state.cards[number].card for number in action.cards), *action.basics],
        minimum=rules.deck_size,
        free=rules.basics,
        seat=action.seat,
    )


def apply_build(step: DeckbuilderStep, action: Build) -> None:
    """Let a deck stand."""
    deck = Deck(tuple(sorted(action.cards)), tuple(sorted(action.basics)))
    step.change(action.seat, deck=deck, is_ready=True)
    step.tell(Built(action.seat, deck.size))


def verify_keep(state: DeckbuilderState, action: Keep) -> None:
    """Refuse to play with a deck that there is not, or that is too small now.

    Raises:
        DraftError: all that is wrong.
    """
    state.check_phase(action.seat, "build", _BUILDING, RULE)
    deck = state.seats[action.seat].deck
    if deck is None:
        raise DraftError("has no deck yet", action.seat, RULE)
    verify_build(state, Build(action.seat, deck.cards, deck.basics))


def apply_keep(step: DeckbuilderStep, action: Keep) -> None:
    """Let the deck stand."""
    deck = step.seats[action.seat].deck
    step.change(action.seat, is_ready=True)
    step.tell(Built(action.seat, deck.size if deck else 0))


def _settle(step: DeckbuilderStep) -> None:
    """Go on to the next phase when nothing is left to do in this one."""
    if step.phase == "draft" and step.draft.is_over:
        for number, seat in enumerate(step.draft.seats):
            step.change(number, pool=seat.pool)
        _begin_building(step)
    elif step.phase == "build" and all(seat.is_ready for seat in step.seats):
        step.phase = "match"
    elif step.phase == "match" and are_over(step):
        give_byes(step)
        open_market(step)
    if step.phase == "market" and is_closing(step):
        close_market(step)
        step.round += 1
        if step.round < step.table.rounds:
            _begin_building(step)
        else:
            step.phase = "over"
            step.tell(Ranked(step.ranking))


def _begin_building(step: DeckbuilderStep) -> None:
    step.phase = "build"
    step.matches = ()
    for number in range(len(step.seats)):
        step.change(number, is_ready=False, gained=0, played=0)
    step.tell(BuildingBegan(step.round))


@frozen
class DeckbuilderDraft(DeckbuilderState, Game):
    """A Deckbuilder Draft at one moment; its fields are those of its state, and its log."""

    log: tuple[Record[Action, Outcome], ...] = ()

    title = "a Deckbuilder Draft"
    kind = "deckbuilder"
    start = Start
    step = DeckbuilderStep
    moves: ClassVar[dict[type, Move]] = {
        Drafting: Move(verify_drafting, apply_drafting),
        Build: Move(verify_build, apply_build),
        Keep: Move(verify_keep, apply_keep),
        Report: Move(verify_report, apply_report),
        Buy: Move(verify_buy, apply_buy),
        PassTurn: Move(verify_pass_turn, apply_pass_turn),
    }
    settle = staticmethod(_settle)

    build = taking(Build)
    keep = taking(Keep)
    report = taking(Report)
    buy = taking(Buy)
    pass_turn = taking(PassTurn)

    def pick(self, seat: int, card: int) -> Self:
        """A seat drafts a card from the starter pack in front of it, which is passed on.

        Raises:
            DraftError: it is not allowed.
        """
        return self.do(Drafting(Pick(seat, card)))

    @classmethod
    def from_start(cls, start: Start) -> Self:
        """The state in which every seat has opened its first starter pack.

        Raises:
            DraftError: a card is not in one pack, or one in the market has no price.
        """
        verify_start(start)
        draft = begin_draft(start.table, start.cards)
        seats = (Seat(),) * start.table.seats
        record = Record[Action, Outcome](start, draft.log[0].outcomes)
        return cls(start.table, start.cards, draft, seats, log=(record,))

    def duty(self, seat: int) -> Duty:
        """What a seat has to do now: ``pick``, ``build``, ``buy``, or ``wait``.

        Raises:
            DraftError: there is no such seat.
        """
        self.check_seat(seat)
        return duty_of(self, seat)

    def view(self, seat: int) -> View:
        """All that a seat may see now.

        Raises:
            DraftError: there is no such seat.
        """
        self.check_seat(seat)
        return view_of(self, seat, len(self.log))

    def log_for(self, seat: int) -> tuple[LogEntry, ...]:
        """What a seat has learned of what happened.

        Raises:
            DraftError: there is no such seat.
        """
        self.check_seat(seat)
        return log_of(self, seat, self.log)

    def cheapest_trade(
        self, seat: int, card: int, keeping: Iterable[int] = ()
    ) -> tuple[int, ...] | None:
        """The cards with which a seat buys a card and gives away least; see :func:`cheapest_trade`.

        None if the seat's cards do not do.

        Raises:
            DraftError: there is no such seat or card, or such cards are not sold.
        """
        if not 0 <= card < len(self.cards):
            raise DraftError(f"there is no card {card}", seat)
        return cheapest_trade(self.pool(seat), self.cards[card], self.table.rules, keeping)

    def affordable(self, seat: int, keeping: Iterable[int] = ()) -> dict[int, tuple[int, ...]]:
        """The cards of the market that a seat can buy, each with the trade that gives away least.

        Raises:
            DraftError: there is no such seat.
        """
        market = {each.card: self.cards[each.card] for each in self.market}
        return affordable(self.pool(seat), market, self.table.rules, keeping)


def verify_start(start: Start) -> None:
    """Refuse cards that are not dealt once each, or that are in the market and have no price.

    Raises:
        DraftError: which.
    """
    table = start.table
    dealt = [
        card for packs in (*table.starters, *table.boosters) for pack in packs for card in pack
    ]
    sold = [card for cards in table.market for card in cards]
    dealt += sold
    if any(type(card) is not int for card in dealt) or sorted(dealt) != [*range(len(start.cards))]:
        raise DraftError("every card is in one pack, named by its number from 0 on")
    for card in start.cards:
        table.rules.tariff(card.rarity)
    for number in sold:
        card = start.cards[number]
        if table.rules.tariff(card.rarity).price is None:
            raise DraftError(f"{card.name!r} is in the market, and has no price")
