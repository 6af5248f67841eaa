"""Cards as the rows of a table in the game's own words, and back: one row for each face.

A row says all properties that a face has, those that an alternate has from its card too, each under
its own name; rich text has marks.  A property whose cell is empty is unset; one without a column is
what it was.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from copy import deepcopy
from typing import Final, TypeAlias

from attrs import frozen

from ..rich_text import TextRun, plain
from ..syntax import AlternateRecord, FaceRecord, OctgnCardRecord
from .rich_marks import marked, runs_of

#: The titles of what is no property: the GUIDs of the card and of its set, the type of an
#: alternate, and the size.  Packages are built of no game with such properties.
ID: Final = "OCTGN ID"
SET: Final = "OCTGN Set ID"
ALTERNATE: Final = "OCTGN Alternate"
SIZE: Final = "OCTGN Size"
NAME: Final = "Name"
OWN: Final = frozenset({ID, SET, ALTERNATE, SIZE, NAME})

#: By title what stands in a row; nothing is empty.
Cells: TypeAlias = Mapping[str, str]
#: The value of a property: its text, and its runs if it is styled.
Value: TypeAlias = tuple[str, tuple[TextRun, ...] | None]


@frozen
class RowWords:
    """The columns and words that rows use.

    Attributes:
        rich: the properties that are rich text.
        symbols: the ids of the symbols that there are.
        columns: what the table has columns for: properties of the game, and titles of :data:`OWN`.
        wrong: told of marks that do not fit: the name of the card, the property, and the mark.
    """

    rich: Container[str]
    symbols: Container[str]
    columns: Container[str] = ()
    wrong: Callable[[str, str, str], None] = lambda *_: None

    def cell(self, name: str, value: Value) -> str:
        """Return the text in the cell of a property."""
        text, runs = value
        return marked(runs or (TextRun(text),)) if name in self.rich else text

    def value(self, name: str, cells: Cells) -> Value:
        """Return the value in the cell of a property."""
        cell = cells[name]
        if name not in self.rich:
            return cell, None
        card = cells.get(NAME, "")
        runs = runs_of(cell, self.symbols, lambda mark: self.wrong(card, name, mark))
        text = plain(runs)
        return text, None if runs == (TextRun(text),) else runs


def values_of(face: FaceRecord, of_card: Mapping[str, Value] | None = None) -> dict[str, Value]:
    """Return the properties that *face* has; an alternate has also those *of its card*."""
    values = dict(of_card or {})
    for name, text in face.properties.items():
        values.pop(name, None)
        if text is not None:
            values[name] = text, face.runs.get(name)
    return values


def own_values(
    face: FaceRecord,
    values: Mapping[str, Value],
    of_card: Mapping[str, Value],
    was: Mapping[str, Value],
) -> None:
    """Make *face*, an alternate that had the values it *was*, have these *values*.

    What it says of a property stays if the property does; values of its card need not be repeated.
    """
    for name in dict.fromkeys((*of_card, *face.properties, *values)):
        value = values.get(name)
        if name in face.properties and was.get(name) == value:
            continue
        face.properties.pop(name, None)
        face.runs.pop(name, None)
        if value != of_card.get(name):
            put(face, name, value)


def put(face: FaceRecord, name: str, value: Value | None) -> None:
    """Make *face* say *value* of a property, or that it is none."""
    text, runs = value or (None, None)
    face.properties[name] = text
    face.runs.pop(name, None)
    if runs is not None:
        face.runs[name] = runs


def rows_of(card: OctgnCardRecord, words: RowWords) -> Iterator[dict[str, str]]:
    """Yield the cells of a card, and of each of its alternates."""
    of_card = values_of(card)
    for face in (card, *card.alternates):
        own = {} if face is card else of_card
        cells = {ID: card.id, NAME: face.name, SIZE: face.size}
        if isinstance(face, AlternateRecord):
            cells[ALTERNATE] = face.type
        values = values_of(face, own)
        cells |= {name: words.cell(name, value) for name, value in values.items()}
        yield {title: text for title, text in cells.items() if text}


def comparable(cells: Cells) -> dict[str, str]:
    """Return *cells* without surrounding whitespace and kinds of line ends, which tables lose."""
    texts = {
        title: text.replace("\r\n", "\n").replace("\r", "\n").strip()
        for title, text in cells.items()
    }
    return {title: text for title, text in texts.items() if text}


def card_of(rows: Sequence[Cells], number: str, words: RowWords) -> OctgnCardRecord:
    """Return the card that *rows* say, with the GUID *number*."""
    first, *others = rows
    card = OctgnCardRecord(first.get(NAME, ""), first.get(SIZE, ""), {}, {}, number)
    of_card = _changed({}, {}, first, words)
    for name, value in of_card.items():
        put(card, name, value)
    card.alternates = tuple(_alternate(each, of_card, words) for each in others)
    return card


def _alternate(cells: Cells, of_card: Mapping[str, Value], words: RowWords) -> AlternateRecord:
    """Return a new alternate; it has from its card what the table has no column for."""
    face = AlternateRecord(cells.get(NAME, ""), cells.get(SIZE, ""), {}, {}, cells[ALTERNATE])
    left = {name: value for name, value in of_card.items() if name not in words.columns}
    own_values(face, _changed(left, {}, cells, words), of_card, {})
    return face


def changed_card(card: OctgnCardRecord, rows: Sequence[Cells], words: RowWords) -> OctgnCardRecord:
    """Return *card* with the changes in *rows*; itself if there are none.

    Its alternates stay in their order, and new ones come last.
    """
    has_alternates = ALTERNATE in words.columns
    before = [comparable(cells) for cells in rows_of(card, words)]
    after = [comparable(cells) for cells in (rows if has_alternates else rows[:1])]
    was = {cells.get(ALTERNATE, ""): cells for cells in before} | {"": before[0]}
    kept = before if has_alternates else before[:1]
    if [_counting(cells, words) for cells in kept] == [_counting(cells, words) for cells in after]:
        return card
    old_card, card = card, deepcopy(card)
    old = {"": values_of(old_card)}
    old |= {each.type.strip(): values_of(each, old[""]) for each in card.alternates}
    values = _changed(old[""], was[""], after[0], words)
    for name in dict.fromkeys((*card.properties, *values)):
        if values.get(name) != old[""].get(name):
            put(card, name, values.get(name))
            if name not in values:
                del card.properties[name]
    _call(card, after[0], words)
    if not has_alternates:
        return card
    alternates = {each.type.strip(): each for each in card.alternates}
    order = {kind: place for place, kind in enumerate(alternates)}
    faces = []
    for cells in sorted(after[1:], key=lambda cells: order.get(cells[ALTERNATE], len(order))):
        kind = cells[ALTERNATE]
        face = alternates.pop(kind, None)
        if face is None:
            face = _alternate(cells, values, words)
        else:
            own_values(face, _changed(old[kind], was[kind], cells, words), values, old[kind])
            _call(face, cells, words)
        faces.append(face)
    card.alternates = tuple(faces)
    return old_card if card == old_card else card


def _counting(cells: Cells, words: RowWords) -> dict[str, str]:
    """Return the *cells* that can change a card."""
    return {
        title: text
        for title, text in cells.items()
        if title in words.columns and title not in (ID, SET)
    }


def _call(face: FaceRecord, cells: Cells, words: RowWords) -> None:
    """Give *face* the name and the size that *cells* say."""
    face.name = cells.get(NAME, "")
    if SIZE in words.columns:
        face.size = cells.get(SIZE, "")


def _changed(
    values: Mapping[str, Value], was: Cells, now: Cells, words: RowWords
) -> dict[str, Value]:
    """Return *values* with what the cells say *now*, where that is not what they said."""
    changed = dict(values)
    for name in dict.fromkeys((*was, *now)):
        if name in OWN or name not in words.columns or was.get(name) == now.get(name):
            continue
        if name in now:
            changed[name] = words.value(name, now)
        else:
            changed.pop(name, None)
    return changed
