"""The packs of Draftmancer: layouts, pools that live for a session, balance."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Sequence
from itertools import accumulate
from typing import TypeAlias

from attrs import frozen

from ...bits import Bits
from ...errors import CollationError, EmptySheetError
from ...model import (
    Booster,
    CardSet,
    Choice,
    Event,
    Layout,
    PackCard,
    PrintRun,
    Random,
    Sheet,
    Slot,
    Striped,
)
from ...model.weights import as_copies, whole_weights
from ..bags import Bag
from ..drawers.drawer import Copies, State
from ..drawers.runs import RunDrawer
from ..rounds import Layouts, check_pack, named_layouts
from .peer import PeerRules
from .sheets import RandomSheet, SheetPool, balanced, printing, stripes

#: The layouts that packs of a round may have, with whole weights; a bag has so many of each.
WeightedLayouts: TypeAlias = list[tuple[Layout, int]]

#: What formats keep in the extras of a booster whose number of cards is left to the session: that
#: of a list without layouts.
_SESSION_SIZE = "session_size"
#: In a list without layouts, packs of fewer cards are not balanced.
_LEAST_BALANCED = 5


@frozen(eq=False)
class PlannedSheet:
    """A sheet, for one slot.

    Attributes:
        sheet: the sheet.
        copies: its copies in order.
        cards: for each entry the card in a pack.
        keys: for each entry what tells its printing from others.
    """

    sheet: Sheet
    copies: Copies
    cards: tuple[PackCard, ...]
    keys: list[Hashable]


@frozen(eq=False)
class PlannedSlot:
    """A slot with its sheets, and the running totals of their weights."""

    count: int
    sheets: tuple[PlannedSheet, ...]
    ends: tuple[int, ...]


class DraftmancerRules(PeerRules):
    """Packs as Draftmancer makes them.

    What is drawn for a session leaves its sheets unless the event's supply is infinite.  For each
    pack a layout is chosen; for each of its slots in order a sheet; then come the cards.
    """

    program = "Draftmancer"

    def __init__(self, cardset: CardSet, booster: Booster) -> None:
        super().__init__(cardset, booster)
        if self.is_protected and booster.distinct == "name":
            self.refuse("protection by the names of cards")
        if self.is_protected and booster.distinct_scope != "pack":
            self.refuse(f"protection from duplicates within a {booster.distinct_scope}")
        self._event = cardset.event or Event()
        self._is_plain = any(_SESSION_SIZE in kept for kept in booster.extras.values())
        self._keys: dict[str, list[Hashable]] = {}
        self._plans = {id(layout): self._planned(layout) for layout in booster.layouts}
        self._random = {
            sheet.name: RandomSheet.of(sheet, keys, cardset, balances=self._event.color_balance)
            for sheet, keys in ((cardset.sheets[name], keys) for name, keys in self._keys.items())
            if isinstance(sheet.collation, Random)
        }
        self._bags = self._bags_by_round()

    def session(
        self,
        bits: Bits,
        packs: int,
        *,
        players: int = 1,
        first: int = 0,
        opened: Iterable[PackCard] = (),
    ) -> Iterator[tuple[str, tuple[PackCard, ...]]]:
        self.check_players(players)
        self._refuse_shortage(packs)
        pools = {
            name: SheetPool(sheet, self._event.supply, is_protected=self.is_protected)
            for name, sheet in self._random.items()
        }
        gone = Counter(printing(each.card, self.cardset) for each in opened)
        for pool in pools.values():
            pool.take_out(gone)
        # the copy that is left alone in a bag takes no number
        layouts = [bag.draw(bits, 2) for bag in map(Bag, self._bags)]
        for number in range(first, first + packs):
            at = number // players % len(self._bags)
            layout = self._layout(self._bags[at], layouts[at], bits)
            yield layout.name, self._pack(layout, pools, bits)

    def _bags_by_round(self) -> list[WeightedLayouts]:
        """The bag of each round of the event; a single one if it says nothing of layouts."""
        event, booster = self._event, self.booster
        names = {layout.name for layout in booster.layouts}
        bags = [_weighted(named_layouts(booster, ()))]
        if booster in self.cardset.boosters and any(each.layouts for each in event.rounds):
            known = ([c for c in each.layouts if c.layout in names] for each in event.rounds)
            bags = [_weighted(named_layouts(booster, choices)) for choices in known]
        whole = all(any(weight for _, weight in bag) for bag in bags)
        if not event.layout_replacement and not whole:
            raise CollationError(
                f"booster {booster.name!r}: a bag of layouts has none, since all weights are 0"
            )
        return bags

    def _layout(
        self, weighted: Sequence[tuple[Layout, int]], bag: Iterator[Layout], bits: Bits
    ) -> Layout:
        """The layout of the next pack, by weight or from a *bag*."""
        if self._event.layout_replacement:
            ends = list(accumulate(weight for _, weight in weighted))
            return weighted[bits.index(ends) if ends[-1] else 0][0]
        return next(bag)

    def _refuse_shortage(self, packs: int) -> None:
        """A list without layouts has to suffice before the first pack is made."""
        if not self._is_plain or self._event.supply != "finite":
            return
        ((slot,),) = self._plans.values()
        wanted, total = packs * slot.count, slot.sheets[0].copies.total
        if wanted > total:
            raise EmptySheetError(f"{packs} packs need {wanted} cards; the list has {total}")

    def _pack(
        self, layout: Layout, pools: dict[str, SheetPool], bits: Bits
    ) -> tuple[PackCard, ...]:
        slots = self.slots(layout)
        largest = self.balanced_slot(layout)
        taken: set[Hashable] = set()
        cards: list[PackCard] = []
        for number, slot in enumerate(slots):
            chosen = slot.sheets[bits.index(slot.ends)] if len(slot.sheets) > 1 else slot.sheets[0]
            pool = pools.get(chosen.sheet.name)
            if pool is None:
                entries = _consecutive(chosen, slot.count, bits)
                taken.update(chosen.keys[entry] for entry in entries)
            elif number == largest and (pool.sheet.mono or self._is_plain):
                entries = balanced(pool, bits, slot.count, taken)
            else:
                entries = pool.plain(bits, slot.count, taken)
            cards += [chosen.cards[entry] for entry in entries]
        return tuple(cards)

    def slots(self, layout: Layout) -> Sequence[PlannedSlot]:
        """The slots of a layout of the booster."""
        return self._plans[id(layout)]

    def random_sheet(self, planned: PlannedSheet) -> RandomSheet | None:
        """The sheet as one whose cards come at random; None if they do not."""
        return self._random.get(planned.sheet.name)

    def balanced_slot(self, layout: Layout) -> int | None:
        """The number of the slot of a layout that is balanced, if it is drawn at random."""
        counts = [slot.count for slot in self.slots(layout)]
        if not self._event.color_balance or not counts:
            return None
        few = self._is_plain and counts[0] < _LEAST_BALANCED
        return None if few else counts.index(max(counts))

    @property
    def free_bags(self) -> Sequence[WeightedLayouts]:
        """Those of each round, if no pack depends on what others got; none otherwise."""
        event = self._event
        alone = event.supply == "infinite" and event.layout_replacement
        whole = all(any(weight for _, weight in bag) for bag in self._bags)
        return self._bags if alone and whole else ()

    def _planned(self, layout: Layout) -> tuple[PlannedSlot, ...]:
        used: set[str] = set()
        slots = []
        for slot in layout.slots:
            if isinstance(slot, Choice):
                self.refuse("choices within a layout")
            count = self._count(slot)
            choices = [each for each in slot.sheets if each.weight]
            sheets = tuple(self._planned_sheet(slot, each.sheet) for each in choices)
            for each in sheets:
                self._refuse_continuing(each.sheet, used)
            ends = tuple(accumulate(whole_weights(each.weight for each in choices)))
            slots.append(PlannedSlot(count, sheets, ends))
        check_pack(sum(slot.count for slot in slots))
        return tuple(slots)

    def _planned_sheet(self, slot: Slot, name: str) -> PlannedSheet:
        sheet = self.sheet(name)
        if name not in self._keys:
            self._keys[name] = [printing(entry.card, self.cardset) for entry in sheet.entries]
        cards = tuple(
            PackCard(entry.card, slot.name, name, slot.finish or entry.finish or sheet.finish)
            for entry in sheet.entries
        )
        copies = Copies([entry.copies for entry in sheet.entries])
        return PlannedSheet(sheet, copies, cards, self._keys[name])

    def _count(self, slot: Slot) -> int:
        """How many cards *slot* has, if Draftmancer has such a slot."""
        count = self.count(slot)
        if slot.choose == "card" and len(slot.sheets) > 1 and count > 1:
            self.refuse("slots each of whose cards chooses a sheet")
        self.refuse_remedies(slot, () if self._event.supply == "finite" else ("refill",))
        return count

    def _refuse_continuing(self, sheet: Sheet, used: set[str]) -> None:
        """Refuse print runs that go on where they were, and sheets that are no sheets there."""
        collation = sheet.collation
        if not isinstance(collation, (Random, PrintRun, Striped)):
            self.refuse(f"collation {type(collation).__name__}")
        if self._is_plain and not isinstance(collation, Random):
            self.refuse(f"collation {type(collation).__name__} in a list without layouts")
        if isinstance(collation, PrintRun) and (
            collation.continues == "box" or (collation.continues == "pack" and sheet.name in used)
        ):
            self.refuse(f"print runs that go on through a {collation.continues}")
        used.add(sheet.name)


def _weighted(layouts: Layouts) -> WeightedLayouts:
    """The weights are not reduced, since a bag holds as many."""
    weights = as_copies(weight for _, weight in layouts)
    return [(layout, weight) for (layout, _), weight in zip(layouts, weights, strict=True)]


def _consecutive(planned: PlannedSheet, count: int, bits: Bits) -> list[int]:
    """The entries that a print run or stripes give."""
    sheet, copies = planned.sheet, planned.copies
    if not copies.total:
        raise EmptySheetError(f"sheet {sheet.name!r} has no card")
    if isinstance(sheet.collation, PrintRun):
        return list(RunDrawer(sheet.name, copies, sheet.collation, count).draw(bits, State()))
    assert isinstance(sheet.collation, Striped)  # noqa: S101 - others are refused beforehand
    return [copies.entry(cell) for cell in stripes(sheet.collation, copies.total, count, bits)]
