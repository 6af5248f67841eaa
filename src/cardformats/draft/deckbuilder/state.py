"""The Deckbuilder Draft as a state machine: frozen states, actions that lead from one to the next.

Each action has three methods: ``verify_x`` raises and says why it is not allowed, ``can_x`` says
whether it is, and ``x`` does it, gives the next state and puts a record into its log.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from attrs import frozen

from ...errors import DraftError
from ..actions import Pick
from ..booster import BoosterDraft
from ..replaying import actions_of, replayed
from ..seats import check_seat_number
from .actions import Action, Build, Buy, Drafting, Keep, PassTurn, Record, Report, Start
from .building import apply_build, apply_keep, verify_build, verify_keep
from .cards import DeckbuilderCard
from .drafting import apply_drafting, begin_draft, verify_drafting
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
from .outcomes import BuildingBegan, Ranked
from .ranking import ranking_of
from .step import Step
from .table import Match, Offer, Phase, Place, Seat, Table
from .trading import Cards, affordable, cheapest_trade
from .views import Duty, LogEntry, View, duty_of, log_of, view_of


@frozen
class DeckbuilderDraft:
    """A Deckbuilder Draft at one moment.

    Attributes:
        table: what was settled beforehand.
        cards: all cards; a card's number, which everything else names it by, is its place.
        draft: the initial draft.
        seats: the seats, from 0; the next seat is the one to the left.
        phase: what is going on.
        round: the number of the round, from 0; the number of rounds once all are over.
        matches: the matches of this round that are over.
        market: the cards for sale, or those that stay for the next market.
        order: the seats in the order in which they buy; empty if the market is not open.
        turn: whose turn it is to buy, as a place in that order.
        passes: how many seats have passed in a row.
        discarded: the numbers of the cards that left the game.
        chances: how often chance was called on.
        log: what was done, and what came of it, from the start.
    """

    table: Table
    cards: tuple[DeckbuilderCard, ...]
    draft: BoosterDraft
    seats: tuple[Seat, ...]
    phase: Phase = "draft"
    round: int = 0
    matches: tuple[Match, ...] = ()
    market: tuple[Offer, ...] = ()
    order: tuple[int, ...] = ()
    turn: int = 0
    passes: int = 0
    discarded: tuple[int, ...] = ()
    chances: int = 0
    log: tuple[Record, ...] = ()

    @property
    def is_over(self) -> bool:
        """Whether the last round is over."""
        return self.phase == "over"

    @property
    def buyer(self) -> int | None:
        """The seat whose turn it is to buy; None if the market is not open."""
        return self.order[self.turn] if self.order else None

    @property
    def ranking(self) -> tuple[Place, ...]:
        """The seats by the points they have so far; equal ones share a place."""
        return ranking_of(self.seats)

    def pool(self, seat: int) -> Cards:
        """A seat's cards by number, those that it has drafted so far in the initial draft.

        Raises:
            DraftError: there is no such seat.
        """
        self.check_seat(seat)
        drafting = self.phase == "draft"
        numbers = self.draft.seats[seat].pool if drafting else self.seats[seat].pool
        return {number: self.cards[number] for number in numbers}

    def check_seat(self, seat: int) -> None:
        """Refuse what names no seat.

        Raises:
            DraftError: there is no such seat.
        """
        check_seat_number(seat, len(self.seats))

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
        return view_of(self, seat)

    def log_for(self, seat: int) -> tuple[LogEntry, ...]:
        """What a seat has learned of what happened.

        Raises:
            DraftError: there is no such seat.
        """
        self.check_seat(seat)
        return log_of(self, seat)

    def cheapest_trade(
        self, seat: int, card: int, keeping: Iterable[int] = ()
    ) -> tuple[int, ...] | None:
        """The cards with which a seat buys a card and gives away least; see :func:`cheapest_trade`.

        None if the seat's cards do not do.

        Raises:
            DraftError: there is no such seat or card, or such cards are not sold.
        """
        if not 0 <= card < len(self.cards):
            message = f"there is no card {card}"
            raise DraftError(message, seat)
        return cheapest_trade(self.pool(seat), self.cards[card], self.table.rules, keeping)

    def affordable(self, seat: int, keeping: Iterable[int] = ()) -> dict[int, tuple[int, ...]]:
        """The cards of the market that a seat can buy, each with the trade that gives away least.

        Raises:
            DraftError: there is no such seat.
        """
        market = {each.card: self.cards[each.card] for each in self.market}
        return affordable(self.pool(seat), market, self.table.rules, keeping)

    # any action

    def verify(self, action: Action) -> None:
        """Refuse an action that is not allowed.

        Raises:
            DraftError: whose action it is, what of the document it is against, and why.
        """
        if type(action) not in _STEPS:
            message = f"this is nothing that can be done in a Deckbuilder Draft: {action!r}"
            raise DraftError(message)
        _STEPS[type(action)][0](self, action)

    def can(self, action: Action) -> bool:
        """Whether an action is allowed."""
        try:
            self.verify(action)
        except DraftError:
            return False
        return True

    def do(self, action: Action) -> DeckbuilderDraft:
        """The state after an action.

        Raises:
            DraftError: it is not allowed.
        """
        self.verify(action)
        step = Step(self)
        _STEPS[type(action)][1](step, action, self)
        _settle(step)
        return _after(step, (*self.log, Record(action, tuple(step.outcomes))))

    # picks of the initial draft

    def verify_pick(self, seat: int, card: int) -> None:
        """Refuse a pick that is not allowed; see :meth:`pick`.

        Raises:
            DraftError: which rule it is against, and why.
        """
        self.verify(Drafting(Pick(seat, card)))

    def can_pick(self, seat: int, card: int) -> bool:
        """Whether a pick is allowed; see :meth:`pick`."""
        return self.can(Drafting(Pick(seat, card)))

    def pick(self, seat: int, card: int) -> DeckbuilderDraft:
        """A seat drafts a card from the starter pack in front of it, which is passed on.

        Raises:
            DraftError: it is not allowed.
        """
        return self.do(Drafting(Pick(seat, card)))

    # decks

    def verify_build(self, seat: int, cards: Iterable[int], basics: Iterable[str] = ()) -> None:
        """Refuse a deck; see :meth:`build`.

        Raises:
            DraftError: all that is wrong with it.
        """
        self.verify(Build(seat, tuple(cards), tuple(basics)))

    def can_build(self, seat: int, cards: Iterable[int], basics: Iterable[str] = ()) -> bool:
        """Whether a deck is allowed; see :meth:`build`."""
        return self.can(Build(seat, tuple(cards), tuple(basics)))

    def build(
        self, seat: int, cards: Iterable[int], basics: Iterable[str] = ()
    ) -> DeckbuilderDraft:
        """A seat builds its deck for the round; it may do so again until all decks stand.

        Args:
            seat: whose deck it is.
            cards: the numbers of cards in its pool.
            basics: the names of free basic lands, each as often as it is in the deck.

        Raises:
            DraftError: it is not allowed.
        """
        return self.do(Build(seat, tuple(cards), tuple(basics)))

    def verify_keep(self, seat: int) -> None:
        """Refuse to keep a deck; see :meth:`keep`.

        Raises:
            DraftError: there is none, or it has too few cards now.
        """
        self.verify(Keep(seat))

    def can_keep(self, seat: int) -> bool:
        """Whether a seat may play with the deck it has."""
        return self.can(Keep(seat))

    def keep(self, seat: int) -> DeckbuilderDraft:
        """A seat plays the round with the deck that it has.

        Raises:
            DraftError: it is not allowed.
        """
        return self.do(Keep(seat))

    # matches

    def verify_report(self, first: int, second: int, winner: int | None = None) -> None:
        """Refuse the result of a match; see :meth:`report`.

        Raises:
            DraftError: such a match is not played.
        """
        self.verify(Report(first, second, winner))

    def can_report(self, first: int, second: int, winner: int | None = None) -> bool:
        """Whether a match can have ended so; see :meth:`report`."""
        return self.can(Report(first, second, winner))

    def report(self, first: int, second: int, winner: int | None = None) -> DeckbuilderDraft:
        """Enter the result of a match; None for a tie.  After the last one the market opens.

        Raises:
            DraftError: such a match is not played.
        """
        return self.do(Report(first, second, winner))

    # the market

    def verify_buy(self, seat: int, card: int, trade: int | Iterable[int] = ()) -> None:
        """Refuse to sell; see :meth:`buy`.

        Raises:
            DraftError: why.
        """
        self.verify(Buy(seat, card, trade))

    def can_buy(self, seat: int, card: int, trade: int | Iterable[int] = ()) -> bool:
        """Whether a seat can buy a card so; see :meth:`buy`."""
        return self.can(Buy(seat, card, trade))

    def buy(self, seat: int, card: int, trade: int | Iterable[int] = ()) -> DeckbuilderDraft:
        """A seat buys a card of the market, and trades cards of its pool in for it.

        Raises:
            DraftError: it is not allowed.
        """
        return self.do(Buy(seat, card, trade))

    def verify_pass_turn(self, seat: int) -> None:
        """Refuse to pass; see :meth:`pass_turn`.

        Raises:
            DraftError: it is not the seat's turn.
        """
        self.verify(PassTurn(seat))

    def can_pass_turn(self, seat: int) -> bool:
        """Whether it is the seat's turn to buy or pass."""
        return self.can(PassTurn(seat))

    def pass_turn(self, seat: int) -> DeckbuilderDraft:
        """A seat buys nothing now.  When all have passed in a row, the market closes.

        Raises:
            DraftError: it is not the seat's turn.
        """
        return self.do(PassTurn(seat))


#: For each kind of action what verifies it, and what does it.
_STEPS: dict[type, tuple[Callable[..., None], Callable[..., None]]] = {
    Drafting: (verify_drafting, apply_drafting),
    Build: (verify_build, apply_build),
    Keep: (verify_keep, apply_keep),
    Report: (verify_report, apply_report),
    Buy: (verify_buy, apply_buy),
    PassTurn: (verify_pass_turn, apply_pass_turn),
}


def _settle(step: Step) -> None:
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
            step.tell(Ranked(ranking_of(step.seats)))


def _begin_building(step: Step) -> None:
    step.phase = "build"
    step.matches = ()
    for number in range(len(step.seats)):
        step.change(number, is_ready=False, gained=0, played=0)
    step.tell(BuildingBegan(step.round))


def _after(step: Step, log: tuple[Record, ...]) -> DeckbuilderDraft:
    return DeckbuilderDraft(
        step.table,
        step.cards,
        step.draft,
        tuple(step.seats),
        step.phase,
        step.round,
        step.matches,
        step.market,
        step.order,
        step.turn,
        step.passes,
        step.discarded,
        step.chances,
        log,
    )


def begin(start: Start) -> DeckbuilderDraft:
    """The state in which every seat has opened its first starter pack."""
    draft = begin_draft(start.table, start.cards)
    seats = (Seat(),) * start.table.seats
    return DeckbuilderDraft(
        start.table, start.cards, draft, seats, log=(Record(start, draft.log[0].outcomes),)
    )


def replay(log: Iterable[Record]) -> DeckbuilderDraft:
    """The state that a log leads to.

    Raises:
        DraftError: the log does not begin with a start, or an action in it is not allowed.
    """
    return replayed(actions_of(log, Record), Start, begin, "the draft")
