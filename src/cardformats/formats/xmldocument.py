"""XML as lxml's trees; where their parts stand is looked up only when it is asked for.

A large text can be read in parts, so that the tree of one part is in memory at a time.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any, Final, TypeAlias

from ..source import SourceText, Span
from .xmltext import ATTRIBUTE, MARKUP, XmlProblem, check, lxml_tree

#: More elements than any file has that is written by people.
MAX_NODES: Final = 1_000_000
#: Characters of a part; its tree is some ten times as large.
_PART: Final = 2**16
_BLANKS: Final = " \t\r\n"
_WRAPPER: Final = ("<part>", "</part>")
_SPECIAL: Final = re.compile(r"<(?:\?|!--|!\[CDATA\[)")
_ENDS: Final = {"<?": "?>", "<!--": "-->", "<![CDATA[": "]]>"}


Shifts: TypeAlias = Sequence[tuple[int, int]]


class Document:
    """XML that lxml has read.

    Attributes:
        source: the text that it stands in.
        root: the outermost element, of lxml.
    """

    def __init__(
        self, source: SourceText, text: str | None = None, shifts: Shifts = ((0, 0),)
    ) -> None:
        """Read *source*; what is refused is as for :func:`~.xmltext.parse`.

        Args:
            source: the whole text.
            text: what is read in place of it, made of parts of it, and checked already.
            shifts: from where on in *text*, and by how much, places are moved to be in *source*.

        Raises:
            XmlProblem: it is not well-formed, or too large.
        """
        if text is None:
            check(source, MAX_NODES)
            text = source.text
        self.source = source
        self._text = text
        self._shifts = shifts
        self.root = lxml_tree(SourceText(source.name, text))
        #: By the name of a tag: the numbers of its elements, and where they begin.
        self._places: dict[str, tuple[dict[Any, int], array[int]]] = {}

    def span(self, element: Any) -> Span:
        """The start tag of *element*."""
        tag = self._tag(element)
        start = self._at(tag.start())
        return self.source.span(start, start + len(tag[0]))

    def attribute_spans(self, element: Any) -> dict[str, Span]:
        """Where the value of each attribute of *element* stands, by name as written."""
        tag = self._tag(element)
        return _attribute_spans(self.source, tag, self._at(tag.start()) - tag.start())

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
        """The start tag of *element* in the text that was read."""
        name = element.tag.rpartition("}")[2]
        if name not in self._places:
            numbers = {each: number for number, each in enumerate(self.root.iter(f"{{*}}{name}"))}
            self._places[name] = (numbers, array("L", starts_of(self._text, name)))
        numbers, starts = self._places[name]
        found = MARKUP.match(self._text, starts[numbers[element]])
        assert found is not None  # noqa: S101 - lxml says that there is a tag
        return found

    def _at(self, place: int) -> int:
        """Where a *place* in the text that was read is in the source."""
        return place + next(by for start, by in reversed(self._shifts) if start <= place)


def attribute_spans_at(source: SourceText, place: int) -> dict[str, Span]:
    """Where the values of the attributes stand of the element that begins at a *place*."""
    tag = MARKUP.match(source.text, place)
    return _attribute_spans(source, tag, 0) if tag else {}


def _attribute_spans(source: SourceText, tag: re.Match[str], shift: int) -> dict[str, Span]:
    """Where the values of the attributes in a start *tag* stand, moved by *shift*."""
    start = tag.start("attributes") + shift
    return {
        each[1]: source.span(start + each.start(3), start + each.end(3))
        for each in ATTRIBUTE.finditer(tag["attributes"])
    }


def split(source: SourceText, name: str) -> tuple[Document, Iterator[Document]]:
    """*source* without its elements called *name*, and documents that have those, in order.

    Both are the whole if *source* is small, or if there is anything but blanks between those
    elements. A part is read when it is asked for, and forgotten when the next one is.

    Raises:
        XmlProblem: it is not well-formed, or too large. A part raises it too, perhaps for no other
            reason than that it cannot be read by itself.
    """
    check(source, MAX_NODES)
    places = _separate(source.text, name) if len(source.text) > 2 * _PART else None
    if places:
        first, last = places[0][0], places[-1][1]
        text = source.text[:first] + source.text[last:]
        try:
            rest = Document(source, text, ((0, 0), (first, last - first)))
        except XmlProblem:
            pass  # the whole says where it is wrong
        else:
            return rest, _parts(source, places)
    whole = Document(source)
    return whole, iter((whole,))


def _parts(source: SourceText, places: Sequence[tuple[int, int]]) -> Iterator[Document]:
    start = places[0][0]
    for number, (_, end) in enumerate(places, 1):
        if number == len(places) or end - start >= _PART:
            before, after = _WRAPPER
            text = f"{before}{source.text[start:end]}{after}"
            yield Document(source, text, ((0, start - len(before)),))
            start = end


def _separate(text: str, name: str) -> list[tuple[int, int]] | None:
    """Where each element called *name* begins and ends; None if more than blanks is between."""
    starts = list(starts_of(text, name))
    ends = [found.end() for found in re.finditer(rf"</{re.escape(name)}[ \t\r\n]*+>", text)]
    if not starts or len(starts) != len(ends):
        return None
    places = list(zip(starts, ends, strict=True))
    gaps = (text[end:start] for (_, end), (start, _) in pairwise(places))
    borders = [border for place in places for border in place]
    is_in_order = all(before <= after for before, after in pairwise(borders))
    return places if is_in_order and not any(gap.strip(_BLANKS) for gap in gaps) else None


def starts_of(text: str, name: str) -> Iterator[int]:
    """Where the elements called *name* begin, whatever their namespace.

    Most texts have no namespaces, and to look for a fixed beginning is much faster.
    """
    prefix = r"(?:[^ \t\r\n/>!?:]++:)?" if f":{name}" in text else ""
    skipped = list(_not_elements(text))
    number = 0
    for found in re.finditer(rf"<{prefix}{re.escape(name)}(?=[ \t\r\n/>])", text):
        start = found.start()
        while number < len(skipped) and skipped[number][1] <= start:
            number += 1
        if number == len(skipped) or start < skipped[number][0]:
            yield start


def _not_elements(text: str) -> Iterator[tuple[int, int]]:
    """Where comments, instructions and literal texts begin and end."""
    end = 0
    for found in _SPECIAL.finditer(text):
        start = found.start()
        if start >= end:
            closed = text.find(_ENDS[found[0]], start)
            end = closed + 1 if closed >= 0 else len(text)
            yield start, end
