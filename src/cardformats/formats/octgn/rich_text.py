"""Rich text: runs with styles, and the plain text that OCTGN compares and searches."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Final

from attrs import evolve, frozen

#: The long and the short names of inline elements; case does not count.
_NAMES: Final = {
    "b": "bold", "bold": "bold", "i": "italic", "italic": "italic", "u": "underline",
    "underline": "underline", "c": "color", "color": "color", "s": "symbol", "symbol": "symbol",
    "t": "text", "text": "text",
}  # fmt: skip
_BLANKS: Final = " \t\r\n"


@frozen
class Run:
    """A stretch of text in one style.

    Attributes:
        text: what it says; for a symbol, what stands for it where there are no pictures.
        bold, italic, underline: its style.
        color: ``#RRGGBB``, or None for the usual one.
        symbol: the id of the symbol that is shown in place of the text, or None.
    """

    text: str
    bold: bool = False
    italic: bool = False
    underline: bool = False
    color: str | None = None
    symbol: str | None = None


def runs(element: Any) -> tuple[Run, ...]:
    """The runs in *element*, an element of lxml; unknown elements are left out with their text.

    A text of blanks alone is none, as in OCTGN's own reading (facts of the loader).
    """
    return tuple(_runs(element, Run("")))


def plain(given: Iterable[Run]) -> str:
    """The text of runs without their styles."""
    return "".join(run.text for run in given)


def _runs(element: Any, style: Run) -> Iterator[Run]:
    """The runs in *element*, whose text is in *style*; nesting is as deep as lxml allows."""
    if said := _said(element.text):
        yield evolve(style, text=said)
    for child in element:
        inner = _style(child, style)
        if inner is not None:
            yield from _runs(child, inner)
        if said := _said(child.tail):
            yield evolve(style, text=said)


def _said(text: str | None) -> str:
    return text if text and text.strip(_BLANKS) else ""


def _style(element: Any, style: Run) -> Run | None:
    """The style of what stands in *element*; None if OCTGN does not know it."""
    if not isinstance(element.tag, str):
        return None
    name = _NAMES.get(element.tag.lower())
    if name in ("bold", "italic", "underline"):
        return evolve(style, **{name: True})
    if name in ("color", "symbol"):
        return evolve(style, **{name: element.get("value", "")})
    return style if name == "text" else None
