"""Finite supplies: the cards of many packs, dealt from sheets that are shuffled once.

Every copy exists once for the whole event. The sheets are shuffled and dealt to all packs, so the
first and the last pack have the same probabilities.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from functools import partial
from itertools import count
from operator import itemgetter

from ...bits import Bits
from ...model import Balanced, Booster, CardSet, Entry, PackCard, Sheet
from ..compile import merged
from ..constraints import balance_classes
from ..distinct import key_of, may_repeat
from ..leaves import Draw
from ..piles import drawn, shuffle
from ..tree import Node
from .claims import Claims, DealtSheet, Hand, NodeSteps
from .class_supply import ClassSupply
from .swaps import Swaps


class SheetSupply:
    """The copies of a card set's sheets, from which deals are made."""

    def __init__(
        self, cardset: CardSet, booster: Booster, left: Mapping[str, Sequence[int]]
    ) -> None:
        """Create a supply from the sheets of a set.

        Args:
            cardset: The set.
            booster: The booster, which defines the cards that should not occur twice.
            left: The copies of the :func:`merged` entries of sheets that are not complete.
        """
        self._cardset = cardset
        self._booster = booster
        self._key = key_of(booster)
        self._left = {name: Draw(counts, 0) for name, counts in left.items()}
        self._merged: dict[str, Sheet] = {}
        self._whole: dict[str, Draw] = {}
        self._numbers: dict[Hashable, int] = {}
        self._next = count()  # next() never returns the same number to two threads
        self._keys: dict[str, Sequence[int]] = {}
        self._classes: dict[tuple[str, str], ClassSupply] = {}
        self._steps = NodeSteps()

    def _sheet(self, name: str) -> Sheet:
        if name not in self._merged:
            self._merged[name] = merged(self._cardset.sheets[name])
        return self._merged[name]

    def _piles(self, name: str) -> tuple[Draw, Draw]:
        """Return the copies of a sheet before the deal, and those of each refill."""
        if name not in self._whole:
            self._whole[name] = Draw([entry.copies for entry in self._sheet(name).entries], 0)
        whole = self._whole[name]
        return self._left.get(name, whole), whole

    def total(self, name: str) -> int:
        """Return the number of copies left of a sheet."""
        return self._piles(name)[0].total

    def keys(self, name: str) -> Sequence[int]:
        """Return the number of the card of each entry; none if duplicates are allowed."""
        if name not in self._keys:
            sheet = self._sheet(name)
            entries = () if may_repeat(self._booster, sheet) else sheet.entries
            self._keys[name] = [*map(self._number, entries)]
        return self._keys[name]

    def key(self, card: PackCard) -> int | None:
        """Return the number of a card that is not from the supply; None if it may occur twice."""
        if may_repeat(self._booster, self._cardset.sheets[card.sheet]):
            return None
        return self._number(card)

    def _number(self, card: Entry | PackCard) -> int:
        return self._numbers.setdefault(self._key(card), next(self._next))

    def deal(
        self, packs: Sequence[tuple[Node, bool]], bits: Bits
    ) -> list[tuple[str, tuple[PackCard, ...]]]:
        """Return the layouts and the cards of packs.

        Args:
            packs: The tree of each pack, and whether cards can occur again in another slot.
            bits: The source of all randomness.

        Raises:
            CollationError: If the packs have too many cards together.
            EmptySheetError: If the supply is too small, and a slot has no remedy.
        """
        claims = Claims(self, bits, self._steps)
        for root, by_slot in packs:
            claims.add(root, by_slot=by_slot)
        sheets = claims.sheets.items()
        if any(sheet.seats > self.total(name) for name, sheet in sheets):
            claims.reorder(shuffle([*range(len(packs))], bits))
        for name, sheet in sheets:
            if sheet.seats:
                self._deal_sheet(name, sheet, claims, bits)
        Swaps(claims.units, claims.sheets.values()).apply(bits)
        return [
            (layout, tuple(_cards(hands)))
            for layout, hands in zip(claims.layouts, claims.packs, strict=True)
        ]

    def _deal_sheet(self, name: str, sheet: DealtSheet, claims: Claims, bits: Bits) -> None:
        """Shuffle a sheet and deal it."""
        if sheet.by is not None:
            hands = [hand for each in claims.packs for hand in each if hand[1] is sheet]
            hands.sort(key=itemgetter(2))
            classes = self._class_supply(name, sheet.by)
            flags = [take.by is not None for take, *_ in hands]
            own = self._sheet(name).collation
            if isinstance(own, Balanced) and own.strength < 1:
                # each hand is balanced with this probability
                often, times = own.strength.as_integer_ratio()
                flags = [bits.below(times) < often for _ in hands]
            plan = classes.plan([end - start for *_, start, end in hands], flags)
            if plan is not None:
                packs = sum(any(its is sheet for _, its, _, _ in each) for each in claims.packs)
                classes.deal(sheet, plan, packs, bits)
                return
        sheet.entries = self._shuffled(name, sheet.seats, bits)
        sheet.count_left = partial(self._count_left, name, sheet.entries)

    def _class_supply(self, name: str, by: str) -> ClassSupply:
        """Return the supply of a sheet that is balanced by the property *by*."""
        if (name, by) not in self._classes:
            classes = balance_classes(self._cardset, self._sheet(name), by)
            supply = ClassSupply(*self._piles(name), classes, self.keys(name) or None)
            self._classes[name, by] = supply
        return self._classes[name, by]

    def _shuffled(self, name: str, seats: int, bits: Bits) -> list[int]:
        """Return the entries of *seats* copies of a sheet in random order, refill by refill."""
        pile, whole = self._piles(name)
        dealt: list[int] = []
        while len(dealt) < seats:
            dealt += drawn(pile, seats - len(dealt), bits)
            pile = whole
        return dealt

    def _count_left(self, name: str, dealt: Sequence[int]) -> list[int]:
        """Return the copies of each entry that are left of the refills of the *dealt* entries."""
        first, whole = self._piles(name)
        starts = -(-max(0, len(dealt) - first.total) // whole.total)
        gone = Counter(dealt)
        return [
            left + starts * copies - gone[entry]
            for entry, (left, copies) in enumerate(zip(first.copies, whole.copies, strict=True))
        ]


def _cards(hands: Sequence[Hand]) -> list[PackCard]:
    """Return the cards of a pack."""
    cards: list[PackCard] = []
    for take, sheet, start, end in hands:
        if take.replaces:
            del cards[-1:]
        cards += [take.cards[entry] for entry in sheet.entries[start:end]]
    return cards
