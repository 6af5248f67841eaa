"""What is shown about a place of an XML document."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from html import unescape
from typing import TypeAlias

from lsprotocol.types import Hover

from .markup import XmlPlace
from .text import XmlText

#: Yields what is known of a tag, or an attribute of it, besides what a format's table has.
About: TypeAlias = Callable[[XmlPlace], Iterable[str]]
#: Yields what is known of the card of a name.
AboutCard: TypeAlias = Callable[[str], Iterable[str]]


def hover(its: XmlText, about: About, card: AboutCard, offset: int) -> Hover | None:
    """Return what is shown about what stands at an offset."""
    place = its.place(offset)
    if place is None:
        return None
    tag, attribute = place.tag, place.attribute
    if tag is None:
        return _of_content(its, card, place, offset)
    start, end = tag.name_start, tag.name_end
    if attribute is not None:
        start, end = attribute.start, attribute.end
    elif not start <= offset <= end:
        return None
    lines = [*about(place)] if place.is_value or attribute is None else []
    if not lines and (shape := its.shape_of(tag, place.around)):
        lines = [shape.attributes.get(attribute.name, "") if attribute else shape.help]
    shown = "\n\n".join(filter(None, lines))
    return its.answers.hover(shown, start, end) if shown else None


def _of_content(its: XmlText, card: AboutCard, place: XmlPlace, offset: int) -> Hover | None:
    """Return what is shown about a text between tags: about a card, if it is the name of one."""
    shape = its.shape_of(place.around[-1], place.around) if place.around else None
    start, end = its.content_at(offset)
    if shape is None or start == end:
        return None
    lines = [*card(unescape(its.source.text[start:end]))] if shape.is_card else []
    return its.answers.hover("\n\n".join(lines or [shape.help]), start, end)
