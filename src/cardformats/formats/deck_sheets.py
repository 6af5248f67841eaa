"""Decks: a sheet for each section, of which all cards are taken."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from attrs import evolve

from ..model import Card, CardRef, CardSet, Entry, Fixed, Sheet


def sheets_of(entries: Iterable[tuple[str, Entry]]) -> list[Sheet]:
    """Return a sheet for each section, with one entry for all lines of the same card and finish."""
    sections: dict[str, dict[tuple[CardRef, str | None], Entry]] = {}
    for section, entry in entries:
        own: dict[tuple[CardRef, str | None], Entry] = sections.setdefault(section, {})
        key = (entry.card, entry.finish)
        same = own.get(key)
        own[key] = evolve(same, copies=same.copies + entry.copies) if same else entry
    return [Sheet(section, own.values(), Fixed()) for section, own in sections.items()]


def deck_of(rows: Iterable[tuple[str, Card, int]], scheme: str) -> CardSet:
    """Return the deck with these rows of section, card and copies.

    References have the ids of a *scheme* where names are those of several cards. A card without an
    id is only named, unless others have its name.
    """
    rows = list(rows)
    uses = Counter(ref for ref, _ in {(card.ref, card.ids.get(scheme)) for _, card, _ in rows})
    cards: dict[CardRef, Card] = {}
    entries = []
    for section, card, copies in rows:
        ref = evolve(card.ref, id=card.ids.get(scheme)) if uses[card.ref] > 1 else card.ref
        cards.setdefault(ref, card)
        entries.append((section, Entry(ref, copies)))
    known = [card for card in cards.values() if card.ids or uses[card.ref] > 1]
    return CardSet(cards=known, sheets=sheets_of(entries))


def card_of(cardset: CardSet, ref: CardRef, scheme: str) -> Card | None:
    """Return the card of a reference; if the reference has no id, one without an id of *scheme*.

    A card whose set is spelt as in the reference takes precedence.
    """
    card = cardset.card(ref)
    if card is None or ref.id is not None:
        return card
    if card.set_code != ref.set_code:
        card = next((each for each in cardset.printings(ref.name) if each.ref == ref), card)
    if scheme not in card.ids:
        return card
    same = (each for each in cardset.printings(ref.name) if each.ref == card.ref)
    return next((each for each in same if scheme not in each.ids), card)
