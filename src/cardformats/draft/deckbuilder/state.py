"""The state of a Deckbuilder Draft: the table, its seats, and what lies on it."""

from __future__ import annotations

from typing import Literal, TypeAlias

from attrs import define, frozen

from ...errors import DraftError
from ..booster.game import BoosterDraft
from ..engine import check_stored_seed, of_seat
from ..script import ScriptState, ScriptStep
from .cards import Cards, DeckbuilderCard
from .requirements import check_size
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
        DraftError: If there are not from 2 to 16 seats, not from 1 to 100 rounds, or not one pack
            for each seat.
    """

    rules: DeckbuilderRules
    starters: tuple[tuple[Numbers, ...], ...]
    boosters: tuple[tuple[Numbers, ...], ...]
    market: tuple[Numbers, ...]
    seed: str = ""

    def __attrs_post_init__(self) -> None:
        """Refuse a table that no draft can be held at."""
        check_stored_seed(self.seed)
        if not self.starters or not self.boosters:
            raise DraftError("a Deckbuilder Draft has packs to begin with, and one round or more")
        check_size(self.seats, self.rounds)
        if {len(packs) for packs in (*self.starters, *self.boosters)} != {self.seats}:
            raise DraftError(f"there is no pack for each of {self.seats} seats each time")
        if len(self.market) != self.rounds:
            raise DraftError(f"{self.rounds} rounds have as many markets, not {len(self.market)}")

    @property
    def seats(self) -> int:
        """Return how many seats there are."""
        return len(self.starters[0])

    @property
    def rounds(self) -> int:
        """Return how many rounds there are."""
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
        """Return how many cards it has."""
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
class RankingPlace:
    """A seat's place in the ranking.

    Attributes:
        place: from 1; seats with the same points share one.
        seat: the seat.
        points: what it has scored.
    """

    place: int
    seat: int
    points: int


@define(init=False, eq=False, repr=False)
class DeckbuilderState(ScriptState):  # type: ignore[override] # it has more fields
    """The fields of a Deckbuilder Draft, which an action's step can set.

    Attributes:
        table: what was settled beforehand.
        cards: all cards; a card's number, which everything else names it by, is its place.
        draft: the initial draft.
        seats: the seats, from 0; the next seat is the one to the left.
        phase: what is going on.
        round: the number of the round, from 0; the number of rounds once all are over.
        matches: the matches of this round that are over.
        market: the cards for sale, or those that stay for the next market.
        order: the seats in the order in which they buy; empty if the market is not open.
        turn: whose turn it is to buy, as a place in that order.
        passes: how many seats have passed in a row.
        discarded: the numbers of the cards that left the game.
        chances: how often chance was called on.
    """

    table: Table
    cards: tuple[DeckbuilderCard, ...]
    draft: BoosterDraft
    seats: tuple[Seat, ...]
    phase: Phase = "draft"
    round: int = 0
    matches: tuple[Match, ...] = ()
    market: tuple[Offer, ...] = ()
    order: tuple[int, ...] = ()
    turn: int = 0
    passes: int = 0
    discarded: tuple[int, ...] = ()
    chances: int = 0

    @property
    def is_over(self) -> bool:
        """Return whether the last round is over."""
        return self.phase == "over"

    @property
    def buyer(self) -> int | None:
        """Return the seat whose turn it is to buy; None if the market is not open."""
        return self.order[self.turn] if self.order else None

    @property
    def ranking(self) -> tuple[RankingPlace, ...]:
        """Return the seats by the points they have so far; equal ones share a place."""
        points = [seat.points for seat in self.seats]
        places = [
            RankingPlace(1 + sum(more > each for more in points), n, each)
            for n, each in enumerate(points)
        ]
        return tuple(sorted(places, key=lambda each: (each.place, each.seat)))

    @of_seat
    def pool(self, seat: int) -> Cards:
        """Return a seat's cards by number, those that it has drafted so far in the initial draft.

        Raises:
            DraftError: If there is no such seat.
        """
        drafting = self.phase == "draft"
        numbers = self.draft.seats[seat].pool if drafting else self.seats[seat].pool
        return {number: self.cards[number] for number in numbers}


def waiting(state: DeckbuilderState) -> list[int]:
    """Return the seats that have not played all their matches of the round."""
    matches = state.table.rules.matches
    return [number for number, seat in enumerate(state.seats) if seat.played < matches]


class DeckbuilderStep(DeckbuilderState, ScriptStep):
    """A Deckbuilder Draft that is being changed."""

    chance = "sale"
