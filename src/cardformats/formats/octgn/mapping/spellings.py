"""How the cards of a set spell what would usually be written otherwise."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Final

from ....model import FrozenDict
from .faces import ANY_NUMBER, FaceMapping, Spellings, is_number
from .game_mapping import GameMapping

#: The roles whose properties have few values, each spelled in one way.
_SPELLED: Final = ("mana_cost", "colors", "types", "subtypes", "rarity")
_LINE_ENDS: Final = ("\n", "\r\n", "\r")


def spellings_in(faces: Iterable[Mapping[str, str | None]], game_mapping: GameMapping) -> Spellings:
    """How the properties of *faces* mostly spell what would usually be written otherwise."""
    mapping = FaceMapping(game_mapping)
    roles, made = mapping.roles, game_mapping.templates
    names = {role: getattr(roles, role) for role in _SPELLED if role not in made}
    names["text"] = roles.text
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
        if role == "mana_cost" and _has_bare_numbers(table):
            others[ANY_NUMBER] = ""
        if others:
            spellings[names[role]] = FrozenDict(others)
    return FrozenDict(spellings)


def _has_bare_numbers(table: Mapping[str, str]) -> bool:
    """Whether numbers stand without braces in *table*, and none with them."""
    numbers = {value for usual, value in table.items() if is_number(usual)}
    return bool(numbers) and all(map(str.isdecimal, numbers))
