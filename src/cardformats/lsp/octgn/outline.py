"""The parts of a set or a deck: its outline, what can be folded, and the colours of its words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from attrs import define, field
from lsprotocol.types import DocumentSymbol, FoldingRange

from ..answers import ColoredToken, SymbolKind, TokenKind
from ..xml_tokens import Tag, comments, tags
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
#: Elements in one another that are looked at.
_MAX_DEPTH: Final = 64


@define
class _OpenElement:
    """An element whose end tag is still to come, and the parts in it."""

    tag: Tag
    children: list[DocumentSymbol] = field(factory=list)


def symbols(its: SetDocument) -> list[DocumentSymbol]:
    """The set with its packs, markers and cards, or the deck with its sections and cards."""
    text = its.source.text
    stack = [_OpenElement(Tag(its.source, "", 0, 0, is_closing=False, is_empty=False))]
    for tag in tags(its.source):
        if tag.is_closing:
            if tag.name in [each.tag.name for each in stack[1:]]:
                while stack[-1].tag.name != tag.name:
                    _close(its, stack, tag.start)
                _close(its, stack, tag.end)
        elif len(stack) < _MAX_DEPTH:
            stack.append(_OpenElement(tag))
            if tag.is_empty:
                _close(its, stack, tag.end)
    while len(stack) > 1:
        _close(its, stack, len(text))
    return stack[0].children


def _close(its: SetDocument, stack: list[_OpenElement], end: int) -> None:
    """Take the inmost element, which ends there, and put its symbol, or those in it, around it."""
    inmost = stack.pop()
    tag, kind = inmost.tag, _KINDS.get(inmost.tag.name)
    if kind is None:
        stack[-1].children += inmost.children
        return
    values = tag.values()
    text = tag.source.text[tag.end : min(end, tag.end + _LONGEST)]
    name = values.get("name") or (text.partition("<")[0].strip() if kind == "card" else "")
    detail = values.get("type") or values.get("qty") or ""
    whole, own = (tag.start, max(end, tag.end)), (tag.start, tag.end)
    symbol = its.answers.symbol(name or tag.name, kind, whole, own, detail, inmost.children)
    stack[-1].children.append(symbol)


#: So many characters of a card's name in a deck are shown.
_LONGEST: Final = 100


def folds(its: SetDocument) -> Iterator[FoldingRange]:
    """Elements and comments of several lines."""
    return its.answers.folds(_elements(its), comments(its.source))


def _elements(its: SetDocument) -> Iterator[tuple[int, int]]:
    """Where elements that are closed begin and end."""
    stack: list[Tag] = []
    for tag in tags(its.source):
        if not tag.is_closing:
            if not tag.is_empty and len(stack) < _MAX_DEPTH:
                stack.append(tag)
        elif tag.name in [each.name for each in stack]:
            while stack[-1].name != tag.name:
                stack.pop()
            yield stack.pop().start, tag.end


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
