"""XML: read with places, in two ways, and written.

lxml decides whether a text is XML.  :func:`parse` gives small files as elements whose every
character knows where it stands; a :class:`Document` gives large ones as lxml's own trees, looks up
places when they are asked for, and can be read in parts, one tree in memory at a time.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any, Final, TypeAlias

from attrs import define, field, frozen

from ..source import SourceText, Span

#: More than any card file has; a tree of many more would take long, and fill the memory.
MAX_ELEMENTS: Final = 200_000
#: More elements than any file has that is written by people; lxml's trees are smaller.
_MAX_NODES: Final = 1_000_000
_BLANK: Final = " \t\r\n"
#: The name of an element, and the rest of its start tag: its attributes, and whether it is empty.
TAG: Final = r"[^ \t\r\n/>!?]++"
AFTER_TAG: Final = (
    r"(?P<attributes>(?:[ \t\r\n]++[^ \t\r\n=>/]++[ \t\r\n]*+=[ \t\r\n]*+"
    r"(?:\"[^\"]*+\"|'[^']*+'))*+)[ \t\r\n]*+(?P<empty>/?)>"
)
#: All that begins with ``<`` in a document that is well-formed.
MARKUP: Final = re.compile(
    r"<!--.*?-->|<\?.*?\?>|<!\[CDATA\[(?P<cdata>.*?)\]\]>|(?P<closing></[^>]*>)"
    rf"|<(?P<tag>{TAG}){AFTER_TAG}",
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
#: Characters of a part; its tree is some ten times as large.
_PART: Final = 2**16
_WRAPPER: Final = ("<part>", "</part>")
#: What follows ``<`` in comments, instructions and literal texts, even if they do not end.
NO_ELEMENTS: Final = r"!--.*?(?:-->|\Z)|\?.*?(?:\?>|\Z)|!\[CDATA\[.*?(?:\]\]>|\Z)"

_Shifts: TypeAlias = Sequence[tuple[int, int]]
#: Where elements begin and end in a source.
Places: TypeAlias = Sequence[tuple[int, int]]

_FORBIDDEN: Final = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_IN_TEXT: Final = {ord("&"): "&amp;", ord("<"): "&lt;", ord(">"): "&gt;", ord("\r"): "&#13;"}
#: A raw line break or tab in an attribute would be read as a blank.
_IN_ATTRIBUTE: Final = _IN_TEXT | {ord('"'): "&quot;", ord("\n"): "&#10;", ord("\t"): "&#9;"}
_HEADER: Final = '<?xml version="1.0" encoding="utf-8" standalone="yes"?>'


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
    _check(source, MAX_ELEMENTS)
    _lxml_tree(source)
    return _tree(source)


def _check(source: SourceText, limit: int) -> None:
    """Refuse document types, and more than *limit* elements.

    Raises:
        XmlProblem: *source* has them.
    """
    if refused := _DOCTYPE.match(source.text):
        raise XmlProblem("a document type is not allowed", refused.start(1))
    tags = source.text.count("<")
    if tags > limit and tags - source.text.count("</") > limit:
        raise XmlProblem(f"there are more than {limit} elements and comments", 0)


def _lxml_tree(source: SourceText) -> Any:
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


@define
class _Open:
    """An element whose end tag is still to come; its texts are pieces of the source.

    A piece is a start, an end, and whether the text between them is to be taken literally.
    """

    match: re.Match[str] | None  # of its start tag; None stands for the whole document
    children: list[Element] = field(factory=list)
    texts: list[list[tuple[int, int, bool]]] = field(factory=lambda: [[]])

    def close(self, source: SourceText) -> Element:
        """The element as it is when its end tag comes."""
        assert self.match is not None  # noqa: S101 - lxml says that every end tag has a start tag
        attributes = {
            each[1]: _passage(source, [(*each.span(3), False)], " ")
            for each in ATTRIBUTE.finditer(source.text, *self.match.span("attributes"))
        }
        text = _passage(source, self.texts[0] or [(self.match.end(), self.match.end(), True)])
        others = (_passage(source, pieces) for pieces in self.texts[1:] if pieces)
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


def _passage(
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


class Document:
    """XML that lxml has read.

    Attributes:
        source: the text that it stands in.
        root: the outermost element, of lxml.
    """

    def __init__(
        self, source: SourceText, text: str | None = None, shifts: _Shifts = ((0, 0),)
    ) -> None:
        """Read *source*; what is refused is as for :func:`parse`.

        Args:
            source: the whole text.
            text: what is read in place of it, made of parts of it, and checked already.
            shifts: from where on in *text*, and by how much, places are moved to be in *source*.

        Raises:
            XmlProblem: it is not well-formed, or too large.
        """
        if text is None:
            _check(source, _MAX_NODES)
            text = source.text
        self.source = source
        self._text = text
        self._shifts = shifts
        self.root = _lxml_tree(SourceText(source.name, text))
        #: By the name of a tag: the numbers of its elements, and where they begin.
        self._places: dict[str, tuple[dict[Any, int], array[int]]] = {}

    def span(self, element: Any) -> Span:
        """The start tag of *element*."""
        return self.source.span(*self._tag(element).span())

    def attribute_spans(self, element: Any) -> dict[str, Span]:
        """Where the value of each attribute of *element* stands, by name as written."""
        return attribute_spans_at(self.source, self._tag(element).start())

    def attribute_span(self, element: Any, name: str) -> Span:
        """Where the value of an attribute of *element* stands; its start tag if there is none."""
        return self.attribute_spans(element).get(name) or self.span(element)

    def shown(self, element: Any) -> str:
        """The tag of *element* as messages show it."""
        namespace, _, name = element.tag.rpartition("}")
        return f"<{name}> of the namespace {namespace[1:]!r}" if namespace else f"<{name}>"

    def is_empty_tag(self, element: Any) -> bool:
        """Whether *element* is one tag that closes itself."""
        return bool(self._tag(element)["empty"])

    def _tag(self, element: Any) -> re.Match[str]:
        """The start tag of *element* in the source."""
        name = element.tag.rpartition("}")[2]
        if name not in self._places:
            numbers = {each: number for number, each in enumerate(self.root.iter(f"{{*}}{name}"))}
            self._places[name] = (numbers, array("L", starts_of(self._text, name)))
        numbers, starts = self._places[name]
        place = starts[numbers[element]]
        shift = next(by for start, by in reversed(self._shifts) if start <= place)
        match = MARKUP.match(self.source.text, place + shift)
        assert match is not None  # noqa: S101 - lxml says that there is a tag
        return match


def attribute_spans_at(source: SourceText, place: int) -> dict[str, Span]:
    """Where the values of the attributes stand of the element that begins at a *place*."""
    tag = MARKUP.match(source.text, place)
    attributes = ATTRIBUTE.finditer(source.text, *tag.span("attributes")) if tag else ()
    return {each[1]: source.span(*each.span(3)) for each in attributes}


def split(source: SourceText, name: str) -> tuple[Document, Iterator[tuple[Document, Places]]]:
    """*source* without its elements called *name*, and documents that have those, in order.

    Beside each of those is where they stand, or nothing if that cannot be told.
    Both are the whole if *source* is small, or if there is anything but blanks between those
    elements. A part is read when it is asked for, and forgotten when the next one is.

    Raises:
        XmlProblem: it is not well-formed, or too large. A part raises it too, perhaps for no other
            reason than that it cannot be read by itself.
    """
    _check(source, _MAX_NODES)
    places = _places(source.text, name)
    if len(source.text) > 2 * _PART and places and _are_separate(source.text, places):
        first, last = places[0][0], places[-1][1]
        text = source.text[:first] + source.text[last:]
        try:
            rest = Document(source, text, ((0, 0), (first, last - first)))
        except XmlProblem:
            pass  # the whole says where it is wrong
        else:
            return rest, _parts(source, places)
    whole = Document(source)
    return whole, iter(((whole, places),))


def _parts(source: SourceText, places: Places) -> Iterator[tuple[Document, Places]]:
    first = 0
    for number, (_, end) in enumerate(places, 1):
        start = places[first][0]
        if number == len(places) or end - start >= _PART:
            before, after = _WRAPPER
            text = f"{before}{source.text[start:end]}{after}"
            document = Document(source, text, ((0, start - len(before)),))
            yield document, places[first:number]
            first = number


def _places(text: str, name: str) -> Places:
    """Where each element called *name* begins and ends; none if one is empty or in another."""
    tags = list(_tags(text, name))
    starts, ends = tags[::2], tags[1::2]
    is_end = [each[1][0] == "/" for each in tags]
    if len(starts) != len(ends) or any(is_end[::2]) or not all(is_end[1::2]):
        return ()
    return [
        (start.start(), text.index(">", end.end()) + 1)
        for start, end in zip(starts, ends, strict=True)
    ]


def _are_separate(text: str, places: Places) -> bool:
    """Whether only blanks are between *places*."""
    return not any(text[end:start].strip(_BLANK) for (_, end), (start, _) in pairwise(places))


def new_elements(source: SourceText, before: SourceText, name: str) -> SourceText:
    """*source* without the elements called *name* that *before* has as well; their lines stay.

    All of it if they cannot be told without reading it.
    """
    text, places, known = source.text, _places(source.text, name), _places(before.text, name)
    if not (places and _are_separate(text, places) and _are_separate(before.text, known)):
        return source
    same = {before.text[start:end] for start, end in known}
    parts: list[str] = []
    position = 0
    for start, end in places:
        if text[start:end] in same:
            parts += (text[position:start], "\n" * text.count("\n", start, end))
            position = end
    return SourceText(source.name, "".join((*parts, text[position:])), source.encoding)


def starts_of(text: str, name: str) -> Iterator[int]:
    """Where the elements called *name* begin, whatever their namespace."""
    return (each.start() for each in _tags(text, name) if each[1][0] != "/")


def _tags(text: str, name: str) -> Iterator[re.Match[str]]:
    """The start and end tags of elements called *name*, up to the name.

    Most texts have no namespaces, and to look for a fixed beginning is much faster.
    """
    prefix = r"(?:[^ \t\r\n/>!?:]++:)?" if f":{name}" in text else ""
    tag = rf"(/?{prefix}{re.escape(name)}(?=[ \t\r\n/>]))"
    matches = re.finditer(f"<(?:{tag}|{NO_ELEMENTS})", text, re.DOTALL)
    return (each for each in matches if each[1])


# -- writing


def is_allowed(text: str) -> bool:
    """Whether XML can have all the characters of *text*."""
    return _FORBIDDEN.search(text) is None


def allowed(text: str) -> str:
    """*text* without the characters that XML cannot have."""
    return _FORBIDDEN.sub("", text)


def content(text: str) -> str:
    """*text* between tags; characters that XML cannot have are left out."""
    return allowed(text).translate(_IN_TEXT)


def attribute_value(text: str) -> str:
    """*text* as the value of an attribute, in quotes of either kind."""
    return allowed(text).translate(_IN_ATTRIBUTE).replace("'", "&apos;")


def element(tag: str, attributes: Mapping[str, str | None], inner: str | None = None) -> str:
    """An element with XML in it, or one that closes itself; attributes that are None are not there.

    Characters that XML cannot have are left out.
    """
    values = "".join(
        f' {name}="{allowed(value).translate(_IN_ATTRIBUTE)}"'
        for name, value in attributes.items()
        if value is not None
    )
    return f"<{tag}{values}/>" if inner is None else f"<{tag}{values}>{inner}</{tag}>"


def block(tag: str, attributes: Mapping[str, str | None], lines: Iterable[str]) -> Iterator[str]:
    """The lines of an element that has *lines* in it, which are indented."""
    yield element(tag, attributes, "").removesuffix(f"</{tag}>")
    yield from map("  ".__add__, lines)
    yield f"</{tag}>"


def document(lines: Iterable[str]) -> str:
    """The text of a file of *lines*."""
    return "\n".join((_HEADER, *lines, ""))
