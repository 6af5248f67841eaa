"""Views: what a player may see of a Conspiracy game."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import frozen

from ...display import Displayed
from ...model.frozen import FrozenDict
from .state import CommandCard, ConspiracyState, GameCard, GameSetup


@frozen
class SeenConspiracy:
    """What a player may see of a conspiracy in the command zone.

    Attributes:
        owner: the seat of its owner, who controls it.
        is_face_up: whether it is face up.
        number: its number; None if it is another player's, and face down.
        card: the card; None likewise.
        names: the card names chosen for it; empty likewise, which hides how many there are.
    """

    owner: int
    is_face_up: bool
    number: int | None = None
    card: GameCard | None = None
    names: tuple[str, ...] = ()


@frozen
class GameSeatView:
    """What all may see of a seat.

    Attributes:
        deck_size: how many cards are in the deck.
        has_placed: the player has put conspiracies into the command zone, perhaps none.
    """

    deck_size: int
    has_placed: bool


@frozen
class GameView(Displayed):
    """All that a player may see at one moment.

    Attributes:
        seat: whose view it is.
        moment: how many records the log has.
        deck: the cards of the player's deck by number.
        sideboard: the cards of the player's sideboard by number.
        command: the command zone, in the order in which cards were put there.
        seats: what all may see, by seat.
        setup: how the game has begun; None before it has.
    """

    seat: int
    moment: int
    deck: Mapping[int, GameCard]
    sideboard: Mapping[int, GameCard]
    command: tuple[SeenConspiracy, ...]
    seats: tuple[GameSeatView, ...]
    setup: GameSetup | None


def view_of(state: ConspiracyState, seat: int, moment: int) -> GameView:
    """What a seat may see, *moment* records after the beginning."""
    mine = state.seats[seat]
    return GameView(
        seat,
        moment,
        FrozenDict({card: state.cards[card] for card in mine.deck}),
        FrozenDict({card: state.cards[card] for card in mine.sideboard}),
        tuple([_seen(state, each, seat) for each in state.command]),
        tuple([GameSeatView(len(each.deck), each.has_placed) for each in state.seats]),
        state.setup,
    )


def _seen(state: ConspiracyState, there: CommandCard, seat: int) -> SeenConspiracy:
    if not there.is_face_up and there.controller != seat:
        return SeenConspiracy(there.owner, is_face_up=False)
    card = state.cards[there.card]
    return SeenConspiracy(there.owner, there.is_face_up, there.card, card, there.names)
