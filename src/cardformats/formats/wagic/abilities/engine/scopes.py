"""What an ability is done for, when, and in how many parts.

Each function that returns a decision is one of the engine's searches.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from attrs import evolve

from .built import BuiltAbility
from .conditions import check_is_known, phase, target_is_known
from .cutting import LineText, between, divided
from .frames import aimed, mark_limits
from .parts import NOTHING, Decision, LinePart, LineReader

_SCOPES: Final = ("lord(", "foreach(", "aslongas(", "teach(", "all(")
_CHECKS: Final = ("this(", "thisforeach(", "while(")
_NUMBER: Final = re.compile(r"\s*([+-]?\d+)")


def schedules(reader: LineReader, part: LinePart) -> Decision:
    """Read ``upcostmulti`` and ``phaseactionmulti``, which come before ``&&``."""
    written = part.text.text
    if "upcostmulti" in written:
        return (upkeep(reader, part),)
    if "phaseactionmulti" in written:
        return (schedule(reader, part),)
    return None


def upkeep(reader: LineReader, part: LinePart) -> BuiltAbility | None:
    """Read ``upcost[cost]``, before an effect for a player who does not pay in an upkeep."""
    text = part.text
    start = text.text.find("[")
    end = text.text.find("]", start) if start >= 0 else -1
    if end < 0:
        raise reader.crash(text, "upcost")
    inside = text.text[start + 1 : end]
    cost, semicolon, when = inside.partition(";")
    inner = reader.ability(text.cut(end + 1))
    if inner is None:
        return None
    values = {"cost": cost, "phase": (phase(inside) if semicolon else None) or "upkeep"}
    if semicolon:
        values["schedule"] = when
    if "cumulativeupcost" in text.text:
        values["limit"] = "cumulative"
    if part.timing:
        values["timing"] = part.timing
    return reader.built("upcost", values, (inner,), text, 0, end + 1)


def schedule(reader: LineReader, part: LinePart) -> BuiltAbility | None:
    """Read ``phaseaction[when] what``, whose effect is read only when it happens."""
    cut = between(part.text, "[", "]")
    if cut is None:
        return None
    text = cut.behind.text.strip(" \t")
    values = {"schedule": cut.inside.text, "text": text}
    values["phase"] = phase(cut.inside.text) or "upkeep"
    return reader.built("phaseaction", values, (), part.text)


def _opening(written: str, words: Iterable[str]) -> tuple[int, str] | None:
    """Find the first of *words*: its offset and the word."""
    places = ((at, word) for word in words if (at := written.find(word)) >= 0)
    return min(places, default=None)


def check(reader: LineReader, part: LinePart) -> Decision:
    """Read ``this(``, ``thisforeach(`` and ``while(``."""
    text = part.text
    written = text.text
    if (opening := _opening(written, _CHECKS)) is None:
        return None
    start, word = opening
    never = written.find("dontremove")
    scope = -1
    for one in _SCOPES:
        at = written.find(one)
        if at >= 0 and (never < 0 or at < never):
            scope = at
    if 0 <= scope <= start:
        return None
    end = written.find(")", start + len(word))
    if end < 0:
        reader.note("lost", "condition", text, start)
        return NOTHING
    condition = written[start + len(word) : end]
    values = {"condition": reader.written(text.cut(start + len(word), end))}
    if part.restriction[0]:
        # A restriction anywhere behind it takes the place of what is asked.
        if word != "while(":
            del values["condition"]
            reader.note("lost", "condition", text, start, end + 1)
    else:
        known = check_is_known(condition)
        if known is None:
            raise reader.crash(text.cut(start, end + 1), "condition")
        if not known:
            reader.note("lost", "condition", text, start, end + 1)
            return NOTHING
    inner = reader.ability(around(text, start, end), is_brief=part.is_active)
    return reader.framed(word[:-1], text, start, end + 1, inner, values)


def around(text: LineText, start: int, end: int) -> LineText:
    """Return the text that a scope is about: behind it, or before one that ends the text."""
    return text.cut(0, start) if start and end == len(text.text) - 1 else text.cut(end + 1)


def several(reader: LineReader, part: LinePart) -> Decision:
    """Cut the text at every single ``&`` if it has ``&&``."""
    text = part.text
    if "&&" not in text.text:
        return None
    inner, places = list[BuiltAbility](), list[int]()
    start = 0
    for one in divided(text.text, "&"):
        end = start + len(one)
        if one:
            ability = reader.ability(text.cut(start, end), is_active=part.is_active)
            if ability is None:
                reader.note("lost", "part", text, start, end)
            else:
                inner.append(ability)
                places.append(text.place(start))
        reader.mark(text, end, end + 1)
        start = end + 1
    return (evolve(reader.built("several", {}, tuple(inner), text, 0, 0), places=tuple(places)),)


def scope(reader: LineReader, part: LinePart) -> Decision:
    """Read ``lord(``, ``foreach(``, ``aslongas(``, ``teach(`` and ``all(``."""
    text = part.text
    written = text.text
    if (opening := _opening(written, _SCOPES)) is None:
        return None
    start, word = opening
    end = written.find(")", start + len(word))
    if end < 0:
        reader.note("lost", "condition", text, start)
        return NOTHING
    values = {"target": reader.written(text.cut(start + len(word), end))}
    inner_text = around(text, start, end)
    other = inner_text.text.find(" other")
    if other >= 0:
        values["other"] = "other"
        reader.mark(inner_text, other, other + len(" other"))
        inner_text = inner_text.cut(0, other) + inner_text.cut(other + len(" other"))
    known = target_is_known(written[start + len(word) : end])
    if known is None:
        raise reader.crash(text.cut(start, end + 1), "target")
    if not known:
        reader.note("lost", "target", text, start, end + 1)
        return NOTHING
    if part.target is not None:
        reader.note("lost", "target", text, *part.at)
    inner = reader.ability(inner_text, is_brief=part.is_active)
    for sign, name in ((" >", "least"), (" <", "most")):
        at = written.find(sign)
        if at >= 0:
            number = _NUMBER.match(written[at + 2 : at + 5])
            values[name] = number[1] if number else "0"
            reader.mark(text, at, at + 2 + (number.end() if number else 0))
    return reader.framed(word[:-1], text, start, end + 1, inner, values)


def wrappers(reader: LineReader, part: LinePart) -> Decision:
    """Read ``soulbond``, ``poolsave(`` and replacements of a draw."""
    written = part.text.text
    at = written.find("soulbond ")
    if at >= 0:
        inner = reader.ability(part.text.cut(at + 9), is_brief=part.is_active)
        return reader.framed("soulbond", part.text, at, at + 9, inner)
    if "poolsave(" in written:
        cut = between(part.text, "poolsave(", ")", needs_stop=False)
        if cut is not None:
            values = {"amount": cut.inside.text}
            if "opponentpool" in written:
                values["who"] = "opponent"
                reader.mark(part.text, written.find("opponentpool"), cut.start)
            elif "mypool" in written:
                reader.mark(part.text, written.find("mypool"), cut.start)
            return (reader.built("poolsave", values, (), part.text, cut.start, cut.end + 1),)
    for word in ("opponentreplacedraw ", "replacedraw "):
        at = written.find(word)
        if at >= 0:
            end = at + len(word)
            inner = reader.ability(part.text.cut(end - 1), is_brief=part.is_active)
            return reader.framed("replacedraw", part.text, at, end, inner, {"who": word[:-12]})
    return None


def aim(reader: LineReader, part: LinePart) -> Decision:
    """Return a target, of what is not activated: it has to be chosen first."""
    if part.target is None or part.is_active:
        return None
    inner = reader.ability(part.rest)
    if inner is None:
        return NOTHING
    values = part.limits()
    mark_limits(reader, part)
    inner = aimed(reader, part, inner)
    return (BuiltAbility("choice", values, (inner,), inner.start, inner.end),)
