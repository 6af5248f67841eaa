"""Which property of a game is a card's cost, type, text, …, and faces by these roles.

A property that has a role goes to the field of a face, and leaves the face's properties if the
field gives back exactly what it said; so a field that is changed is written, and one that is not
is written as it was.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Mapping
from functools import lru_cache
from itertools import pairwise
from typing import Any, Final, TypeAlias

from attrs import asdict, evolve, fields, frozen

from ...diagnostics import DiagnosticLog
from ...errors import ModelError, OptionError
from ...model import Color, Face, FrozenDict, ManaCost, Value
from ...model.cards import split_types
from ...model.frozen import EMPTY
from ...source import SourceText
from .codes import OctgnCode
from .format import OctgnOptions

#: What properties of each role are usually called, in lower case and without blanks; the first
#: that a game has is taken.
_USUAL_NAMES: Final[Mapping[str, tuple[str, ...]]] = {
    "mana_cost": ("manacost", "cost"),
    "mana_value": ("cmc", "convertedmanacost", "manavalue"),
    "colors": ("color", "colors", "colour", "colours"),
    "types": ("type", "types", "cardtype", "typeline"),
    "subtypes": ("subtype", "subtypes", "traits"),
    "text": ("rules", "rulestext", "text", "cardtext", "oracletext", "gametext", "ability"),
    "power": ("power",),
    "toughness": ("toughness",),
    "loyalty": ("loyalty",),
    "rarity": ("rarity",),
    "number": ("number", "collectornumber", "cardnumber", "setnumber"),
}
_RARITIES: Final = {
    "mythic rare": "mythic", "basic land": "land", "c": "common", "u": "uncommon", "r": "rare",
    "m": "mythic",
}  # fmt: skip
#: Longer texts, and those with such marks, are lists of printings and no rarities.
_RARITY: Final = re.compile(r"[^\W\d_][^\d:;,/()\n]{0,29}\Z")
_HALVES: Final = " // "
#: Between the types and the subtypes of a type line.
_DASH: Final = re.compile(r" (?:—|–|-|~) ")
_WHEEL: Final = "WUBRG"
_COLOR_NAMES: Final = {"W": "White", "U": "Blue", "B": "Black", "R": "Red", "G": "Green"}
_COLORS: Final = {name.lower(): Color(letter) for letter, name in _COLOR_NAMES.items()}
_NO_COLORS: Final = frozenset(("multicolor", "multicolour", "colorless", "colourless", "hybrid"))


@frozen
class Roles:
    """The property that has each role; empty if there is none.

    The mana value has no field of its own: it is that of the cost.
    """

    mana_cost: str = ""
    mana_value: str = ""
    colors: str = ""
    types: str = ""
    subtypes: str = ""
    text: str = ""
    power: str = ""
    toughness: str = ""
    loyalty: str = ""
    rarity: str = ""
    number: str = ""

    @classmethod
    def guess(cls, properties: Iterable[str]) -> Roles:
        """The roles that the names of *properties* suggest."""
        names: dict[str, str] = {}
        for name in properties:
            names.setdefault(re.sub(r"[\s_-]+", "", name).lower(), name)
        return cls(
            **{
                role: next((names[each] for each in usual if each in names), "")
                for role, usual in _USUAL_NAMES.items()
            }
        )

    @property
    def is_magic(self) -> bool:
        """Whether the words of types are separate types, as in Magic, and not one phrase."""
        return "" not in (self.mana_cost, self.colors, self.types, self.power, self.toughness)

    def to_dict(self) -> dict[str, str]:
        """The roles that there are, with their properties."""
        return {role: name for role, name in asdict(self).items() if name}


ROLES: Final = tuple(each.name for each in fields(Roles))


def roles_for(properties: Iterable[str], options: OctgnOptions, log: DiagnosticLog) -> Roles:
    """The roles that the option ``mapping`` gives, and for others those that names suggest.

    Raises:
        OptionError: the option names what is no role.
        OSError: its file cannot be read.
    """
    mapping: Any = options.mapping
    if not isinstance(mapping, dict):
        source = SourceText.from_bytes(str(mapping), mapping.read_bytes())
        mapping = _read_mapping(source, log)
    else:
        for role in mapping:
            if role not in ROLES:
                message = f"mapping: {role!r} is no role; the roles are {', '.join(ROLES)}"
                raise OptionError(message)
    return evolve(Roles.guess(properties), **{role: name or "" for role, name in mapping.items()})


def _read_mapping(source: SourceText, log: DiagnosticLog) -> dict[str, str | None]:
    problem, span = "", source.span(0)
    try:
        mapping = json.loads(source.text.removeprefix("\ufeff"))
    except json.JSONDecodeError as error:
        problem, span = error.msg, source.span(error.pos)
    except (RecursionError, ValueError) as error:
        problem = str(error)
    else:
        if not isinstance(mapping, dict):
            problem = "it is no object"
        elif unknown := [role for role in mapping if role not in ROLES]:
            problem = f"{unknown[0]!r} is no role"
        elif not all(name is None or isinstance(name, str) for name in mapping.values()):
            problem = "a role has a property that is no string"
        else:
            return mapping
    log.add(OctgnCode.BAD_MAPPING, span, problem=problem)
    return {}


@lru_cache(maxsize=4096)
def cost_of(text: str) -> ManaCost | None:
    """The cost that *text* says; the halves of a split card add up (CR 709.4b)."""
    try:
        if text.isascii() and text.isdigit():
            return ManaCost.parse(f"{{{int(text)}}}")
        return ManaCost.parse(text.replace(_HALVES, ""))
    except (ModelError, ValueError):
        return None


@lru_cache(maxsize=4096)
def colors_of(text: str) -> frozenset[Color] | None:
    """The colours that *text* names; None if there are other words in it."""
    words = re.split(r"[\s,/]+", text.strip().lower())
    if not all(word in _COLORS or word in _NO_COLORS for word in words):
        return None
    return frozenset(_COLORS[word] for word in words if word in _COLORS)


def color_names(colors: frozenset[Color]) -> str:
    """The names of *colors* as Magic orders them, as ``Multicolor Green White``."""
    names = [_COLOR_NAMES[letter] for letter in _in_order(colors)]
    if not names:
        return "Colorless"
    return " ".join(names if len(names) == 1 else ("Multicolor", *names))


def _in_order(colors: frozenset[Color]) -> list[str]:
    """Letters in the order of Magic's wheel: with even steps, else from after a gap."""
    places = sorted(_WHEEL.index(color.value) for color in colors)
    turns = [places[turn:] + places[:turn] for turn in range(len(places))]

    def unevenness(turn: list[int]) -> tuple[int, int]:
        steps = [(after - before) % 5 for before, after in pairwise(turn)]
        is_uneven = len(set(steps)) > 1 or max(steps, default=0) > len(_WHEEL) // 2
        return is_uneven, sum(steps)

    return [_WHEEL[place] for place in min(turns, key=unevenness)] if turns else []


@lru_cache(maxsize=4096)
def types_of(text: str, *, is_magic: bool) -> tuple[tuple[str, ...], ...]:
    """The supertypes, types and subtypes that *text* says; in other games the text is one type."""
    if not is_magic:
        return (), (text,) if text.strip() else (), ()
    left: dict[str, None] = {}
    right: dict[str, None] = {}
    for half in text.split(_HALVES):
        before, _, after = _DASH.sub("\0", half, count=1).partition("\0")
        left |= dict.fromkeys(before.split())
        right |= dict.fromkeys(after.split())
    return (*split_types(left), tuple(right))


@lru_cache(maxsize=4096)
def rarity_of(text: str) -> str | None:
    """The rarity that *text* is, in lower case; None if it can be none."""
    word = text.strip().lower()
    if not _RARITY.match(word):
        return None
    return _RARITIES.get(word, word)


@lru_cache(maxsize=4096)
def rarity_words(rarity: str) -> str:
    """A rarity in a property."""
    return {"mythic": "Mythic Rare", "land": "Basic Land"}.get(rarity, rarity.title())


def lines(text: str) -> str:
    r"""*text* with ``\n`` between its lines."""
    return text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text


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

    def face(self, name: str, properties: dict[str, Value], kind: str) -> Face:
        """The face called *name*; what its fields say of *properties* leaves them."""
        values = self.fields(properties)
        for role, each in self._of_faces:
            written = spelled(self.spellings, each, self._written(role, values))
            if each not in properties:
                if written:
                    properties[each] = None
            elif written and properties[each] == written:
                del properties[each]
        return Face(name, properties=FrozenDict(properties), kind=kind, **values)

    def fields(self, properties: Mapping[str, Any]) -> dict[str, Any]:
        """The fields that a face with these *properties* has."""
        text_of, roles = properties.get, self.roles
        values: dict[str, Any] = {}
        if (text := text_of(roles.mana_cost)) and (cost := cost_of(text)) is not None:
            values["mana_cost"] = cost
            if not self._is_magic:
                values["colors"] = frozenset()
        if (text := text_of(roles.colors)) and (colors := colors_of(text)) is not None:
            values["colors"] = colors
        if text := text_of(roles.types):
            types = types_of(text, is_magic=self._is_magic)
            values["supertypes"], values["types"], values["subtypes"] = types
        if text := text_of(roles.subtypes):
            values["subtypes"] = tuple(text.split()) if self._is_magic else (text,)
        if text := text_of(roles.text):
            values["text"] = lines(text)
        for role, name in self._texts:
            if text := text_of(name):
                values[role] = text
        return values

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
        properties: dict[str, str] = {
            name: str(value) for name, value in face.properties.items() if value is not None
        }
        others = {
            name: spelled(self.spellings, name, self._written(role, now))
            for role, name in self._of_faces
            if name not in face.properties
        }
        before = self.fields({**others, **properties})
        for role, name in self._of_faces:
            written = self._written(role, now)
            if name in face.properties and self._written(role, before) == written:
                continue
            properties.pop(name, None)
            if written:
                properties[name] = spelled(self.spellings, name, written)
        return properties

    def usual(self, role: str, value: str) -> str:
        """What would be written for the field that a property of that *role* gives by itself."""
        if role == "rarity":
            rarity = rarity_of(value)
            return "" if rarity is None else rarity_words(rarity)
        if role == "colors" and "hybrid" in value.lower():
            return ""  # a word that says more than the colours
        return self._written(role, self.fields({getattr(self.roles, role): value}))


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
    spellings: dict[str, FrozenDict[str, str]] = {}
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
            spellings[names[role]] = FrozenDict(others)
    return FrozenDict(spellings)
