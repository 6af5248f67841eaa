"""What can be written at a place in a list: sections, keys, values, and names."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from typing import Final

from lsprotocol.types import CompletionItem

from ...catalog import key
from ...formats.draftmancer.kinds import ValueKind, kind_at
from ...formats.draftmancer.lines import rows
from ...formats.draftmancer.syntax import WHITE_SPACE
from ...formats.json_text import encode
from ..answers import OfferKind
from ..json_tokens import JsonPlace, place_at
from .list_text import KINDS, ListText, Section

#: Maximum number of names to offer; editors show fewer, and ask again as the user types.
MOST: Final = 1001
_COUNT: Final = re.compile(r"\s*(?:[0-9]+[ \t]+)?")
_COLON: Final = re.compile(r"\s*:")
_SECTIONS: Final = {
    "Settings": "What a draft of the list is like, and its layouts.",
    "CustomCards": "The cards that are only in this list.",
}
_KINDS: Final[dict[str, OfferKind]] = {"sheet": "sheet", "layout": "slot", "card": "card"}
#: Finds names of cards that begin with a text, up to a maximum number.
Names = Callable[[str, int], Iterable[str]]


def completions(its: ListText, names: Names, offset: int) -> Iterator[CompletionItem]:
    """Yield the completions at an offset."""
    section = its.section_at(offset)
    line_start = its.source.text.rfind("\n", 0, offset) + 1
    before = its.source.text[line_start:offset]
    if section is not None and section.has_json(offset):
        yield from _json(its, section, names, offset)
    elif before.lstrip(WHITE_SPACE)[:1] == "[":
        yield from _sections(its, line_start + before.index("["), offset)
    elif before.lstrip(WHITE_SPACE)[:1] == "#" or section is None:
        return
    elif section.kind == "layouts":
        yield from _old_slots(its, before, offset)
    elif section.kind == "sheet" and offset >= section.head.end:
        yield from _lines(its, names, line_start + _counted(before), offset)


def _counted(before: str) -> int:
    """Return the number of characters before the card name of a line."""
    match = _COUNT.match(before)
    return match.end() if match else 0


def _sections(its: ListText, start: int, offset: int) -> Iterator[CompletionItem]:
    text = its.source.text
    end = offset
    line_end = text.find("\n", offset)
    rest = text[offset : len(text) if line_end < 0 else line_end]
    if rest.strip(WHITE_SPACE) == "]":
        end += rest.index("]") + 1
    elif rest.strip(WHITE_SPACE):
        return
    there = {each.kind for each in its.sections}
    for name, help_ in _SECTIONS.items():
        if name.lower() not in there:
            yield its.answers.offer(f"[{name}]", "keyword", start, end, markdown=help_)
    declared = set(its.names("sheet"))
    wanted = (each.name for each in its.mentions if each.kind == "sheet" and not each.declares)
    for name in dict.fromkeys(wanted):
        if name not in declared:
            yield its.answers.offer(f"[{name}]", "sheet", start, end, detail="named by a slot")


def _old_slots(its: ListText, before: str, offset: int) -> Iterator[CompletionItem]:
    start = offset - len(before) + _counted(before)
    for name in its.names("sheet"):
        yield its.answers.offer(name, "sheet", start, offset)


def _lines(its: ListText, names: Names, start: int, offset: int) -> Iterator[CompletionItem]:
    """Yield the card names that match the beginning of the line."""
    written = its.source.text[start:offset]
    line_end = its.source.text.find("\n", offset)
    rest = its.source.text[offset : None if line_end < 0 else line_end]
    end = offset + len(rest.rstrip(WHITE_SPACE)) if not rest.startswith(" ") else offset
    for name, detail in _cards(its, names, written):
        yield its.answers.offer(name, "card", start, end, detail=detail)


def _cards(its: ListText, names: Names, written: str) -> Iterator[tuple[str, str]]:
    """Yield the card names that match a text, with the source of each."""
    custom = its.names("card")
    seen = set(custom)
    wanted = key(written)
    count = 0
    for name in custom:
        if _has(name, wanted):
            yield name, "custom card"
            count += 1
            if count >= MOST:
                return
    if len(written) < 2:  # noqa: PLR2004 - a single letter says nothing
        return
    others = ((name, "") for name in names(written, MOST - count))
    own = ((name, "in the list") for name in _written_names(its, written) if _has(name, wanted))
    for name, detail in (*others, *own):
        if name not in seen:
            seen.add(name)
            yield name, detail
            count += 1
            if count >= MOST:
                return


def _has(name: str, wanted: str) -> bool:
    """Return whether a name, or one of its words, begins with the wanted text."""
    letters = key(name)
    return letters.startswith(wanted) or f" {wanted}" in letters


def _written_names(its: ListText, written: str) -> Iterator[str]:
    """Yield the names in the lines of the list, except the one at the cursor."""
    for section in its.sections:
        if section.kind == "sheet":
            names = (row[1] for row in rows(its.source.text[section.head.end : section.end]))
            yield from dict.fromkeys(name for name in names if name and name != written)


# -- JSON


def _json(its: ListText, section: Section, names: Names, offset: int) -> Iterator[CompletionItem]:
    place = place_at(its.source, section.json or 0, offset)
    token = place.token
    if token is not None and token.kind == "comment":
        return
    root = KINDS[section.kind]
    if place.is_name:
        path = place.path[:-1] if token is not None else place.path
        kind = kind_at(root, path)
        if kind is not None:
            yield from _keys(its, section, kind, place, offset)
        return
    kind = kind_at(root, place.path)
    if kind is None:
        return
    start, end = (token.start, token.end) if token is not None else (offset, offset)
    for word, help_ in kind.words.items():
        yield its.answers.offer(word.strip('"'), "value", start, end, word, markdown=help_)
    if kind.names and not kind.declares:
        written = token.text[: offset - token.start] if token is not None else ""
        named: Iterable[tuple[str, str]] = ((each, "") for each in its.names(kind.names))
        if kind.names == "card":
            named = _cards(its, names, written)
        for name, detail in named:
            new = encode(name)
            yield its.answers.offer(name, _KINDS[kind.names], start, end, new, detail=detail)


def _keys(
    its: ListText, section: Section, kind: ValueKind, place: JsonPlace, offset: int
) -> Iterator[CompletionItem]:
    """Yield the names of members that an object can have and does not have yet."""
    token = place.token
    start, end = (token.start, token.end) if token is not None else (offset, offset)
    path = place.path[:-1] if token is not None else place.path
    there = {
        str(each.path[-1])
        for each in its.tokens(section)
        if each.kind == "key" and each.path[:-1] == path and each.start != start
    }
    after = "" if _COLON.match(its.source.text, end) else ": "
    names: list[tuple[str, OfferKind, str]] = [
        (name, "key", each.help) for name, each in kind.members.items()
    ]
    if kind.member_names and not kind.declares:
        names += [(name, _KINDS[kind.member_names], "") for name in its.names(kind.member_names)]
    for name, what, help_ in names:
        if name not in there:
            new = encode(name) + after
            yield its.answers.offer(name, what, start, end, new, markdown=help_)
