"""Names of properties that a game can have."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from itertools import chain, count

from attrs import evolve

from ..losses import Loss, LossLog
from ..model import CardSet, Face, FrozenDict
from .xml_text import allowed


def one_line(name: str) -> str:
    """Return *name* without what neither XML nor a table can have."""
    return " ".join(allowed(name).split("\t")) or "Property"


def with_valid_properties(
    cardset: CardSet,
    known: Iterable[str],
    usual: Iterable[str],
    reserved: Collection[str],
    losses: LossLog,
    form: Callable[[str], str] = one_line,
) -> CardSet:
    """Return *cardset* with valid names of properties, which *form* makes of others.

    Names that are *known* are the game's own and stay; new ones are neither *reserved* words, in
    lower case, nor those of the *usual* properties that fields are written to, where they only
    look like them.
    """
    stay = frozenset(known)
    used = dict.fromkeys(property_names(cardset))
    new = [name for name in used if name not in stay]
    names = _valid_names(new, {*stay, *usual}, reserved, form)
    if all(old == new for old, new in names.items()):
        return cardset

    def renamed(face: Face, card: str) -> Face:
        for name in face.properties:
            if names.get(name, name) != name:
                losses.changed(Loss.PROPERTY, card, f"the property {name!r}", f"{names[name]!r}")
        return evolve(face, properties=_renamed(face.properties, names))

    cards = [
        evolve(card, faces=[renamed(face, card.name) for face in card.faces])
        for card in cardset.cards
    ]
    sheets = [
        evolve(
            sheet,
            entries=[
                evolve(each, overrides=_renamed(each.overrides, names)) if each.overrides else each
                for each in sheet.entries
            ],
        )
        for sheet in cardset.sheets.values()
    ]
    return evolve(cardset, cards=cards, sheets=sheets)


def property_names(cardset: CardSet) -> Iterable[str]:
    """Yield the names of the properties of cards and of entries of sheets."""
    for card in cardset.cards:
        for face in card.faces:
            yield from face.properties
    for sheet in cardset.sheets.values():
        for entry in sheet.entries:
            yield from entry.overrides


def _valid_names(
    names: Iterable[str], taken: set[str], reserved: Collection[str], form: Callable[[str], str]
) -> dict[str, str]:
    """Return valid forms of *names*: not reserved, not empty, and none that is *taken*."""
    renamed: dict[str, str] = {}
    names = [*names]
    taken.update(name for name in names if form(name) == name)
    for name in names:
        base = form(name)
        if base.lower() in reserved:
            base = f"Card{base[:1].upper()}{base[1:]}"
        numbered = (f"{base}{number}" for number in count(2))
        valid = next(each for each in chain([base], numbered) if each == name or each not in taken)
        taken.add(valid)
        renamed[name] = valid
    return renamed


def _renamed(properties: Mapping[str, object], names: Mapping[str, str]) -> FrozenDict[str, object]:
    return FrozenDict({names.get(name, name): value for name, value in properties.items()})
