"""The keys of card blocks, and what each of them says about a card's face."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from attrs import field, frozen

from ...diagnostics import DiagnosticLog
from ...model import Color, Face, FrozenDict, ManaCost, Value
from ...model.types import split_types
from ...source import SourceText
from .codes import WagicCode
from .engine_card import meaning
from .format import GRADES
from .keywords import KEYWORDS, engine_keyword
from .macros import MacroTable
from .mana import parse_cost
from .syntax import Field

#: Keys that a set's card has beside those of its primitive.
PRINTING_KEYS = frozenset(("primitive", "id", "rarity"))

#: Keys that become fields of the model.
_FACE_KEYS = frozenset(("name", "mana", "color", "type", "subtype", "text", "power", "toughness"))

#: Keys whose lines add up when they are repeated; they are scripts, save ``abilities``.
SCRIPT_KEYS = frozenset(
    [
        "auto",
        "autohand",
        "autolibrary",
        "autograveyard",
        "autoexile",
        "autostack",
        "autocommandzone",
        "autosideboard",
        "autoreveal",
        "autofacedown",
        "autofaceup",
        "autoskill",
        "anyzone",
        "aicode",
        "abilities",
    ]
)

#: Keys that only the engine understands and that stand once.
_ENGINE_KEYS = frozenset(
    [
        "alias",
        "backside",
        "bestow",
        "buyback",
        "crewbonus",
        "doublefaced",
        "dredge",
        "facedown",
        "flashback",
        "grade",
        "kicker",
        "modular",
        "multikicker",
        "other",
        "otherrestriction",
        "partner",
        "phasedoutbonus",
        "restriction",
        "retrace",
        "target",
    ]
)

KNOWN_KEYS = PRINTING_KEYS | _FACE_KEYS | SCRIPT_KEYS | _ENGINE_KEYS | {"suspend"}

_COLORS = {color.name.lower(): color for color in Color}
_WORD = re.compile(r"[^\s,](?:[^,]*[^\s,])?")
_KEYWORDS = frozenset(KEYWORDS)
_LONGEST_WORD = 100
_LOYALTY = re.compile(r"\s*counter\(0/0,([^,()]+),\s*loyalty\)\s*", re.IGNORECASE)
_NO_COLORS = frozenset(("artifact", "colorless"))


@frozen
class FieldsOfCard:
    """What a block says, key by key.

    Attributes:
        source: where it stands.
        single: the last line of each key that stands once.
        repeated: the lines of each key that adds up.
        unknown: the lines of unknown keys.
    """

    source: SourceText
    single: dict[str, Field] = field(factory=dict)
    repeated: dict[str, list[Field]] = field(factory=dict)
    unknown: list[Field] = field(factory=list)

    def get(self, key: str) -> str:
        """The value of a key that stands once, without blanks around it; empty if absent."""
        found = self.single.get(key)
        return found.value.strip() if found else ""


def sort_fields(source: SourceText, lines: Iterable[Field], log: DiagnosticLog) -> FieldsOfCard:
    """The lines of a block by their keys; unknown and repeated keys are reported."""
    result = FieldsOfCard(source)
    for line in lines:
        key = line.key.strip().lower()
        span = source.span(line.start, line.start + len(line.key))
        if key.startswith("pr") and key not in KNOWN_KEYS:
            key = "primitive"  # the engine reads no further either
        if key != line.key and key in KNOWN_KEYS:
            log.add(WagicCode.MISSPELT_KEY, span, key=line.key, meant=key)
        if key == "grade" and line.value.strip().lower() not in GRADES:
            log.add(WagicCode.UNKNOWN_GRADE, span, grade=line.value)
        if key == "abilities":
            _check_keywords(source, line, log)
        if key in SCRIPT_KEYS:
            result.repeated.setdefault(key, []).append(line)
        elif key in KNOWN_KEYS or key.startswith("suspend("):
            if key in result.single:
                log.add(WagicCode.REPEATED_KEY, span, key=key)
            result.single[key] = line
        else:
            taken = meaning(line.key)
            notes = [f"the engine takes it for {taken}"] if taken else []
            notes += log.did_you_mean(key, KNOWN_KEYS)
            log.add(WagicCode.UNKNOWN_KEY, span, notes=notes, key=line.key)
            result.unknown.append(line)
    return result


def _check_keywords(source: SourceText, line: Field, log: DiagnosticLog) -> None:
    """Report the words of ``abilities=`` that are no keywords."""
    for match in _WORD.finditer(line.value):
        word = match[0].lower()
        if word in _KEYWORDS or not log.has_room(WagicCode.KEYWORD):
            continue
        taken = engine_keyword(word) if len(word) <= _LONGEST_WORD else None
        start = line.value_start + match.start()
        notes = () if taken else log.did_you_mean(word, _KEYWORDS)
        log.add(
            WagicCode.KEYWORD,
            source.span(start, start + len(word)),
            notes=notes,
            word=match[0],
            takes=f"takes it for {taken!r}" if taken else "ignores it",
        )


def face(card: FieldsOfCard, log: DiagnosticLog) -> Face:
    """The face that *card* describes; what is wrong with its values is reported."""
    mana = _mana_cost(card, log)
    supertypes, types = split_types(capitalised(word) for word in card.get("type").split())
    return Face(
        card.get("name"),
        mana,
        _colors(card, mana, log),
        supertypes,
        types,
        [capitalised(word) for word in card.get("subtype").split()],
        card.get("text").replace(" -- ", "\n"),
        card.get("power") or None,
        card.get("toughness") or None,
        _loyalty(card) if "Planeswalker" in types else None,
    )


def _loyalty(card: FieldsOfCard) -> str | None:
    """The loyalty of a planeswalker, which a script puts on it."""
    found = (loyalty(line.value) for line in card.repeated.get("auto", ()))
    return next((each for each in found if each is not None), None)


def loyalty(script: str) -> str | None:
    """The loyalty counters that a *script* is about, if it does nothing but put them on."""
    match = _LOYALTY.fullmatch(script)
    return match[1].strip() if match else None


def _mana_cost(card: FieldsOfCard, log: DiagnosticLog) -> ManaCost | None:
    line = card.single.get("mana")
    if line is None:
        return None
    cost = parse_cost(line.value)
    for problem in cost.problems:
        start = line.value_start + problem.start
        span = card.source.span(start, line.value_start + problem.end)
        log.add(problem.code, span, **dict(problem.data))
    return cost.mana


def extras(card: FieldsOfCard, macros: MacroTable | None, log: DiagnosticLog) -> dict[str, Value]:
    """What the model has no word for: scripts, engine keys, extra costs, unknown lines.

    Scripts stand as they are written; ``expanded`` holds, for the keys whose lines call macros,
    the lines after expansion.
    """
    result: dict[str, Any] = {
        key: tuple(line.value for line in lines) for key, lines in card.repeated.items()
    }
    if expanded := _expanded(card, macros, log):
        result["expanded"] = expanded
    for key, line in card.single.items():
        if key not in _FACE_KEYS and key not in PRINTING_KEYS:
            result[key] = line.value
    if "mana" in card.single:
        written = card.single["mana"].value
        cost = parse_cost(written)
        if cost.extra:
            result["extra_costs"] = tuple(each.text for each in cost.extra)
        if cost.problems:
            result["mana"] = written
    if card.unknown:
        result["unknown"] = tuple(f"{line.key}={line.value}" for line in card.unknown)
    return result


def _expanded(
    card: FieldsOfCard, macros: MacroTable | None, log: DiagnosticLog
) -> FrozenDict[str, Value] | None:
    """The scripts after expansion, of the keys where that makes a difference."""
    if macros is None or not len(macros):
        return None
    expanded = {
        key: tuple(_expand(card.source, line, macros, log) for line in lines)
        for key, lines in card.repeated.items()
        if any(macros.may_call(line.value) for line in lines)
    }
    changed = {
        key: texts
        for key, texts in expanded.items()
        if texts != tuple(line.value for line in card.repeated[key])
    }
    return FrozenDict(changed) if changed else None


def _expand(source: SourceText, line: Field, macros: MacroTable, log: DiagnosticLog) -> str:
    span = source.span(line.value_start, line.value_start + len(line.value))
    expansion = macros.expand(line.value, span)
    log.extend(expansion.diagnostics)
    return expansion.text


def _colors(card: FieldsOfCard, mana: ManaCost | None, log: DiagnosticLog) -> frozenset[Color]:
    line = card.single.get("color")
    if line is None:
        return mana.colors if mana else frozenset()
    colors = []
    for match in _WORD.finditer(line.value.lower()):
        name = match[0]
        if name in _COLORS:
            colors.append(_COLORS[name])
        elif name not in _NO_COLORS:
            start = line.value_start + match.start()
            log.add(WagicCode.UNKNOWN_COLOR, card.source.span(start, start + len(name)), word=name)
    return frozenset(colors)


def capitalised(word: str) -> str:
    """As the engine interns types: the first letter is upper-case."""
    return word[:1].upper() + word[1:]
