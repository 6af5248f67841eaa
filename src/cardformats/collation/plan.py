"""Plans: a booster prepared for drawing, so that a pack costs its draws and one tuple."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from fractions import Fraction
from itertools import accumulate
from math import lcm
from typing import Generic, TypeVar

from attrs import frozen

from ..errors import CollationError, EmptySheetError
from ..model import UNLIMITED, Booster, Choice, Entry, Layout, Sheet, Slot
from .bits import Bits
from .drawers import Drawer, PackState, drawer_for
from .packs import PackCard

T = TypeVar("T")


class Weighted(Generic[T]):
    """Alternatives with exact weights."""

    def __init__(self, alternatives: Sequence[tuple[T, int | Fraction]]) -> None:
        """Take each alternative with its weight.

        Raises:
            CollationError: no weight is positive.
        """
        scale = lcm(*(Fraction(weight).denominator for _, weight in alternatives))
        self.values = [value for value, _ in alternatives]
        self.cumulative = list(accumulate(int(weight * scale) for _, weight in alternatives))
        if not self.cumulative or self.cumulative[-1] == 0:
            message = "there is nothing to choose: no layout has a positive weight"
            raise CollationError(message)

    def choose(self, bits: Bits) -> int:
        """The number of an alternative; a single one costs no bits."""
        return bits.index(self.cumulative) if len(self.values) > 1 else 0


@frozen
class SheetPlan:
    """A sheet of a slot: its drawer, and the cards it yields there, by entry."""

    drawer: Drawer
    cards: tuple[PackCard, ...]


@frozen(eq=False)
class SlotPlan:
    """A slot, ready to be filled.

    Attributes:
        slot: the slot.
        count: how many cards; for an unlimited slot as many as its largest sheet has.
        sheets: its sheets by weight.
        on_short: what to do when the sheets run out.
        forgets: what was drawn for earlier slots may come again.
    """

    slot: Slot
    count: int
    sheets: Weighted[SheetPlan]
    on_short: tuple[str, ...]
    forgets: bool

    def open(self, bits: Bits, state: PackState, cards: list[PackCard], carried: int) -> int:
        """Add the slot's cards and those *carried* to it; how many it carries on.

        Raises:
            EmptySheetError: the sheets run out, and the slot does not say what to do.
        """
        if self.forgets:
            state.taken.clear()
            state.used.clear()
        wanted = self.count + carried
        before = len(cards)
        if self.slot.choose == "card":
            for _ in range(wanted):
                self._draw(bits, state, cards, 1)
        else:
            self._draw(bits, state, cards, wanted)
        missing = wanted - (len(cards) - before)
        if missing == 0 or self.slot.count is UNLIMITED or "skip" in self.on_short:
            return 0
        if "carry" in self.on_short:
            return missing
        sheets = ", ".join(repr(each.sheet) for each in self.slot.sheets)
        message = f"slot {self.slot.name!r} is {missing} of {wanted} cards short; it has {sheets}"
        raise EmptySheetError(message)

    def _draw(self, bits: Bits, state: PackState, cards: list[PackCard], count: int) -> None:
        """Add up to *count* cards from the sheet that is chosen, or from those after it."""
        first = self.sheets.choose(bits)
        numbers = [first]
        if "next" in self.on_short:
            numbers += [other for other in range(len(self.sheets.values)) if other != first]
        for number in numbers:
            count -= self._take(number, bits, state, cards, count)
            if count == 0:
                return
        while count > 0 and "refill" in self.on_short:
            state.used.pop(self.slot.sheets[first].sheet, None)
            taken = self._take(first, bits, state, cards, count)
            if taken == 0:
                return
            count -= taken

    def _take(
        self, number: int, bits: Bits, state: PackState, cards: list[PackCard], count: int
    ) -> int:
        plan = self.sheets.values[number]
        drawn = plan.drawer.draw(bits, state, count)
        cards.extend([plan.cards[entry] for entry in drawn])
        return len(drawn)


@frozen(eq=False)
class ChoicePlan:
    """A choice between layouts, ready to be made."""

    options: Weighted[LayoutPlan]

    def open(self, bits: Bits, state: PackState, cards: list[PackCard], carried: int) -> int:
        """Add the cards of one of the layouts; how many it carries on."""
        option = self.options.values[self.options.choose(bits)]
        return option.open(bits, state, cards, carried)


@frozen(eq=False)
class LayoutPlan:
    """A layout, ready to be opened."""

    name: str
    parts: tuple[SlotPlan | ChoicePlan, ...]

    def open(self, bits: Bits, state: PackState, cards: list[PackCard], carried: int) -> int:
        """Add the cards of the layout; how many it carries on."""
        for part in self.parts:
            carried = part.open(bits, state, cards, carried)
        return carried


class Planner:
    """Makes the plans of a booster's layouts; they share the drawers of its sheets."""

    def __init__(
        self, booster: Booster, sheets: Mapping[str, Sheet], *, refills: bool = False
    ) -> None:
        """Plan *booster* over *sheets*; if *refills*, a sheet that runs out starts anew.

        Raises:
            CollationError: the booster needs what no drawer can do yet.
        """
        if booster.constraints:
            message = f"booster {booster.name!r} has constraints; no drawer keeps them yet"
            raise CollationError(message)
        if booster.distinct != "none" and booster.distinct_scope == "box":
            message = f"booster {booster.name!r} is distinct by box, but packs are made one by one"
            raise CollationError(message)
        self._sheets = sheets
        self._refills = ("refill",) if refills else ()
        self._forgets = booster.distinct_scope == "slot"
        self._key = {"printing": _printing, "name": _name, "none": None}[booster.distinct]
        self._drawers: dict[str, Drawer] = {}

    def layout(self, layout: Layout) -> LayoutPlan:
        """The plan of *layout*."""
        parts = tuple(
            self._choice(part) if isinstance(part, Choice) else self._slot(part)
            for part in layout.slots
        )
        return LayoutPlan(layout.name, parts)

    def _choice(self, choice: Choice) -> ChoicePlan:
        options = [(self.layout(option), option.weight) for option in choice.options]
        return ChoicePlan(Weighted(options))

    def _slot(self, slot: Slot) -> SlotPlan:
        sheets = [(self._sheet(slot, each.sheet), each.weight) for each in slot.sheets]
        if isinstance(slot.count, int):
            count = slot.count
        else:
            count = max(self._sheets[each.sheet].total for each in slot.sheets)
        on_short = (*slot.on_short, *self._refills)
        return SlotPlan(slot, count, Weighted(sheets), on_short, self._forgets)

    def _sheet(self, slot: Slot, name: str) -> SheetPlan:
        sheet = self._sheets.get(name)
        if sheet is None:
            message = f"slot {slot.name!r} draws from {name!r}, but there is no such sheet"
            raise CollationError(message)
        if name not in self._drawers:
            self._drawers[name] = drawer_for(sheet, self._key)
        finish = slot.finish or sheet.finish
        cards = tuple(
            PackCard(entry.card, slot.name, name, entry.finish or finish) for entry in sheet.entries
        )
        return SheetPlan(self._drawers[name], cards)


def _printing(entry: Entry) -> Hashable:
    return entry.card


def _name(entry: Entry) -> Hashable:
    return entry.card.name
