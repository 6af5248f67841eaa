"""What a card database says: records of cards, the tables of its elements, and the text itself."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from attrs import define, frozen

from ...model import Card
from ...source import SourceText, Span
from ..xml_text import content

#: The elements that name another card; those of the second are on the card that is brought.
RELATED: Final = ("related", "reverse-related")
#: The elements whose text is the name of a card.
NAMED: Final = ("name", *RELATED)
#: The elements of a card that are properties in version 3; there can be a ``color`` for each.
PROPERTIES: Final = ("color", "manacost", "cmc", "type", "pt", "loyalty")
COLORS: Final = "colors"
#: The usual order of properties.
USUAL: Final = ("layout", "side", "type", "maintype", "manacost", "cmc", COLORS, "pt", "loyalty")


@frozen
class Flag:
    """An element of a card that says how it is used: its values, and the words for these."""

    is_valid: Callable[[str], bool]
    kind: str


_BOOLEAN: Final = Flag(frozenset(("0", "1", "true", "false")).__contains__, "0, 1, true or false")
FLAGS: Final = {
    "token": _BOOLEAN,
    "tablerow": Flag(str.isdecimal, "a whole number"),
    "cipt": _BOOLEAN,
    "upsidedown": _BOOLEAN,
}
#: The order of the elements of a card, by version.
ORDER: Final[Mapping[int, tuple[str, ...]]] = {
    4: ("name", "text", "prop", "set", "related", *FLAGS),
    3: (
        *("name", "set", "color", "manacost", "cmc", "type", "pt", "tablerow", "text"),
        *("cipt", "loyalty", "upsidedown", "token", "related"),
    ),
}
#: The elements of a set, in order.
OF_SETS: Final = ("name", "longname", "settype", "releasedate", "priority")
#: The attributes of a set of a card, by their names in lower case, as version 3 spells them.
SPELLINGS: Final = {"muid": "muId", "uuid": "uuId", "picurl": "picURL"}
#: Between the names of the halves of a card, and between their texts.
NAMES: Final = " // "
TEXTS: Final = "\n\n---\n\n"


#: The layout of cards whose second face is an adventure.
ADVENTURE: Final = "adventure"
#: The element, and the rarity, of tokens.
TOKEN: Final = "token"  # noqa: S105 - no password
#: What is kept of a card that is named in the second of these ways.
REVERSE: Final = "reverse"
#: The attributes of printings that are ids, by scheme.
IDS: Final = {"scryfall": "uuid", "multiverse": "muid"}
_LENGTH: Final = len("00000000-0000-0000-0000-000000000000")


def parts_of(text: str, separator: str, around: str) -> list[str]:
    """Split a stripped *text*, whose outer parts may be empty, at a *separator*.

    What is *around* separators has been stripped there.
    """
    parts = f"{around}{text}{around}".split(separator)
    parts[0], parts[-1] = parts[0].removeprefix(around), parts[-1].removesuffix(around)
    if len(parts) == 1:
        return [text]
    return parts


def is_id(text: str) -> bool:
    """Return whether *text* is a Gatherer number or a UUID."""
    return text.isdecimal() or (len(text) == _LENGTH and text.count("-") == len("0000"))


@define
class DatabaseCard:
    """A card.

    Attributes:
        name, text: as written.
        props: its properties, of version 3 too, whose colours are one.
        sets: code and attributes of each printing, whose names are in lower case.
        related: tag, name and attributes of each card that it names.
        others: its other elements.
        backs: the cards that it transforms to, if these are its backs.
    """

    name: str
    text: str
    props: dict[str, str]
    sets: list[tuple[str, dict[str, str]]]
    related: list[tuple[str, str, dict[str, str]]]
    others: dict[str, str]
    backs: Sequence[DatabaseCard] = ()

    @property
    def is_adventure(self) -> bool:
        """Return whether the card has an adventure as its other half."""
        return self.props.get("layout") == ADVENTURE

    @property
    def name_of_card(self) -> str:
        """Return the name of the card: only that of its front if the other face is an adventure."""
        return self.name.partition(NAMES)[0] if self.is_adventure else self.name


@frozen(eq=False)
class DatabaseText:
    """The text of a card database, of which all cards were read, or those of some sets."""

    source: SourceText
    is_whole: bool = True

    def place_of(self, name: str, _number: int | None, _card: Card | None) -> Span | None:
        """Return the position of a card's name; see :data:`~cardformats.formats.places.PlaceOf`."""
        written = f"<name>{content(name)}</name>"
        start = self.source.text.find(written)
        return None if start < 0 else self.source.span(start, start + len(written))
