"""What a seat has to do before it may do anything else."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, TypeAlias

from ..errors import DraftError
from .seats import check_seat_number
from .table import Question, Seat, TablePack

if TYPE_CHECKING:
    from .booster import BoosterDraft

#: What a seat has to do: draft from its pack, pass it, answer a question, or nothing for now.
Duty: TypeAlias = Literal["pick", "pass", "answer", "wait"]


def duty_of(state: BoosterDraft, number: int) -> Duty:
    """What the seat of that number has to do now."""
    seat = state.seats[number]
    if question_of(state, number) is not None:
        return "answer"
    if not seat.packs or seat.has_stepped or any(each.seat == number for each in state.orders):
        return "wait"
    return "pass" if seat.is_out or seat.skips else "pick"


def check_seat(state: BoosterDraft, number: int) -> None:
    """Refuse a number that no seat has.

    Raises:
        DraftError: there is no such seat.
    """
    check_seat_number(number, len(state.seats))


def seat_of(state: BoosterDraft, number: int) -> Seat:
    """The seat of that number, in a draft that goes on.

    Raises:
        DraftError: there is none, or the draft is over.
    """
    check_seat(state, number)
    if state.is_over:
        message = "the draft is over"
        raise DraftError(message, number, "CR 905.1d")
    return state.seats[number]


def question_of(state: BoosterDraft, number: int) -> Question | None:
    """The first question that a seat is asked, or None."""
    return next((each for each in state.questions if each.seat == number), None)


def next_pack(state: BoosterDraft, number: int) -> TablePack:
    """The pack that a seat is to draft from now.

    Raises:
        DraftError: there is none, or the seat has to do something else before.
    """
    seat = seat_of(state, number)
    question = question_of(state, number)
    if question is not None:
        name = state.cards[question.card].name
        message = f"has to answer what {name!r} asks first"
        raise DraftError(message, number, "CR 905.2")
    if any(order.seat == number for order in state.orders):
        message = "waits for the pack that it adds to the draft"
        raise DraftError(message, number, "CR 905.2")
    if seat.has_stepped:
        message = "waits until all packs are passed"
        raise DraftError(message, number, "CR 905.1a")
    if not seat.packs:
        message = "has no pack to draft from"
        raise DraftError(message, number, "CR 905.1a")
    return seat.packs[0]
