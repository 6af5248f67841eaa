"""What balance, constraints and counts compare: the properties of cards."""

from __future__ import annotations

from ..model import Card, Entry

_WHOLE_TYPE = {"type", "types"}

#: Names of the property that holds a card's colours.
COLORS = {"color", "colors"}


def property_values(card: Card | None, entry: Entry, name: str) -> frozenset[str]:
    """What *card*, as it stands in a sheet, is or has of the property *name*, in lower case.

    *name* is ``name``, ``finish``, ``rarity``, ``color`` (the letters of all of its colours),
    ``type`` (supertypes, types and subtypes), another field of its front face, or one of its
    ``properties``.  A card that is not defined has only its name and what its entry says.
    """
    value: object = None
    if name in entry.overrides:
        value = entry.overrides[name]
    elif name == "name":
        value = entry.card.name
    elif name == "finish" and entry.finish:
        value = entry.finish
    elif card is not None:
        value = _of_card(card, name)
    if value is None or value == "":
        return frozenset()
    values = value if isinstance(value, (tuple, list, set, frozenset)) else (value,)
    return frozenset(str(each).lower() for each in values)


def _of_card(card: Card, name: str) -> object:
    face = card.faces[0]
    if name in COLORS:
        return [color.value for color in face.colors]
    if name in _WHOLE_TYPE:
        return (*face.supertypes, *face.types, *face.subtypes)
    if name in face.properties:
        return face.properties[name]
    return getattr(card, name, None) or getattr(face, name, None)


def balance_class(card: Card | None, entry: Entry, name: str) -> str | None:
    """The class of a card where a slot is balanced by the property *name*.

    None for a card without the property, and for one of several colours.
    """
    values = property_values(card, entry, name)
    if not values or (name in COLORS and len(values) > 1):
        return None
    return " ".join(sorted(values))
