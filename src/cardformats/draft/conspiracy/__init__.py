"""Conspiracies, and the start of a game that is played with them (CR 905.3 to 905.6)."""

from .actions import (
    BeginGame,
    GameAction,
    PlaceConspiracies,
    Placement,
    RevealConspiracies,
    StartGame,
    TurnUpConspiracy,
)
from .cards import OFFICIAL_CONSPIRACIES, Conspiracy, conspiracy_of, minimum_deck_size
from .game import ConspiracyGame, replay_conspiracy_game, start_conspiracy_game
from .table import CommandCard, GameCard, GameSeat, GameSetup
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
    "replay_conspiracy_game",
    "start_conspiracy_game",
]
