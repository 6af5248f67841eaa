"""The start of a Conspiracy game as a state machine (CR 905.3 to 905.6, 103, 702.106).

Conspiracies are put into the command zone, cards are exiled before decks are shuffled, it is
determined who starts, and numbers are chosen; then hands are drawn.

Hidden agenda is rule 702.106 of today's comprehensive rules.  The text of CR 905.4a that came with
the cards numbers it 702.105.

Hands and mulligans are not known here; the setup contains how many cards are drawn.  Nor is what
happens in the turns of the game, or what conspiracies do there; they can be turned face up.
Whether a name that is chosen is that of a card is not checked.
"""

from ..decks import minimum_deck_size
from .actions import (
    Began,
    BeginGame,
    ChooseNumber,
    ConspiracyTurnedUp,
    ExileCards,
    Exiled,
    GameAction,
    GameOutcome,
    NumberChosen,
    PlaceConspiracies,
    Placement,
    PutFaceDown,
    PutFaceUp,
    RevealConspiracies,
    TurnUpConspiracy,
)
from .cards import (
    OFFICIAL_CONSPIRACIES,
    OFFICIAL_EXILES,
    Conspiracy,
    ExileAbility,
    conspiracy_of,
    exile_ability_of,
)
from .game import ConspiracyGame, start_conspiracy_game
from .state import CommandCard, ExiledCard, GameCard, GameDuty, GameSeat, GameSetup, StartGame
from .views import GameSeatView, GameView, SeenConspiracy, SeenExile

__all__ = [
    "OFFICIAL_CONSPIRACIES",
    "OFFICIAL_EXILES",
    "Began",
    "BeginGame",
    "ChooseNumber",
    "CommandCard",
    "Conspiracy",
    "ConspiracyGame",
    "ConspiracyTurnedUp",
    "ExileAbility",
    "ExileCards",
    "Exiled",
    "ExiledCard",
    "GameAction",
    "GameCard",
    "GameDuty",
    "GameOutcome",
    "GameSeat",
    "GameSeatView",
    "GameSetup",
    "GameView",
    "NumberChosen",
    "PlaceConspiracies",
    "Placement",
    "PutFaceDown",
    "PutFaceUp",
    "RevealConspiracies",
    "SeenConspiracy",
    "SeenExile",
    "StartGame",
    "TurnUpConspiracy",
    "conspiracy_of",
    "exile_ability_of",
    "minimum_deck_size",
    "start_conspiracy_game",
]
