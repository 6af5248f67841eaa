"""Writes a list: a card set to its syntax, and that to text."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

from ...diagnostics import LossLog, Report
from ...model import CardSet
from ..base import Written
from ..jsontext import encode
from .card_lines import line_text
from .format import DraftmancerOptions
from .misreadings import report_misreadings
from .preparation import balanced
from .raising import raise_list
from .syntax import CardList, Header, JsonSection, LayoutsSection, SheetSection

_TITLES = {"settings": "[Settings]", "customcards": "[CustomCards]"}
_JSON_STRING = re.compile(r'"(?:[^"\\]|\\.)*+"')
_BRACKETS = re.compile(r"[\[\]{}]")
_COMMA_BEFORE_CLOSER = re.compile(r",(?=\s*[\]}])")


def write(cardset: CardSet, options: DraftmancerOptions) -> Report[Written]:
    """Write *cardset* as a custom card list; as it was, if it was read from one and not changed."""
    syntax = cardset.syntax
    writes_as_told = options.canonical or options.cards != "custom" or options.image_url is not None
    if isinstance(syntax, CardList) and syntax.source is not None and not writes_as_told:
        return Report(Written(render(syntax), syntax.source.encoding))
    losses = LossLog("draftmancer")
    raised = raise_list(cardset, options, losses)
    text = render(raised.cards)
    report_misreadings(text, raised, losses)
    return Report(Written(text), losses.finish())


def render(cards: CardList) -> str:
    """The text of *cards*; the very text it was read from, if it was."""
    if cards.source is not None:
        return cards.source.text
    return "\n".join(line for section in cards.sections for line in _section(section))


def _section(section: SheetSection | JsonSection | LayoutsSection) -> Iterator[str]:
    if isinstance(section, JsonSection):
        yield _TITLES[section.kind]
        yield _safe_json(section.value)
    elif isinstance(section, LayoutsSection):
        yield "[Layouts]"
        for layout in section.layouts:
            yield f"- {layout.name} ({layout.weight})"
            yield from (f"{count} {name}" for name, count in layout.slots)
    else:
        if section.header is not None:
            yield _header(section.header)
        yield from (line_text(line) for line in section.lines)
    yield ""


def _header(header: Header) -> str:
    count = f"({header.count})" if header.count is not None else ""
    options = f" {json.dumps(header.options)}" if header.options else ""
    return f"[{header.name}{count}{options}]"


def _safe_json(value: Any) -> str:
    """*value* as JSON that survives Draftmancer's own preparation of the text.

    It looks for the end of a section by counting brackets, those in strings too, and removes commas
    before closing brackets, in strings too; in strings where that would do harm, brackets and
    commas are written as escapes.
    """
    text = encode(value)
    return _JSON_STRING.sub(lambda match: _safe_string(match[0]), text)


def _safe_string(string: str) -> str:
    if not _BRACKETS.search(string):
        return string
    string = _COMMA_BEFORE_CLOSER.sub(r"\\u002c", string)
    if not (balanced(string, "{", "}") and balanced(string, "[", "]")):
        string = _BRACKETS.sub(lambda match: f"\\u{ord(match[0]):04x}", string)
    return string
