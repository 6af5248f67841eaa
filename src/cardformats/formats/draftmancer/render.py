"""The text of a list."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

from ..json_text import encode
from .printings import line_text
from .section_json import balanced
from .syntax import CardList, Header, JsonSection, LayoutsSection, SheetSection

TITLES = {"settings": "[Settings]", "customcards": "[CustomCards]"}
_JSON_STRING = re.compile(r'"(?:[^"\\]|\\.)*+"')
_BRACKETS = re.compile(r"[\[\]{}]")
_COMMA_BEFORE_CLOSER = re.compile(r",(?=\s*[\]}])")


def render(cards: CardList) -> str:
    """The text of *cards*; the very text it was read from, if it was."""
    if cards.source is not None:
        return cards.source.text
    return "\n".join(line for section in cards.sections for line in _section(section))


def _section(section: SheetSection | JsonSection | LayoutsSection) -> Iterator[str]:
    if isinstance(section, JsonSection):
        yield TITLES[section.kind]
        yield safe_json(encode(section.value))
    elif isinstance(section, SheetSection):
        yield header_text(section.header)
        yield from (line_text(line) for line in section.lines)
    yield ""


def header_text(header: Header) -> str:
    """The line of *header*."""
    count = f"({header.count})" if header.count is not None else ""
    return f"[{header.name}{count}{options_text(header)}]"


def options_text(header: Header) -> str:
    """The options of *header*, behind a blank; nothing if it has none."""
    return f" {json.dumps(header.options)}" if header.options else ""


def safe_json(text: str) -> str:
    """JSON *text* that survives Draftmancer's own preparation of the text.

    It looks for the end of a section by counting brackets, those in strings too, and removes commas
    before closing brackets, in strings too; in strings where that would do harm, brackets and
    commas are written as escapes.
    """
    return _JSON_STRING.sub(lambda match: _safe_string(match[0]), text)


def _safe_string(string: str) -> str:
    if not _BRACKETS.search(string):
        return string
    string = _COMMA_BEFORE_CLOSER.sub(r"\\u002c", string)
    if not (balanced(string, "{", "}") and balanced(string, "[", "]")):
        string = _BRACKETS.sub(lambda match: f"\\u{ord(match[0]):04x}", string)
    return string
