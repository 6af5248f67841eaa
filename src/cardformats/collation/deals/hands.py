"""What slots of a deal get from sheets: the piles it comes from, and swaps between packs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import chain
from typing import TypeAlias, TypeVar

from attrs import define, field

from ...bits import Bits
from ...model import PackCard
from ..collators import Drawers
from ..drawers.chance import PileDrawer, shuffled
from ..drawers.drawer import Copies
from ..plan.steps import Fill, Limits


@define(eq=False)
class Hand:
    """What a slot of a pack gets from one sheet.

    Attributes:
        pack: the number of the pack in the deal.
        fill: the slot.
        sheet: which of the slot's sheets.
        count: how many cards.
        entries: what it got of the sheet.
    """

    pack: int
    fill: Fill
    sheet: int
    count: int
    entries: list[int] = field(factory=list)

    @property
    def unit(self) -> tuple[int, Fill | None]:
        """Within what its cards are not to come twice: its pack, or its slot."""
        return self.pack, self.fill if self.fill.step.forgets else None

    @property
    def name(self) -> str:
        """The sheet's name."""
        return self.fill.step.sheets[self.sheet].name

    @property
    def cards(self) -> list[PackCard]:
        """The cards that it got."""
        cards = self.fill.step.sheets[self.sheet].cards
        return [cards[entry] for entry in self.entries]


T = TypeVar("T")

#: So many numbers are drawn at once: if a value is skipped, these are drawn one by one.
_AT_ONCE = 64

#: For so many numbers at least what is prepared is kept.
_KEPT = 200_000


class Piles:
    """Draws from piles; what is prepared for a draw is kept for the next one like it."""

    def __init__(self) -> None:
        """Nothing is prepared."""
        self._drawers: dict[tuple[Copies, int], PileDrawer] = {}
        self._limits: dict[tuple[int, int], list[Limits]] = {}
        self._kept = 0

    def draw(
        self, copies: Copies, count: int, values: Sequence[T], bits: Bits, *, keep: bool = True
    ) -> list[T]:
        """Of *values*, those of the entries of up to *count* copies, in random order.

        If these copies will not be drawn from again, there is nothing to *keep*.
        """
        drawer = self._drawers.get((copies, count))
        if drawer is None:
            drawer = PileDrawer(copies, count)
            if keep:
                self._drawers[copies, count] = drawer
        numbers = self._numbers(copies.total, drawer.count, bits)
        drawn: list[T] = []
        (drawer.bound if keep else drawer.bind)(values)(numbers, drawn)
        return drawn

    def shuffle(self, items: list[T], bits: Bits) -> list[T]:
        """*items*, shuffled in place."""
        return shuffled(items, self._numbers(len(items), len(items) - 1, bits))

    def _numbers(self, first: int, count: int, bits: Bits) -> list[int]:
        """Numbers below *first*, below *first* - 1, …; so many."""
        key = (first, count)
        if key not in self._limits:
            if self._kept > _KEPT:
                self._limits.clear()
                self._kept = 0
            self._kept += count
            limits = range(first, first - max(count, 0), -1)
            starts = range(0, len(limits), _AT_ONCE)
            self._limits[key] = [Limits(limits[start : start + _AT_ONCE]) for start in starts]
        return [number for some in self._limits[key] for number in some.draw(bits)]


#: So many partners for a swap are tried at random before all are looked at in turn.
_TRIES = 20

#: So many seats are looked at in turn in a deal.  Where packs have more cards than there are
#: different ones, none will do, and to look at all of them for each card would take hours.
_LOOKS = 500_000

#: Whether a card of a hand may be swapped for that of another hand, or of what is left.
_May: TypeAlias = Callable[[Hand, int, Hand | None, int], bool]

#: A card's place: the hand, or None for what is left of the sheet, and the number in it.
_Seat: TypeAlias = tuple[Hand | None, int]


@define(eq=False, slots=False)
class DealtSheet:
    """A sheet that was dealt.

    Attributes:
        hands: what slots got of it.
        left: how many copies of each entry are left.
        classes: for each entry its class, if the sheet is balanced.
    """

    hands: Sequence[Hand]
    left: Sequence[int]
    classes: Sequence[int] = ()

    @cached_property
    def rest(self) -> _Rest:
        """The copies that are left."""
        return _Rest(self.left)

    @cached_property
    def _dealt(self) -> list[_Seat]:
        return [(hand, at) for hand in self.hands for at in range(hand.count)]

    @property
    def total(self) -> int:
        """How many seats there are."""
        return len(self._dealt) + self.rest.total

    def seat(self, number: int) -> _Seat:
        """The seat of that number: first those of the hands."""
        dealt = self._dealt
        return dealt[number] if number < len(dealt) else (None, number - len(dealt))

    @cached_property
    def _alike(self) -> dict[int, list[_Seat]]:
        return {}

    def alike(self, entry: int) -> list[_Seat]:
        """The seats of the hands that had cards of the class of *entry* at the first call."""
        class_ = self.classes[entry]
        if class_ not in self._alike:
            seats = ((hand, at) for hand in self.hands for at in range(len(hand.entries)))
            self._alike[class_] = [
                (hand, at) for hand, at in seats if self.classes[hand.entries[at]] == class_
            ]
        return self._alike[class_]


class Swaps:
    """Swaps cards of the same sheet until no pack has one twice, as far as that can be.

    Partners are chosen at random among all other packs and what is left of the sheet, so that every
    pack still has the same chances.
    """

    def __init__(
        self,
        drawers: Drawers,
        packs: Sequence[Sequence[Hand]],
        sheets: Mapping[str, DealtSheet],
    ) -> None:
        """Take the hands of each pack, and the sheets that were dealt to them."""
        self._drawers = drawers
        self._packs = packs
        self._sheets = sheets
        self._counts: dict[object, Counter[int]] = {}
        self._looks = _LOOKS

    def apply(self, bits: Bits) -> None:
        """Swap what has to be."""
        for hand in chain.from_iterable(self._packs):
            keys = self._keys(hand)
            counts = self._counts.setdefault(hand.unit, Counter())
            counts.update([keys[entry] for entry in hand.entries if keys])
        # where classes are balanced, in random order, so that none is always first
        is_balanced = any(sheet.classes for sheet in self._sheets.values())
        for hands in bits.shuffled(self._packs) if is_balanced else self._packs:
            for hand in hands:
                held = self._counts[hand.unit].values()
                if hand.name in self._sheets and self._keys(hand) and max(held, default=0) > 1:
                    self._part_twins(hand, bits)

    def _keys(self, hand: Hand) -> Sequence[int]:
        """The keys of the entries of its sheet; none if cards may come twice."""
        return self._drawers.key_numbers(hand.name) or ()

    def _part_twins(self, hand: Hand, bits: Bits) -> None:
        """Swap cards that a pack has twice."""
        keys, counts = self._keys(hand), self._counts[hand.unit]
        partners = len(hand.entries)
        if self._sheets[hand.name].classes:  # no more than the cards of the sheet that it lacks
            partners = sum(not counts[key] for key in set(keys))
        for at in range(len(hand.entries)):
            if partners and counts[keys[hand.entries[at]]] > 1:
                partners -= self._swap(hand, at, bits)

    def _swap(self, hand: Hand, at: int, bits: Bits) -> bool:
        """Swap a card; whether another one was found.

        Of a balanced sheet it is one of its class, and of those that were dealt, if any will do: so
        all classes and cards keep their shares.
        """
        sheet = self._sheets[hand.name]
        if not sheet.classes:
            return self._swap_by(self._may_swap, hand, at, self._partners(sheet, bits))
        dealt = sheet.alike(hand.entries[at])
        alike, classes = self._may_swap_alike, self._may_swap_classes
        return (
            self._swap_by(alike, hand, at, self._seats(len(dealt), dealt.__getitem__, bits))
            or self._swap_by(alike, hand, at, self._partners(sheet, bits))
            or self._swap_by(classes, hand, at, self._partners(sheet, bits))
        )

    def _swap_by(self, may: _May, hand: Hand, at: int, seats: Iterable[_Seat]) -> bool:
        """Swap a card for the first of those on *seats* that *may* be; whether there was one."""
        for other, there in seats:
            entries = self._sheets[hand.name].rest if other is None else other.entries
            mine, theirs = hand.entries[at], entries[there]
            if may(hand, mine, other, theirs):
                hand.entries[at], entries[there] = theirs, mine
                self._note(hand, mine, theirs)
                if other is not None:
                    self._note(other, theirs, mine)
                return True
        return False

    def _partners(self, sheet: DealtSheet, bits: Bits) -> Iterator[_Seat]:
        return self._seats(sheet.total, sheet.seat, bits)

    def _seats(self, total: int, seat: Callable[[int], _Seat], bits: Bits) -> Iterator[_Seat]:
        """Some seats at random, and then all from a random one on."""
        for _ in range(_TRIES):
            yield seat(bits.below(total))
        start = bits.below(total)
        for number in range(start, start + min(self._looks, total)):
            self._looks -= 1
            yield seat(number % total)

    def _may_swap(self, hand: Hand, mine: int, other: Hand | None, theirs: int) -> bool:
        """Whether no card gets a twin."""
        if other is not None and other.pack == hand.pack:
            return False
        keys = self._keys(hand)
        return not (
            self._counts[hand.unit][keys[theirs]]
            or (other is not None and self._counts[other.unit][keys[mine]])
        )

    def _may_swap_alike(self, hand: Hand, mine: int, other: Hand | None, theirs: int) -> bool:
        """The same, and both are of one class."""
        classes = self._sheets[hand.name].classes
        return classes[mine] == classes[theirs] and self._may_swap(hand, mine, other, theirs)

    def _may_swap_classes(self, hand: Hand, mine: int, other: Hand | None, theirs: int) -> bool:
        """The same, and neither is the last of its class in its slot."""
        return (
            self._may_swap(hand, mine, other, theirs)
            and self._can_spare(hand, mine)
            and (other is None or self._can_spare(other, theirs))
        )

    def _can_spare(self, hand: Hand, entry: int) -> bool:
        classes = self._sheets[hand.name].classes
        return sum(classes[each] == classes[entry] for each in hand.entries) > 1

    def _note(self, hand: Hand, gave: int, got: int) -> None:
        keys, counts = self._keys(hand), self._counts[hand.unit]
        counts[keys[gave]] -= 1
        counts[keys[got]] += 1


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
