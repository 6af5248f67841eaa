"""From a card set to the rows of a table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from attrs import evolve, frozen

from ...model import Card, CardRef, CardSet, Color, Entry, Face
from ..by_rarity import NO_RARITY, ORDER
from ..card_words import SET_CODE
from .columns import BACK, IDS, OF_GAMES, meaning_of
from .to_model import CARDS, NO_SHEET

_COLOR_KEYS = {"color": "colors"}


@frozen
class TableLine:
    """A row to write.

    Attributes:
        cells: by meaning, or by title where a column has none; without the number of copies.
        entry: what it is of, and
        card: the card of it, if the set defines that.
    """

    cells: Mapping[str, str]
    entry: Entry
    card: Card | None

    @property
    def key(self) -> tuple[object, ...]:
        """Return a key that differs for lines with other contents."""
        return (*self.content, self.entry.copies)

    @property
    def content(self) -> tuple[tuple[str, str], ...]:
        """Return the cells of the line in a fixed order."""
        return tuple(sorted(self.cells.items()))

    def identity(self, sheet: str) -> tuple[object, ...]:
        """Return a key that identifies the line of a *sheet* among all lines of its set."""
        return (sheet, self.entry.card, self.entry.finish, self.entry.overrides)


def lines_of(cardset: CardSet) -> dict[str, list[TableLine]]:
    """Return the rows by sheet; the cards on no sheet form one more group.

    Rows with the same cells are one row with the copies of all, as they are read; in tables of
    other games, which number their cards, each card has its own row.
    """
    groups: dict[str, dict[object, TableLine]] = {}
    placed: set[int] = set()

    def add(name: str, entry: Entry, card: Card | None, copies: int) -> None:
        line = TableLine(_as_read(card, entry), entry, card)
        key = (None if card is None else OF_GAMES in line.cells and id(card), line.content)
        rows = groups.setdefault(name, {})
        if (same := rows.get(key)) is not None:
            line = evolve(same, entry=evolve(same.entry, copies=same.entry.copies + copies))
        rows[key] = line

    for name, sheet in cardset.sheets.items():
        groups[name] = {}
        for entry in sheet.entries:
            card = defined_card(cardset, entry.card)
            placed.add(id(card))
            add(name, entry, card, entry.copies)
    names = Counter(card.name for card in cardset.cards)
    read: set[object] = set()  # cards of rows, which further rows of the same cells name again
    for card in sorted(cardset.cards, key=lambda each: id(each) not in placed):
        is_alone = id(card) not in placed
        if names[card.name] > 1 and cardset.sheets:
            content = TableLine(_as_read(card, Entry(card)), Entry(card), card).content
            is_alone = is_alone and (content not in read or OF_GAMES in dict(content))
            read.add(content)
        if is_alone:
            add(NO_SHEET if cardset.sheets else CARDS, Entry(card), card, 1)
    return {name: [*rows.values()] for name, rows in groups.items()}


def defined_card(cardset: CardSet, ref: CardRef) -> Card | None:
    """Return the card of the set that a row with the name, set and number of *ref* is read as."""
    card = cardset.card(ref)
    if card is None:
        code, number = ((each or "").strip() for each in (ref.set_code, ref.number))
        has_code = SET_CODE.fullmatch(code)
        card = cardset.card(CardRef(ref.name, code if has_code else None, number or None))
    return card


def says_sheets(lines: Mapping[str, Sequence[TableLine]]) -> bool:
    """Return whether a column of sheets is needed: they are not the rarities, or one list."""
    if lines.keys() <= {CARDS}:
        return any(line.card and line.card.rarity for line in lines[CARDS]) if lines else False
    return not (
        all(
            line.card is not None and (line.card.rarity or NO_RARITY) == name
            for name, own in lines.items()
            for line in own
        )
        and [*lines] == sorted(lines, key=lambda name: ORDER.index(name) if name in ORDER else -1)
    )


def _as_read(card: Card | None, entry: Entry) -> dict[str, str]:
    """Return the cells of a row as they are read: without spaces around, codes in capitals."""
    cells = {}
    for meaning, value in _cells(card, entry):
        text = value.strip()
        if text or not value:  # an empty cell of another program is kept
            is_code = meaning == "set_code" and SET_CODE.fullmatch(text)
            cells[meaning] = text.upper() if is_code else text
    return cells


def _cells(card: Card | None, entry: Entry) -> Iterator[tuple[str, str]]:
    """Yield the cells of a row by meaning or title; empty ones are left out."""
    yield from _of_entry(entry)
    if card is None:
        yield "name", entry.card.name
        for meaning, value in (("set_code", entry.card.set_code), ("number", entry.card.number)):
            if value:
                yield meaning, value
        return
    for title, kept in card.extras.get("csv", {}).items():
        # a cell that could not be understood goes where it was, unless there is a better one now
        yield meaning_of(title) or title, str(kept)
    yield from _of_face(card.faces[0], "")
    back = next((face for face in card.faces[1:] if face.kind == "back"), None)
    if back is not None:
        yield from _of_face(back, BACK)
    own: dict[str, str | None] = {
        "set_code": card.set_code,
        "number": card.number,
        "rarity": card.rarity,
    }
    own |= {scheme: card.ids.get(scheme) for scheme in IDS}
    own["rating"] = None if card.rating is None else f"{card.rating:g}"
    yield from ((meaning, text) for meaning, text in own.items() if text)
    properties = card.faces[0].properties.items()
    yield from ((title, str(value)) for title, value in properties if value is not None)


def _of_entry(entry: Entry) -> Iterator[tuple[str, str]]:
    if entry.finish:
        yield "finish", entry.finish
    for key, value in entry.overrides.items():
        text = " ".join(map(str, value)) if isinstance(value, tuple) else str(value)
        if key == "color":
            text = text.replace(" ", "") or "C"
        if text:
            yield _COLOR_KEYS.get(key) or meaning_of(key) or key, text


def _of_face(face: Face, back: str) -> Iterator[tuple[str, str]]:
    words = " ".join((*face.supertypes, *face.types))
    line = " — ".join(filter(None, (words, " ".join(face.subtypes))))
    if face.subtypes and not words:
        line = f"— {line}"
    from_cost = face.mana_cost.colors if face.mana_cost else frozenset()
    letters = "".join(color.value for color in Color if color in face.colors) or "C"
    fields = {
        "name": face.name,
        "mana_cost": str(face.mana_cost or ""),
        "type": line,
        "colors": "" if face.colors == from_cost else letters,
        "text": face.text,
        "power": face.power,
        "toughness": face.toughness,
        "loyalty": face.loyalty,
        "image": face.images.get("en"),
    }
    yield from ((back + meaning, text) for meaning, text in fields.items() if text)
