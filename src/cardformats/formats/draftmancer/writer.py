"""Writes a list, and reads it back by Draftmancer's own rules to see whether it says the same."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

from ...diagnostics import LossLog, Report
from ...model import CardRef, CardSet
from ..base import Written
from ..json_text import encode
from .acceptance import Accepted, Line, Query, Refused, accept
from .format import DraftmancerOptions
from .from_model import WrittenList, from_model
from .printings import Target, line_text
from .section_json import balanced
from .syntax import CardList, Header, JsonSection, LayoutsSection, SheetSection

_TITLES = {"settings": "[Settings]", "customcards": "[CustomCards]"}
_JSON_STRING = re.compile(r'"(?:[^"\\]|\\.)*+"')
_BRACKETS = re.compile(r"[\[\]{}]")
_COMMA_BEFORE_CLOSER = re.compile(r",(?=\s*[\]}])")


def write(cardset: CardSet, options: DraftmancerOptions) -> Report[Written]:
    """Write *cardset* as a custom card list; as it was, if it was read from one and not changed."""
    syntax = cardset.syntax
    is_made_anew = options.canonical or options.cards != "custom" or options.image_url is not None
    if isinstance(syntax, CardList) and syntax.source is not None and not is_made_anew:
        return Report(Written(render(syntax), syntax.source.encoding))
    losses = LossLog("draftmancer")
    written = from_model(cardset, options, losses)
    text = render(written.cards)
    report_misreadings(text, written, losses)
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


def report_misreadings(text: str, written: WrittenList, losses: LossLog) -> None:
    """Report to *losses* where Draftmancer refuses *text*, or finds in it what was not meant.

    Draftmancer is taken to have just the official cards that the list means, and those in every
    set: a line that means another card is then found out, whatever that is.
    """
    known = {_query(ref) for ref in written.official}
    names = {name for name, _, _ in known}
    models = [written.settings["botModel"]] if "botModel" in written.settings else []

    def is_known(name: str, set_code: str | None, number: str | None) -> bool:
        return (name, set_code, number) in known or (set_code is not None and name in names)

    made = accept(text, is_known, models=models)
    if isinstance(made, Refused):
        reason = made.reason
        made = accept(text, models=models)
        lines = [] if isinstance(made, Refused) else list(_other_lines(made, written))
        for meant, line in lines:
            means_another = line.custom is not None or (line.name, line.set, line.number) in known
            if means_another:
                losses.mistaken("card lines", _name(meant))
            else:
                losses.refused("card lines that read as something else", _name(meant))
        if not lines:
            losses.refused("the whole list", reason)
        return
    for meant, _ in _other_lines(made, written):
        losses.mistaken("card lines", _name(meant))
    for key, value in _other_members(made, written):
        losses.mistaken(key, value)


def _query(ref: CardRef) -> Query:
    return ref.name, ref.set_code, ref.number


def _other_lines(made: Accepted, written: WrittenList) -> Iterator[tuple[Target, Line]]:
    """What was meant and what is read instead, where that differs."""
    for name, targets in written.targets.items():
        lines = made.sheets[name]["cards"]
        for line, (copies, target) in zip(lines, targets, strict=True):
            if isinstance(target, CardRef):
                is_meant = line.custom is None and line[1:4] == _query(target)
            else:
                is_meant = line.custom == "_".join(target)
            if not is_meant or line.copies != copies:
                yield target, line


def _name(target: Target) -> str:
    return target.name if isinstance(target, CardRef) else target[0]


def _other_members(made: Accepted, written: WrittenList) -> Iterator[tuple[str, str]]:
    """What is read otherwise of the custom cards and the settings: kind and example."""
    for card, read in zip(written.custom, made.cards.values(), strict=True):
        for key in card:
            if key != "set" and card[key] != read[key]:
                yield f"the {key!r} of custom cards", card["name"]
    for key, value in written.settings.items():
        if not isinstance(value, (list, dict)) and made.settings.get(key, value) != value:
            yield f"the setting {key!r}", str(value)
