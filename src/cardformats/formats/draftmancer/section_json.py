"""The JSON of a section: checked access to its values, and Draftmancer's changes to its text.

Every wrong value is reported at its own position. Before Draftmancer decodes a section, it reads
lines until brackets of the section's kind are balanced, and removes commas before closing brackets.
Both include brackets and commas in texts.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any

from attrs import define, evolve

from ... import model as _model  # noqa: F401 - before its modules: see cardformats.__getattr__
from ...diagnostic_log import DiagnosticLog
from ...diagnostics import Fix
from ...model.frozen import EMPTY
from ...source import Span
from ..json_text import GRAMMAR as JSON
from ..json_text import JsonText, Path, encode
from ..near_words import near_word
from .codes import DraftmancerCode
from .kinds import TEXT, WHOLE, ValueKind, fits, is_of_type
from .lines import GRAMMAR

#: The names of members that every JavaScript object has.
SCRIPT_NAMES = frozenset(
    "__proto__ constructor hasOwnProperty isPrototypeOf propertyIsEnumerable toLocaleString"  # noqa: SIM905 - readable
    " toString valueOf __defineGetter__ __defineSetter__ __lookupGetter__ __lookupSetter__".split()
)
#: The one of these names that cannot have an own value.
PROTOTYPE = "__proto__"
_BOOLEANS = ("true", "false")
#: The maximum length of a text that is probably a number.
_LONGEST_NUMBER = 20
#: The names that JavaScript sorts as numbers.
_INDEX = GRAMMAR.rule("ARRAY_INDEX")
_NO_INDEX = 2**32 - 1


@define
class JsonNode:
    """A value in a section's JSON.

    Attributes:
        json: The text of the section's JSON.
        path: The path to the value.
        value: The value.
        what: The description of the value in messages.
        log: The log for diagnostics.
        is_name: Whether its position is that of its member name.
    """

    json: JsonText
    path: Path
    value: Any
    what: str
    log: DiagnosticLog
    is_name: bool = False

    @property
    def span(self) -> Span:
        """Return the position of the value, which is searched on demand."""
        return self.json.span(self.path, key=self.is_name)

    def where(self) -> Span:
        """Return :attr:`span`, for callers that may not need it."""
        return self.span

    def name(self) -> JsonNode:
        """Return the same member with the position of its name."""
        return evolve(self, is_name=True)

    def report(
        self,
        code: DraftmancerCode,
        fix: Fix | None = None,
        /,
        *,
        notes: Iterable[str] = (),
        **data: Any,
    ) -> None:
        """Report a diagnostic at this node, with an optional fix."""
        self.log.add(code, self.span, fix, notes=notes, **data)

    def wrong(self, expected: str, fix: Fix | None = None) -> None:
        """Report that the value is not *expected*."""
        self.report(DraftmancerCode.WRONG_TYPE, fix, what=self.what, expected=expected)

    def ignored(self, expected: str, fix: Fix | None = None) -> None:
        """Report that the value is not *expected*, but that Draftmancer ignores the error."""
        self.report(DraftmancerCode.IGNORED, fix, what=self.what, expected=expected)

    def rewritten(self, value: Any, *, is_safe: bool = True) -> Fix:
        """Return the fix that writes *value*, or the name of a member, instead of this one."""
        return Fix.replace(self.span, encode(value, None), is_safe=is_safe)

    def nearest(
        self, known: Collection[str], notes: Collection[str], *, of_author: bool = False
    ) -> Fix | None:
        """Return the fix that writes the intended *known* name, if *notes* suggest one."""
        word = self.path[-1] if self.is_name else self.value
        near = near_word(str(word), known, notes, of_author=of_author)
        return None if near is None else self.rewritten(near.word, is_safe=near.is_sure)

    def child(self, step: str | int, what: str) -> JsonNode:
        """Return the existing member or item *step*."""
        return JsonNode(self.json, (*self.path, step), self.value[step], what, self.log)

    def member(self, name: str) -> JsonNode:
        """Return the existing member *name* of an object."""
        return self.child(name, repr(name))

    def is_object(self) -> bool:
        """Return whether this is an object; report if it is not."""
        if isinstance(self.value, dict):
            return True
        self.wrong("an object")
        return False

    def members(self) -> dict[str, JsonNode] | None:
        """Return the members of an object; report if it is not an object."""
        if not self.is_object():
            return None
        return {name: self.member(name) for name in in_script_order(self.value)}

    def has(self, *names: str, what: str = "") -> bool:
        """Return whether an object has members of those *names*; report missing ones."""
        missing = [name for name in names if name not in self.value]
        for name in missing:
            self.report(DraftmancerCode.MISSING, what=what or self.what, name=name)
        return not missing

    def required(self, name: str, kind: ValueKind) -> Any:
        """Return the member *name* of a *kind* of an object; report if it is missing."""
        value = self.value.get(name)
        if fits(kind, value):
            return value
        return self.member(name).read(kind) if self.has(name) else None

    def items(self, what: str = "an item") -> Iterator[JsonNode]:
        """Yield the items of an array; report if it is not an array."""
        if not isinstance(self.value, list):
            self.wrong("an array")
            return
        for number in range(len(self.value)):
            yield self.child(number, what)

    def read(self, kind: ValueKind) -> Any:
        """Return the value as far as it is of a *kind*; None if it is not.

        Invalid parts are reported at their own positions and omitted.
        """
        value = self.value
        if fits(kind, value):
            return whole(value) if kind.type == "integer" else value
        if kind.ignores is not None and kind.ignores(value):
            self.ignored(kind.described, self.corrected(kind))
            return None
        form = next((each for each in kind.all_forms if is_of_type(value, each.type)), None)
        if form is None or not (form.item or form.members or form.any_member):
            self.wrong(kind.described, self.corrected(kind))
            return None
        parts = self._parts(form)
        if parts == value:  # all parts are valid, but not together
            self.wrong(form.described, self.corrected(form))
            return None
        return parts

    def _parts(self, kind: ValueKind) -> Any:
        """Return the valid items of an array, or the valid members of an object."""
        if kind.item is not None:
            items = self.items(f"an item of {self.what}")
            return [each for item in items if (each := item.read(kind.item)) is not None]
        if kind.members and kind.any_member is None:
            self.unknown_keys(kind)
        if not self.has(*kind.required):
            return None
        parts = {}
        for name in self.value:
            its = kind.member(name)
            value = self.value[name] if its is None else self.member(name).read(its)
            if value is not None:
                parts[name] = value
        return parts if parts.keys() >= {*kind.required} else None

    def corrected(self, kind: ValueKind) -> Fix | None:
        """Return the fix that writes the intended value of a *kind*, if it is clear."""
        for form in kind.all_forms:
            if (meant := self._meant(form)) is not None:
                return meant if isinstance(meant, Fix) else self.rewritten(meant)
        return None

    def _meant(self, kind: ValueKind) -> Any:
        value = self.value
        if kind.repair is not None and (repaired := kind.repair(value)) is not None:
            return repaired
        if kind.type == "string" and kind.words and isinstance(value, str):
            words = [str(json.loads(word)) for word in kind.words]
            return self.nearest(words, (value,))
        if kind.type == "string" and is_of_type(value, "number"):
            return None if kind.test is not None else self.span.text
        meant: Any = None
        if kind.type == "boolean" and isinstance(value, str) and value.lower() in _BOOLEANS:
            meant = value.lower() == "true"
        elif kind.type in ("number", "integer"):
            meant = as_number(value)
        elif kind.type == "array" and isinstance(value, str):
            meant = [value]
        elif kind.type == "object" and isinstance(value, str) and len(kind.members) == 1:
            meant = dict.fromkeys(kind.members, value)
        return meant if meant is not None and fits(kind, meant) else None

    def whole(self, least: int, most: int | None = None) -> int | None:
        """Return the integer, or the minimum if it is too small; report if it is not an integer.

        Draftmancer accepts smaller numbers, which have no meaning. A number above *most* is an
        error.
        """
        number: int | None = self.read(WHOLE)
        if number is None:
            return None
        if most is not None and number > most:
            self.wrong(f"a whole number from {least} to {most}")
            return None
        if number < least:
            expected = f"a whole number, {least} or more"
            self.report(DraftmancerCode.ODD_VALUE, what=self.what, expected=expected, instead=least)
        return max(number, least)

    def weighted_names(
        self, what: str, *, needs_weight: bool = False, weights: Mapping[str, int] = EMPTY
    ) -> Iterator[tuple[JsonNode, str, int]]:
        """Yield the names and weights in an array of names or objects, with their nodes.

        A name alone has its weight in *weights*, or 1.
        """
        for item in self.items(what):
            if isinstance(item.value, str):
                yield item, item.value, weights.get(item.value, 1)
            elif (members := item.members()) is not None:
                if not item.has("name", *(("weight",) if needs_weight else ())):
                    continue
                name = members["name"].read(TEXT)
                weight = members["weight"].whole(0) if "weight" in members else 1
                if name is not None and weight is not None:
                    yield members["name"], name, weight

    def unknown_keys(self, kind: ValueKind) -> None:
        """Report the members that objects of a *kind* do not have."""
        known = kind.members.keys()
        if self.value.keys() <= known:
            return
        absent = known - self.value.keys()
        for name in self.value:
            if name in known:
                continue
            notes = self.log.did_you_mean(name, known)
            member = self.member(name)
            fix = member.name().nearest(absent, notes)
            if fix is not None:
                meant = kind.members[json.loads(fix.edits[0].new)]
                fix = fix if fits(meant, member.value) or member.corrected(meant) else None
            span = member.name().span
            data = {"notes": notes, "name": name, "what": self.what}
            self.log.add(DraftmancerCode.UNKNOWN_KEY, span, fix, **data)


def without_item(node: JsonNode) -> Fix:
    """Return the fix that deletes an item of an array after the first, with its comma."""
    *way, number = node.path
    before = node.json.span((*way, int(number) - 1))
    span = node.json.source.span(before.end, node.span.end)
    return Fix.replace(span, "", "delete it: there is the same before it")


def as_number(value: object) -> float | None:
    """Return the number in a string; None if it is not a number."""
    if not isinstance(value, str) or len(value) > _LONGEST_NUMBER:
        return None
    if not JSON.rule("NUMBER").fullmatch(value.strip()):
        return None
    number = float(value)
    return int(number) if number.is_integer() else number


def in_script_order(names: Iterable[str]) -> list[str]:
    """Return *names* in the order of JavaScript's object keys: integers first."""
    names = list(names)
    numbers = {name for name in names if _INDEX.fullmatch(name) and int(name) < _NO_INDEX}
    if not numbers:
        return names
    return sorted(numbers, key=int) + [name for name in names if name not in numbers]


def whole(value: object) -> int | None:
    """Return *value* as an int if it is an integer in JSON; None otherwise."""
    if isinstance(value, int):
        return None if isinstance(value, bool) else value
    return int(value) if isinstance(value, float) and value.is_integer() else None


_STRING = JSON.rule("STRING")
_COMMENT, _COMMA = GRAMMAR.rule("COMMENT_LINE"), GRAMMAR.rule("LAST_COMMA")
_REMOVED_COMMA = GRAMMAR.rule("REMOVED_COMMA")
_STRING_OR_NO_VALUE = re.compile(f"{JSON.expression('STRING')}|{GRAMMAR.expression('NO_VALUE')}")


def otherwise(json: JsonText) -> tuple[DraftmancerCode, Span, str, Fix] | None:
    """Return the first position at which Draftmancer reads *json* differently, or not at all.

    Returns:
        The code, the position, the reason, and the fix; None if there is none.
    """
    text = json.source.text[json.start : json.end]
    if "#" in text:
        text = _COMMENT.sub(lambda match: " " * len(match[0]), text)
    opening, closing = ("[", "]") if text[0] == "[" else ("{", "}")
    if _end(text, opening, closing) != len(text):
        for match in _STRING.finditer(text):
            if not balanced(match[0], opening, closing):
                problem = (
                    f"a bracket in this text is counted in the search for the last «{closing}»"
                )
                span = _span(json, match)
                fix = _escaped(span, opening + closing)
                return DraftmancerCode.JSON_BROKEN, span, problem, fix
    if _COMMA.search(text):
        for match in _STRING.finditer(text):
            if comma := _REMOVED_COMMA.search(match[0]):
                span = _span(json, match)
                problem = f"the comma in {comma[0]!r} is removed"
                return DraftmancerCode.JSON_OTHERWISE, span, problem, _escaped(span, ",")
        for match in _STRING_OR_NO_VALUE.finditer(text):
            if match[0][0] != '"':
                span = _span(json, match)
                fix = Fix.replace(span, match[0][:-1].rstrip(), "delete ','")
                problem = "a comma without a value before it"
                return DraftmancerCode.JSON_BROKEN, span, problem, fix
    return None


def _escaped(span: Span, characters: str) -> Fix:
    """Return the fix that writes *characters* of a string as escapes."""
    escapes = str.maketrans({each: f"\\u{ord(each):04x}" for each in characters})
    return Fix.replace(span, span.text.translate(escapes), "write escapes for " + characters)


def balanced(string: str, opening: str, closing: str) -> bool:
    """Return whether the *opening* and *closing* brackets in *string* are balanced."""
    depth = 0
    for char in string:
        depth += (char == opening) - (char == closing)
        if depth < 0:
            return False
    return depth == 0


def _end(text: str, opening: str, closing: str) -> int | None:
    """Return the end of the JSON in *text* if brackets in texts count."""
    start = depth = 0
    while (place := text.find(closing, start)) >= 0:
        depth += text.count(opening, start, place) - 1
        if not depth:
            return place + 1
        start = place + 1
    return None


def _span(json: JsonText, match: re.Match[str]) -> Span:
    return json.source.span(json.start + match.start(), json.start + match.end())
