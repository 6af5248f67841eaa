"""From a card set to a document's JSON values; this format has a place for everything."""

from __future__ import annotations

from typing import Any

from ...model import Booster, Card, CardSet, Event, Sheet
from ...model.frozen import thaw
from ...serde import make_converter
from .format import MARK, SCHEMA_VERSION

#: The members that are written whatever their value, unless it is None.
_ALWAYS = (MARK, "code", "event")


def from_model(cardset: CardSet) -> dict[str, Any]:
    """The document of *cardset* as JSON values; members with the default value are left out."""
    unstructure = make_converter().unstructure
    data = {
        MARK: SCHEMA_VERSION,
        "name": cardset.name,
        "code": cardset.code,
        "meta": thaw(cardset.meta),
        "cards": [unstructure(card, Card) for card in cardset.cards],
        "sheets": [unstructure(sheet, Sheet) for sheet in cardset.sheets.values()],
        "boosters": [unstructure(booster, Booster) for booster in cardset.boosters],
        # an event of which nothing needs saying is still an event
        "event": unstructure(cardset.event, Event) if cardset.event else None,
        "extras": thaw(cardset.extras),
    }
    return {
        name: value
        for name, value in data.items()
        if value or (name in _ALWAYS and value is not None)
    }
