"""Small XML documents as elements whose every character knows where it stands."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import pairwise
from typing import Final, Self, TypeVar

from attrs import define, field, frozen

from ..source import SourceText, Span
from .xml_tags import GRAMMAR, MARKUP, WHITE_SPACE, XmlProblem, attribute_places

#: What one character of a text can be written as: a reference, or the end of a line.
_WRITTEN: Final = GRAMMAR.rule("written")
_NAMED: Final = {"lt": "<", "gt": ">", "amp": "&", "quot": '"', "apos": "'"}
_CDATA: Final = ("<![CDATA[", "]]>")


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
        """Return the position of ``value[start:end]``."""
        last = len(self.value)
        stop = last if end is None else min(end, last)
        return self.source.span(self.places[min(start, last)], self.places[stop])

    def stripped(self) -> Passage:
        """Return the passage without the white space around it."""
        value = self.value.strip(WHITE_SPACE)
        start = len(self.value) - len(self.value.lstrip(WHITE_SPACE)) if value else 0
        return Passage(self.source, value, self.places[start : start + len(value) + 1])


@define(eq=False, slots=False)
class Element:
    """An element, and where it stands.

    Attributes:
        source: the text that it stands in.
        match: its start tag.
        foot, end: where its end tag begins and ends; there is none if *foot* is *end*.
        children: its elements.
    """

    source: SourceText = field(repr=False)
    match: re.Match[str]
    foot: int = 0
    end: int = 0
    children: list[Self] = field(factory=list)

    def __str__(self) -> str:
        """Return the element as it is written."""
        return self.source.text[self.start : self.end]

    @property
    def tag(self) -> str:
        """Return its name as written."""
        return self.match["TAG"]

    @property
    def start(self) -> int:
        """Return the offset where its start tag begins."""
        return self.match.start()

    @property
    def head(self) -> int:
        """Return the offset where its start tag ends."""
        return self.match.end()

    @property
    def span(self) -> Span:
        """Return the position of its start tag."""
        return self.source.span(*self.match.span())

    @cached_property
    def places(self) -> dict[str, tuple[int, int]]:
        """Return the start and end of its attributes' values, by name as written."""
        return attribute_places(self.match)

    @cached_property
    def attributes(self) -> Mapping[str, Passage]:
        """Return the values of its attributes, by name as written."""
        return {
            name: _passage(self.source, [(*place, False)], " ")
            for name, place in self.places.items()
        }

    @property
    def content(self) -> str:
        """Return its content as it is written."""
        return self.source.text[self.head : self.foot]

    def gaps(self) -> Iterator[tuple[int, int]]:
        """Yield the start and end of the texts before, between and after its children."""
        places = ((each.start, each.end) for each in self.children)
        around = ((0, self.head), *places, (max(self.foot, self.head), 0))
        return ((end, start) for (_, end), (start, _) in pairwise(around))

    @cached_property
    def texts(self) -> tuple[Passage, ...]:
        """Return its texts, which children, comments and instructions separate, empty ones too."""
        parts: list[list[tuple[int, int, bool]]] = []
        for start, end in self.gaps():
            parts.append([])
            position = start
            for match in MARKUP.finditer(self.source.text, start, end):
                parts[-1].append((position, match.start(), False))
                position = match.end()
                if match["CDATA"]:
                    before, after = map(len, _CDATA)
                    parts[-1].append((match.start() + before, position - after, True))
                else:
                    parts.append([])
            parts[-1].append((position, end, False))
        return tuple(_passage(self.source, pieces) for pieces in parts)

    @property
    def text(self) -> Passage:
        """Return the text before its first child or comment, white space included."""
        return self.texts[0]

    @property
    def rest(self) -> tuple[Passage, ...]:
        """Return its other texts that are not only white space."""
        return tuple(each for each in self.texts[1:] if each.value.strip(WHITE_SPACE))


ElementT = TypeVar("ElementT", bound=Element)


def tree(source: SourceText, kind: type[ElementT]) -> ElementT:
    """Parse *source*, which is well-formed, into elements of a *kind*.

    Raises:
        XmlProblem: If *source* has no element, or ends an element that has not begun.
    """
    stack: list[ElementT] = []
    for match in MARKUP.finditer(source.text):
        if match["TAG"]:
            element = kind(source, match)
            if stack:
                stack[-1].children.append(element)
            stack.append(element)
        if match["CLOSING"] or match["EMPTY"]:
            if not stack:
                raise XmlProblem("an element ends that has not begun", match.start())
            element = stack.pop()
            element.foot, element.end = (
                match.end() if match["EMPTY"] else match.start(),
                match.end(),
            )
            if not stack:
                return element
    raise XmlProblem("there is no element", 0)


def _passage(
    source: SourceText, pieces: Sequence[tuple[int, int, bool]], space: str = "\n"
) -> Passage:
    """Return the text of *pieces*, with *space* for line ends, and in attributes for tabs too.

    A piece is a start, an end, and whether the text between them is to be taken literally.
    """
    pieces = [each for each in pieces if each[0] < each[1]] or pieces[:1]
    if len(pieces) == 1:
        start, end, literal = pieces[0]
        raw = source.text[start:end]
        if "\r" not in raw and (literal or "&" not in raw):
            return Passage(source, _flat(raw, space), range(start, end + 1))
    characters: list[str] = []
    places: list[int] = []
    for start, end, literal in pieces:
        position = start
        for match in _WRITTEN.finditer(source.text, start, end):
            if literal and match[0][0] == "&":
                continue
            characters += _flat(source.text[position : match.start()], space)
            places += range(position, match.start())
            characters.append(_meant(match, space))
            places.append(match.start())
            position = match.end()
        characters += _flat(source.text[position:end], space)
        places += range(position, end)
    return Passage(source, "".join(characters), (*places, pieces[-1][1]))


def _flat(raw: str, space: str) -> str:
    return raw if space == "\n" else raw.replace("\n", space).replace("\t", space)


def _meant(written: re.Match[str], space: str) -> str:
    """Return the one character that *written* stands for."""
    hexadecimal, decimal, name = written["HEXADECIMAL"], written["DECIMAL"], written["ENTITY"]
    if name:
        return _NAMED[name]
    if hexadecimal or decimal:
        return chr(int(hexadecimal, 16) if hexadecimal else int(decimal.lstrip("0")))
    return space
