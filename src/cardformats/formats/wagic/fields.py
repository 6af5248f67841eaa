"""The keys of card blocks, and what each of them says about a card's face."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches
from typing import Any

from attrs import field, frozen

from ...diagnostics import DiagnosticLog
from ...model import Color, Face, FrozenDict, ManaCost, Value
from ...source import SourceText
from .codes import WagicCode
from .macros import MacroTable
from .mana import parse_cost
from .syntax import Field

#: Keys that a set's card has beside those of its primitive.
PRINTING_KEYS = frozenset(("primitive", "id", "rarity"))

#: Keys that become fields of the model.
_FACE_KEYS = frozenset(
    ("name", "mana", "color", "type", "subtype", "text", "power", "toughness")
)

#: Keys whose lines add up when they are repeated; they are scripts, save ``abilities``.
_SCRIPT_KEYS = frozenset(
    "auto autohand autolibrary autograveyard autoexile autostack autocommandzone autosideboard"
    " autoreveal autofacedown autofaceup autoskill anyzone aicode abilities".split()
)

#: Keys that only the engine understands and that stand once.
_ENGINE_KEYS = frozenset(
    "alias backside bestow buyback crewbonus doublefaced dredge facedown flashback grade kicker"
    " modular multikicker other otherrestriction partner phasedoutbonus restriction retrace"
    " target".split()
)

KNOWN_KEYS = PRINTING_KEYS | _FACE_KEYS | _SCRIPT_KEYS | _ENGINE_KEYS | {"suspend"}

_SUPERTYPES = frozenset("Basic Legendary Snow World Ongoing Elite Host Token".split())
_COLORS = {color.name.lower(): color for color in Color}
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
        if key in _SCRIPT_KEYS:
            result.repeated.setdefault(key, []).append(line)
        elif key in KNOWN_KEYS or key.startswith("suspend("):
            if key in result.single:
                log.add(WagicCode.REPEATED_KEY, span, key=key)
            result.single[key] = line
        else:
            near = get_close_matches(key, KNOWN_KEYS, 1)
            notes = [f"did you mean {near[0]!r}?"] if near else []
            log.add(WagicCode.UNKNOWN_KEY, span, notes=notes, key=line.key)
            result.unknown.append(line)
    return result


def face(card: FieldsOfCard, log: DiagnosticLog) -> Face:
    """The face that *card* describes; what is wrong with its values is reported."""
    mana, _ = mana_cost(card, log)
    types = [_capitalised(word) for word in card.get("type").split()]
    power, toughness = card.single.get("power"), card.single.get("toughness")
    return Face(
        card.get("name"),
        mana,
        _colors(card, mana, log),
        [word for word in types if word in _SUPERTYPES],
        [word for word in types if word not in _SUPERTYPES],
        [_capitalised(word) for word in card.get("subtype").split()],
        card.get("text").replace(" -- ", "\n"),
        power.value.strip() if power else None,
        toughness.value.strip() if toughness else None,
    )


def mana_cost(card: FieldsOfCard, log: DiagnosticLog) -> tuple[ManaCost | None, tuple[str, ...]]:
    """The mana cost and the extra costs of *card*."""
    line = card.single.get("mana")
    if line is None:
        return None, ()
    cost = parse_cost(line.value)
    for problem in cost.problems:
        start = line.value_start + problem.start
        span = card.source.span(start, line.value_start + problem.end)
        log.add(problem.code, span, **dict(problem.data))
    return cost.mana, cost.extra


def extras(card: FieldsOfCard, macros: MacroTable | None, log: DiagnosticLog) -> dict[str, Value]:
    """What the model has no word for: scripts, engine keys, extra costs, unknown lines.

    Scripts stand as they are written; ``expanded`` holds, for the keys whose lines call macros,
    the lines after expansion.
    """
    result: dict[str, Any] = {}
    expanded: dict[str, tuple[str, ...]] = {}
    for key, lines in card.repeated.items():
        texts = tuple(line.value for line in lines)
        result[key] = texts
        if macros is not None and len(macros):
            after = tuple(_expand(card.source, line, macros, log) for line in lines)
            if after != texts:
                expanded[key] = after
    if expanded:
        result["expanded"] = FrozenDict(expanded)
    for key, line in card.single.items():
        if key not in _FACE_KEYS and key not in PRINTING_KEYS:
            result[key] = line.value
    line = card.single.get("mana")
    if line is not None and parse_cost(line.value).extra:
        result["extra_costs"] = parse_cost(line.value).extra
    if line is not None and parse_cost(line.value).problems:
        result["mana"] = line.value
    if card.unknown:
        result["unknown"] = tuple(f"{line.key}={line.value}" for line in card.unknown)
    return result


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
    for word in line.value.lower().split(","):
        name = word.strip()
        if name in _COLORS:
            colors.append(_COLORS[name])
        elif name and name not in _NO_COLORS:
            span = card.source.span(line.value_start, line.value_start + len(line.value))
            log.add(WagicCode.UNKNOWN_COLOR, span, word=name)
    return frozenset(colors)


def _capitalised(word: str) -> str:
    """As the engine interns types: the first letter is upper-case."""
    return word[:1].upper() + word[1:]
