"""Conspiracies, and the start of a game that is played with them (CR 905.3 to 905.6)."""

from .cards import OFFICIAL_CONSPIRACIES, Conspiracy, conspiracy_of, minimum_deck_size
from .game import ConspiracyGame, start_conspiracy_game
from .state import (
    BeginGame,
    CommandCard,
    GameAction,
    GameCard,
    GameSeat,
    GameSetup,
    PlaceConspiracies,
    Placement,
    RevealConspiracies,
    StartGame,
    TurnUpConspiracy,
)
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
