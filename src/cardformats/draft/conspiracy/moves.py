"""What players do in a Conspiracy game, what comes of it, and when it is allowed."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import Any

from attrs import evolve

from ..asking import ANY_TUPLE, Ask, One, Some
from ..decks import ruling_faults
from ..engine import Move, Step, refuse
from ..outcomes import Revealed
from .actions import (
    Began,
    BeginGame,
    ChooseNumber,
    ConspiracyTurnedUp,
    ExileCards,
    Exiled,
    NumberChosen,
    PlaceConspiracies,
    Placement,
    PutFaceDown,
    PutFaceUp,
    RevealConspiracies,
    TurnUpConspiracy,
)
from .state import CommandCard, ConspiracyState, ExiledCard

#: The rule that cards speak before rules: what they say is a rule of its own.
_CARD = "CR 101.1"


class ConspiracyStep(ConspiracyState, Step):
    """A Conspiracy game that is being changed."""

    chance = "game"

    def place(self, action: PlaceConspiracies) -> None:
        """Put conspiracies from the sideboard into the command zone."""
        seat = action.seat
        self._leave_sideboard(seat, frozenset(each.card for each in action.cards))
        self.change(seat, has_placed=True)
        for each in action.cards:
            there = CommandCard(each.card, seat, is_face_up=not each.names, names=each.names)
            self.command += (there,)
            if there.is_face_up:
                self.tell(PutFaceUp(seat, each.card))
            else:
                self.tell(PutFaceDown(seat, (each.card,), 1))

    def exile(self, action: ExileCards) -> None:
        """Exile cards of the sideboard."""
        self._leave_sideboard(action.seat, frozenset(action.cards))
        self.tell(Revealed(action.seat, action.by))
        for card in action.cards:
            self.exiled += (ExiledCard(card, action.seat, action.by),)
            self.tell(Exiled(action.seat, card, action.by))

    def _leave_sideboard(self, seat: int, gone: frozenset[int]) -> None:
        left = [card for card in self.seats[seat].sideboard if card not in gone]
        self.change(seat, sideboard=left)

    def begin(self, action: BeginGame) -> None:
        """Let a player begin, and shuffle the decks."""
        those = self.starters() or tuple(range(len(self.seats)))
        at_random = action.starting is None and len(those) > 1
        if action.starting is not None:
            self.starting = action.starting
        else:
            self.starting = those[self.bits().below(len(those))] if at_random else those[0]
        self.tell(Began(self.starting, at_random))
        if self.table.seed:
            for number, seat in enumerate(self.seats):
                self.change(number, deck=self.bits().shuffled(seat.deck))

    def choose(self, action: ChooseNumber) -> None:
        """Choose a number for a conspiracy."""
        self._alter(action.card, chosen=action.chosen)
        self.tell(NumberChosen(action.seat, action.card, action.chosen))

    def turn_up(self, action: TurnUpConspiracy | RevealConspiracies) -> None:
        """Turn a player's conspiracy face up, or all of them."""
        for each in self.conspiracies(action.seat):
            if not each.is_face_up and getattr(action, "card", each.card) == each.card:
                self._alter(each.card, is_face_up=True)
                self.tell(ConspiracyTurnedUp(each.owner, each.card, each.names))

    def _alter(self, card: int, **fields: Any) -> None:
        """Change what is known of a conspiracy in the command zone."""
        self.command = tuple(
            [evolve(each, **fields) if each.card == card else each for each in self.command]
        )


# before decks are shuffled


def _ask_place(state: ConspiracyState, seat: int) -> Ask:
    """Ask for conspiracies of the sideboard, with the names that they ask for."""
    if state.starting is not None:
        refuse(seat, "decks are shuffled, conspiracies are put before that", "CR 905.4")
    if state.seats[seat].has_placed:
        refuse(seat, "has put conspiracies into the command zone already", "CR 905.4")
    there = Some(state.seats[seat].sideboard, "in its sideboard")

    def verify(action: PlaceConspiracies) -> None:
        cards = tuple([placement.card for placement in action.cards])
        if problem := there.problem(cards):
            refuse(seat, problem, "CR 905.4")
        for placement in action.cards:
            _verify_placement(state, seat, placement)
        _verify_deck(state, seat, cards)

    return Ask(PlaceConspiracies, [ANY_TUPLE], verify, "CR 905.4")


def _verify_placement(state: ConspiracyState, seat: int, placement: Placement) -> None:
    card, names = state.cards[placement.card], placement.names
    if card.conspiracy is None:
        refuse(seat, f"{card.name!r} is not a conspiracy", "CR 905.4")
    for name in names:
        if type(name) is not str or not name.strip():
            refuse(seat, f"a card name is a text, and not empty; not {name!r}", "CR 905.4a")
    if len(names) != card.conspiracy.names:
        reason = f"the number of chosen names is {card.conspiracy.names}, not {len(names)}"
        refuse(seat, f"for {card.name!r} {reason}", "CR 905.4a")
    if len({name.strip().lower() for name in names}) < len(names):
        refuse(seat, f"for {card.name!r} two different names are chosen", "CR 905.4a")


def _verify_deck(state: ConspiracyState, seat: int, conspiracies: Iterable[int]) -> None:
    """Refuse a deck that cannot be with these conspiracies in the command zone."""
    deck = [state.cards[card] for card in state.seats[seat].deck]
    basics = (card.name for card in deck if card.is_basic_land)
    placed = [state.cards[card].conspiracy for card in conspiracies]
    for reason, rule in ruling_faults(len(deck), basics, placed, state.table.minimum):
        refuse(seat, reason, rule)


def _ask_exile(state: ConspiracyState, seat: int) -> Ask:
    """Ask for a card of the deck, and cards of the sideboard of the types that it names."""
    mine = state.seats[seat]
    if state.starting is not None:
        refuse(seat, "decks are shuffled, cards are exiled before that", _CARD)
    deck, sideboard = One(mine.deck, "in its deck"), Some(mine.sideboard, "in its sideboard")
    return Ask(ExileCards, [deck, sideboard], partial(_verify_exile, state), _CARD)


def _verify_exile(state: ConspiracyState, action: ExileCards) -> None:
    """Refuse cards that are not of the number or types that the revealed card names."""
    seat = action.seat
    name, ability = state.cards[action.by].name, state.cards[action.by].exiles
    if ability is None:
        refuse(seat, f"{name!r} exiles nothing before the deck is shuffled", _CARD)
    if any(each.by == action.by for each in state.exiled):
        refuse(seat, f"{name!r} has been revealed already", _CARD)
    count, size = ability.count, len(action.cards)
    if size < count or (size > count and not ability.or_more):
        more = " or more" if ability.or_more else ""
        refuse(seat, f"{name!r} exiles {count} cards{more}, not {size}", _CARD)
    for card in map(state.cards.__getitem__, action.cards if ability.types else ()):
        if card.types is None:
            refuse(seat, f"the types of {card.name!r} are not known", _CARD)
        if {*card.types}.isdisjoint(ability.types):
            wanted = " or ".join(ability.types)
            refuse(seat, f"{card.name!r} does not have the type {wanted}", _CARD)


def _ask_begin(state: ConspiracyState, _: None) -> Ask:
    """Ask who starts: chance, or the player whom conspiracies or whoever runs the game name."""
    if state.starting is not None:
        refuse(None, "the game has begun already", "CR 905.6")
    seats = range(len(state.seats))

    def verify(action: BeginGame) -> None:
        starting, starters = action.starting, state.starters()
        if starting is None:
            if len(starters) != 1 and not state.table.seed:
                refuse(None, "chance decides who starts, and the game has no seed", "CR 103.1")
        elif starters and starting not in starters:
            refuse(starting, f"seat {starters[0]} starts by a conspiracy", "CR 103.1c")
        elif len(starters) > 1 and state.table.seed:
            refuse(
                starting, "of those who start by a conspiracy chance decides on one", "CR 103.1c"
            )
        for seat in seats:
            _verify_deck(state, seat, [each.card for each in state.conspiracies(seat)])

    return Ask(BeginGame, [(None, *seats)], verify, "CR 103.1")


# numbers, and face-down conspiracies


def _ask_number(state: ConspiracyState, seat: int) -> Ask:
    """Ask for a number for a conspiracy that names some."""
    if state.duty(seat) != "number":
        refuse(seat, "has no number to choose now", _CARD)
    mine = [each for each in state.unchosen() if each.owner == seat]
    numbers = {each.card: state.unhidden(each).numbers for each in mine}

    def verify(action: ChooseNumber) -> None:
        if action.chosen not in numbers[action.card]:
            choices = ", ".join(map(str, numbers[action.card]))
            refuse(seat, f"one of {choices} is chosen, not {action.chosen!r}", _CARD)

    every = dict.fromkeys(number for each in numbers.values() for number in each)
    one = One(numbers, "in its conspiracies that ask for a number")
    return Ask(ChooseNumber, [one, tuple(every)], verify, _CARD)


def _ask_turn_up(state: ConspiracyState, seat: int) -> Ask:
    """Ask a player with priority for a conspiracy that is face down."""
    if state.starting is None:
        refuse(seat, "has no priority before the game has begun", "CR 905.4a")
    if state.duties():
        refuse(seat, "has no priority before numbers are chosen", "CR 905.4a")
    mine = {each.card: each for each in state.conspiracies(seat)}

    def verify(action: TurnUpConspiracy) -> None:
        if mine[action.card].is_face_up:
            name = state.cards[action.card].name
            refuse(seat, f"{name!r} is face up already", "CR 905.4a")

    one = One(mine, "a conspiracy that it controls")
    return Ask(TurnUpConspiracy, [one], verify, "CR 905.4a")


def _ask_reveal(state: ConspiracyState, seat: int) -> Ask:
    """Ask a player who leaves the game, which has begun, or at its end."""
    if state.starting is None:
        refuse(seat, "reveals nothing before the game has begun", "CR 702.106e")
    return Ask(RevealConspiracies)


#: For each class of actions what does it, and who is asked for it.
MOVES: dict[type, Move] = {
    PlaceConspiracies: Move(ConspiracyStep.place, _ask_place),
    ExileCards: Move(ConspiracyStep.exile, _ask_exile),
    BeginGame: Move(ConspiracyStep.begin, _ask_begin),
    ChooseNumber: Move(ConspiracyStep.choose, _ask_number),
    TurnUpConspiracy: Move(ConspiracyStep.turn_up, _ask_turn_up),
    RevealConspiracies: Move(ConspiracyStep.turn_up, _ask_reveal),
}
