"""Boosters: weighted layouts of slots, nested choices, constraints on the whole pack, and boxes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from enum import Enum
from fractions import Fraction
from typing import Final, TypeAlias

from attrs import field, frozen

from ..errors import ModelError
from ..source import as_line
from .frozen import EMPTY, Value, frozen_mapping, sequence
from .sheets import SCOPES, SheetChoice
from .shown import ShownInNotebooks
from .validate import (
    at_least,
    instance_of,
    json_mappings,
    one_of,
    optional_string,
    string,
    strings,
    tuple_of,
    weight,
)
from .weights import exact


@frozen
class QuotaCount:
    """A number of packs, and the frequency of boxes with that number."""

    packs: int = field(validator=at_least(0))
    weight: int | Fraction = field(default=1, validator=weight)


def _counts(values: Iterable[QuotaCount]) -> tuple[QuotaCount, ...]:
    return sequence(values)


@frozen
class Quota:
    """How many packs of a box have something.

    Attributes:
        of: the name of a sheet that one of their slots chooses, or of the layout that they have. A
            sheet from which a slot draws only because another one ran out (``next``) is not chosen.
        counts: how many packs, by weight.

    Raises:
        ModelError: If no number has a positive weight.
    """

    of: str = field(validator=string)
    counts: tuple[QuotaCount, ...] = field(converter=_counts, validator=tuple_of(QuotaCount))

    def __attrs_post_init__(self) -> None:
        """Refuse a quota that leaves nothing to choose."""
        if not any(each.weight for each in self.counts):
            message = f"the quota of {self.of!r} has no number of positive weight"
            raise ModelError(message)


def _quotas(values: Iterable[Quota]) -> tuple[Quota, ...]:
    return sequence(values)


@frozen
class Box:
    """A box of packs.

    Attributes:
        packs: how many.
        quotas: how many of them have what; what has no quota is left to the weights.
    """

    packs: int = field(default=36, validator=at_least(1))
    quotas: tuple[Quota, ...] = field(default=(), converter=_quotas, validator=tuple_of(Quota))


class Unlimited(Enum):
    """The type of :data:`~cardformats.model.UNLIMITED`."""

    UNLIMITED = "unlimited"

    def __repr__(self) -> str:
        """Return ``UNLIMITED``."""
        return self.name

    def __str__(self) -> str:
        """Return how the number of cards is shown: ``all``."""
        return "all"


#: A slot's count that means all cards of the sheet.
UNLIMITED: Final = Unlimited.UNLIMITED


def _choices(values: str | Iterable[SheetChoice]) -> tuple[SheetChoice, ...]:
    return (SheetChoice(values),) if isinstance(values, str) else sequence(values)


def _words(values: Iterable[str]) -> tuple[str, ...]:
    return sequence(values)


@frozen(repr=False)
class Slot(ShownInNotebooks):
    """A number of cards from one sheet, or from one of several.

    Attributes:
        name: its name.
        count: how many cards, or :data:`cardformats.model.UNLIMITED` for every card of the sheet.
        sheets: where they come from; several are chosen among by weight.  The name of a sheet
            will do for one.
        choose: ``slot`` if one choice of sheet holds for the whole slot, ``card`` if each card
            chooses independently.
        finish: the finish of its cards; None for the sheet's.
        on_short: what to do when the sheet runs out, tried in this order, in whichever they are:
            ``next`` (another of the slot's sheets), ``refill`` (all copies return), ``skip`` (fewer
            cards), ``carry`` (the next slot draws the missing cards too); empty means an error.

    Raises:
        ModelError: If no sheet is named, all weights are 0, or a field has an impossible value.
    """

    name: str = field(validator=string)
    count: int | Unlimited
    sheets: tuple[SheetChoice, ...] = field(converter=_choices, validator=tuple_of(SheetChoice))
    choose: str = field(default="slot", validator=one_of(("slot", "card")))
    finish: str | None = field(default=None, validator=optional_string)
    on_short: tuple[str, ...] = field(default=(), converter=_words, validator=strings)

    def __str__(self) -> str:
        """Return the slot in one line, with the weights of its sheets if it has several."""
        names = (str(each.sheet) for each in self.sheets)
        if len(self.sheets) > 1:
            names = (f"{each.weight} {each.sheet}" for each in self.sheets)
        sheets = ", ".join(names)
        return f"{self.count} {self.name}" + (f" of {sheets}" if sheets != self.name else "")

    def __attrs_post_init__(self) -> None:
        """Refuse a slot that can never be filled."""
        if self.count is not UNLIMITED:
            at_least(0)(self, type(self).__attrs_attrs__.count, self.count)
        if not any(choice.weight for choice in self.sheets):
            message = f"slot {self.name!r} has no sheet of positive weight"
            raise ModelError(message)
        for remedy in self.on_short:
            one_of(("next", "carry", "skip", "refill"))(
                self, type(self).__attrs_attrs__.on_short, remedy
            )


def _parts(values: Iterable[Slot | Choice]) -> tuple[Slot | Choice, ...]:
    return sequence(values)


@frozen(repr=False)
class Layout(ShownInNotebooks):
    """What a pack consists of: slots, and choices between further layouts.

    Attributes:
        name: its name.
        weight: how often it is chosen among its siblings.
        slots: in order; no slots at all means nothing.
    """

    name: str = field(default="", validator=string)
    weight: int | Fraction = field(default=1, validator=weight)
    slots: tuple[Slot | Choice, ...] = field(default=(), converter=_parts)

    def __attrs_post_init__(self) -> None:
        """Refuse what is neither slot nor choice."""
        _slots_or_choices(self, type(self).__attrs_attrs__.slots, self.slots)

    def walk(self) -> Iterator[tuple[Slot, Fraction]]:
        """Yield every slot, in order and to any depth, with the share of packs that have it.

        The share is exact, and relative to this layout: 1 outside a choice, 0 for a slot that is
        never chosen.
        """
        yield from _walk([(self, Fraction(1))])


def _layouts(values: Iterable[Layout]) -> tuple[Layout, ...]:
    return sequence(values)


@frozen(repr=False)
class Choice(ShownInNotebooks):
    """One of several layouts, by weight, as a part of a layout.

    Attributes:
        options: the alternatives; an empty layout is "nothing".

    Raises:
        ModelError: If no option has a positive weight.
    """

    options: tuple[Layout, ...] = field(converter=_layouts, validator=tuple_of(Layout))

    def __attrs_post_init__(self) -> None:
        """Refuse a choice that has nothing to choose."""
        if not any(option.weight for option in self.options):
            message = "a Choice has no option of positive weight"
            raise ModelError(message)


_slots_or_choices = tuple_of(Slot, Choice)


def _walk(layouts: list[tuple[Layout, Fraction]]) -> Iterator[tuple[Slot, Fraction]]:
    """Yield the slots of layouts with their shares, iteratively: choices nest to any depth."""
    stack: list[tuple[Slot | Choice, Fraction]] = [
        (part, share) for layout, share in reversed(layouts) for part in reversed(layout.slots)
    ]
    while stack:
        part, share = stack.pop()
        if isinstance(part, Slot):
            yield part, share
            continue
        total = sum(option.weight for option in part.options)
        stack += [
            (inner, share * Fraction(option.weight) / total)
            for option in reversed(part.options)
            for inner in reversed(option.slots)
        ]


@frozen
class AtLeast:
    """A pack has *count* or more cards whose *property* is (or has) *value*."""

    count: int = field(validator=at_least(1))
    property: str = field(validator=string)
    value: str = field(validator=string)


@frozen
class AtMost:
    """A pack has *count* or fewer cards whose *property* is (or has) *value*."""

    count: int = field(validator=at_least(0))
    property: str = field(validator=string)
    value: str = field(validator=string)


@frozen
class Replace:
    """With a probability, the last card of a slot is replaced by one of another sheet.

    Attributes:
        slot: the name of the slot whose last card goes.
        sheet: the name of the sheet the new card comes from.
        probability: exact, from 0 to 1.
        finish: the finish of the new card; None for the sheet's.
    """

    slot: str = field(validator=string)
    sheet: str = field(validator=string)
    probability: Fraction = field(converter=exact, validator=weight)
    finish: str | None = field(default=None, validator=optional_string)

    def __attrs_post_init__(self) -> None:
        """Refuse what is no probability."""
        if self.probability > 1:
            message = f"Replace.probability is from 0 to 1, not {self.probability}"
            raise ModelError(message)


Constraint: TypeAlias = AtLeast | AtMost | Replace


def _constraints(values: Iterable[Constraint]) -> tuple[Constraint, ...]:
    return sequence(values)


@frozen(repr=False)
class Booster(ShownInNotebooks):
    """A kind of pack.

    Attributes:
        name, id: its name, and the format's own id.
        layouts: what a pack may consist of, by weight; a weight of 0 is for layouts that only the
            rounds of an event name.
        distinct: what does not come twice from a sheet: a ``printing``, a ``name``, or ``none`` (no
            such rule).  A sheet can say otherwise of its cards (its ``duplicates``).  A card that
            is on two sheets may come from both.
        distinct_scope: within which the rule holds: a ``slot``, a ``pack`` or a ``box``.  A sheet
            whose copies can be drawn once is whole again with each of them too.
        constraints: guarantees on the whole pack.
        extras: per format id, what the model has no word for.
        box: how it is boxed; None if nothing is known.

    Raises:
        ModelError: If there is no layout, or a field has an impossible value.
    """

    name: str = field(default="", validator=string)
    id: str | None = field(default=None, validator=optional_string)
    layouts: tuple[Layout, ...] = field(default=(), converter=_layouts, validator=tuple_of(Layout))
    distinct: str = field(default="printing", validator=one_of(("printing", "name", "none")))
    distinct_scope: str = field(default="pack", validator=one_of(SCOPES))
    constraints: tuple[Constraint, ...] = field(
        default=(), converter=_constraints, validator=tuple_of(AtLeast, AtMost, Replace)
    )
    extras: Mapping[str, Mapping[str, Value]] = field(
        default=EMPTY, converter=frozen_mapping, validator=json_mappings
    )
    box: Box | None = field(default=None, validator=instance_of(Box, optional=True))

    def __attrs_post_init__(self) -> None:
        """Refuse a booster that no pack can come from."""
        if not self.layouts:
            message = f"booster {self.name!r} has no layout"
            raise ModelError(message)

    def __repr__(self) -> str:
        """Return its name and id, and the number of its layouts."""
        own_id = "" if self.id is None else f" ({as_line(self.id)})"
        count = f"{len(self.layouts)} layout{'s' * (len(self.layouts) != 1)}"
        return f"<Booster {self.name!r}{own_id}: {count}>"

    @classmethod
    def of(cls, counts: Mapping[str, int | Unlimited], name: str = "") -> Booster:
        """Return a booster with a number of cards of each sheet, by the names of the sheets.

        Raises:
            ModelError: If there is no sheet, or a count is impossible.
        """
        if not isinstance(counts, Mapping) or not counts:  # type: ignore[redundant-expr] # a caller's mistake
            raise ModelError(f"booster {name!r} needs counts by sheet, not {counts!r:.200}")
        slots = [Slot(sheet, count, sheet) for sheet, count in counts.items()]
        return cls(name, layouts=[Layout(slots=slots)])

    def walk(self) -> Iterator[tuple[Slot, Fraction]]:
        """Yield every slot of every layout with its share of packs; see Layout.walk."""
        total = sum(layout.weight for layout in self.layouts) or 1
        yield from _walk([(each, Fraction(each.weight) / total) for each in self.layouts])
