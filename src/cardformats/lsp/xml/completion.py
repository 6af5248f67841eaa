"""What can be written at a place of an XML document: elements, attributes, values and texts."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import Final, NamedTuple, TypeAlias

from lsprotocol.types import CompletionItem

from ...formats.xml_text import content, element
from ..answers import OfferKind
from .markup import Tag, XmlPlace
from .shapes import CONTENT, ElementShape
from .text import XmlText

#: Maximum number of values to offer, which is more than editors show.
MOST: Final = 1001
_OPENED: Final = re.compile(r"</?[^\s<>/]*\Z")


class ValueOffer(NamedTuple):
    """A value: what is shown, what it is, and what is written, if that is something else."""

    label: str
    detail: str = ""
    kind: OfferKind = "value"
    new: str | None = None


#: Returns the values of an attribute, or of the text, that a format's table does not have.
MoreOffers: TypeAlias = Callable[[XmlPlace, str, str], Iterable[ValueOffer]]


def completions(its: XmlText, more: MoreOffers, offset: int) -> Iterator[CompletionItem]:
    """Yield what can be written at an offset."""
    place = its.place(offset)
    if place is None:
        return
    tag, attribute = place.tag, place.attribute
    if tag is not None and attribute is not None and place.is_value:
        kind, name = its.kind_of(tag, place.around), attribute.name
        for each in _values(its, more, place, kind, name):
            new = element("_", {"_": each.label if each.new is None else each.new})
            new = new[len('<_ _="') : -len('"/>')]
            where = attribute.value_start, attribute.value_end
            yield its.answers.offer(each.label, each.kind, *where, new, each.detail)
    elif match := _OPENED.search(its.source.text, max(0, offset - 100), offset):
        yield from _elements(its, place, match.start(), offset)
    elif tag is not None and not tag.is_closing and offset > tag.name_end:
        yield from _attributes(its, place, tag, offset)
    elif tag is None and place.around:
        parent = place.around[-1]
        kind = its.kind_of(parent, place.around)
        for each in _values(its, more, place, kind, CONTENT):
            new = content(each.label if each.new is None else each.new)
            where = its.content_at(offset)
            yield its.answers.offer(each.label, each.kind, *where, new, each.detail)


def _elements(its: XmlText, place: XmlPlace, start: int, offset: int) -> Iterator[CompletionItem]:
    """Yield the elements that can stand there, and the end of the one around."""
    around = [each for each in place.around if each is not place.tag]
    if around:
        parent = around[-1]
        shape = its.shape_of(parent, around)
        children = shape.children if shape else ()
        yield its.answers.offer(f"/{parent.name}", "keyword", start, offset, f"</{parent.name}>")
    else:
        is_first = not its.source.text[:start].strip("\ufeff \n")
        children = (next(iter(its.shapes)),) if is_first and its.shapes else ()
    for name in children:
        key = f"{name} of {around[-1].name}" if around else name
        if (shape := its.shapes.get(key) or its.shapes.get(name)) is not None:
            new = _snippet(name, shape)
            yield its.answers.offer(
                name, "keyword", start, offset, new, markdown=shape.help, is_snippet=True
            )


def _snippet(name: str, shape: ElementShape) -> str:
    """Return a new element with its required attributes, and a placeholder for its content."""
    attributes = "".join(f' {each}="${{{n}:}}"' for n, each in enumerate(shape.needed, 1))
    return f"<{name}{attributes}{'/>$0' if shape.is_empty else f'>$0</{name}>'}"


def _attributes(its: XmlText, place: XmlPlace, tag: Tag, offset: int) -> Iterator[CompletionItem]:
    """Yield the attributes that an element can have, and has not."""
    shape, own = its.shape_of(tag, place.around), place.attribute
    if shape is None or (own is not None and offset > own.name_end):
        return
    start, end = (own.start, own.name_end) if own is not None else (offset, offset)
    has_value = own is not None and own.end > own.name_end
    there = {each.name for each in tag.attributes() if each != own}
    for name, help_ in shape.attributes.items():
        if name not in there:
            new = name if has_value else f'{name}="$1"'
            yield its.answers.offer(
                name, "key", start, end, new, markdown=help_, is_snippet=not has_value
            )


def _values(
    its: XmlText, more: MoreOffers, place: XmlPlace, kind: str, name: str
) -> Iterable[ValueOffer]:
    """Return the values that an attribute, or the text, of an element can have."""
    shape = its.shapes.get(kind)
    words = shape.words.get(name) if shape else None
    if isinstance(words, tuple):
        return map(ValueOffer, words)
    if words is not None:
        counts = its.counted(words)
        what: OfferKind = "card" if shape and shape.is_card else "value"
        return (ValueOffer(value, f"{count} here", what) for value, count in usual(counts))
    return islice(more(place, kind, name), MOST)


def usual(counts: Counter[str]) -> Iterable[tuple[str, int]]:
    """Return the values that are counted, the most usual ones first."""
    return ((value, count) for value, count in counts.most_common(MOST) if value)
