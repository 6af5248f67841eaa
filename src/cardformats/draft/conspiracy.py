"""The start of a Conspiracy game as a state machine (CR 905.3 to 905.6, 103, 702.106).

Hidden agenda is rule 702.106 of today's comprehensive rules.  The text of CR 905.4a that came with
the cards numbers it 702.105.

What happens in the game is not known here, nor what conspiracies do there.  Not modelled is also
what some of them do at its start: Power Play (who is the starting player), Backup Plan (another
hand), Sovereign's Realm (a hand of five cards), Emissary's Ploy (a number is chosen before the
opening hand is drawn).  Whether a name that is chosen is that of a card is not checked.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, ClassVar, Literal, Self, TypeAlias

from attrs import define, evolve, field, frozen

from ..display import Displayed
from ..model import CardRef
from ..model.frozen import FrozenDict, as_tuple
from .cards import DraftCard, KnowsCards, Named, ref_of
from .decks import MINIMUM_DECK_SIZE, NO_CONSPIRACIES, conspiracy_of, minimum_deck_size
from .engine import Game, Move, Record, Step, check_seat, has_each_once, refuse, taking
from .official import OFFICIAL_CONSPIRACIES, Conspiracy

MIN_PLAYERS = 2

__all__ = [
    "OFFICIAL_CONSPIRACIES",
    "BeginGame",
    "CommandCard",
    "Conspiracy",
    "ConspiracyGame",
    "GameAction",
    "GameCard",
    "GameSeat",
    "GameSeatView",
    "GameSetup",
    "GameView",
    "PlaceConspiracies",
    "Placement",
    "RevealConspiracies",
    "SeenConspiracy",
    "StartGame",
    "TurnUpConspiracy",
    "conspiracy_of",
    "minimum_deck_size",
    "start_conspiracy_game",
]


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


# actions


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


# views


@frozen
class SeenConspiracy:
    """What a player may see of a conspiracy in the command zone.

    Attributes:
        owner: the seat of its owner, who controls it.
        is_face_up: whether it is face up.
        number: its number; None if it is another player's, and face down.
        card: the card; None likewise.
        names: the card names chosen for it; empty likewise, which hides how many there are.
    """

    owner: int
    is_face_up: bool
    number: int | None = None
    card: GameCard | None = None
    names: tuple[str, ...] = ()


@frozen
class GameSeatView:
    """What all may see of a seat.

    Attributes:
        deck_size: how many cards are in the deck.
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
        deck: the cards of the player's deck by number.
        sideboard: the cards of the player's sideboard by number.
        command: the command zone, in the order in which cards were put there.
        seats: what all may see, by seat.
        setup: how the game has begun; None before it has.
    """

    seat: int
    moment: int
    deck: Mapping[int, GameCard]
    sideboard: Mapping[int, GameCard]
    command: tuple[SeenConspiracy, ...]
    seats: tuple[GameSeatView, ...]
    setup: GameSetup | None


# what can be done


def _verify_place(state: ConspiracyState, action: PlaceConspiracies) -> None:
    """Refuse cards that are no conspiracies of the sideboard, or names that are not asked for."""
    check_seat(action.seat, len(state.seats))
    if state.starting is not None:
        refuse(action.seat, "decks are shuffled, conspiracies are put before that", "CR 905.4")
    if state.seats[action.seat].has_placed:
        refuse(action.seat, "has put conspiracies into the command zone already", "CR 905.4")
    for placement in action.cards:
        _verify_placement(state, action.seat, placement)
    cards = [placement.card for placement in action.cards]
    if len(set(cards)) < len(cards):
        refuse(action.seat, "the same card is named twice", "CR 905.4")
    _verify_size(state, action.seat, cards)


def _verify_placement(state: ConspiracyState, seat: int, placement: Placement) -> None:
    number, names = placement.card, placement.names
    if type(number) is not int:
        refuse(seat, f"a card is named by its number, not {number!r}", "CR 905.4")
    if number not in state.seats[seat].sideboard:
        refuse(seat, f"card {number} is not in its sideboard", "CR 905.4")
    card = state.cards[number]
    if card.conspiracy is None:
        refuse(seat, f"{card.name!r} is no conspiracy", "CR 905.4")
    for name in names:
        if type(name) is not str or not name.strip():
            refuse(seat, f"a card name is a text, and not empty; not {name!r}", "CR 905.4a")
    if len(names) != card.conspiracy.names:
        reason = f"the number of chosen names is {card.conspiracy.names}, not {len(names)}"
        refuse(seat, f"for {card.name!r} {reason}", "CR 905.4a")
    if len({name.strip().lower() for name in names}) < len(names):
        refuse(seat, f"for {card.name!r} two different names are chosen", "CR 905.4a")


def _verify_size(state: ConspiracyState, seat: int, conspiracies: Iterable[int]) -> None:
    """Refuse a deck that is too small with these conspiracies in the command zone."""
    placed = [state.cards[card].conspiracy for card in conspiracies]
    minimum = state.minimum - sum(each.smaller_deck for each in placed if each)
    size = len(state.seats[seat].deck)
    if size < minimum:
        refuse(seat, f"the deck needs {minimum} cards or more, and has {size}", "CR 100.2b")


def _verify_begin(state: ConspiracyState, action: BeginGame) -> None:
    """Refuse to begin twice, or with a deck that is too small."""
    check_seat(action.starting, len(state.seats))
    if state.starting is not None:
        refuse(None, "the game has begun already", "CR 905.6")
    for seat in range(len(state.seats)):
        _verify_size(state, seat, [each.card for each in state.conspiracies(seat)])


def _verify_turn_up(state: ConspiracyState, action: TurnUpConspiracy) -> None:
    """Refuse a card that is no face-down conspiracy of the player, or a game not begun."""
    check_seat(action.seat, len(state.seats))
    if state.starting is None:
        refuse(action.seat, "has no priority before the game has begun", "CR 905.4a")
    if type(action.card) is not int:
        refuse(action.seat, f"a card is named by its number, not {action.card!r}", "CR 905.4a")
    mine = {each.card: each for each in state.conspiracies(action.seat)}
    if action.card not in mine:
        refuse(action.seat, f"controls no conspiracy of number {action.card}", "CR 905.4a")
    if mine[action.card].is_face_up:
        name = state.cards[action.card].name
        refuse(action.seat, f"{name!r} is face up already", "CR 905.4a")


def _verify_reveal(state: ConspiracyState, action: RevealConspiracies) -> None:
    """Refuse it in a game not begun."""
    check_seat(action.seat, len(state.seats))
    if state.starting is None:
        refuse(action.seat, "reveals nothing before the game has begun", "CR 702.106e")


class ConspiracyStep(ConspiracyState, Step):
    """A Conspiracy game that is being changed."""

    def place(self, action: PlaceConspiracies) -> None:
        """Put conspiracies from the sideboard into the command zone."""
        gone = {each.card for each in action.cards}
        left = [card for card in self.seats[action.seat].sideboard if card not in gone]
        self.change(action.seat, sideboard=left, has_placed=True)
        self.command += tuple(
            CommandCard(each.card, action.seat, is_face_up=not each.names, names=each.names)
            for each in action.cards
        )

    def begin(self, action: BeginGame) -> None:
        """Let a player begin."""
        self.starting = action.starting

    def turn_up(self, action: TurnUpConspiracy | RevealConspiracies) -> None:
        """Turn a player's conspiracy face up, or all of them."""
        cards = [each.card for each in self.conspiracies(action.seat)]
        up = [action.card] if isinstance(action, TurnUpConspiracy) else cards
        self.command = tuple(
            [evolve(each, is_face_up=True) if each.card in up else each for each in self.command]
        )


@frozen(repr=False)
class ConspiracyGame(ConspiracyState, Game):
    """The start of a Conspiracy game at one moment, and the conspiracies of the game later.

    Like its state, the log is not for players, see :meth:`view`.
    """

    log: tuple[Record[StartGame | GameAction, object], ...] = ()

    title = "a Conspiracy game"
    kind = "conspiracy"
    start = StartGame
    step = ConspiracyStep
    moves: ClassVar[dict[type, Move]] = {
        PlaceConspiracies: Move(_verify_place, ConspiracyStep.place),
        BeginGame: Move(_verify_begin, ConspiracyStep.begin),
        TurnUpConspiracy: Move(_verify_turn_up, ConspiracyStep.turn_up),
        RevealConspiracies: Move(_verify_reveal, ConspiracyStep.turn_up),
    }

    place = taking(PlaceConspiracies)
    begin = taking(BeginGame)
    turn_up = taking(TurnUpConspiracy)
    reveal = taking(RevealConspiracies)

    @classmethod
    def from_start(cls, start: StartGame) -> Self:
        """The state before conspiracies are put into the command zone.

        Raises:
            DraftError: which rule the start is against.
        """
        players = len(start.seats)
        if players < MIN_PLAYERS:
            refuse(None, f"a game has {MIN_PLAYERS} players or more, not {players}", "CR 905.3")
        if type(start.minimum) is not int:
            reason = f"the minimum deck size is a number, not {start.minimum!r}"
            refuse(None, reason, "CR 100.2b")
        placed = [card for seat in start.seats for card in (*seat.deck, *seat.sideboard)]
        if not has_each_once(placed, len(start.cards)):
            refuse(None, "every card is in one deck or sideboard, named by its number")
        for number, seat in enumerate(start.seats):
            if seat.has_placed:
                reason = "has put conspiracies into the command zone before the start"
                refuse(number, reason, "CR 905.4")
            for card in seat.deck:
                if start.cards[card].conspiracy is not None:
                    name = start.cards[card].name
                    reason = f"{name!r} is a conspiracy, which is never in a deck"
                    refuse(number, reason, "CR 905.4")
        return cls(start.cards, start.seats, start.minimum, log=(Record(start),))

    def view(self, seat: int) -> GameView:
        """All that a player may see now.

        Raises:
            DraftError: there is no such seat.
        """
        check_seat(seat, len(self.seats))
        mine = self.seats[seat]
        return GameView(
            seat,
            len(self.log),
            FrozenDict({card: self.cards[card] for card in mine.deck}),
            FrozenDict({card: self.cards[card] for card in mine.sideboard}),
            tuple([self._seen(each, seat) for each in self.command]),
            tuple([GameSeatView(len(each.deck), each.has_placed) for each in self.seats]),
            self.setup,
        )

    def _seen(self, there: CommandCard, seat: int) -> SeenConspiracy:
        if not there.is_face_up and there.controller != seat:
            return SeenConspiracy(there.owner, is_face_up=False)
        card = self.cards[there.card]
        return SeenConspiracy(there.owner, there.is_face_up, there.card, card, there.names)


def start_conspiracy_game(
    players: Iterable[tuple[Iterable[Named], Iterable[Named]]],
    cards: KnowsCards | None = None,
    *,
    known: Mapping[str, Conspiracy] = NO_CONSPIRACIES,
    minimum: int = MINIMUM_DECK_SIZE,
) -> ConspiracyGame:
    """The start of a Conspiracy game, before conspiracies are put into the command zone.

    Cards are numbered player by player, first the deck, then the sideboard.  That decks consist of
    cards of the players' pools is not checked here, see :func:`verify_deck`.

    Args:
        players: each player's deck and sideboard, in the order of turns.
        cards: a card set or catalog, where conspiracies are looked up.
        known: what conspiracies say by name, whatever their cards say.
        minimum: how many cards a deck has at least, without conspiracies.

    Raises:
        DraftError: there are fewer than two players, a conspiracy is in a deck, or something there
            names no card.
    """
    brought: list[Named] = []
    seats = []
    for deck, sideboard in players:
        first = len(brought)
        brought += deck
        second = len(brought)
        brought += sideboard
        seats.append(GameSeat(range(first, second), range(second, len(brought))))
    made = []
    for card in brought:
        finish = card.finish if isinstance(card, DraftCard) else None
        made.append(GameCard(ref_of(card), finish, conspiracy_of(card, cards, known)))
    return ConspiracyGame.from_start(StartGame(made, seats, minimum))
