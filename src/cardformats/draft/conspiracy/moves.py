"""The script of a Conspiracy game: what players are asked, turn by turn, and what comes of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from typing import Any

from attrs import evolve

from ..asking import ANY_TUPLE, Ask, One, Some
from ..decks import ruling_faults
from ..engine import refuse
from ..outcomes import Revealed
from ..script import Script, ScriptStep
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


class ConspiracyStep(ConspiracyState, ScriptStep):
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
        those, starting = self.starters() or tuple(range(len(self.seats))), action.starting
        at_random = starting is None and len(those) > 1
        if starting is None:
            starting = those[self.bits().below(len(those)) if at_random else 0]
        self.starting = starting
        self.tell(Began(starting, at_random))
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


def take_turn(step: ConspiracyStep) -> Script:
    """Let a player do one thing; before decks are shuffled in any order, then in turn order."""
    seats = range(len(step.seats))
    if step.starting is None:
        asks = {seat: partial(_ask_before, step, seat) for seat in seats}
        action = yield {None: partial(_ask_begin, step), **asks}
        if isinstance(action, PlaceConspiracies):
            step.place(action)
        elif isinstance(action, ExileCards):
            step.exile(action)
        else:
            step.begin(action)
        return
    action = yield {seat: partial(_ask_later, step, seat) for seat in seats}
    if isinstance(action, ChooseNumber):
        step.choose(action)
    else:
        step.turn_up(action)


# before decks are shuffled


def _ask_before(step: ConspiracyStep, seat: int) -> list[Ask]:
    """Ask for conspiracies of the sideboard, with the names that they ask for, and for exiles."""
    place = Ask(PlaceConspiracies, [ANY_TUPLE], partial(_verify_placements, step))
    return [*([] if step.seats[seat].has_placed else [place]), *_ask_exile(step, seat)]


def _verify_placements(state: ConspiracyState, action: PlaceConspiracies) -> None:
    there = Some(state.seats[action.seat].sideboard, "in its sideboard")
    cards = tuple([placement.card for placement in action.cards])
    if problem := there.problem(cards):
        refuse(action.seat, problem, "CR 905.4")
    for placement in action.cards:
        _verify_placement(state, action.seat, placement)
    _verify_deck(state, action.seat, cards)


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


def _ask_exile(step: ConspiracyStep, seat: int) -> Iterator[Ask]:
    """Ask for cards of the sideboard, for each card of the deck that exiles some."""
    mine, revealed = step.seats[seat], {each.by for each in step.exiled}
    for by in mine.deck:
        ability = step.cards[by].exiles
        if ability is None or by in revealed:
            continue
        fitting = [card for card in mine.sideboard if ability.takes(step.cards[card].types)]
        types = f" with the type {' or '.join(ability.types)}" if ability.types else ""
        if len(fitting) >= ability.count:
            revealable = One([by], "a card of its deck that exiles others")
            exiled = Some(
                fitting,
                f"in its sideboard{types}",
                usual=1 if ability.count == 1 else None,
                count=ability.count,
                or_more=ability.or_more,
            )
            yield Ask(ExileCards, [revealable, exiled])


def _ask_begin(step: ConspiracyStep) -> list[Ask]:
    """Ask who starts: chance, or the player whom conspiracies or whoever runs the game name."""
    seats, starters, seed = range(len(step.seats)), step.starters(), step.table.seed
    # of those who start by a conspiracy chance decides on one, if there is chance
    named = () if seed and len(starters) > 1 else starters or tuple(seats)
    chance = (None,) if seed or len(starters) == 1 else ()

    def verify(_: BeginGame) -> None:
        for seat in seats:
            _verify_deck(step, seat, [each.card for each in step.conspiracies(seat)])

    return [Ask(BeginGame, [(*chance, *named)], verify, "CR 103.1c" if starters else "CR 103.1")]


# numbers, and face-down conspiracies


def _ask_later(step: ConspiracyStep, seat: int) -> list[Ask]:
    """Ask a player whose turn it is for numbers; when all are chosen, to turn a conspiracy up."""
    asks, duties = [Ask(RevealConspiracies)], step.duties()
    for each in step.unchosen() if seat in duties else ():
        if each.owner == seat:
            one = One([each.card], "in its conspiracies that ask for a number")
            asks.append(Ask(ChooseNumber, [one, step.unhidden(each).numbers]))
    down = [each.card for each in step.conspiracies(seat) if not each.is_face_up]
    if down and not duties:
        one = One(down, "a face-down conspiracy that it controls")
        asks.append(Ask(TurnUpConspiracy, [one]))
    return asks
