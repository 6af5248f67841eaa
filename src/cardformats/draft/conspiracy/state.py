"""The fields of a Conspiracy game: cards, seats, the command zone, and how it begins."""

from __future__ import annotations

from typing import Literal

from attrs import define, field, frozen

from ...model import CardRef
from ...model.frozen import as_tuple
from ..decks import MINIMUM_DECK_SIZE
from ..engine import check_seat
from .cards import Conspiracy


@frozen
class GameCard:
    """A card that a player brings to a game.

    Attributes:
        card: which card.
        finish: its finish; None for the usual.
        conspiracy: what it says, if it is a conspiracy; else None.
    """

    card: CardRef
    finish: str | None = None
    conspiracy: Conspiracy | None = None

    @property
    def name(self) -> str:
        """The card's name."""
        return self.card.name


@frozen
class GameSeat:
    """A player's seat.

    Attributes:
        deck: the numbers of the cards in the deck.
        sideboard: the numbers of the cards in the sideboard.
        has_placed: the player has put conspiracies into the command zone, perhaps none.
    """

    deck: tuple[int, ...] = field(converter=as_tuple)
    sideboard: tuple[int, ...] = field(default=(), converter=as_tuple)
    has_placed: bool = False


@frozen
class CommandCard:
    """A conspiracy in the command zone.

    Attributes:
        card: its number.
        owner: the seat of the player who put it there (CR 905.5).
        is_face_up: whether it is face up.
        names: the card names that were chosen for it.
    """

    card: int
    owner: int
    is_face_up: bool = True
    names: tuple[str, ...] = ()

    @property
    def controller(self) -> int:
        """The seat of the player who controls it: its owner (CR 905.5)."""
        return self.owner


@frozen
class GameSetup:
    """How a Conspiracy game begins, for whoever runs it.

    Attributes:
        turn_order: the seats, from the starting player on.
        variant: the multiplayer variant (CR 905.3, 806).
        attacks: which players may be attacked in a combat: ``multiple`` (CR 905.3, 802).
        limited_range_of_influence: whether that option is used (CR 905.3, 801).
        life: each player's life total (CR 905.6).
        hand: how many cards each player draws (CR 905.6).
    """

    turn_order: tuple[int, ...]
    variant: Literal["free-for-all"] = "free-for-all"
    attacks: Literal["multiple"] = "multiple"
    limited_range_of_influence: bool = False
    life: int = 20
    hand: int = 7


@define(init=False, eq=False, repr=False)
class ConspiracyState:
    """The fields of a Conspiracy game.

    Attributes:
        cards: all cards; a card's number, which everything else names it by, is its place.
        seats: the seats, from 0, in the order of turns.
        minimum: how many cards a deck has at least, without conspiracies.
        command: the conspiracies in the command zone, in the order in which they were put there.
        starting: the seat of the starting player; None before the game has begun.
    """

    cards: tuple[GameCard, ...]
    seats: tuple[GameSeat, ...]
    minimum: int = MINIMUM_DECK_SIZE
    command: tuple[CommandCard, ...] = ()
    starting: int | None = None

    @property
    def setup(self) -> GameSetup | None:
        """How the game begins, for whoever runs it; None before it has."""
        if self.starting is None:
            return None
        seats = len(self.seats)
        return GameSetup(tuple([(self.starting + turn) % seats for turn in range(seats)]))

    def conspiracies(self, seat: int) -> tuple[CommandCard, ...]:
        """The conspiracies that a player owns and controls (CR 905.5).

        Raises:
            DraftError: there is no such seat.
        """
        check_seat(seat, len(self.seats))
        return tuple([each for each in self.command if each.owner == seat])
