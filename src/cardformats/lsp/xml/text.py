"""The text of an XML document as an editor sees it: what is at an offset, however incomplete."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cached_property
from html import unescape
from re import Pattern

from ...caching import Caching
from ...source import SourceText
from ..answers import TextAnswers
from .markup import Tag, XmlPlace, place_at, tags
from .shapes import ElementShape, Shapes, ShapesOf

#: Where something begins that holds what is looked at, so that what is before it need not be read.
_ANCHORS = ("<card ", "<card>", "<pack ", "<pack>")


class XmlText(Caching):
    """The text of a document.

    Attributes:
        source: The text.
    """

    def __init__(
        self, shapes_of: ShapesOf, source: SourceText, answers: TextAnswers | None = None
    ) -> None:
        """Take the format's elements, the text, and what makes answers, if that is known."""
        self.source = source
        self._shapes_of = shapes_of
        self._known_answers = answers

    @cached_property
    def answers(self) -> TextAnswers:
        """Return what makes answers about the text."""
        return self._known_answers or TextAnswers.of(self.source.text)

    @cached_property
    def root(self) -> Tag | None:
        """Return the first tag of the text; None if there is none."""
        return next(tags(self.source), None)

    @cached_property
    def shapes(self) -> Shapes:
        """Return the elements that the document can have."""
        return self._shapes_of(self.root)

    def place(self, offset: int) -> XmlPlace | None:
        """Return what is around an offset; None in a comment."""
        text = self.source.text
        anchor = max(text.rfind(each, 0, offset) for each in _ANCHORS)
        if anchor > 0 and text.rfind("<!--", 0, anchor) <= text.rfind("-->", 0, anchor):
            near = place_at(self.source, offset, anchor)
            # an attribute of a card or a pack needs nothing of what is around that
            if near is None or near.around or (near.tag and offset > near.tag.name_end):
                return near
        return place_at(self.source, offset)

    def kind_of(self, tag: Tag, around: Sequence[Tag]) -> str:
        """Return the key in the table of the element of a tag, inside of others."""
        parents = [each for each in around if each is not tag]
        own = f"{tag.name} of {parents[-1].name}" if parents else ""
        return own if own in self.shapes else tag.name

    def shape_of(self, tag: Tag, around: Sequence[Tag]) -> ElementShape | None:
        """Return the row of the element of a tag, inside of others."""
        return self.shapes.get(self.kind_of(tag, around))

    def counted(self, expression: Pattern[str]) -> Counter[str]:
        """Return what the last group of an expression finds, and how often."""
        matches = expression.finditer(self.source.text)
        return Counter(unescape(match[match.re.groups]).strip() for match in matches)

    def content_at(self, offset: int) -> tuple[int, int]:
        """Return the range of the text between tags around an offset, without white space."""
        text = self.source.text
        start, end = text.rfind(">", 0, offset) + 1, text.find("<", offset)
        inner = text[start : len(text) if end < 0 else end]
        start += len(inner) - len(inner.lstrip())
        return (start, start + len(inner.strip())) if inner.strip() else (offset, offset)
