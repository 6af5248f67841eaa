"""The tags of XML that is being written, and the place of an offset among them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from typing import Final

from attrs import frozen

from ...formats.xml_tags import GRAMMAR
from ...source import SourceText, Span

_TAG: Final = GRAMMAR.rule("open_markup")
_ATTRIBUTE: Final = GRAMMAR.rule("open_attribute")
#: More elements in one another are none of a card file.
_MAX_DEPTH: Final = 64


@frozen
class TagAttribute:
    """An attribute of a tag: offsets of its name and of its value, which is without the quotes.

    Attributes:
        name: as written.
        start, name_end: of the name.
        value_start, value_end: of the value; both are the end of the name if it has none.
        end: behind the quotes.
    """

    name: str
    start: int
    name_end: int
    value_start: int
    value_end: int
    end: int


@frozen
class Tag:
    """A start tag, or an end tag.

    Attributes:
        source: where it stands.
        name: of the element.
        start, end: its offsets; if it is not closed, it ends where the next one begins.
        is_closing: it is an end tag.
        is_empty: it closes itself.
    """

    source: SourceText
    name: str
    start: int
    end: int
    is_closing: bool
    is_empty: bool

    @property
    def name_start(self) -> int:
        """Return the offset of the beginning of its name."""
        return self.start + 1 + self.is_closing

    @property
    def name_end(self) -> int:
        """Return the offset of the end of its name."""
        return self.name_start + len(self.name)

    @property
    def is_whole(self) -> bool:
        """Return whether the tag is closed."""
        return self.source.text[self.end - 1] == ">"

    def attributes(self) -> Iterator[TagAttribute]:
        """Yield its attributes, in order."""
        for match in _ATTRIBUTE.finditer(self.source.text, self.name_end, self.end):
            value = match["OPEN_VALUE"] or ""
            is_quoted = value.startswith(("'", '"'))
            is_closed = is_quoted and len(value) > 1 and value[-1] == value[0]
            start, end = match.end() - len(value) + is_quoted, match.end() - is_closed
            name = match.span("OPEN_NAME")
            yield TagAttribute(match["OPEN_NAME"], *name, start, end, match.end())

    def values(self) -> dict[str, str]:
        """Return the values of its attributes by name."""
        text = self.source.text
        return {
            each.name: unescape(text[each.value_start : each.value_end])
            for each in self.attributes()
        }

    @property
    def span(self) -> Span:
        """Return the whole tag."""
        return self.source.span(self.start, self.end)


def tags(source: SourceText, start: int = 0, end: int | None = None) -> Iterator[Tag]:
    """Yield the tags in a range, in order, without comments and the like."""
    stop = len(source.text) if end is None else end
    for match in _TAG.finditer(source.text, start, stop):
        if not _is_other(match):
            yield _tag(source, match)


@frozen
class EndedElement:
    """An element, when it has ended.

    Attributes:
        tag: its start tag.
        end: where it ends: after its end tag, or where an end tag or the text ends the one around.
        depth: the number of elements around it.
        around: the start tag of the one around it, if there is one.
        is_closed: whether it has an end tag.
    """

    tag: Tag
    end: int
    depth: int
    around: tuple[Tag, ...] = ()
    is_closed: bool = False


def elements(source: SourceText) -> Iterator[EndedElement]:
    """Yield the elements, inner ones first, up to a maximum depth."""
    stack: list[Tag] = []
    for tag in tags(source):
        if not tag.is_closing and len(stack) < _MAX_DEPTH:
            stack.append(tag)
        elif not tag.is_closing or tag.name not in [each.name for each in stack]:
            continue
        while tag.is_closing and stack[-1].name != tag.name:
            yield EndedElement(stack.pop(), tag.start, len(stack), tuple(stack[-1:]))
        if tag.is_closing or tag.is_empty:
            yield EndedElement(
                stack.pop(), tag.end, len(stack), tuple(stack[-1:]), is_closed=tag.is_closing
            )
    while stack:
        yield EndedElement(stack.pop(), len(source.text), len(stack), tuple(stack[-1:]))


def _is_other(match: re.Match[str]) -> bool:
    """Return whether a match is not a tag but a comment or the like."""
    return match[0].startswith(("<!", "<?"))


def _tag(source: SourceText, match: re.Match[str]) -> Tag:
    is_empty = (match["REST"] or "").endswith("/")
    return Tag(
        source, match["OPEN_NAME"] or "", *match.span(), match["SLASH"] is not None, is_empty
    )


def comments(source: SourceText) -> Iterator[tuple[int, int]]:
    """Yield the ranges of comments."""
    for match in _TAG.finditer(source.text):
        if match["COMMENT"]:
            yield match.span()


@frozen
class XmlPlace:
    """What is around an offset.

    Attributes:
        around: the start tags of the elements around it, the outermost first.
        tag: the tag that it is in; None if it is in none.
        attribute: the attribute that it is in, or at the end of.
        is_value: whether it is in the value of that.
    """

    around: tuple[Tag, ...]
    tag: Tag | None = None
    attribute: TagAttribute | None = None
    is_value: bool = False


def place_at(source: SourceText, offset: int, start: int = 0) -> XmlPlace | None:
    """Return the position of an offset among the tags from *start* on; None in a comment."""
    around: list[Tag] = []
    for match in _TAG.finditer(source.text, start):
        if match.start() >= offset:
            break
        if _is_other(match):
            is_open = not match[0].endswith(">")
            if offset < match.end() or (offset == match.end() and is_open):
                return None
            continue
        tag = _tag(source, match)
        if offset < tag.end or (offset == tag.end and not tag.is_whole):
            return _place_in(tag, offset, tuple(around))
        if tag.is_closing:
            names = [each.name for each in around]
            if tag.name in names:
                del around[len(names) - 1 - names[::-1].index(tag.name) :]
        elif not tag.is_empty and len(around) < _MAX_DEPTH:
            around.append(tag)
    return XmlPlace(tuple(around))


def _place_in(tag: Tag, offset: int, around: tuple[Tag, ...]) -> XmlPlace:
    """Return the position of an offset in a tag."""
    for each in tag.attributes():
        has_value = each.value_start > each.name_end
        if each.start <= offset <= (each.value_end if has_value else each.name_end):
            return XmlPlace(around, tag, each, has_value and offset >= each.value_start)
    return XmlPlace(around, tag)
