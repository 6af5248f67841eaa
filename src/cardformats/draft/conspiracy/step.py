"""The step that an action takes in a Conspiracy game."""

from __future__ import annotations

from attrs import evolve

from ..engine import Step
from ..outcomes import Revealed
from .actions import (
    Began,
    BeginGame,
    BottomPut,
    ChooseNumber,
    ConspiracyTurnedUp,
    Declared,
    ExileCards,
    Exiled,
    HandDrawn,
    HandKept,
    HandsSettled,
    Keep,
    KeepHand,
    Mulligan,
    MulliganTaken,
    NumberChosen,
    PlaceConspiracies,
    PutFaceDown,
    PutFaceUp,
    PutOnBottom,
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
            for seat in range(len(self.seats)):
                self._shuffle(seat)

    def choose(self, action: ChooseNumber) -> None:
        """Choose a number for a conspiracy."""
        self.command = tuple(
            [
                evolve(each, chosen=action.chosen) if each.card == action.card else each
                for each in self.command
            ]
        )
        self.tell(NumberChosen(action.seat, action.card, action.chosen))

    def keep_hand(self, action: KeepHand) -> None:
        """Shuffle all hands but one into the library."""
        hands = [*self.seats[action.seat].hands]
        kept = hands.pop(action.hand)
        self._shuffle(action.seat, *hands)
        self.change(action.seat, hands=(kept,))
        self.tell(HandKept(action.seat, kept, len(kept)))

    def declare(self, action: Mulligan | Keep) -> None:
        """Say whether a player takes a mulligan."""
        takes = isinstance(action, Mulligan)
        self.change(action.seat, declared="mulligan" if takes else "keep")
        self.tell(Declared(action.seat, takes))
        if self.has_hands:
            self.tell(HandsSettled())

    def put_on_bottom(self, action: PutOnBottom) -> None:
        """Put cards of the hand on the bottom of the library."""
        mine = self.seats[action.seat]
        left = tuple([card for card in mine.hands[0] if card not in action.cards])
        deck = mine.deck + action.cards
        self.change(action.seat, deck=deck, hands=(left,), to_bottom=0)
        self.tell(BottomPut(action.seat, action.cards, len(action.cards)))

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

    # hands

    def deal(self) -> None:
        """Let every player draw the first hands; without chance nobody draws any."""
        for seat in range(len(self.seats)):
            if self.table.seed:
                first, *more = self.first_hands(seat)
                self._draw(seat, first)
                for size in more:
                    if size and self.seats[seat].deck:  # no hand of no cards is worth keeping
                        self._draw(seat, size)
            else:
                self.change(seat, declared="keep")
        if self.has_hands:
            self.tell(HandsSettled())

    def take_mulligans(self) -> None:
        """Let those who have declared it take a mulligan at the same time."""
        for seat, mine in enumerate(self.seats):
            if mine.declared != "mulligan":
                continue
            self._shuffle(seat, *mine.hands)
            self.change(seat, hands=(), mulligans=mine.mulligans + 1, declared="")
            self._draw(seat, self.hand_size(seat))
            to_bottom = min(self.counted_mulligans(seat), len(self.seats[seat].hands[0]))
            self.change(seat, to_bottom=to_bottom)
            self.tell(MulliganTaken(seat, to_bottom))

    def _shuffle(self, seat: int, *hands: tuple[int, ...]) -> None:
        """Shuffle a player's library, and hands into it."""
        cards = [*self.seats[seat].deck, *(card for hand in hands for card in hand)]
        self.change(seat, deck=self.bits().shuffled(cards))

    def _draw(self, seat: int, size: int) -> None:
        """Draw a hand from the top of the library, as many cards as there are."""
        mine = self.seats[seat]
        hand = mine.deck[:size]
        self.change(seat, deck=mine.deck[size:], hands=(*mine.hands, hand))
        self.tell(HandDrawn(seat, hand, len(hand)))


def settle(step: ConspiracyStep) -> None:
    """Deal hands when all numbers are chosen, and let mulligans be taken when all have declared."""
    if step.starting is None or step.has_hands or step.unchosen():
        return
    if not any(seat.hands for seat in step.seats):
        step.deal()
    elif all(seat.declared for seat in step.seats):
        step.take_mulligans()
