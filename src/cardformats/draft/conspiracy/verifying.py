"""What the rules allow at the start of a Conspiracy game, and what they do not."""

from __future__ import annotations

from typing import TYPE_CHECKING, NoReturn

from ...errors import DraftError
from ..seats import check_seat_number
from .actions import (
    BeginGame,
    PlaceConspiracies,
    Placement,
    RevealConspiracies,
    StartGame,
    TurnUpConspiracy,
)

if TYPE_CHECKING:
    from .game import ConspiracyGame

MIN_PLAYERS = 2


def verify_start(start: StartGame) -> None:
    """Refuse a start without players, or with a conspiracy in a deck.

    Raises:
        DraftError: which rule it is against.
    """
    if len(start.seats) < MIN_PLAYERS:
        message = f"a game has {MIN_PLAYERS} players or more, not {len(start.seats)}"
        raise DraftError(message, rule="CR 905.3")
    if type(start.minimum) is not int:
        message = f"the minimum deck size is a number, not {start.minimum!r}"
        raise DraftError(message, rule="CR 100.2b")
    placed = [card for seat in start.seats for card in (*seat.deck, *seat.sideboard)]
    if any(type(card) is not int for card in placed) or sorted(placed) != [
        *range(len(start.cards))
    ]:
        message = "every card is in one deck or sideboard, named by its number"
        raise DraftError(message)
    for number, seat in enumerate(start.seats):
        if seat.has_placed:
            message = "has put conspiracies into the command zone before the start"
            raise DraftError(message, number, "CR 905.4")
        for card in seat.deck:
            if start.cards[card].conspiracy is not None:
                message = f"{start.cards[card].name!r} is a conspiracy, which is never in a deck"
                raise DraftError(message, number, "CR 905.4")


def verify_place(state: ConspiracyGame, action: PlaceConspiracies) -> None:
    """Refuse cards that are no conspiracies of the sideboard, or names that are not asked for.

    Raises:
        DraftError: which rule it is against.
    """
    check_seat_number(action.seat, len(state.seats))
    if state.starting is not None:
        _refuse(action.seat, "decks are shuffled, conspiracies are put before that", "CR 905.4")
    if state.seats[action.seat].has_placed:
        _refuse(action.seat, "has put conspiracies into the command zone already", "CR 905.4")
    for placement in action.cards:
        _verify_placement(state, action.seat, placement)
    cards = [placement.card for placement in action.cards]
    if len(set(cards)) < len(cards):
        _refuse(action.seat, "the same card is named twice", "CR 905.4")
    _verify_size(state, action.seat, cards)


def _verify_placement(state: ConspiracyGame, seat: int, placement: Placement) -> None:
    number, names = placement.card, placement.names
    if type(number) is not int:
        _refuse(seat, f"a card is named by its number, not {number!r}", "CR 905.4")
    if number not in state.seats[seat].sideboard:
        _refuse(seat, f"card {number} is not in its sideboard", "CR 905.4")
    card = state.cards[number]
    if card.conspiracy is None:
        _refuse(seat, f"{card.name!r} is no conspiracy", "CR 905.4")
    for name in names:
        if type(name) is not str or not name.strip():
            _refuse(seat, f"a card name is a text, and not empty; not {name!r}", "CR 905.4a")
    if len(names) != card.conspiracy.names:
        asked = f"the number of chosen names is {card.conspiracy.names}, not {len(names)}"
        _refuse(seat, f"for {card.name!r} {asked}", "CR 905.4a")
    if len({name.strip().lower() for name in names}) < len(names):
        _refuse(seat, f"for {card.name!r} two different names are chosen", "CR 905.4a")


def verify_begin(state: ConspiracyGame, action: BeginGame) -> None:
    """Refuse to begin twice, or with a deck that is too small.

    Raises:
        DraftError: which rule it is against.
    """
    check_seat_number(action.starting, len(state.seats))
    if state.starting is not None:
        _refuse(None, "the game has begun already", "CR 905.6")
    for seat in range(len(state.seats)):
        _verify_size(state, seat, [each.card for each in state.command if each.owner == seat])


def verify_turn_up(state: ConspiracyGame, action: TurnUpConspiracy) -> None:
    """Refuse a card that is no face-down conspiracy of the player, or a game not begun.

    Raises:
        DraftError: which rule it is against.
    """
    check_seat_number(action.seat, len(state.seats))
    if state.starting is None:
        _refuse(action.seat, "has no priority before the game has begun", "CR 905.4a")
    if type(action.card) is not int:
        _refuse(action.seat, f"a card is named by its number, not {action.card!r}", "CR 905.4a")
    mine = [each for each in state.command if each.controller == action.seat]
    found = next((each for each in mine if each.card == action.card), None)
    if found is None:
        _refuse(action.seat, f"controls no conspiracy of number {action.card}", "CR 905.4a")
    if found.is_face_up:
        name = state.cards[found.card].name
        _refuse(action.seat, f"{name!r} is face up already", "CR 905.4a")


def verify_reveal(state: ConspiracyGame, action: RevealConspiracies) -> None:
    """Refuse it in a game not begun.

    Raises:
        DraftError: which rule it is against.
    """
    check_seat_number(action.seat, len(state.seats))
    if state.starting is None:
        _refuse(action.seat, "reveals nothing before the game has begun", "CR 702.106e")


def _verify_size(state: ConspiracyGame, seat: int, conspiracies: list[int]) -> None:
    """Refuse a deck that is too small with these conspiracies in the command zone."""
    said = [state.cards[card].conspiracy for card in conspiracies]
    needed = state.minimum - sum(each.smaller_deck for each in said if each)
    size = len(state.seats[seat].deck)
    if size < needed:
        _refuse(seat, f"the deck needs {needed} cards or more, and has {size}", "CR 100.2b")


def _refuse(seat: int | None, reason: str, rule: str) -> NoReturn:
    raise DraftError(reason, seat, rule)
