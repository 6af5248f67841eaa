"""Rich text: runs with styles, and the plain text that OCTGN compares and searches.

Whitespace between elements depends on the rules: OCTGN drops a text of only whitespace
wherever it occurs (facts of its loader). For authors such a text is a space, or the end of a line,
unless it only lays the file out: then the elements are on lines of their own, or indented.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import accumulate, pairwise
from typing import Any, Final, TypeAlias

from attrs import asdict, define, evolve, field, fields, frozen

from ...model import Card, FrozenDict, Value
from ..grammar import Grammar
from .codes import OctgnCode
from .fixes import color as fixed_color
from .fixes import space_fix
from .identity import VALUES, WHITESPACE

#: The long and the short names of inline elements; case does not count.
_NAMES: Final = {
    "b": "bold", "bold": "bold", "i": "italic", "italic": "italic", "u": "underline",
    "underline": "underline", "c": "color", "color": "color", "s": "symbol", "symbol": "symbol",
    "t": "text", "text": "text",
}  # fmt: skip
_COLOR: Final = VALUES.rule("COLOR")
#: What a symbol's text looks like where plain text is to tell symbols from words.
_MARKED: Final = Grammar(__package__, "rich_text.lark").rule("marked")

#: Told of a fault: its code, the element, and what its message needs.
Faults: TypeAlias = Callable[..., None]


@frozen
class TextRun:
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


_PLAIN: Final = TextRun("")
#: Longer symbols are rare and not worth keeping.
_SHORT: Final = 40


def plain(pieces: Iterable[TextRun]) -> str:
    """Return the text of runs without their styles."""
    return "".join([run.text for run in pieces])


def runs(
    element: Any,
    *,
    keeps_spaces: bool = False,
    symbols: Collection[str] | None = None,
    faults: Faults | None = None,
) -> tuple[TextRun, ...]:
    """Return the runs in *element* of lxml; unknown elements are omitted.

    Args:
        element: a property.
        keeps_spaces: whether a text of spaces in one line counts; OCTGN drops it.
        symbols: the ids of the game's symbols, if they are known.
        faults: told of what OCTGN does not understand.
    """
    reader = _RunReader(keeps_spaces, symbols, faults)
    reader.inside(element, _PLAIN)
    return settled(reader.pieces)


@define
class _RunReader:
    """Reads runs in one way, to *pieces*; nesting is as deep as lxml allows."""

    keeps_spaces: bool
    symbols: Collection[str] | None
    faults: Faults | None
    pieces: list[TextRun] = field(factory=list)

    def inside(self, element: Any, style: TextRun) -> None:
        """Read what is in *element*, whose text is in *style*."""
        is_laid_out = _lays_out(element.text)
        self.text(element.text, style)
        for child in element:
            is_element = isinstance(child.tag, str)
            if is_element:
                self.child(child, style)
            tail = child.tail
            if not tail:
                continue
            is_between = child.getnext() is not None
            is_break = is_between and tail[-1] == "\n" and not is_laid_out
            self.text(tail, style, is_break=is_break)
            if is_between and not tail.strip(WHITESPACE) and (is_break or "\n" not in tail):
                # a comment or an instruction has no tag that could be shown
                fix = space_fix if is_element else None
                self.fault(OctgnCode.LOST_SPACE, child if is_element else element, fix=fix)

    def text(self, text: str | None, style: TextRun, *, is_break: bool = False) -> None:
        """Read *text* in *style*, unless it is dropped; whitespace alone may be a line break."""
        if not text:
            return
        if text.strip(WHITESPACE) or (self.keeps_spaces and (is_break or "\n" not in text)):
            self.pieces.append(_styled(text, style))

    def child(self, element: Any, style: TextRun) -> None:
        """Read an inline element in text in *style*."""
        name = _NAMES.get(element.tag.lower())
        value = element.get("value", "")
        if name is None:
            self.fault(OctgnCode.UNKNOWN_INLINE, element, tag=element.tag)
        elif name == "symbol":
            self.symbol(element, value, style)
        else:
            if name == "color" and not _COLOR.fullmatch(value):
                self.fault(
                    OctgnCode.BAD_COLOR, element, "value", new=fixed_color(value), value=value
                )
            elif name != "text":
                styles: dict[str, Any] = {name: value if name == "color" else True}
                style = evolve(style, **styles)
            self.inside(element, style)

    def symbol(self, element: Any, value: str, style: TextRun) -> None:
        """Read a symbol, and the space that was put into it because OCTGN drops a lone space."""
        if self.symbols is not None and value not in self.symbols:
            self.fault(OctgnCode.UNKNOWN_SYMBOL, element, "value", known=self.symbols, name=value)
        text = "".join(element.itertext()) if len(element) else element.text or ""
        if not text.strip(WHITESPACE):
            self.fault(OctgnCode.EMPTY_SYMBOL, element)
            text = f"{{{value}}}" if self.keeps_spaces else ""
        shown = text.rstrip(WHITESPACE) if self.keeps_spaces else text
        self.pieces.append(_styled(shown, style, value))
        if shown != text:
            self.pieces.append(_styled(text[len(shown) :], style))

    def fault(self, code: OctgnCode, element: Any, attribute: str = "", /, **data: Any) -> None:
        """Tell of a fault."""
        if self.faults is not None:
            self.faults(code, element, attribute, **data)


def _lays_out(text: str | None) -> bool:
    """Return whether *text*, before the first element, only puts that on a line of its own."""
    return text is not None and "\n" in text and not text.strip(WHITESPACE)


def settled(pieces: Iterable[TextRun]) -> tuple[TextRun, ...]:
    """Return *pieces* as few runs: equal styles are joined, empty runs removed."""
    runs: list[TextRun] = []
    for run in pieces:
        last = runs[-1] if runs else None
        is_word = run.symbol is None
        if last is not None and is_word and last.symbol is None:
            if not run.text.strip(WHITESPACE) or evolve(last, text="") == evolve(run, text=""):
                runs[-1] = evolve(last, text=last.text + run.text)
                continue
            if not last.text.strip(WHITESPACE):
                runs[-1] = evolve(run, text=last.text + run.text)
                continue
        runs.append(run)
    return tuple(runs)


def _styled(text: str, style: TextRun, symbol: str | None = None) -> TextRun:
    """Return *text* in *style*; most text has none, and is made in less time."""
    if style is not _PLAIN:
        return evolve(style, text=text, symbol=symbol)
    if symbol is None or len(text) + len(symbol) > _SHORT:
        return TextRun(text, symbol=symbol)
    return _symbol(text, symbol)


@lru_cache(maxsize=1024)
def _symbol(text: str, symbol: str) -> TextRun:
    """Return a symbol without a style; there are few, and all texts with them share them."""
    return TextRun(text, symbol=symbol)


def mark(text: str, symbols: Mapping[str, str]) -> tuple[TextRun, ...]:
    """Return *text* with the texts of *symbols* (their ids by text) as symbols."""
    parts = _MARKED.split(text) if "{" in text else (text,)
    marked: list[TextRun] = []
    for part in parts:
        if part in symbols:
            marked.append(_styled(part, _PLAIN, symbols[part]))
        elif marked and marked[-1].symbol is None:
            marked[-1] = TextRun(marked[-1].text + part)
        elif part:
            marked.append(TextRun(part))
    return tuple(marked)


def restyled(
    pieces: Sequence[TextRun], text: str, symbols: Mapping[str, str]
) -> tuple[TextRun, ...]:
    """Runs of *text*, which *pieces* have become: before and behind the change they stay.

    What is new has the style of the run in which it is, and *symbols* as for :func:`mark`.
    """
    was = plain(pieces)
    shortest = min(len(was), len(text))
    start = next((i for i in range(shortest) if was[i] != text[i]), shortest)
    most = shortest - start
    behind = next((i for i in range(most) if was[-1 - i] != text[-1 - i]), most)
    end = len(was) - behind
    places = list(accumulate((len(run.text) for run in pieces), initial=0))
    style = _PLAIN
    for (first, last), run in zip(pairwise(places), pieces, strict=True):
        if run.symbol is not None and first < start < last:
            start = first
        if run.symbol is not None and first < end < last:
            end = last
        if first <= start < end <= last or first < start <= end < last:
            style = evolve(run, symbol=None)
    starts = list(zip(places, pieces, strict=False))
    kept = [evolve(run, text=run.text[: max(0, start - first)]) for first, run in starts]
    rest = [evolve(run, text=run.text[max(0, end - first) :]) for first, run in starts]
    marked = mark(text[start : len(text) - len(was) + end], symbols)
    new = (evolve(style, text=run.text, symbol=run.symbol) for run in marked)
    return settled(run for run in (*kept, *new, *rest) if run.text)


def symbol_texts(pieces: Iterable[TextRun]) -> Iterator[tuple[str, str]]:
    """Yield the texts and ids of the symbols that plain text can tell from words, as ``{R}``."""
    for run in pieces:
        if run.symbol is not None and _MARKED.fullmatch(run.text):
            yield run.text, run.symbol


def as_value(pieces: Iterable[TextRun]) -> tuple[Value, ...]:
    """Runs as they stand in extras: a text, or a mapping of the attributes that are set."""
    usual = {each.name: each.default for each in fields(TextRun)}
    values: list[Value] = []
    for run in pieces:
        styles = {key: value for key, value in asdict(run).items() if value != usual[key]}
        values.append(run.text if styles.keys() <= {"text"} else FrozenDict(styles))
    return tuple(values)


def from_value(values: Value) -> tuple[TextRun, ...] | None:
    """Return the runs that :func:`as_value` made *values* of; None if it cannot have been."""
    known = {each.name for each in fields(TextRun)}
    parts = []
    for value in values if isinstance(values, tuple) else (None,):
        if isinstance(value, str):
            parts.append(TextRun(value))
        elif isinstance(value, Mapping) and {"text"} <= value.keys() <= known:
            parts.append(TextRun(**value))
        else:
            return None
    return tuple(parts)


def rich_text(card: Card, name: str, face: int = 0) -> tuple[TextRun, ...]:
    """Return the property *name* of a face of *card* (by its number), as it is styled.

    Text that a role has taken over (the rules text, the cost) is styled under its property's name
    too.  What has no styles is a single run; what is not there is none.
    """
    kept = card.extras.get("octgn", FrozenDict()).get("rich")
    if isinstance(kept, Mapping):
        styled = from_value(kept.get(f"{face}/{name}"))
        if styled is not None:
            return styled
    value = card.faces[face].properties.get(name)
    return (TextRun(value),) if isinstance(value, str) and value else ()
