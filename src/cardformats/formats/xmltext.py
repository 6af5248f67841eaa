"""XML inside a source: lxml decides what it is, and every element knows where it stands."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from html import unescape
from typing import TYPE_CHECKING

from attrs import frozen

from ..source import SourceText, Span

if TYPE_CHECKING:
    from lxml.etree import _Element

#: Whatever begins with ``<``; only start tags have a name in the first group.
_MARKUP = re.compile(
    r"<!--.*?-->|<\?.*?\?>|<!\[CDATA\[.*?\]\]>|</[^>]*>"
    r"|<([^\s/>!?]++)((?:\s++[^\s=>/]++\s*+=\s*+(?:\"[^\"]*\"|'[^']*'))*+)\s*+/?>",
    re.DOTALL,
)
_ATTRIBUTE = re.compile(r"([^\s=]++)\s*+=\s*+(?:\"([^\"]*)\"|'([^']*)')")
_DOCTYPE = "<!DOCTYPE"


class XmlProblem(Exception):  # noqa: N818 - never leaves the library; a message and where
    """Text that is no XML, or XML of a kind that is refused."""

    def __init__(self, message: str, offset: int) -> None:
        """*message* about the character at *offset* of the source."""
        super().__init__(message)
        self.message = message
        self.offset = offset


@frozen
class Attribute:
    """An attribute's value, and where that stands without its quotes."""

    value: str
    start: int
    end: int


@frozen
class Element:
    """An element.

    Attributes:
        source: where it stands.
        tag: its name as written.
        attributes: by name as written.
        text: the text before its first child, white space included.
        children: its elements.
        start, end: offsets of its start tag.
    """

    source: SourceText
    tag: str
    attributes: Mapping[str, Attribute]
    text: str
    children: tuple[Element, ...]
    start: int
    end: int

    @property
    def span(self) -> Span:
        """Its start tag."""
        return self.source.span(self.start, self.end)

    def span_of(self, name: str) -> Span:
        """The value of the attribute *name*."""
        attribute = self.attributes[name]
        return self.source.span(attribute.start, attribute.end)

    @property
    def text_span(self) -> Span:
        """Its text without white space around it; empty after the start tag if it has none."""
        start = self.end + len(self.text) - len(self.text.lstrip())
        return self.source.span(start, start + len(self.text.strip()))


def parse(source: SourceText) -> Element:
    """The root element of *source*.

    Document types are refused, and nothing is loaded from elsewhere.

    Raises:
        XmlProblem: it is not well-formed.
    """
    from lxml import etree  # noqa: PLC0415 - loaded only for XML

    text = source.text.removeprefix("\ufeff")
    offset = len(source.text) - len(text)
    refused = text.upper().find(_DOCTYPE)
    if refused >= 0:
        message = "a document type is not allowed"
        raise XmlProblem(message, offset + refused)
    parser = etree.XMLParser(
        encoding="utf-8", resolve_entities=False, no_network=True, load_dtd=False, huge_tree=False
    )
    try:
        root = etree.fromstring(text.encode("utf-8", "surrogatepass"), parser)
    except etree.XMLSyntaxError as error:
        raise _problem(source, error.msg or "no XML", error.position) from None
    except ValueError as error:  # what lxml refuses before it parses
        raise XmlProblem(str(error), 0) from None
    tags = (match for match in _MARKUP.finditer(source.text) if match[1])
    return _element(source, root, tags)


def _element(source: SourceText, node: _Element, tags: Iterator[re.Match[str]]) -> Element:
    """The element of *node*, whose start tag is the next of *tags*."""
    match = next(tags)
    attributes = {
        each[1]: Attribute(
            unescape(each[2] if each[2] is not None else each[3]),
            match.start(2) + each.start(2 if each[2] is not None else 3),
            match.start(2) + each.end(2 if each[2] is not None else 3),
        )
        for each in _ATTRIBUTE.finditer(match[2])
    }
    children = tuple(
        _element(source, child, tags) for child in node.iterchildren() if isinstance(child.tag, str)
    )
    return Element(
        source, match[1], attributes, node.text or "", children, match.start(), match.end()
    )


def _problem(source: SourceText, message: str, position: tuple[int, int]) -> XmlProblem:
    """The problem that lxml found at a line and a column, both from 1."""
    line, column = position
    starts = source.line_starts
    start = starts[min(max(line, 1), len(starts)) - 1]
    what = message.partition(", line ")[0]
    return XmlProblem(
        what[:1].lower() + what[1:], min(start + max(column, 1) - 1, len(source.text))
    )
