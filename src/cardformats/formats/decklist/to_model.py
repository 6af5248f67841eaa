"""From the lines of a deck to a card set: a sheet for each section."""

from __future__ import annotations

from collections.abc import Iterable

from attrs import evolve

from ...diagnostic_log import DiagnosticLog
from ...diagnostics import Report
from ...model import CardRef, CardSet, Entry, Fixed, Sheet
from ..base import Input
from ..other_data import is_other_data
from .codes import DeckCode
from .format import NOTES, DeckOptions
from .reader import read_deck
from .syntax import DeckText


def read(input_: Input, options: DeckOptions) -> Report[CardSet]:
    """Read a deck."""
    log = DiagnosticLog(options.max_diagnostics)
    source = input_.source()
    if is_other_data(source, "decklist", log):
        return Report(CardSet().with_syntax(DeckText(source, "", ())), log.finish())
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


def sheets_of(entries: Iterable[tuple[str, Entry]]) -> list[Sheet]:
    """A sheet for each section, with one entry for the lines of the same card and finish."""
    sections: dict[str, dict[tuple[CardRef, str | None], Entry]] = {}
    for section, entry in entries:
        own: dict[tuple[CardRef, str | None], Entry] = sections.setdefault(section, {})
        key = (entry.card, entry.finish)
        same = own.get(key)
        own[key] = evolve(same, copies=same.copies + entry.copies) if same else entry
    return [Sheet(section, own.values(), Fixed()) for section, own in sections.items()]
