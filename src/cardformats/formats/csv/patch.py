"""The edits that make the table that was read say another set."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeAlias

from attrs import frozen

from ... import model as _model  # noqa: F401 - before its modules: see cardformats.__getattr__
from ...model.cards import split_types
from ..by_rarity import NO_RARITY
from ..patch import CannotPatchError, Edit, aligned
from .columns import BACK, OF_LISTS, meanings_of, title_of
from .from_model import TableLine
from .syntax import CardTable, TableRow, cell_bounds, cell_text
from .to_model import CARDS, MAYBEBOARD

_Lines: TypeAlias = Mapping[str, Sequence[TableLine]]


def edits_of(  # noqa: C901 - a case for each fate of a row
    table: CardTable, before: _Lines, after: _Lines
) -> Iterator[Edit]:
    """Yield the edits that turn *table*, which was read as the lines *before*, into *after*.

    Raises:
        CannotPatchError: If a column is missing, or it is unclear which rows are meant.
    """
    columns = _columns(table)
    known = len(columns)
    rows = _rows_by_line(table)
    end = max((row.end for row in (*table.rows, table.titles) if row), default=0)
    starts: dict[str, int] = {}
    for (sheet, *_), its in rows.items():
        starts[sheet] = min(starts.get(sheet, end), its[0].start)
    gone: dict[str, list[_Place]] = {}
    new: list[_Place] = []
    for name in {**before, **after}:
        own, others = before.get(name, ()), after.get(name, ())
        last = starts.get(name, end)
        for was, now in aligned([each.key for each in own], [each.key for each in others]):
            its = rows.get(own[was].identity(name), []) if was is not None else []
            if was is not None and not its:
                raise CannotPatchError
            if was is None and now is not None:
                is_last = now >= len(others) - 1 or not own
                new.append(_Place(name, others[now], [], end if is_last else last))
            elif was is not None and now is None:
                gone.setdefault(own[was].entry.card.name, []).append(_Place(name, own[was], its, 0))
            elif was is not None and now is not None and own[was].key != others[now].key:
                old = _Place(name, own[was], its, 0)
                yield from _changed(table, columns, old, _Place(name, others[now], its, 0))
            last = its[-1].end if its else last
    for place in new:
        if same := gone.get(place.line.entry.card.name):
            yield from _changed(table, columns, same.pop(), place)
        else:
            yield from _added(table, columns, place, place.line.entry.copies, place.end)
    for places in gone.values():
        yield from (Edit(row.start, row.end, "") for each in places for row in each.rows)
    if (titles := table.titles) is not None and len(columns) > known:
        _, end = _bounds(table, titles)[-1]
        new_titles = [title_of(each) for each in columns[known:]]
        cells = "".join(table.delimiter + cell_text(each, table.delimiter) for each in new_titles)
        yield Edit(titles.start + end, titles.start + end, cells)


@frozen
class _Place:
    """A line of a sheet, the rows that say it, and where such rows end."""

    sheet: str
    line: TableLine
    rows: Sequence[TableRow]
    end: int


def _columns(table: CardTable) -> list[str]:
    """Return the meaning of each column, or its title if it has none of its own."""
    titles = table.titles.cells if table.titles else ()
    return [meaning or title for title, meaning in zip(titles, meanings_of(titles), strict=True)]


def _bounds(table: CardTable, row: TableRow) -> list[tuple[int, int]]:
    """Return the start and the end of each cell of a row."""
    text = table.source.text[row.start : row.end].rstrip("\r\n")
    return cell_bounds(text, table.delimiter, quoted=row.quoted)


def _rows_by_line(table: CardTable) -> dict[tuple[Any, ...], list[TableRow]]:
    """Return the rows of each line by its identity."""
    rows: dict[tuple[Any, ...], list[TableRow]] = {}
    for row in table.rows:
        if row.number in table.entries:
            sheet, entry = table.entries[row.number]
            rows.setdefault((sheet, entry.card, entry.finish, entry.overrides), []).append(row)
    return rows


def _changed(table: CardTable, columns: list[str], old: _Place, new: _Place) -> Iterator[Edit]:
    """Yield the edits that change the rows of *old* to *new*."""
    before, after = _own_cells(columns, old), _own_cells(columns, new)
    changed = {key for key in (*before, *after) if before.get(key, "") != after.get(key, "")}
    copies = new.line.entry.copies - old.line.entry.copies
    if "count" in columns and len(old.rows) > 1 and copies:
        raise CannotPatchError
    if "count" not in columns:
        changed.discard("count")
    rows = old.rows
    if copies < 0 and "count" not in columns:
        yield from (Edit(row.start, row.end, "") for row in rows[copies:])
        rows = rows[:copies]
    columns += sorted(changed.difference(columns))
    for row in rows:
        if not row.quoted:
            raise CannotPatchError
        values = {columns.index(key): after.get(key, "") for key in changed}
        yield from _changed_row(table, row, values)
    if copies > 0 and "count" not in columns:
        yield from _added(table, columns, new, copies, old.rows[-1].end)


def _changed_row(table: CardTable, row: TableRow, values: Mapping[int, str]) -> Iterator[Edit]:
    """Yield the edits that put *values*, by column, into a row, which may be too short."""
    bounds = _bounds(table, row)
    for number, value in values.items():
        if number < len(bounds):
            start, end = (row.start + each for each in bounds[number])
            new = cell_text(value, table.delimiter)
            is_quoted = table.source.text[start:end].lstrip().startswith('"')
            yield Edit(start, end, f'"{new}"' if is_quoted and not new.startswith('"') else new)
    beyond = range(len(bounds), max(values, default=0) + 1)
    cells = [cell_text(values.get(number, ""), table.delimiter) for number in beyond]
    end = row.start + bounds[-1][1]
    yield Edit(end, end, "".join(table.delimiter + cell for cell in cells))


def _added(
    table: CardTable, columns: list[str], place: _Place, copies: int, end: int
) -> Iterator[Edit]:
    """Return the edit that adds the rows of *place* at *end*."""
    own = _own_cells(columns, place)
    columns += sorted(own.keys() - {*columns, "count"})
    row = table.delimiter.join(cell_text(own.get(each, ""), table.delimiter) for each in columns)
    text = table.source.text
    line_end = table.source.line_end
    is_complete = end == 0 or text[end - 1] in "\r\n"
    times = 1 if "count" in columns else copies
    rows = [row] * times
    new = "".join(f"{each}{line_end}" for each in rows)
    yield Edit(end, end, new if is_complete else line_end + new.removesuffix(line_end))


def _usual_sheet(line: TableLine, columns: Iterable[str]) -> str:
    """Return the sheet of a line in a table whose *columns* name no sheet."""
    is_list = not {*columns}.isdisjoint(OF_LISTS)
    if line.card is None or is_list or "rarity" not in columns:
        return CARDS
    return line.card.rarity or NO_RARITY


def _own_cells(columns: list[str], place: _Place) -> dict[str, str]:
    """Return the cells of a line that a row with these *columns* has."""
    own = dict(place.line.cells)
    for back in ("", BACK):
        stats = [back + "power", back + "toughness"]
        if back + "stats" in columns and all(each in own for each in stats):
            own[back + "stats"] = "/".join([own.pop(each) for each in stats])
        words, _, subtypes = own.get(back + "type", "").partition(" — ")
        if back + "subtypes" in columns:
            own[back + "type"], own[back + "subtypes"] = words, subtypes
        if back + "supertypes" in columns:
            supertypes, types = split_types(words.split())
            own[back + "supertypes"] = " ".join(supertypes)
            rest = f" — {subtypes}" if subtypes and back + "subtypes" not in columns else ""
            own[back + "type"] = " ".join(types) + rest
    own["count"] = str(place.line.entry.copies)
    if "sheet" in columns or place.sheet not in (MAYBEBOARD, _usual_sheet(place.line, columns)):
        own["sheet"] = place.sheet
    if "maybeboard" in columns:
        own["maybeboard"] = str(place.sheet == MAYBEBOARD).lower()
    if "custom" in columns:
        own["custom"] = "true" if place.line.card else "false"
    return {key: value for key, value in own.items() if value}
