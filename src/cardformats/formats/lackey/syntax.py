"""What a plugin says: the rows of its card data, its packs, and the texts themselves."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any, Final, NamedTuple

from attrs import field, frozen

from ...model import Card
from ...source import SourceText, Span
from .format import LackeyOptions

#: The titles of the columns that all plugins have; in files they are written in any case.
TITLES: Final = ("Name", "Set", "ImageFile")
_USUAL: Final = {title.lower(): title for title in TITLES}
#: What a pack is called, and what it says of itself besides, in order.
TITLE: Final = "packtitle"
OF_PACKS: Final = (TITLE, "packimage", "packformat", "packkind")


class PackCriterion(NamedTuple):
    """What a card has to say: the title of a column, a test, and what it is compared with."""

    field: str
    test: str
    data: str

    @property
    def column(self) -> str:
        """Return the title of the column; those that all plugins have are spelled as usual."""
        return _USUAL.get(self.field.lower(), self.field)

    def __str__(self) -> str:
        """Return the criterion as messages show it."""
        return f"{self.field} {self.test} {self.data!r}"


@frozen
class PackKind:
    """A number of cards among those that satisfy all criteria.

    Attributes:
        quantity: how many.
        criteria: its own.
        element: the element of lxml that it was read from.
    """

    quantity: int
    criteria: tuple[PackCriterion, ...]
    element: Any = field(default=None, eq=False, repr=False)


@frozen
class PackChance:
    """What a pack may have, and how likely that is beside others; None if it does not say."""

    weight: Fraction | None
    kinds: tuple[PackKind, ...]


@frozen
class PackDefinition:
    """A pack.

    Attributes:
        about: what it says of itself, by tag.
        doubles: whether cards may come twice in it.
        common: criteria that all of its cards satisfy.
        chances: what it may have.
    """

    about: Mapping[str, str]
    doubles: bool
    common: tuple[PackCriterion, ...]
    chances: tuple[PackChance, ...]


@frozen
class CardRow:
    """A card: where its line begins and ends, and its cells by the titles of their columns."""

    start: int
    end: int
    cells: Mapping[str, str]
    more: tuple[str, ...] = ()

    @property
    def keys(self) -> Iterable[str]:
        """Return the titles of the cells that are not empty."""
        return self.cells.keys()

    def value(self, key: str) -> str:
        """Return the text of a cell; empty if there is none."""
        return self.cells.get(key, "")


@frozen
class PluginCards:
    """Card data: its text, where the titles of its columns stand, these titles, and its rows."""

    source: SourceText
    head: tuple[int, int]
    titles: Sequence[str]
    rows: Sequence[CardRow]

    @property
    def named_rows(self) -> list[CardRow]:
        """Return the rows that have a name, and so are cards."""
        return [each for each in self.rows if each.value(TITLES[0]).strip()]


@frozen(eq=False)
class Plugin:
    """The files that a card set was read from.

    Attributes:
        cards: card data by the names of the files below the folder.
        others: the other texts by their names: those of packs, and the plugin's own.
        main: the name of the file that was read, if it was one.
        options: what they were read with.
    """

    cards: Mapping[str, PluginCards]
    others: Mapping[str, SourceText]
    main: str | None
    options: LackeyOptions = field(repr=False)

    @property
    def source(self) -> SourceText:
        """Return the text of the file that was read; for a folder, of its first file."""
        texts = {name: each.source for name, each in self.cards.items()} | dict(self.others)
        return texts[self.main or next(iter(texts))]

    def place_of(self, name: str, _number: int | None, _card: Card | None) -> Span | None:
        """Return the position of a card's name; see :data:`~cardformats.formats.places.PlaceOf`."""
        for each in self.cards.values():
            for row in each.rows:
                if row.value(TITLES[0]) == name:
                    return each.source.span(row.start, row.start + len(name))
        return None
