"""A set as a table for its maker's spreadsheet, and the table as a set again.

The table has the words of the game; see :mod:`.rows`.  Packs, markers and what a set says of itself
are not in it: :func:`updated` puts the cards of a table into the set that they are of, where all
else stays as it is.
"""

from __future__ import annotations

from collections import Counter, defaultdict, deque
from collections.abc import Container, Mapping
from typing import Any

from attrs import evolve

from ....diagnostics import Diagnostic, DiagnosticLog, Report
from ....errors import OptionError
from ....losses import Loss, LossLog
from ....model import Card, CardSet, Face
from ....source import read_bytes
from ...base import Input, Rows
from ...patch import CannotPatchError
from ...xml_text import allowed
from ..acceptance import check, game_of_tree, read_again
from ..codes import OctgnCode
from ..definition import Definition, definition_at
from ..files import set_guid
from ..format import OctgnOptions
from ..from_model import WrittenGame
from ..identity import guid, is_guid, made_guid
from ..patch import set_edits, with_edits, with_sources
from ..reader import read
from ..render import render_set
from ..syntax import CardRecord, GameTree, SetRecord
from .rows import ALTERNATE, ID, NAME, SET, SIZE, Cells, Words, card_of, changed_card, rows_of


def rows(cardset: CardSet) -> Report[Rows] | None:
    """The cards of a set, or of a game, that was read, as rows; None if it is none of OCTGN's.

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
        losses.dropped(Loss.SET, outline.id, "what a set says of itself, and its markers")
    cards: list[Card] = []
    known: set[str] = set()
    for outline in game.outlines:
        for card in outline.cards:
            record = game.located[id(card)].record
            if "" in record.properties.values():
                kind, into = "an empty text of a property", "none"
                losses.changed(Loss.PROPERTY, card.name, kind, into)
            for cells in rows_of(record, words):
                if len(game.outlines) > 1:
                    cells[SET] = outline.id
                known |= cells.keys()
                name = cells.pop(NAME, "")
                cards.append(Card(Face(name, properties=cells)))
    titles = [ID, ALTERNATE, *(each for each in (SET, SIZE) if each in known), *game.types]
    return Report(Rows(evolve(CardSet(cardset.name), cards=cards), titles), losses.finish())


def is_table(cardset: CardSet) -> bool:
    """Whether the cards of *cardset* are rows."""
    return any(ID in card.faces[0].properties for card in cardset.cards)


def _words(game: WrittenGame | None, definition: Definition | None) -> Words:
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
    return Words({name for name, kind in types.items() if kind == "RichText"}, symbols)


class _Table:
    """The rows of a table by cards, and what is wrong with them."""

    def __init__(self, cardset: CardSet) -> None:
        self.problems: list[Diagnostic] = []
        #: The GUIDs of cards, empty for new ones, with their rows.
        self.cards: list[tuple[str, list[Cells]]] = []
        self.titles: dict[str, None] = {}
        #: The GUIDs that new cards cannot have, and how many there are of each name in a set.
        self.taken: set[str] = set()
        self._uses: Counter[tuple[str, str]] = Counter()
        latest: dict[str, list[Cells]] = {}
        for card in cardset.cards:
            face = card.faces[0]
            cells = {NAME: face.name} | {
                title: str(text) for title, text in face.properties.items() if text
            }
            self.titles |= dict.fromkeys(cells)
            number = guid(cells.get(ID, ""))
            if number and not is_guid(number):
                self.report(face.name, f"{number[:80]!r} is no GUID; the card gets one")
                number = ""
            self.taken.add(number)
            if ALTERNATE not in cells:
                # an alternate without a GUID is one of the card right above
                latest[number] = latest[""] = [cells]
                self.cards.append((number, latest[number]))
            elif number not in latest:
                self.report(face.name, "it is an alternate of no card above it, and left out")
            else:
                latest[number].append(cells)

    def report(self, name: str, problem: str) -> None:
        """Report what is wrong with the row of a card."""
        self.problems.append(OctgnCode.TABLE_ROW.at(None, name=name, problem=problem))

    def new_id(self, of_set: str, name: str) -> str:
        """A GUID for a new card of a set, which no other has."""
        while True:
            self._uses[of_set, name] += 1
            uses = self._uses[of_set, name]
            number = made_guid("card", of_set, name, *((str(uses),) if uses > 1 else ()))
            if number not in self.taken:
                return number

    def known(self, definition: Mapping[str, Any] | None) -> set[str]:
        """The properties that a game has; others are reported."""
        names = self.titles.keys() - {ID, NAME, SET, SIZE, ALTERNATE}
        if definition is None:
            return set(names)
        for name in sorted(names - definition.keys()):
            self.report(name, "the game has no such property; the column is left out")
        return {*definition}


def as_set(cardset: CardSet, options: OctgnOptions) -> Report[CardSet]:
    """The set that *cardset* is, if it is a table; else itself.

    Raises:
        OptionError: a base is named, but the cards are in no table.
        OSError: the base, or the definition, cannot be read.
    """
    if not is_table(cardset):
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
    """The cards of a table as a set of their own."""
    definition = definition_at(options.definition, DiagnosticLog(0))
    name = allowed(cardset.name or options.name or "") or "Custom"
    game_id = options.game_id or (definition.id if definition is not None else "")
    game_id = guid(game_id) or made_guid("game", "name", name)
    about = {"name": name, "id": made_guid("set", game_id, name), "gameId": game_id}
    table = _Table(cardset)
    words = _words(None, definition)
    known = table.known(definition.properties if definition is not None else None)
    record = SetRecord(about)
    for number, own in table.cards:
        new = number or table.new_id(record.id, own[0].get(NAME, ""))
        record.cards.append(card_of(own, new, words, known))
    text = render_set(record)
    made = read(
        Input(name, None, text),
        OctgnOptions(definition=options.definition, mapping=options.mapping),
    )
    what = "packs and markers of a set that is there stay if it is named with the option base"
    note = OctgnCode.TABLE.at(None, what=what)
    return Report(made.value.with_syntax(None), (*table.problems, *made.errors, note))


def updated(cardset: CardSet, table: CardSet) -> Report[CardSet]:
    """A set, or a game, that was read, with the cards that *table* says.

    Cards are told by their GUIDs.  Of a card that is there only the properties change whose cells
    do; cards that the table has not go, new ones come last, and all else stays: packs, markers,
    comments, the files themselves.

    Raises:
        OptionError: *cardset* was not read from files of OCTGN.
    """
    tree = cardset.syntax
    if not isinstance(tree, GameTree) or not tree.sources:
        raise OptionError("base: there is no set of OCTGN to put the cards of a table into")
    game = WrittenGame(cardset, tree.options, LossLog("octgn"), one_set=tree.is_file)
    befores = {each.id: each for each in game.sets.values()}
    definition = game_of_tree(tree, tree.options, DiagnosticLog(0)).definition
    rows_by_card = _Table(table)
    known = rows_by_card.known(definition.properties if definition else None)
    words = _words(game, definition)
    afters, counts = _afters(befores, rows_by_card, words, known)
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
    note = OctgnCode.TABLE.at(None, what=f"of the cards that are there, {what}")
    value = read_again(new).with_syntax(new)
    return Report(value, (*rows_by_card.problems, note, *losses.finish()))


def _afters(
    befores: Mapping[str, SetRecord], table: _Table, words: Words, known: Container[str]
) -> tuple[dict[str, SetRecord], Counter[str]]:
    """The sets with the cards of *table*, by their GUIDs; and how many cards changed.

    Sets of which the table has no card stay as they are.
    """
    counts: Counter[str] = Counter()
    afters = dict(befores)
    left: defaultdict[str, deque[list[Cells]]] = defaultdict(deque)
    for number, own in table.cards:
        left[number].append(own)
    for of_set, record in befores.items():
        table.taken.update(card.id for card in record.cards)
        if len(befores) > 1 and not any(card.id in left for card in record.cards):
            continue
        cards = []
        for card in record.cards:
            if not left.get(card.id):
                counts["gone"] += 1
                continue
            cards.append(changed_card(card, left[card.id].popleft(), words, known))
            counts["changed"] += cards[-1] is not card
        afters[of_set] = evolve(record, cards=cards)
    only = next(iter(befores)) if len(befores) == 1 else ""
    new_cards: defaultdict[str, list[CardRecord]] = defaultdict(list)
    for number, own in ((number, own) for number, some in left.items() for own in some):
        name = own[0].get(NAME, "")
        of_set = guid(own[0].get(SET, "")) or only
        if of_set not in afters:
            table.report(name, f"the column {SET!r} names none of the sets; it is left out")
            continue
        counts["new"] += 1
        new = number or table.new_id(of_set, name)
        new_cards[of_set].append(card_of(own, new, words, known))
    for of_set, cards in new_cards.items():
        afters[of_set] = evolve(afters[of_set], cards=[*afters[of_set].cards, *cards])
    return afters, counts
