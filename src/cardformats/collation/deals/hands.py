"""What slots of a deal take from sheets, and what they get."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence
from functools import cached_property
from typing import TypeAlias

from attrs import define, field, frozen

from ...model import PackCard
from ..plan.steps import Fill


@frozen(eq=False)
class Take:
    """What a slot takes from one sheet.

    Attributes:
        fill: the slot.
        name: the sheet's name.
        cards: for each of the sheet's entries the card it yields in that slot.
        count: how many cards.
        balance: by what they are balanced; None if they are not.
        replaces: the card takes the place of the last one before it.
    """

    fill: Fill
    name: str
    cards: Sequence[PackCard]
    count: int
    balance: str | None
    replaces: bool


@define(eq=False, slots=False)
class DealtSheet:
    """A sheet of which cards are dealt; a *seat* is the number of one of these cards.

    Attributes:
        keys: for each entry what tells cards that should not come twice from one another; none if
            they may.
        different: the keys of all its cards.
        is_used_up: its cards are dealt from a supply, and can be swapped.
        seats: how many there are.
        entries: those of the dealt cards, hand by hand.
        classes: for each entry its class, if the sheet is balanced.
        count_left: gives how many copies of each entry are left.
        starts: for each hand its first seat.
        units: for each hand within what its cards should not come twice; in the order of *starts*.
    """

    keys: Sequence[int]
    different: frozenset[int]
    is_used_up: bool
    seats: int = 0
    entries: list[int] = field(factory=list)
    classes: Sequence[int] = ()
    count_left: Callable[[], list[int]] = list
    starts: list[int] = field(factory=list)
    units: list[int] = field(factory=list)

    @cached_property
    def left(self) -> list[int]:
        """How many copies of each entry are left."""
        return self.count_left()

    @cached_property
    def is_of_one_unit(self) -> bool:
        """Whether all of its cards are in one unit."""
        return len(set(self.units)) == 1

    def unit(self, seat: int) -> int:
        """The unit of a seat."""
        return self.units[bisect_right(self.starts, seat) - 1]

    def can_spare(self, seat: int) -> bool:
        """Whether its hand has another card of the class of a seat's."""
        number = bisect_right(self.starts, seat)
        its = self.entries[self.starts[number - 1] : (*self.starts, None)[number]]
        return sum(self.are_alike(self.entries[seat], entry) for entry in its) > 1

    def are_alike(self, one: int, other: int) -> bool:
        """Whether two entries are of one class."""
        return not self.classes or self.classes[one] == self.classes[other]

    def alike(self, entry: int) -> Sequence[int]:
        """The seats that had cards of the class of an entry before any was swapped."""
        return self._by_class[self.classes[entry]] if self.classes else range(len(self.entries))

    @cached_property
    def _by_class(self) -> dict[int, list[int]]:
        classes = self.classes
        by_class: dict[int, list[int]] = {class_: [] for class_ in classes}
        for seat, entry in enumerate(self.entries):
            by_class[classes[entry]].append(seat)
        return by_class


#: What a slot of a pack takes, the sheet, the first seat that it gets, and the one after the last.
Hand: TypeAlias = tuple[Take, DealtSheet, int, int]
