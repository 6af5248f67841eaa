"""A set as a table for its maker's spreadsheet, and the table as a set again.

The table has the words of the game; see :mod:`.rows`.  Packs, markers and what a set says of itself
are not in it: :func:`updated` puts the cards of a table into the set that they are of, where all
else stays as it is.
"""

from __future__ import annotations

from collections import Counter, defaultdict, deque
from collections.abc import Mapping
from itertools import chain, product

from attrs import define, evolve

from ....diagnostic_log import DiagnosticLog
from ....diagnostics import Diagnostic, Report
from ....errors import OptionError
from ....losses import Loss, LossLog
from ....model import Card, CardSet, Face
from ....source import read_bytes
from ...base import Input, Rows
from ...guids import guid, is_guid
from ...patch import CannotPatchError
from ...xml_text import allowed
from ..acceptance import check, game_of_tree, read_again
from ..codes import OctgnCode
from ..definition import Definition, definition_at
from ..files import set_guid
from ..format import OctgnOptions
from ..from_model import WrittenGame
from ..identity import made_guid
from ..patch import set_edits, with_edits, with_sources
from ..reader import read
from ..render import render_set
from ..syntax import GameTree, OctgnCardRecord, SetRecord
from .rows import (
    ALTERNATE,
    ID,
    NAME,
    OWN,
    SET,
    SIZE,
    Cells,
    RowWords,
    card_of,
    changed_card,
    rows_of,
)


def rows(cardset: CardSet) -> Report[Rows] | None:
    """Return the rows for the cards of a set or a game; None for other formats.

    Each row is a card without fields, whose cells are its properties.
    """
    if "game" not in cardset.extras.get("octgn", {}):
        return None
    losses = LossLog("csv")
    game = WrittenGame(cardset, OctgnOptions(), LossLog("octgn"))
    words = _words(game, None)
    for booster in cardset.boosters:
        losses.dropped(Loss.BOOSTER, booster.name)
    for outline in game.outlines:
        losses.dropped(Loss.SET, outline.id, "data and markers of a set")
    lines: list[dict[str, str]] = []
    known: set[str] = set()
    for outline in game.outlines:
        for card in outline.cards:
            record = game.located[id(card)].record
            if any("" in face.properties.values() for face in (record, *record.alternates)):
                kind, into = "an empty text of a property", "none"
                losses.changed(Loss.PROPERTY, card.name, kind, into)
            for cells in rows_of(record, words):
                if len(game.outlines) > 1:
                    cells[SET] = outline.id
                known |= cells.keys()
                lines.append(cells)
    titles = [ID, ALTERNATE, *(each for each in (SET, SIZE) if each in known), *game.types]
    columns = dict.fromkeys(titles, "")
    named = ((cells.pop(NAME, ""), cells) for cells in lines)
    cards = [Card(Face(name, properties={**columns, **cells})) for name, cells in named]
    return Report(Rows(evolve(CardSet(cardset.name), cards=cards), titles), losses.finish())


def is_table(cardset: CardSet) -> bool:
    """Return whether the cards of *cardset* are rows."""
    return any(ID in card.faces[0].properties for card in cardset.cards)


def _words(game: WrittenGame | None, definition: Definition | None) -> RowWords:
    types = dict(game.types) if game is not None else {}
    if definition is not None:
        types |= {name: each.type for name, each in definition.properties.items()}
    symbols = set(definition.symbols if definition is not None else ())
    if game is not None:
        runs = (
            run
            for each in game.located.values()
            for face in (each.record, *each.record.alternates)
            for styled in face.runs.values()
            for run in styled
        )
        symbols |= {run.symbol for run in runs if run.symbol is not None}
    return RowWords({name for name, kind in types.items() if kind == "RichText"}, symbols)


@define(eq=False)
class _GameTableRow:
    """A card of a table.

    Attributes:
        id: its GUID; empty if it is new.
        cells: what its rows say, its own first and then those of its alternates.
    """

    id: str
    cells: list[Cells]

    @property
    def name(self) -> str:
        """Return the name of the card."""
        return self.cells[0].get(NAME, "")

    @property
    def of_set(self) -> str:
        """Return the GUID of the set that it says; empty if it says none."""
        return guid(self.cells[0].get(SET, ""))


class _Table:
    """The rows of a table by cards, and what is wrong with them."""

    def __init__(self, cardset: CardSet) -> None:
        self.problems: list[Diagnostic] = []
        self.cards: list[_GameTableRow] = []
        self.titles: dict[str, None] = {}
        #: The GUIDs that new cards cannot have, and how many there are of each name in a set.
        self.taken: set[str] = set()
        self._uses: Counter[tuple[str, str]] = Counter()
        #: The marks that do not fit, by the property: the cards that have them.
        self._marks: defaultdict[tuple[str, str], list[str]] = defaultdict(list)
        latest: dict[str, _GameTableRow] = {}
        early: defaultdict[str, list[Cells]] = defaultdict(list)
        for card in cardset.cards:
            face = card.faces[0]
            self.titles |= dict.fromkeys((NAME, *face.properties))
            cells = {NAME: face.name} | {
                title: str(text) for title, text in face.properties.items() if text
            }
            number = guid(cells.get(ID, ""))
            if number and not is_guid(number):
                self.report(face.name, f"{number[:80]!r} is not a GUID; the card gets one")
                number = ""
            self.taken.add(number)
            if ALTERNATE not in cells:
                # an alternate without a GUID is one of the card right above
                latest[number] = latest[""] = _GameTableRow(number, [cells, *early.pop(number, ())])
                self.cards.append(latest[number])
            elif number in latest:
                latest[number].cells.append(cells)
            elif number:
                # rows that were sorted: the card comes below
                early[number].append(cells)
            else:
                self.report(face.name, "there is no card above this alternate, which is omitted")
        for lone in chain.from_iterable(early.values()):
            self.report(lone[NAME], "the table has no card for this alternate, which is omitted")
        for row in self.cards:
            for kind, count in Counter(cells[ALTERNATE] for cells in row.cells[1:]).items():
                if count > 1:
                    self.report(row.name, f"{count} of its alternates are of the type {kind!r}")

    def report(self, name: str, problem: str) -> None:
        """Report what is wrong with the row of a card."""
        self.problems.append(OctgnCode.TABLE_ROW.at(None, name=name, problem=problem))

    def new_id(self, of_set: str, row: _GameTableRow) -> str:
        """Return a GUID for a new card of a set, which no other card of the table has."""
        while True:
            self._uses[of_set, row.name] += 1
            uses = self._uses[of_set, row.name]
            counted = (str(uses),) if uses > 1 else ()
            number = made_guid("card", of_set, row.name, *counted)
            if number not in self.taken:
                return number

    def report_copy(self, row: _GameTableRow) -> None:
        """Report a row whose GUID is that of another one."""
        self.report(row.name, f"another row has its GUID {row.id}; it is a new card with its own")

    def words(self, game: WrittenGame | None, definition: Definition | None) -> RowWords:
        """Return the vocabulary of the rows; report columns without a property."""
        words = _words(game, definition)
        columns = set(self.titles)
        if definition is not None:
            for name in sorted(columns - OWN - definition.properties.keys()):
                self.report(name, "the game has no such property; the column is omitted")
                columns.remove(name)
        return evolve(words, columns=columns, wrong=self._add_mark)

    def _add_mark(self, card: str, name: str, mark: str) -> None:
        self._marks[name, mark].append(card)

    def notes(self, what: str) -> tuple[Diagnostic, ...]:
        """Yield the errors in the table, and a note *what* became of it."""
        for (name, mark), cards in self._marks.items():
            more = f" (and {len(cards) - 1} more)" if len(cards) > 1 else ""
            self.report(
                cards[0],
                f"{mark[:80]!r} in {name!r} is not valid markup here and is read as text{more}",
            )
        return (*self.problems, OctgnCode.TABLE.at(None, what=what))


def as_set(cardset: CardSet, options: OctgnOptions) -> Report[CardSet]:
    """Return the set that *cardset* is, if it is a table; else itself.

    Raises:
        OptionError: If a base is named although the cards are in no table.
        OSError: If the base, or the definition, cannot be read.
    """
    if not is_table(cardset):
        if options.base is not None and not (cardset.cards or cardset.sheets):
            raise OptionError("base: there are no cards to put into a set")
        if options.base is not None:
            raise OptionError(f"base: only tables of cards with a column {ID!r} go into a set")
        return Report(cardset)
    if options.base is None:
        return _new_set(cardset, options)
    path = options.base
    reading = OctgnOptions(definition=options.definition, mapping=options.mapping)
    data = None if path.is_dir() else read_bytes(path, reading.max_size)
    base = read(Input(str(path), path, data), reading)
    report = updated(base.value, cardset)
    return Report(report.value, base.errors + report.diagnostics)


def _new_set(cardset: CardSet, options: OctgnOptions) -> Report[CardSet]:
    """Return the cards of a table as a set of their own."""
    definition = definition_at(options.definition, DiagnosticLog(0))
    name = allowed(cardset.name or options.name or "") or "Custom"
    game_id = options.game_id or (definition.id if definition is not None else "")
    game_id = guid(game_id) or made_guid("game", "name", name)
    about = {"name": name, "id": made_guid("set", game_id, name), "gameId": game_id}
    table = _Table(cardset)
    words = table.words(None, definition)
    record = SetRecord(about)
    seen: set[str] = set()
    for row in table.cards:
        if row.id in seen:
            table.report_copy(row)
        number = row.id if row.id and row.id not in seen else table.new_id(record.id, row)
        seen.add(row.id or number)
        record.cards.append(card_of(row.cells, number, words))
    text = render_set(record)
    made = read(
        Input(name, None, text),
        OctgnOptions(definition=options.definition, mapping=options.mapping),
    )
    what = "to preserve packs and markers of an existing set, specify it with the option base"
    return Report(made.value.with_syntax(None), made.errors + table.notes(what))


def updated(cardset: CardSet, table: CardSet) -> Report[CardSet]:
    """Return a set, or a game, that was read, with the cards that *table* says.

    Cards are identified by their GUIDs.  In an existing card, only properties with
    changed cells change.  Cards missing from the table are removed, and new ones come last.
    Everything else stays: properties without a column, packs, markers, comments and files.

    Raises:
        OptionError: If *cardset* was not read from files of OCTGN.
    """
    tree = cardset.syntax
    if not isinstance(tree, GameTree) or not tree.sources:
        raise OptionError("base: there is no OCTGN set for the cards of the table")
    game = WrittenGame(cardset, tree.options, LossLog("octgn"), one_set=tree.is_file)
    befores = {each.id: each for each in game.sets.values()}
    definition = game_of_tree(tree, tree.options, DiagnosticLog(0)).definition
    rows_by_card = _Table(table)
    words = rows_by_card.words(game, definition)
    afters, counts = _afters(befores, rows_by_card, words)
    sources = dict(tree.sources)
    for name, source in tree.sets.items():
        of_set = set_guid(source)
        if befores.get(of_set) != afters.get(of_set):
            record, after = befores[of_set], afters[of_set]
            try:
                sources[name] = with_edits(source, set_edits(source.text, record, after))
            except CannotPatchError:
                sources[name] = evolve(source, text=render_set(after))
    new = with_sources(tree, sources)
    losses = LossLog("octgn")
    check(new, afters, losses, befores, tree)
    what = ", ".join(f"{counts[each]} {each}" for each in ("changed", "new", "gone"))
    notes = rows_by_card.notes(f"of the cards that are there, {what}")
    return Report(read_again(new).with_syntax(new), notes + losses.finish())


def _afters(
    befores: Mapping[str, SetRecord], table: _Table, words: RowWords
) -> tuple[dict[str, SetRecord], Counter[str]]:
    """Return the sets with the cards of *table*, by their GUIDs; and how many cards changed.

    Sets of which the table has no card stay as they are.
    """
    counts: Counter[str] = Counter()
    rows = _assigned(befores, table)
    new = _new_cards(befores, table, rows)
    cards: dict[str, list[OctgnCardRecord]] = {of_set: [] for of_set in befores}
    moved: list[tuple[str, OctgnCardRecord]] = []
    for of_set, record in befores.items():
        if len(befores) > 1 and not any(id(card) in rows for card in record.cards):
            cards[of_set] += record.cards
            continue
        for card in record.cards:
            row = rows.get(id(card))
            if row is None:
                counts["gone"] += 1
                continue
            home = row.of_set or of_set
            if home not in befores:
                table.report(row.name, f"the column {SET!r} names none of the sets; the card stays")
                home = of_set
            after = changed_card(card, row.cells, words)
            counts["changed"] += after is not card or home != of_set
            if home == of_set:
                cards[of_set].append(after)
            else:
                moved.append((home, after))
    counts["new"] = len(new)
    for of_set, number, row in new:
        moved.append((of_set, card_of(row.cells, number, words)))
    for of_set, card in moved:
        cards[of_set].append(card)
    return {each: evolve(befores[each], cards=own) for each, own in cards.items()}, counts


def _assigned(befores: Mapping[str, SetRecord], table: _Table) -> dict[int, _GameTableRow]:
    """Return the rows of the cards that are there, by the ``id()`` of these.

    Of several rows of a GUID, that of the same set and of the same name is the card.
    """
    assigned: dict[int, _GameTableRow] = {}
    rows = table.cards
    for by_set, by_name in product((True, False), repeat=2):
        left: defaultdict[tuple[object, ...], deque[_GameTableRow]] = defaultdict(deque)
        for row in rows:
            left[row.id, by_set and row.of_set, by_name and row.name].append(row)
        for of_set, record in befores.items():
            for card in record.cards:
                own = left.get((card.id, by_set and of_set, by_name and card.name.strip()))
                if own and id(card) not in assigned:
                    assigned[id(card)] = own.popleft()
        done = set(map(id, assigned.values()))
        rows = [row for row in rows if id(row) not in done]
    return assigned


def _new_cards(
    befores: Mapping[str, SetRecord], table: _Table, assigned: dict[int, _GameTableRow]
) -> list[tuple[str, str, _GameTableRow]]:
    """Return the rows of no card that is there, with the GUIDs of their sets and their own.

    A row that is to have the GUID of a card without a row has made that card before, and is
    *assigned* to it.
    """
    gone = {
        (of_set, card.id): card
        for of_set, record in befores.items()
        for card in record.cards
        if id(card) not in assigned
    }
    ids, done = ({row.id for row in assigned.values()}, set(map(id, assigned.values())))
    only = next(iter(befores)) if len(befores) == 1 else ""
    new, strange = [], []
    for row in (row for row in table.cards if id(row) not in done):
        of_set, number = row.of_set or only, row.id
        if of_set not in befores:
            table.report(
                row.name, f"the column {SET!r} is the name of none of the sets; it is omitted"
            )
            continue
        if number in ids:
            table.report_copy(row)
        elif number:
            strange.append(row.name)
        if not number or number in ids:
            number = table.new_id(of_set, row)
        ids.add(number)
        if card := gone.pop((of_set, number), None):
            assigned[id(card)] = row
        else:
            new.append((of_set, number, row))
    if strange:
        what = f"{len(strange)} cards have GUIDs" if len(strange) > 1 else "it has a GUID"
        more = "that no card of the base has, as in a table of another set; new cards get them"
        table.report(strange[0], f"{what} {more}")
    return new
