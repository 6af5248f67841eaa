"""A game as its start tags show it: what has an id, and where; nothing else is read."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from html import unescape
from typing import Final

from attrs import define, field, frozen

from ....source import SourceText, Span
from ...xml_text import ATTRIBUTE, MARKUP, attribute_spans_at
from ..identity import guid

_TAGS: Final = re.compile(
    r"<(?:(set|card|alternate|pack|marker)(?=[ \t\r\n/>])"
    r"|!--.*?(?:-->|\Z)|\?.*?(?:\?>|\Z)|!\[CDATA\[.*?(?:\]\]>|\Z))",
    re.DOTALL,
)


@frozen
class Named:
    """A card, a pack or a marker.

    Attributes:
        id: its GUID, bare and in lower case; as written if it is none.
        name: what it is called.
        types: those of its alternates, in lower case.
        source, start: where its start tag is.
    """

    id: str
    name: str
    source: SourceText = field(repr=False)
    start: int
    types: list[str] = field(factory=list)

    def span(self, attribute: str = "id") -> Span:
        """Where an attribute is, or the start of the tag."""
        spans = attribute_spans_at(self.source, self.start)
        return spans.get(attribute) or self.source.span(self.start)


@define
class ScannedSet:
    """A set.

    Attributes:
        file: its name among the files of the game.
        about: the set itself.
        attributes: those of its outermost element.
        cards, packs, markers: in order.
        unsized: the cards and alternates that say an empty size.
    """

    file: str
    about: Named
    attributes: Mapping[str, str]
    cards: list[Named] = field(factory=list)
    packs: list[Named] = field(factory=list)
    markers: list[Named] = field(factory=list)
    unsized: list[Named] = field(factory=list)

    @property
    def folder(self) -> str:
        """The folder of its file, with a slash behind it unless it is that of the game."""
        return self.file[: self.file.rfind("/") + 1]


def scan(file: str, source: SourceText) -> ScannedSet | None:
    """The set in *source*; None if it is none."""
    scanned: ScannedSet | None = None
    for match in _TAGS.finditer(source.text):
        if not (tag := match[1]):
            continue
        values = dict(_attributes(source, match.start()))
        own = Named(guid(values.get("id", "")), values.get("name", ""), source, match.start())
        if scanned is None:
            if tag != "set":
                return None
            scanned = ScannedSet(file, own, values)
        elif tag == "alternate" and scanned.cards:
            scanned.cards[-1].types.append(values.get("type", "").lower())
        elif tag in ("card", "pack", "marker"):
            getattr(scanned, f"{tag}s").append(own)
        if tag in ("card", "alternate") and not values.get("size", tag):
            scanned.unsized.append(own)
    return scanned


def _attributes(source: SourceText, start: int) -> Iterator[tuple[str, str]]:
    tag = MARKUP.match(source.text, start)
    if tag is not None:
        for each in ATTRIBUTE.finditer(source.text, *tag.span("attributes")):
            yield each[1], unescape(each[3])
