"""A finite supply: the cards of many packs, dealt from sheets that are shuffled once.

Every copy exists once for the whole event.  The sheets are shuffled and dealt to all packs, so that
no pack is better off for being the first or the last.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..errors import EmptySheetError
from ..model import UNLIMITED, Balanced, Random
from .bits import Bits
from .collators import Drawers
from .drawers.chance import PileDrawer
from .drawers.copies import Copies
from .drawers.drawer import State
from .hands import Hand
from .leaf import Leaf, Place
from .limits import Limits
from .mending import Mending
from .packs import PackCard


class Supply:
    """The copies of a card set's sheets, from which deals are made."""

    def __init__(self, drawers: Drawers, *, refills: bool) -> None:
        """Take the sheets that *drawers* know; one that runs out starts anew if it *refills*."""
        self._drawers = drawers
        self._refills = refills
        self._copies: dict[str, Copies | None] = {}
        self._piles: dict[tuple[str, int], tuple[PileDrawer, Limits]] = {}

    def copies(self, name: str) -> Copies | None:
        """The copies of a sheet; None if drawing from it does not use them up."""
        if name not in self._copies:
            sheet = self._drawers.sheet(name)
            collation = sheet.collation
            used_up = isinstance(collation, Balanced) or collation == Random(replacement=False)
            counts = [entry.copies for entry in sheet.entries]
            self._copies[name] = Copies(counts) if used_up else None
        return self._copies[name]

    def deal(self, leaves: Sequence[Leaf], bits: Bits) -> list[list[PackCard]]:
        """The cards of packs that came to these leaves.

        Raises:
            EmptySheetError: a sheet has too few copies for all packs, and a slot does not say what
                to do then.
        """
        claims = _Claims(self, refills=self._refills)
        packs = [claims.pack(number, leaf, bits) for number, leaf in enumerate(leaves)]
        rests = {name: self._deal_sheet(name, h, bits) for name, h in claims.by_sheet.items()}
        Mending(self._drawers, packs, claims.by_sheet, rests).mend(bits)
        dealt = []
        for hands in packs:
            cards: list[PackCard] = []
            for hand in hands:
                step = hand.place.step
                if step.replaces:
                    del cards[-1:]
                its = step.sheets[hand.sheet].cards
                cards += [its[entry] for entry in hand.entries]
            dealt.append(cards)
        return dealt

    def _deal_sheet(self, name: str, hands: Sequence[Hand], bits: Bits) -> Sequence[int]:
        """Deal a shuffled sheet to *hands*; how many copies of each entry are left."""
        copies = self.copies(name) or Copies(())
        needed = sum([hand.count for hand in hands])
        if not needed:
            return copies.counts
        dealt: list[int] = []
        while len(dealt) < needed:
            drawer, limits = self._pile(name, copies, needed - len(dealt))
            drawer.bound(copies.numbers)(limits.draw(bits), dealt)
        start = 0
        for hand in hands:
            end = start + hand.count
            hand.entries = dealt[start:end]
            start = end
        left = list(copies.counts)
        for entry in dealt[len(dealt) - (needed % copies.total or copies.total) :]:
            left[entry] -= 1
        return left

    def _pile(self, name: str, copies: Copies, count: int) -> tuple[PileDrawer, Limits]:
        """What draws up to *count* copies of a sheet."""
        count = min(count, copies.total)
        if (name, count) not in self._piles:
            drawer = PileDrawer(copies, count)
            self._piles[name, count] = drawer, Limits(drawer.limits)
        return self._piles[name, count]


class _Claims:
    """What the slots of the packs of one deal are to get."""

    def __init__(self, supply: Supply, *, refills: bool) -> None:
        self._supply = supply
        self._refills = refills
        self._left: dict[str, int] = {}
        self._plain: dict[Leaf, list[tuple[Place, int, str, int]]] = {}
        self.by_sheet: dict[str, list[Hand]] = {}

    def pack(self, number: int, leaf: Leaf, bits: Bits) -> list[Hand]:
        """The hands of a pack; what is not from the supply, they have at once.

        Raises:
            EmptySheetError: the supply cannot last.
        """
        if (plain := self._plain.get(leaf)) is None:
            plain = self._plain[leaf] = self._plainly(leaf)
        if plain and all(self._left[name] >= wanted for _, _, name, wanted in plain):
            hands = []
            for place, sheet, name, wanted in plain:
                self._left[name] -= wanted
                hand = Hand(number, place, sheet, wanted)
                self.by_sheet[name].append(hand)
                hands.append(hand)
            return hands
        return self._pack(number, leaf, bits)

    def _plainly(self, leaf: Leaf) -> list[tuple[Place, int, str, int]]:
        """What each slot takes from which sheet, if there is nothing more to say of any."""
        plain: list[tuple[Place, int, str, int]] = []
        for place in leaf.slots:
            sheet = place.step.chosen
            if sheet is None:
                return []
            name = place.step.sheets[sheet].name
            copies = self._supply.copies(name)
            if copies is None or not place.step.count or name in (each[2] for each in plain):
                return []
            self._left.setdefault(name, copies.total)
            self.by_sheet.setdefault(name, [])
            plain.append((place, sheet, name, place.step.count))
        return plain

    def _pack(self, number: int, leaf: Leaf, bits: Bits) -> list[Hand]:
        """The same for packs that may take what is left, or what is not from the supply."""
        hands: list[Hand] = []
        state = State()
        carried = 0
        for place in leaf.slots:
            step = place.step
            wanted = missing = step.count + carried
            if step.chosen is not None:
                missing -= self._claim(number, place, step.chosen, wanted, hands, bits, state)
            else:
                for _ in range(wanted):
                    chosen = bits.index(step.ends)
                    missing -= self._claim(number, place, chosen, 1, hands, bits, state)
            carried = _carried(place, missing, wanted) if missing else 0
        return hands

    def _claim(
        self,
        pack: int,
        place: Place,
        first: int,
        count: int,
        hands: list[Hand],
        bits: Bits,
        state: State,
    ) -> int:
        """Reserve up to *count* cards of the sheet *first*, or of those after it; how many."""
        step = place.step
        sheets = [first]
        if "next" in step.on_short:
            sheets += [other for other in range(len(step.sheets)) if other != first]
        reserved = 0
        for number in sheets:
            name = step.sheets[number].name
            copies = self._supply.copies(name)
            hand = Hand(pack, place, number, count - reserved)
            if copies is None:
                hand.entries = list(place.drawer_of(name, hand.count).draw(bits, state))
                hand.count = len(hand.entries)
            elif not (self._refills and copies.total):
                left = self._left.get(name, copies.total)
                hand.count = min(hand.count, left)
                self._left[name] = left - hand.count
            if hand.count:
                hands.append(hand)
                if copies is not None:
                    self.by_sheet.setdefault(name, []).append(hand)
            reserved += hand.count
            if reserved == count:
                break
        return reserved


def _carried(place: Place, missing: int, wanted: int) -> int:
    """How many cards a slot that is short of some carries on.

    Raises:
        EmptySheetError: it does not say what to do.
    """
    slot, on_short = place.step.slot, place.step.on_short
    if slot.count is UNLIMITED or "skip" in on_short:
        return 0
    if "carry" in on_short:
        return missing
    sheets = ", ".join(repr(each.sheet) for each in slot.sheets)
    message = (
        f"slot {slot.name!r} is {missing} of {wanted} cards short: "
        f"{sheets} cannot last for all packs"
    )
    raise EmptySheetError(message)
