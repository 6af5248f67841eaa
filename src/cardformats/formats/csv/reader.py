"""From text to rows: the delimiter, the row of titles, and rows whose quotes are never closed."""

from __future__ import annotations

import csv
from collections.abc import Iterator, Sequence

from ...diagnostic_log import DiagnosticLog
from ...diagnostics import SharedCode
from ...source import SourceText
from .codes import CsvCode
from .columns import meaning_of
from .format import CsvOptions
from .syntax import DELIMITERS, GRAMMAR, CardTable, TableRow, cell_value, cells_of

_LINE, _DELIMITER_LINE = GRAMMAR.rule("LINE"), GRAMMAR.rule("delimiter_line")
#: More columns than any table has; cells behind them are not looked at.
MOST_COLUMNS = 500
#: Maximum number of unclosed quotes to search for; later quotes are ordinary characters.
_MOST_OPEN = 20


def read_table(source: SourceText, options: CsvOptions, log: DiagnosticLog) -> CardTable:
    """Read the rows of *source*."""
    lines = _lines(source, options, log)
    delimiter = None
    if lines and (match := _DELIMITER_LINE.fullmatch(lines[0][1])):
        delimiter = match["DELIMITER"]
        lines = lines[1:]
    first = next((number for number, (_, line) in enumerate(lines) if line.strip(" \r\n\ufeff")), 0)
    lines = lines[first:]
    if delimiter is None and lines:
        delimiter = max(DELIMITERS, key=lambda each: _fitness(lines[0][1], each))
    delimiter = delimiter or ","
    rows = [*_rows(source, lines, delimiter, log)]
    return CardTable(source, delimiter, rows[0] if rows else None, rows[1:])


def _lines(
    source: SourceText, options: CsvOptions, log: DiagnosticLog
) -> Sequence[tuple[int, str]]:
    """Return the lines of the text with their offsets; report and omit those that are too long."""
    lines = []
    for match in _LINE.finditer(source.text):
        length = match.end() - match.start()
        if length > options.max_line:
            span = source.span(match.start(), match.end())
            log.add(SharedCode.LINE_TOO_LONG, span, length=length, limit=options.max_line)
        else:
            lines.append((match.start(), match[0]))
    return lines


def _fitness(line: str, delimiter: str) -> tuple[int, int]:
    """Return how many titles a *delimiter* gives that are known, and how many in all."""
    titles = _cells([line], delimiter)[0]
    return len({meaning_of(title) for title in titles} - {None}), len(titles)


def _cells(lines: Sequence[str], delimiter: str, *, quoted: bool = True) -> tuple[list[str], int]:
    """Return the cells of the first row of *lines*, if not too long, and its number of lines."""
    reader = cells_of(lines, delimiter, quoted=quoted)
    try:
        return next(reader, []), reader.line_num
    except csv.Error:
        return [], len(lines)


def _rows(
    source: SourceText, lines: Sequence[tuple[int, str]], delimiter: str, log: DiagnosticLog
) -> Iterator[TableRow]:
    texts = [line for _, line in lines]
    if texts:
        texts[0] = texts[0].removeprefix("\ufeff")
    done = opened = 0
    number = 0
    while done < len(texts):
        quoted = opened < _MOST_OPEN
        reader = cells_of(texts[done:], delimiter, quoted=quoted)
        begin = taken = done
        is_open = False
        try:
            for cells in reader:
                begin, taken = taken, done + reader.line_num
                is_open = quoted and _is_open(texts[begin:taken], delimiter)
                if is_open:
                    break
                number += 1
                if row := _row(lines, begin, taken, cells, number, quoted=quoted):
                    yield row
        except csv.Error:  # a cell is too long: of a quote that is not closed
            begin, is_open = taken, True
        if not is_open:
            return
        opened += 1
        start, text = lines[begin]
        log.add(CsvCode.OPEN_QUOTE, source.span(start, start + len(text.rstrip("\r\n"))))
        number += 1
        cells, _ = _cells(texts[begin : begin + 1], delimiter, quoted=False)
        if row := _row(lines, begin, begin + 1, cells, number, quoted=False):
            yield row
        done = begin + 1


def _is_open(lines: Sequence[str], delimiter: str) -> bool:
    """Return whether a row spans *lines* because of a quote that is never closed."""
    if len(lines) == 1 and lines[0].count('"') % 2 == 0:
        return False
    try:
        rows = [*csv.reader([*lines, "end"], delimiter=delimiter, strict=True)]
    except csv.Error:
        # a quote within a cell that does not begin with one is a letter
        return len(lines) > 1 or lines[0].endswith("\n") is False
    return len(rows) == 1


def _row(
    lines: Sequence[tuple[int, str]],
    begin: int,
    end: int,
    cells: Sequence[str],
    number: int,
    *,
    quoted: bool,
) -> TableRow | None:
    """Return the row in these lines; None if it is blank."""
    texts = tuple([cell_value(cell.strip()) for cell in cells[:MOST_COLUMNS]])
    if not any(texts):
        return None
    last, text = lines[end - 1]
    return TableRow(lines[begin][0], last + len(text), texts, number, quoted)
