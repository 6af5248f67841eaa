"""What players do in a Conspiracy game: when it is allowed, and what comes of it."""

from __future__ import annotations

from collections.abc import Iterable

from attrs import evolve

from ..engine import Move, Step, check_seat, refuse
from .actions import BeginGame, PlaceConspiracies, Placement, RevealConspiracies, TurnUpConspiracy
from .state import CommandCard, ConspiracyState


def _verify_place(state: ConspiracyState, action: PlaceConspiracies) -> None:
    """Refuse cards that are no conspiracies of the sideboard, or names that are not asked for."""
    check_seat(action.seat, len(state.seats))
    if state.starting is not None:
        refuse(action.seat, "decks are shuffled, conspiracies are put before that", "CR 905.4")
    if state.seats[action.seat].has_placed:
        refuse(action.seat, "has put conspiracies into the command zone already", "CR 905.4")
    for placement in action.cards:
        _verify_placement(state, action.seat, placement)
    cards = [placement.card for placement in action.cards]
    if len(set(cards)) < len(cards):
        refuse(action.seat, "the same card is named twice", "CR 905.4")
    _verify_size(state, action.seat, cards)


def _verify_placement(state: ConspiracyState, seat: int, placement: Placement) -> None:
    number, names = placement.card, placement.names
    if type(number) is not int:
        refuse(seat, f"a card is named by its number, not {number!r}", "CR 905.4")
    if number not in state.seats[seat].sideboard:
        refuse(seat, f"card {number} is not in its sideboard", "CR 905.4")
    card = state.cards[number]
    if card.conspiracy is None:
        refuse(seat, f"{card.name!r} is no conspiracy", "CR 905.4")
    for name in names:
        if type(name) is not str or not name.strip():
            refuse(seat, f"a card name is a text, and not empty; not {name!r}", "CR 905.4a")
    if len(names) != card.conspiracy.names:
        reason = f"the number of chosen names is {card.conspiracy.names}, not {len(names)}"
        refuse(seat, f"for {card.name!r} {reason}", "CR 905.4a")
    if len({name.strip().lower() for name in names}) < len(names):
        refuse(seat, f"for {card.name!r} two different names are chosen", "CR 905.4a")


def _verify_size(state: ConspiracyState, seat: int, conspiracies: Iterable[int]) -> None:
    """Refuse a deck that is too small with these conspiracies in the command zone."""
    placed = [state.cards[card].conspiracy for card in conspiracies]
    minimum = state.minimum - sum(each.smaller_deck for each in placed if each)
    size = len(state.seats[seat].deck)
    if size < minimum:
        refuse(seat, f"the deck needs {minimum} cards or more, and has {size}", "CR 100.2b")


def _verify_begin(state: ConspiracyState, action: BeginGame) -> None:
    """Refuse to begin twice, or with a deck that is too small."""
    check_seat(action.starting, len(state.seats))
    if state.starting is not None:
        refuse(None, "the game has begun already", "CR 905.6")
    for seat in range(len(state.seats)):
        _verify_size(state, seat, [each.card for each in state.conspiracies(seat)])


def _verify_turn_up(state: ConspiracyState, action: TurnUpConspiracy) -> None:
    """Refuse a card that is no face-down conspiracy of the player, or a game not begun."""
    check_seat(action.seat, len(state.seats))
    if state.starting is None:
        refuse(action.seat, "has no priority before the game has begun", "CR 905.4a")
    if type(action.card) is not int:
        refuse(action.seat, f"a card is named by its number, not {action.card!r}", "CR 905.4a")
    mine = {each.card: each for each in state.conspiracies(action.seat)}
    if action.card not in mine:
        refuse(action.seat, f"controls no conspiracy of number {action.card}", "CR 905.4a")
    if mine[action.card].is_face_up:
        name = state.cards[action.card].name
        refuse(action.seat, f"{name!r} is face up already", "CR 905.4a")


def _verify_reveal(state: ConspiracyState, action: RevealConspiracies) -> None:
    """Refuse it in a game not begun."""
    check_seat(action.seat, len(state.seats))
    if state.starting is None:
        refuse(action.seat, "reveals nothing before the game has begun", "CR 702.106e")


class ConspiracyStep(ConspiracyState, Step):
    """A Conspiracy game that is being changed."""

    def place(self, action: PlaceConspiracies) -> None:
        """Put conspiracies from the sideboard into the command zone."""
        gone = {each.card for each in action.cards}
        left = [card for card in self.seats[action.seat].sideboard if card not in gone]
        self.change(action.seat, sideboard=left, has_placed=True)
        self.command += tuple(
            CommandCard(each.card, action.seat, is_face_up=not each.names, names=each.names)
            for each in action.cards
        )

    def begin(self, action: BeginGame) -> None:
        """Let a player begin."""
        self.starting = action.starting

    def turn_up(self, action: TurnUpConspiracy | RevealConspiracies) -> None:
        """Turn a player's conspiracy face up, or all of them."""
        cards = [each.card for each in self.conspiracies(action.seat)]
        up = [action.card] if isinstance(action, TurnUpConspiracy) else cards
        self.command = tuple(
            [evolve(each, is_face_up=True) if each.card in up else each for each in self.command]
        )


#: For each class of actions what verifies it, and what does it.
MOVES: dict[type, Move] = {
    PlaceConspiracies: Move(_verify_place, ConspiracyStep.place),
    BeginGame: Move(_verify_begin, ConspiracyStep.begin),
    TurnUpConspiracy: Move(_verify_turn_up, ConspiracyStep.turn_up),
    RevealConspiracies: Move(_verify_reveal, ConspiracyStep.turn_up),
}
