"""XML of which only a few tags are of interest: they are looked for, and no tree is made.

It is some ten times as fast as to parse the text.  What is not well-formed is not noticed, unless
it is in those tags.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final

from ..source import SourceText
from .xml_text import AFTER_TAG, NO_ELEMENTS, TAG, XmlProblem, parse

#: More than any document has that is read as a tree, and deeper than those are.
MAX_TAGS: Final = 1_000_000
MAX_DEPTH: Final = 256
_ATTRIBUTE: Final = re.compile(
    r"([^ \t\r\n=]++)[ \t\r\n]*+=[ \t\r\n]*+(?:\"([^\"]*+)\"|'([^']*+)')"
)


def tags(text: str, names: Iterable[str]) -> Iterator[re.Match[str]]:
    """The tags of the elements called *names*, which have no prefix, in order.

    A match has the groups ``closing`` (the name in an end tag), ``tag`` (that in a start tag),
    ``attributes`` and ``empty`` (the slash at its end).

    Raises:
        XmlProblem: there is a document type, or there are too many tags.
    """
    return _tags(text, "|".join(map(re.escape, names)))


def outermost(text: str) -> tuple[str, dict[str, str]]:
    """The name of the outermost element, and its attributes; nothing if its tag is no XML."""
    try:
        root = next(_tags(text, TAG), None)
        if root is None or root["tag"] is None:
            return "", {}
        return root["tag"], attribute_values(root["attributes"])
    except XmlProblem:
        return "", {}


def _tags(text: str, words: str) -> Iterator[re.Match[str]]:
    """As :func:`tags`, for elements whose names match *words*."""
    pattern = re.compile(
        rf"<(?:/(?P<closing>{words})[ \t\r\n]*+>|(?P<tag>{words}){AFTER_TAG}"
        rf"|{NO_ELEMENTS}|(?P<doctype>!DOCTYPE))",
        re.DOTALL,
    )
    count = 0
    for match in pattern.finditer(text):
        if match["closing"] or match["tag"]:
            count += 1
            if count > MAX_TAGS:
                raise XmlProblem(f"there are more than {MAX_TAGS} tags", match.start())
            yield match
        elif match["doctype"]:
            raise XmlProblem("a document type is not allowed", match.start())


def attribute_values(written: str) -> dict[str, str]:
    """The attributes that a start tag has, by name, as XML means them.

    Raises:
        XmlProblem: *written* is no XML.
    """
    if "&" in written or "\t" in written or "\n" in written or "\r" in written:
        element = parse(SourceText("", f"<_{written}/>"))
        return {name: passage.value for name, passage in element.attributes.items()}
    return {name: value or other for name, value, other in _ATTRIBUTE.findall(written)}
