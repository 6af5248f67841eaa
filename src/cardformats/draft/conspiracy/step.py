"""The step that an action takes in a Conspiracy game."""

from __future__ import annotations

from attrs import evolve

from ..engine import Step
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
    PutFaceDown,
    PutFaceUp,
    RevealConspiracies,
    TurnUpConspiracy,
)
from .state import CommandCard, ConspiracyState, ExiledCard


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
        self.command = tuple(
            [
                evolve(each, chosen=action.chosen) if each.card == action.card else each
                for each in self.command
            ]
        )
        self.tell(NumberChosen(action.seat, action.card, action.chosen))

    def turn_up(self, action: TurnUpConspiracy | RevealConspiracies) -> None:
        """Turn a player's conspiracy face up, or all of them."""
        mine = [each for each in self.conspiracies(action.seat) if not each.is_face_up]
        if isinstance(action, TurnUpConspiracy):
            mine = [each for each in mine if each.card == action.card]
        up = {each.card for each in mine}
        self.command = tuple(
            [evolve(each, is_face_up=True) if each.card in up else each for each in self.command]
        )
        for each in mine:
            self.tell(ConspiracyTurnedUp(each.owner, each.card, each.names))
