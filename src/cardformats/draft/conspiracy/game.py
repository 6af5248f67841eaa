"""The Conspiracy game: what leads from its start to its first turn, and how it starts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Self

from attrs import frozen

from ...bits import Seed, seed_key
from ..cards import DraftCard, KnowsCards, Named, ref_of
from ..decks import MINIMUM_DECK_SIZE, in_no_deck, is_basic_land
from ..engine import (
    Record,
    Seen,
    check_dealt,
    check_stored_seed,
    numbered,
    refuse,
    taking,
)
from ..script import ScriptedGame
from .actions import (
    BeginGame,
    ChooseNumber,
    ExileCards,
    GameAction,
    GameOutcome,
    PlaceConspiracies,
    RevealConspiracies,
    TurnUpConspiracy,
)
from .cards import NO_CONSPIRACIES, Conspiracy, conspiracy_of, exile_ability_of, types_of
from .moves import ConspiracyStep, take_turn
from .state import ConspiracyState, GameCard, GameSeat, StartGame
from .views import GameView, view_of

MIN_PLAYERS = 2


@frozen(repr=False)
class ConspiracyGame(ConspiracyState, ScriptedGame, Seen[GameView]):
    """The start of a Conspiracy game at one moment, and the conspiracies of the game later.

    Like its state, the log is not for players, see ``view``.
    """

    log: tuple[Record[StartGame | GameAction, GameOutcome], ...] = ()

    title = "a Conspiracy game"
    kind = "conspiracy"
    version = 3
    start = StartGame
    step = ConspiracyStep
    take_turn = staticmethod(take_turn)
    view_of = view_of

    place = taking(PlaceConspiracies)
    exile = taking(ExileCards)
    begin = taking(BeginGame)
    choose = taking(ChooseNumber)
    turn_up = taking(TurnUpConspiracy)
    reveal = taking(RevealConspiracies)

    @classmethod
    def from_start(cls, start: StartGame) -> Self:
        """Return the state before conspiracies are put into the command zone.

        Raises:
            DraftError: If the start breaks a rule, which the message names.
        """
        players = len(start.seats)
        if players < MIN_PLAYERS:
            refuse(None, f"a game has {MIN_PLAYERS} players or more, not {players}", "CR 905.3")
        if type(start.minimum) is not int:
            reason = f"the minimum deck size is a number, not {start.minimum!r}"
            refuse(None, reason, "CR 100.2b")
        check_dealt([seat.deck + seat.sideboard for seat in start.seats], len(start.cards))
        check_stored_seed(start.seed)
        for number, seat in enumerate(start.seats):
            if seat != GameSeat(seat.deck, seat.sideboard):
                refuse(number, "has a deck and a sideboard, and nothing else before the start")
            for card in seat.deck:
                if start.cards[card].conspiracy is not None:
                    refuse(number, in_no_deck(start.cards[card].name), "CR 905.4")
        nothing = cls(start.cards, start.seats, start)
        return nothing.played(ConspiracyStep(nothing), start)


def start_conspiracy_game(
    players: Iterable[tuple[Iterable[Named], Iterable[Named]]],
    cards: KnowsCards | None = None,
    *,
    known: Mapping[str, Conspiracy] = NO_CONSPIRACIES,
    minimum: int = MINIMUM_DECK_SIZE,
    seed: Seed | None = None,
) -> ConspiracyGame:
    """Return the start of a Conspiracy game, before conspiracies are put into the command zone.

    Cards are numbered player by player, first the deck, then the sideboard.  That decks consist of
    cards of the players' pools is not checked here, see :func:`verify_deck`.

    Args:
        players: each player's deck and sideboard, in the order of turns.
        cards: a card set or catalog, where types and what cards say are looked up.
        known: what conspiracies say by name, whatever their cards say.
        minimum: how many cards a deck has at least, without conspiracies.
        seed: what chance is derived from.  If not given, the game has no chance and shuffles no
            decks: whoever runs it does, who also says who starts unless one conspiracy does.

    Raises:
        DraftError: If there are fewer than two players, a deck has a conspiracy, or a part of a
            deck is neither a card nor a reference to a card.
        CollationError: If the seed is not an int, str or bytes.
    """
    brought = [tuple(part) for player in players for part in player]
    numbers = numbered(map(len, brought))
    seats = [GameSeat(*each) for each in zip(numbers[::2], numbers[1::2], strict=True)]
    made = []
    for card in (card for part in brought for card in part):
        finish = card.finish if isinstance(card, DraftCard) else None
        conspiracy = conspiracy_of(card, cards, known)
        types, is_basic = types_of(card, cards), is_basic_land(card, cards)
        exiles = None if conspiracy else exile_ability_of(card, cards)
        made.append(GameCard(ref_of(card), finish, conspiracy, types, is_basic, exiles))
    key = "" if seed is None else seed_key(seed, ConspiracyStep.chance).hex()
    return ConspiracyGame.from_start(StartGame(made, seats, minimum, key))
