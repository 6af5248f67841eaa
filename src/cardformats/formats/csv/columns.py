"""The columns of a table: one row for each meaning, with the titles that it may have."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Final

from attrs import field, frozen

from .syntax import GRAMMAR

_BACK: Final = GRAMMAR.rule("BACK")


def _folded(title: str) -> str:
    """Return *title* in lower case without spaces and punctuation, unless there is nothing else."""
    return "".join(filter(str.isalnum, title.casefold())) or title.strip()


def _titles(text: str) -> tuple[str, ...]:
    return tuple(text.split(", ")) if text else ()


@frozen
class Column:
    """A meaning that a column can have.

    Attributes:
        title: the title of a new column.
        titles: other titles, with commas between.
        of_faces: whether a back face can have it, too; its title says ``back`` then.
        defines: whether a table with it defines cards, and does not only list them.
        is_kept: whether the model has no field for it, so that it is kept as a key of the table.
    """

    title: str
    titles: tuple[str, ...] = field(default="", converter=_titles)
    of_faces: bool = field(default=False, kw_only=True)
    defines: bool = field(default=False, kw_only=True)
    is_kept: bool = field(default=False, kw_only=True)


#: By meaning, in the order of a new table's columns.
COLUMNS: Final[Mapping[str, Column]] = {
    "name": Column("Name", "card name, card, card title, title", of_faces=True),
    "mana_cost": Column(
        "Mana Cost", "cost, mana, casting cost, manacost", of_faces=True, defines=True
    ),
    "supertypes": Column("Supertypes", "supertype, super type", of_faces=True, defines=True),
    "type": Column("Type", "types, type line, card type, card types, full type", of_faces=True),
    "subtypes": Column(
        "Subtypes", "subtype, sub type, creature type, creature types", of_faces=True, defines=True
    ),
    "colors": Column("Color", "colour, colors, colours", of_faces=True),
    "rarity": Column("Rarity"),
    "text": Column(
        "Text",
        "rules text, oracle text, rules, card text, ability, abilities, ability text, effect",
        of_faces=True,
        defines=True,
    ),
    "power": Column("Power", "pow", of_faces=True, defines=True),
    "toughness": Column("Toughness", "tou, tough", of_faces=True, defines=True),
    "stats": Column(
        "P/T", "power/toughness, power and toughness, stats", of_faces=True, defines=True
    ),
    "loyalty": Column("Loyalty", "starting loyalty", of_faces=True, defines=True),
    "image": Column(
        "Image", "image url, image uri, picture, picture url, art url, img", of_faces=True
    ),
    "set_code": Column("Set", "set code, edition, edition code, expansion"),
    "number": Column("Collector Number", "number, no, nr, #, card number, collector no, cn"),
    "finish": Column("Finish", "foil"),
    "rating": Column("Rating", "draft rating, pick rating"),
    "count": Column("Count", "quantity, qty, copies, amount, number of copies, no of copies"),
    "sheet": Column("Sheet", "slot, print sheet, section, board"),
    "maybeboard": Column("Maybeboard"),
    "custom": Column("Custom"),
    "mtgo": Column("MTGO ID"),
    "scryfall": Column("Scryfall ID"),
    "multiverse": Column("Multiverse ID", "multiverseid, gatherer id"),
    "mana_value": Column("CMC", "mana value, mv, converted mana cost", is_kept=True),
    "category": Column("Color Category", "colour category", is_kept=True),
    "status": Column("status", is_kept=True),
    "condition": Column("Condition", is_kept=True),
    "tradelist": Column("Tradelist Count", is_kept=True),
    "edition": Column("Edition Name", "set name", is_kept=True),
    "tags": Column("tags", "tag", is_kept=True),
    "notes": Column("Notes", "note, comment, comments", is_kept=True),
}

#: The schemes of ids that columns have.
IDS: Final = ("mtgo", "scryfall", "multiverse")
#: What only lists of official cards have: a table with one of these defines no cards.
OF_LISTS: Final = (
    "maybeboard", "custom", "category", "status", "condition", "tradelist", "scryfall",
)  # fmt: skip
#: A table with this column is in the words of its game: only the name has a meaning here.
OF_GAMES: Final = "OCTGN ID"
#: Of another face than the first.
BACK: Final = "back_"

_MEANINGS: Final = {
    _folded(title): meaning
    for meaning, column in COLUMNS.items()
    for title in (column.title, *column.titles)
}


def meanings_of(titles: Iterable[str]) -> list[str | None]:
    """Return the meaning of each column of a table; only the first column of a meaning has it."""
    titles = [*titles]
    is_of_game = OF_GAMES in titles
    meanings: list[str | None] = []
    for title in titles:
        meaning = meaning_of(title)
        is_known = meaning == "name" if is_of_game else meaning is not None
        meanings.append(meaning if is_known and meaning not in meanings else None)
    return meanings


@lru_cache(maxsize=1024)
def meaning_of(title: str) -> str | None:
    """Return the meaning of a column: a key of :data:`COLUMNS`, perhaps after ``back_``."""
    folded = _folded(title)
    if folded in _MEANINGS:
        return _MEANINGS[folded]
    front = _folded(_BACK.sub("", title.casefold(), count=1))
    meaning = _MEANINGS.get(front) if front != folded else None
    return BACK + meaning if meaning and COLUMNS[meaning].of_faces else None


def title_of(meaning: str) -> str:
    """Return the title of a new column of a *meaning*, or what is given if it is no meaning."""
    column = COLUMNS.get(meaning.removeprefix(BACK))
    if column is None:
        return meaning
    return f"Back {column.title}" if meaning.startswith(BACK) else column.title


def defines_cards(meanings: Iterable[str | None], *, has_others: bool) -> bool:
    """Return whether a table with columns of these *meanings* defines its cards.

    One that does not is a list of cards that exist.  *has_others* tells of further columns.
    """
    known = {each.removeprefix(BACK) for each in meanings if each}
    if known.intersection(OF_LISTS):
        return False
    if "rarity" in known and "set_code" not in known:
        return True
    return has_others or "type" in known or any(COLUMNS[each].defines for each in known)
