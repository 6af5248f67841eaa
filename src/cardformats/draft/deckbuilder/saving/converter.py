"""The converter between what is stored of a Deckbuilder Draft and JSON's values."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from cattrs import Converter
from cattrs.gen import make_dict_unstructure_fn

from ....errors import DraftError
from ...outcomes import Outcome as DraftOutcome
from ...saving import converter as base
from ..actions import Action, Build, Buy, Drafting, Keep, PassTurn, Record, Report, Start
from ..cards import DeckbuilderCard
from ..outcomes import (
    Bought,
    BuildingBegan,
    Built,
    MarketClosed,
    MarketOpened,
    Outcome,
    Played,
    Ranked,
    Received,
    TurnPassed,
)
from ..rules import DeckbuilderRules, Tariff
from ..shapes import PackShape, Part
from ..table import Deck, Match, Offer, Place, Seat, Table
from ..views import LogEntry, SeatView, View
from .document import (
    SavedAction,
    SavedDeckbuilder,
    SavedDrafting,
    SavedOutcome,
    SavedRecord,
    SavedStart,
)

#: The member that says that it is a stored Deckbuilder Draft.
MARK = "cardformats_deckbuilder"

_CLASSES: tuple[type, ...] = (
    *base.CLASSES, Deck, DeckbuilderCard, DeckbuilderRules, LogEntry, Match, Offer, PackShape, Part,
    Place, Record, SavedDeckbuilder, SavedRecord, Seat, SeatView, Table, Tariff, View,
)  # fmt: skip

_ACTIONS: dict[str, type] = {
    "build": Build, "keep": Keep, "report": Report, "buy": Buy, "pass_turn": PassTurn,
}  # fmt: skip
_OUTCOMES: dict[str, type] = {
    "building_began": BuildingBegan,
    "built": Built,
    "played": Played,
    "received": Received,
    "market_opened": MarketOpened,
    "bought": Bought,
    "turn_passed": TurnPassed,
    "market_closed": MarketClosed,
    "ranked": Ranked,
}
_TAGGED: dict[Any, dict[str, type]] = {
    **base.TAGGED,
    SavedAction: {"start": SavedStart, "drafting": SavedDrafting, **_ACTIONS},
    Action: {"start": Start, "drafting": Drafting, **_ACTIONS},
    SavedOutcome: _OUTCOMES,
    Outcome: {**base.TAGGED[DraftOutcome], **_OUTCOMES},
}


@lru_cache(maxsize=1)
def converter() -> Converter:
    """The converter, made on first use."""
    made = base.make_converter(_CLASSES, _TAGGED)
    # what was agreed on holds, also if a later version has other defaults
    whole = make_dict_unstructure_fn(DeckbuilderRules, made, _cattrs_omit_if_default=False)
    made.register_unstructure_hook(DeckbuilderRules, whole)
    return made


def unstructure_shown(value: View | LogEntry | Record) -> dict[str, Any]:
    """What a client is shown, as JSON's values.

    Raises:
        DraftError: it is nothing of the kind.
    """
    if not isinstance(value, (View, LogEntry, Record)):
        message = f"expected a View, LogEntry or Record, not {type(value).__name__}"
        raise DraftError(message)
    return base.unstructure(value, type(value), converter())
