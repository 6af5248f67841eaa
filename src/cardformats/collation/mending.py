"""Mending dealt packs by swaps: no card twice in a pack, and every class in a balanced slot."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import TypeAlias

from ..bits import Bits
from ..model import Balanced
from .collators import Drawers
from .drawers.copies import Copies
from .hands import Hand
from .leaf import Place

#: So many partners for a swap are tried at random before all are looked at in turn.
_TRIES = 20

#: So many seats are looked at in turn in a deal.  Where packs have more cards than there are
#: different ones, none will do, and to look at all of them for each card would take hours.
_LOOKS = 500_000

#: A card's place: the hand, or None for what is left of the sheet, and the number in it.
_Seat: TypeAlias = tuple[Hand | None, int]


class Mending:
    """Swaps cards of the same sheet until packs are as they should be, as far as that can be.

    Partners are chosen at random among all other packs and what is left of the sheet, so that every
    pack still has the same chances.
    """

    def __init__(
        self,
        drawers: Drawers,
        packs: Sequence[Sequence[Hand]],
        by_sheet: Mapping[str, Sequence[Hand]],
        rests: Mapping[str, Sequence[int]],
        once: frozenset[str],
    ) -> None:
        """Take the hands of each pack and of each sheet, and the copies that are left of it.

        Of the sheets *once*, no entry came twice.
        """
        self._once = once
        self._drawers = drawers
        self._packs = packs
        self._by_sheet = by_sheet
        self._left = rests
        self._rests: dict[str, _Rest] = {}
        self._seats: dict[str, list[_Seat]] = {}
        self._classes: dict[tuple[str, str, int], list[int | None]] = {}
        collations = {name: drawers.sheet(name).collation for name in by_sheet}
        self._balance = {n: c.by for n, c in collations.items() if isinstance(c, Balanced)}
        self._counts: dict[object, Counter[int]] = {}
        self._looks = _LOOKS

    def mend(self, bits: Bits) -> None:
        """Swap what has to be."""
        names = frozenset(hand.name for hands in self._packs for hand in hands)
        if self._drawers.can_repeat(names, self._once):
            for hands in self._packs:
                self._count(hands)
            for hands in self._packs:
                self._part_twins(hands, bits)
        for hands in self._by_sheet.values():
            places = {hand.place for hand in hands}
            if any(self._balanced_by(hands[0].name, place) for place in places):
                for hand in hands:
                    self._represent_classes(hand, bits)

    def _count(self, hands: Sequence[Hand]) -> None:
        for hand in hands:
            keys = self._drawers.key_numbers(hand.name) or ()
            counts = self._counts.setdefault(hand.unit, Counter())
            counts.update([keys[entry] for entry in hand.entries])

    def _part_twins(self, hands: Sequence[Hand], bits: Bits) -> None:
        """Swap cards that a pack has twice."""
        for hand in hands:
            keys, counts = self._drawers.key_numbers(hand.name), self._counts[hand.unit]
            if keys is None or hand.name not in self._by_sheet or max(counts.values()) < 2:  # noqa: PLR2004 - twins
                continue
            for at in range(len(hand.entries)):
                if counts[keys[hand.entries[at]]] > 1:
                    self._swap(hand, at, bits, None)

    def _represent_classes(self, hand: Hand, bits: Bits) -> None:
        """Swap cards of a balanced slot that lacks a class."""
        classes = self._classes_of(hand)
        if classes is None:
            return
        for wanted in sorted({each for each in classes if each is not None}):
            held = Counter(classes[entry] for entry in hand.entries)
            if held[wanted]:
                continue
            those = frozenset(e for e, class_ in enumerate(classes) if class_ == wanted)
            for at, entry in enumerate(hand.entries):
                own = classes[entry]
                spare = own is None or held[own] > 1
                if spare and self._swap(hand, at, bits, those):
                    break

    def _balanced_by(self, name: str, place: Place) -> str | None:
        """The property by which a slot is balanced; None if it is not."""
        return self._balance.get(name) or place.step.balance

    def _classes_of(self, hand: Hand) -> list[int | None] | None:
        """For each entry the class that the hand is to have; None if it is not balanced."""
        by = self._balanced_by(hand.name, hand.place)
        if by is None:
            return None
        key = (hand.name, by, hand.count)
        if key not in self._classes:
            self._classes[key] = self._drawers.sure_classes(*key)
        return self._classes[key]

    def _swap(self, hand: Hand, at: int, bits: Bits, wanted: frozenset[int] | None) -> bool:
        """Swap a card for one of the *wanted* entries, or any, if that makes nothing worse."""
        for other, there in self._partners(hand.name, bits):
            entries = self._rests[hand.name] if other is None else other.entries
            mine, theirs = hand.entries[at], entries[there]
            if wanted is not None and theirs not in wanted:
                continue
            if not self._may_swap(hand, mine, other, theirs):
                continue
            hand.entries[at], entries[there] = theirs, mine
            self._note(hand, mine, theirs)
            if other is not None:
                self._note(other, theirs, mine)
            return True
        return False

    def _partners(self, name: str, bits: Bits) -> Iterator[_Seat]:
        """Seats of cards of a sheet, some at random and then all from a random one on."""
        if name not in self._seats:
            hands = self._by_sheet[name]
            self._seats[name] = [(hand, at) for hand in hands for at in range(hand.count)]
            self._rests[name] = _Rest(self._left[name])
        dealt = self._seats[name]
        total = len(dealt) + self._rests[name].total

        def seat(number: int) -> _Seat:
            return dealt[number] if number < len(dealt) else (None, number - len(dealt))

        for _ in range(_TRIES):
            yield seat(bits.below(total))
        start = bits.below(total)
        for number in range(start, start + min(self._looks, total)):
            self._looks -= 1
            yield seat(number % total)

    def _may_swap(self, hand: Hand, mine: int, other: Hand | None, theirs: int) -> bool:
        """Whether no card gets a twin and no class goes missing."""
        if other is not None and other.pack == hand.pack:
            return False
        keys = self._drawers.key_numbers(hand.name)
        if keys is not None and self._counts:
            if self._counts[hand.unit][keys[theirs]]:
                return False
            if other is not None and self._counts[other.unit][keys[mine]]:
                return False
        return self._keeps_classes(hand, mine, theirs) and (
            other is None or self._keeps_classes(other, theirs, mine)
        )

    def _keeps_classes(self, hand: Hand, gives: int, gets: int) -> bool:
        classes = self._classes_of(hand)
        if classes is None or classes[gives] is None or classes[gives] == classes[gets]:
            return True
        return sum(classes[entry] == classes[gives] for entry in hand.entries) > 1

    def _note(self, hand: Hand, gave: int, got: int) -> None:
        keys = self._drawers.key_numbers(hand.name)
        if keys is not None and self._counts:
            self._counts[hand.unit][keys[gave]] -= 1
            self._counts[hand.unit][keys[got]] += 1


class _Rest:
    """The entries of the copies that were not dealt; memory goes with the swaps."""

    def __init__(self, counts: Sequence[int]) -> None:
        self._copies = Copies(counts)
        self._swapped: dict[int, int] = {}
        self.total = self._copies.total

    def __getitem__(self, copy: int) -> int:
        entry = self._swapped.get(copy)
        return self._copies.entry(copy) if entry is None else entry

    def __setitem__(self, copy: int, entry: int) -> None:
        self._swapped[copy] = entry
