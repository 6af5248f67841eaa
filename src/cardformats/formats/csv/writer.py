"""Writes tables: from scratch, or as changes of the cells that were read."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from attrs import evolve, frozen

from ...diagnostics import Report
from ...losses import Loss, LossLog
from ...model import CardSet, Entry
from ...source import SourceText, without_surrogates
from ..base import Input, RowMaker, Rows, Written
from ..capabilities import report_unsupported
from ..card_words import MOST_COPIES
from ..nameless import without_nameless
from ..patch import patched_source
from ..read_back import report_changes
from ..registry import REGISTRY
from .columns import BACK, COLUMNS, defines_cards, title_of
from .format import CAPABILITIES, CsvOptions
from .from_model import TableLine, defined_card, lines_of, says_sheets
from .patch import edits_of
from .syntax import CardTable, cell_text
from .to_model import read

_LINE_END = "\r\n"
_OF_ENTRIES: Mapping[str, Loss] = {
    "copies": Loss.COPIES,
    "finish": Loss.FINISH,
    "overrides": Loss.OVERRIDE,
}


def write(cardset: CardSet, options: CsvOptions) -> Report[Written]:
    """Write *cardset*; of a table that was read only what has changed."""
    losses = LossLog("csv")
    table, as_read = cardset.syntax, cardset.as_read
    if not (isinstance(table, CardTable) and cardset == as_read):
        cardset = without_nameless(cardset, losses, has_empty_names=False)
    if options.own_words and (own := _rows(cardset)) is not None:
        rows = _from_scratch(own.value.cards, _Form(",", options.escape_formulas), own.value.titles)
        _report(own.value.cards, rows, losses)
        return Report(Written(rows.text), own.diagnostics + losses.finish())
    source = None
    is_whole = options.canonical or options.escape_formulas
    if isinstance(table, CardTable) and as_read is not None and not is_whole:
        if cardset == as_read:
            return Report(Written.of(table.source))
        source = _patched(cardset, as_read, table, losses)
    delimiter = table.delimiter if isinstance(table, CardTable) else ","
    rewritten = _from_scratch(cardset, _Form(delimiter, options.escape_formulas))
    _report(cardset, rewritten, losses)
    source = source or rewritten
    return Report(Written.of(source), losses.finish())


def _rows(cardset: CardSet) -> Report[Rows] | None:
    """Return the cards in the words of their game; None if they are of no such game."""
    ids = {known.id: known for known in REGISTRY.all()}
    for key in cardset.extras:
        rows: RowMaker | None = ids[key].load("rows") if key in ids else None
        if rows is not None and (own := rows(cardset)) is not None:
            return own
    return None


@frozen
class _Form:
    """How rows are written: what stands between cells, and whether formulas are escaped."""

    delimiter: str
    escapes: bool = False


def _from_scratch(cardset: CardSet, form: _Form, titles: Sequence[str] = ()) -> SourceText:
    """Return a new table of *cardset*, with the columns *titles* if any are given."""
    lines = lines_of(cardset)
    text = "".join(_in_own_words(lines, titles, form) if titles else _text(lines, form))
    return SourceText("", without_surrogates(text))


def _again(source: SourceText, like: CardSet) -> CardSet:
    """Read *source* again."""
    again = read(Input(source.name, None, source.text), CsvOptions()).value
    return evolve(again, name=like.name)


def _text(lines: Mapping[str, Sequence[TableLine]], form: _Form) -> Iterator[str]:
    """Yield the rows of a new table."""
    rows = [(name, line) for name, own in lines.items() for line in own]
    known = {meaning for _, line in rows for meaning in line.cells}
    if any(line.entry.copies != 1 for _, line in rows):
        known.add("count")
    if says_sheets(lines):
        known.add("sheet")
    others = dict.fromkeys(
        title
        for _, line in rows
        for title in line.cells
        if title not in COLUMNS and title.removeprefix(BACK) not in COLUMNS
    )
    are_defined = {line.card is not None for _, line in rows}
    defines = defines_cards(known - {*others}, has_others=bool(others))
    if are_defined and are_defined != {defines}:
        known.add("custom")
    fronts = [meaning for meaning in COLUMNS if meaning in known or meaning == "name"]
    backs = [BACK + meaning for meaning in COLUMNS if BACK + meaning in known]
    columns = [*fronts, *backs, *others]
    yield _row(map(title_of, columns), form)
    for name, line in rows:
        own = {
            **line.cells,
            "count": str(min(line.entry.copies, MOST_COPIES)),
            "sheet": name,
            "custom": "false" if line.card is None else "true",
        }
        yield _row([own.get(each, "") for each in columns], form)


def _in_own_words(
    lines: Mapping[str, Sequence[TableLine]], titles: Sequence[str], form: _Form
) -> Iterator[str]:
    """Yield the rows of cards in the words of their game."""
    yield _row([title_of("name"), *titles], form)
    for own in lines.values():
        for line in own:
            face = line.entry.card.name, *(line.cells.get(title, "") for title in titles)
            yield _row(face, form)


def _row(values: Iterable[str], form: _Form) -> str:
    cells = (cell_text(value, form.delimiter, escapes=form.escapes) for value in values)
    return form.delimiter.join(cells) + _LINE_END


def _patched(
    cardset: CardSet, as_read: CardSet, table: CardTable, losses: LossLog
) -> SourceText | None:
    """Return the text of *table* with the changes of *cardset*; None if these have no place."""

    def is_right(source: SourceText) -> bool:
        content = _content(_again(source, cardset))
        # what no table can say is lost either way
        return content == _content(cardset) or content == _content(
            _again(_from_scratch(cardset, _Form(table.delimiter)), cardset)
        )

    edits = edits_of(table, lines_of(as_read), lines_of(cardset))
    return patched_source(table.source, edits, is_right, losses, "a table as it was read")


def _content(cardset: CardSet) -> tuple[object, ...]:
    """Return the contents of a table regardless of the order of its rows."""
    sheets = [sheet for sheet in cardset.sheets.values() if sheet.entries]
    entries = {
        sheet.name: Counter(_meant(cardset, entry) for entry in sheet.entries) for sheet in sheets
    }
    return Counter(cardset.cards), entries, [evolve(sheet, entries=()) for sheet in sheets]


def _meant(cardset: CardSet, entry: Entry) -> object:
    """Return the contents of an entry regardless of how it names its card."""
    card = cardset.card(entry.card)
    return (card or entry.card), entry.copies, entry.finish, entry.overrides


def _report(cardset: CardSet, rewritten: SourceText, losses: LossLog) -> None:
    """Report what is lost of *cardset*, by what its new table reads as."""
    again = _again(rewritten, cardset)
    boosters = () if again.boosters == cardset.boosters else cardset.boosters
    event = None if again.event == cardset.event else cardset.event
    report_unsupported(evolve(cardset, boosters=boosters, event=event), CAPABILITIES, losses)
    if again.event is not None and cardset.event is None and cardset.sheets:
        supply = f"a {again.event.supply} supply, since the table lists existing cards"
        losses.changed(Loss.EVENT, cardset.name, "packs of an infinite supply", supply)
    if cardset.code not in (None, again.code):
        losses.dropped(Loss.SET, cardset.code or "", "the code of the set")
    for sheet in cardset.sheets.values():
        if not sheet.entries:
            losses.dropped(Loss.SHEET, sheet.name, "sheets without cards")
    table = again.syntax
    rows = table.entries if isinstance(table, CardTable) else {}
    lines = [line for own in lines_of(cardset).values() for line in own]
    _report_cards(cardset, lines, losses)
    seen: set[int] = set()
    for number, line in enumerate(lines, 2):  # the titles are row 1
        _, entry = rows.get(number, ("", None))
        if entry is None:
            losses.dropped(Loss.CARD, line.entry.card.name)
            continue
        for name, code in _OF_ENTRIES.items():
            if getattr(line.entry, name) != getattr(entry, name):
                losses.changed(code, line.entry.card.name)
        if line.card is not None and id(line.card) not in seen:
            seen.add(id(line.card))
            report_changes(line.card, again.card(entry.card), CAPABILITIES, losses)


def _report_cards(cardset: CardSet, lines: Iterable[TableLine], losses: LossLog) -> None:
    """Report the cards that *lines* do not have, or replace by others."""
    own = {id(line.card) for line in lines}
    for card in cardset.cards:
        if id(card) not in own:
            losses.dropped(Loss.CARD, card.name, "cards with the same cells as others")
    for sheet in cardset.sheets.values():
        for each in sheet.entries:
            if cardset.card(each.card) is None and defined_card(cardset, each.card) is not None:
                what, into = "references that no cells can have", "other printings"
                losses.changed(Loss.SHEET, each.card.name, what, into)
