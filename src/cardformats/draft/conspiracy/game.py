"""The start of a Conspiracy game as a state machine (CR 905.3 to 905.6, 103, 702.106).

Hidden agenda is rule 702.106 of today's comprehensive rules.  The text of CR 905.4a that came with
the cards numbers it 702.105.

What happens in the game is not known here, nor what conspiracies do there.  Not modelled is also
what some of them do at its start: Power Play (who is the starting player), Backup Plan (another
hand), Sovereign's Realm (a hand of five cards), Emissary's Ploy (a number is chosen before the
opening hand is drawn).  Whether a name that is chosen is that of a card is not checked.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from attrs import evolve, frozen

from ...errors import DraftError
from ..cards import DraftCard, KnowsCards
from ..naming import Named, ref_of
from ..replaying import replayed
from ..seats import check_seat_number
from .actions import (
    BeginGame,
    GameAction,
    PlaceConspiracies,
    Placement,
    RevealConspiracies,
    StartGame,
    TurnUpConspiracy,
)
from .cards import MINIMUM_DECK_SIZE, NO_CONSPIRACIES, Conspiracy, conspiracy_of
from .table import CommandCard, GameCard, GameSeat, GameSetup
from .verifying import verify_begin, verify_place, verify_reveal, verify_start, verify_turn_up
from .views import GameView, view_of


@frozen
class ConspiracyGame:
    """The start of a Conspiracy game at one moment, and the conspiracies of the game later.

    Attributes:
        cards: all cards; a card's number, which everything else names it by, is its place.
        seats: the seats, from 0, in the order of turns.
        minimum: how many cards a deck has at least, without conspiracies.
        command: the conspiracies in the command zone, in the order in which they were put there.
        starting: the seat of the starting player; None before the game has begun.
        log: what was done, from the start; like the state it is not for players, see :meth:`view`.
    """

    cards: tuple[GameCard, ...]
    seats: tuple[GameSeat, ...]
    minimum: int = MINIMUM_DECK_SIZE
    command: tuple[CommandCard, ...] = ()
    starting: int | None = None
    log: tuple[StartGame | GameAction, ...] = ()

    @property
    def setup(self) -> GameSetup | None:
        """How the game begins, for whoever runs it; None before :meth:`begin`."""
        if self.starting is None:
            return None
        seats = len(self.seats)
        return GameSetup(tuple([(self.starting + turn) % seats for turn in range(seats)]))

    def conspiracies(self, seat: int) -> tuple[CommandCard, ...]:
        """The conspiracies that a player owns and controls (CR 905.5).

        Raises:
            DraftError: there is no such seat.
        """
        check_seat_number(seat, len(self.seats))
        return tuple([each for each in self.command if each.owner == seat])

    def view(self, seat: int) -> GameView:
        """All that a player may see now.

        Raises:
            DraftError: there is no such seat.
        """
        return view_of(self, seat)

    # any action

    def verify(self, action: GameAction) -> None:
        """Refuse an action that is not allowed.

        Raises:
            DraftError: whose action it is, which rule it is against, and why.
        """
        if type(action) not in _STEPS:
            message = f"this is nothing that can be done at a game's start: {action!r}"
            raise DraftError(message)
        _STEPS[type(action)][0](self, action)

    def can(self, action: GameAction) -> bool:
        """Whether an action is allowed."""
        try:
            self.verify(action)
        except DraftError:
            return False
        return True

    def do(self, action: GameAction) -> ConspiracyGame:
        """The state after an action.

        Raises:
            DraftError: it is not allowed.
        """
        self.verify(action)
        changed = _STEPS[type(action)][1](self, action)
        return evolve(self, log=(*self.log, action), **changed)

    # conspiracies

    def verify_place(
        self,
        seat: int,
        cards: int | Mapping[int, str | Iterable[str]] | Iterable[int | Placement] = (),
    ) -> None:
        """Refuse to put conspiracies into the command zone; see :meth:`place`.

        Raises:
            DraftError: which rule it is against, and why.
        """
        self.verify(PlaceConspiracies(seat, cards))

    def can_place(
        self,
        seat: int,
        cards: int | Mapping[int, str | Iterable[str]] | Iterable[int | Placement] = (),
    ) -> bool:
        """Whether conspiracies can be put into the command zone; see :meth:`place`."""
        return self.can(PlaceConspiracies(seat, cards))

    def place(
        self,
        seat: int,
        cards: int | Mapping[int, str | Iterable[str]] | Iterable[int | Placement] = (),
    ) -> ConspiracyGame:
        """A player puts conspiracies from the sideboard into the command zone (CR 905.4).

        Each player does so once, before decks are shuffled.  Those with hidden agenda go there face
        down (CR 905.4a).

        Args:
            seat: whose they are.
            cards: the numbers of the cards; with the names that are secretly chosen for those with
                hidden agenda, as in ``{45: "Lantern Eel", 46: ()}``.

        Raises:
            DraftError: it is not allowed.
        """
        return self.do(PlaceConspiracies(seat, cards))

    # the game

    def verify_begin(self, starting: int) -> None:
        """Refuse to begin the game; see :meth:`begin`.

        Raises:
            DraftError: which rule it is against, and why.
        """
        self.verify(BeginGame(starting))

    def can_begin(self, starting: int) -> bool:
        """Whether the game can begin."""
        return self.can(BeginGame(starting))

    def begin(self, starting: int) -> ConspiracyGame:
        """Begin the game, as ``setup`` says it then; no more conspiracies are put anywhere.

        Args:
            starting: the seat of the starting player.

        Raises:
            DraftError: it has begun, or a deck is too small (CR 100.2b).
        """
        return self.do(BeginGame(starting))

    def verify_turn_up(self, seat: int, card: int) -> None:
        """Refuse to turn a conspiracy face up; see :meth:`turn_up`.

        Raises:
            DraftError: which rule it is against, and why.
        """
        self.verify(TurnUpConspiracy(seat, card))

    def can_turn_up(self, seat: int, card: int) -> bool:
        """Whether a player who has priority can turn a conspiracy face up."""
        return self.can(TurnUpConspiracy(seat, card))

    def turn_up(self, seat: int, card: int) -> ConspiracyGame:
        """A player turns a conspiracy face up, and reveals the chosen names (CR 905.4a).

        Whether the player has priority, which is asked for, is not known here.

        Raises:
            DraftError: it is not allowed.
        """
        return self.do(TurnUpConspiracy(seat, card))

    def verify_reveal(self, seat: int) -> None:
        """Refuse to reveal a player's conspiracies; see :meth:`reveal`.

        Raises:
            DraftError: which rule it is against, and why.
        """
        self.verify(RevealConspiracies(seat))

    def can_reveal(self, seat: int) -> bool:
        """Whether a player's conspiracies can be revealed: the game has begun."""
        return self.can(RevealConspiracies(seat))

    def reveal(self, seat: int) -> ConspiracyGame:
        """All of a player's conspiracies are turned face up.

        That is done when the player leaves the game, and for each player when it is over
        (CR 702.106e).

        Raises:
            DraftError: the game has not begun.
        """
        return self.do(RevealConspiracies(seat))


def _place(state: ConspiracyGame, action: PlaceConspiracies) -> dict[str, Any]:
    gone = {each.card for each in action.cards}
    seats = list(state.seats)
    left = [card for card in seats[action.seat].sideboard if card not in gone]
    seats[action.seat] = GameSeat(seats[action.seat].deck, left, has_placed=True)
    put = [
        CommandCard(each.card, action.seat, is_face_up=not each.names, names=each.names)
        for each in action.cards
    ]
    return {"seats": tuple(seats), "command": (*state.command, *put)}


def _begin(_: ConspiracyGame, action: BeginGame) -> dict[str, Any]:
    return {"starting": action.starting}


def _turn_up(state: ConspiracyGame, action: TurnUpConspiracy) -> dict[str, Any]:
    return _face_up(state, lambda there: there.card == action.card)


def _reveal(state: ConspiracyGame, action: RevealConspiracies) -> dict[str, Any]:
    return _face_up(state, lambda there: there.controller == action.seat)


def _face_up(state: ConspiracyGame, which: Callable[[CommandCard], bool]) -> dict[str, Any]:
    command = [evolve(each, is_face_up=True) if which(each) else each for each in state.command]
    return {"command": tuple(command)}


#: For each kind of action what verifies it, and what it changes.
_STEPS: dict[type, tuple[Callable[..., None], Callable[..., dict[str, Any]]]] = {
    PlaceConspiracies: (verify_place, _place),
    BeginGame: (verify_begin, _begin),
    TurnUpConspiracy: (verify_turn_up, _turn_up),
    RevealConspiracies: (verify_reveal, _reveal),
}


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
    all_cards: list[GameCard] = []
    seats = []
    for deck, sideboard in players:
        first = len(all_cards)
        all_cards += [_game_card(card, cards, known) for card in deck]
        second = len(all_cards)
        all_cards += [_game_card(card, cards, known) for card in sideboard]
        seats.append(GameSeat(range(first, second), range(second, len(all_cards))))
    return _started(StartGame(all_cards, seats, minimum))


def replay_conspiracy_game(log: Iterable[StartGame | GameAction]) -> ConspiracyGame:
    """The state that a log leads to.

    Raises:
        DraftError: the log does not begin with a start, or an action in it is not allowed.
    """
    return replayed(log, StartGame, _started, "the game")


def _started(start: StartGame) -> ConspiracyGame:
    verify_start(start)
    return ConspiracyGame(start.cards, start.seats, start.minimum, log=(start,))


def _game_card(card: Named, cards: KnowsCards | None, known: Mapping[str, Conspiracy]) -> GameCard:
    finish = card.finish if isinstance(card, DraftCard) else None
    return GameCard(ref_of(card), finish, conspiracy_of(card, cards, known))
