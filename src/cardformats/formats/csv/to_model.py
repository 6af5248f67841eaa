"""From a table to a card set: cards, their sheets, and packs where the sheets are of rarities."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final, TypeVar

from attrs import evolve

from ...diagnostic_log import DiagnosticLog
from ...diagnostics import Report
from ...errors import ModelError
from ...model import (
    Booster,
    Card,
    CardRef,
    CardSet,
    Entry,
    Event,
    Face,
    Sheet,
)
from .. import card_words
from ..base import Input
from ..by_rarity import NO_RARITY, booster_of, described, in_order, usual_counts
from ..other_data import is_other_data
from .codes import CsvCode
from .columns import (
    BACK,
    COLUMNS,
    IDS,
    OF_GAMES,
    defines_cards,
    meaning_of,
    meanings_of,
)
from .format import CsvOptions, pack_counts
from .reader import MOST_COLUMNS, read_table
from .syntax import CardTable, TableRow

T = TypeVar("T")

#: The sheet of cards without a column that says another one.
CARDS: Final = "cards"
MAYBEBOARD: Final = "Maybeboard"
#: What stands for the sheet of a card that is on none.
NO_SHEET: Final = "(none)"
_CUBE_PACK: Final = 15
#: What a row is called that has the sums of the columns above it.
_SUMS: Final = frozenset(["total", "totals", "grand total", "sum", "sums", "summe", "gesamt"])
#: What tables of cards should say, and what is taken where they do not.
_WISHED: Final = ("mana_cost", "type", "rarity")


def read(input_: Input, options: CsvOptions) -> Report[CardSet]:
    """Read a table."""
    log = DiagnosticLog(options.max_diagnostics)
    source = input_.source()
    if is_other_data(source, "csv", log):
        return Report(CardSet().with_syntax(CardTable(source, ",", None, ())), log.finish())
    table = read_table(source, options, log)
    name = input_.path.stem if input_.path else ""
    cardset = _TableReader(table, options, log).cardset(name)
    return Report(cardset, log.finish())


class _TableReader:
    """A table while it becomes a card set."""

    def __init__(self, table: CardTable, options: CsvOptions, log: DiagnosticLog) -> None:
        self.table = table
        self.options = options
        self.log = log
        #: For each meaning its column, and the columns without one by their titles.
        self.columns: dict[str, int] = {}
        self.others: dict[str, int] = {}
        #: Whether the table is in the words of its game.
        self.is_of_game = False
        self._name_columns()
        self.defines = defines_cards(self.columns, has_others=bool(self.others))
        self.cards: dict[CardRef, dict[Card, Card]] = {}
        #: The references that mean the cards so far.
        self.known: set[CardRef] = set()
        self.in_order: list[Card] = []
        self.sheets: dict[str, dict[tuple[Any, ...], Entry]] = {}
        self.became: dict[int, tuple[str, Entry]] = {}

    def _name_columns(self) -> None:
        titles, rows = self.table.titles, self.table.rows
        names = titles.cells if titles else ()
        self.is_of_game = OF_GAMES in names
        for number, (title, own) in enumerate(zip(names, meanings_of(names), strict=True)):
            if own is not None:
                self.columns[own] = number
                continue
            meaning = None if self.is_of_game else meaning_of(title)
            if meaning is not None and titles is not None:
                first = titles.cells[self.columns[meaning]]
                what = COLUMNS[meaning.removeprefix(BACK)].title.lower()
                span = self.table.span(titles, number)
                self.log.add(CsvCode.SAME_COLUMN, span, first=first, second=title, meaning=what)
            if title in self.others and titles is not None:
                self.log.add(CsvCode.SAME_TITLE, self.table.span(titles, number), title=title)
            elif title or any(len(row.cells) > number and row.cells[number] for row in rows):
                self.others[title or f"column {number + 1}"] = number

    def cardset(self, name: str) -> CardSet:
        """Return the card set of the table, with a *name*."""
        titles = self.table.titles
        if titles is None or "name" not in self.columns:
            shown = ", ".join(map(repr, titles.cells[:20])) if titles else "nothing"
            span = self.table.span(titles) if titles else self.table.source.span(0)
            self.log.add(CsvCode.NO_NAMES, span, titles=shown)
            return CardSet(name).with_syntax(self.table)
        if not self.is_of_game:
            self._report_columns(titles)
        for row in self.table.rows:
            self._read_row(row)
        sheets = [Sheet(name, own.values()) for name, own in in_order(self.sheets).items()]
        boosters = self._boosters({sheet.name: sheet for sheet in sheets})
        event = None if self.defines else Event(supply="finite")
        codes = {card.set_code for card in self.in_order}
        code = codes.pop() if len(codes) == 1 else None
        cardset = CardSet(name, code, self.in_order, sheets, boosters, event)
        return cardset.with_syntax(evolve(self.table, entries=self.became))

    def _report_columns(self, titles: TableRow) -> None:
        span = self.table.span(titles)
        if self.others and self.defines:
            shown = ", ".join(map(repr, self.others))
            self.log.add(CsvCode.PROPERTIES, span, titles=shown)
        if len(titles.cells) == MOST_COLUMNS:
            count = MOST_COLUMNS
            self.log.add(CsvCode.TOO_MANY_CELLS, span, row=1, count="more", columns=count)
        missing = [COLUMNS[each].title.lower() for each in _WISHED if each not in self.columns]
        if missing and self.defines:
            self.log.add(CsvCode.NOT_SPECIFIED, span, what=f"the {' or '.join(missing)} of cards")

    def _read_row(self, row: TableRow) -> None:
        if len(row.cells) > len(self.table.titles.cells if self.table.titles else ()):
            extra = row.cells[len(self.table.titles.cells if self.table.titles else ()) :]
            if any(extra):
                columns = len(row.cells) - len(extra)
                self.report(
                    CsvCode.TOO_MANY_CELLS, row, None, count=len(row.cells), columns=columns
                )
        cell = _RowReader(self, row)
        name = cell.text("name")
        if not name and not (self.is_of_game and any(text for _, text in cell.others())):
            self.report(CsvCode.NO_NAME, row, None)
            return
        if self._is_sum(row, name):
            self.report(CsvCode.SUM, row, "name", name=name)
            return
        copies = cell.read("count", card_words.count, f"a number up to {card_words.MOST_COPIES}")
        copies = 1 if copies is None else copies
        is_custom = (self.defines and "custom" not in self.columns) or cell.read(
            "custom", card_words.is_true, "true or false"
        ) is True
        ref, overrides = CardRef(name, cell.set_code(), cell.text("number") or None), {}
        if is_custom:
            ref = self._defined(cell, row)
        else:
            overrides = dict(cell.overrides())
        entry = Entry(ref, copies, card_words.finish(cell.text("finish")), overrides)
        sheet = self._sheet_name(cell)
        self.became[row.number] = (sheet, entry)
        if sheet == NO_SHEET:
            return
        key = (entry.card, entry.finish, entry.overrides)
        entries = self.sheets.setdefault(sheet, {})
        same = entries.get(key)
        entries[key] = evolve(same, copies=same.copies + copies) if same else entry

    def _is_sum(self, row: TableRow, name: str) -> bool:
        """Return whether a row has the sums of the columns above it."""
        others = [text for text in row.cells if text and text != name]
        return name.casefold().strip(":") in _SUMS and all(map(card_words.SUM.fullmatch, others))

    def _defined(self, cell: _RowReader, row: TableRow) -> CardRef:
        """Return a reference to the card that *row* defines."""
        card = cell.card()
        same = self.cards.setdefault(card.ref, {})
        own = {"csv": str(row.number)} if card.ref in self.known else {}
        if self.is_of_game:
            # each row is one of its own; they are not compared, since many may have one name
            same.clear()
        if card not in same:
            if same:
                self.report(CsvCode.SAME_NAME, row, "name", name=card.name)
            same[card] = evolve(card, ids={**card.ids, **own}) if own else card
            self.in_order.append(same[card])
            self.known.update(_references(card.ref))
        card = same[card]
        return evolve(card.ref, id=card.ids["csv"]) if "csv" in card.ids else card.ref

    def _sheet_name(self, cell: _RowReader) -> str:
        if cell.read("maybeboard", card_words.is_true, "true or false"):
            return MAYBEBOARD
        if sheet := cell.text("sheet"):
            return sheet
        if self.defines and "rarity" in self.columns:
            return card_words.rarity(cell.text("rarity")) or NO_RARITY
        return CARDS

    def _boosters(self, sheets: Mapping[str, Sheet]) -> list[Booster]:
        """Return the pack of the options, or the usual one if its sheets exist."""
        titles = self.table.titles
        span = self.table.span(titles) if titles else None
        by_name = {name.lower(): sheet for name, sheet in sheets.items()}
        if self.options.pack is not None:
            counts = Counter[str]()
            for word, count in pack_counts(self.options.pack).items():
                names = word, card_words.rarity(word), card_words.rarity(word.removesuffix("s"))
                counts[next((each for each in names if each in by_name), word)] += count
            if unknown := [name for name in counts if name not in by_name]:
                what = f"cards that are {' or '.join(unknown)}, so packs contain none"
                notes = (f"the sheets are {', '.join(by_name)}",)
                self.log.add(CsvCode.NOT_SPECIFIED, span, notes=notes, what=what)
            counts = Counter({name: count for name, count in counts.items() if name in by_name})
        else:
            counts = Counter(usual_counts(by_name))
            if not (counts or self.defines) and CARDS in by_name:
                counts = Counter({CARDS: min(_CUBE_PACK, by_name[CARDS].total)})
        if not any(counts.values()):
            if self.is_of_game:
                return []
            self.log.add(CsvCode.NOT_SPECIFIED, span, what="the contents of a pack (option pack)")
            return []
        booster = booster_of(by_name, counts)
        if self.options.pack is None:
            shown = described(booster)
            self.log.add(
                CsvCode.NOT_SPECIFIED, span, what=f"the contents of a pack; the default is {shown}"
            )
        return [booster]

    def report(self, code: CsvCode, row: TableRow, meaning: str | None, **data: Any) -> None:
        """Report what is wrong with a row, or with its cell of that *meaning*."""
        column = None if meaning is None else self.columns[meaning]
        self.log.add(code, self.table.span(row, column), row=row.number, **data)


def _references(ref: CardRef) -> Iterator[CardRef]:
    """Yield *ref*, and what remains of it without its set or its number."""
    for without_set in (ref, evolve(ref, set_code=None)):
        yield from (without_set, evolve(without_set, number=None))


class _RowReader:
    """The cells of a row by their meanings."""

    def __init__(self, reader: _TableReader, row: TableRow) -> None:
        self.reader = reader
        self.row = row
        #: What could not be read, by title; it is kept.
        self.kept: dict[str, str] = {}

    def text(self, meaning: str) -> str:
        """Return the text of a cell; empty if there is no such column."""
        number = self.reader.columns.get(meaning)
        return self._at(number) if number is not None else ""

    def _at(self, number: int) -> str:
        return self.row.cells[number] if number < len(self.row.cells) else ""

    def set_code(self) -> str | None:
        """Return the code of the set in capitals; keep a set's name as a key of the table."""
        text = self.text("set_code")
        if text and card_words.SET_CODE.fullmatch(text) is None:
            title = self._title("set_code")
            self.kept[title] = text
            self.reader.report(
                CsvCode.ODD_CELL,
                self.row,
                "set_code",
                column=title,
                value=text[:80],
                kind="a code of a set",
                outcome="it is kept, but the card has no set",
            )
            return None
        return text.upper() or None

    def read(self, meaning: str, parse: Callable[[str], T | None], kind: str) -> T | None:
        """Return the value of a cell by *parse*; report the cell if it is not of that *kind*."""
        text = self.text(meaning)
        if not text:
            return None
        try:
            value = parse(text)
        except ModelError:
            value = None
        if value is None:
            title = self._title(meaning)
            self.kept[title] = text
            self.reader.report(
                CsvCode.BAD_CELL,
                self.row,
                meaning,
                column=title,
                value=text[:80],
                kind=kind,
                outcome="; 1 is used" if meaning == "count" else "; the field is left empty",
            )
        return value

    def _title(self, meaning: str) -> str:
        titles = self.reader.table.titles
        return titles.cells[self.reader.columns[meaning]] if titles else meaning

    def others(self) -> Iterator[tuple[str, str]]:
        """Yield the cells of the columns without a meaning, by title."""
        for title, number in self.reader.others.items():
            text = self._at(number)
            # of a row of a game it counts also which columns there are
            if text or self.reader.is_of_game:
                yield title, text

    def annotations(self) -> Iterator[tuple[str, str]]:
        """Yield the cells for which the model has no field, by title."""
        for meaning in self.reader.columns:
            if not meaning.startswith(BACK) and COLUMNS[meaning].is_kept and self.text(meaning):
                yield self._title(meaning), self.text(meaning)

    def overrides(self) -> Iterator[tuple[str, Any]]:
        """Yield the overrides of a row that only names its card."""
        rarity = card_words.rarity(self.text("rarity"))
        colors = self.read("colors", card_words.colors, "letters of colours")
        if rarity:
            yield "rarity", rarity
        if colors is not None:
            yield "color", tuple(sorted(color.value for color in colors))
        if text := self.text("type"):
            yield "type", tuple(word for words in card_words.type_line(text) for word in words)
        for meaning in ("image", f"{BACK}image", *IDS):
            if text := self.text(meaning):
                yield meaning, text
        yield from self.annotations()
        yield from self.others()
        yield from self.kept.items()

    def card(self) -> Card:
        """Return the card that the row defines."""
        faces = [self._face("", "front")]
        if any(self.text(each) for each in self.reader.columns if each.startswith(BACK)):
            faces.append(self._face(BACK, "back"))
        rarity = card_words.rarity(self.text("rarity"))
        if rarity and rarity not in card_words.RARITIES:
            self.reader.report(
                CsvCode.ODD_CELL,
                self.row,
                "rarity",
                column=self._title("rarity"),
                value=rarity[:80],
                kind="a usual rarity",
                outcome="it is used unchanged",
                notes=self.reader.log.did_you_mean(rarity, card_words.RARITIES),
            )
        rating = self.read("rating", _rating, "a number from 0 to 5")
        ids = {scheme: self.text(scheme) for scheme in IDS if self.text(scheme)}
        kept = dict(self.annotations()) | self.kept
        return Card(
            faces,
            self.set_code(),
            self.text("number") or None,
            rarity or None,
            ids,
            rating=rating,
            extras={"csv": kept} if kept else {},
        )

    def _face(self, back: str, kind: str) -> Face:
        what = "power and toughness with a slash between"
        stats = self.read(f"{back}stats", card_words.stats, what) or ("", "")
        supertypes, types, subtypes = card_words.type_line(self.text(f"{back}type"))
        supertypes += tuple(self.text(f"{back}supertypes").split())
        subtypes += tuple(self.text(f"{back}subtypes").split())
        cost = self.read(f"{back}mana_cost", card_words.mana_cost, "a mana cost")
        colors = self.read(f"{back}colors", card_words.colors, "letters of colours")
        image = self.text(f"{back}image")
        fields: dict[str, Any] = {} if colors is None else {"colors": colors}
        return Face(
            self.text(f"{back}name") or self.text("name"),
            cost,
            supertypes=supertypes,
            types=types,
            subtypes=subtypes,
            text=self.text(f"{back}text").replace("\r\n", "\n"),
            power=self.text(f"{back}power") or stats[0] or None,
            toughness=self.text(f"{back}toughness") or stats[1] or None,
            loyalty=self.text(f"{back}loyalty") or None,
            images={"en": image} if image else {},
            properties={} if back else dict(self.others()),
            kind=kind,
            **fields,
        )


def _rating(text: str) -> float | None:
    try:
        number = float(text.replace(",", "."))
    except ValueError:
        return None
    return number if 0 <= number <= 5 else None  # noqa: PLR2004 - the scale of ratings
