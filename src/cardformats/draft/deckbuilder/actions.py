"""Actions of a Deckbuilder Draft, as frozen values, and the records of them in the log."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

from attrs import field, frozen

from ...model.frozen import as_tuple
from ..actions import SeatAction as DraftAction
from .cards import DeckbuilderCard
from .outcomes import Outcome
from .table import Table


def _numbers(cards: int | Iterable[int]) -> tuple[int, ...]:
    return (cards,) if isinstance(cards, int) else tuple(cards)


@frozen
class Start:
    """Every seat opens its first starter pack.

    Attributes:
        table: what was settled beforehand.
        cards: all cards of all packs; a card's number is its place.
    """

    table: Table
    cards: tuple[DeckbuilderCard, ...] = field(converter=as_tuple)


@frozen
class Drafting:
    """A seat does something in the initial draft, such as a pick."""

    action: DraftAction


@frozen
class Build:
    """A seat builds its deck for the round.

    Attributes:
        seat: whose deck it is.
        cards: the numbers of cards in its pool.
        basics: the names of free basic lands, each as often as it is in the deck.
    """

    seat: int
    cards: tuple[int, ...] = field(converter=_numbers)
    basics: tuple[str, ...] = field(default=(), converter=as_tuple)


@frozen
class Keep:
    """A seat plays the round with the deck that it has."""

    seat: int


@frozen
class Report:
    """Whoever runs the draft says how a match ended.

    Attributes:
        first, second: who played.
        winner: which of them won; None if it was a tie.
    """

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

    seat: int
    card: int
    trade: tuple[int, ...] = field(default=(), converter=_numbers)


@frozen
class PassTurn:
    """A seat buys nothing when it is its turn."""

    seat: int


Action: TypeAlias = Start | Drafting | Build | Keep | Report | Buy | PassTurn


@frozen
class Record:
    """An action that was taken, and what it brought about, in order."""

    action: Action
    outcomes: tuple[Outcome, ...] = ()
