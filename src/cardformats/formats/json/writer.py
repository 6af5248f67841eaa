"""Writes a card set as a document; this format has a place for everything."""

from __future__ import annotations

import json

from ...diagnostics import Report
from ...model import CardSet
from ..base import Written
from .format import JsonOptions
from .lower import raise_


def write(cardset: CardSet, options: JsonOptions) -> Report[Written]:
    """Write *cardset*."""
    text = json.dumps(raise_(cardset), ensure_ascii=False, indent=options.indent)
    return Report(Written(text + "\n"))
