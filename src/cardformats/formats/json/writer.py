"""Writes a card set as a document; this format has a place for everything."""

from __future__ import annotations

from ...diagnostics import Report
from ...model import CardSet
from ..base import Written
from ..jsontext import encode
from .format import JsonOptions
from .lower import raise_


def write(cardset: CardSet, options: JsonOptions) -> Report[Written]:
    """Write *cardset*."""
    return Report(Written(encode(raise_(cardset), options.indent) + "\n"))
