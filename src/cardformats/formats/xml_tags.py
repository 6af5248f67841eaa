"""The markup of XML: looked for in a text, without a tree of it.

It is some ten times as fast as to parse the text.  What is not well-formed is not noticed, unless
it is in the tags that are looked for.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Final, TypeAlias

from ..source import SourceText, Span
from .grammar import Grammar

#: More than any document has that is read as a tree, and deeper than those are.
MAX_TAGS: Final = 1_000_000
MAX_DEPTH: Final = 256
WHITE_SPACE: Final = " \t\r\n"

GRAMMAR: Final = Grammar(__package__, "xml_text.lark")
#: All that begins with ``<`` in a document that is well-formed.
MARKUP: Final = GRAMMAR.rule("markup")
#: An attribute in the group ``ATTRIBUTES`` of a start tag.
ATTRIBUTE: Final = GRAMMAR.rule("attribute")
PROLOG: Final = GRAMMAR.rule("prolog")
_PARTS: Final = ("_SPACE", "_after_tag", "DOCTYPE", "COMMENT", "INSTRUCTION", "CDATA")

#: Where elements begin and end in a source.
Places: TypeAlias = Sequence[tuple[int, int]]


class XmlProblem(Exception):  # noqa: N818 - never leaves the library; a message and where
    """Text that is no XML, or XML of a kind that is refused."""

    def __init__(self, message: str, offset: int) -> None:
        """Report a *message* about the character at *offset* of the source."""
        super().__init__(message)
        self.message = message
        self.offset = offset


def tags(text: str, names: Iterable[str]) -> Iterator[re.Match[str]]:
    """Yield the tags of the elements called *names*, which have no prefix, in order.

    A match has the groups ``CLOSING`` (the name in an end tag), ``TAG`` (that in a start tag),
    ``ATTRIBUTES`` and ``EMPTY`` (the slash at its end).

    Raises:
        XmlProblem: If there is a document type, or there are too many tags.
    """
    count = 0
    for match in _markup(text, "|".join(map(re.escape, names))):
        if match.lastindex is None:
            continue
        if match.lastgroup == "DOCTYPE":
            raise XmlProblem("a document type is not allowed", match.start())
        count += 1
        if count > MAX_TAGS:
            raise XmlProblem(f"there are more than {MAX_TAGS} tags", match.start())
        yield match


def _markup(text: str, words: str) -> Iterator[re.Match[str]]:
    """Find the tags of elements whose names match *words*, document types, and other markup."""
    end, after, doctype, *others = map(GRAMMAR.expression, _PARTS)
    return re.finditer(
        f"<(?:/(?P<CLOSING>{words})(?:{end})?>|(?P<TAG>{words}){after}|(?P<DOCTYPE>{doctype})"
        f"|{'|'.join(others)})",
        text,
    )


def _tags_of(text: str, name: str) -> Iterator[re.Match[str]]:
    """Yield the tags of elements called *name* in any namespace.

    Most texts have no namespaces, and to look for a fixed beginning is much faster.
    """
    prefix = f"(?:{GRAMMAR.expression('PREFIX')})?" if f":{name}" in text else ""
    matches = _markup(text, prefix + re.escape(name))
    return (each for each in matches if each.lastindex)


def starts_of(text: str, name: str) -> Iterator[int]:
    """Yield the offsets of the elements called *name* in any namespace."""
    return (each.start() for each in _tags_of(text, name) if each["TAG"])


def places_of(text: str, name: str) -> Places:
    """Return the start and end of each element called *name*; none if one is empty or nested."""
    matches = list(_tags_of(text, name))
    starts, ends = matches[::2], matches[1::2]
    are_starts = (each["TAG"] and not each["EMPTY"] for each in starts)
    if len(starts) != len(ends) or not all(are_starts) or not all(map(_is_end, ends)):
        return []
    return [(start.start(), end.end()) for start, end in zip(starts, ends, strict=True)]


def _is_end(tag: re.Match[str]) -> bool:
    return tag["CLOSING"] is not None


def are_separate(text: str, places: Places) -> bool:
    """Return whether only white space is between *places*."""
    return not any(text[end:start].strip(WHITE_SPACE) for (_, end), (start, _) in pairwise(places))


def new_elements(source: SourceText, before: SourceText, name: str) -> SourceText:
    """Return *source* without the elements called *name* that *before* also has; lines stay.

    All of it if they cannot be told without reading it.
    """
    text, places, known = source.text, places_of(source.text, name), places_of(before.text, name)
    if not (places and are_separate(text, places) and are_separate(before.text, known)):
        return source
    same = {before.text[start:end] for start, end in known}
    parts: list[str] = []
    position = 0
    for start, end in places:
        if text[start:end] in same:
            parts += (text[position:start], "\n" * text.count("\n", start, end))
            position = end
    return SourceText(source.name, "".join((*parts, text[position:])), source.encoding)


def attribute_places(tag: re.Match[str]) -> dict[str, tuple[int, int]]:
    """Return the start and end of the value of each attribute of a start tag, without quotes."""
    return {
        each["NAME"]: (each.start("VALUE") + 1, each.end("VALUE") - 1)
        for each in ATTRIBUTE.finditer(tag.string, *tag.span("ATTRIBUTES"))
    }


def attribute_spans_at(source: SourceText, place: int) -> dict[str, Span]:
    """Return the positions of the attributes' values of the element at an offset."""
    tag = MARKUP.match(source.text, place)
    places = attribute_places(tag) if tag else {}
    return {name: source.span(*place) for name, place in places.items()}


def root_name(text: str) -> str:
    """Return the name of the outermost element of a document that begins with *text*; or empty."""
    match = PROLOG.match(text)
    return (match and match["TAG"]) or ""
