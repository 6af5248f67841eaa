"""A finite supply: the cards of many packs, dealt from sheets that are shuffled once.

Every copy exists once for the whole event.  The sheets are shuffled and dealt to all packs, so that
no pack is better off for being the first or the last.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import partial
from operator import itemgetter
from typing import TypeAlias

from ...bits import Bits
from ...errors import EmptySheetError
from ...model import UNLIMITED, Balanced, PackCard, Random
from ..drawers.drawer import Copies, State
from ..plan.pack_plan import PackPlan
from ..plan.sheet_drawers import Drawers
from ..plan.steps import Fill
from ..rounds import check_cards
from .class_supply import ClassSupply
from .hands import DealtSheet, Hand, Take
from .piles import Piles
from .swaps import Swaps

#: What the slots of a pack take, if each just takes its cards; and how many cards it should have.
_Takes: TypeAlias = tuple[Sequence[Take], int]

#: Of so many plans it is kept what their slots take.
_KEPT = 10_000


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
        self._piles_of: dict[str, tuple[Copies, Copies]] = {}
        self._different: dict[str, frozenset[int]] = {}
        self._takes: dict[PackPlan, _Takes] = {}
        self._piles = Piles()
        self._classes: dict[str, ClassSupply] = {}
        self._single: dict[str, bool] = {}

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
        if name not in self._piles_of:
            whole = self.copies(name) or Copies(())
            self._piles_of[name] = self._left.get(name, whole) if whole.total else whole, whole
        return self._piles_of[name]

    def _balance(self, name: str) -> Balanced | None:
        """How a sheet is balanced; None if it is not."""
        collation = self._drawers.sheet(name).collation
        return collation if isinstance(collation, Balanced) and collation.strength else None

    def take(self, fill: Fill, number: int, count: int) -> Take:
        """What a slot takes if it takes so many cards of one of its sheets."""
        sheet = fill.step.sheets[number]
        own = self._balance(sheet.name)
        by = own.by if own else fill.step.balance
        by = by if self.copies(sheet.name) else None
        return Take(fill, sheet.name, sheet.cards, count, by, fill.step.replaces)

    def deal(self, pack_plans: Sequence[PackPlan], bits: Bits) -> list[list[PackCard]]:
        """The cards of packs that came to these plans."""
        claims = self._claims(pack_plans, bits)
        sheets = claims.sheets
        if any(sheet.is_used_up and self._ends(name, sheet) for name, sheet in sheets.items()):
            order = self._piles.order(len(claims.packs), bits)
            claims.packs = _in_order(claims.packs, order)
        for name, sheet in sheets.items():
            if sheet.is_used_up and sheet.seats:
                self._deal_sheet(name, sheet, claims, bits)
        if self._drawers.can_repeat(frozenset(sheets), self._once(sheets)):
            Swaps(claims.units, sheets.values(), self._piles).apply(bits)
        return [_cards(hands) for hands in claims.packs]

    def _ends(self, name: str, sheet: DealtSheet) -> bool:
        """Whether a sheet ends before the deal does, and starts anew."""
        return sheet.seats > self.piles(name)[0].total

    def new_sheet(self, name: str) -> DealtSheet:
        """A sheet of which nothing is dealt."""
        keys = self._drawers.key_numbers(name) or ()
        if name not in self._different:
            self._different[name] = frozenset(keys)
        return DealtSheet(keys, self._different[name], self.copies(name) is not None)

    def _claims(self, pack_plans: Sequence[PackPlan], bits: Bits) -> _Claims:
        """What packs that came to these plans are to get."""
        known = self._takes
        if len(known) > _KEPT:
            known = self._takes = {}
        cards = 0
        are_plain = True
        for pack_plan in pack_plans:
            if pack_plan not in known:
                size = sum(fill.step.count for fill in pack_plan.slots)
                known[pack_plan] = self._takes_of(pack_plan), size
            takes, size = known[pack_plan]
            cards += size
            are_plain = are_plain and bool(takes)
        check_cards(cards)
        if are_plain:
            claims = _Claims(self, bits, refills=self._refills)
            claims.take(pack_plans, known)
            if not any(self._ends(name, sheet) for name, sheet in claims.sheets.items()):
                return claims
        claims = _Claims(self, bits, refills=self._refills)
        for pack_plan in pack_plans:
            claims.claim(pack_plan)
        return claims

    def _takes_of(self, pack_plan: PackPlan) -> list[Take]:
        """What the slots of a pack take; nothing if one of them does not just take its cards."""
        takes: list[Take] = []
        for fill in pack_plan.slots:
            step = fill.step
            if step.chosen is None or not step.count:
                return []
            if self.copies(step.sheets[step.chosen].name) is None:
                return []
            takes.append(self.take(fill, step.chosen, step.count))
        return takes

    def _once(self, sheets: Mapping[str, DealtSheet]) -> frozenset[str]:
        """Of these the sheets of which no copy comes twice, nor two of an entry."""
        return frozenset(
            name
            for name, sheet in sheets.items()
            if not self._ends(name, sheet) and self._are_single(name)
        )

    def _are_single(self, name: str) -> bool:
        if name not in self._single:
            self._single[name] = max(self.piles(name)[0].counts, default=0) <= 1
        return self._single[name]

    def _deal_sheet(self, name: str, sheet: DealtSheet, claims: _Claims, bits: Bits) -> None:
        """Shuffle a sheet, and deal it."""
        if name in claims.balance:
            hands = [hand for each in claims.packs for hand in each if hand[1] is sheet]
            hands.sort(key=itemgetter(2))
            classes = self._class_supply(name, claims.balance[name])
            flags = [take.balance is not None for take, *_ in hands]
            own = self._balance(name)
            if own and own.strength < 1:  # each hand is balanced, or not, by chance
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
        """The supply of a sheet that is balanced *by* something."""
        if name not in self._classes:
            classes, keys = self._drawers.class_names(name, by), self._drawers.key_numbers(name)
            self._classes[name] = ClassSupply(*self.piles(name), classes, keys, self._piles)
        return self._classes[name]

    def _shuffled(self, name: str, count: int, bits: Bits) -> list[int]:
        """The entries of so many copies of a sheet, in random order, start by start."""
        pile, whole = self.piles(name)
        dealt: list[int] = []
        while len(dealt) < count:
            dealt += self._piles.draw(pile, count - len(dealt), whole.numbers, bits)
            pile = whole
        return dealt

    def _count_left(self, name: str, dealt: Sequence[int]) -> list[int]:
        """How many copies of each entry are left of the starts that these were *dealt* from."""
        first, whole = self.piles(name)
        starts = -(-max(0, len(dealt) - first.total) // whole.total)
        gone = Counter(dealt)
        return [
            left + starts * copies - gone[entry]
            for entry, (left, copies) in enumerate(zip(first.counts, whole.counts, strict=True))
        ]


class _Claims:
    """What the slots of the packs of one deal are to get.

    Attributes:
        packs: the hands of each pack.
        sheets: those that they are from, by name; what is not from the supply is dealt at once.
        balance: for each balanced sheet by what.
        by_slot: cards can come again in another slot.
    """

    def __init__(self, supply: Supply, bits: Bits, *, refills: bool) -> None:
        self._supply = supply
        self._bits = bits
        self._refills = refills
        self.packs: list[list[Hand]] = []
        self.sheets: dict[str, DealtSheet] = {}
        self.balance: dict[str, str] = {}
        self.by_slot = False

    def sheet(self, take: Take) -> DealtSheet:
        """The sheet that a slot takes cards from; what else it asks for is noted."""
        if take.balance is not None:
            self.balance[take.name] = take.balance
        self.by_slot = self.by_slot or take.fill.step.forgets
        if take.name not in self.sheets:
            self.sheets[take.name] = self._supply.new_sheet(take.name)
        return self.sheets[take.name]

    @property
    def units(self) -> list[list[Hand]]:
        """The hands within which no card should come twice: those of packs, or of slots."""
        if not self.by_slot:
            return self.packs
        units: list[list[Hand]] = []
        for hands in self.packs:
            last = None
            for hand in hands:
                fill = hand[0].fill
                if last is None or (fill.step.forgets and fill is not last):
                    units.append([])
                units[-1].append(hand)
                last = fill
        return units

    def take(self, pack_plans: Sequence[PackPlan], takes_of: Mapping[PackPlan, _Takes]) -> None:
        """Add packs that get what they take by their plans."""
        sheets: dict[Take, DealtSheet] = {}
        for pack_plan in pack_plans:
            hands: list[Hand] = []
            for take in takes_of[pack_plan][0]:
                sheet = sheets.get(take)
                if sheet is None:
                    sheet = sheets[take] = self.sheet(take)
                start = sheet.seats
                sheet.seats = end = start + take.count
                hands.append((take, sheet, start, end))
            self.packs.append(hands)

    def claim(self, pack_plan: PackPlan) -> None:
        """Add a pack that gets what is there; what is not from the supply, it has at once."""
        self.packs.append([])
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
                missing -= self._claim(fill, step.chosen, wanted, state)
            else:
                for _ in range(wanted):
                    missing -= self._claim(fill, self._bits.index(step.ends), 1, state)
            has_last = missing < wanted
            if missing:
                carried = _carried(fill, missing, wanted)
            elif not step.replaces:
                carried = 0

    def _claim(self, fill: Fill, first: int, count: int, state: State) -> int:
        """Reserve what a slot is to have from a sheet, or those after it; how many cards."""
        step = fill.step
        sheets = [first]
        if "next" in step.on_short:
            sheets += [other for other in range(len(step.sheets)) if other != first]
        reserved = 0
        for number in sheets:
            missing = count - reserved
            take = self._supply.take(fill, number, missing)
            sheet = self.sheet(take)
            start, copies = sheet.seats, self._supply.copies(take.name)
            if copies is None:
                sheet.entries += fill.drawer_of(take.name, missing).draw(self._bits, state)
                missing = len(sheet.entries) - start
            elif not (self._refills and copies.total):
                missing = min(missing, self._supply.piles(take.name)[0].total - start)
            sheet.seats = start + missing
            if missing:
                self.packs[-1].append((take, sheet, start, sheet.seats))
            reserved += missing
            if reserved == count:
                break
        return reserved


def _in_order(packs: Sequence[list[Hand]], order: Sequence[int]) -> list[list[Hand]]:
    """The hands of packs that get what is dealt from supplies in another order."""
    ends: dict[DealtSheet, int] = {}
    ordered = [*packs]
    for number in order:
        hands: list[Hand] = []
        for take, sheet, start, end in packs[number]:
            first = ends.get(sheet, 0) if sheet.is_used_up else start
            ends[sheet] = first + end - start
            hands.append((take, sheet, first, first + end - start))
        ordered[number] = hands
    return ordered


def _carried(fill: Fill, missing: int, wanted: int) -> int:
    """How many cards a slot that is short of some carries on, if it says what to do then."""
    slot, on_short = fill.step.slot, fill.step.on_short
    if slot.count is UNLIMITED or "skip" in on_short:
        return 0
    if "carry" in on_short:
        return missing
    sheets = ", ".join(repr(each.sheet) for each in slot.sheets)
    raise EmptySheetError(
        f"the supply of {sheets} is too small for all packs: the slot {slot.name!r} needs "
        f"{wanted} cards, but only {wanted - missing} are left"
    )


def _cards(hands: Sequence[Hand]) -> list[PackCard]:
    """The cards of a pack."""
    cards: list[PackCard] = []
    for take, sheet, start, end in hands:
        if take.replaces:
            del cards[-1:]
        its = take.cards
        for entry in sheet.entries[start:end]:
            cards.append(its[entry])  # noqa: PERF401 - faster for so few
    return cards
