"""Views: what a seat may see of a Deckbuilder Draft, and what it has learned so far."""

from __future__ import annotations

from typing import Literal, TypeAlias

from attrs import frozen

from ...display import Displayed
from ...model.frozen import FrozenDict
from ..booster.views import View as DraftView
from ..engine import LogEntry as EngineEntry
from ..engine import by_number
from .actions import Outcome
from .cards import Cards, DeckbuilderCard
from .rules import DeckbuilderRules
from .state import Deck, DeckbuilderState, Match, Phase

#: What a seat has learned from an action.
LogEntry: TypeAlias = EngineEntry[Outcome, DeckbuilderCard]

#: What a seat has to do: draft a card, build a deck, buy a card or pass, or nothing for now.
Duty: TypeAlias = Literal["pick", "build", "buy", "wait"]


@frozen
class SeatView:
    """What all may see of a seat.

    Attributes:
        points: what it has scored.
        pool_size: how many cards it has.
        deck_size: how many cards are in its deck; None if it has none yet.
        is_ready: its deck for this round stands.
    """

    points: int
    pool_size: int
    deck_size: int | None
    is_ready: bool


@frozen
class View(Displayed):
    """All that a seat may see at one moment.

    Attributes:
        seat: whose view it is.
        moment: how many records the log has.
        phase: what is going on.
        round: the number of the round, from 0.
        rounds: how many rounds there are.
        duty: what it has to do now.
        rules: what was agreed on.
        draft: what it sees of the initial draft; None once that is over.
        pool: its cards.
        deck: its deck; None if it has none yet.
        market: the cards in the market.
        old: the numbers of those that were there in the round before.
        order: the seats in the order in which they buy; empty if the market is not open.
        passes: how many seats have passed in a row.
        matches: the matches of this round that are over.
        seats: what all may see, by seat.
    """

    seat: int
    moment: int
    phase: Phase
    round: int
    rounds: int
    duty: Duty
    rules: DeckbuilderRules
    draft: DraftView | None
    pool: Cards
    deck: Deck | None
    market: Cards
    old: tuple[int, ...]
    order: tuple[int, ...]
    passes: int
    matches: tuple[Match, ...]
    seats: tuple[SeatView, ...]


def duty_of(state: DeckbuilderState, number: int) -> Duty:
    """Return the duty of a seat now."""
    if state.phase == "draft":
        return "pick" if state.draft.duty(number) == "pick" else "wait"
    if state.phase == "build":
        return "wait" if state.seats[number].is_ready else "build"
    return "buy" if state.buyer == number else "wait"


def view_of(state: DeckbuilderState, number: int, moment: int) -> View:
    """Return the view of a seat, *moment* records after the beginning."""
    seat = state.seats[number]
    return View(
        number,
        moment,
        state.phase,
        state.round,
        state.table.rounds,
        duty_of(state, number),
        state.table.rules,
        state.draft.view(number) if state.phase == "draft" else None,
        FrozenDict(state.pool(number)),
        seat.deck,
        by_number(state.cards, [each.card for each in state.market]),
        tuple([each.card for each in state.market if each.age]),
        state.order,
        state.passes,
        state.matches,
        tuple([_seat(state, each) for each in range(len(state.seats))]),
    )


def _seat(state: DeckbuilderState, number: int) -> SeatView:
    seat = state.seats[number]
    deck_size = None if seat.deck is None else seat.deck.size
    return SeatView(seat.points, len(state.pool(number)), deck_size, seat.is_ready)
