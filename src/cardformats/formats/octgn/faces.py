"""Faces: between the properties of a card and the fields that some of them are."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from ...model import Face, FrozenDict, Value
from .mapping import Roles, color_names, colors_of, cost_of, lines, types_of

#: The fields of a face that are texts as they stand in a property.
_TEXTS: Final = ("power", "toughness", "loyalty")
_FIELDS: Final = ("mana_cost", "colors", "supertypes", "types", "subtypes", "text", *_TEXTS)


class FaceMapping:
    """Maps faces by the roles of a game's properties.

    A property that has a role leaves the properties of a face if its field gives back exactly what
    it said; if there is none where its field would be written, the properties say so by None.
    """

    def __init__(self, roles: Roles) -> None:
        """Map by *roles*."""
        self.roles = roles
        self._of_faces = [
            (role, name)
            for role, name in roles.to_dict().items()
            if role not in ("rarity", "number")
        ]
        self._texts = [(role, name) for role, name in self._of_faces if role in _TEXTS]
        self._is_magic = roles.is_magic

    def lower(self, name: str, properties: dict[str, Value], kind: str) -> Face:
        """The face called *name*; what its fields say of *properties* leaves them."""
        given = self._fields(properties)
        for role, each in self._of_faces:
            written = self._written(role, given)
            if each not in properties:
                if written:
                    properties[each] = None
            elif written and (
                properties[each] == written or lines(str(properties[each])) == written
            ):
                del properties[each]
        return Face(name, properties=FrozenDict(properties), kind=kind, **given)

    def _fields(self, properties: Mapping[str, Any]) -> dict[str, Any]:
        """The fields of a face of *properties*."""
        said, roles = properties.get, self.roles
        given: dict[str, Any] = {}
        if (text := said(roles.mana_cost)) and (cost := cost_of(text)) is not None:
            given["mana_cost"] = cost
            if not self._is_magic:
                given["colors"] = frozenset()
        if (text := said(roles.colors)) and (colors := colors_of(text)) is not None:
            given["colors"] = colors
        if text := said(roles.types):
            types = types_of(text, is_magic=self._is_magic)
            given["supertypes"], given["types"], given["subtypes"] = types
        if text := said(roles.subtypes):
            given["subtypes"] = tuple(text.split()) if self._is_magic else (text,)
        if text := said(roles.text):
            given["text"] = lines(text)
        for role, name in self._texts:
            if text := said(name):
                given[role] = text
        return given

    def _written(self, role: str, fields: Mapping[str, Any]) -> str:
        """How the field that has a role is written; empty if there is nothing to say."""
        if role == "mana_cost":
            cost = fields.get(role)
            return "" if cost is None else str(cost)
        if role == "colors":
            colors = fields.get(role) or frozenset()
            is_card = fields.get("types") or fields.get("mana_cost") is not None
            return color_names(colors) if colors or (self._is_magic and is_card) else ""
        if role == "types":
            words = " ".join((*fields.get("supertypes", ()), *fields.get("types", ())))
            if not self.roles.subtypes and fields.get("subtypes"):
                return f"{words} — {' '.join(fields['subtypes'])}"
            return words
        if role == "subtypes":
            return " ".join(fields.get(role, ()))
        return fields.get(role) or ""

    def properties(self, face: Face) -> dict[str, str]:
        """The properties that say what *face* says; as they were read if the fields agree."""
        now = {name: getattr(face, name) for name in _FIELDS}
        raised: dict[str, str] = {
            name: str(value) for name, value in face.properties.items() if value is not None
        }
        others = {
            name: self._written(role, now)
            for role, name in self._of_faces
            if name not in face.properties
        }
        before = self._fields({**others, **raised})
        for role, name in self._of_faces:
            written = self._written(role, now)
            if name in face.properties and self._written(role, before) == written:
                continue
            raised.pop(name, None)
            if written:
                raised[name] = written
        return raised
