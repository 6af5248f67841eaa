"""What a table says: its rows, where they stand, and what became of them."""

from __future__ import annotations

import csv
from collections.abc import Mapping, Sequence
from typing import Any, Final

from attrs import field, frozen

from ...model import Entry
from ...source import SourceText, Span
from ..grammar import Grammar

#: The lines and the cells of tables.
GRAMMAR: Final = Grammar(__package__, "table.lark")
_QUOTED: Final = GRAMMAR.rule("QUOTED")
_FORMULA: Final = GRAMMAR.rule("FORMULA")
#: What makes a formula a text in spreadsheets, if it is the first character of a cell.
_AS_TEXT: Final = "'"
#: What may stand between cells.
DELIMITERS: Final = (",", ";", "\t", "|")


@frozen
class TableRow:
    """A row of a table.

    Attributes:
        start, end: where it stands, its line end included.
        cells: its values, without surrounding whitespace.
        number: its number, as spreadsheets count: the titles are row 1.
        quoted: whether quotes mean something in it; not where one is never closed.
    """

    start: int
    end: int
    cells: tuple[str, ...]
    number: int
    quoted: bool = True


@frozen(eq=False)
class CardTable:
    """A table.

    Attributes:
        source: its text.
        delimiter: what stands between cells.
        titles: the row of titles; None if there is no text.
        rows: the other rows that are not blank.
        entries: the sheet and the entry, with its own copies, that a row became; by its number.
    """

    source: SourceText
    delimiter: str
    titles: TableRow | None
    rows: Sequence[TableRow]
    entries: Mapping[int, tuple[str, Entry]] = field(factory=dict)

    def span(self, row: TableRow, column: int | None = None) -> Span:
        """Return the position of a row, or of one of its cells."""
        text = self.source.text[row.start : row.end]
        whole = text.rstrip("\r\n")
        if column is None:
            return self.source.span(row.start, row.start + len(whole))
        start, end = cell_bounds(whole, self.delimiter, quoted=row.quoted)[column]
        return self.source.span(row.start + start, row.start + end)


def cell_bounds(text: str, delimiter: str, *, quoted: bool = True) -> list[tuple[int, int]]:
    """Return the start and the end of each cell in a row's *text*, quotes included."""
    bounds, start, end = [], 0, -1
    while end < len(text):
        quote = _QUOTED.match(text, start) if quoted else None
        end = text.find(delimiter, quote.end() if quote else start)
        end = len(text) if end < 0 else end
        bounds.append((start, end))
        start = end + 1
    return bounds


def cell_text(value: str, delimiter: str, *, escapes: bool = False) -> str:
    """Return *value* as a cell, in quotes if it needs them.

    With *escapes*, a spreadsheet shows a formula as text.
    """
    if (escapes or value.startswith(_AS_TEXT)) and _FORMULA.match(value):
        value = _AS_TEXT + value
    if any(char in value for char in (delimiter, '"', "\n", "\r")) or value != value.strip():
        return '"' + value.replace('"', '""') + '"'
    return value


def cell_value(text: str) -> str:
    """Return the text of a cell, without the prefix that marks a formula as text."""
    is_escaped = text.startswith(_AS_TEXT) and _FORMULA.match(text)
    return text[len(_AS_TEXT) :] if is_escaped else text


def cells_of(lines: Sequence[str], delimiter: str, *, quoted: bool = True) -> Any:
    """Return a reader of the rows of *lines*."""
    return csv.reader(
        lines, delimiter=delimiter, quoting=csv.QUOTE_MINIMAL if quoted else csv.QUOTE_NONE
    )
