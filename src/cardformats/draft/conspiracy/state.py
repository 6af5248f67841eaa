"""The state of a Conspiracy game at its start, and the actions that lead from one to the next."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Literal, TypeAlias

from attrs import define, field, frozen

from ...model import CardRef
from ...model.frozen import as_tuple
from ..engine import check_seat
from .cards import MINIMUM_DECK_SIZE, Conspiracy


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


@define(init=False, eq=False)
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


# actions


def _names(names: str | Iterable[str]) -> tuple[str, ...]:
    """Names as a tuple; what is neither a name nor several is refused with the action."""
    if isinstance(names, str) or not isinstance(names, Iterable):
        return (names,)
    return tuple(names)


@frozen
class StartGame:
    """Players have their decks and sideboards.

    Attributes:
        cards: all cards; a card's number, which everything else names it by, is its place.
        seats: the players' seats, in the order of turns.
        minimum: how many cards a deck has at least, without conspiracies.
    """

    cards: tuple[GameCard, ...] = field(converter=as_tuple)
    seats: tuple[GameSeat, ...] = field(converter=as_tuple)
    minimum: int


@frozen
class Placement:
    """A conspiracy that is put into the command zone.

    Attributes:
        card: its number.
        names: the card names that are secretly chosen for it.
    """

    card: int
    names: tuple[str, ...] = field(default=(), converter=_names)


def _placements(
    cards: int | Mapping[int, str | Iterable[str]] | Iterable[int | Placement],
) -> tuple[Placement, ...]:
    if isinstance(cards, Mapping):
        return tuple([Placement(card, names) for card, names in cards.items()])
    several: Iterable[Any] = (
        cards if isinstance(cards, Iterable) and not isinstance(cards, str) else (cards,)
    )
    return tuple([each if isinstance(each, Placement) else Placement(each) for each in several])


@frozen
class PlaceConspiracies:
    """A player puts conspiracies from the sideboard into the command zone (CR 905.4).

    Attributes:
        seat: whose they are.
        cards: which, and the names chosen for them.
    """

    seat: int
    cards: tuple[Placement, ...] = field(default=(), converter=_placements)


@frozen
class BeginGame:
    """Decks are shuffled, and the game begins with the turn of the starting player."""

    starting: int


@frozen
class TurnUpConspiracy:
    """A player with priority turns a conspiracy face up (CR 905.4a)."""

    seat: int
    card: int


@frozen
class RevealConspiracies:
    """A player leaves the game, or the game is over: the conspiracies are turned face up."""

    seat: int


#: What can be done at the start of a game, and with conspiracies during it.
GameAction: TypeAlias = PlaceConspiracies | BeginGame | TurnUpConspiracy | RevealConspiracies
