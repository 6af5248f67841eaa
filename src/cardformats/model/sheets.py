"""Sheets: ordered card lists, and how cards are taken from them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import cached_property
from typing import Any, Final, TypeAlias, cast, get_args

from attrs import field, frozen

from ..caching import Caching
from ..errors import ModelError
from ..source import as_line
from .frozen import EMPTY, Value, frozen_mapping, sequence
from .refs import CardRef, HasRef, as_ref, in_quotes
from .shown import ShownInNotebooks
from .validate import (
    are_json_values,
    at_least,
    check,
    counts,
    flag,
    instance_of,
    json_mappings,
    json_values,
    one_of,
    optional_string,
    string,
    tuple_of,
    weight,
)
from .weights import exact

#: How balanced cards are drawn: without bias, or as another program does.
BALANCE_RULES = ("unbiased", "draftmancer", "taw", "reject")


@frozen(repr=False)
class Entry(ShownInNotebooks):
    """A line of a sheet.

    Attributes:
        card: which card; a string is taken by :meth:`CardRef.parse`, a card by its reference.
        copies: how many copies of it the sheet has; its weight where cards are drawn at random.
        finish: ``foil`` or another finish for these copies; None for the sheet's.
        overrides: properties that differ from the card's own while it is in this sheet.
    """

    card: CardRef = field(converter=as_ref)
    copies: int = 1
    finish: str | None = None
    overrides: Mapping[str, Value] = field(default=EMPTY, converter=frozen_mapping)

    def __attrs_post_init__(self) -> None:
        """Refuse impossible values."""
        if not (
            type(self.card) is CardRef
            and type(self.copies) is int
            and self.copies >= 0
            and (self.finish is None or type(self.finish) is str)
            and (self.overrides is EMPTY or are_json_values(self.overrides))
        ):
            check(
                self,
                card=instance_of(CardRef),
                copies=at_least(0),
                finish=optional_string,
                overrides=json_values,
            )

    def __repr__(self) -> str:
        """Return ``<Entry 'Lantern Eel' (ANA) 12: 4 copies, foil>``."""
        count = f"{self.copies} {'copy' if self.copies == 1 else 'copies'}"
        finish = self.finish and as_line(self.finish)
        parts = filter(None, (count, finish, "with overrides" * bool(self.overrides)))
        return f"<Entry {in_quotes(self.card)}: {', '.join(parts)}>"


@frozen
class Random:
    """Cards at random, by copies.

    Attributes:
        replacement: True if copies are only weights; False if each copy can be drawn once.
    """

    replacement: bool = field(default=False, validator=flag)


@frozen
class Balanced:
    """Cards at random, with every class of a property represented.

    Attributes:
        by: the property: ``color``, ``color_identity``, ``rarity``, ``type`` or a name in
            ``Face.properties``.  By ``color_identity`` lands belong to no class.
        rule: ``unbiased`` (class counts first), or the name of another sampler.  ``draftmancer``
            takes cards as often as the event's supply has them; a deal from a finite supply gives
            all classes their shares, whatever the rule.
        strength: how often a slot is balanced, from 0 to 1: an int, a Fraction or a text such as
            ``"1/2"``.  The other slots are drawn as by :class:`Random`.  Only ``unbiased`` can
            balance less than always.
    """

    by: str = field(default="color", validator=string)
    rule: str = field(default="unbiased", validator=one_of(BALANCE_RULES))
    strength: Fraction = field(default=Fraction(1), converter=exact, validator=weight, repr=str)

    def __attrs_post_init__(self) -> None:
        """Refuse what is no share of slots, and a part of what has a bias."""
        if self.strength > 1:
            message = f"Balanced.strength is from 0 to 1, not {self.strength}"
            raise ModelError(message)
        if self.strength != 1 and self.rule != "unbiased":
            rule = f"the rule {self.rule!r} always balances"
            message = f"Balanced.strength is 1, not {self.strength}: {rule}"
            raise ModelError(message)


#: What a print run can continue through, and a rule about duplicates can apply to.
SCOPES: Final = ("slot", "pack", "box")


@frozen
class PrintRun:
    """Consecutive cards from a random start, wrapping at the end.

    Attributes:
        group_size: the start is a multiple of this.
        continues: how long the run continues where the last cards were taken, before it starts at
            random again: within the ``slot`` (where each card of a slot chooses a sheet, for one
            card), within the ``pack``, or within the ``box``. Packs of a deal are of no box: there
            ``box`` means the same as ``pack``.
    """

    group_size: int = field(default=1, validator=at_least(1))
    continues: str = field(default="pack", validator=one_of(SCOPES))


def _weights(values: Iterable[int]) -> tuple[int, ...]:
    return sequence(values)


@frozen
class Striped:
    """Striped collation of early sets: the sheet in rows, taken in stripes of varying width.

    Attributes:
        length: columns of the sheet.
        weights: how often stripes of width 1, 2, 3, … occur; at least one is positive.
    """

    length: int = field(validator=at_least(1))
    weights: tuple[int, ...] = field(converter=_weights, validator=counts)

    def __attrs_post_init__(self) -> None:
        """Refuse weights that leave no stripe."""
        if not any(self.weights):
            message = f"Striped.weights has a positive number, not {self.weights}"
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

    kind: str = field(validator=string)
    params: Mapping[str, Value] = field(
        default=EMPTY, converter=frozen_mapping, validator=json_values
    )


Collation: TypeAlias = Random | Balanced | PrintRun | Striped | Fixed | Spread | Other


_ENTRY = frozenset([Entry])


def _entries(
    values: Mapping[str, int] | Iterable[Entry | CardRef | HasRef | str],
) -> tuple[Entry, ...]:
    if isinstance(values, Mapping):
        return tuple([Entry(card, copies) for card, copies in values.items()])
    items: Any = sequence(values)
    if type(items) is not tuple or _ENTRY.issuperset(map(type, items)):
        return cast("tuple[Entry, ...]", items)
    return tuple([each if isinstance(each, Entry) else Entry(each) for each in items])


@frozen(slots=False, repr=False)
class Sheet(Caching, ShownInNotebooks):
    """A named, ordered list of entries and the way cards are taken from it.

    Attributes:
        name: its name; slots use it.
        entries: its lines in order; names, references and cards will do, and a mapping of names
            to copies.
        collation: how a slot takes cards.
        finish: the finish of its cards; None for the cards' own.
        duplicates: whether a card may come twice from it; None if it may where the booster is
            ``distinct`` by ``none``.  The cards of all sheets of a booster that give none twice are
            kept apart, in its ``distinct_scope``, by printing, or by name if the booster says so;
            the cards of the others neither matter to these nor are kept from coming again, though
            of a sheet without replacement never more copies come than it has.
        extras: per format id, what the model has no word for.
    """

    name: str = field(validator=string)
    entries: tuple[Entry, ...] = field(default=(), converter=_entries, validator=tuple_of(Entry))
    collation: Collation = field(default=Random(), validator=instance_of(*get_args(Collation)))
    finish: str | None = field(default=None, validator=optional_string)
    extras: Mapping[str, Mapping[str, Value]] = field(
        default=EMPTY, converter=frozen_mapping, validator=json_mappings
    )
    duplicates: bool | None = field(
        default=None, kw_only=True, validator=instance_of(bool, optional=True)
    )

    def __repr__(self) -> str:
        """Return its name, the number of its entries, and its collation."""
        count = f"{len(self.entries)} {'entry' if len(self.entries) == 1 else 'entries'}"
        return f"<Sheet {self.name!r}: {count}, {self.collation}>"

    @cached_property
    def total(self) -> int:
        """The number of copies of all entries."""
        return sum(entry.copies for entry in self.entries)


@frozen(repr=False)
class SheetChoice(ShownInNotebooks):
    """A sheet that a slot may draw from, by name, and how often it does."""

    sheet: str = field(validator=string)
    weight: int | Fraction = field(default=1, validator=weight)
