"""The table: what is settled before a Deckbuilder Draft, its seats, and what lies on it."""

from __future__ import annotations

from typing import Literal, TypeAlias

from attrs import frozen

from ...errors import DraftError
from ..table import MAX_SEATS, MIN_SEATS
from .rules import DeckbuilderRules

#: What is going on: the initial ``draft``, decks that are ``build``, ``match`` results that are
#: awaited, buying in the ``market``, or nothing, as it is ``over``.
Phase: TypeAlias = Literal["draft", "build", "match", "market", "over"]

#: The numbers of the cards of a pack.
Numbers: TypeAlias = tuple[int, ...]


@frozen
class Table:
    """What is settled before the draft.

    Attributes:
        rules: what was agreed on.
        starters: for each pack of the initial draft those of the seats.
        boosters: for each round the packs that the seats are dealt.
        market: for each round the cards that come into the market.
        seed: what chance is derived from, 64 hexadecimal digits.

    Raises:
        DraftError: there are not from 2 to 16 seats, no round, or not a pack for everybody.
    """

    rules: DeckbuilderRules
    starters: tuple[tuple[Numbers, ...], ...]
    boosters: tuple[tuple[Numbers, ...], ...]
    market: tuple[Numbers, ...]
    seed: str = ""

    def __attrs_post_init__(self) -> None:
        """Refuse a table that no draft can be held at."""
        if not self.starters or not self.boosters:
            message = "a Deckbuilder Draft has packs to begin with, and one round or more"
            raise DraftError(message)
        if not MIN_SEATS <= self.seats <= MAX_SEATS:
            message = f"a draft has from {MIN_SEATS} to {MAX_SEATS} seats, not {self.seats}"
            raise DraftError(message)
        if {len(packs) for packs in (*self.starters, *self.boosters)} != {self.seats}:
            message = f"there is not a pack for each of {self.seats} seats each time"
            raise DraftError(message)
        if len(self.market) != self.rounds:
            message = f"{self.rounds} rounds have as many markets, not {len(self.market)}"
            raise DraftError(message)

    @property
    def seats(self) -> int:
        """How many seats there are."""
        return len(self.starters[0])

    @property
    def rounds(self) -> int:
        """How many rounds there are."""
        return len(self.boosters)


@frozen
class Deck:
    """A seat's deck.

    Attributes:
        cards: the numbers of its cards from the seat's pool.
        basics: the names of its free basic lands, each as often as it is in the deck.
    """

    cards: Numbers = ()
    basics: tuple[str, ...] = ()

    @property
    def size(self) -> int:
        """How many cards it has."""
        return len(self.cards) + len(self.basics)


@frozen
class Match:
    """A match of two seats and who won it; None if it was a tie."""

    first: int
    second: int
    winner: int | None = None


@frozen
class Offer:
    """A card in the market.

    Attributes:
        card: its number.
        age: how many rounds ago it came; what came before this round is the old rare market.
    """

    card: int
    age: int = 0


@frozen
class Seat:
    """A player's seat.

    Attributes:
        pool: the numbers of its cards, once the initial draft is over.
        deck: what it plays with; cards that it has traded in are gone from it.
        is_ready: its deck for this round stands.
        points: what it has scored in all rounds.
        gained: what it has scored in this round.
        played: how many matches it has played in this round.
    """

    pool: Numbers = ()
    deck: Deck | None = None
    is_ready: bool = False
    points: int = 0
    gained: int = 0
    played: int = 0


@frozen
class Place:
    """A seat's place in the ranking.

    Attributes:
        place: from 1; seats with the same points share one.
        seat: the seat.
        points: what it has scored.
    """

    place: int
    seat: int
    points: int
