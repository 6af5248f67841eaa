"""The text of a set or a deck as an editor sees it: where things are, whatever is missing."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from html import escape, unescape
from typing import Final

from attrs import frozen

from ...formats.guids import guid
from ...source import SourceText, Span
from ..answers import TextAnswers
from ..xml.markup import tags
from ..xml.text import XmlText
from .shapes import shapes_of

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
    ("property of pick", "key"): "property",
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


class SetDocument(XmlText):
    """The text of a set, or of a deck."""

    def __init__(self, source: SourceText, answers: TextAnswers | None = None) -> None:
        """Take the text, and what makes answers about it, if that is known already."""
        super().__init__(shapes_of, source, answers)

    def named_at(self, offset: int) -> SetMention | None:
        """Return the mention in the attribute value at an offset."""
        place = self.place(offset)
        if place is None or place.tag is None or place.attribute is None or not place.is_value:
            return None
        what = _NAMES.get((self.kind_of(place.tag, place.around), place.attribute.name))
        if what is None:
            return None
        its = place.attribute
        span = self.source.span(its.value_start, its.value_end)
        value = unescape(span.text)
        return SetMention(what, guid(value) if what in _GUIDS else value, span)

    def values(self, name: str) -> Counter[str]:
        """Return the number of cards with each value of a property; values as text do not count."""
        pattern = _PROPERTY.format(name=re.escape(name))
        return Counter(unescape(match["value"]) for match in re.finditer(pattern, self.source.text))

    def card_names(self) -> Counter[str]:
        """Return the number of cards with each name."""
        its = (
            each.values()
            for each in tags(self.source)
            if each.name == "card" and not each.is_closing
        )
        return Counter(values["name"] for values in its if "name" in values)

    def places_of(self, wanted: SetMention) -> Iterator[Span]:
        """Yield the other positions at which a name occurs."""
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
