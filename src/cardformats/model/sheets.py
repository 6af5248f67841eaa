"""Sheets: ordered card lists, and how cards are taken from them."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import cached_property
from typing import TypeAlias

from attrs import field, frozen

from ..caching import Caching
from ..errors import ModelError
from .cards import CardRef
from .frozen import EMPTY, Value, as_tuple, freeze_mapping
from .validate import at_least, one_of, tuple_of, weight


@frozen
class Entry:
    """A line of a sheet.

    Attributes:
        card: which card.
        copies: how many copies of it the sheet has; its weight where cards are drawn at random.
        finish: ``foil`` or another finish for these copies; None for the sheet's.
        overrides: properties that differ from the card's own while it is in this sheet.
    """

    card: CardRef
    copies: int = field(default=1, validator=at_least(0))
    finish: str | None = None
    overrides: Mapping[str, Value] = field(default=EMPTY, converter=freeze_mapping)


@frozen
class Random:
    """Cards at random, by copies.

    Attributes:
        replacement: True if copies are only weights; False if each copy can be drawn once.
    """

    replacement: bool = False


@frozen
class Balanced:
    """Cards at random, with every class of a property represented.

    Attributes:
        by: the property: ``color``, ``rarity``, ``type`` or a name in ``Face.properties``.
        rule: ``unbiased`` (class counts first), or the name of another sampler.
    """

    by: str = "color"
    rule: str = "unbiased"


@frozen
class PrintRun:
    """Consecutive cards from a random start, wrapping at the end.

    Attributes:
        group_size: the start is a multiple of this.
        continues: how long the run goes on where the last cards were taken, before it starts
            anew: never beyond the ``slot``, through the ``pack``, or through the ``box``.
    """

    group_size: int = field(default=1, validator=at_least(1))
    continues: str = field(default="pack", validator=one_of(("slot", "pack", "box")))


@frozen
class Striped:
    """Striped collation of early sets: the sheet in rows, taken in stripes of varying width.

    Attributes:
        length: columns of the sheet.
        weights: how often stripes of width 1, 2, 3, … occur; at least one is positive.
    """

    length: int = field(validator=at_least(1))
    weights: tuple[int, ...] = field(converter=as_tuple, validator=tuple_of(int))

    def __attrs_post_init__(self) -> None:
        """Refuse weights that leave no stripe."""
        if not any(self.weights) or min(self.weights) < 0:
            message = f"Striped.weights has a positive and no negative number, not {self.weights}"
            raise ModelError(message)


@frozen
class Fixed:
    """Every card of the sheet, in order."""


@frozen
class Spread:
    """As equal numbers of each card as possible; the remainder at random."""


@frozen
class Other:
    """A collation that a third party supplies.

    Attributes:
        kind: its name in the entry points ``cardformats.collations``.
        params: its parameters.
    """

    kind: str
    params: Mapping[str, Value] = field(default=EMPTY, converter=freeze_mapping)


Collation: TypeAlias = Random | Balanced | PrintRun | Striped | Fixed | Spread | Other


@frozen(slots=False)
class Sheet(Caching):
    """A named, ordered list of entries and the way cards are taken from it.

    Attributes:
        name: its name; slots use it.
        entries: its lines in order.
        collation: how a slot takes cards.
        finish: the finish of its cards; None for the cards' own.
        extras: per format id, what the model has no word for.
    """

    name: str
    entries: tuple[Entry, ...] = field(default=(), converter=as_tuple, validator=tuple_of(Entry))
    collation: Collation = Random()
    finish: str | None = None
    extras: Mapping[str, Mapping[str, Value]] = field(default=EMPTY, converter=freeze_mapping)

    @cached_property
    def total(self) -> int:
        """The number of copies of all entries."""
        return sum(entry.copies for entry in self.entries)


@frozen
class SheetChoice:
    """A sheet that a slot may draw from, by name, and how often it does."""

    sheet: str
    weight: int | Fraction = field(default=1, validator=weight)
