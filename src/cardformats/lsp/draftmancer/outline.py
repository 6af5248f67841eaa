"""The parts of a list: its outline, what of it can be folded, and the colours of its words."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import chain, islice
from typing import Final

from lsprotocol.types import DocumentSymbol, FoldingRange

from ...formats.draftmancer.lines import rows, whole_number
from ...formats.draftmancer.syntax import WHITE_SPACE
from ...source import Span
from ..answers import ColoredToken, SymbolKind, TokenKind
from ..json_tokens import JsonToken, values
from .list_text import ListLine, ListText, Section

#: Lines of comments, more than one.
_COMMENTS: Final = re.compile(r"(?m)^[ \t\xa0\ufeff]*+(#[^\n]*+(?:\n[ \t\xa0]*+#[^\n]*+)++)")
_LINE: Final = re.compile(r"[^\n]+")
_MARK: Final = re.compile(r"\((?P<count>[^()]*)\)")
#: How deep the names of custom cards stand in their section.
_DEPTH_OF_NAMES: Final = 2
#: More cards are not told one by one.
_MOST_CARDS: Final = 20_000


def symbols(its: ListText) -> list[DocumentSymbol]:
    """The sections of a list, and the layouts and the custom cards in them."""
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
    """How many cards the lines of a sheet name."""
    total = 0
    for digits, name, *_, other in rows(its.source.text[section.head.end : section.end]):
        if name or other.strip(WHITE_SPACE):
            total += whole_number(digits or "1")
    return total


def _members(its: ListText, section: Section) -> Iterator[DocumentSymbol]:
    """The settings, layouts or cards of a section."""
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
    """What stands from *first* to *last* in JSON."""
    whole = first.source.span(first.start, last.end)
    return _symbol(its, name.text, kind, whole, name.inner, children=children)


def folds(its: ListText) -> Iterator[FoldingRange]:
    """Sections, objects and arrays of several lines, and comments of several lines."""
    comments = (match.span(1) for match in _COMMENTS.finditer(its.source.text))
    return its.answers.folds(_parts(its), comments)


def _parts(its: ListText) -> Iterator[tuple[int, int]]:
    """Where sections, objects and arrays begin and end."""
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


_JSON_KINDS: Final[dict[str, TokenKind]] = {"key": "key", "text": "string", "comment": "comment"}
_NAMED: Final[dict[str, TokenKind]] = {"sheet": "sheet", "layout": "slot", "card": "card"}


def tokens(its: ListText, start: int, end: int) -> Iterator[ColoredToken]:
    """The words of a list from *start* to *end*, in order, and what they are."""
    for section in its.sections:
        if section.end <= start or section.head.start >= end:
            continue
        if section.kind == "sheet":
            words = chain(_header(its, section), _lines(its, section, start, end))
        elif section.kind == "layouts":
            words = chain([_head(section)], _old_layouts(its, section))
        else:
            words = chain([_head(section)], _json(its, section))
        for word in words:
            if word.start >= end:
                break
            if word.end > start:
                yield word


def _head(section: Section) -> ColoredToken:
    return ColoredToken(section.head.start, section.head.end, "keyword")


def _header(its: ListText, section: Section) -> Iterator[ColoredToken]:
    """The words of the header of a sheet."""
    head = section.head
    stop = section.json if section.json is not None else head.end
    count = _MARK.search(its.source.text, head.start, stop)
    if head.text:
        yield ColoredToken(head.start, count.start() if count else stop, "sheet")
    if count and count["count"]:
        yield ColoredToken(*count.span("count"), "number")
    yield from _json(its, section)


def _old_layouts(its: ListText, section: Section) -> Iterator[ColoredToken]:
    """The names in the old section of layouts."""
    for each in its.mentions:
        if section.head.end <= each.span.start < section.end:
            yield ColoredToken(each.span.start, each.span.end, _NAMED[each.kind])


def _json(its: ListText, section: Section) -> Iterator[ColoredToken]:
    if section.json is None:
        return
    named = {each.span.start: each.kind for each in its.mentions}
    for token in its.tokens(section):
        kind: TokenKind | None = _JSON_KINDS.get(token.kind)
        if token.kind == "word":
            kind = "keyword" if token.written in ("true", "false", "null") else "number"
        if kind is not None and (own := named.get(token.inner.start)):
            kind = _NAMED[own]
        if kind is not None:
            yield ColoredToken(token.start, token.end, kind)


def _lines(its: ListText, section: Section, start: int, end: int) -> Iterator[ColoredToken]:
    """The words of the lines of a sheet from *start* to *end*."""
    text = its.source.text
    first = max(section.head.end, text.rfind("\n", 0, start) + 1)
    for match in _LINE.finditer(text, first, section.end):
        if match.start() >= end:
            return
        raw = match[0].strip(WHITE_SPACE)
        place = match.start() + match[0].find(raw)
        if raw.startswith("#"):
            yield ColoredToken(place, place + len(raw), "comment")
        elif raw and (line := its.line_of(place)):
            yield from _words(text, place, line)


def _words(text: str, start: int, line: ListLine) -> Iterator[ColoredToken]:
    """The count, the name, and what follows that, of a line that begins at *start*."""
    digits = text[start : line.span.start].rstrip(WHITE_SPACE)
    if digits:
        yield ColoredToken(start, start + len(digits), "number")
    if line.own.text:
        yield ColoredToken(line.own.start, line.own.end, "card")
    rest = text[line.own.end : line.span.end]
    begin = line.span.end - len(rest.lstrip(WHITE_SPACE))
    if begin < line.span.end:
        yield ColoredToken(begin, line.span.end, "set")
