"""How the cards of a set spell what would usually be written otherwise."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Final

from ....model import FrozenDict
from .faces import ANY_NUMBER, FaceMapping, Spellings, is_number

#: The roles whose properties have few values, each spelled in one way.
_SPELLED: Final = ("mana_cost", "colors", "types", "subtypes", "rarity")
_LINE_ENDS: Final = ("\n", "\r\n", "\r")


def spellings_in(faces: Iterable[Mapping[str, str | None]], mapping: FaceMapping) -> Spellings:
    """How the properties of *faces* mostly spell what would usually be written otherwise.

    The *mapping* has no spellings of its own.
    """
    roles, made = mapping.roles, mapping.mapping.templates
    names = {role: getattr(roles, role) for role in _SPELLED if role not in made}
    faces = list(faces)
    spellings: dict[str, FrozenDict[str, str]] = {}
    for role, name in names.items():
        if not name:
            continue
        table: dict[str, str] = {}
        for value, _ in Counter([face.get(name) for face in faces]).most_common():
            if value and (usual := mapping.usual(role, value)) and "\n" not in usual:
                table.setdefault(usual, value)
        others = {usual: value for usual, value in table.items() if usual != value}
        if role == "mana_cost" and _has_bare_numbers(table):
            others[ANY_NUMBER] = ""
        if others:
            spellings[name] = FrozenDict(others)
    if roles.text and (end := _line_end([face.get(roles.text) for face in faces])) != "\n":
        spellings[roles.text] = FrozenDict({"\n": end})
    return FrozenDict(spellings)


def _line_end(texts: Iterable[str | None]) -> str:
    """What mostly ends the lines of different *texts*."""
    different = {text for text in texts if text}
    if not any("\r" in text for text in different):
        return "\n"
    ends = {end: sum(end in text for text in different) for end in _LINE_ENDS}
    ends["\n"] -= ends["\r\n"]
    ends["\r"] -= ends["\r\n"]
    return max(ends, key=ends.__getitem__)


def _has_bare_numbers(table: Mapping[str, str]) -> bool:
    """Whether numbers stand without braces in *table*, and none with them."""
    numbers = {value for usual, value in table.items() if is_number(usual)}
    return bool(numbers) and all(map(str.isdecimal, numbers))
