"""Decks: a sheet for each section, of which all cards are taken."""

from __future__ import annotations

from collections.abc import Iterable

from attrs import evolve

from ..model import CardRef, Entry, Fixed, Sheet


def sheets_of(entries: Iterable[tuple[str, Entry]]) -> list[Sheet]:
    """A sheet for each section, with one entry for the lines of the same card and finish."""
    sections: dict[str, dict[tuple[CardRef, str | None], Entry]] = {}
    for section, entry in entries:
        own: dict[tuple[CardRef, str | None], Entry] = sections.setdefault(section, {})
        key = (entry.card, entry.finish)
        same = own.get(key)
        own[key] = evolve(same, copies=same.copies + entry.copies) if same else entry
    return [Sheet(section, own.values(), Fixed()) for section, own in sections.items()]
