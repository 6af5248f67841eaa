"""A set of the game that is checked: its index and its text, which says where things are."""

from __future__ import annotations

from attrs import field, frozen

from ....source import SourceText, Span
from ...xml_tags import attribute_spans_at
from ..set_index import IndexedCard, IndexedMarker, IndexedPack, SetIndex, index_of_set


@frozen
class SetText:
    """A set.

    Attributes:
        source: its text.
        index: what it has.
    """

    source: SourceText = field(repr=False)
    index: SetIndex

    @property
    def name(self) -> str:
        """Return its name."""
        return self.index.set.name

    @property
    def folder(self) -> str:
        """Return the folder of its file, with a slash behind it unless it is that of the game."""
        file = self.index.set.file
        return file[: file.rfind("/") + 1]

    def own_span(self, attribute: str = "id") -> Span:
        """Return the span of an attribute of the set, or of its start tag."""
        return self._span(self.index.start, attribute)

    def span(self, item: IndexedCard | IndexedPack | IndexedMarker, attribute: str = "id") -> Span:
        """Return the span of an attribute of a card, a pack or a marker, or of its tag."""
        return self._span(item.start, attribute)

    def empty_sizes(self) -> list[Span]:
        """Yield the spans of empty sizes of cards and alternates."""
        return [self._span(start, "size") for start in self.index.unsized]

    def _span(self, start: int, attribute: str) -> Span:
        spans = attribute_spans_at(self.source, start)
        return spans.get(attribute) or self.source.span(start)


def set_text(file: str, source: SourceText) -> SetText | None:
    """Return the set in *source*, whose file the game calls *file*; None if it is none."""
    index = index_of_set(source, file)
    return None if index is None else SetText(source, index)
