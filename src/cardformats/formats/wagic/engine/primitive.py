"""The lines of a card as the engine reads them, mostly by the key's first letter; keywords."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Final

from attrs import define, field

from ..keys import ENGINE_VERSIONS
from ..lexicon import words
from ..syntax import kept_if_short
from .costs import GRAMMAR, EngineCost, engine_cost, total
from .macros import lower, split

#: No keyword is shorter.
_SHORTEST: Final = 4


@cache
def keywords() -> tuple[str, ...]:
    """Return the keywords of the newest engine, in its order."""
    return tuple(words("keyword", ENGINE_VERSIONS[-1]))


def engine_keywords(value: str) -> frozenset[str]:
    """Return the keywords that the engine finds in *value*, in lower case."""
    parts = (part for part in value.split(",") if len(part) >= _SHORTEST)
    return frozenset(filter(None, map(engine_keyword, parts)))


@kept_if_short
def engine_keyword(part: str) -> str | None:
    """Return the last of the keywords that *part* contains, wherever it stands in it, or None."""
    return next((each for each in reversed(keywords()) if each in part), None)


#: The zones whose scripts a line ``anyzone=`` adds to, besides those of the battlefield.
ANY_ZONE = (
    "hand", "library", "graveyard", "stack", "exile", "commandzone", "reveal", "sideboard",
)  # fmt: skip
ARTIFACT_BIT = 1
_COLOR_WORDS = {"artifact": ARTIFACT_BIT, "green": 2, "blue": 4, "red": 8, "black": 16, "white": 32}
_LAND_BIT = 64
_NUMBER: Final = GRAMMAR.rule("NUMBER")
_LABEL: Final = GRAMMAR.rule("label")
_KEY: Final = GRAMMAR.rule("key")
_SCRIPT: Final = "a script of the zone that the rest of the key names"

#: The grades by the third character of their word, in either case; any other is the best.
_GRADES = {"p": 0, "r": 1, "o": 2, "a": 3, "s": 4, "n": 5}


@define
class EngineData:
    """What the engine keeps of a primitive; words are as it keeps them, most in lower case."""

    name: str = ""
    text: str = ""
    mana: list[EngineCost] = field(factory=list)
    mana_bits: int = 0
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

    def add(self, key: str, value: str) -> bool:
        """Take the line ``key=value`` into account; False if the key is of no primitive."""
        taken = taken_for(key) or ""
        is_own = taken in _KEYS
        if is_own:
            _KEYS[taken](self, taken.lower(), key, value)
        return is_own

    @property
    def cost(self) -> EngineCost:
        """Return all the mana together."""
        return total(self.mana)

    def finish(self, origin: str) -> None:
        """Add the file, and the colour bits of lands and artifacts."""
        self.origin = origin
        if "Land" in self.types:
            self.color_bits |= _LAND_BIT
        if "Artifact" in self.types:
            self.color_bits |= ARTIFACT_BIT


def meaning(key: str) -> str | None:
    """Return the key that the engine reads an unknown *key* as; None if it ignores it."""
    taken = taken_for(key)
    # of most keys with a d the engine only looks whether the value says dredge(…)
    if taken in (None, "DREDGE", "UNKNOWN") or (taken == "RARITY" and "rar" not in key):
        return None
    return _SCRIPT if taken == "SCRIPT" else taken.lower()


def number(text: str) -> int:
    """Return the number at the start of *text*, else 0."""
    match = _NUMBER.match(text)
    return int(match[0]) if match else 0


def grade(word: str, position: int) -> int:
    """Return the grade that a *word* says by the character at *position*, 0 being the best."""
    return _GRADES.get(word[position : position + 1].lower(), 0)


def _number(data: EngineData, name: str, _key: str, value: str) -> None:
    setattr(data, name, number(value))


def _text(data: EngineData, name: str, _key: str, value: str) -> None:
    setattr(data, name, value)


def _lower_text(data: EngineData, name: str, _key: str, value: str) -> None:
    setattr(data, name, lower(value))


def _word(data: EngineData, name: str, _key: str, value: str) -> None:
    data.words[name] = value


def _lower_word(data: EngineData, name: str, _key: str, value: str) -> None:
    data.words[name] = lower(value)


def _cost(data: EngineData, name: str, _key: str, value: str) -> None:
    data.costs[name] = engine_cost(lower(value))


def _named_cost(data: EngineData, name: str, _key: str, value: str) -> None:
    low = lower(value)
    data.costs[name] = engine_cost(_LABEL.sub("", low))
    if match := _LABEL.search(low):
        data.words[f"{name} name"] = match["LABEL"] or ""
    if name == "kicker" and "multi" in low:
        data.words["multikicker"] = "1"


def _script(data: EngineData, _name: str, key: str, value: str) -> None:
    if key == "aicode":  # the last one counts
        data.scripts[key] = [lower(value)]
        return
    for zone in ("", *ANY_ZONE) if key == "anyzone" else (key.removeprefix("auto"),):
        data.scripts.setdefault(zone, []).append(lower(value))


def _abilities(data: EngineData, _name: str, _key: str, value: str) -> None:
    data.keywords |= engine_keywords(lower(value))


def _colors(data: EngineData, _name: str, _key: str, value: str) -> None:
    for place, word in enumerate(split(lower(value))):
        if bit := _COLOR_WORDS.get(word):
            data.color_bits = bit if place == 0 else data.color_bits | bit


def _mana(data: EngineData, _name: str, _key: str, value: str) -> None:
    # the colours of all mana so far are added again, also if a color= has replaced them
    cost = engine_cost(lower(value))
    data.mana.append(cost)
    data.mana_bits |= cost.color_bits
    data.color_bits |= data.mana_bits


def _turned(data: EngineData, _name: str, key: str, value: str) -> None:
    is_down = "facedown" in f"{key}={value}"
    (_cost if is_down else _named_cost)(data, "facedown" if is_down else "flashback", key, value)


def _dredge(data: EngineData, _name: str, _key: str, value: str) -> None:
    _, opened, rest = value.partition("dredge(")
    data.dredge = number(rest) if opened else data.dredge


def _subtypes(data: EngineData, name: str, key: str, value: str) -> None:
    line = f"{key}={value}"
    if "suspend" not in line:
        _types(data, name, key, value)
        return
    _, opened, rest = line.partition("suspend(")
    data.suspend = number(rest) if opened else data.suspend
    _cost(data, "suspend", key, value)


def _nothing(_data: EngineData, _name: str, _key: str, _value: str) -> None:
    """Take no notice of the line: that there is one makes a primitive."""


def _types(data: EngineData, _name: str, _key: str, value: str) -> None:
    """Add the words, with a capital; two spaces make an empty word, one at the end does not."""
    data.types += [word[:1].upper() + word[1:] for word in split(value, " ")]


#: How a line is taken, by what the engine takes its key for.
_KEYS: Final[dict[str, Callable[[EngineData, str, str, str], None]]] = {
    "ABILITIES": _abilities, "ALIAS": _number, "SCRIPT": _script, "BACKSIDE": _word,
    "BESTOW": _cost, "BUYBACK": _cost, "CREWBONUS": _lower_word, "COLOR": _colors,
    "DOUBLEFACED": _lower_word, "DREDGE": _dredge, "FLASHBACK": _turned, "KICKER": _named_cost,
    "MODULAR": _lower_word, "MANA": _mana, "NAME": _text, "OTHERRESTRICTION": _word,
    "OTHER": _named_cost, "PHASEDOUTBONUS": _lower_word, "PARTNER": _word, "POWER": _number,
    "RESTRICTION": _word, "RETRACE": _cost, "SUBTYPE": _subtypes, "TARGET": _lower_text,
    "TEXT": _text, "TYPE": _types, "TOUGHNESS": _number,
    "UNKNOWN": _nothing,
}  # fmt: skip


@kept_if_short
def taken_for(key: str) -> str | None:
    """Return the terminal of ``lines.lark`` that *key* is; None if the engine knows no such key."""
    match = _KEY.fullmatch(key)
    return match and match.lastgroup
