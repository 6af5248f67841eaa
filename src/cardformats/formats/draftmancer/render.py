"""The text of a list."""

from __future__ import annotations

import json
from collections.abc import Iterator

from ..json_text import GRAMMAR as JSON
from ..json_text import encode
from .from_model import WrittenList
from .lines import GRAMMAR, line_text
from .section_json import balanced
from .syntax import Header

TITLES = {"settings": "[Settings]", "customcards": "[CustomCards]"}
_JSON_STRING = JSON.rule("STRING")
_BRACKETS = GRAMMAR.rule("BRACKET")
_LAST_COMMA = GRAMMAR.rule("LAST_COMMA")


def render(made: WrittenList) -> str:
    """Return the text of a list."""
    return "\n".join(_lines(made))


def _lines(made: WrittenList) -> Iterator[str]:
    for kind, value in (("settings", made.settings), ("customcards", made.custom)):
        if value or kind == "settings":
            yield from (TITLES[kind], safe_json(encode(value)), "")
    for sheet in made.sheets.values():
        yield header_text(sheet.header)
        yield from (line_text(line) for line, _ in sheet.lines)
        yield ""


def header_text(header: Header) -> str:
    """Return the line of *header*."""
    count = f"({header.count})" if header.count is not None else ""
    return f"[{header.name}{count}{options_text(header)}]"


def options_text(header: Header) -> str:
    """Return the options of *header* after a space; empty if it has none."""
    return f" {json.dumps(header.options)}" if header.options else ""


def safe_json(text: str) -> str:
    """Return JSON *text* that Draftmancer's preparation of the text does not change.

    Draftmancer finds the end of a section by counting brackets, and removes commas before closing
    brackets. Both include brackets and commas in strings. Where this would change a string, its
    brackets and commas are written as escapes.
    """
    return _JSON_STRING.sub(lambda match: _safe_string(match[0]), text)


def _safe_string(string: str) -> str:
    if not _BRACKETS.search(string):
        return string
    string = _LAST_COMMA.sub(r"\\u002c", string)
    if not (balanced(string, "{", "}") and balanced(string, "[", "]")):
        string = _BRACKETS.sub(lambda match: f"\\u{ord(match[0]):04x}", string)
    return string
