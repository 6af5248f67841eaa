"""The JSON of a section: checked access to its values, and what Draftmancer does to its text.

Every wrong value is reported at its own place.  Before it decodes a section, Draftmancer takes
lines until brackets of the section's kind are balanced, those in texts too, and removes commas
before closing brackets, in texts too.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from typing import Any

from attrs import define, evolve

from ... import model as _model  # noqa: F401 - before its modules: see cardformats.__getattr__
from ...diagnostics import DiagnosticLog
from ...model.frozen import EMPTY
from ...source import Span
from ..json_text import JsonText, Path
from .codes import DraftmancerCode
from .syntax import BLANKS

#: What every object of JavaScript has, under these names.
SCRIPT_NAMES = frozenset(
    "__proto__ constructor hasOwnProperty isPrototypeOf propertyIsEnumerable toLocaleString"  # noqa: SIM905 - readable
    " toString valueOf __defineGetter__ __defineSetter__ __lookupGetter__ __lookupSetter__".split()
)
#: The one of them that cannot be given a value of its own.
PROTOTYPE = "__proto__"
#: The names that JavaScript sorts as numbers.
_INDEX = re.compile(r"0|[1-9][0-9]{0,9}")
_NO_INDEX = 2**32 - 1


@define
class Node:
    """A value in a section's JSON.

    Attributes:
        json: where the section's JSON stands.
        path: the way to the value.
        value: the value itself.
        what: what messages call it.
        log: where problems go.
        is_name: its place is that of its member name.
    """

    json: JsonText
    path: Path
    value: Any
    what: str
    log: DiagnosticLog
    is_name: bool = False

    @property
    def span(self) -> Span:
        """Where the value stands; looked for only when it is asked for."""
        return self.json.span(self.path, key=self.is_name)

    def where(self) -> Span:
        """The same as :attr:`span`, for those who may not need it."""
        return self.span

    def name(self) -> Node:
        """The same member, but its place is that of the name."""
        return evolve(self, is_name=True)

    def report(self, code: DraftmancerCode, *, notes: Iterable[str] = (), **data: Any) -> None:
        """Report that *code* holds here."""
        self.log.add(code, self.span, notes=notes, **data)

    def wrong(self, expected: str) -> None:
        """Report that the value is not *expected*."""
        self.report(DraftmancerCode.WRONG_TYPE, what=self.what, expected=expected)

    def ignored(self, expected: str) -> None:
        """Report that the value is not *expected*, which Draftmancer does not mind."""
        self.report(DraftmancerCode.IGNORED, what=self.what, expected=expected)

    def child(self, step: str | int, what: str) -> Node:
        """The member or item *step*, which is there."""
        return Node(self.json, (*self.path, step), self.value[step], what, self.log)

    def member(self, name: str) -> Node:
        """The member *name* of an object, which is there."""
        return self.child(name, repr(name))

    def is_object(self) -> bool:
        """Whether this is an object; reported if it is none."""
        if isinstance(self.value, dict):
            return True
        self.wrong("an object")
        return False

    def members(self) -> dict[str, Node] | None:
        """The members of an object; reported if it is none."""
        if not self.is_object():
            return None
        return {name: self.member(name) for name in in_script_order(self.value)}

    def has(self, *names: str, what: str = "") -> bool:
        """Whether an object has members of those *names*; those that are missing are reported."""
        missing = [name for name in names if name not in self.value]
        for name in missing:
            self.report(DraftmancerCode.MISSING, what=what or self.what, name=name)
        return not missing

    def required_text(self, name: str) -> str | None:
        """The string that is the member *name* of an object; reported if there is none."""
        value = self.value.get(name)
        if isinstance(value, str):
            return value
        return self.member(name).text() if self.has(name) else None

    def items(self, what: str = "an item") -> Iterator[Node]:
        """The items of an array; reported if it is none."""
        if not isinstance(self.value, list):
            self.wrong("an array")
            return
        for number in range(len(self.value)):
            yield self.child(number, what)

    def text(self) -> str | None:
        """The string; reported if it is none."""
        if isinstance(self.value, str):
            return self.value
        self.wrong("a string")
        return None

    def boolean(self) -> bool | None:
        """The boolean; reported if it is none."""
        if isinstance(self.value, bool):
            return self.value
        self.wrong("true or false")
        return None

    def number(self) -> float | None:
        """The number; reported if it is none."""
        if isinstance(self.value, (int, float)) and not isinstance(self.value, bool):
            return self.value
        self.wrong("a number")
        return None

    def integer(self, minimum: int | None = None, maximum: int | None = None) -> int | None:
        """The whole number (``2.0`` is one) in these bounds; reported if it is none."""
        value = whole(self.value)
        low = value is not None and minimum is not None and value < minimum
        high = value is not None and maximum is not None and value > maximum
        if value is not None and not low and not high:
            return value
        bounds = "" if minimum is None else f", {minimum} or more"
        if maximum is not None:
            bounds = f" from {minimum} to {maximum}"
        self.wrong(f"a whole number{bounds}")
        return None

    def weighted_names(
        self, what: str, *, needs_weight: bool = False, weights: Mapping[str, int] = EMPTY
    ) -> Iterator[tuple[Node, str, int]]:
        """The items of an array of names, or of objects with a name and a weight; and where.

        A name alone has its weight in *weights*, or 1.
        """
        for item in self.items(what):
            if isinstance(item.value, str):
                yield item, item.value, weights.get(item.value, 1)
            elif (members := item.members()) is not None:
                if not item.has("name", *(("weight",) if needs_weight else ())):
                    continue
                name = members["name"].text()
                weight = members["weight"].integer(0) if "weight" in members else 1
                if name is not None and weight is not None:
                    yield members["name"], name, weight

    def unknown_keys(self, known: AbstractSet[str]) -> None:
        """Report the members that are not *known*."""
        for name in () if self.value.keys() <= known else self.value:
            if name in known:
                continue
            notes = self.log.did_you_mean(name, known)
            span = self.json.span((*self.path, name), key=True)
            self.log.add(DraftmancerCode.UNKNOWN_KEY, span, notes=notes, name=name, what=self.what)


def in_script_order(names: Iterable[str]) -> list[str]:
    """*names* in the order in which JavaScript has the keys of an object: whole numbers first."""
    names = list(names)
    numbers = [name for name in names if _INDEX.fullmatch(name) and int(name) < _NO_INDEX]
    if not numbers:
        return names
    return sorted(numbers, key=int) + [name for name in names if name not in set(numbers)]


def whole(value: object) -> int | None:
    """*value* if it is a whole number in JSON's eyes, else None."""
    if isinstance(value, int):
        return None if isinstance(value, bool) else value
    return int(value) if isinstance(value, float) and value.is_integer() else None


_STRING = re.compile(r'"(?:[^"\\]|\\.)*+"')
_COMMENT = re.compile(rf"(?m)^[{BLANKS.replace(chr(10), '')}]*+#[^\n]*")
_COMMA = re.compile(r",\s*+[\]}]")
_REMOVED_COMMA = re.compile(r'(?:true|false|null|["0-9\]}])\s*,\s*[\]}]')
_STRING_OR_NO_VALUE = re.compile(_STRING.pattern + r"|[\[{:,]\s*,(?=\s*[\]}])")


def otherwise(json: JsonText) -> tuple[Span, str] | None:
    """Where Draftmancer reads *json* otherwise than it is meant, and why; None if it does not."""
    text = json.source.text[json.start : json.end]
    if "#" in text:
        text = _COMMENT.sub(lambda match: " " * len(match[0]), text)
    opening, closing = ("[", "]") if text[0] == "[" else ("{", "}")
    if _end(text, opening, closing) != len(text):
        for match in _STRING.finditer(text):
            if not balanced(match[0], opening, closing):
                problem = f"a bracket in this text counts where it looks for the last «{closing}»"
                return _span(json, match), problem
    if _COMMA.search(text):
        for match in _STRING.finditer(text):
            if comma := _REMOVED_COMMA.search(match[0]):
                return _span(json, match), f"the comma in {comma[0]!r} is removed"
        for match in _STRING_OR_NO_VALUE.finditer(text):
            if match[0][0] != '"':
                return _span(json, match), "a comma without a value before it"
    return None


def balanced(string: str, opening: str, closing: str) -> bool:
    """Whether each *closing* bracket in *string* has an *opening* one before it, and no more."""
    depth = 0
    for char in string:
        depth += (char == opening) - (char == closing)
        if depth < 0:
            return False
    return depth == 0


def _end(text: str, opening: str, closing: str) -> int | None:
    """Where *text* ends if brackets in texts count."""
    start = depth = 0
    while (place := text.find(closing, start)) >= 0:
        depth += text.count(opening, start, place) - 1
        if not depth:
            return place + 1
        start = place + 1
    return None


def _span(json: JsonText, match: re.Match[str]) -> Span:
    return json.source.span(json.start + match.start(), json.start + match.end())
