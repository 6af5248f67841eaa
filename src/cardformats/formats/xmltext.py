"""XML inside a source: lxml decides whether it is XML, and every part knows where it stands."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final

from attrs import field, frozen

from ..source import SourceText, Span

#: More than any card file has; a tree of many more would take long, and fill the memory.
MAX_ELEMENTS: Final = 200_000
_BLANK: Final = " \t\r\n"
#: All that begins with ``<`` in a document that is well-formed.
MARKUP: Final = re.compile(
    r"<!--.*?-->|<\?.*?\?>|<!\[CDATA\[(?P<cdata>.*?)\]\]>|(?P<closing></[^>]*>)"
    r"|<(?P<tag>[^ \t\r\n/>!?]++)"
    r"(?P<attributes>(?:[ \t\r\n]++[^ \t\r\n=>/]++[ \t\r\n]*+=[ \t\r\n]*+"
    r"(?:\"[^\"]*+\"|'[^']*+'))*+)[ \t\r\n]*+(?P<empty>/?)>",
    re.DOTALL,
)
ATTRIBUTE: Final = re.compile(r"([^ \t\r\n=]++)[ \t\r\n]*+=[ \t\r\n]*+([\"'])(.*?)\2", re.DOTALL)
_DOCTYPE: Final = re.compile(
    r"\ufeff?(?:[ \t\r\n]++|<\?.*?\?>|<!--.*?-->)*+(<!DOCTYPE)", re.DOTALL | re.IGNORECASE
)
#: What one character of a text can be written as: a reference, or the end of a line.
_WRITTEN: Final = re.compile(r"&(?:#x([0-9a-fA-F]++)|#([0-9]++)|([a-z]++));|\r\n?")
_NAMED: Final = {"lt": "<", "gt": ">", "amp": "&", "quot": '"', "apos": "'"}
#: The end of lxml's messages: a place that is kept apart, and advice about lxml's own options.
_TAIL: Final = re.compile(
    r"(?:, (?:use|try) XML_PARSE_HUGE(?: option)?)?\s*(?:, line \d+.*)?\Z", re.DOTALL
)


class XmlProblem(Exception):  # noqa: N818 - never leaves the library; a message and where
    """Text that is no XML, or XML of a kind that is refused."""

    def __init__(self, message: str, offset: int) -> None:
        """*message* about the character at *offset* of the source."""
        super().__init__(message)
        self.message = message
        self.offset = offset


@frozen
class Passage:
    """A text as XML means it.

    Attributes:
        source: where it stands.
        value: the text, its references resolved.
        places: for each character where it begins in the source, and where the last one ends.
    """

    source: SourceText = field(repr=False)
    value: str
    places: Sequence[int] = field(repr=False)

    def span(self, start: int = 0, end: int | None = None) -> Span:
        """Where ``value[start:end]`` stands."""
        last = len(self.value)
        stop = last if end is None else min(end, last)
        return self.source.span(self.places[min(start, last)], self.places[stop])

    def stripped(self) -> Passage:
        """The passage without the blanks around it."""
        value = self.value.strip(_BLANK)
        start = len(self.value) - len(self.value.lstrip(_BLANK)) if value else 0
        return Passage(self.source, value, self.places[start : start + len(value) + 1])


@frozen
class Element:
    """An element.

    Attributes:
        tag: its name as written.
        span: its start tag.
        attributes: by name as written.
        children: its elements.
        text: what stands before its first child or comment, blanks included.
        rest: its other texts, if there is more than blanks in them.
    """

    tag: str
    span: Span
    attributes: Mapping[str, Passage]
    children: tuple[Element, ...]
    text: Passage
    rest: tuple[Passage, ...]


def parse(source: SourceText) -> Element:
    """The root element of *source*.

    Document types are refused, nothing is loaded from elsewhere, and what the text says of its
    encoding does not count: it is decoded already.

    Raises:
        XmlProblem: it is not well-formed, or too large.
    """
    lxml_root(source, MAX_ELEMENTS)
    return _tree(source)


def lxml_root(source: SourceText, limit: int) -> Any:
    """The root element of *source* as lxml reads it, if it has at most *limit* elements.

    Raises:
        XmlProblem: as :func:`parse`.
    """
    check(source, limit)
    return lxml_tree(source)


def check(source: SourceText, limit: int) -> None:
    """Refuse document types, and more than *limit* elements.

    Raises:
        XmlProblem: *source* has them.
    """
    if refused := _DOCTYPE.match(source.text):
        message = "a document type is not allowed"
        raise XmlProblem(message, refused.start(1))
    tags = source.text.count("<")
    if tags > limit and tags - source.text.count("</") > limit:
        message = f"there are more than {limit} elements and comments"
        raise XmlProblem(message, 0)


def lxml_tree(source: SourceText) -> Any:
    """The root element of *source*, which was checked.

    Raises:
        XmlProblem: it is not well-formed.
    """
    from lxml import etree  # noqa: PLC0415 - loaded only for XML

    parser = etree.XMLParser(
        encoding="utf-8", resolve_entities=False, no_network=True, load_dtd=False, huge_tree=False
    )
    try:
        return etree.fromstring(source.text.encode("utf-8", "surrogatepass"), parser)
    except etree.XMLSyntaxError as error:
        raise _problem(source, error.msg or "no XML", error.position) from None


class _Open:
    """An element whose end tag is still to come; its texts are pieces of the source.

    A piece is a start, an end, and whether the text between them is to be taken literally.
    """

    def __init__(self, match: re.Match[str] | None) -> None:
        """It begins with the start tag *match*; None stands for the whole document."""
        self.match = match
        self.children: list[Element] = []
        self.texts: list[list[tuple[int, int, bool]]] = [[]]

    def close(self, source: SourceText) -> Element:
        """The element as it is when its end tag comes."""
        assert self.match is not None  # noqa: S101 - lxml says that every end tag has a start tag
        start = self.match.start("attributes")
        attributes = {
            each[1]: passage(source, [(start + each.start(3), start + each.end(3), False)], " ")
            for each in ATTRIBUTE.finditer(self.match["attributes"])
        }
        text = passage(source, self.texts[0] or [(self.match.end(), self.match.end(), True)])
        others = (passage(source, pieces) for pieces in self.texts[1:] if pieces)
        rest = tuple(each for each in others if each.value.strip(_BLANK))
        span = source.span(self.match.start(), self.match.end())
        return Element(self.match["tag"], span, attributes, tuple(self.children), text, rest)


def _tree(source: SourceText) -> Element:
    """The root element of a *source* that is well-formed."""
    stack = [_Open(None)]
    position = 0
    for match in MARKUP.finditer(source.text):
        if match.start() > position:
            stack[-1].texts[-1].append((position, match.start(), False))
        position = match.end()
        if match["cdata"] is not None:
            stack[-1].texts[-1].append((*match.span("cdata"), True))
            continue
        if match["tag"]:
            stack[-1].texts.append([])
            stack.append(_Open(match))
        if match["closing"] or match["empty"]:
            element = stack.pop().close(source)
            stack[-1].children.append(element)
        elif not match["tag"]:  # a comment or an instruction
            stack[-1].texts.append([])
    return stack[0].children[0]


def passage(
    source: SourceText, pieces: Sequence[tuple[int, int, bool]], blank: str = "\n"
) -> Passage:
    """The text of *pieces*; the end of a line is a *blank* in it, and in attributes a tab too."""
    if len(pieces) == 1:
        start, end, literal = pieces[0]
        raw = source.text[start:end]
        if "\r" not in raw and (literal or "&" not in raw):
            return Passage(source, _flat(raw, blank), range(start, end + 1))
    characters: list[str] = []
    places: list[int] = []
    for start, end, literal in pieces:
        position = start
        for match in _WRITTEN.finditer(source.text, start, end):
            if literal and match[0][0] == "&":
                continue
            characters += _flat(source.text[position : match.start()], blank)
            places += range(position, match.start())
            characters.append(_meant(match, blank))
            places.append(match.start())
            position = match.end()
        characters += _flat(source.text[position:end], blank)
        places += range(position, end)
    return Passage(source, "".join(characters), (*places, pieces[-1][1]))


def _flat(raw: str, blank: str) -> str:
    return raw if blank == "\n" else raw.replace("\n", blank).replace("\t", blank)


def _meant(written: re.Match[str], blank: str) -> str:
    """The one character that *written* stands for."""
    hexadecimal, decimal, name = written.groups()
    if name:
        return _NAMED[name]
    if hexadecimal or decimal:
        return chr(int(hexadecimal, 16) if hexadecimal else int(decimal.lstrip("0")))
    return blank


def _problem(source: SourceText, message: str, position: tuple[int, int]) -> XmlProblem:
    """The problem that lxml found at a line and a column, both from 1."""
    line, column = position
    starts = source.line_starts
    start = starts[min(max(line, 1), len(starts)) - 1]
    what = _TAIL.sub("", message)
    return XmlProblem(
        what[:1].lower() + what[1:], min(start + max(column, 1) - 1, len(source.text))
    )
