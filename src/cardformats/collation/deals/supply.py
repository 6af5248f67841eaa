"""A finite supply: the cards of many packs, dealt from sheets that are shuffled once.

Every copy exists once for the whole event.  The sheets are shuffled and dealt to all packs, so that
no pack is better off for being the first or the last.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import islice
from typing import TypeAlias, TypeVar

from ...bits import Bits
from ...errors import EmptySheetError
from ...model import UNLIMITED, Balanced, PackCard, Random
from ..collators import Drawers
from ..drawers.drawer import Copies, State
from ..plan.pack_plan import PackPlan
from ..plan.steps import Fill
from .class_plan import ClassPlan
from .class_supply import ClassSupply
from .hands import DealtSheet, Hand, Piles, Swaps

T = TypeVar("T")

#: What a slot takes: the sheet's name, its cards, how many, and whether they replace the last one.
_Take: TypeAlias = tuple[str, Sequence[PackCard], int, bool]


class Supply:
    """The copies of a card set's sheets, from which deals are made."""

    def __init__(
        self, drawers: Drawers, left: Mapping[str, Sequence[int]], *, refills: bool
    ) -> None:
        """Take the sheets that *drawers* know; one that runs out starts anew if it *refills*.

        *left* has the copies of sheets that are no longer whole.
        """
        self._drawers = drawers
        self._refills = refills
        self._left = {name: Copies(counts) for name, counts in left.items()}
        self._copies: dict[str, Copies | None] = {}
        self._takes: dict[PackPlan, list[_Take] | None] = {}
        self._piles = Piles()
        self._classes: dict[str, ClassSupply] = {}

    def copies(self, name: str) -> Copies | None:
        """The copies of a whole sheet; None if drawing from it does not use them up."""
        if name not in self._copies:
            sheet = self._drawers.sheet(name)
            collation = sheet.collation
            used_up = isinstance(collation, Balanced) or collation == Random(replacement=False)
            counts = [entry.copies for entry in sheet.entries]
            self._copies[name] = Copies(counts) if used_up else None
        return self._copies[name]

    def piles(self, name: str) -> tuple[Copies, Copies]:
        """What a sheet has before the deal, and at each further start; nothing if not used up."""
        whole = self.copies(name) or Copies(())
        return self._left.get(name, whole) if whole.total else whole, whole

    def deal(self, pack_plans: Sequence[PackPlan], bits: Bits) -> list[list[PackCard]]:
        """The cards of packs that came to these plans."""
        plain = self._deal_plainly(pack_plans, bits)
        if plain is not None:
            return plain
        claims = _Claims(self, bits, refills=self._refills)
        packs = [claims.pack(number, pack_plan) for number, pack_plan in enumerate(pack_plans)]
        sheets: dict[str, DealtSheet] = {}
        for name, hands in claims.by_sheet.items():
            plan = self._class_plan(name, hands, bits)
            if plan is None:
                sheets[name] = DealtSheet(hands, self._deal_sheet(name, hands, bits))
            else:
                left = self._classes[name].deal(plan, hands, bits)
                sheets[name] = DealtSheet(hands, left, plan.columns.of_entry)
        needed = {name: sum(hand.count for hand in its) for name, its in claims.by_sheet.items()}
        names = frozenset(hand.name for hands in packs for hand in hands)
        if self._drawers.can_repeat(names, self._once(needed)):
            Swaps(self._drawers, packs, sheets).apply(bits)
        return [_cards(hands) for hands in packs]

    def _balance(self, name: str) -> Balanced | None:
        """How a sheet is balanced; None if it is not."""
        collation = self._drawers.sheet(name).collation
        return collation if isinstance(collation, Balanced) and collation.strength else None

    def _class_plan(self, name: str, hands: Sequence[Hand], bits: Bits) -> ClassPlan | None:
        """How a sheet's hands are balanced; None if there is nothing to balance.

        Each hand of a sheet that is not always balanced is by chance.
        """
        own = self._balance(name)
        by = {own.by if own else hand.fill.step.balance for hand in hands} - {None}
        if not by:
            return None
        (wanted,) = by
        if name not in self._classes:
            classes = self._drawers.class_names(name, str(wanted))
            keys = self._drawers.key_numbers(name)
            self._classes[name] = ClassSupply(*self.piles(name), classes, keys, self._piles)
        flags = [bool(own or hand.fill.step.balance) for hand in hands]
        if own and own.strength < 1:
            often, times = own.strength.as_integer_ratio()
            flags = [bits.below(times) < often for _ in hands]
        return self._classes[name].plan([hand.count for hand in hands], flags)

    def _deal_plainly(
        self, pack_plans: Sequence[PackPlan], bits: Bits
    ) -> list[list[PackCard]] | None:
        """The cards of packs that take what is dealt, and that is all.

        None if there is not enough, or something could need swaps.
        """
        needed: Counter[str] = Counter()
        values: dict[str, Sequence[PackCard]] = {}
        for pack_plan, times in Counter(pack_plans).items():
            if pack_plan not in self._takes:
                self._takes[pack_plan] = self._takes_of(pack_plan)
            takes = self._takes[pack_plan]
            if takes is None:
                return None
            for name, its, count, _ in takes:
                needed[name] += times * count
                if values.setdefault(name, its) is not its:
                    return None
        enough = all(self.piles(name)[0].total >= count for name, count in needed.items())
        if not enough or self._drawers.can_repeat(frozenset(needed), self._once(needed)):
            return None
        dealt = {
            name: iter(self._shuffled(name, count, values[name], bits))
            for name, count in needed.items()
        }
        packs = []
        for pack_plan in pack_plans:
            cards: list[PackCard] = []
            for name, _, count, replaces in self._takes[pack_plan] or ():
                if replaces:
                    del cards[-1:]
                cards += islice(dealt[name], count)
            packs.append(cards)
        return packs

    def _once(self, needed: Mapping[str, int]) -> frozenset[str]:
        """The sheets of which no copy comes twice, nor two of an entry, if so many are *needed*."""
        lefts = ((name, count, self.piles(name)[0]) for name, count in needed.items())
        return frozenset(
            name
            for name, count, left in lefts
            if count <= left.total and max(left.counts, default=0) <= 1
        )

    def _takes_of(self, pack_plan: PackPlan) -> list[_Take] | None:
        """What the slots of a pack take; None if one of them does not just take its cards."""
        takes: list[_Take] = []
        for fill in pack_plan.slots:
            step = fill.step
            if step.chosen is None or step.balance is not None or not step.count:
                return None
            sheet = step.sheets[step.chosen]
            if self._balance(sheet.name) or self.copies(sheet.name) is None:
                return None
            takes.append((sheet.name, sheet.cards, step.count, step.replaces))
        return takes

    def _deal_sheet(self, name: str, hands: Sequence[Hand], bits: Bits) -> Sequence[int]:
        """Give *hands* the entries of a shuffled sheet; how many copies of each are left."""
        first, copies = self.piles(name)
        dealt = self._shuffled(name, sum(hand.count for hand in hands), copies.numbers, bits)
        entries = iter(dealt)
        for hand in hands:
            hand.entries = list(islice(entries, hand.count))
        pile, since_full = first, len(dealt)
        if since_full > first.total:
            pile, since_full = copies, (since_full - first.total) % copies.total or copies.total
        left = list(pile.counts)
        for entry in dealt[len(dealt) - since_full :]:
            left[entry] -= 1
        return left

    def _shuffled(self, name: str, count: int, values: Sequence[T], bits: Bits) -> list[T]:
        """So many of *values*, those of the sheet's entries, by its copies in random order."""
        pile, whole = self.piles(name)
        dealt: list[T] = []
        while len(dealt) < count:
            dealt += self._piles.draw(pile, count - len(dealt), values, bits)
            pile = whole
        return dealt


class _Claims:
    """What the slots of the packs of one deal are to get."""

    def __init__(self, supply: Supply, bits: Bits, *, refills: bool) -> None:
        self._supply = supply
        self._bits = bits
        self._refills = refills
        self._left: dict[str, int] = {}
        self.by_sheet: dict[str, list[Hand]] = {}

    def pack(self, number: int, pack_plan: PackPlan) -> list[Hand]:
        """The hands of a pack; what is not from the supply, they have at once."""
        hands: list[Hand] = []
        state = State()
        carried = 0
        has_last = False
        for fill in pack_plan.slots:
            step = fill.step
            if step.replaces and not has_last:
                continue  # the slot drew nothing that could be replaced
            if step.forgets:
                state.taken.clear()
            wanted = missing = step.count if step.replaces else step.count + carried
            if step.chosen is not None:
                missing -= self._claim(Hand(number, fill, step.chosen, wanted), hands, state)
            else:
                for _ in range(wanted):
                    chosen = self._bits.index(step.ends)
                    missing -= self._claim(Hand(number, fill, chosen, 1), hands, state)
            has_last = missing < wanted
            if missing:
                carried = _carried(fill, missing, wanted)
            elif not step.replaces:
                carried = 0
        return hands

    def _claim(self, wish: Hand, hands: list[Hand], state: State) -> int:
        """Reserve what a hand is to have from its sheet, or those after it; how many cards."""
        fill, step = wish.fill, wish.fill.step
        sheets = [wish.sheet]
        if "next" in step.on_short:
            sheets += [other for other in range(len(step.sheets)) if other != wish.sheet]
        reserved = 0
        for number in sheets:
            name = step.sheets[number].name
            copies = self._supply.copies(name)
            hand = Hand(wish.pack, fill, number, wish.count - reserved)
            if copies is None:
                hand.entries = list(fill.drawer_of(name, hand.count).draw(self._bits, state))
                hand.count = len(hand.entries)
            elif not (self._refills and copies.total):
                left = self._left.get(name, self._supply.piles(name)[0].total)
                hand.count = min(hand.count, left)
                self._left[name] = left - hand.count
            if hand.count:
                hands.append(hand)
                if copies is not None:
                    self.by_sheet.setdefault(name, []).append(hand)
            reserved += hand.count
            if reserved == wish.count:
                break
        return reserved


def _carried(fill: Fill, missing: int, wanted: int) -> int:
    """How many cards a slot that is short of some carries on, if it says what to do then."""
    slot, on_short = fill.step.slot, fill.step.on_short
    if slot.count is UNLIMITED or "skip" in on_short:
        return 0
    if "carry" in on_short:
        return missing
    sheets = ", ".join(repr(each.sheet) for each in slot.sheets)
    raise EmptySheetError(
        f"slot {slot.name!r} is {missing} of {wanted} cards short: "
        f"{sheets} cannot last for all packs"
    )


def _cards(hands: Sequence[Hand]) -> list[PackCard]:
    """The cards of a pack from those that its slots got."""
    cards: list[PackCard] = []
    for hand in hands:
        if hand.fill.step.replaces:
            del cards[-1:]
        cards += hand.cards
    return cards
