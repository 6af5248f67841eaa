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
from typing import ClassVar, NoReturn, Self

from attrs import evolve, frozen

from ...errors import DraftError
from ..cards import DraftCard, KnowsCards
from ..engine import Game, Move, Record, Step, check_seat, taking
from ..naming import Named, ref_of
from .cards import MINIMUM_DECK_SIZE, NO_CONSPIRACIES, Conspiracy, conspiracy_of
from .state import (
    BeginGame,
    CommandCard,
    ConspiracyState,
    GameAction,
    GameCard,
    GameSeat,
    PlaceConspiracies,
    Placement,
    RevealConspiracies,
    StartGame,
    TurnUpConspiracy,
)
from .views import GameView, view_of

MIN_PLAYERS = 2


def verify_start(start: StartGame) -> None:
    """Refuse a start without players, or with a conspiracy in a deck.

    Raises:
        DraftError: which rule it is against.
    """
    if len(start.seats) < MIN_PLAYERS:
        raise DraftError(
            f"a game has {MIN_PLAYERS} players or more, not {len(start.seats)}", rule="CR 905.3"
        )
    if type(start.minimum) is not int:
        raise DraftError(
            f"the minimum deck size is a number, not {start.minimum!r}", rule="CR 100.2b"
        )
    placed = [card for seat in start.seats for card in (*seat.deck, *seat.sideboard)]
    if any(type(card) is not int for card in placed) or sorted(placed) != [
        *range(len(start.cards))
    ]:
        raise DraftError("every card is in one deck or sideboard, named by its number")
    for number, seat in enumerate(start.seats):
        if seat.has_placed:
            raise DraftError(
                "has put conspiracies into the command zone before the start", number, "CR 905.4"
            )
        for card in seat.deck:
            if start.cards[card].conspiracy is not None:
                raise DraftError(
                    f"{start.cards[card].name!r} is a conspiracy, which is never in a deck",
                    number,
                    "CR 905.4",
                )


def verify_place(state: ConspiracyState, action: PlaceConspiracies) -> None:
    """Refuse cards that are no conspiracies of the sideboard, or names that are not asked for.

    Raises:
        DraftError: which rule it is against.
    """
    check_seat(action.seat, len(state.seats))
    if state.starting is not None:
        _refuse(action.seat, "decks are shuffled, conspiracies are put before that", "CR 905.4")
    if state.seats[action.seat].has_placed:
        _refuse(action.seat, "has put conspiracies into the command zone already", "CR 905.4")
    for placement in action.cards:
        _verify_placement(state, action.seat, placement)
    cards = [placement.card for placement in action.cards]
    if len(set(cards)) < len(cards):
        _refuse(action.seat, "the same card is named twice", "CR 905.4")
    _verify_size(state, action.seat, cards)


def _verify_placement(state: ConspiracyState, seat: int, placement: Placement) -> None:
    number, names = placement.card, placement.names
    if type(number) is not int:
        _refuse(seat, f"a card is named by its number, not {number!r}", "CR 905.4")
    if number not in state.seats[seat].sideboard:
        _refuse(seat, f"card {number} is not in its sideboard", "CR 905.4")
    card = state.cards[number]
    if card.conspiracy is None:
        _refuse(seat, f"{card.name!r} is no conspiracy", "CR 905.4")
    for name in names:
        if type(name) is not str or not name.strip():
            _refuse(seat, f"a card name is a text, and not empty; not {name!r}", "CR 905.4a")
    if len(names) != card.conspiracy.names:
        reason = f"the number of chosen names is {card.conspiracy.names}, not {len(names)}"
        _refuse(seat, f"for {card.name!r} {reason}", "CR 905.4a")
    if len({name.strip().lower() for name in names}) < len(names):
        _refuse(seat, f"for {card.name!r} two different names are chosen", "CR 905.4a")


def verify_begin(state: ConspiracyState, action: BeginGame) -> None:
    """Refuse to begin twice, or with a deck that is too small.

    Raises:
        DraftError: which rule it is against.
    """
    check_seat(action.starting, len(state.seats))
    if state.starting is not None:
        _refuse(None, "the game has begun already", "CR 905.6")
    for seat in range(len(state.seats)):
        _verify_size(state, seat, [each.card for each in state.command if each.owner == seat])


def verify_turn_up(state: ConspiracyState, action: TurnUpConspiracy) -> None:
    """Refuse a card that is no face-down conspiracy of the player, or a game not begun.

    Raises:
        DraftError: which rule it is against.
    """
    check_seat(action.seat, len(state.seats))
    if state.starting is None:
        _refuse(action.seat, "has no priority before the game has begun", "CR 905.4a")
    if type(action.card) is not int:
        _refuse(action.seat, f"a card is named by its number, not {action.card!r}", "CR 905.4a")
    mine = [each for each in state.command if each.controller == action.seat]
    found = next((each for each in mine if each.card == action.card), None)
    if found is None:
        _refuse(action.seat, f"controls no conspiracy of number {action.card}", "CR 905.4a")
    if found.is_face_up:
        name = state.cards[found.card].name
        _refuse(action.seat, f"{name!r} is face up already", "CR 905.4a")


def verify_reveal(state: ConspiracyState, action: RevealConspiracies) -> None:
    """Refuse it in a game not begun.

    Raises:
        DraftError: which rule it is against.
    """
    check_seat(action.seat, len(state.seats))
    if state.starting is None:
        _refuse(action.seat, "reveals nothing before the game has begun", "CR 702.106e")


def _verify_size(state: ConspiracyState, seat: int, conspiracies: list[int]) -> None:
    """Refuse a deck that is too small with these conspiracies in the command zone."""
    placed = [state.cards[card].conspiracy for card in conspiracies]
    needed = state.minimum - sum(each.smaller_deck for each in placed if each)
    size = len(state.seats[seat].deck)
    if size < needed:
        _refuse(seat, f"the deck needs {needed} cards or more, and has {size}", "CR 100.2b")


def _refuse(seat: int | None, reason: str, rule: str) -> NoReturn:
    raise DraftError(reason, seat, rule)


class ConspiracyStep(ConspiracyState, Step):
    """A Conspiracy game that is being changed."""


def _place(step: ConspiracyStep, action: PlaceConspiracies) -> None:
    gone = {each.card for each in action.cards}
    left = [card for card in step.seats[action.seat].sideboard if card not in gone]
    step.change(action.seat, sideboard=left, has_placed=True)
    step.command += tuple(
        CommandCard(each.card, action.seat, is_face_up=not each.names, names=each.names)
        for each in action.cards
    )


def _begin(step: ConspiracyStep, action: BeginGame) -> None:
    step.starting = action.starting


def _turn_up(step: ConspiracyStep, action: TurnUpConspiracy) -> None:
    _face_up(step, lambda there: there.card == action.card)


def _reveal(step: ConspiracyStep, action: RevealConspiracies) -> None:
    _face_up(step, lambda there: there.controller == action.seat)


def _face_up(step: ConspiracyStep, which: Callable[[CommandCard], bool]) -> None:
    step.command = tuple(
        [evolve(each, is_face_up=True) if which(each) else each for each in step.command]
    )


@frozen
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
        PlaceConspiracies: Move(verify_place, _place),
        BeginGame: Move(verify_begin, _begin),
        TurnUpConspiracy: Move(verify_turn_up, _turn_up),
        RevealConspiracies: Move(verify_reveal, _reveal),
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
        verify_start(start)
        return cls(start.cards, start.seats, start.minimum, log=(Record(start),))

    def view(self, seat: int) -> GameView:
        """All that a player may see now.

        Raises:
            DraftError: there is no such seat.
        """
        check_seat(seat, len(self.seats))
        return view_of(self, seat, len(self.log))


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
    return ConspiracyGame.from_start(StartGame(all_cards, seats, minimum))


def _game_card(card: Named, cards: KnowsCards | None, known: Mapping[str, Conspiracy]) -> GameCard:
    finish = card.finish if isinstance(card, DraftCard) else None
    return GameCard(ref_of(card), finish, conspiracy_of(card, cards, known))
