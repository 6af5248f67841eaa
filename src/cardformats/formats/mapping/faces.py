"""Faces by the mapping of a game, and the properties that say what a face says.

A property that is a field leaves the face's properties if the field gives back exactly what it
said; so a field that is changed is written, and one that is not is written as it was.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final, TypeAlias
from zlib import crc32

from ...model import Color, Face, FrozenDict, Value
from ...model.frozen import EMPTY
from ..patch import common
from .game_mapping import GameMapping
from .words import (
    ColorTable,
    color_names,
    colors_of,
    cost_of,
    has_own_colors,
    lines,
    rarity_of,
    rarity_words,
    types_of,
)

#: The fields of a face that are texts as they stand in a property.
_TEXTS: Final = ("power", "toughness", "loyalty")
_PROSE: Final = ("text", *_TEXTS)
_FIELDS: Final = ("mana_cost", "colors", "supertypes", "types", "subtypes", *_PROSE)
#: By properties, how a game spells what would usually be written otherwise: ``3`` for ``{3}``,
#: ``C`` for ``Common``; for texts, what stands between their lines.
Spellings: TypeAlias = Mapping[str, Mapping[str, str]]
#: What says that numbers in costs stand without braces.
ANY_NUMBER: Final = "{}"
#: The type of properties that are numbers.
INTEGER: Final = "Integer"
#: Before the name of a face whose text stands below that of the front.
_BELOW: Final = "\n// "
#: Maximum number of cached spellings of values; a game seldom has more.
_KEPT: Final = 2**14


class FaceMapping:
    """Maps faces by the mapping of a game.

    A property that is a field leaves the properties of a face if its field gives back exactly what
    it said; if there is none where its field would be written, the properties say so by None.
    What a text that is made of several properties says stays in them.
    """

    def __init__(
        self,
        mapping: GameMapping,
        spellings: Spellings = EMPTY,
        types: Mapping[str, str] = EMPTY,
    ) -> None:
        """Map by *mapping*; *spellings* say how the game writes what would be written otherwise.

        A property keeps its type, if *types* has that.
        """
        self.mapping = mapping
        self.roles = mapping.roles
        self.spellings = spellings
        self.types = types
        self._made = mapping.made
        self._of_faces = [
            (role, name)
            for role, name in self.roles.to_dict().items()
            if role not in ("rarity", "number") and role not in self._made
        ]
        self._is_magic = self.roles.is_magic
        tables = {role: table for role, table in mapping.values.items() if role != "colors"}
        self._tables: Mapping[str, Mapping[str, str]] = tables
        #: Of several values that mean the same, the first is written.
        self._inverse = {
            role: {meaning: value for value, meaning in reversed([*table.items()])}
            for role, table in tables.items()
        }
        letters = mapping.values.get("colors")
        self._color_table = ColorTable(letters) if letters else None
        self._usual: dict[tuple[str, str], str] = {}
        self._rarities: dict[str, tuple[str | None, bool]] = {}

    # -- from properties

    def face(
        self,
        name: str,
        properties: dict[str, Value],
        kind: str,
        of_card: Mapping[str, str],
        images: Mapping[str, str] = EMPTY,
    ) -> Face:
        """Return the face called *name*; remove from *properties* what its fields can give back.

        Templates also have the properties *of_card* as a whole: the rarity and the number.
        """
        values = self.fields({**of_card, **properties})
        self._take(properties, values)
        return Face(name, properties=FrozenDict(properties), kind=kind, images=images, **values)

    def take_of_card(self, properties: dict[str, Any]) -> tuple[str | None, str | None]:
        """Return the rarity and the number; remove from *properties* what they can give back."""
        rarity = number = None
        if text := properties.get(self.roles.rarity):
            if text not in self._rarities:
                rarity = self.rarity(text)
                gives_back = rarity is not None and self.rarity_words(rarity) == text
                self._rarities[text] = rarity, gives_back
            rarity, gives_back = self._rarities[text]
            if gives_back:
                del properties[self.roles.rarity]
        if properties.get(self.roles.number):
            number = properties.pop(self.roles.number)
        return rarity, number

    def _take(self, properties: dict[str, Any], values: Mapping[str, Any]) -> None:
        """Take those of *properties* that *values*, the fields of a face, give back."""
        for role, each in self._of_faces:
            written = spelled(self.spellings, each, self._written(role, values))
            if each not in properties:
                if written:
                    properties[each] = None
            elif written and properties[each] == written:
                del properties[each]

    def fields(self, properties: Mapping[str, Any]) -> dict[str, Any]:
        """Return the fields of a face with these *properties*."""
        texts: dict[str, str] = {}
        for role, name in self._of_faces:
            if text := properties.get(name):
                texts[role] = text
        for role, table in self._tables.items():
            if role in texts:
                texts[role] = table.get(texts[role], texts[role])
        return self._values(texts | self._filled(properties))

    def _filled(self, properties: Mapping[str, Any]) -> dict[str, str]:
        """Return the texts of templates, filled with *properties*, by field."""
        texts = {}
        for role, template in self._made.items():
            if text := template.fill(properties):
                texts[role] = self._tables.get(role, EMPTY).get(text, text)
        return texts

    def _values(self, texts: Mapping[str, str]) -> dict[str, Any]:
        """Return the values of the fields whose properties or templates are *texts*."""
        text_of = texts.get
        values: dict[str, Any] = {}
        if (text := text_of("mana_cost")) and (cost := cost_of(text)) is not None:
            values["mana_cost"] = cost
            # unless the property says them
            values["colors"] = cost.colors if self._is_magic else frozenset()
        if (text := text_of("colors")) and (colors := self._colors(text)) is not None:
            values["colors"] = colors
        if text := text_of("types"):
            types = types_of(text, is_magic=self._is_magic)
            values["supertypes"], values["types"], values["subtypes"] = types
        if text := text_of("subtypes"):
            values["subtypes"] = tuple(text.split()) if self._is_magic else (text,)
        if text := text_of("text"):
            values["text"] = lines(text)
        for role in _TEXTS:
            if text := text_of(role):
                values[role] = text
        return values

    def _colors(self, text: str) -> frozenset[Color] | None:
        return self._color_table.colors(text) if self._color_table else colors_of(text)

    def rarity(self, text: str) -> str | None:
        """Return the rarity of a property's text; None if it cannot be one."""
        table = self._tables.get("rarity")
        if table is not None and text in table:
            return table[text] or None
        return rarity_of(text)

    def marks(self, faces: Iterable[Face]) -> dict[str, int]:
        """Return checksums of the texts that were made of properties, to detect changes.

        The keys are places of faces and fields, as ``1/text``.
        """
        return {
            f"{place}/{role}": _mark(self._written(role, _fields(face)))
            for place, face in enumerate(faces if self._made else ())
            for role in self._made
        }

    # -- to properties

    def _written(self, role: str, fields: Mapping[str, Any]) -> str:
        """Return the text of the field of a role; empty if it has no value."""
        words = self._words(role, fields)
        inverse = self._inverse.get(role)
        return inverse.get(words, words) if inverse and words else words

    def _words(self, role: str, fields: Mapping[str, Any]) -> str:
        if role == "mana_cost":
            cost = fields.get(role)
            return "" if cost is None else str(cost)
        if role == "mana_value":
            cost = fields.get("mana_cost")
            return str(cost.mana_value if cost is not None else 0) if _is_card(fields) else ""
        if role == "colors":
            colors = fields.get(role) or frozenset()
            if self._color_table is not None:
                return self._color_table.words(colors) if colors or _is_card(fields) else ""
            return color_names(colors) if colors or (self._is_magic and _is_card(fields)) else ""
        subtypes = " ".join(fields.get("subtypes", ()))
        if role == "types":
            words = " ".join((*fields.get("supertypes", ()), *fields.get("types", ())))
            return f"{words} — {subtypes}" if subtypes and not self._says("subtypes") else words
        return subtypes if role == "subtypes" else fields.get(role) or ""

    def _says(self, role: str) -> bool:
        return bool(getattr(self.roles, role)) or role in self._made

    def rarity_words(self, rarity: str) -> str:
        """Return the game's spelling of a rarity."""
        return spelled(self.spellings, self.roles.rarity, self._usual_rarity(rarity))

    def of_card(self, rarity: str | None, number: str | None) -> dict[str, str]:
        """Return the properties for the rarity and the number of a card, if the game has them."""
        properties = {}
        if rarity is not None and self.roles.rarity:
            properties[self.roles.rarity] = self.rarity_words(rarity)
        if number and self.roles.number:
            properties[self.roles.number] = number
        return properties

    def put_of_card(
        self,
        properties: dict[str, str],
        face: Face,
        place: int,
        of_card: Mapping[str, str],
        rarity: str | None,
        number: str | None,
    ) -> None:
        """Put into the *properties* of a face what the card has as a whole.

        What *face* says itself stays; of the front, whose *place* is 0, if it still holds.
        """
        for name, now in ((self.roles.rarity, rarity), (self.roles.number, number)):
            if not name:
                continue
            if name in face.properties:
                text = face.properties[name]
                is_rarity = name == self.roles.rarity and text
                before = self.rarity(str(text)) if is_rarity else text or None
                if place or before == now:
                    continue
            properties.pop(name, None)
            if written := of_card.get(name):
                properties[name] = written

    def _usual_rarity(self, rarity: str) -> str:
        return self._inverse.get("rarity", EMPTY).get(rarity) or rarity_words(rarity)

    def properties(
        self, face: Face, place: int, marks: Mapping[str, Any], of_card: Mapping[str, str]
    ) -> dict[str, str]:
        """Return the properties of *face*, as they were read if the fields still agree.

        Args:
            face: the face.
            place: its place on the card.
            marks: what :meth:`marks` said when the card was read; empty if it was not.
            of_card: the properties that the card has as a whole, which templates have too.
        """
        now = _fields(face)
        properties: dict[str, str] = {
            name: str(value) for name, value in face.properties.items() if value is not None
        }
        others = {
            name: spelled(self.spellings, name, self._written(role, now))
            for role, name in self._of_faces
            if name not in face.properties
        }
        before = self.fields({**of_card, **others, **properties})
        for role, name in self._of_faces:
            written = self._written(role, now)
            if name in face.properties and self._written(role, before) == written:
                continue
            properties.pop(name, None)
            if written:
                properties[name] = spelled(self.spellings, name, written)
        for role in self._made:
            if not self.is_as_made(role, face, place, marks):
                self._put_back(role, self._written(role, now), properties, of_card)
        return properties

    def is_as_made(self, role: str, face: Face, place: int, marks: Mapping[str, Any]) -> bool:
        """Return whether a field of *face* is unchanged since a template made it."""
        mark = marks.get(f"{place}/{role}") if role in self._made else None
        return mark is not None and _mark(self._written(role, _fields(face))) == mark

    def _put_back(
        self, role: str, wanted: str, properties: dict[str, str], of_card: Mapping[str, str]
    ) -> None:
        """Change the one of *properties* from which a template makes what is *wanted*.

        If there is none, it becomes the property of that field, if the game has one; of fields
        other than the text, what is there already stays.
        """
        template, own = self._made[role], getattr(self.roles, role)
        known = {**of_card, **properties}
        if self._written(role, self.fields(known)) == wanted:
            return
        taken = {name for each, name in self.roles.to_dict().items() if each not in self._made}
        fits = {
            name: value
            for name in template.names
            if name not in taken
            and (value := template.without_property(wanted, name, known)) is not None
            and (self.types.get(name) != INTEGER or is_number(f"{{{value or 0}}}"))
        }
        name = own if own in fits or len(fits) != 1 else next(iter(fits))
        if not name or (name not in fits and name in properties and role != "text"):
            return
        value = fits.get(name, wanted)
        if name not in fits:
            value = self._appended(template.fill(known), wanted, properties.get(name, ""))
        properties.pop(name, None)
        if value:
            properties[name] = spelled(self.spellings, name, value)

    @staticmethod
    def _appended(made: str, wanted: str, value: str) -> str:
        """Return the *value* of a property with what *wanted* adds to the text that was *made*.

        If *wanted* is another text altogether, that is the result.
        """
        start = common(made, wanted)
        end = len(wanted) - len(made) + start
        return value + wanted[start:end] if start < end and wanted[end:] == made[start:] else wanted

    def usual(self, role: str, value: str) -> str:
        """Return the text that would be written for the field of a *role* with this *value*."""
        known = self._usual.get((role, value))
        if known is None:
            known = self._would_write(role, value)
            if len(self._usual) < _KEPT:
                self._usual[role, value] = known
        return known

    def _would_write(self, role: str, value: str) -> str:
        if role == "rarity":
            rarity = self.rarity(value)
            return "" if rarity is None else self._usual_rarity(rarity)
        if role == "colors" and self._color_table is None and "hybrid" in value.lower():
            return ""  # a word that says more than the colours
        if role == "mana_cost" and has_own_colors(value):
            return ""  # likewise, more than the number
        return self._written(role, self.fields({getattr(self.roles, role): value}))

    # -- texts below that of the front

    def below(self, faces: Iterable[Face]) -> str:
        """Return the texts of *faces* as they follow that of the front."""
        texts = []
        for face in faces:
            cost = "" if face.mana_cost is None else f" {face.mana_cost}"
            line = face.type_line if "text" not in self._made else ""
            texts.append(f"{_BELOW}{face.name}{cost}")
            texts += [f"\n{each}" for each in (line, face.text) if each]
        return "".join(texts)


def with_below(text: str, below: str) -> str:
    """Return a text with *below* added."""
    return text + below if text else below[1:]


def without_below(text: str, below: str) -> str:
    """Return a text with *below* removed, if it is still there."""
    return text.removesuffix(below) if text != below[1:] else ""


def _fields(face: Face) -> dict[str, Any]:
    return {name: getattr(face, name) for name in _FIELDS}


def _mark(text: str) -> int:
    return crc32(text.encode("utf-8", "surrogatepass"))


def _is_card(fields: Mapping[str, Any]) -> bool:
    """Return whether *fields* include a cost or a type."""
    return bool(fields.get("types")) or fields.get("mana_cost") is not None


def spelled(spellings: Spellings, name: str, usual: str) -> str:
    """Return the game's own spelling of *usual*, the usual text of the property *name*."""
    own = spellings.get(name)
    if not own or not usual:
        return usual
    if usual in own:
        return own[usual]
    if ANY_NUMBER in own and is_number(usual):
        return usual[1:-1]
    return usual.replace("\n", own.get("\n", "\n"))


def is_number(cost: str) -> bool:
    """Return whether *cost* is one number in braces."""
    return cost[:1] == "{" and cost[-1:] == "}" and cost[1:-1].isdecimal()
