"""Outcomes: what an action of a Deckbuilder Draft brought about, as frozen records in the log."""

from __future__ import annotations

from typing import TypeAlias

from attrs import frozen

from ..outcomes import Outcome as DraftOutcome
from ..outcomes import Secret
from .table import Match, Place


@frozen
class BuildingBegan:
    """Everybody may build a deck for that round, from 0."""

    round: int


@frozen
class Built:
    """A seat's deck of so many cards stands."""

    seat: int
    size: int


@frozen
class Played:
    """A match is over."""

    match: Match


@frozen
class Received(Secret):
    """A seat was dealt cards."""


@frozen
class MarketOpened:
    """Cards are for sale.

    Attributes:
        cards: the numbers of all of them.
        order: the seats in the order in which they buy.
        discarded: the numbers of old cards that were too many, and left the game.
    """

    cards: tuple[int, ...]
    order: tuple[int, ...]
    discarded: tuple[int, ...] = ()


@frozen
class Bought:
    """A seat bought a card.

    Attributes:
        seat: which seat.
        card: the number of the card.
        trade: the numbers of the cards that it gave.
        worth: what these were worth for it.
    """

    seat: int
    card: int
    trade: tuple[int, ...]
    worth: int


@frozen
class TurnPassed:
    """A seat bought nothing when it was its turn."""

    seat: int


@frozen
class MarketClosed:
    """Nobody buys any more.

    Attributes:
        discarded: the numbers of the cards that left the game.
        kept: the numbers of those that are in the market of the next round, too.
    """

    discarded: tuple[int, ...]
    kept: tuple[int, ...]


@frozen
class Ranked:
    """The draft is over."""

    ranking: tuple[Place, ...]


Outcome: TypeAlias = (
    DraftOutcome
    | BuildingBegan
    | Built
    | Played
    | Received
    | MarketOpened
    | Bought
    | TurnPassed
    | MarketClosed
    | Ranked
)
