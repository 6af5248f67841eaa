"""The booster draft: frozen states, actions that lead from one to the next."""

from __future__ import annotations

from typing import Any, ClassVar, Self

from attrs import evolve, frozen

from ...errors import DraftError
from ...model import PackCard
from ..actions import Action, AddPack, Answer, PassPack, Pick, Start, Together
from ..cards import DraftCard
from ..engine import Game, Move, Record, check_seat, taking
from ..outcomes import Outcome, Refused
from .effects import kind_of, rule_for
from .passing import (
    apply_add,
    apply_answer,
    apply_pass,
    settle,
    verify_add,
    verify_answer,
    verify_pass,
)
from .picking import apply_pick, verify_pick
from .state import BoosterState, Duty, Seat, duty_of
from .step import BoosterStep
from .views import LogEntry, View, log_of, view_of


@frozen
class BoosterDraft(BoosterState, Game):
    """A booster draft at one moment; its fields are those of its state, and its log."""

    log: tuple[Record[Action, Outcome], ...] = ()

    title = "a booster draft"
    kind = "booster"
    start = Start
    step = BoosterStep
    moves: ClassVar[dict[type, Move]] = {
        Pick: Move(verify_pick, apply_pick),
        PassPack: Move(verify_pass, apply_pass),
        Answer: Move(verify_answer, apply_answer),
        AddPack: Move(verify_add, apply_add),
    }
    settle = staticmethod(settle)

    pick = taking(Pick)
    pass_pack = taking(PassPack)
    answer = taking(Answer)
    add_pack = taking(AddPack)
    together = taking(Together)

    @classmethod
    def from_start(cls, start: Start) -> Self:
        """The state in which every seat has opened its first pack.

        Raises:
            DraftError: a card is not in one pack, or no rule is known for an effect of a card.
        """
        verify_start(start)
        nothing = cls(start.table, start.cards, (Seat(),) * start.table.seats)
        step = BoosterStep(nothing)
        step.begin_round()
        settle(step)
        return nothing.after(step, Record(start, tuple(step.outcomes)))

    def pool(self, seat: int) -> tuple[DraftCard, ...]:
        """The cards a seat has drafted, in order; its card pool once the draft is over (905.1d).

        Raises:
            DraftError: there is no such seat.
        """
        check_seat(seat, len(self.seats))
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
        check_seat(seat, len(self.seats))
        return duty_of(self, seat)

    def view(self, seat: int) -> View:
        """All that a seat may see now (CR 905.1c).

        Raises:
            DraftError: there is no such seat.
        """
        check_seat(seat, len(self.seats))
        return view_of(self, seat, len(self.log))

    def log_for(self, seat: int) -> tuple[LogEntry, ...]:
        """What a seat has learned of what happened.

        Raises:
            DraftError: there is no such seat.
        """
        check_seat(seat, len(self.seats))
        return log_of(self, seat, self.log)

    def verify(self, action: Any) -> None:
        """Refuse an action that is not allowed; of several at the same time, one is enough.

        Raises:
            DraftError: whose action it is, which rule it is against, and why.
        """
        if not isinstance(action, Together):
            super().verify(action)
            return
        for each in action.actions:
            super().verify(each)
        if len({each.seat for each in action.actions}) < len(action.actions):
            raise DraftError(
                "actions at the same time are those of different seats", None, "CR 905.2a"
            )

    def do(self, action: Any) -> Self:
        """The state after an action, whose record is the last of its log.

        Actions at the same time are taken in a random order (CR 905.2a).  One that is not allowed
        any more when its turn comes is left out, and the record says so.

        Raises:
            DraftError: it is not allowed.
        """
        if not isinstance(action, Together):
            return super().do(action)
        self.verify(action)
        step = BoosterStep(self)
        order = step.bits().shuffled(action.actions)
        state, outcomes = self.after(step), list[Outcome]()
        for each in order:
            try:
                state = state.do(each)
            except DraftError as error:
                outcomes.append(Refused(each.seat, str(error)))
            else:
                outcomes += state.log[-1].outcomes
        return evolve(state, log=(*self.log, Record(action, tuple(outcomes))))


def verify_start(start: Start) -> None:
    """Refuse cards that are not in one pack each, or whose effects follow no known rule.

    Raises:
        DraftError: which.
    """
    dealt = [card for each in start.table.rounds for pack in each.packs for card in pack]
    if any(type(card) is not int for card in dealt) or sorted(dealt) != [*range(len(start.cards))]:
        raise DraftError("every card is in one pack, named by its number from 0 on")
    there = (each for card in start.cards for each in (card, *card.adds))
    for kind in dict.fromkeys(kind_of(effect) for card in there for effect in card.effects):
        rule_for(kind)
