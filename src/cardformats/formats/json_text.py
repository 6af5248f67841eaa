"""JSON inside a source: decoded fast, and each value's place found when a diagnostic needs it."""

from __future__ import annotations

import json
import re
from functools import cached_property
from math import isfinite
from typing import TYPE_CHECKING, Any, NoReturn, TypeAlias

from ..caching import Caching
from ..diagnostic_log import DiagnosticLog
from ..diagnostics import SharedCode
from ..source import SourceText, Span
from .grammar import Grammar, GrammarProblem

if TYPE_CHECKING:
    from lark import Token, Tree

#: The way to a value: member names and item numbers from the outermost value inwards.
Path: TypeAlias = tuple[str | int, ...]

MAX_DEPTH = 64

#: It finds the place of a value; loaded only for a diagnostic.
_GRAMMAR = Grammar(__package__, "json_text.lark", "start")

#: The decoder refuses whole numbers of more digits.
_MAX_DIGITS = 4300

_STRING = r'"(?:[^"\\]|\\.)*+"'
_STRING_OR_NUMBER = re.compile(
    _STRING + r"|NaN|-?Infinity|-?[0-9]+(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?", re.DOTALL
)
_SURROGATE = re.compile("[\ud800-\udfff]")
#: Whole pairs and other escapes are matched so that a half is not looked for in them.
_ESCAPES = re.compile(
    r"\\(?:u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}"
    r"|(?P<half>u[dD][89a-fA-F][0-9a-fA-F]{2})|.)",
    re.DOTALL,
)
_COMMENT_LINE = re.compile(r"(?m)^[ \t\xa0\ufeff]*#[^\n]*")
_STRING_OR_LAST_COMMA = re.compile(_STRING + r"|,(?=\s*+[}\]])", re.DOTALL)
_STRING_OR_COMMENT_OR_BRACKET = re.compile(
    _STRING + r'|"|(?m:^[ \t\xa0\ufeff]*#[^\n]*)|[\[\]{}]', re.DOTALL
)


class JsonProblem(Exception):  # noqa: N818 - never leaves the library; a message and where
    """Text that is not JSON, or more deeply nested than the limit."""

    def __init__(self, message: str, offset: int) -> None:
        """*message* about the character at *offset* of the source."""
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

    def decode(self) -> Any:
        """The value.

        Raises:
            JsonProblem: it is no JSON, or nested deeper than :data:`MAX_DEPTH`.
        """
        text = self.source.text[self.start : self.end]
        try:
            return self._decode(text)
        except JsonProblem:
            if not self.forgiving:
                raise
        text = _COMMENT_LINE.sub(lambda match: " " * len(match[0]), text)
        text = _STRING_OR_LAST_COMMA.sub(lambda match: " " if match[0] == "," else match[0], text)
        return self._decode(text)

    def report_lone_surrogates(self, log: DiagnosticLog) -> None:
        """Tell of escapes that are half of a character; the value has it all the same."""
        if self.source.text.find("\\u", self.start, self.end) < 0:  # much faster than the pattern
            return
        for match in _ESCAPES.finditer(self.source.text, self.start, self.end):
            if match["half"]:
                span = self.source.span(*match.span())
                log.add(SharedCode.LONE_SURROGATE, span, escape=match[0])

    def span(self, path: Path, *, key: bool = False) -> Span:
        """Where the value at *path* is (or its member name, if *key*).

        If the text cannot be parsed so far, the span covers its first character.
        """
        start, end = self._range(path, key=key)
        return self.source.span(self.start + start, self.start + end)

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
            first = next(filter(_is_no_number, _STRING_OR_NUMBER.finditer(text)), None)
            shown = first[0] if first and len(first[0]) < _MAX_DIGITS else "a number of many digits"
            offset = self.start + (first.start() if first else 0)
            message = f"{shown} is not a JSON number"
            raise JsonProblem(message, offset) from None
        if _depth(value) > MAX_DEPTH:
            raise self._too_deep()
        return value

    def _too_deep(self) -> JsonProblem:
        depth = 0
        text = self.source.text
        for match in _STRING_OR_COMMENT_OR_BRACKET.finditer(text, self.start, self.end):
            depth += (match[0] in "[{") - (match[0] in "]}")
            if depth > MAX_DEPTH:
                return JsonProblem(f"nested more than {MAX_DEPTH} deep", match.start())
        return JsonProblem(f"nested more than {MAX_DEPTH} deep", self.start)

    def _range(self, path: Path, *, key: bool) -> tuple[int, int]:
        node: Any = self._tree
        place = node
        for step in path:
            child = self._child(node, step)
            if child is None:
                return 0, 1
            is_member = isinstance(step, str)
            place = child.children[0] if is_member and key else child
            node = child.children[1] if is_member else child
            if is_member and not key:
                place = node
        if place is None:
            return 0, 1
        where = place.meta if hasattr(place, "meta") else place
        return where.start_pos, where.end_pos

    def _child(self, tree: Any, step: str | int) -> Any:
        """The item *step* of an array, or the last member of that name of an object, or None."""
        kind = getattr(tree, "data", None)
        if isinstance(step, int):
            return tree.children[step] if kind == "array" and step < len(tree.children) else None
        if kind != "object":
            return None
        members = self._members.get(id(tree))
        if members is None:
            members = {_unquoted(child.children[0]): child for child in tree.children}
            self._members[id(tree)] = members
        return members.get(step)

    @cached_property
    def _members(self) -> dict[int, dict[str, Any]]:
        """The members of objects in the tree, by ``id()``."""
        return {}

    @cached_property
    def _tree(self) -> Tree[Token] | None:
        try:
            return _GRAMMAR.tree("start", self.source.text[self.start : self.end])
        except GrammarProblem:
            return None


def strict_value(source: SourceText, start: int) -> tuple[Any, int] | None:
    """The value that begins at *start*, and its end; None if it is not strict JSON.

    It is decoded only once; :class:`JsonText` says what is wrong with a value, and forgives more.
    """
    try:
        value, end = _DECODER.raw_decode(source.text, start)
    except (ValueError, RecursionError):
        return None
    return (value, end) if _depth(value) <= MAX_DEPTH else None


def closing_bracket(text: str, start: int, end: int) -> int | None:
    """The offset after the bracket that closes the one at *start*; None if none does before *end*.

    Brackets in strings and in comment lines do not count; a bracket that is closed by one of the
    wrong kind counts as closed, so that the decoder can say what is wrong.
    """
    depth = 0
    for match in _STRING_OR_COMMENT_OR_BRACKET.finditer(text, start, end):
        depth += (match[0] in "[{") - (match[0] in "]}")
        if depth == 0 and match[0] in "]}":
            return match.end()
    return None


def open_brackets(text: str, start: int, end: int) -> str:
    """What closes the brackets that are open at *end*, of those from *start* on."""
    closers: list[str] = []
    for match in _STRING_OR_COMMENT_OR_BRACKET.finditer(text, start, end):
        if match[0] in "[{":
            closers.append("]" if match[0] == "[" else "}")
        elif match[0] in "]}" and closers:
            closers.pop()
    return "".join(reversed(closers))


def _unquoted(string: str) -> str:
    return str(json.loads(string, strict=False))


def _depth(value: Any) -> int:
    """How deeply *value* is nested, without recursion."""
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
    """Whether *match* is a number that the decoder takes, but JSON has not or none can hold."""
    text = match[0]
    if text[0] == '"':
        return False
    return not text[-1].isdigit() or len(text) > _MAX_DIGITS or not isfinite(float(text))


#: What it refuses, and Python's own decoder does not, is no JSON.
_DECODER = json.JSONDecoder(parse_constant=_refuse, parse_float=_finite)


def encode(value: Any, indent: int | str | None = 2, *, compact: bool = False) -> str:
    """*value* as JSON text that every encoding can hold: lone surrogates are escaped."""
    marks = (",", ":") if compact else None
    text = json.dumps(value, ensure_ascii=False, indent=indent, separators=marks, allow_nan=False)
    try:
        text.encode("utf-8")  # much faster than a pattern
    except UnicodeEncodeError:
        return _SURROGATE.sub(lambda match: f"\\u{ord(match[0]):04x}", text)
    return text
