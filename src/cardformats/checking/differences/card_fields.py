"""What cards say, field by field, as texts that are compared and shown."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from attrs import evolve

from ...model import Card, Face
from .ability_lines import ChangedAbilities
from .ability_lines import compare as compare_lines
from .values import CardChange, FieldChange
from .walk import card_texts


def compare(
    old: Card,
    new: Card,
    places: tuple[str | None, str | None] = (None, None),
    how: str = "name",
    codes: tuple[str | None, str | None] = (None, None),
    *,
    extras: bool = True,
) -> tuple[CardChange | None, bool]:
    """Return the difference between two cards, and whether they only are written differently.

    Args:
        old: a card.
        new: the same card in the other version.
        places: on which sheets it is, as a text.
        how: by what it was found to be the same.
        codes: those of the set before and after; that the card has the other one is no change.
        extras: whether to compare what formats keep besides the model's words; of two formats that
            is not the same.
    """
    if old == new and places[0] == places[1]:
        return None, False
    is_there = [not _is_named(each) for each in (old, new)]
    missing: list[FieldChange] = []
    if is_there[0] != is_there[1]:
        # what a primitive says that is not there on one side is no change of the printing
        missing = [FieldChange("primitive", *("there" if each else "missing" for each in is_there))]
        old, new = (evolve(each, faces=Face(each.name), extras={}) for each in (old, new))
    lines = compare_lines(old, new) if extras else ChangedAbilities()
    sides = [
        card_texts(card, place, extras=extras)
        for card, place in zip((old, new), places, strict=True)
    ]
    if (old.set_code, new.set_code) == codes:
        sides = [{**side, "set code": ""} for side in sides]
    changed = [*missing, *changes(*sides)]
    if not (changed or lines.changes):
        return None, lines.is_rewritten
    return CardChange(old.ref, new.ref, changed, lines.changes, how), False


def _is_named(card: Card) -> bool:
    """Return whether a Wagic printing has no primitive, so that only its name is known."""
    return "wagic" in card.ids and card.faces == (Face(card.name),) and not card.extras


def changes(old: Mapping[str, str], new: Mapping[str, str]) -> Iterator[FieldChange]:
    """Yield the values that differ, in order."""
    for name in dict.fromkeys((*old, *new)):
        if old.get(name) != new.get(name):
            yield FieldChange(name, old.get(name), new.get(name))
