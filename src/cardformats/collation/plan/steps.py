"""Steps of a pack: its slots when all choices are made, and how they are filled with cards."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cached_property
from itertools import pairwise
from operator import ge, mod
from struct import Struct
from typing import TypeAlias

from attrs import frozen

from ...bits import CODES, Bits, number_bound, number_size
from ...errors import EmptySheetError
from ...model import UNLIMITED, PackCard, Slot
from ..drawers.drawer import Drawer, State, StraightDrawer

#: The top byte of every value that is skipped.
_TOP = 255

#: If a value is to be skipped, no more numbers than this are drawn one by one.
_FEW = 8


class Limits:
    """Numbers from 0 to fixed limits - 1, the same as one after the other, but faster.

    Attributes:
        limits: one for each number.
        sizes: how many bytes each takes.
        bounds: from which value on it is skipped.
        start, end: where in a stream they are, as long as none is skipped.
    """

    def __init__(self, limits: Sequence[int], start: int = 0) -> None:
        self.limits = tuple(limits)
        self.sizes = tuple(map(number_size, limits))
        self.bounds = tuple(map(number_bound, limits, self.sizes))
        self.start = start
        self.end = start + sum(self.sizes)
        plain = all(size in CODES for size in self.sizes)
        codes = "".join(CODES[size] for size in self.sizes) if plain else ""
        self._unpack = Struct(f"<{start}x{codes}").unpack_from if plain else None
        self._least = min(self.bounds, default=1)

    def numbers(self, data: bytes) -> list[int] | None:
        """The numbers in the first bytes of a stream; None if some values are to be skipped."""
        if self._unpack is None:
            return None
        values = self._unpack(data)
        if (
            _TOP in data
            and max(values, default=0) >= self._least
            and any(map(ge, values, self.bounds))
        ):
            return None
        return list(map(mod, values, self.limits))

    def draw(self, bits: Bits) -> list[int]:
        """The next numbers of *bits*; these are limits that start at 0."""
        data = bits.look(self.end)
        numbers = self.numbers(data)
        if numbers is not None:
            bits.skip(self.end)
            return numbers
        if len(self.limits) <= _FEW:  # some values are to be skipped
            return [bits.below(limit) for limit in self.limits]
        first, second = self._halves
        return first.draw(bits) + second.draw(bits)

    @cached_property
    def _halves(self) -> tuple[Limits, Limits]:
        middle = len(self.limits) // 2
        return Limits(self.limits[:middle]), Limits(self.limits[middle:])


#: Gives the drawer of a number of cards from a sheet.
DrawerOf: TypeAlias = Callable[[str, int], Drawer]


@frozen(eq=False)
class SheetCards:
    """A sheet of a slot.

    Attributes:
        name: the sheet's name.
        cards: for each of its entries the card it yields in that slot.
        copies: those of each entry.
        keys: for each of them a number that tells cards that should not come twice from one
            another; None if they may.
    """

    name: str
    cards: tuple[PackCard, ...]
    copies: tuple[int, ...]
    keys: Sequence[int] | None


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
    def shares(self) -> Sequence[tuple[Fraction, SheetCards]]:
        """The sheets that a card is from, each with its probability."""
        if self.chosen is not None:
            return [(Fraction(1), self.sheets[self.chosen])]
        pairs = zip(pairwise((0, *self.ends)), self.sheets, strict=True)
        return [(Fraction(end - start, self.ends[-1]), its) for (start, end), its in pairs]

    @property
    def candidates(self) -> tuple[SheetCards, ...]:
        """The sheets that its cards can be from."""
        if self.chosen is None or "next" in self.on_short:
            return self.sheets
        return (self.sheets[self.chosen],)

    @property
    def may_be_short(self) -> bool:
        """Whether the slot gives what there is, if that is less than it should have."""
        return self.slot.count is UNLIMITED or self.on_short == ("skip",)

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

        def take(number: int, count: int) -> int:
            """Add up to *count* cards of a sheet; how many are missing."""
            sheet = self.sheets[number]
            entries = drawer(sheet.name, count).draw(bits, state)[:count]
            drawn.extend([sheet.cards[entry] for entry in entries])
            if sheet.keys is not None:
                state.taken.update([sheet.keys[entry] for entry in entries])
            used = state.used.setdefault(sheet.name, {})
            for entry in entries:
                used[entry] = used.get(entry, 0) + 1
            return count - len(entries)

        whole = self.chosen is not None
        for _ in range(1 if whole else wanted):
            first = bits.index(self.ends) if self.chosen is None else self.chosen
            self._draw(first, wanted if whole else 1, take, state)
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
        raise EmptySheetError(
            f"slot {self.slot.name!r} is {missing} of {wanted} cards short; it has {sheets}"
        )

    def _draw(self, first: int, count: int, take: Callable[[int, int], int], state: State) -> None:
        """*Take* up to *count* cards from the sheet *first*, or from those after it."""
        count = take(first, count)
        for other in range(len(self.sheets)) if "next" in self.on_short else ():
            if count and other != first:
                count = take(other, count)
        while count and "refill" in self.on_short:
            state.used.pop(self.sheets[first].name, None)
            before, count = count, take(first, count)
            if count == before:
                return


@frozen(eq=False)
class Fill:
    """A step of a pack, and what draws its cards.

    Attributes:
        step: the step.
        drawer: draws its cards; None if each card chooses a sheet.
        others: the drawers for other counts and sheets, if the pack needs them.
    """

    step: Step
    drawer: Drawer | None
    others: DrawerOf

    @property
    def cards(self) -> tuple[PackCard, ...]:
        """The cards of the entries it may draw."""
        step = self.step
        if step.chosen is not None:
            return step.sheets[step.chosen].cards
        return tuple(card for sheet in step.sheets for card in sheet.cards)

    def drawer_of(self, sheet: str, count: int) -> Drawer:
        """The drawer of *count* cards from the sheet of that name."""
        step = self.step
        own = step.chosen is not None and sheet == step.sheets[step.chosen].name
        if self.drawer is not None and own and count == step.count:
            return self.drawer
        return self.others(sheet, count)


@frozen(eq=False)
class StraightFill(Fill):
    """A step whose drawer turns its share of a pack's numbers into cards.

    Attributes:
        start: where its numbers begin.
    """

    drawer: StraightDrawer
    start: int

    @property
    def rows(self) -> slice:
        """Which numbers of the pack are its own."""
        return slice(self.start, self.start + len(self.drawer.limits))
