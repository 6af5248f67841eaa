"""The lines of a card exactly as the engine reads them: mostly by the key's first letter."""

from __future__ import annotations

import re

from attrs import define, field

from .engine_macros import lower, split
from .engine_mana import EngineCost, engine_cost, total
from .keywords import engine_keywords

#: The zones whose scripts a line ``anyzone=`` adds to, besides those of the battlefield.
_ANY_ZONE = (
    "hand", "library", "graveyard", "stack", "exile", "commandzone", "reveal", "sideboard",
)  # fmt: skip
#: What decides about a key, the longer starts first.
_MEANINGS = (
    ("auto", "a script of the zone that the rest of the key names"), ("bac", "backside"),
    ("bes", "bestow"), ("b", "buyback"), ("crewbonus", "crewbonus"), ("c", "color"),
    ("f", "flashback"), ("g", "grade"), ("i", "id"), ("k", "kicker"), ("modular", "modular"),
    ("m", "mana"), ("n", "name"), ("other", "other"), ("par", "partner"), ("pr", "primitive"),
    ("p", "power"), ("ret", "retrace"), ("rest", "restriction"), ("rar", "rarity"),
    ("s", "subtype"),
)  # fmt: skip
ARTIFACT_BIT = 1
_COLOR_WORDS = {"artifact": ARTIFACT_BIT, "green": 2, "blue": 4, "red": 8, "black": 16, "white": 32}
_LAND_BIT = 64
_NUMBER = re.compile(r"[ \t\n\v\f\r]*([+-]?[0-9]{1,10})")
_DREDGE = re.compile(r"dredge\(")
_SUSPEND = re.compile(r"suspend\(")
_NAMED = re.compile(r"name\(([^)]*)\)")

#: The grades by the third character of their word; any other is the best.
_GRADES = {"p": 0, "r": 1, "o": 2, "a": 3, "s": 4, "n": 5}


@define
class EngineData:
    """What the engine keeps of a primitive; words are as it keeps them, most in lower case."""

    name: str = ""
    text: str = ""
    cost: EngineCost = field(factory=EngineCost)
    color_bits: int = 0
    types: list[str] = field(factory=list)
    power: int = 0
    toughness: int = 0
    keywords: set[str] = field(factory=set)
    alias: int = 0
    target: str = ""
    scripts: dict[str, list[str]] = field(factory=dict)
    costs: dict[str, EngineCost] = field(factory=dict)
    words: dict[str, str] = field(factory=dict)
    dredge: int = 0
    suspend: int = 0
    origin: str = ""

    def add(self, key: str, value: str, line: str) -> None:
        """Take the line ``key=value`` into account, whose key belongs to a primitive."""
        _READERS[key[0]](self, key, value, line)

    def script(self, zone: str) -> str:
        """The scripts of a *zone* (the battlefield's is empty), line by line."""
        return "\n".join(self.scripts.get(zone, ()))

    def finish(self, origin: str) -> None:
        """What is added when the primitive is taken in: its file, bits of lands and artifacts."""
        self.origin = origin
        if "Land" in self.types:
            self.color_bits |= _LAND_BIT
        if "Artifact" in self.types:
            self.color_bits |= ARTIFACT_BIT


def meaning(key: str) -> str | None:
    """What the engine takes an unknown *key* for, by its first letters; None if for nothing."""
    for start, name in _MEANINGS:
        if key.startswith(start):
            return name
    return None


def of_primitive(key: str) -> bool:
    """Whether the engine takes *key* for a field of a primitive."""
    if key[0] == "a":
        return key in ("alias", "abilities", "aicode", "anyzone") or key.startswith("auto")
    if key[0] == "t":
        return key in ("target", "text", "type", "toughness")
    return key[0] in _READERS


def number(text: str) -> int:
    """The number at the start of *text*, else 0."""
    match = _NUMBER.match(text)
    return int(match[1]) if match else 0


def grade(word: str, position: int) -> int:
    """The grade that a *word* says by the character at *position*, 0 being the best."""
    return _GRADES.get(word[position : position + 1], 0)


def _cost(text: str) -> EngineCost:
    return engine_cost(lower(text))


def _a(data: EngineData, key: str, value: str, _line: str) -> None:
    if key == "alias":
        data.alias = number(value)
    elif key == "abilities":
        data.keywords |= engine_keywords(lower(value))
    elif key == "aicode":
        data.scripts.setdefault(key, []).append(lower(value))
    elif key == "anyzone":
        for zone in ("", *_ANY_ZONE):
            data.scripts.setdefault(zone, []).append(lower(value))
    elif key.startswith("auto"):
        data.scripts.setdefault(key.removeprefix("auto"), []).append(lower(value))


def _b(data: EngineData, key: str, value: str, _line: str) -> None:
    if key.startswith("bac"):
        data.words["backside"] = value
    else:
        data.costs["bestow" if key.startswith("bes") else "buyback"] = _cost(value)


def _c(data: EngineData, key: str, value: str, _line: str) -> None:
    if key.startswith("crewbonus"):
        data.words["crewbonus"] = lower(value)
        return
    first = True
    for word in split(lower(value)):
        bit = _COLOR_WORDS.get(word)
        if bit is not None:
            data.color_bits = bit if first else data.color_bits | bit
        first = False


def _d(data: EngineData, key: str, value: str, _line: str) -> None:
    if key.startswith("doublefaced"):
        data.words["doublefaced"] = lower(value)
    elif match := _DREDGE.search(value):
        data.dredge = number(value[match.end() :])


def _f(data: EngineData, _key: str, value: str, line: str) -> None:
    data.costs["facedown" if "facedown" in line else "flashback"] = _cost(value)


def _k(data: EngineData, _key: str, value: str, _line: str) -> None:
    _named_cost(data, "kicker", lower(value))
    if 0 <= lower(value).find("multi") < value.find("{"):
        data.words["multikicker"] = "1"


def _m(data: EngineData, key: str, value: str, _line: str) -> None:
    if key.startswith("modular"):
        data.words["modular"] = lower(value)
        return
    cost = _cost(value)
    data.cost = total((data.cost, cost))
    data.color_bits |= cost.color_bits


def _n(data: EngineData, _key: str, value: str, _line: str) -> None:
    data.name = value


def _o(data: EngineData, key: str, value: str, _line: str) -> None:
    if key[5:6] == "r":
        data.words["otherrestriction"] = value
    else:
        _named_cost(data, "other", lower(value))


def _p(data: EngineData, key: str, value: str, _line: str) -> None:
    if key.startswith("phasedoutbonus"):
        data.words["phasedoutbonus"] = lower(value)
    elif key.startswith("par"):
        data.words["partner"] = value
    else:
        data.power = number(value)


def _r(data: EngineData, key: str, value: str, _line: str) -> None:
    if key[2:4] == "st":
        data.words["restriction"] = value
    elif key.startswith("ret"):
        data.costs["retrace"] = _cost(value)


def _s(data: EngineData, _key: str, value: str, line: str) -> None:
    if "suspend" in line:
        if match := _SUSPEND.search(line):
            data.suspend = number(line[match.end() :])
        data.costs["suspend"] = _cost(value)
    else:
        data.types += _types(value)


def _t(data: EngineData, key: str, value: str, _line: str) -> None:
    if key == "target":
        data.target = lower(value)
    elif key == "text":
        data.text = value
    elif key == "type":
        data.types += _types(value)
    elif key == "toughness":
        data.toughness = number(value)


def _types(value: str) -> list[str]:
    """The words, with a capital; two blanks make an empty one, one at the end does not."""
    return [word[:1].upper() + word[1:] for word in split(value, " ")]


def _named_cost(data: EngineData, key: str, value: str) -> None:
    data.costs[key] = engine_cost(_NAMED.sub("", value))
    if match := _NAMED.search(value):
        data.words[f"{key} name"] = match[1]


_READERS = {
    "a": _a, "b": _b, "c": _c, "d": _d, "f": _f, "k": _k, "m": _m, "n": _n, "o": _o, "p": _p,
    "r": _r, "s": _s, "t": _t,
}  # fmt: skip
