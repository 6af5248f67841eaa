"""Fixes for errors in JSON: quotes, commas, colons, and words and numbers of other languages."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Final, NamedTuple

from ..diagnostics import Fix
from ..source import SourceText
from .grammar import Grammar
from .json_text import JsonProblem, JsonText

#: A text with more faults, or a longer one, is not meant as JSON.
_MOST_FAULTS: Final = 40
_LONGEST: Final = 2_000_000

_GRAMMAR: Final = Grammar(__package__, "json_fix.lark")
_QUOTED, _KEY, _WORD, _NUMBER = map(_GRAMMAR.rule, ("quoted", "KEY", "WORD", "number"))
_AFTER_TEXT, _TEXT, _UNCLOSED = map(_GRAMMAR.rule, ("AFTER_TEXT", "text", "unclosed"))
_UNESCAPED: Final = _GRAMMAR.rule("UNESCAPED")
_WORDS: Final = {"true": "true", "false": "false", "null": "null", "none": "null"}


class _Repair(NamedTuple):
    """A replacement of ``text[start:end]``; whether it is certain."""

    start: int
    end: int
    new: str
    is_safe: bool = True


def fix_of(json_text: JsonText, problem: JsonProblem) -> Fix | None:
    """Return a fix for a text that has a *problem*; None if there is none.

    The text is decoded, fixed where that fails, and decoded again, until it is valid.
    """
    source, start, end = json_text.source, json_text.start, json_text.end
    text = source.text[start:end]
    first = rest = len(text)
    repairs: list[_Repair] = []
    offset, message = problem.offset - start, problem.message
    while message and len(repairs) < _MOST_FAULTS and len(text) <= _LONGEST:
        repair = _repair(text, offset, message)
        if repair is None:
            return None
        repairs.append(repair)
        first, rest = min(first, repair.start), min(rest, len(text) - repair.end)
        text = text[: repair.start] + repair.new + text[repair.end :]
        offset, message = _problem(text, forgiving=json_text.forgiving)
    if message:
        return None
    span = source.span(start + first, end - rest)
    count = len(repairs)
    title = f"fix {count} errors in the JSON" if count > 1 else None
    new = text[first : len(text) - rest]
    return Fix.replace(span, new, title, is_safe=all(each.is_safe for each in repairs))


def _problem(text: str, *, forgiving: bool) -> tuple[int, str]:
    """Return the offset at which *text* is no JSON, and the reason, empty if it is JSON."""
    try:
        JsonText(SourceText("", text), 0, len(text), forgiving=forgiving).decode()
    except JsonProblem as problem:
        return problem.offset, problem.message
    return 0, ""


def _repair(text: str, offset: int, message: str) -> _Repair | None:
    """Return the repair of what the decoder found at an *offset*."""
    for words, repairs in _REPAIRS.items():
        if message.startswith(words):
            made = (repair(text, offset) for repair in repairs)
            return next(filter(None, made), None)
    return None


def _quotes(text: str, offset: int) -> _Repair | None:
    """Repair quotes that JSON does not have."""
    match = _QUOTED.match(text, offset)
    if match is None:
        return None
    inner = match["CURLY"] if match["SINGLE"] is None else match["SINGLE"].replace("\\'", "'")
    escaped = _UNESCAPED.sub('\\\\"', inner)
    return _Repair(match.start(), match.end(), f'"{escaped}"')


def _bare_key(text: str, offset: int) -> _Repair | None:
    match = _KEY.match(text, offset)
    return match and _Repair(match.start(), match.end(), f'"{match[0]}"')


def _slashes(text: str, offset: int) -> _Repair | None:
    """Repair a comment of another language on a line of its own."""
    line = text.rfind("\n", 0, offset) + 1
    is_own_line = not text[line:offset].strip() and text.startswith("//", offset)
    return _Repair(offset, offset + 2, "#") if is_own_line else None


def _comma_too_much(text: str, offset: int) -> _Repair | None:
    """Repair a comma before a closing bracket, or a second one."""
    if text[offset : offset + 1] == ",":
        return _Repair(offset, offset + 1, "")
    before = len(text[:offset].rstrip()) - 1
    if text[offset : offset + 1] in ("}", "]") and text[before : before + 1] == ",":
        return _Repair(before, before + 1, "")
    return None


def _word(text: str, offset: int) -> _Repair | None:
    match = _WORD.match(text, offset)
    if match is None:
        return None
    known = _WORDS.get(match[0].lower())
    return _Repair(match.start(), match.end(), known or json.dumps(match[0]), known is not None)


def _number(text: str, offset: int) -> _Repair | None:
    """Repair a number with a plus sign, leading zeros, or no digit before its point."""
    start = offset
    while start and text[start - 1] in "0123456789":
        start -= 1
    match = _NUMBER.match(text, start)
    if match is None or not match[0].strip("+") or match.end() < offset:
        return None
    digits = match[2] if match[2][:1].isdigit() else f"0{match[2]}"
    new = digits if digits != match[0] else None
    return None if new is None else _Repair(match.start(), match.end(), new)


def _doubled(text: str, offset: int) -> _Repair | None:
    """Repair a colon or a quote that is doubled."""
    two = text[max(offset - 1, 0) : offset + 1]
    if two == "::" or (two == '""' and _AFTER_TEXT.match(text, offset + 1)):
        return _Repair(offset, offset + 1, "")
    match = _TEXT.match(text, offset)
    if match is None or text[max(offset - 2, 0) : offset] != '""':
        return None
    return _Repair(offset - 1, offset, "", is_safe=match[1] is not None)


def _missing_comma(text: str, offset: int) -> _Repair | None:
    """Repair a missing comma between two values, or what stands in its place."""
    if text[offset : offset + 1] == ";":
        return _Repair(offset, offset + 1, ",")
    before = len(text[:offset].rstrip())
    is_value_after = text[offset : offset + 1] in ('"', "{", "[")
    is_value_before = text[before - 1 : before] in ('"', "}", "]") or text[before - 1].isalnum()
    # on one line, a quote may stand in a text
    is_clear = "\n" in text[before:offset] or text[offset : offset + 1] != '"'
    if is_value_after and is_value_before:
        return _Repair(before, before, ",", is_clear)
    return None


def _colon(text: str, offset: int) -> _Repair | None:
    char = text[offset : offset + 1]
    if char in ("=", ";", ","):
        end = offset + 2 if text.startswith("=>", offset) else offset + 1
        return _Repair(offset, end, ":", is_safe=char == "=")
    if char in ('"', "{", "["):
        before = len(text[:offset].rstrip())
        return _Repair(before, before, ":", is_safe=char != '"')
    return None


def _control(text: str, offset: int) -> _Repair | None:
    """Repair a tab in a string, or a line end where a string is not closed."""
    if text[offset] == "\t":
        return _Repair(offset, offset + 1, "\\t")
    line_end = offset + 1 if text[offset] == "\n" else offset + 2
    line = text[text.rfind("\n", 0, offset) + 1 : line_end]
    match = _UNCLOSED.search(line)
    if match is None:
        return None
    start = line_end - len(match[0])
    return _Repair(start, start, '"', is_safe=False)


def _backslash(text: str, offset: int) -> _Repair:
    is_quote = text[offset + 1 : offset + 2] == "'"
    return _Repair(offset, offset + 1, "" if is_quote else "\\\\")


_REPAIRS: Final[dict[str, tuple[Callable[[str, int], _Repair | None], ...]]] = {
    "expecting property name": (_quotes, _bare_key, _slashes, _comma_too_much),
    "illegal trailing comma": (_comma_too_much,),
    "expecting value": (_quotes, _slashes, _comma_too_much, _doubled, _number, _word),
    "expecting ',' delimiter": (_slashes, _doubled, _number, _missing_comma),
    "expecting ':' delimiter": (_doubled, _colon),
    "invalid control character": (_control,),
    "invalid \\escape": (_backslash,),
}
