"""XML: read with places, in two ways, and written.

lxml decides whether a text is XML.  :func:`parse` gives small files as elements whose every
character knows where it stands; a :class:`Document` gives large ones as lxml's own trees, looks up
places when they are asked for, and can be read in parts, one tree in memory at a time.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from operator import itemgetter
from typing import Any, Final, TypeAlias

from ..source import SourceText, Span
from .xml_tags import (
    ATTRIBUTE,
    GRAMMAR,
    MARKUP,
    PROLOG,
    Places,
    XmlProblem,
    are_separate,
    attribute_places,
    attribute_spans_at,
    places_of,
)
from .xml_tree import Element, tree

#: More than any card file has; a tree of many more would take long, and fill the memory.
MAX_ELEMENTS: Final = 200_000
#: More elements than any file has that is written by people; lxml's trees are smaller.
_MAX_NODES: Final = 1_000_000
#: The end of lxml's messages: a place that is kept apart, and advice about lxml's own options.
_TAIL: Final = re.compile(
    r"(?:, (?:use|try) XML_PARSE_HUGE(?: option)?)?\s?(?:, line \d+.*)?\Z", re.DOTALL
)
#: After so many elements that are looked for by their values, all are found.
_MOST_SEARCHES: Final = 4
#: Number of attributes that lxml gives fastest with their names.
_FEW: Final = 64
#: Characters of a value that can be written in several ways even without numbers.
_SEVERAL_WAYS: Final = frozenset(" \t\r\n\"'<>&")
#: Characters of a part; its tree is some ten times as large.
_PART: Final = 2**16
_WRAPPER: Final = ("<part>", "</part>")

_Shifts: TypeAlias = Sequence[tuple[int, int]]

_FORBIDDEN: Final = GRAMMAR.rule("FORBIDDEN")
_BROKEN_TAG: Final = GRAMMAR.rule("BROKEN_TAG")
_NAME_START: Final = GRAMMAR.rule("NAME_START")
_NOT_IN_NAMES: Final = GRAMMAR.rule("NOT_IN_NAMES")
#: How signs are escaped, the first one before the others.
_IN_TEXT: Final = {"&": "&amp;", "<": "&lt;", ">": "&gt;", "\r": "&#13;"}
#: A raw line break or tab in an attribute would be read as a space.
_IN_ATTRIBUTE: Final = _IN_TEXT | {'"': "&quot;", "\n": "&#10;", "\t": "&#9;"}
_HEADER: Final = '<?xml version="1.0" encoding="utf-8" standalone="yes"?>'


def parse(source: SourceText) -> Element:
    """Parse *source* and return its root element.

    Document types are refused, nothing is loaded from elsewhere, and what the text says of its
    encoding does not count: it is decoded already.

    Raises:
        XmlProblem: If *source* is not well-formed, or is too large.
    """
    check(source, MAX_ELEMENTS)
    _lxml_tree(source)
    return tree(source, Element)


def outermost(text: str) -> tuple[str, dict[str, str]]:
    """Return the name and the attributes of the outermost element; empty if its tag is no XML."""
    prolog = PROLOG.match(text)
    if prolog is None or prolog["DOCTYPE"] or not prolog["TAG"]:
        return "", {}
    tag = MARKUP.match(text, prolog.start("TAG") - 1)
    try:
        return (tag["TAG"], attribute_values(tag["ATTRIBUTES"])) if tag else ("", {})
    except XmlProblem:
        return "", {}


def attribute_values(written: str | None) -> dict[str, str]:
    """Return the values of a start tag's attributes by name, with references resolved.

    Raises:
        XmlProblem: If *written* is not XML.
    """
    text = written or ""
    if "&" in text or "\t" in text or "\n" in text or "\r" in text:
        element = parse(SourceText("", f"<_{text}/>"))
        return {name: passage.value for name, passage in element.attributes.items()}
    return {name: value[1:-1] for name, value in ATTRIBUTE.findall(text)}


def check(source: SourceText, limit: int = _MAX_NODES) -> None:
    """Refuse document types, and more than *limit* elements.

    Raises:
        XmlProblem: If *source* has a document type or more elements.
    """
    prolog = PROLOG.match(source.text)
    if prolog and prolog["DOCTYPE"]:
        raise XmlProblem("a document type is not allowed", prolog.start("DOCTYPE") - 1)
    tags = source.text.count("<")
    if tags > limit and tags - source.text.count("</") > limit:
        raise XmlProblem(f"there are more than {limit} elements and comments", 0)


def _lxml_tree(source: SourceText) -> Any:
    """Parse *source*, which was checked, with lxml.

    Raises:
        XmlProblem: If *source* is not well-formed.
    """
    from lxml import etree  # noqa: PLC0415 - loaded only for XML

    parser = etree.XMLParser(
        encoding="utf-8", resolve_entities=False, no_network=True, load_dtd=False,
        huge_tree=False, collect_ids=False,
    )  # fmt: skip
    try:
        return etree.fromstring(source.text.encode("utf-8", "surrogatepass"), parser)
    except etree.XMLSyntaxError as error:
        raise _problem(source, error.msg or "no XML", error.position) from None


def _problem(source: SourceText, message: str, position: tuple[int, int]) -> XmlProblem:
    """Return the problem that lxml found at a line and a column, both from 1."""
    line, column = position
    starts = source.line_starts
    start = starts[min(max(line, 1), len(starts)) - 1]
    what = _TAIL.sub("", message).rstrip()
    return XmlProblem(
        what[:1].lower() + what[1:], min(start + max(column, 1) - 1, len(source.text))
    )


def attributes_of(element: Any) -> dict[str, str]:
    """Return the attributes of *element*; ``items`` of lxml takes quadratic time for many."""
    names = element.keys()
    if len(names) <= _FEW:
        return dict(element.items())
    return dict(zip(names, map(str, element.xpath("@*")), strict=True))


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
            XmlProblem: If *source* is not well-formed, or is too large.
        """
        if text is None:
            check(source)
            text = source.text
        self.source = source
        self._text = text
        self._shifts = shifts
        self.root = _lxml_tree(SourceText(source.name, text))
        #: The elements and where they begin, if that was asked for often.
        self._starts: dict[Any, int] = {}
        self._searches = 0
        #: The element whose attributes were asked for last, and their positions.
        self._last: tuple[Any, Mapping[str, Span]] = (None, {})

    def span(self, element: Any) -> Span:
        """Return the position of the start tag of *element*."""
        return self.source.span(*self._tag(element).span())

    def attribute_spans(self, element: Any) -> Mapping[str, Span]:
        """Return the position of each attribute's value by name as written."""
        last, spans = self._last
        if last is not element:
            spans = attribute_spans_at(self.source, self._tag(element).start())
            self._last = (element, spans)
        return spans

    def attribute_span(self, element: Any, name: str) -> Span:
        """Return the position of an attribute's value, or of the start tag without it."""
        return self.attribute_spans(element).get(name) or self.span(element)

    def shown(self, element: Any) -> str:
        """Return the tag of *element* as messages show it."""
        namespace, _, name = element.tag.rpartition("}")
        return f"<{name}> of the namespace {namespace[1:]!r}" if namespace else f"<{name}>"

    def is_empty_tag(self, element: Any) -> bool:
        """Return whether *element* is one tag that closes itself."""
        return bool(self._tag(element).groupdict().get("EMPTY"))

    def _tag(self, element: Any) -> re.Match[str]:
        """Return the start tag of *element* in the source."""
        if element is self.root:  # most diagnostics about a whole file are there
            prolog = PROLOG.match(self._text)
            return self._tag_at(prolog.start("TAG") - 1 if prolog else 0)
        if (start := self._start_by_value(element)) is not None:
            return self._tag_at(start)
        if not self._starts:
            starts = (each.start() for each in MARKUP.finditer(self._text) if each["TAG"])
            self._starts = dict(zip(self.root.iter("{*}*"), starts, strict=True))
        return self._tag_at(self._starts[element])

    def _start_by_value(self, element: Any) -> int | None:
        """Return where *element* begins, if one of its attributes has a value found nowhere else.

        To find all elements takes longer, but only once.  A value that could be
        written in another way is not looked for: what is found then might be another element.
        """
        self._searches += 1
        if self._searches > _MOST_SEARCHES or "&#" in self._text:
            return None
        # not `values`, which takes quadratic time
        for value in map(element.get, element.keys()[:_MOST_SEARCHES]):
            if not _SEVERAL_WAYS.isdisjoint(value):
                continue
            place = self._text.find(value)
            start = self._text.rfind("<", 0, max(place, 0))
            if start >= 0 and self._text.find(value, place + 1) < 0:
                tag = MARKUP.match(self._text, start)
                if tag and (place, place + len(value)) in attribute_places(tag).values():
                    return start
        return None

    def _tag_at(self, place: int) -> re.Match[str]:
        _, shift = self._shifts[bisect_right(self._shifts, place, key=itemgetter(0)) - 1]
        text, start = self.source.text, place + shift
        match = MARKUP.match(text, start) or _BROKEN_TAG.match(text, start)
        assert match is not None  # noqa: S101 - lxml says that there is a tag
        return match


def split(source: SourceText, name: str) -> tuple[Document, Iterator[tuple[Document, Places]]]:
    """Split *source* into a document without the elements called *name*, and documents of these.

    Beside each of those is where they stand, or nothing if that cannot be told.
    Both are the whole if *source* is small, or if there is more than whitespace between those
    elements. A part is read when it is asked for, and forgotten when the next one is.

    Raises:
        XmlProblem: If *source* is not well-formed, or is too large; also if a part cannot be read
            by itself.
    """
    check(source)
    places = places_of(source.text, name)
    if len(source.text) > 2 * _PART and places and are_separate(source.text, places):
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


# -- writing


def is_allowed(text: str) -> bool:
    """Return whether XML can have all the characters of *text*."""
    return _FORBIDDEN.search(text) is None


def allowed(text: str) -> str:
    """Return *text* without the characters that XML cannot have."""
    return _FORBIDDEN.sub("", text)


def tag_name(text: str) -> str:
    """Return *text* as the name of an element; what cannot be in a name becomes an underscore."""
    name = _NOT_IN_NAMES.sub("_", text) or "_"
    return name if _NAME_START.match(name) else f"_{name}"


def content(text: str) -> str:
    """Escape *text* for the content of an element; characters that XML cannot have are left out."""
    return _escaped(text, _IN_TEXT)


def attribute_value(text: str) -> str:
    """Escape *text* for the value of an attribute, in quotes of either kind."""
    return _escaped(text, _IN_ATTRIBUTE).replace("'", "&apos;")


def _escaped(text: str, signs: Mapping[str, str]) -> str:
    """Return *text* without what XML cannot have, and with *signs* as they are written."""
    text = allowed(text)
    for sign, written in signs.items():  # on long texts much faster than to translate each sign
        text = text.replace(sign, written)
    return text


def element(tag: str, attributes: Mapping[str, str | None], inner: str | None = None) -> str:
    """Return an element with inner XML, or an empty one; attributes that are None are left out.

    Characters that XML cannot have are left out.
    """
    values = "".join(
        f' {name}="{_escaped(value, _IN_ATTRIBUTE)}"'
        for name, value in attributes.items()
        if value is not None
    )
    return f"<{tag}{values}/>" if inner is None else f"<{tag}{values}>{inner}</{tag}>"


def block(tag: str, attributes: Mapping[str, str | None], lines: Iterable[str]) -> Iterator[str]:
    """Yield the lines of an element that contains *lines*, which are indented."""
    yield element(tag, attributes, "").removesuffix(f"</{tag}>")
    yield from map("  ".__add__, lines)
    yield f"</{tag}>"


def document(lines: Iterable[str]) -> str:
    """Return the text of a file of *lines*."""
    return "\n".join((_HEADER, *lines, ""))
