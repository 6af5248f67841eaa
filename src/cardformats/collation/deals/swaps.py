"""Swaps between the packs of a deal, so that none has a card twice that it should not.

All packs have the same chances: they come in random order, and the partner of a card is chosen
among all that will do, with equal chances.  Cards that were not dealt stay where they are as long
as one that was dealt will do, so that swaps change nothing in which cards are dealt.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from itertools import accumulate

from attrs import define, field

from ...bits import Bits
from .hands import Hand, Piles

#: So many partners for a swap are tried at random before all are looked at.
_TRIES = 20

#: So many partners are looked at in a deal.  Where packs have more cards than there are different
#: ones, none will do, and to look at all of them for each card would take hours.
_LOOKS = 500_000


@define(eq=False, slots=False)
class DealtSheet:
    """A sheet that was dealt; a *seat* is the number of a card among those that were.

    Attributes:
        entries: those of the dealt cards, hand by hand.
        count_left: gives how many copies of each entry are left; None if its cards are not used up,
            and stay where they are.
        classes: for each entry its class, if the sheet is balanced.
        keys: for each entry what tells cards that should not come twice from one another; none if
            they may.
        starts: for each hand its first seat.
        units: for each hand within what its cards should not come twice.
    """

    entries: list[int]
    count_left: Callable[[], list[int]] | None = None
    classes: Sequence[int] = ()
    keys: Sequence[int] = ()
    starts: list[int] = field(factory=list)
    units: list[int] = field(factory=list)

    @cached_property
    def left(self) -> list[int]:
        """How many copies of each entry are left."""
        return self.count_left() if self.count_left else []

    @cached_property
    def different(self) -> frozenset[int]:
        """The keys of all its cards."""
        return frozenset(self.keys)

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
        """The seats that had cards of the class of an entry at the first call."""
        if not self.classes:
            return range(len(self.entries))
        class_ = self.classes[entry]
        if class_ not in self._alike:
            self._alike[class_] = [
                seat for seat, its in enumerate(self.entries) if self.classes[its] == class_
            ]
        return self._alike[class_]

    @cached_property
    def _alike(self) -> dict[int, list[int]]:
        return {}


class Swaps:
    """Swaps cards of the same sheet until no unit has one twice, as far as that can be."""

    def __init__(
        self,
        units: Sequence[Sequence[Hand]],
        sheets: Mapping[str, DealtSheet],
        keys_of: Callable[[str], Sequence[int] | None],
        piles: Piles,
    ) -> None:
        """Take the hands of each unit, a pack or a slot; *keys_of* gives the keys of a sheet."""
        for name, sheet in sheets.items():
            sheet.keys = keys_of(name) or ()
        self._units = units
        self._sheets = {name: sheet for name, sheet in sheets.items() if sheet.keys}
        self._piles = piles
        self._counts: dict[int, Counter[int]] = {}
        self._looks = self._looks_left = _LOOKS

    def apply(self, bits: Bits) -> None:
        """Swap what has to be."""
        twins = self._with_twins()
        if not twins:
            return
        for unit, hands in enumerate(self._units):
            for take, start in hands:
                if take.name in self._sheets:
                    self._sheets[take.name].starts.append(start)
                    self._sheets[take.name].units.append(unit)
        order = [*range(len(self._units))]
        for number in self._piles.numbers(len(order), len(order), bits):
            unit = order.pop(number)
            if unit in twins:
                self._part_twins(unit, bits)

    def _with_twins(self) -> set[int]:
        """The units that have a card twice."""
        dealt = {
            name: [sheet.keys[entry] for entry in sheet.entries]
            for name, sheet in self._sheets.items()
        }
        found = set()
        for unit, hands in enumerate(self._units):
            keys: list[int] = []
            for take, start in hands:
                if take.name in dealt:
                    keys += dealt[take.name][start : start + take.count]
            if len(set(keys)) < len(keys):
                found.add(unit)
        return found

    def _held(self, unit: int) -> Counter[int]:
        """How often a unit has which card; none that it does not have."""
        if unit not in self._counts:
            keys: list[int] = []
            for take, start in self._units[unit]:
                if take.name in self._sheets:
                    sheet = self._sheets[take.name]
                    its = sheet.entries[start : start + take.count]
                    keys += [sheet.keys[entry] for entry in its]
            self._counts[unit] = Counter(keys)
        return self._counts[unit]

    def _part_twins(self, unit: int, bits: Bits) -> None:
        """Swap cards that a unit has twice."""
        held = self._held(unit)
        for take, start in self._units[unit]:
            sheet = self._sheets.get(take.name)
            if sheet is None or sheet.count_left is None:
                continue
            for seat in range(start, start + take.count):
                if len(held) >= len(sheet.different) and sheet.different <= held.keys():
                    break
                if held[sheet.keys[sheet.entries[seat]]] > 1:
                    self._swap(sheet, unit, seat, bits)

    def _swap(self, sheet: DealtSheet, unit: int, seat: int, bits: Bits) -> None:
        """Swap a card, if another one is found.

        Of a balanced sheet it is one of its class, if any will do: so all classes keep their
        shares.
        """
        entries, keys = sheet.entries, sheet.keys
        mine = entries[seat]
        for alike in (True, False) if sheet.classes else (True,):
            there = self._dealt_partner(sheet, unit, seat, bits, alike=alike)
            if there is not None:
                theirs = entries[there]
                entries[seat], entries[there] = theirs, mine
                self._note(unit, keys[mine], keys[theirs])
                self._note(sheet.unit(there), keys[theirs], keys[mine])
                return
            entry = self._left_partner(sheet, unit, seat, bits, alike=alike)
            if entry is not None:
                sheet.left[entry] -= 1
                sheet.left[mine] += 1
                entries[seat] = entry
                self._note(unit, keys[mine], keys[entry])
                return

    def _dealt_partner(
        self, sheet: DealtSheet, unit: int, seat: int, bits: Bits, *, alike: bool
    ) -> int | None:
        """One of the seats whose card will do; it is of the same class if it is to be *alike*."""
        if sheet.units[0] == sheet.units[-1]:
            return None  # no other unit has cards of the sheet
        entries, keys, held = sheet.entries, sheet.keys, self._held(unit)
        mine = entries[seat]

        def may(there: int) -> bool:
            theirs = entries[there]
            if keys[theirs] in held or keys[mine] in self._held(sheet.unit(there)):
                return False
            if alike:
                return sheet.are_alike(mine, theirs)
            return sheet.can_spare(seat) and sheet.can_spare(there)

        seats = sheet.alike(mine) if alike else range(len(entries))
        for _ in range(_TRIES):
            there = seats[bits.below(len(seats))]
            if may(there):
                return there
        looked = seats[: self._looks]
        self._looks -= len(looked)
        partners = [there for there in looked if may(there)]
        return partners[bits.below(len(partners))] if partners else None

    def _left_partner(
        self, sheet: DealtSheet, unit: int, seat: int, bits: Bits, *, alike: bool
    ) -> int | None:
        """The entry of one of the copies left that will do."""
        keys, held, mine = sheet.keys, self._held(unit), sheet.entries[seat]
        if self._looks_left <= 0 or not (alike or sheet.can_spare(seat)):
            return None
        self._looks_left -= len(sheet.left)
        copies = [
            0 if keys[entry] in held or (alike and not sheet.are_alike(mine, entry)) else number
            for entry, number in enumerate(sheet.left)
        ]
        return bits.index([*accumulate(copies)]) if any(copies) else None

    def _note(self, unit: int, gave: int, got: int) -> None:
        """Count what a unit gave and got."""
        held = self._held(unit)
        held[got] += 1
        held[gave] -= 1
        if not held[gave]:
            del held[gave]
