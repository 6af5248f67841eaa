"""From a card set to the sections of a deck."""

from __future__ import annotations

from collections.abc import Iterator

from ...losses import Loss, LossLog
from ...model import CardSet, Entry, Fixed
from .reader import ABOUT, DECK, SECTIONS, SIDEBOARD, title_of

#: Sections in the order that programs write them.
_ORDER = ("Commander", "Companion", DECK, SIDEBOARD)
_KNOWN = frozenset(SECTIONS.values())


def sections_of(cardset: CardSet, losses: LossLog) -> dict[str, list[Entry]]:
    """Return the entries by section; a set without sheets is a deck of all its cards.

    Sheets that are no section of a deck are in the deck itself: those of which not all is taken,
    and those that no title can name.
    """
    if not cardset.sheets:
        return {DECK: [Entry(card) for card in cardset.cards]}
    sections: dict[str, list[Entry]] = {}
    named = {
        id(cardset.card(each.card)) for sheet in cardset.sheets.values() for each in sheet.entries
    }
    for card in cardset.cards:
        if id(card) not in named:
            losses.dropped(Loss.CARD, card.name, "cards on no sheet")
    for name, sheet in cardset.sheets.items():
        section = SECTIONS.get(name.lower(), name)
        is_titled = isinstance(sheet.collation, Fixed) and title_of(section) is not None
        if section == ABOUT or not (section in _KNOWN or is_titled):
            losses.changed(Loss.SHEET, name, "sheets that are no section of a deck", DECK)
            section = DECK
        sections.setdefault(section, []).extend(sheet.entries)
    if not any(sections.values()):
        losses.refused("decks without cards", cardset.name)
    order = {name: number for number, name in enumerate(_ORDER)}
    return dict(sorted(sections.items(), key=lambda each: order.get(each[0], len(order))))


def lines_of(sections: dict[str, list[Entry]]) -> Iterator[tuple[str, Entry]]:
    """Yield every entry with its section."""
    for section, entries in sections.items():
        yield from ((section, entry) for entry in entries)
