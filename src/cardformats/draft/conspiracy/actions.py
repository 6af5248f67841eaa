"""What can be done at the start of a Conspiracy game, and with conspiracies during it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, TypeAlias

from attrs import field, frozen

from ...model.frozen import as_tuple
from .state import GameCard, GameSeat


def _several(values: Any) -> tuple[Any, ...]:
    """Values as a tuple; what is neither a value nor several is refused with the action."""
    is_one = isinstance(values, str) or not isinstance(values, Iterable)
    return (values,) if is_one else tuple(values)


def _names(names: str | Iterable[str]) -> tuple[str, ...]:
    return _several(names)


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
    return tuple(
        [each if isinstance(each, Placement) else Placement(each) for each in _several(cards)]
    )


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
