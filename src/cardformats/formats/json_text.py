"""JSON inside a source: decoded fast, and each value's place found when a diagnostic needs it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cached_property
from math import isfinite
from typing import Any, Final, NamedTuple, NoReturn, Self, TypeAlias

from ..caching import Caching
from ..diagnostic_log import DiagnosticLog
from ..diagnostics import SharedCode
from ..source import SourceText, Span
from .grammar import Grammar

#: The way to a value: member names and item numbers from the outermost value inwards.
Path: TypeAlias = tuple[str | int, ...]

MAX_DEPTH = 64

GRAMMAR: Final = Grammar(__package__, "json_text.lark", "start")
STRING: Final = GRAMMAR.rule("STRING")
COMMENT: Final = GRAMMAR.rule("COMMENT")
# An escaped quote is no beginning of a string: where one is not closed, it would be tried for each.
_TOKEN: Final = GRAMMAR.tokens("COMMENT", "STRING", "MARK", "WORD")
_FORGIVEN: Final = GRAMMAR.tokens("STRING", "LAST_COMMA", "COMMENT", "ESCAPE")
_NUMBERS: Final = GRAMMAR.tokens("STRING", "NO_NUMBER", "NUMBER", "ESCAPE")
_ESCAPES: Final = GRAMMAR.tokens("SURROGATES", "LONE_SURROGATE", "ESCAPE")
#: The decoder refuses whole numbers of more digits.
_MAX_DIGITS: Final = 4300
#: Maximum number of values to try as strict JSON, which is much faster, but slow if it fails.
_STRICT_TRIES: Final = 8


class JsonProblem(Exception):  # noqa: N818 - never leaves the library; a message and where
    """Text that is not JSON, or more deeply nested than the limit."""

    def __init__(self, message: str, offset: int) -> None:
        """Report a *message* about the character at *offset* of the source."""
        super().__init__(message)
        self.message = message
        self.offset = offset


class JsonText(Caching):
    """A JSON value in ``source.text[start:end]``.

    Comment lines and trailing commas are forgiven if *forgiving*; offsets stay those of the source.
    """

    def __init__(
        self, source: SourceText, start: int, end: int, *, forgiving: bool = False
    ) -> None:
        """Take a range of a source; nothing is decoded yet."""
        self.source, self.start, self.end = source, start, end
        self.forgiving = forgiving

    @classmethod
    def whole(cls, source: SourceText) -> Self:
        """Take all of a source."""
        return cls(source, 0, len(source.text))

    def decode(self) -> Any:
        """Decode the value.

        Raises:
            JsonProblem: If the value is not JSON, or is nested more deeply than :data:`MAX_DEPTH`.
        """
        text = self.source.text[self.start : self.end]
        try:
            return self._decode(text)
        except JsonProblem:
            if not self.forgiving:
                raise
        return self._decode(_FORGIVEN.sub(_forgiven, text))

    def decode_any(self) -> Any:
        """Decode the value at any depth, even with infinite numbers; large texts are faster.

        Raises:
            JsonProblem: If the value is not JSON.
        """
        text = self.source.text[self.start : self.end].removeprefix("\ufeff")
        try:
            return json.loads(text, parse_constant=_refuse)
        except (ValueError, RecursionError):
            return self.decode()

    def report_lone_surrogates(self, log: DiagnosticLog) -> None:
        """Report escapes that are unpaired surrogates; the value contains them anyway."""
        text = self.source.text
        if all(text.find(each, self.start, self.end) < 0 for each in ("\\ud", "\\uD")):
            return  # that is found much faster than by the pattern
        for match in _ESCAPES.finditer(text, self.start, self.end):
            if match.lastgroup == "LONE_SURROGATE":
                span = self.source.span(*match.span())
                log.add(SharedCode.LONE_SURROGATE, span, escape=match[0])

    def span(self, path: Path, *, key: bool = False) -> Span:
        """Return the position of the value at *path* (or of its member name, if *key*).

        If there is none, the span covers the first character of the value that should have it.
        """
        text = self.source.text
        item = self._whole if not path else _Item(self._first, self._first, self.end)
        for step in path:
            following = self._items(item.value).get(step)
            if following is None:
                return self.source.span(item.value, item.value + 1)
            item = following
        name = STRING.match(text, item.start) if key and item.start < item.value else None
        return self.source.span(*(name.span() if name else (item.value, item.end)))

    def _items(self, start: int) -> dict[str | int, _Item]:
        """Return the items of the array, or the last member of each name of the object."""
        text = self.source.text
        if start not in self._known_items:
            items = json_items(text, start)[0] if text[start : start + 1] in ("{", "[") else []
            is_object = text.startswith("{", start)
            self._known_items[start] = {
                each.key if is_object else number: each for number, each in enumerate(items)
            }
        return self._known_items[start]

    @cached_property
    def _first(self) -> int:
        """Return the offset where the value begins."""
        matches = tokens(self.source.text, self.start, self.end)
        return next((each.start() for each in matches if not each["COMMENT"]), self.start)

    @cached_property
    def _whole(self) -> _Item:
        """Return the position of the whole value; its end is slow to find, and seldom needed."""
        text, first = self.source.text, self._first
        token = _TOKEN.match(text, first, self.end)
        end = token.end() if token else first + 1
        if token and token["MARK"] in ("[", "{"):
            end = closing_bracket(text, first, self.end) or end
        return _Item(first, first, end)

    @cached_property
    def _known_items(self) -> dict[int, dict[str | int, _Item]]:
        return {}

    def _decode(self, text: str) -> Any:
        try:
            value = json.loads(
                text.removeprefix("\ufeff"), parse_constant=_refuse, parse_float=_finite
            )
        except json.JSONDecodeError as error:
            offset = error.pos + text.startswith("\ufeff")
            message = error.msg[:1].lower() + error.msg[1:]
            raise JsonProblem(message, self.start + offset) from None
        except RecursionError:
            raise self._too_deep() from None
        except ValueError:  # what the decoder takes and JSON does not have
            first = next(filter(_is_no_number, _NUMBERS.finditer(text)), None)
            shown = first[0] if first and len(first[0]) < _MAX_DIGITS else "a number of many digits"
            offset = self.start + (first.start() if first else 0)
            message = f"{shown} is not a JSON number"
            raise JsonProblem(message, offset) from None
        if _depth(value) > MAX_DEPTH:
            raise self._too_deep()
        return value

    def _too_deep(self) -> JsonProblem:
        all_brackets = brackets(self.source.text, self.start, self.end)
        place = next((place for place, depth, _ in all_brackets if depth > MAX_DEPTH), self.start)
        return JsonProblem(f"nested more than {MAX_DEPTH} deep", place)


def strict_value(source: SourceText, start: int) -> tuple[Any, int] | None:
    """Decode the value at *start*; return it and its end, or None if it is not strict JSON.

    It is decoded only once; :class:`JsonText` says what is wrong with a value, and forgives more.
    """
    try:
        value, end = _DECODER.raw_decode(source.text, start)
    except (ValueError, RecursionError):
        return None
    return (value, end) if _depth(value) <= MAX_DEPTH else None


def tokens(text: str, start: int = 0, end: int | None = None) -> Iterator[re.Match[str]]:
    """Yield the tokens of JSON, which may be wrong, from *start* to *end*.

    ``lastgroup`` says what a token is: a ``COMMENT`` line, a ``STRING``, a ``MARK`` (a bracket, a
    colon or a comma), or a ``WORD``: any other value, and what is none.
    """
    return _TOKEN.finditer(text, start, len(text) if end is None else end)


def brackets(text: str, start: int, end: int) -> Iterator[tuple[int, int, str]]:
    """Yield the offset of each bracket, the number of brackets open after it, and the bracket.

    Those in strings and in comment lines do not count.
    """
    depth = 0
    for match in tokens(text, start, end):
        bracket = match["MARK"] or ""
        if bracket and bracket in "[]{}":
            depth += 1 if bracket in "[{" else -1
            yield match.start(), depth, bracket


def closing_bracket(text: str, start: int, end: int) -> int | None:
    """Return the offset after the bracket that closes the one at *start*; None if there is none.

    Brackets in strings and in comment lines do not count; a bracket that is closed by one of the
    wrong kind counts as closed, so that the decoder can say what is wrong.
    """
    closed = (
        place + 1
        for place, depth, bracket in brackets(text, start, end)
        if depth == 0 and bracket in "]}"
    )
    return next(closed, None)


def open_brackets(text: str, start: int, end: int) -> str:
    """Return what closes the brackets that are open at *end*, of those from *start* on."""
    closers: list[str] = []
    for _, _, bracket in brackets(text, start, end):
        if bracket in "[{":
            closers.append("]" if bracket == "[" else "}")
        elif closers:
            closers.pop()
    return "".join(reversed(closers))


class _Item(NamedTuple):
    """An item of an array, or a member of an object, and where its value begins."""

    start: int
    value: int
    end: int
    key: str = ""


def json_items(text: str, start: int) -> tuple[list[_Item], int]:
    """Return the items of the array or object that opens at *start*, and its end.

    Comment lines and a comma behind the last item are allowed.
    """
    items: list[_Item] = []
    first, value, end, key = -1, -1, -1, ""
    position, tries = start + 1, _STRICT_TRIES
    while (token := _TOKEN.search(text, position)) is not None:
        mark, position = token["MARK"], token.end()
        if token.lastgroup == "COMMENT":
            continue
        if mark in (",", "]", "}"):
            if first >= 0:
                items.append(_Item(first, value, end, key))
            if mark != ",":
                return items, token.start()
            first = -1
        elif mark == ":":
            key, value = str(json.loads(text[first:end], strict=False)), -1
        else:
            first = token.start() if first < 0 else first
            value = token.start() if value < 0 or first == token.start() else value
            if mark is not None:
                strict = _strict_end(text, token.start()) if tries else None
                tries -= strict is None and tries > 0
                position = strict or closing_bracket(text, token.start(), len(text)) or len(text)
            end = position
    return items, len(text)


def _strict_end(text: str, start: int) -> int | None:
    """Return the end of the array or object that opens at *start*; None if not strict JSON."""
    try:
        return _PLAIN_DECODER.raw_decode(text, start)[1]
    except (ValueError, RecursionError):
        return None


def _forgiven(match: re.Match[str]) -> str:
    """Replace comments and a trailing comma by spaces; leave all other text unchanged."""
    if match["LAST_COMMA"]:
        return " " + COMMENT.sub(_spaces_for, match[0][1:])
    return _spaces_for(match) if match["COMMENT"] else match[0]


def _spaces_for(match: re.Match[str]) -> str:
    return " " * len(match[0])


def _depth(value: Any) -> int:
    """Return the depth of *value*, without recursion."""
    depth, level = 0, [value] if isinstance(value, (dict, list)) else []
    while level and depth <= MAX_DEPTH:
        level = [
            item
            for container in level
            for item in (container.values() if isinstance(container, dict) else container)
            if item.__class__ in (dict, list)
        ]
        depth += 1
    return depth


def _refuse(name: str) -> NoReturn:
    raise ValueError(name)


def _finite(number: str) -> float:
    value = float(number)
    if not isfinite(value):
        _refuse(number)
    return value


def _is_no_number(match: re.Match[str]) -> bool:
    """Return whether *match* is a number that the decoder takes, but is invalid or too large."""
    if number := match["NUMBER"]:
        return len(number) > _MAX_DIGITS or not isfinite(float(number))
    return match["NO_NUMBER"] is not None


_PLAIN_DECODER = json.JSONDecoder()
#: What it refuses, and Python's own decoder does not, is no JSON.
_DECODER = json.JSONDecoder(parse_constant=_refuse, parse_float=_finite)


def encode(value: Any, indent: int | str | None = 2, *, compact: bool = False) -> str:
    """Encode *value* as JSON text; unpaired surrogates are escaped."""
    marks = (",", ":") if compact else None
    text = json.dumps(value, ensure_ascii=False, indent=indent, separators=marks, allow_nan=False)
    return text.encode("utf-8", "backslashreplace").decode("utf-8")
