"""The parts of a set or a deck: its outline, what can be folded, and the colours of its words."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import Final

from lsprotocol.types import DocumentSymbol, FoldingRange

from ..answers import ColoredToken, SymbolKind, TokenKind
from ..xml_tokens import EndedElement, Tag, comments, elements, tags
from .set_text import SetDocument

_KINDS: Final[dict[str, SymbolKind]] = {
    "set": "set",
    "deck": "set",
    "pack": "pack",
    "section": "sheet",
    "card": "card",
    "alternate": "card",
    "marker": "setting",
}
#: So many characters of a card's name in a deck are shown.
_LONGEST: Final = 100


def symbols(its: SetDocument) -> list[DocumentSymbol]:
    """The set with its packs, markers and cards, or the deck with its sections and cards."""
    inside: defaultdict[int, list[DocumentSymbol]] = defaultdict(list)
    for each in elements(its.source):
        children, kind = inside.pop(each.depth + 1, []), _KINDS.get(each.tag.name)
        inside[each.depth] += [_symbol(its, each, kind, children)] if kind else children
    return inside[0]


def _symbol(
    its: SetDocument, element: EndedElement, kind: SymbolKind, children: list[DocumentSymbol]
) -> DocumentSymbol:
    tag, end = element.tag, max(element.end, element.tag.end)
    values = tag.values()
    text = its.source.text[tag.end : min(element.end, tag.end + _LONGEST)]
    name = values.get("name") or (text.partition("<")[0].strip() if kind == "card" else "")
    detail = values.get("type") or values.get("qty") or ""
    whole, own = (tag.start, end), (tag.start, tag.end)
    return its.answers.symbol(name or tag.name, kind, whole, own, detail, children)


def folds(its: SetDocument) -> Iterator[FoldingRange]:
    """Elements and comments of several lines."""
    closed = ((each.tag.start, each.end) for each in elements(its.source) if each.is_closed)
    return its.answers.folds(closed, comments(its.source))


#: What is written in quotes, by the name of its attribute.
_VALUES: Final[dict[str, TokenKind]] = {
    "qty": "number",
    "probability": "number",
    "key": "key",
    "id": "macro",
    "gameId": "macro",
    "game": "macro",
    "set": "macro",
}


def tokens(its: SetDocument, start: int, end: int) -> Iterator[ColoredToken]:
    """The words of tags from *start* to *end*, in order."""
    text = its.source.text
    first = max(0, text.rfind("<", 0, start))
    comment = text.rfind("<!--", 0, start)
    if comment > text.rfind("-->", 0, start):
        first = comment
    for tag in tags(its.source, first):
        if tag.start >= end:
            return
        if tag.name:
            yield ColoredToken(tag.name_start, tag.name_end, "keyword")
        for each in tag.attributes():
            yield ColoredToken(each.start, each.name_end, "word")
            if each.value_end > each.value_start:
                yield from _by_line(
                    text, each.value_start, each.value_end, _value_kind(tag, each.name)
                )


def _value_kind(tag: Tag, attribute: str) -> TokenKind:
    if attribute == "name":
        return {"property": "key", "card": "card", "alternate": "card", "set": "set"}.get(  # type: ignore[return-value] # kinds
            tag.name, "string"
        )
    return _VALUES.get(attribute, "string")


def _by_line(text: str, start: int, end: int, kind: TokenKind) -> Iterator[ColoredToken]:
    """A token for each line of a value."""
    for line in text[start:end].split("\n"):
        length = len(line.rstrip("\r"))
        if length:
            yield ColoredToken(start, start + length, kind)
        start += len(line) + 1
