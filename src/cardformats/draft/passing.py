"""Passing packs, and the end of rounds."""

from __future__ import annotations

from .effects import rule_for
from .table import Question, Seat
from .turn import Turn

#: Which seat gets a last card, if there are several.
LAST_CARD = "CanalDredger"


def next_seat(turn: Turn, seat: int) -> int:
    """The seat that a seat passes its packs to in this round."""
    return (seat + turn.table.rounds[turn.round].step) % turn.table.seats


def pass_on(turn: Turn, seat: int) -> None:
    """Pass the pack in front of a seat, or take it away if it is empty or to be discarded.

    A last card goes to a seat that takes last cards; if there are several, the passing seat chooses
    among them, and keeps the pack until then.
    """
    cards = turn.seats[seat].packs[0].cards
    if len(cards) <= turn.table.discard_at:
        turn.drop_pack(seat)
        return
    takers = _takers(turn) if len(cards) == 1 else []
    if len(takers) > 1:
        card = next(each.card for each in turn.standing if rule_for(each.effect).takes_last)
        question = Question(seat, LAST_CARD, card, tuple(map(str, takers)), cards[0])
        # before what else the seat is asked: an answer to that may put a pack in front of this one
        turn.questions = (question, *turn.questions)
        return
    turn.pass_pack(seat, takers[0] if takers else next_seat(turn, seat))


def _takers(turn: Turn) -> list[int]:
    """The seats that take last cards, and still draft in this round."""
    standing = (each for each in turn.standing if rule_for(each.effect).takes_last)
    return sorted({each.seat for each in standing if not turn.seats[each.seat].is_out})


def settle(turn: Turn) -> None:
    """Go on to the next step, round or the end, when nothing is left to do before it."""
    while turn.round < len(turn.table.rounds) and not turn.questions and not turn.orders:
        if any(_may_act(seat) for seat in turn.seats):
            if all(seat.is_out for seat in turn.seats):
                _discard_all(turn)
            else:
                return
        elif not any(seat.coming or seat.packs for seat in turn.seats):
            turn.round += 1
            if turn.round == len(turn.table.rounds):
                turn.end_draft()
            else:
                turn.begin_round()
        else:
            for number, seat in enumerate(turn.seats):
                packs = (*seat.packs, *seat.coming)
                turn.change(number, packs=packs, coming=(), has_stepped=False)


def _may_act(seat: Seat) -> bool:
    return bool(seat.packs) and not seat.has_stepped


def _discard_all(turn: Turn) -> None:
    """Burn what is left, since no seat drafts in this round any more."""
    for number in range(len(turn.seats)):
        turn.change(number, packs=(*turn.seats[number].packs, *turn.seats[number].coming))
        turn.change(number, coming=())
        while turn.seats[number].packs:
            turn.drop_pack(number)
