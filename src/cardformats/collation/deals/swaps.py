"""Swaps between the packs of a deal that remove duplicates from packs.

All packs have the same probabilities: they are processed in random order, and the partner of a card
is chosen uniformly from all suitable cards. Cards that were not dealt are used only if no dealt
card is suitable, so swaps do not change which cards are dealt.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import accumulate, pairwise

from ...bits import Bits
from ..piles import shuffle
from .claims import DealtSheet, Hand

#: The number of partners for a swap that are tried at random before all are examined.
_TRIES = 20

#: The maximum number of partners that are examined in a deal. If packs have more cards than there
#: are different ones, no partner is suitable, and an exhaustive search would take hours.
_LOOKS = 500_000


class Swaps:
    """Swaps of cards of the same sheet that remove duplicates from units, as far as possible."""

    def __init__(self, units: Sequence[Sequence[Hand]], sheets: Iterable[DealtSheet]) -> None:
        """Create swaps between units (packs or slots), given their hands and the sheets."""
        self._units = units
        self._sheets = sheets
        #: The keys of each unit's cards, and the surplus of those that it has more than once.
        self._held: list[set[int]] = []
        self._more: dict[int, dict[int, int]] = {}
        self._looks = self._looks_left = _LOOKS

    def apply(self, bits: Bits) -> None:
        """Swap cards until no unit has duplicates, as far as possible."""
        self._look_for_twins()
        if not self._more:
            return
        for unit in shuffle([*range(len(self._units))], bits):
            if unit in self._more:
                self._part_twins(unit, bits)

    def _look_for_twins(self) -> None:
        """Determine the cards of each unit, and its duplicates."""
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
        """Swap the duplicates of a unit."""
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
                    break  # the unit has all cards of the sheet
                self._swap(sheet, unit, seat, bits)
                if not more:
                    return

    def _seat(self, sheet: DealtSheet) -> None:
        """Store the units of a sheet's seats in the sheet."""
        its = [
            (hand[2], unit)
            for unit, hands in enumerate(self._units)
            for hand in hands
            if hand[1] is sheet
        ]
        its.sort()
        sheet.starts, sheet.units = map(list, zip(*its, strict=True))

    def _swap(self, sheet: DealtSheet, unit: int, seat: int, bits: Bits) -> None:
        """Swap a card, if a partner is found.

        For a balanced sheet, a partner of the same class is preferred, so that the classes keep
        their shares.
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
        """Return a seat whose card is suitable. If *alike*, it has the same class."""
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
        """Return whether two seats may swap their cards.

        No unit may get a card that it already has. Unless the cards are *alike*, each of their
        hands needs another card of the same class.
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
        """Return the entry of a suitable copy that was not dealt."""
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
        """Record that a unit gave one card for another that it did not have."""
        held, more = self._held[unit], self._more.get(unit, {})
        held.add(got)
        if gave not in more:
            held.remove(gave)
        elif more[gave] > 1:
            more[gave] -= 1
        else:
            del more[gave]


def _more_than_once(keys: Sequence[int]) -> dict[int, int]:
    """Return how often each key occurs after its first occurrence."""
    more: dict[int, int] = {}
    for one, other in pairwise(sorted(keys)):
        if one == other:
            more[one] = more.get(one, 0) + 1
    return more
