"""The table of a format's elements: a row for each, from which all answers about it are made."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cache
from typing import TypeAlias

from attrs import frozen

from ...model import FrozenDict
from ..answers import SymbolKind
from .markup import Tag

#: The text of an element, among the names of its attributes.
CONTENT = ""


@frozen
class ElementShape:
    """A row: an element.

    Attributes:
        help: A sentence that says what it is for.
        attributes: The attributes it can have, each with a sentence; the usual ones come first.
        children: The elements it can have.
        needed: The attributes that are written with a new element.
        words: The values that an attribute, or the text, can have: all of them, or an expression
            that finds those of the document, in its last group.
        symbol: Its kind in the outline; None if it is not part of that.
        name: The attribute, or the element in it, that has its name; empty if its text is that.
        detail: The attribute that is shown beside the name.
        is_card: Whether its text is the name of a card.
        is_empty: Whether a new one is written without content.
    """

    help: str
    attributes: Mapping[str, str] = FrozenDict()
    children: tuple[str, ...] = ()
    needed: tuple[str, ...] = ()
    words: Mapping[str, tuple[str, ...] | re.Pattern[str]] = FrozenDict()
    symbol: SymbolKind | None = None
    name: str = "name"
    detail: str = ""
    is_card: bool = False
    is_empty: bool = False


#: The elements of a document by name; before that, ``name of parent`` is looked for.
Shapes: TypeAlias = Mapping[str, ElementShape]
#: Returns the elements of a document that has a root; none if that is not of the format.
ShapesOf: TypeAlias = Callable[[Tag | None], Shapes]


def attribute_values(element: str, attribute: str) -> re.Pattern[str]:
    """Return what finds the values of an attribute."""
    return re.compile(rf"<{element}\s[^<>]*?\b{attribute}\s*+=\s*+\"([^\"<]++)\"")


@cache
def contents(element: str, before: str = "") -> re.Pattern[str]:
    """Return what finds the texts of an element, which may stand at the beginning of another."""
    around = rf"<{before}>\s*+" if before else ""
    return re.compile(rf"{around}<{element}(?:\s[^<>]*+)?>([^<>\n]++)<")
