"""The parts of a list: its outline, what of it can be folded, and its colors."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Final

from lsprotocol.types import DocumentSymbol, FoldingRange

from ...formats.draftmancer.lines import rows, whole_number
from ...formats.draftmancer.syntax import WHITE_SPACE
from ...source import Span
from ..answers import SymbolKind
from ..json_tokens import JsonToken, values
from .list_text import ListText, Section

#: Lines of comments, more than one.
_COMMENTS: Final = re.compile(r"(?m)^[ \t\xa0\ufeff]*+(#[^\n]*+(?:\n[ \t\xa0]*+#[^\n]*+)++)")
#: How deep the names of custom cards stand in their section.
_DEPTH_OF_NAMES: Final = 2
#: More cards are not told one by one.
_MOST_CARDS: Final = 20_000


def symbols(its: ListText) -> list[DocumentSymbol]:
    """Return the sections of a list, with their layouts and custom cards."""
    return [_section(its, each) for each in its.sections if each.head.text or len(its.sections) > 1]


def _section(its: ListText, section: Section) -> DocumentSymbol:
    kind: SymbolKind = "sheet" if section.kind == "sheet" else "setting"
    children: list[DocumentSymbol] = []
    detail = ""
    if section.kind == "sheet":
        count = section.header.count if section.header else None
        detail = f"{copies(its, section)} cards" + ("" if count is None else f", {count} in a pack")
    else:
        children = list(_members(its, section))
    return _symbol(its, section.name, kind, section.span, section.head, detail, children)


def _symbol(
    its: ListText,
    name: str,
    kind: SymbolKind,
    whole: Span,
    own: Span,
    detail: str = "",
    children: Sequence[DocumentSymbol] = (),
) -> DocumentSymbol:
    place = whole.start, max(own.end, whole.end)
    # editors do not take a part without a name
    shown = name.strip() or "-"
    return its.answers.symbol(shown, kind, place, (own.start, own.end), detail, children)


def copies(its: ListText, section: Section) -> int:
    """Return the number of cards that the lines of a sheet name."""
    total = 0
    for digits, name, *_, other in rows(its.source.text[section.head.end : section.end]):
        if name or other.strip(WHITE_SPACE):
            total += whole_number(digits or "1")
    return total


def _members(its: ListText, section: Section) -> Iterator[DocumentSymbol]:
    """Yield the settings, layouts or cards of a section."""
    if section.kind == "layouts":
        for each in its.mentions:
            if each.kind == "layout" and section.head.end <= each.span.start < section.end:
                yield _symbol(its, each.name, "layout", each.span, each.span)
    elif section.kind == "settings":
        inner = values(its.tokens(section), 2)
        layouts = [pair for pair in inner if pair[0].path[0] == "layouts"]
        children = [_of_json(its, "layout", *pair, pair[0]) for pair in layouts]
        for first, last in values(its.tokens(section), 1):
            own = children if first.path == ("layouts",) else ()
            yield _of_json(its, "setting", first, last, first, own)
    else:
        written = [each for each in its.tokens(section) if len(each.path) <= _DEPTH_OF_NAMES]
        named = (each for each in written if each.kind == "text" and each.path[1:] == ("name",))
        names = {each.path[0]: each for each in named}
        for first, last in islice(values(written, 1), _MOST_CARDS):
            if first.path[0] in names:
                yield _of_json(its, "card", first, last, names[first.path[0]])


def _of_json(
    its: ListText,
    kind: SymbolKind,
    first: JsonToken,
    last: JsonToken,
    name: JsonToken,
    children: Sequence[DocumentSymbol] = (),
) -> DocumentSymbol:
    """Return the symbol of the JSON from the first to the last token."""
    whole = first.source.span(first.start, last.end)
    return _symbol(its, name.text, kind, whole, name.inner, children=children)


def folds(its: ListText) -> Iterator[FoldingRange]:
    """Sections, objects and arrays of several lines, and comments of several lines."""
    comments = (match.span(1) for match in _COMMENTS.finditer(its.source.text))
    return its.answers.folds(_parts(its), comments)


def _parts(its: ListText) -> Iterator[tuple[int, int]]:
    """Yield the ranges of sections, objects and arrays."""
    text = its.source.text
    for section in its.sections:
        if section.head.text:
            start = section.head.start
            yield start, start + len(text[start : section.end].rstrip())
        starts: dict[tuple[str | int, ...], int] = {}
        for token in its.tokens(section):
            if token.kind == "open":
                starts[token.path] = token.start
            elif token.kind == "close":
                yield starts.pop(token.path, token.start), token.end


#: Headers, comments, JSON, and lines of cards.
COLORS: Final = re.compile(
    r"""(?mxi)
      ^[\ \t]*+ (?P<comment> \#[^\r\n]*+ )
    | ^[\ \t]*+ (?P<keyword> \[(?:settings|customcards|layouts)\] )
    | ^[\ \t]*+ (?P<sheet> \[[^\[\]"(){}\r\n]++ \]?+ ) (?: \((?P<number>[0-9]++)\) )?+
    | (?P<key> "(?:[^"\\\r\n]|\\.)*+" ) (?=\s*+:)
    | (?P<string> "(?:[^"\\\r\n]|\\.)*+"?+ )
    | (?P<keyword_> \b(?:true|false|null)\b )
    | ^[\ \t]*+ (?: (?P<number_>[0-9]++) [\ \t]++ )?+
      (?P<card> [^\s"\[\]{},\#(][^\s(]*+ (?:[^\S\r\n]++[^\s(]++)*+ ) [^\S\r\n]*+
      (?P<set> \([^\r\n]*+ )?+
    | (?P<number__> \b[0-9]++(?:\.[0-9]++)?+ )
    """
)
