"""What a plugin says: the rows of its card data, its packs, and the texts themselves."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from decimal import Context, Decimal
from fractions import Fraction
from itertools import chain
from typing import Any, Final, NamedTuple

from attrs import field, frozen

from ...model import Card
from ...source import SourceText, Span
from ..pools import Criterion
from ..xml_text import block, content, element
from .format import ROOT, LackeyOptions

#: The titles of the columns that all plugins have; in files they are written in any case.
TITLES: Final = ("Name", "Set", "ImageFile")
_USUAL: Final = {title.lower(): title for title in TITLES}
#: With more digits than a probability may have.
_EXACT: Final = Context(prec=40)
#: The title that packs without a name are written with.
NO_TITLE: Final = "Booster"
#: The elements of a pack with its name, with its labels, and with a criterion for all its cards.
TITLE: Final = "packtitle"
LABELS: Final = ("packimage", "packformat", "packkind")
COMMON: Final = "packcommoncrit"
CRITERION: Final = ("field", "eval", "data")
#: The elements of definitions of packs: what is in each of them, in order; others have text.
ELEMENTS: Final[Mapping[str, tuple[str, ...]]] = {
    ROOT: ("pack",),
    "pack": (TITLE, *LABELS, "packdoubles", COMMON, "chance"),
    "chance": ("prob", "kind"),
    "kind": ("qty", "crit"),
    COMMON: CRITERION,
    "crit": CRITERION,
}


class PackCriterion(NamedTuple):
    """What a card has to say: the title of a column, a test, and what it is compared with."""

    field: str
    test: str
    data: str

    @property
    def compared(self) -> Criterion:
        """Return the criterion; columns that all plugins have are spelled as usual."""
        return Criterion(_USUAL.get(self.field.lower(), self.field), self.test, self.data)

    @property
    def elements(self) -> tuple[PackElement, ...]:
        """Return the elements that it is written as."""
        return tuple(map(PackElement, CRITERION, self))

    def __str__(self) -> str:
        """Return the criterion as messages show it."""
        return f"{self.field} {self.test} {self.data!r}"


def described(criteria: Iterable[PackCriterion]) -> str:
    """Return *criteria* as messages show them; empty if there are none."""
    return " and ".join(map(str, criteria))


@frozen
class PackElement:
    """An element of definitions of packs, without what has no meaning.

    Attributes:
        tag: its tag.
        content: its text; or the elements in it, as :data:`ELEMENTS` has them.
        origin: the element of lxml that it was read from; None if it was not read.
    """

    tag: str
    content: str | tuple[PackElement, ...]
    origin: Any = field(default=None, eq=False, repr=False)

    def all(self, tag: str) -> list[PackElement]:
        """Return the elements in it that have a *tag*."""
        return [each for each in self.content if isinstance(each, PackElement) and each.tag == tag]

    def text(self, tag: str) -> str:
        """Return the text of the first element in it that has a *tag*; empty if there is none."""
        return next((each.content for each in self.all(tag) if isinstance(each.content, str)), "")

    def criteria(self, tag: str) -> tuple[PackCriterion, ...]:
        """Return the criteria in it that have a *tag*."""
        return tuple(PackCriterion(*map(each.text, CRITERION)) for each in self.all(tag))

    def lines(self) -> Iterator[str]:
        """Yield the lines of the element; a criterion stands on one line."""
        if isinstance(self.content, str):
            yield element(self.tag, {}, content(self.content))
            return
        inner = chain.from_iterable(each.lines() for each in self.content)
        if ELEMENTS[self.tag] == CRITERION:
            yield element(self.tag, {}, "".join(inner))
        else:
            yield from block(self.tag, {"version": "1.0"} if self.tag == ROOT else {}, inner)


def decimal_text(number: Fraction) -> str:
    """Return a number as definitions of packs have it."""
    return f"{_EXACT.divide(*map(Decimal, number.as_integer_ratio())):f}"


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
        texts = self.sources
        return texts[self.main or next(iter(texts))]

    @property
    def sources(self) -> dict[str, SourceText]:
        """Return all texts by the names of their files."""
        return {name: each.source for name, each in self.cards.items()} | dict(self.others)

    def place_of(self, name: str, _number: int | None, _card: Card | None) -> Span | None:
        """Return the position of a card's name; see :data:`~cardformats.formats.places.PlaceOf`."""
        for each in self.cards.values():
            for row in each.rows:
                if row.value(TITLES[0]) == name:
                    return each.source.span(row.start, row.start + len(name))
        return None
