"""The start of a Conspiracy game as a state machine (CR 905.3 to 905.6, 103, 702.106).

Hidden agenda is rule 702.106 of today's comprehensive rules.  The text of CR 905.4a that came with
the cards numbers it 702.105.

What happens in the game is not known here, nor what conspiracies do there.  Not modelled is also
what some of them do at its start: Power Play (who is the starting player), Backup Plan (another
hand), Sovereign's Realm (a hand of five cards), Emissary's Ploy (a number is chosen before the
opening hand is drawn).  Whether a name that is chosen is that of a card is not checked.
"""

from ..decks import minimum_deck_size
from .actions import (
    BeginGame,
    GameAction,
    PlaceConspiracies,
    Placement,
    RevealConspiracies,
    StartGame,
    TurnUpConspiracy,
)
from .cards import OFFICIAL_CONSPIRACIES, Conspiracy, conspiracy_of
from .game import ConspiracyGame, start_conspiracy_game
from .state import CommandCard, GameCard, GameSeat, GameSetup
from .views import GameSeatView, GameView, SeenConspiracy

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
