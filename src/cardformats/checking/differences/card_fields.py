"""What cards say, field by field, as texts that are compared and shown."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from attrs import evolve, fields

from ...model import Card, Color, Face
from .ability_lines import KEYS, ChangedAbilities
from .ability_lines import compare as compare_lines
from .values import CardChange, FieldChange

#: Fields of cards and faces that are taken apart.
_PARTS: Final = frozenset(("faces", "ids", "extras", "images", "printed_names", "properties"))


def compare(
    old: Card,
    new: Card,
    places: tuple[str | None, str | None] = (None, None),
    how: str = "name",
    codes: tuple[str | None, str | None] = (None, None),
    *,
    extras: bool = True,
) -> tuple[CardChange | None, bool]:
    """How *old* differs from *new*, and whether only the way is different in which it is written.

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
        dict(_values(card, place, extras=extras))
        for card, place in zip((old, new), places, strict=True)
    ]
    if (old.set_code, new.set_code) == codes:
        sides = [{**side, "set code": ""} for side in sides]
    changed = [*missing, *changes(*sides)]
    if not (changed or lines.changes):
        return None, lines.is_rewritten
    return CardChange(old.ref, new.ref, changed, lines.changes, how), False


def _is_named(card: Card) -> bool:
    """Whether a printing of Wagic has no primitive, so that no more than its name is known."""
    return "wagic" in card.ids and card.faces == (Face(card.name),) and not card.extras


def changes(old: Mapping[str, str], new: Mapping[str, str]) -> Iterator[FieldChange]:
    """The values that are different, in order."""
    for name in dict.fromkeys((*old, *new)):
        if old.get(name) != new.get(name):
            yield FieldChange(name, old.get(name), new.get(name))


def _values(card: Card, place: str | None, *, extras: bool) -> Iterator[tuple[str, str]]:
    """The fields of a card that have a value."""
    for number, face in enumerate(card.faces):
        label = f"{face.kind} " if number else ""
        yield from ((f"{label}{name}", value) for name, value in _face_values(face))
    if card.faces[0].kind != "front":
        yield "kind", card.faces[0].kind
    for each in fields(Card):
        # the number of a card may be its id
        if each.name not in _PARTS and not (
            each.name == "number" and card.number in card.ids.values()
        ):
            yield from _value(each.name, getattr(card, each.name))
    yield from ((f"id {scheme}", value) for scheme, value in card.ids.items())
    if place is not None:
        yield "sheets", place
    for format_id, kept in card.extras.items() if extras else ():
        for key, value in kept.items():
            if format_id == "wagic" and key == "mana":
                # a cost with mistakes is kept as it is written, besides what is read of it
                yield "mana cost", f"{value}, read as {card.faces[0].mana_cost or 'nothing'}"
            elif format_id != "wagic" or key not in KEYS:
                yield from _value(key, value)


def _face_values(face: Face) -> Iterator[tuple[str, str]]:
    for each in fields(Face):
        value = getattr(face, each.name)
        if each.name not in _PARTS:
            # what the kind says is in the name of the field
            yield from _value(each.name, None if each.name == "kind" else value)
            continue
        for key, inner in value.items():
            label = (
                ""
                if each.name == "properties"
                else f"{each.name.replace('_', ' ').removesuffix('s')} "
            )
            yield from _value(f"{label}{key}", inner)


def _value(name: str, value: Any) -> Iterator[tuple[str, str]]:
    if value is not None and value not in ("", (), frozenset()):
        yield name.replace("_", " "), in_words(value)


def in_words(value: Any) -> str:
    """A value of the model as it is read."""
    if isinstance(value, Mapping):
        return "; ".join(f"{key}: {in_words(each)}" for key, each in value.items())
    if isinstance(value, frozenset):
        return ", ".join(_names(value))
    if isinstance(value, tuple):
        return ", ".join(map(in_words, value))
    return str(value)


def _names(values: Iterable[Any]) -> list[str]:
    return sorted(each.name.lower() if isinstance(each, Color) else str(each) for each in values)
