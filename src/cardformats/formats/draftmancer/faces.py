"""The faces of a card. A list has keys for a front and a back; other faces become text."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ...model import Card, Face

#: The separator of the halves of a split card, in its name, its cost and its type.
HALVES: Final = " // "
_PRINTED: Final = ("name", "mana_cost", "type_line", "text", "power", "toughness", "loyalty")


def back_of(card: Card) -> Face | None:
    """Return the back, which has its own key; None if there is none."""
    return next((face for face in card.faces[1:] if face.kind == "back"), None)


def halves_of(card: Card) -> tuple[Face, ...]:
    """Return the halves of a split card whose front has both names, as ``Wax // Wane``."""
    halves = tuple(face for face in card.faces[1:] if face.kind != "back")
    is_split = len(halves) > 1 and card.name == HALVES.join(half.name for half in halves)
    return halves if is_split else ()


def further_faces(card: Card) -> Iterator[tuple[Face, bool]]:
    """Yield the faces without a key, and whether the front contains all of their values.

    Faces that are equal to the front are ignored.
    """
    front, back = card.faces[0], back_of(card)
    for face in card.faces[1:]:
        if face is not back and any(
            getattr(face, each) != getattr(front, each) for each in _PRINTED
        ):
            yield face, _is_in_front(face, card)


def _is_in_front(face: Face, card: Card) -> bool:
    """Return whether *face* is a half whose values are all contained in those of the front."""
    numbers = (face.power, face.toughness, face.loyalty)
    return face in halves_of(card) and face.text in card.text and not any(numbers)


def printed(face: Face) -> list[str]:
    """Return the printed lines of *face*: name and cost, type line, text, numbers."""
    cost = "" if face.mana_cost is None else f" {face.mana_cost}"
    size = "/".join(filter(None, (face.power, face.toughness)))
    parts = (face.name + cost, face.type_line, face.text, size, face.loyalty)
    return [each for each in parts if each]
