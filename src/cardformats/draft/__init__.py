"""Drafts as state machines: no clock, no input or output, chance from a seed."""

from importlib import import_module
from typing import Any

from .. import model as _model  # noqa: F401 - before its modules: see cardformats.__getattr__
from . import actions, outcomes
from .booster.effects import register_effect
from .booster.game import BoosterDraft, start
from .booster.rule import EffectRule, Held, PickInProgress
from .booster.state import (
    DraftRules,
    Duty,
    Note,
    Pace,
    PackOrder,
    Question,
    Removal,
    Standing,
)
from .booster.step import BoosterStep
from .booster.views import PublicNote, SeatView, Usable, UsableAnytime, View
from .bots import (
    Bot,
    ColorBot,
    MakesPacks,
    RandomBot,
    RatedBot,
    fill_orders,
    pick_in_order,
    play,
)
from .cards import DraftCard, DraftCards, KnowsCards, Named
from .conspiracy import ConspiracyGame, start_conspiracy_game
from .decks import (
    ALL_BASIC_LANDS,
    BASIC_LANDS,
    can_play_deck,
    minimum_deck_size,
    sideboard_of,
    verify_deck,
)
from .engine import Game, Record
from .outcomes import LogEntry
from .save import as_json, dumps, loads
from .sealed import TeamSealed, sealed_pools, start_team_sealed

replay = BoosterDraft.replay

__all__ = [
    "ALL_BASIC_LANDS",
    "BASIC_LANDS",
    "BoosterDraft",
    "BoosterStep",
    "Bot",
    "ColorBot",
    "ConspiracyGame",
    "DraftCard",
    "DraftCards",
    "DraftRules",
    "Duty",
    "EffectRule",
    "Game",
    "Held",
    "KnowsCards",
    "LogEntry",
    "MakesPacks",
    "Named",
    "Note",
    "Pace",
    "PackOrder",
    "PickInProgress",
    "PublicNote",
    "Question",
    "RandomBot",
    "RatedBot",
    "Record",
    "Removal",
    "SeatView",
    "Standing",
    "TeamSealed",
    "Usable",
    "UsableAnytime",
    "View",
    "actions",
    "as_json",
    "can_play_deck",
    "dumps",
    "fill_orders",
    "loads",
    "minimum_deck_size",
    "outcomes",
    "pick_in_order",
    "play",
    "register_effect",
    "replay",
    "sealed_pools",
    "sideboard_of",
    "start",
    "start_conspiracy_game",
    "start_team_sealed",
    "verify_deck",
]


def __getattr__(name: str) -> Any:
    """Import the room of that name, which few drafts need."""
    if name == "deckbuilder":
        return import_module(".deckbuilder", __name__)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
