"""The actions of a Deckbuilder Draft and what they bring about, as frozen values."""

from __future__ import annotations

from typing import TypeAlias

from attrs import field, frozen

from ...model.frozen import as_tuple
from ..actions import SeatAction as DraftAction
from ..actions import card_numbers
from ..outcomes import Outcome as DraftOutcome
from ..outcomes import Secret
from .cards import DeckbuilderCard
from .state import Match, RankingPlace, Table


@frozen
class Start:
    """Every seat opens its first starter pack.

    Attributes:
        table: what was settled beforehand.
        cards: all cards of all packs; a card's number is its place.
    """

    tag = "start"

    table: Table
    cards: tuple[DeckbuilderCard, ...] = field(converter=as_tuple)


@frozen
class Drafting:
    """A seat does something in the initial draft, such as a pick."""

    tag = "drafting"
    phase, rule = "draft", "Protocol 2.1"

    action: DraftAction


@frozen
class Build:
    """A seat builds its deck for the round.

    Attributes:
        seat: whose deck it is.
        cards: the numbers of cards in its pool.
        basics: the names of free basic lands, each as often as it is in the deck.
    """

    tag = "build"
    phase, rule = "build", "Protocol 2.2"

    seat: int
    cards: tuple[int, ...] = field(converter=card_numbers)
    basics: tuple[str, ...] = field(default=(), converter=as_tuple)


@frozen
class Keep:
    """A seat plays the round with the deck that it has."""

    tag = "keep"
    phase, rule = "build", "Protocol 2.2"

    seat: int


@frozen
class Report:
    """Whoever runs the draft says how a match ended.

    Attributes:
        first, second: who played.
        winner: which of them won; None if it was a tie.
    """

    tag = "report"
    phase, rule = "match", "Protocol 3.1"

    first: int
    second: int
    winner: int | None = None


@frozen
class Buy:
    """A seat buys a card of the market.

    Attributes:
        seat: who buys.
        card: the number of the card.
        trade: the numbers of the cards of its pool that it trades in.
    """

    tag = "buy"
    phase, rule = "market", "Protocol 3.4"

    seat: int
    card: int
    trade: tuple[int, ...] = field(default=(), converter=card_numbers)


@frozen
class PassTurn:
    """A seat buys nothing when it is its turn."""

    tag = "pass_turn"
    phase, rule = "market", "Protocol 3.4"

    seat: int


Action: TypeAlias = Start | Drafting | Build | Keep | Report | Buy | PassTurn


@frozen
class BuildingBegan:
    """Everybody may build a deck for that round, from 0."""

    tag = "building_began"

    round: int


@frozen
class Built:
    """A seat has completed its deck of this number of cards."""

    tag = "built"

    seat: int
    size: int


@frozen
class Played:
    """A match is over."""

    tag = "played"

    match: Match


@frozen
class Received(Secret):
    """A seat was dealt cards."""

    tag = "received"


@frozen
class MarketOpened:
    """Cards are for sale.

    Attributes:
        cards: the numbers of all of them.
        order: the seats in the order in which they buy.
        discarded: the numbers of old cards that were too many, and left the game.
    """

    tag = "market_opened"

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

    tag = "bought"

    seat: int
    card: int
    trade: tuple[int, ...]
    worth: int


@frozen
class TurnPassed:
    """A seat bought nothing when it was its turn."""

    tag = "turn_passed"

    seat: int


@frozen
class MarketClosed:
    """Nobody buys any more.

    Attributes:
        discarded: the numbers of the cards that left the game.
        kept: the numbers of those that are in the market of the next round, too.
    """

    tag = "market_closed"

    discarded: tuple[int, ...]
    kept: tuple[int, ...]


@frozen
class Ranked:
    """The draft is over."""

    tag = "ranked"

    ranking: tuple[RankingPlace, ...]


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
