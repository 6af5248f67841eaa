"""The text of a set or a deck as an editor sees it: where things are, whatever is missing."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cached_property
from html import escape, unescape
from typing import Final

from attrs import frozen

from ...caching import Caching
from ...formats.guids import guid
from ...source import SourceText, Span
from ..answers import TextAnswers
from ..xml_tokens import Tag, XmlPlace, place_at, tags
from .shapes import DECK, SET, ElementShape

#: Where something begins that holds what is looked at, so that what is before it need not be read.
_ANCHORS: Final = ("<card ", "<pack ")
_PROPERTY: Final = r"<property\s++name\s*+=\s*+\"{name}\"\s++value\s*+=\s*+\"(?P<value>[^\"<]*+)\""


@frozen
class SetMention:
    """A place where something is named.

    Attributes:
        kind: ``property``, ``size``, ``symbol``, ``card``, ``set`` or ``game``.
        name: what is named: a name, an id, or a GUID in its usual form.
        span: where.
    """

    kind: str
    name: str
    span: Span


#: What values of attributes name, by element and attribute.
_NAMES: Final = {
    ("property", "name"): "property",
    ("property of a pick", "key"): "property",
    ("pick", "key"): "property",
    ("card", "id"): "card",
    ("card", "size"): "size",
    ("alternate", "size"): "size",
    ("include", "id"): "card",
    ("include", "set"): "set",
    ("set", "id"): "set",
    ("set", "gameId"): "game",
    ("deck", "game"): "game",
    ("s", "value"): "symbol",
}
_GUIDS: Final = ("card", "set", "game")


class SetDocument(Caching):
    """The text of a set, or of a deck.

    Attributes:
        source: the text.
        answers: makes answers about it.
    """

    def __init__(self, source: SourceText, answers: TextAnswers | None = None) -> None:
        """Take the text, and what makes answers about it, if that is known already."""
        self.source = source
        self._known_answers = answers

    @cached_property
    def answers(self) -> TextAnswers:
        """What makes answers about the text."""
        return self._known_answers or TextAnswers.of(self.source.text)

    @cached_property
    def shapes(self) -> Mapping[str, ElementShape]:
        """The elements that it can have."""
        root = next(tags(self.source), None)
        return DECK if root is not None and root.name == "deck" else SET

    def place(self, offset: int) -> XmlPlace | None:
        """What is around *offset*; None in a comment."""
        text = self.source.text
        anchor = max(text.rfind(each, 0, offset) for each in _ANCHORS)
        if anchor > 0 and text.rfind("<!--", 0, anchor) <= text.rfind("-->", 0, anchor):
            near = place_at(self.source, offset, anchor)
            # an attribute of a card or a pack needs nothing of what is around that
            if near is None or near.around or (near.tag and offset > near.tag.name_end):
                return near
        return place_at(self.source, offset)

    def shape_of(self, tag: Tag, place: XmlPlace) -> ElementShape | None:
        """What the element of *tag* can have."""
        return self.shapes.get(kind_of(tag, place))

    def named_at(self, offset: int) -> SetMention | None:
        """What is named at *offset*: in the value of an attribute."""
        place = self.place(offset)
        if place is None or place.tag is None or place.attribute is None or not place.is_value:
            return None
        what = _NAMES.get((kind_of(place.tag, place), place.attribute.name))
        if what is None:
            return None
        its = place.attribute
        span = self.source.span(its.value_start, its.value_end)
        value = unescape(span.text)
        return SetMention(what, guid(value) if what in _GUIDS else value, span)

    def values(self, name: str) -> Counter[str]:
        """How many cards say each value of a property; those that say it as text do not count."""
        pattern = _PROPERTY.format(name=re.escape(name))
        return Counter(unescape(match["value"]) for match in re.finditer(pattern, self.source.text))

    def card_names(self) -> Counter[str]:
        """How many cards have each name."""
        its = (
            each.values()
            for each in tags(self.source)
            if each.name == "card" and not each.is_closing
        )
        return Counter(values["name"] for values in its if "name" in values)

    def places_of(self, wanted: SetMention) -> Iterator[Span]:
        """Where what is *wanted* is named in the text, too."""
        if not wanted.name:
            return
        is_guid = wanted.kind in _GUIDS
        if is_guid:
            pattern = rf"\s*+\{{?{re.escape(wanted.name).replace(re.escape('-'), '-?')}\}}?\s*+"
        else:
            written = {wanted.name, escape(wanted.name), escape(wanted.name, quote=False)}
            pattern = f"(?:{'|'.join(map(re.escape, sorted(written)))})"
        quoted = re.compile(f"[\"']{pattern}[\"']", re.IGNORECASE if is_guid else 0)
        for match in quoted.finditer(self.source.text):
            named = self.named_at(match.start() + 1)
            if named is not None and (named.kind, named.name) == (wanted.kind, wanted.name):
                yield named.span


def kind_of(tag: Tag, place: XmlPlace) -> str:
    """The name of the shape of the element of *tag*: properties of picks have their own."""
    around = [each for each in place.around if each is not tag]
    is_of_pick = tag.name == "property" and around and around[-1].name == "pick"
    return "property of a pick" if is_of_pick else tag.name
