"""The faces of a card: a list has places for a front and a back; what others say becomes text."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ...model import Card, Face

#: Between the halves of a split card, in its name, its cost and its type.
HALVES: Final = " // "
_SAID: Final = ("name", "mana_cost", "type_line", "text", "power", "toughness", "loyalty")


def back_of(card: Card) -> Face | None:
    """The back, which has a place of its own; None if there is none."""
    return next((face for face in card.faces[1:] if face.kind == "back"), None)


def halves_of(card: Card) -> tuple[Face, ...]:
    """The halves of a split card, if its front is both of them, as ``Wax // Wane``."""
    halves = tuple(face for face in card.faces[1:] if face.kind != "back")
    is_split = len(halves) > 1 and card.name == HALVES.join(half.name for half in halves)
    return halves if is_split else ()


def further_faces(card: Card) -> Iterator[Face]:
    """The faces that say something, and have no place where it is said."""
    back = back_of(card)
    for face in card.faces[1:]:
        if face is not back and not _is_in_front(face, card):
            yield face


def _is_in_front(face: Face, card: Card) -> bool:
    """Whether all that *face* says stands in what is written of the front."""
    front = card.faces[0]
    if all(getattr(face, name) == getattr(front, name) for name in _SAID):
        return True
    numbers = (face.power, face.toughness, face.loyalty)
    return face in halves_of(card) and face.text in card.text and not any(numbers)


def printed(face: Face) -> list[str]:
    """What *face* says, below one another: name and cost, type line, text, numbers."""
    cost = "" if face.mana_cost is None else f" {face.mana_cost}"
    size = "/".join(filter(None, (face.power, face.toughness)))
    parts = (face.name + cost, face.type_line, face.text, size, face.loyalty)
    return [each for each in parts if each]
