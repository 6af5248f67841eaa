"""Views: what a player may see of a Conspiracy game."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import frozen

from ...display import Displayed
from ..engine import by_number
from .state import CommandCard, ConspiracyState, GameCard, GameDuty, GameSetup


@frozen
class SeenConspiracy:
    """What a player may see of a conspiracy in the command zone.

    Attributes:
        owner: the seat of its owner, who controls it.
        is_face_up: whether it is face up.
        number: its number; None if it is another player's, and face down.
        card: the card; None likewise.
        names: the card names chosen for it; empty likewise, which hides how many there are.
        chosen: the number chosen for it; None if none was.
        holds: whether every card of its owner's pool started the game in the library or in the
            command zone; None if it does not ask for that, and before the game.
    """

    owner: int
    is_face_up: bool
    number: int | None = None
    card: GameCard | None = None
    names: tuple[str, ...] = ()
    chosen: int | None = None
    holds: bool | None = None


@frozen
class SeenExile:
    """A card that was exiled before decks were shuffled; all see it.

    Attributes:
        owner: the seat of its owner.
        number: its number.
        card: the card.
        by: the number of the card that was revealed to exile it.
        name: the name of that card, by which cards refer to it later.
    """

    owner: int
    number: int
    card: GameCard
    by: int
    name: str


@frozen
class GameSeatView:
    """What all may see of a seat.

    Attributes:
        deck_size: how many cards are in the deck; once it is shuffled, in the library.
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
        deck: the cards of the player's deck by number, in the order of numbers: that of the library
            is hidden.
        sideboard: the cards of the player's sideboard by number.
        command: the command zone, in the order in which cards were put there.
        seats: what all may see, by seat.
        setup: how the game has begun; None before it has.
        duty: what the player has to do now.
        exiled: the cards that were exiled before decks were shuffled, in order.
    """

    seat: int
    moment: int
    deck: Mapping[int, GameCard]
    sideboard: Mapping[int, GameCard]
    command: tuple[SeenConspiracy, ...]
    seats: tuple[GameSeatView, ...]
    setup: GameSetup | None
    duty: GameDuty = "wait"
    exiled: tuple[SeenExile, ...] = ()


def view_of(state: ConspiracyState, seat: int, moment: int) -> GameView:
    """Return the view of a seat, *moment* records after the beginning."""
    mine = state.seats[seat]
    return GameView(
        seat,
        moment,
        by_number(state.cards, sorted(mine.deck)),
        by_number(state.cards, mine.sideboard),
        tuple([_seen(state, each, seat) for each in state.command]),
        tuple([GameSeatView(len(each.deck), each.has_placed) for each in state.seats]),
        state.setup,
        state.duty(seat),
        tuple(
            [
                SeenExile(
                    each.owner,
                    each.card,
                    state.cards[each.card],
                    each.by,
                    state.cards[each.by].name,
                )
                for each in state.exiled
            ]
        ),
    )


def _seen(state: ConspiracyState, there: CommandCard, seat: int) -> SeenConspiracy:
    if not there.is_face_up and there.controller != seat:
        return SeenConspiracy(there.owner, is_face_up=False)
    return SeenConspiracy(
        there.owner,
        there.is_face_up,
        there.card,
        state.cards[there.card],
        there.names,
        there.chosen,
        state.holds(there),
    )
