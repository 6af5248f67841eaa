"""Texts that are made of several properties, and what a changed text makes of one of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

from attrs import frozen

from .option import GRAMMAR
from .words import lines

if TYPE_CHECKING:
    import re

_PIECE, _CLOSING, _SEPARATOR = map(GRAMMAR.rule, ("piece", "CLOSING", "SEPARATOR"))
#: A template has no more characters.
MAX_LENGTH: Final = 4000
#: Stands for the property that is looked for; no XML can have it.
_HOLE: Final = "\0"


@frozen
class _TemplatePart:
    """A property in a line, with the words that go with it."""

    name: str
    separator: str
    before: str
    after: str


@frozen
class Template:
    """A text with properties in braces.

    Attributes:
        lines: what each line is made of: properties, or a text without any.
    """

    lines: tuple[str | tuple[_TemplatePart, ...], ...]

    @property
    def names(self) -> tuple[str, ...]:
        """Return the names of the properties."""
        return tuple(part.name for line in self.lines if not isinstance(line, str) for part in line)

    def fill(self, properties: Mapping[str, Any]) -> str:
        """Return the text of the template with these *properties*.

        A line whose properties are all absent goes, and so does what stands between absent ones.
        """
        written = []
        for line in self.lines:
            if isinstance(line, str):
                written.append(line)
                continue
            text = ""
            for part in line:
                if value := properties.get(part.name):
                    separator = part.separator if text or part is line[0] else ""
                    text += f"{separator}{part.before}{lines(value)}{part.after}"
            if text:
                written.append(text)
        return "\n".join(written)

    def without_property(self, text: str, name: str, properties: Mapping[str, Any]) -> str | None:
        """Return the value of the property *name* with which the template gives *text*.

        Empty if it is absent, None if the text cannot be made so.
        """
        others = {each: value for each, value in properties.items() if each != name}
        if self.fill(others) == text:
            return ""
        before, hole, after = self.fill({**others, name: _HOLE}).partition(_HOLE)
        end = len(text) - len(after)
        if not hole or end < len(before):
            return None
        value = text[len(before) : end]
        return value if value and self.fill({**others, name: value}) == text else None


@lru_cache(maxsize=256)
def template_of(text: str) -> Template:
    """Parse the template *text*.

    Raises:
        ValueError: If a brace is not closed, a placeholder names no property, a property is
            repeated, or *text* is so long that the results would be much longer than what they are
            made of.
    """
    if len(text) > MAX_LENGTH:
        raise ValueError(f"there are more than {MAX_LENGTH} characters")
    template = Template(tuple(_line(line) for line in text.split("\n")))
    names = template.names
    if twice := next((name for name in names if names.count(name) > 1), None):
        raise ValueError(f"{twice!r} occurs twice")
    return template


def _line(line: str) -> str | tuple[_TemplatePart, ...]:
    literals, names = [""], []
    for is_property, piece in _pieces(line):
        if is_property:
            names.append(piece)
            literals.append("")
        else:
            literals[-1] += piece
    if not names:
        return literals[0]
    last = len(names) - 1
    parts, before = [], literals[0]
    for place, name in enumerate(names):
        own = literals[place + 1]
        after = own if place == last else _start(_CLOSING, own)
        separator = _start(_SEPARATOR, before) if place else ""
        parts.append(_TemplatePart(name, separator, before[len(separator) :], after))
        before = own[len(after) :]
    return tuple(parts)


def _pieces(line: str) -> Iterator[tuple[bool, str]]:
    for match in _PIECE.finditer(line):
        if match["STRAY"]:
            raise ValueError(f"{match[0]!r} has no counterpart; to write it as text, double it")
        if not match["property"]:
            yield False, match["LITERAL"] or match["DOUBLED"][0]
        elif match["NAME"]:
            yield True, match["NAME"]
        else:
            raise ValueError("braces that name no property")


def _start(signs: re.Pattern[str], text: str) -> str:
    """Return the match of *signs* at the start of *text*; empty if there is none."""
    match = signs.match(text)
    return match[0] if match else ""
