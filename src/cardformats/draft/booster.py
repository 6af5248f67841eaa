"""The booster draft as a state machine: frozen states, actions that lead from one to the next.

Each action has three methods: ``verify_x`` raises and says why it is not allowed, ``can_x`` says
whether it is, and ``x`` does it, gives the next state and puts a record into its log.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from attrs import evolve, frozen

from ..errors import DraftError
from ..model import PackCard
from .actions import Action, AddPack, Answer, PassPack, Pick, Record, SeatAction, Start, Together
from .answering import (
    apply_add,
    apply_answer,
    apply_pass,
    verify_add,
    verify_answer,
    verify_pass,
)
from .cards import DraftCard
from .duties import Duty, check_seat, duty_of
from .outcomes import Refused
from .passing import settle
from .picking import apply_pick, verify_pick
from .replaying import actions_of, replayed
from .table import Note, PackOrder, Question, Removal, Seat, Standing, Table
from .turn import Turn
from .views import LogEntry, View, log_of, view_of


@frozen
class BoosterDraft:
    """A booster draft at one moment.

    Attributes:
        table: what was settled beforehand.
        cards: all cards; a card's number, which everything else names it by, is its place.
        seats: the seats, from 0; the next seat is the one to the left.
        round: the number of the round, from 0; the number of rounds once the draft is over.
        standing: effects that go on after their card was drafted.
        questions: what seats have to decide, in order.
        orders: packs that have to be opened for seats that add them to the draft.
        notes: what was noted (CR 905.2b).
        removals: cards that were removed from the draft.
        burned: the numbers of cards that left the draft otherwise.
        packs: how many packs were opened.
        chances: how often chance was called on.
        log: what was done, and what came of it, from the start.
    """

    table: Table
    cards: tuple[DraftCard, ...]
    seats: tuple[Seat, ...]
    round: int = 0
    standing: tuple[Standing, ...] = ()
    questions: tuple[Question, ...] = ()
    orders: tuple[PackOrder, ...] = ()
    notes: tuple[Note, ...] = ()
    removals: tuple[Removal, ...] = ()
    burned: tuple[int, ...] = ()
    packs: int = 0
    chances: int = 0
    log: tuple[Record, ...] = ()

    @property
    def is_over(self) -> bool:
        """Whether the draft is over."""
        return self.round == len(self.table.rounds)

    def pool(self, seat: int) -> tuple[DraftCard, ...]:
        """The cards a seat has drafted, in order; its card pool once the draft is over (905.1d).

        Raises:
            DraftError: there is no such seat.
        """
        check_seat(self, seat)
        return tuple([self.cards[number] for number in self.seats[seat].pool])

    @property
    def opened(self) -> tuple[PackCard, ...]:
        """All cards that came from packs, also those of rounds that are yet to come."""
        return tuple(
            [
                PackCard(card.card, card.slot, card.sheet, card.finish)
                for card in self.cards
                if card.sheet
            ]
        )

    def duty(self, seat: int) -> Duty:
        """What a seat has to do now: ``pick``, ``pass``, ``answer``, or ``wait``.

        Raises:
            DraftError: there is no such seat.
        """
        check_seat(self, seat)
        return duty_of(self, seat)

    def view(self, seat: int) -> View:
        """All that a seat may see now (CR 905.1c).

        Raises:
            DraftError: there is no such seat.
        """
        return view_of(self, seat)

    def log_for(self, seat: int) -> tuple[LogEntry, ...]:
        """What a seat has learned of what happened.

        Raises:
            DraftError: there is no such seat.
        """
        return log_of(self, seat)

    # any action

    def verify(self, action: Action) -> None:
        """Refuse an action that is not allowed.

        Raises:
            DraftError: whose action it is, which rule it is against, and why.
        """
        actions = action.actions if isinstance(action, Together) else (action,)
        for each in actions:
            if type(each) not in _STEPS:
                message = f"this is nothing that can be done in a draft: {type(each).__name__}"
                raise DraftError(message)
            _STEPS[type(each)][0](self, each)
        if isinstance(action, Together):
            seats = {each.seat for each in action.actions}
            if len(seats) < len(actions):
                message = "actions at the same time are those of different seats"
                raise DraftError(message, rule="CR 905.2a")

    def can(self, action: Action) -> bool:
        """Whether an action is allowed."""
        try:
            self.verify(action)
        except DraftError:
            return False
        return True

    def do(self, action: Action) -> BoosterDraft:
        """The state after an action.

        Raises:
            DraftError: it is not allowed.
        """
        self.verify(action)
        if isinstance(action, Together):
            return self._together(action)
        turn = Turn(self)
        _STEPS[type(action)][1](turn, action, self)
        return _after(self, turn, Record(action, tuple(turn.outcomes)))

    # a pick

    def verify_pick(
        self,
        seat: int,
        cards: int | Iterable[int] = (),
        burns: int | Iterable[int] = (),
        using: int | Iterable[int] = (),
        removing: int | Iterable[int] = (),
    ) -> None:
        """Refuse a pick that is not allowed; see :meth:`pick`.

        Raises:
            DraftError: which rule it is against, and why.
        """
        self.verify(Pick(seat, cards, burns, using, removing))

    def can_pick(
        self,
        seat: int,
        cards: int | Iterable[int] = (),
        burns: int | Iterable[int] = (),
        using: int | Iterable[int] = (),
        removing: int | Iterable[int] = (),
    ) -> bool:
        """Whether a pick is allowed; see :meth:`pick`."""
        return self.can(Pick(seat, cards, burns, using, removing))

    def pick(
        self,
        seat: int,
        cards: int | Iterable[int] = (),
        burns: int | Iterable[int] = (),
        using: int | Iterable[int] = (),
        removing: int | Iterable[int] = (),
    ) -> BoosterDraft:
        """A seat drafts cards from the pack in front of it, which is passed on (CR 905.1a).

        Args:
            seat: whose pick it is.
            cards: the number of the card, or the numbers of several in the order they are drafted;
                none if the seat has to draft at random.
            burns: the numbers of the cards burned.
            using: the numbers of cards in the seat's pool whose effects it uses.
            removing: the numbers of those of the cards that are removed from the draft, if a card
                is used that removes; the first card drafted if none is named.  By Draftmancer's
                rules all of them are removed.

        Raises:
            DraftError: it is not allowed.
        """
        return self.do(Pick(seat, cards, burns, using, removing))

    # passing without a pick

    def verify_pass_pack(self, seat: int) -> None:
        """Refuse to pass a pack without drafting from it; see :meth:`pass_pack`.

        Raises:
            DraftError: which rule it is against, and why.
        """
        self.verify(PassPack(seat))

    def can_pass_pack(self, seat: int) -> bool:
        """Whether a seat has to pass its pack without drafting from it."""
        return self.can(PassPack(seat))

    def pass_pack(self, seat: int) -> BoosterDraft:
        """A seat that may not draft from the pack in front of it passes it on.

        Raises:
            DraftError: it has to draft from it.
        """
        return self.do(PassPack(seat))

    # answers

    def verify_answer(self, seat: int, answer: str | None = None) -> None:
        """Refuse an answer; see :meth:`answer`.

        Raises:
            DraftError: which rule it is against, and why.
        """
        self.verify(Answer(seat, answer))

    def can_answer(self, seat: int, answer: str | None = None) -> bool:
        """Whether a seat is asked something that can be answered so."""
        return self.can(Answer(seat, answer))

    def answer(self, seat: int, answer: str | None = None) -> BoosterDraft:
        """A seat answers the first question that it is asked; None leaves it to chance.

        Raises:
            DraftError: nothing is asked, or this is no option.
        """
        return self.do(Answer(seat, answer))

    # added packs

    def verify_add_pack(self, seat: int, cards: Iterable[DraftCard] = ()) -> None:
        """Refuse a pack; see :meth:`add_pack`.

        Raises:
            DraftError: which rule it is against, and why.
        """
        self.verify(AddPack(seat, cards))

    def can_add_pack(self, seat: int, cards: Iterable[DraftCard] = ()) -> bool:
        """Whether a seat adds a pack to the draft."""
        return self.can(AddPack(seat, cards))

    def add_pack(self, seat: int, cards: Iterable[DraftCard] = ()) -> BoosterDraft:
        """Open the pack that a seat adds to the draft; see ``orders``.

        Args:
            seat: whose pack it is.
            cards: what is in it; nothing if there is no pack left.

        Raises:
            DraftError: the seat adds no pack.
        """
        return self.do(AddPack(seat, cards))

    # several actions

    def verify_together(self, actions: Iterable[SeatAction]) -> None:
        """Refuse actions at the same time; see :meth:`together`.

        Raises:
            DraftError: one of them is not allowed by itself.
        """
        self.verify(Together(actions))

    def can_together(self, actions: Iterable[SeatAction]) -> bool:
        """Whether each of the actions is allowed by itself."""
        return self.can(Together(actions))

    def together(self, actions: Iterable[SeatAction]) -> BoosterDraft:
        """Actions at the same time, which are taken in a random order (CR 905.2a).

        One that is not allowed any more when its turn comes is left out, and the record says so.

        Raises:
            DraftError: one of them is not allowed by itself.
        """
        return self.do(Together(actions))

    def _together(self, action: Together) -> BoosterDraft:
        turn = Turn(self)
        order = turn.bits().shuffled(action.actions)
        state, outcomes = _after(self, turn), list(turn.outcomes)
        for each in order:
            try:
                state = state.do(each)
            except DraftError as error:
                outcomes.append(Refused(each.seat, str(error)))
            else:
                outcomes += state.log[-1].outcomes
        return evolve(state, log=(*self.log, Record(action, tuple(outcomes))))


def _after(state: BoosterDraft, turn: Turn, record: Record | None = None) -> BoosterDraft:
    """The state that *turn*, which started from *state*, has led to."""
    return BoosterDraft(
        state.table,
        turn.cards,
        tuple(turn.seats),
        turn.round,
        turn.standing,
        turn.questions,
        turn.orders,
        turn.notes,
        turn.removals,
        turn.burned,
        turn.packs,
        turn.chances,
        state.log if record is None else (*state.log, record),
    )


#: For each kind of action what verifies it, and what does it.
_STEPS: dict[type, tuple[Callable[..., None], Callable[..., None]]] = {
    Pick: (verify_pick, apply_pick),
    PassPack: (verify_pass, apply_pass),
    Answer: (verify_answer, apply_answer),
    AddPack: (verify_add, apply_add),
}


def begin(start: Start) -> BoosterDraft:
    """The state in which every seat has opened its first pack."""
    nothing = BoosterDraft(start.table, start.cards, (Seat(),) * start.table.seats)
    turn = Turn(nothing)
    turn.begin_round()
    settle(turn)
    return _after(nothing, turn, Record(start, tuple(turn.outcomes)))


def replay(log: Iterable[Record]) -> BoosterDraft:
    """The state that a log leads to.

    Raises:
        DraftError: the log does not begin with a start, or an action in it is not allowed.
    """
    return replayed(actions_of(log, Record), Start, begin, "the draft")
