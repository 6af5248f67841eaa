"""Faces: between the properties of a card and the fields that some of them are."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any, Final, TypeAlias

from ...model import Face, FrozenDict, Value
from ...model.frozen import EMPTY
from .mapping import (
    Roles,
    color_names,
    colors_of,
    cost_of,
    lines,
    rarity_of,
    rarity_words,
    types_of,
)

#: The fields of a face that are texts as they stand in a property.
_TEXTS: Final = ("power", "toughness", "loyalty")
#: By properties, how a game spells what would usually be written otherwise: ``3`` for ``{3}``,
#: ``C`` for ``Common``; for texts, what stands between their lines.
Spellings: TypeAlias = Mapping[str, Mapping[str, str]]
#: The roles whose properties have few values, each spelled in one way.
_SPELLED: Final = ("mana_cost", "colors", "types", "subtypes", "rarity")
_LINE_ENDS: Final = ("\n", "\r\n", "\r")
_FIELDS: Final = ("mana_cost", "colors", "supertypes", "types", "subtypes", "text", *_TEXTS)


class FaceMapping:
    """Maps faces by the roles of a game's properties.

    A property that has a role leaves the properties of a face if its field gives back exactly what
    it said; if there is none where its field would be written, the properties say so by None.
    """

    def __init__(self, roles: Roles, spellings: Spellings = EMPTY) -> None:
        """Map by *roles*; *spellings* say how the game writes what would be written otherwise."""
        self.roles = roles
        self.spellings = spellings
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
            written = spelled(self.spellings, each, self._written(role, given))
            if each not in properties:
                if written:
                    properties[each] = None
            elif written and properties[each] == written:
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
        if role == "mana_value":
            cost = fields.get("mana_cost")
            return str(cost.mana_value if cost is not None else 0) if _is_card(fields) else ""
        if role == "colors":
            colors = fields.get(role) or frozenset()
            return color_names(colors) if colors or (self._is_magic and _is_card(fields)) else ""
        subtypes = " ".join(fields.get("subtypes", ()))
        if role == "types":
            words = " ".join((*fields.get("supertypes", ()), *fields.get("types", ())))
            return f"{words} — {subtypes}" if subtypes and not self.roles.subtypes else words
        return subtypes if role == "subtypes" else fields.get(role) or ""

    def properties(self, face: Face) -> dict[str, str]:
        """The properties that say what *face* says; as they were read if the fields agree."""
        now = {name: getattr(face, name) for name in _FIELDS}
        raised: dict[str, str] = {
            name: str(value) for name, value in face.properties.items() if value is not None
        }
        others = {
            name: spelled(self.spellings, name, self._written(role, now))
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
                raised[name] = spelled(self.spellings, name, written)
        return raised

    def usual(self, role: str, value: str) -> str:
        """What would be written for the field that a property of that *role* gives by itself."""
        if role == "rarity":
            rarity = rarity_of(value)
            return "" if rarity is None else rarity_words(rarity)
        if role == "colors" and "hybrid" in value.lower():
            return ""  # a word that says more than the colours
        return self._written(role, self._fields({getattr(self.roles, role): value}))


def _is_card(fields: Mapping[str, Any]) -> bool:
    """Whether *fields* say anything that a card of Magic has."""
    return bool(fields.get("types")) or fields.get("mana_cost") is not None


def spelled(spellings: Spellings, name: str, usual: str) -> str:
    """How the game writes *usual*, the usual text of the property *name*."""
    own = spellings.get(name)
    if not own or not usual:
        return usual
    return own[usual] if usual in own else usual.replace("\n", own.get("\n", "\n"))


def spellings_in(faces: Iterable[Mapping[str, str | None]], roles: Roles) -> Spellings:
    """How the properties of *faces* mostly spell what would usually be written otherwise."""
    mapping = FaceMapping(roles)
    names = {role: getattr(roles, role) for role in (*_SPELLED, "text")}
    uses: dict[str, Counter[str]] = {role: Counter() for role, name in names.items() if name}
    for properties in faces:
        for role, counted in uses.items():
            if value := properties.get(names[role]):
                counted[value] += 1
    found: dict[str, FrozenDict[str, str]] = {}
    for role, counted in uses.items():
        table: dict[str, str] = {}
        if role == "text":
            ends = {end: sum(end in value for value in counted) for end in _LINE_ENDS}
            ends["\n"] -= ends["\r\n"]
            ends["\r"] -= ends["\r\n"]
            table["\n"] = max(ends, key=ends.__getitem__)
        else:
            for value, _ in counted.most_common():
                if (usual := mapping.usual(role, value)) and "\n" not in usual:
                    table.setdefault(usual, value)
        others = {usual: value for usual, value in table.items() if usual != value}
        if others:
            found[names[role]] = FrozenDict(others)
    return FrozenDict(found)
