"""Matches: who plays whom, what was won, and what that counts."""

from __future__ import annotations

from ...errors import DraftError
from .actions import Played, Report
from .state import DeckbuilderState, DeckbuilderStep, Match, Seat

RULE = "Protocol 3.1"


def verify_report(state: DeckbuilderState, action: Report) -> None:
    """Refuse the result of a match that is not played.

    Raises:
        DraftError: no results are awaited, or not of these seats; or the winner did not play.
    """
    seats = (action.first, action.second)
    for seat in seats:
        state.check_seat(seat)
    if state.phase != "match":
        message = (
            f"results are awaited once all decks stand, not while the phase is {state.phase!r}"
        )
        raise DraftError(message, rule=RULE)
    if action.first == action.second:
        raise DraftError("nobody plays against themselves", action.first, RULE)
    for seat in seats:
        if not _is_waiting(state.seats[seat], state.table.rules.matches):
            raise DraftError("has played all its matches of this round", seat, RULE)
    if action.winner is not None:
        state.check_seat(action.winner)
        if action.winner not in seats:
            raise DraftError(
                f"seat {action.winner} did not play, and cannot have won", action.winner, RULE
            )


def apply_report(step: DeckbuilderStep, action: Report) -> None:
    """Give the points of a match."""
    rules = step.table.rules
    match = Match(action.first, action.second, action.winner)
    step.matches += (match,)
    step.tell(Played(match))
    for seat in (match.first, match.second):
        if match.winner is None:
            points = rules.tie_points
        else:
            points = rules.win_points if seat == match.winner else rules.loss_points
        _score(step, seat, points, 1)


def are_over(step: DeckbuilderStep) -> bool:
    """Whether there are not two seats left with a match to play."""
    return sum(_is_waiting(seat, step.table.rules.matches) for seat in step.seats) <= 1


def give_byes(step: DeckbuilderStep) -> None:
    """Give points to the seat that has nobody to play against, if there is one."""
    rules = step.table.rules
    for number, seat in enumerate(step.seats):
        missing = rules.matches - seat.played
        if missing:
            _score(step, number, missing * rules.bye_points, missing)


def _score(step: DeckbuilderStep, seat: int, points: int, played: int) -> None:
    its = step.seats[seat]
    step.change(
        seat,
        points=its.points + points,
        gained=its.gained + points,
        played=its.played + played,
    )


def _is_waiting(seat: Seat, matches: int) -> bool:
    return seat.played < matches


def pairing(state: DeckbuilderState) -> tuple[int, int] | None:
    """Two seats that could play next; None if no result is awaited.

    Everybody plays everybody else in turn: seat 0 stays, the others go round, and those that sit
    opposite play.  Nobody has to follow it.
    """
    if state.phase != "match":
        return None
    seats = range(len(state.seats))
    waiting = [s for s in seats if _is_waiting(state.seats[s], state.table.rules.matches)]
    met = {frozenset((match.first, match.second)) for match in state.matches}
    first = state.round * state.table.rules.matches
    for turn in range(first, first + len(seats)):
        for pair in _round_robin(len(seats), turn):
            if met.isdisjoint((frozenset(pair),)) and set(pair) <= set(waiting):
                return pair
    return waiting[0], waiting[1]


def _round_robin(seats: int, turn: int) -> list[tuple[int, int]]:
    """Who sits opposite whom; with an odd number of seats, one sits opposite nobody."""
    size = seats + seats % 2
    turn %= size - 1
    others = [1 + (place + turn) % (size - 1) for place in range(size - 1)]
    ring = [0, *others]
    pairs = [(ring[place], ring[-1 - place]) for place in range(size // 2)]
    return [(min(pair), max(pair)) for pair in pairs if max(pair) < seats]
