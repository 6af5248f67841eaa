"""What the files of a game say: records of sets and their cards, and the texts themselves.

The texts are the faithful layer: they are written back when nothing is changed.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from attrs import define, field, frozen

from ...model import FrozenDict
from ...source import SourceText, Span
from ..xml_text import Document
from .packaging import Pack
from .richtext import Run


@define
class FaceRecord:
    """A card as it is first seen, or one of its alternates.

    Attributes:
        name: its name.
        size: the name of its size; empty for the usual one.
        properties: as plain text by name; None where a property says that it is none.
        runs: the properties that have inline elements, as they are styled.
    """

    name: str
    size: str
    properties: dict[str, str | None]
    runs: dict[str, tuple[Run, ...]]


@define
class AlternateRecord(FaceRecord):
    """An alternate; its type tells it from the card's others."""

    type: str


@define
class CardRecord(FaceRecord):
    """A card.

    Attributes:
        id: its GUID, bare and in lower case; as written if it is none.
        alternates: in order.
    """

    id: str
    alternates: tuple[AlternateRecord, ...] = ()


@define
class SetRecord:
    """A set.

    Attributes:
        document: its XML, perhaps without the cards.
        id: its GUID, as that of a card.
        attributes: those of its outermost element, as written.
        cards, packs: in order.
        markers: the names of markers by id.
    """

    document: Document
    id: str
    attributes: Mapping[str, str]
    cards: list[CardRecord] = field(factory=list)
    packs: list[tuple[Pack, Any]] = field(factory=list)
    markers: dict[str, str] = field(factory=dict)

    @property
    def name(self) -> str:
        """What it is called."""
        return self.attributes.get("name", "")

    def span(self, element: Any) -> Span:
        """The start tag of *element*."""
        return self.document.span(element)

    def attribute_span(self, element: Any, name: str) -> Span:
        """The value of an attribute; the start tag if there is none."""
        return self.document.attribute_span(element, name)


@frozen
class GameTree:
    """The files that a card set was read from.

    Attributes:
        sources: by their names below the folder that was read.
        is_file: it was one file that was read.
        archive: the bytes of the package that was read; None if it was none.
    """

    sources: Mapping[str, SourceText] = field(default=FrozenDict(), repr=False)
    is_file: bool = False
    archive: bytes | None = field(default=None, repr=False)
