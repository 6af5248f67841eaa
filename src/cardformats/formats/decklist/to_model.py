"""From the lines of a deck to a card set: a sheet for each section."""

from __future__ import annotations

from ...diagnostic_log import DiagnosticLog
from ...diagnostics import Report
from ...model import CardSet, Entry
from ..base import Input
from ..deck_sheets import sheets_of
from ..other_data import is_other_data
from .codes import DeckCode
from .format import NOTES, DeckOptions
from .reader import read_deck
from .syntax import DeckListText


def read(input_: Input, options: DeckOptions) -> Report[CardSet]:
    """Read a deck."""
    log = DiagnosticLog(options.max_diagnostics)
    source = input_.source()
    if is_other_data(source, "decklist", log):
        return Report(CardSet().with_syntax(DeckListText(source, "", ())), log.finish())
    deck = read_deck(source, options, log)
    if not deck.lines:
        log.add(DeckCode.NO_CARDS, source.span(0))
    name = deck.name or (input_.path.stem if input_.path else "")
    entries = (
        (line.section, Entry(line.ref, 1 if line.copies is None else line.copies, line.finish))
        for line in deck.lines
    )
    meta = {NOTES: deck.notes} if deck.notes else {}
    cardset = CardSet(name, sheets=sheets_of(entries), meta=meta)
    return Report(cardset.with_syntax(deck), log.finish())
