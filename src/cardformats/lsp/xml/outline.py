"""The parts of an XML document: its outline, and what can be folded."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from html import unescape
from typing import Final

from lsprotocol.types import DocumentSymbol, FoldingRange

from ..answers import SymbolKind
from .markup import EndedElement, comments, elements
from .shapes import ElementShape, contents
from .text import XmlText

#: The number of characters of a text that are shown as a name.
_LONGEST: Final = 100


def symbols(its: XmlText) -> list[DocumentSymbol]:
    """Return the elements that are symbols in the table, with those in them."""
    inside: defaultdict[int, list[DocumentSymbol]] = defaultdict(list)
    for each in elements(its.source) if its.shapes else ():
        children, shape = inside.pop(each.depth + 1, []), its.shape_of(each.tag, each.around)
        if shape is not None and shape.symbol is not None:
            children = [_symbol(its, each, shape, shape.symbol, children)]
        inside[each.depth] += children
    return inside[0]


def _symbol(
    its: XmlText,
    element: EndedElement,
    shape: ElementShape,
    kind: SymbolKind,
    children: list[DocumentSymbol],
) -> DocumentSymbol:
    tag, end = element.tag, max(element.end, element.tag.end)
    values = tag.values()
    name = values.get(shape.name)
    if name is None and shape.name:
        match = contents(shape.name).search(its.source.text, tag.end, end)
        name = unescape(match[1]).strip() if match else ""
    elif name is None:
        text = its.source.text[tag.end : min(end, tag.end + _LONGEST)]
        name = unescape(text.partition("<")[0]).strip()
    whole, own = (tag.start, end), (tag.start, tag.end)
    detail = values.get(shape.detail, "")
    return its.answers.symbol(name or tag.name, kind, whole, own, detail, children)


def folds(its: XmlText) -> Iterator[FoldingRange]:
    """Return elements and comments of several lines."""
    every = elements(its.source) if its.shapes else ()
    closed = ((each.tag.start, each.end) for each in every if each.is_closed)
    return its.answers.folds(closed, comments(its.source))
