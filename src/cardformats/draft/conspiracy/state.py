"""The fields of a Conspiracy game: cards, seats, the command zone, and how it begins."""

from __future__ import annotations

from typing import Literal, TypeAlias

from attrs import define, field, frozen

from ...model import CardRef
from ...model.frozen import as_tuple
from ..engine import of_seat
from ..script import ScriptState
from .cards import Conspiracy, ExileAbility

#: How many cards a starting hand has (CR 103.5).
HAND_SIZE = 7

#: What a player has to do: put conspiracies into the command zone, choose a number for one, or
#: nothing for now.
GameDuty: TypeAlias = Literal["place", "number", "wait"]


@frozen
class GameCard:
    """A card that a player brings to a game.

    Attributes:
        card: which card.
        finish: its finish; None for the usual.
        conspiracy: what it says, if it is a conspiracy; else None.
        types: its card types; None if they are not known.
        is_basic_land: whether it is a basic land card.
        exiles: what it exiles before the deck with it is shuffled; None if nothing.
    """

    card: CardRef
    finish: str | None = None
    conspiracy: Conspiracy | None = None
    types: tuple[str, ...] | None = None
    is_basic_land: bool = False
    exiles: ExileAbility | None = None

    @property
    def name(self) -> str:
        """Return the card's name."""
        return self.card.name


@frozen
class GameSeat:
    """A player's seat.

    Attributes:
        deck: the numbers of the cards in the deck; once it is shuffled those in the library, from
            the top down.
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
        chosen: the number that was chosen for it; None if none was.
    """

    card: int
    owner: int
    is_face_up: bool = True
    names: tuple[str, ...] = ()
    chosen: int | None = None

    @property
    def controller(self) -> int:
        """Return the seat of the player who controls it: its owner (CR 905.5)."""
        return self.owner


@frozen
class ExiledCard:
    """A card that was exiled before decks were shuffled.

    Attributes:
        card: its number.
        owner: the seat of its owner.
        by: the number of the card that was revealed from the deck to exile it.
    """

    card: int
    owner: int
    by: int


@frozen
class GameSetup:
    """How a Conspiracy game begins, for whoever runs it.

    Attributes:
        turn_order: the seats, from the starting player on.
        variant: the multiplayer variant (CR 905.3, 806).
        attacks: which players may be attacked in a combat: ``multiple`` (CR 905.3, 802).
        limited_range_of_influence: whether that option is used (CR 905.3, 801).
        life: each player's life total (CR 905.6).
        hand: how many cards each player draws of whom no conspiracy says otherwise (CR 905.6).
        hands: for each seat how many cards each of the hands has that its player draws at first.
    """

    turn_order: tuple[int, ...]
    variant: Literal["free-for-all"] = "free-for-all"
    attacks: Literal["multiple"] = "multiple"
    limited_range_of_influence: bool = False
    life: int = 20
    hand: int = HAND_SIZE
    hands: tuple[tuple[int, ...], ...] = ()


@frozen
class StartGame:
    """Players have their decks and sideboards.

    Attributes:
        cards: all cards; a card's number, which everything else names it by, is its place.
        seats: the players' seats, in the order of turns.
        minimum: how many cards a deck has at least, without conspiracies.
        seed: what chance is derived from; empty if the game has no chance, and shuffles nothing.
    """

    tag = "start_game"

    cards: tuple[GameCard, ...] = field(converter=as_tuple)
    seats: tuple[GameSeat, ...] = field(converter=as_tuple)
    minimum: int
    seed: str = ""


@define(init=False, eq=False, repr=False)
class ConspiracyState(ScriptState):  # type: ignore[override] # it has more fields
    """The fields of a Conspiracy game.

    Attributes:
        cards: all cards; a card's number, which everything else names it by, is its place.
        seats: the seats, from 0, in the order of turns.
        table: what was settled before the game: the action that started it.
        command: the conspiracies in the command zone, in the order in which they were put there.
        exiled: the cards that were exiled before decks were shuffled, in order.
        starting: the seat of the starting player; None before the game has begun.
        chances: how often chance has decided something.
    """

    cards: tuple[GameCard, ...]
    seats: tuple[GameSeat, ...]
    table: StartGame
    command: tuple[CommandCard, ...] = ()
    exiled: tuple[ExiledCard, ...] = ()
    starting: int | None = None
    chances: int = 0

    @property
    def phase(self) -> str:
        """Return what goes on now, in words."""
        if self.starting is None:
            return "decks are not shuffled yet, and nobody has priority"
        return (
            "numbers are chosen before anybody has priority"
            if self.duties()
            else "decks are shuffled"
        )

    @property
    def setup(self) -> GameSetup | None:
        """Return how the game begins, for whoever runs it; None before it has begun."""
        if self.starting is None:
            return None
        hands = [self.first_hands(seat) for seat in range(len(self.seats))]
        return GameSetup(self.turn_order, hands=tuple(hands))

    @property
    def turn_order(self) -> tuple[int, ...]:
        """Return the seats from the starting player on; from seat 0 before the game has begun."""
        seats = range(len(self.seats))
        return (*seats[self.starting :], *seats[: self.starting or 0])

    @of_seat
    def conspiracies(self, seat: int) -> tuple[CommandCard, ...]:
        """Return the conspiracies that a player owns and controls (CR 905.5).

        Raises:
            DraftError: If there is no such seat.
        """
        return tuple([each for each in self.command if each.owner == seat])

    @of_seat
    def duty(self, seat: int) -> GameDuty:
        """Return the duty of a player now, besides exiling cards with cards of the deck.

        Raises:
            DraftError: If there is no such seat.
        """
        return self.duties().get(seat, "wait")

    def duties(self) -> dict[int, GameDuty]:
        """Return the duty of each seat that has one before the game goes on.

        Numbers are chosen in turn order (CR 101.4).
        """
        if self.starting is None:
            return {at: "place" for at, seat in enumerate(self.seats) if not seat.has_placed}
        owners = {each.owner for each in self.unchosen()}
        first = [number for number in self.turn_order if number in owners][:1]
        return dict.fromkeys(first, "number")

    def starters(self) -> tuple[int, ...]:
        """Return the seats whose players are the starting player by their conspiracies."""
        return tuple(sorted({each.owner for each in self.command if self.unhidden(each).starts}))

    def unchosen(self) -> tuple[CommandCard, ...]:
        """Return the conspiracies for which a number has to be chosen."""
        unchosen = [each for each in self.command if each.chosen is None]
        return tuple([each for each in unchosen if self.unhidden(each).numbers])

    def first_hands(self, seat: int) -> tuple[int, ...]:
        """Return how many cards each of the hands has that a player draws at first.

        The first has the starting hand size; of several conspiracies the last one defines it.
        """
        placed = [self.unhidden(each) for each in self.conspiracies(seat)]
        sizes = [each.hand_size for each in placed if each.hand_size is not None]
        more = [size for each in placed for size in each.more_hands]
        return (sizes[-1] if sizes else HAND_SIZE, *more)

    def holds(self, there: CommandCard) -> bool | None:
        """Return whether the owner's whole pool started the game in the library or command zone.

        None if the conspiracy does not ask for that, and before the game has begun.  The pool are
        all cards that the player has brought.
        """
        conspiracy = self.cards[there.card].conspiracy
        if self.starting is None or conspiracy is None or not conspiracy.asks_for_pool:
            return None
        exiled = any(each.owner == there.owner for each in self.exiled)
        return not (self.seats[there.owner].sideboard or exiled)

    def unhidden(self, there: CommandCard) -> Conspiracy:
        """Return the abilities of a conspiracy at the start: none if it is face down then."""
        conspiracy = self.cards[there.card].conspiracy
        return conspiracy if conspiracy and not conspiracy.names else Conspiracy()
