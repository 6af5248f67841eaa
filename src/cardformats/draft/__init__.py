"""Drafts as state machines: no clock, no input or output, chance from a seed."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

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
    ZoneBot,
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
from .engine import Game, LogEntry, Record, taking
from .save import action_from_json, as_json, dumps, loads
from .sealed import TeamSealed, sealed_pools, start_team_sealed

if TYPE_CHECKING:
    from .asking import Ask, One, Option, Some, Suggested
    from .zones import settings
    from .zones.game import SeenZone, ZoneDraft, ZoneStart, ZoneSupply, ZoneView
    from .zones.kinds import (
        DraftKind,
        ZoneDealer,
        begin,
        draft_kind,
        draft_kinds,
        packs_for,
        register_draft_kind,
    )
    from .zones.state import DISCARD, STACK, Zone, ZoneOutcome, ZoneStep, pool_of

replay = BoosterDraft.replay

#: The modules of names that booster drafts do not need; they are imported on first use.
_LATER = {
    **dict.fromkeys(("Ask", "One", "Option", "Some", "Suggested"), "asking"),
    **dict.fromkeys(("SeenZone", "ZoneDraft", "ZoneStart", "ZoneSupply", "ZoneView"), "zones.game"),
    **dict.fromkeys(("ZoneDealer", "DraftKind", "begin", "draft_kind"), "zones.kinds"),
    **dict.fromkeys(("draft_kinds", "packs_for", "register_draft_kind"), "zones.kinds"),
    **dict.fromkeys(("DISCARD", "STACK", "Zone", "ZoneOutcome"), "zones.state"),
    **dict.fromkeys(("ZoneStep", "pool_of"), "zones.state"),
}
_LATER_MODULES = {"deckbuilder": ".deckbuilder", "settings": ".zones.settings"}

__all__ = [
    "ALL_BASIC_LANDS",
    "BASIC_LANDS",
    "DISCARD",
    "STACK",
    "Ask",
    "BoosterDraft",
    "BoosterStep",
    "Bot",
    "ColorBot",
    "ConspiracyGame",
    "DraftCard",
    "DraftCards",
    "DraftKind",
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
    "One",
    "Option",
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
    "SeenZone",
    "Some",
    "Standing",
    "Suggested",
    "TeamSealed",
    "Usable",
    "UsableAnytime",
    "View",
    "Zone",
    "ZoneBot",
    "ZoneDealer",
    "ZoneDraft",
    "ZoneOutcome",
    "ZoneStart",
    "ZoneStep",
    "ZoneSupply",
    "ZoneView",
    "action_from_json",
    "actions",
    "as_json",
    "begin",
    "can_play_deck",
    "draft_kind",
    "draft_kinds",
    "dumps",
    "fill_orders",
    "loads",
    "minimum_deck_size",
    "outcomes",
    "packs_for",
    "pick_in_order",
    "play",
    "pool_of",
    "register_draft_kind",
    "register_effect",
    "replay",
    "sealed_pools",
    "settings",
    "sideboard_of",
    "start",
    "start_conspiracy_game",
    "start_team_sealed",
    "taking",
    "verify_deck",
]


def __getattr__(name: str) -> Any:
    """Import the module *name*, or the module that defines *name*; few drafts need it."""
    if name in _LATER_MODULES:
        return import_module(_LATER_MODULES[name], __name__)
    if name not in _LATER:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(f".{_LATER[name]}", __name__), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    """Return the names, including those that are not imported yet."""
    return sorted({*globals(), *__all__})
