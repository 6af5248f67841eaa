"""Swaps between the packs of a deal, so that none has a card twice that it should not.

All packs have the same chances: they come in random order, and the partner of a card is chosen
among all that will do, with equal chances.  Cards that were not dealt stay where they are as long
as one that was dealt will do, so that swaps change nothing in which cards are dealt.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import accumulate, pairwise

from ...bits import Bits
from ..piles import shuffle
from .claims import DealtSheet, Hand

#: So many partners for a swap are tried at random before all are looked at.
_TRIES = 20

#: So many partners are looked at in a deal.  Where packs have more cards than there are different
#: ones, none will do, and to look at all of them for each card would take hours.
_LOOKS = 500_000


class Swaps:
    """Swaps cards of the same sheet until no unit has one twice, as far as that can be."""

    def __init__(self, units: Sequence[Sequence[Hand]], sheets: Iterable[DealtSheet]) -> None:
        """Take the hands of each unit, a pack or a slot, and the sheets of the supply."""
        self._units = units
        self._sheets = sheets
        #: For each unit the keys of its cards; and those that it has more than once, how much more.
        self._held: list[set[int]] = []
        self._more: dict[int, dict[int, int]] = {}
        self._looks = self._looks_left = _LOOKS

    def apply(self, bits: Bits) -> None:
        """Swap what has to be."""
        self._look_for_twins()
        if not self._more:
            return
        for unit in shuffle([*range(len(self._units))], bits):
            if unit in self._more:
                self._part_twins(unit, bits)

    def _look_for_twins(self) -> None:
        """Find out what each unit has, and what it has twice."""
        dealt = {
            sheet: [*map(sheet.keys.__getitem__, sheet.entries)] if sheet.keys else []
            for sheet in self._sheets
        }
        for unit, hands in enumerate(self._units):
            keys: list[int] = []
            for _, sheet, start, end in hands:
                keys += dealt[sheet][start:end] if sheet.is_used_up else sheet.keys
            held = set(keys)
            self._held.append(held)
            if len(held) < len(keys):
                self._more[unit] = _more_than_once(keys)

    def _part_twins(self, unit: int, bits: Bits) -> None:
        """Swap cards that a unit has twice."""
        held, more = self._held[unit], self._more[unit]
        for _, sheet, start, end in self._units[unit]:
            if not (sheet.keys and sheet.is_used_up):
                continue
            keys, entries = sheet.keys, sheet.entries
            for seat, entry in enumerate(entries[start:end], start):
                if keys[entry] not in more:
                    continue
                if not sheet.units:
                    self._seat(sheet)
                if len(held) >= len(sheet.different) and sheet.different <= held:
                    break  # it has all cards of the sheet
                self._swap(sheet, unit, seat, bits)
                if not more:
                    return

    def _seat(self, sheet: DealtSheet) -> None:
        """Tell a sheet whose its seats are."""
        its = [
            (hand[2], unit)
            for unit, hands in enumerate(self._units)
            for hand in hands
            if hand[1] is sheet
        ]
        its.sort()
        sheet.starts, sheet.units = map(list, zip(*its, strict=True))

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
        if sheet.is_of_one_unit:
            return None
        entries = sheet.entries
        seats = sheet.alike(entries[seat]) if alike else range(len(entries))
        for _ in range(_TRIES):
            there = seats[bits.below(len(seats))]
            if self._may(sheet, unit, seat, there, alike=alike):
                return there
        looked = seats[: self._looks]
        self._looks -= len(looked)
        partners = [there for there in looked if self._may(sheet, unit, seat, there, alike=alike)]
        return partners[bits.below(len(partners))] if partners else None

    def _may(self, sheet: DealtSheet, unit: int, seat: int, there: int, *, alike: bool) -> bool:
        """Whether two seats may swap their cards.

        No unit gets a card that it has.  If the cards need not be *alike*, their hands each have
        another one of their class.
        """
        keys, mine, theirs = sheet.keys, sheet.entries[seat], sheet.entries[there]
        if keys[theirs] in self._held[unit] or keys[mine] in self._held[sheet.unit(there)]:
            return False
        if alike:
            return sheet.are_alike(mine, theirs)
        return sheet.can_spare(seat) and sheet.can_spare(there)

    def _left_partner(
        self, sheet: DealtSheet, unit: int, seat: int, bits: Bits, *, alike: bool
    ) -> int | None:
        """The entry of one of the copies left that will do."""
        keys, held, mine = sheet.keys, self._held[unit], sheet.entries[seat]
        if self._looks_left <= 0 or not (alike or sheet.can_spare(seat)):
            return None
        self._looks_left -= len(sheet.left)
        copies = [
            0 if keys[entry] in held or (alike and not sheet.are_alike(mine, entry)) else number
            for entry, number in enumerate(sheet.left)
        ]
        return bits.index([*accumulate(copies)]) if any(copies) else None

    def _note(self, unit: int, gave: int, got: int) -> None:
        """Count what a unit gave, and what it got, which it did not have."""
        held, more = self._held[unit], self._more.get(unit, {})
        held.add(got)
        if gave not in more:
            held.remove(gave)
        elif more[gave] > 1:
            more[gave] -= 1
        else:
            del more[gave]


def _more_than_once(keys: Sequence[int]) -> dict[int, int]:
    """How often keys come after the first time."""
    more: dict[int, int] = {}
    for one, other in pairwise(sorted(keys)):
        if one == other:
            more[one] = more.get(one, 0) + 1
    return more
