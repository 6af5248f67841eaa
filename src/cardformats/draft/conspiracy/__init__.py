"""The start of a Conspiracy game as a state machine (CR 905.3 to 905.6, 103, 702.106).

Conspiracies are put into the command zone, cards are exiled before decks are shuffled, it is
determined who starts, numbers are chosen, hands are drawn, and mulligans taken; then turns begin.

Hidden agenda is rule 702.106 of today's comprehensive rules.  The text of CR 905.4a that came with
the cards numbers it 702.105.  Mulligans are those of today's rule 103.5.

What happens in the turns of the game is not known here, nor what conspiracies do there; they can be
turned face up.  Whether a name that is chosen is that of a card is not checked.
"""

from ..decks import minimum_deck_size
from .actions import (
    Began,
    BeginGame,
    BottomPut,
    ChooseNumber,
    ConspiracyTurnedUp,
    Declared,
    ExileCards,
    Exiled,
    GameAction,
    GameOutcome,
    HandDrawn,
    HandKept,
    HandsSettled,
    Keep,
    KeepHand,
    Mulligan,
    MulliganTaken,
    NumberChosen,
    PlaceConspiracies,
    Placement,
    PutFaceDown,
    PutFaceUp,
    PutOnBottom,
    RevealConspiracies,
    StartGame,
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
from .state import CommandCard, ExiledCard, GameCard, GameDuty, GameSeat, GameSetup, GameTable
from .views import GameSeatView, GameView, SeenConspiracy, SeenExile

__all__ = [
    "OFFICIAL_CONSPIRACIES",
    "OFFICIAL_EXILES",
    "Began",
    "BeginGame",
    "BottomPut",
    "ChooseNumber",
    "CommandCard",
    "Conspiracy",
    "ConspiracyGame",
    "ConspiracyTurnedUp",
    "Declared",
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
    "GameTable",
    "GameView",
    "HandDrawn",
    "HandKept",
    "HandsSettled",
    "Keep",
    "KeepHand",
    "Mulligan",
    "MulliganTaken",
    "NumberChosen",
    "PlaceConspiracies",
    "Placement",
    "PutFaceDown",
    "PutFaceUp",
    "PutOnBottom",
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
