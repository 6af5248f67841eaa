"""Card sets as files can say them: a card for each name, and properties that games can have."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from attrs import evolve

from ...diagnostics import LossLog
from ...model import Card, CardRef, CardSet, Entry, Face, FrozenDict, Sheet
from .definition import RESERVED
from .rendering import allowed


def with_named_cards(cardset: CardSet, losses: LossLog) -> CardSet:
    """*cardset* with a card for each that sheets only name."""
    named: dict[CardRef, Card] = {}
    for sheet in cardset.sheets.values():
        for entry in sheet.entries:
            ref = entry.card
            if ref in named or cardset.card(ref) or cardset.card(ref.name):
                continue
            losses.changed("cards of which only the name is known (now without text)", ref.name)
            named[ref] = Card(Face(ref.name), ref.set_code, ref.number)
    return evolve(cardset, cards=(*cardset.cards, *named.values())) if named else cardset


def with_usable_properties(
    cardset: CardSet, known: Iterable[str], usual: Iterable[str], losses: LossLog
) -> CardSet:
    """*cardset* with names of properties that a definition can have.

    Names that are *known* are the game's own and stay; new ones are neither reserved nor those of
    the *usual* properties that fields are written to, where they only look like them.
    """
    stay = frozenset(known)
    found = dict.fromkeys(_property_names(cardset))
    names = _usable([name for name in found if name not in stay], {*stay, *usual})
    if all(old == new for old, new in names.items()):
        return cardset

    def renamed(face: Face, card: str) -> Face:
        for name in face.properties:
            if names.get(name, name) != name:
                losses.changed(f"the property {name!r} (now {names[name]!r})", card)
        return evolve(face, properties=_renamed(face.properties, names))

    cards = [
        evolve(card, faces=[renamed(face, card.name) for face in card.faces])
        for card in cardset.cards
    ]
    sheets = [
        evolve(sheet, entries=[_with_overrides(entry, names) for entry in sheet.entries])
        for sheet in cardset.sheets.values()
    ]
    return evolve(cardset, cards=cards, sheets=sheets)


def _property_names(cardset: CardSet) -> Iterable[str]:
    for card in cardset.cards:
        for face in card.faces:
            yield from face.properties
    yield from overridden(cardset.sheets.values())


def overridden(sheets: Iterable[Sheet]) -> Iterable[str]:
    """The properties that entries of *sheets* change."""
    for sheet in sheets:
        for entry in sheet.entries:
            yield from entry.overrides


def _usable(names: Iterable[str], taken: set[str]) -> dict[str, str]:
    """What each of *names* becomes: none is reserved, empty, or one of those that are *taken*."""
    found: dict[str, str] = {}
    for name in names:
        base = allowed(name) or "Property"
        if base.lower() in RESERVED:
            base = f"Card{base[:1].upper()}{base[1:]}"
        usable, number = base, 1
        while usable in taken and usable != name:
            number += 1
            usable = f"{base}{number}"
        taken.add(usable)
        found[name] = usable
    return found


def _renamed(properties: Mapping[str, object], names: Mapping[str, str]) -> FrozenDict[str, object]:
    return FrozenDict({names.get(name, name): value for name, value in properties.items()})


def _with_overrides(entry: Entry, names: Mapping[str, str]) -> Entry:
    return evolve(entry, overrides=_renamed(entry.overrides, names)) if entry.overrides else entry
