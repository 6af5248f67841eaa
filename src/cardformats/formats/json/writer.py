"""Writes a card set as a document."""

from __future__ import annotations

from ...diagnostics import Report
from ...model import CardSet
from ..base import Written
from ..json_text import encode
from .format import JsonOptions
from .from_model import from_model


def write(cardset: CardSet, options: JsonOptions) -> Report[Written]:
    """Write *cardset*."""
    return Report(Written(encode(from_model(cardset), options.indent) + "\n"))
