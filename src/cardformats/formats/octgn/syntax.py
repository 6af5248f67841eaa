"""What the files of a game say: records of sets, their cards and packs, and the texts themselves.

The texts are the faithful layer: they are written back when nothing is changed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any, Final, TypeAlias

from attrs import define, field, frozen

from ...model import Card, FrozenDict
from ...model.frozen import EMPTY
from ...source import SourceText, Span
from ..guids import guid
from ..xml_text import Document
from .format import OctgnDeckOptions, OctgnOptions
from .rich_text import TextRun

#: A quantity that takes every card that matches.
ALL: Final = -1
#: What a set says of itself, in the order that is usual.
SET_ATTRIBUTES: Final = (
    "name",
    "id",
    "gameId",
    "shortName",
    "description",
    "releaseDate",
    "hidden",
    "gameVersion",
    "version",
)


@define
class FaceRecord:
    """A card as it is first seen, or one of its alternates.

    Attributes:
        name: its name.
        size: the name of its size; empty for the usual one.
        properties: as plain text by name; None where a property says that it is none.
        runs: the properties that have inline elements, as they are styled.
    """

    name: str
    size: str
    properties: dict[str, str | None]
    runs: dict[str, tuple[TextRun, ...]]


@define
class AlternateRecord(FaceRecord):
    """An alternate; its type tells it from the card's others."""

    type: str


@define
class OctgnCardRecord(FaceRecord):
    """A card.

    Attributes:
        id: its GUID, bare and in lower case; as written if it is none.
        alternates: in order.
    """

    id: str
    alternates: tuple[AlternateRecord, ...] = ()


@frozen
class _Placed:
    """What knows the element of lxml that it was read from; None if it was not read."""

    element: Any = field(default=None, kw_only=True, eq=False, repr=False)


@frozen
class FilterPickRecord(_Placed):
    """Cards that are drawn without replacement from those that match.

    Attributes:
        quantity: how many; :data:`ALL` for all that match.
        filters: pairs of a property and its value, all of which have to match; ``name`` in any
            case is the name of the card.
    """

    quantity: int
    filters: tuple[tuple[str, str], ...]


@frozen
class OptionRecord(_Placed):
    """One of the outcomes of :class:`OptionsRecord`.

    Attributes:
        probability: what the file says, exactly; it is not normalised. None is what is no number
            for OCTGN: neither the option is chosen nor any after it.
        items: what it gives.
    """

    probability: Fraction | None
    items: tuple[Item, ...]


@frozen
class OptionsRecord:
    """One of several outcomes, or none if their probabilities sum to less than one."""

    options: tuple[OptionRecord, ...]

    def chances(self) -> Iterator[tuple[Fraction, OptionRecord | None]]:
        """Return the exact chance of each outcome; None is the outcome without cards.

        The program draws one number and takes the first option up to which the sum reaches it, so
        what is beyond 1 is never reached (facts of its packs).
        """
        reached = Fraction(0)
        highest = Fraction(0)
        is_over = False
        for option in self.options:
            is_over = is_over or option.probability is None
            if not is_over and option.probability is not None:
                reached += option.probability
            top = min(max(reached, highest), Fraction(1))
            yield top - highest, option
            highest = top
        if highest < 1:
            yield 1 - highest, None

    @property
    def total(self) -> Fraction:
        """Return the sum of the probabilities."""
        return sum((each.probability or Fraction(0) for each in self.options), Fraction(0))


Item: TypeAlias = FilterPickRecord | OptionsRecord


@frozen
class Include(_Placed):
    """A card of another set that is put into the pool.

    Attributes:
        card: its GUID, bare and in lower case.
        of_set: the GUID of its set.
        overrides: values that replace its own; None removes one.
    """

    card: str
    of_set: str
    overrides: FrozenDict[str, str | None] = EMPTY


@frozen
class PackRecord(_Placed):
    """A pack.

    Attributes:
        name: what players choose it by.
        id: its GUID.
        items: what is in it, in order.
        includes: cards of other sets that belong to its pool.
    """

    name: str
    id: str
    items: tuple[Item, ...]
    includes: tuple[Include, ...] = ()


@define
class SetRecord:
    """A set.

    Attributes:
        attributes: those of its outermost element, as written.
        cards, packs: in order.
        markers: the names of markers by id.
    """

    attributes: Mapping[str, str]
    cards: list[OctgnCardRecord] = field(factory=list)
    packs: list[PackRecord] = field(factory=list)
    markers: dict[str, str] = field(factory=dict)

    @property
    def id(self) -> str:
        """Return its GUID, as a card's."""
        return guid(self.attributes.get("id", ""))

    @property
    def name(self) -> str:
        """Return its name."""
        return self.attributes.get("name", "")


@define
class ReadSet(SetRecord):
    """A set that was read, and its XML, perhaps without the cards."""

    document: Document = field(kw_only=True)


@frozen
class GameTree:
    """The files that a card set was read from.

    Attributes:
        sources: by their names below the folder that was read.
        is_file: it was one file that was read.
        archive: the bytes of the package that was read; None if it was none.
        definition: which of the files is the definition; None if there is none.
        label: what messages call the game.
        options: what they were read with.
    """

    sources: Mapping[str, SourceText] = field(default=FrozenDict(), repr=False)
    is_file: bool = False
    archive: bytes | None = field(default=None, repr=False)
    definition: str | None = None
    label: str = ""
    options: OctgnOptions = field(factory=OctgnOptions)

    @property
    def sets(self) -> dict[str, SourceText]:
        """Return the texts of the sets by the names of their files."""
        return {name: each for name, each in self.sources.items() if name != self.definition}

    @property
    def definition_source(self) -> SourceText | None:
        """Return the text of the definition; None if there is none."""
        return self.sources.get(self.definition) if self.definition else None

    def place_of(self, _name: str, _number: int | None, card: Card | None) -> Span | None:
        """Return the span of a card's GUID; see :data:`~cardformats.formats.places.PlaceOf`."""
        number = re.escape(card.ids.get("octgn", "")) if card is not None else ""
        for source in self.sources.values() if number else ():
            if match := re.search(rf"(?i)<card\s[^<>]*{number}", source.text):
                return source.span(match.start())
        return None


@frozen
class OctgnDeckText:
    """The file that a deck was read from, and what it was read with."""

    source: SourceText
    options: OctgnDeckOptions
