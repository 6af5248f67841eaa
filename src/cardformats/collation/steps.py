"""Steps of a pack: slots whose great choices are made."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import TypeAlias

from attrs import frozen

from ..bits import Bits
from ..errors import EmptySheetError
from ..model import UNLIMITED, Entry, PackCard, Slot
from .drawers.drawer import Drawer, State

#: What tells cards from one another that should not come twice.
Key: TypeAlias = Callable[["Entry | PackCard"], Hashable]

#: Gives the drawer of a number of cards from a sheet.
DrawerOf: TypeAlias = Callable[[str, int], Drawer]


@frozen(eq=False)
class SheetCards:
    """A sheet of a slot.

    Attributes:
        name: the sheet's name.
        cards: for each of its entries the card it yields in that slot.
        copies: those of each entry.
        keys: for each of them what tells cards that should not come twice from one another; None if
            they may.
    """

    name: str
    cards: tuple[PackCard, ...]
    copies: tuple[int, ...]
    keys: Sequence[Hashable] | None


@frozen(eq=False)
class Step:
    """A slot in a pack.

    Attributes:
        slot: the slot.
        count: how many cards; for an unlimited slot all of its largest sheet.
        sheets: what it may draw from.
        ends: the running totals of their weights.
        chosen: which of them is for the whole slot; None if each card chooses.
        on_short: what to do when the sheets run out.
        forgets: what was drawn for earlier slots may come again.
        balance: the property to balance by; None if the sheet says.
        replaces: the card takes the place of the last one before it.
    """

    slot: Slot
    count: int
    sheets: tuple[SheetCards, ...]
    ends: tuple[int, ...]
    chosen: int | None
    on_short: tuple[str, ...]
    forgets: bool
    balance: str | None = None
    replaces: bool = False

    @property
    def candidates(self) -> tuple[SheetCards, ...]:
        """The sheets that its cards can be from."""
        if self.chosen is None or "next" in self.on_short:
            return self.sheets
        return (self.sheets[self.chosen],)

    def fill(
        self, drawer: DrawerOf, bits: Bits, state: State, cards: list[PackCard], carried: int
    ) -> int:
        """Add the slot's cards and those *carried* to it; how many it carries on.

        Raises:
            EmptySheetError: the sheets run out, and the slot does not say what to do.
        """
        if self.forgets:
            state.taken.clear()
            state.used.clear()
        wanted = self.count if self.replaces else self.count + carried
        drawn: list[PackCard] = []
        if self.chosen is None:
            for _ in range(wanted):
                self._draw(bits.index(self.ends), drawer, bits, state, drawn, 1)
        else:
            self._draw(self.chosen, drawer, bits, state, drawn, wanted)
        if self.replaces and drawn:
            del cards[-1:]
        cards += drawn
        missing = wanted - len(drawn)
        if self.replaces and missing == 0:
            return carried
        if missing == 0 or self.slot.count is UNLIMITED or "skip" in self.on_short:
            return 0
        if "carry" in self.on_short:
            return missing
        sheets = ", ".join(repr(each.sheet) for each in self.slot.sheets)
        message = f"slot {self.slot.name!r} is {missing} of {wanted} cards short; it has {sheets}"
        raise EmptySheetError(message)

    def _draw(
        self,
        first: int,
        drawer: DrawerOf,
        bits: Bits,
        state: State,
        drawn: list[PackCard],
        count: int,
    ) -> None:
        """Add up to *count* cards from the sheet *first*, or from those after it."""
        numbers = [first]
        if "next" in self.on_short:
            numbers += [other for other in range(len(self.sheets)) if other != first]
        for number in numbers:
            count -= self._take(number, drawer, bits, state, drawn, count)
            if count == 0:
                return
        while count > 0 and "refill" in self.on_short:
            state.used.pop(self.sheets[first].name, None)
            taken = self._take(first, drawer, bits, state, drawn, count)
            if taken == 0:
                return
            count -= taken

    def _take(
        self,
        number: int,
        drawer: DrawerOf,
        bits: Bits,
        state: State,
        drawn: list[PackCard],
        count: int,
    ) -> int:
        sheet = self.sheets[number]
        entries = drawer(sheet.name, count).draw(bits, state)[:count]
        drawn += [sheet.cards[entry] for entry in entries]
        if sheet.keys is not None:
            state.taken.update([sheet.keys[entry] for entry in entries])
        used = state.used.setdefault(sheet.name, {})
        for entry in entries:
            used[entry] = used.get(entry, 0) + 1
        return len(entries)
