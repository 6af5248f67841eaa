"""What lists do not say of the faces of a card, and what was known of it before."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from attrs import evolve

from ....losses import Loss, LossLog
from ....model import Face
from .matching import spelled_alike

#: What a list says of the first half alone.
_OF_HALVES: Final = ("mana_cost", "supertypes", "types", "subtypes")


def with_unset_properties(
    faces: Sequence[Face], known: Sequence[Face], losses: LossLog
) -> Sequence[Face]:
    """Return the *faces* of a card with what those *known* have, where lists have no place for it.

    These are the properties that are no fields, if there are none at all; the colours of faces
    behind the first, if they have those of their costs; and halves that are one face.
    """
    if not any(face.properties for face in faces):
        pairs = zip(faces, known, strict=False)
        own = [evolve(face, properties=before.properties) for face, before in pairs]
        faces = [*own, *faces[len(own) :]]
    others = [
        _with_colors(face, before, faces[0], known[0], losses)
        for face, before in zip(faces[1:], known[1:], strict=False)
    ]
    return _with_halves([faces[0], *others, *faces[1 + len(others) :]], known, losses)


def _with_colors(
    face: Face, before: Face, front: Face, front_before: Face, losses: LossLog
) -> Face:
    """Return *face* with its colours from *before*, or with those of the *front*."""
    own = face.mana_cost.colors if face.mana_cost else frozenset()
    name, old_name = spelled_alike(face.name), spelled_alike(before.name)
    is_same = (name, face.mana_cost, face.kind) == (old_name, before.mana_cost, before.kind)
    if not is_same or face.colors != own or own == before.colors:
        return face
    what = "colours of a face that are those of its cost"
    losses.changed(Loss.COLOR, front.name, what, "those that it had")
    inherits = before.colors == front_before.colors
    return evolve(face, colors=front.colors if inherits else before.colors)


def _with_halves(faces: Sequence[Face], known: Sequence[Face], losses: LossLog) -> Sequence[Face]:
    """Return *faces* with the halves that a card had, if a list has them as one face.

    The cost and the type of the first half alone are no others than before.
    """
    (front, *others), (before, *halves) = faces, known
    name = " // ".join(each.name for each in halves)
    if others or not halves[1:] or spelled_alike(name) != spelled_alike(front.name):
        return faces
    if front.text != before.text:
        losses.changed(Loss.FACE, front.name, "halves as one face", "as they were")
    same = {
        field: getattr(before, field)
        for field in _OF_HALVES
        if getattr(front, field) == getattr(halves[0], field)
    }
    return [evolve(front, **same), *halves]
