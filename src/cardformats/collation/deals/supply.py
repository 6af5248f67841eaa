"""A finite supply: the cards of many packs, dealt from sheets that are shuffled once.

Every copy exists once for the whole event.  The sheets are shuffled and dealt to all packs, so that
no pack is better off for being the first or the last.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import partial

from ...bits import Bits
from ...errors import EmptySheetError
from ...model import UNLIMITED, Balanced, PackCard, Random
from ..collators import Drawers
from ..drawers.drawer import Copies, State
from ..plan.pack_plan import PackPlan
from ..plan.steps import Fill
from .class_supply import ClassSupply
from .hands import Hand, Piles, Take
from .swaps import DealtSheet, Swaps


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
        self._takes: dict[PackPlan, list[Take] | None] = {}
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

    def take(self, fill: Fill, number: int, count: int) -> Take:
        """What a slot takes if it takes so many cards of one of its sheets."""
        sheet = fill.step.sheets[number]
        collation = self._drawers.sheet(sheet.name).collation
        by = collation.by if isinstance(collation, Balanced) else fill.step.balance
        by = by if self.copies(sheet.name) else None
        return Take(fill, sheet.name, sheet.cards, count, by, fill.step.replaces)

    def deal(self, pack_plans: Sequence[PackPlan], bits: Bits) -> list[list[PackCard]]:
        """The cards of packs that came to these plans."""
        claims = self._claims(pack_plans, bits)
        sheets = {name: self._deal_sheet(name, claims, bits) for name in claims.needed}
        drawn = {name: DealtSheet(entries) for name, entries in claims.drawn.items()}
        dealt = drawn | sheets
        if self._drawers.can_repeat(frozenset(dealt), self._once(claims.needed)):
            Swaps(claims.units, dealt, self._drawers.key_numbers, self._piles).apply(bits)
        return [_cards(hands, dealt) for hands in claims.packs]

    def _claims(self, pack_plans: Sequence[PackPlan], bits: Bits) -> _Claims:
        """What packs that came to these plans are to get."""
        claims = _Claims(self, bits, refills=self._refills)
        needed: Counter[str] = Counter()
        is_plain = True
        for pack_plan, times in Counter(pack_plans).items():
            if pack_plan not in self._takes:
                self._takes[pack_plan] = self._takes_of(pack_plan)
            takes = self._takes[pack_plan]
            is_plain = is_plain and takes is not None
            for take in takes or ():
                claims.look_at(take)
                needed[take.name] += times * take.count
        if is_plain and all(self.piles(name)[0].total >= n for name, n in needed.items()):
            for pack_plan in pack_plans:
                claims.take(self._takes[pack_plan] or ())
        else:
            for pack_plan in pack_plans:
                claims.claim(pack_plan)
        return claims

    def _takes_of(self, pack_plan: PackPlan) -> list[Take] | None:
        """What the slots of a pack take; None if one of them does not just take its cards."""
        takes: list[Take] = []
        for fill in pack_plan.slots:
            step = fill.step
            if step.chosen is None or not step.count:
                return None
            if self.copies(step.sheets[step.chosen].name) is None:
                return None
            takes.append(self.take(fill, step.chosen, step.count))
        return takes

    def _once(self, needed: Mapping[str, int]) -> frozenset[str]:
        """The sheets of which no copy comes twice, nor two of an entry, if so many are *needed*."""
        lefts = ((name, count, self.piles(name)[0]) for name, count in needed.items())
        return frozenset(
            name
            for name, count, left in lefts
            if count <= left.total and max(left.counts, default=0) <= 1
        )

    def _deal_sheet(self, name: str, claims: _Claims, bits: Bits) -> DealtSheet:
        """The entries of a shuffled sheet, hand by hand."""
        if name in claims.balance:
            takes = [take for hands in claims.packs for take, _ in hands if take.name == name]
            classes = self._class_supply(name, claims.balance[name])
            flags = [take.balance is not None for take in takes]
            plan = classes.plan([take.count for take in takes], flags)
            if plan is not None:
                packs = sum(any(take.name == name for take, _ in its) for its in claims.packs)
                return classes.deal(plan, packs, bits)
        entries = self._shuffled(name, claims.needed[name], bits)
        return DealtSheet(entries, partial(self._count_left, name, entries))

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
        needed: for each sheet how many of its cards are to be dealt.
        drawn: the entries that are there already, since they are not used up.
        balance: for each balanced sheet by what.
        by_slot: cards can come again in another slot.
    """

    def __init__(self, supply: Supply, bits: Bits, *, refills: bool) -> None:
        self._supply = supply
        self._bits = bits
        self._refills = refills
        self.packs: list[list[Hand]] = []
        self.needed: dict[str, int] = {}
        self.drawn: dict[str, list[int]] = {}
        self.balance: dict[str, str] = {}
        self.by_slot = False

    def look_at(self, take: Take) -> None:
        """Note what a slot that is to get cards asks for."""
        if take.balance is not None:
            self.balance[take.name] = take.balance
        self.by_slot = self.by_slot or take.fill.step.forgets

    @property
    def units(self) -> list[list[Hand]]:
        """The hands within which no card should come twice: those of packs, or of slots."""
        if not self.by_slot:
            return self.packs
        units: list[list[Hand]] = []
        for hands in self.packs:
            last = None
            for take, start in hands:
                if last is None or (take.fill.step.forgets and take.fill is not last):
                    units.append([])
                units[-1].append((take, start))
                last = take.fill
        return units

    def take(self, takes: Sequence[Take]) -> None:
        """Add a pack that gets what it takes."""
        needed = self.needed
        hands: list[Hand] = []
        for take in takes:
            start = needed.get(take.name, 0)
            needed[take.name] = start + take.count
            hands.append((take, start))
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
            name = step.sheets[number].name
            copies = self._supply.copies(name)
            if copies is None:
                drawn = self.drawn.setdefault(name, [])
                entries = fill.drawer_of(name, missing).draw(self._bits, state)
                start, missing = len(drawn), len(entries)
                drawn += entries
            else:
                start = self.needed.get(name, 0)
                if not (self._refills and copies.total):
                    missing = min(missing, self._supply.piles(name)[0].total - start)
                if missing:
                    self.needed[name] = start + missing
            if missing:
                take = self._supply.take(fill, number, missing)
                self.look_at(take)
                self.packs[-1].append((take, start))
            reserved += missing
            if reserved == count:
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


def _cards(hands: Sequence[Hand], dealt: Mapping[str, DealtSheet]) -> list[PackCard]:
    """The cards of a pack from the entries that were *dealt* of each sheet."""
    cards: list[PackCard] = []
    for take, start in hands:
        if take.replaces:
            del cards[-1:]
        cards += map(take.cards.__getitem__, dealt[take.name].entries[start : start + take.count])
    return cards
