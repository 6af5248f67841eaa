"""Leaves: packs whose choices are all made; only cards remain to be drawn."""

from __future__ import annotations

from collections.abc import Sequence
from operator import ge, mod
from struct import Struct

from attrs import frozen

from .bits import Bits, number_bound, number_size
from .drawers.drawer import Drawer, Pick, State, StraightDrawer
from .packs import PackCard
from .steps import DrawerOf, Key, Step

_CODES = {2: "H", 4: "I", 8: "Q"}


@frozen(eq=False)
class Part:
    """What one step does with a part of a pack's numbers.

    Attributes:
        drawer: draws the cards.
        cards: the cards of its entries.
        start: where its numbers begin.
        replaces: its card takes the place of the last one before it.
    """

    drawer: StraightDrawer
    cards: Sequence[PackCard]
    start: int
    replaces: bool


class Program:
    """A pack without any "if": a fixed number of numbers, and what becomes of them.

    Attributes:
        limits: each number is from 0 to the limit - 1.
        parts: which cards they stand for.
        start, end: where in a pack's bytes the numbers are, as long as none is skipped.
    """

    def __init__(self, parts: Sequence[Part], limits: Sequence[int], start: int) -> None:
        """Take the parts, in order, and the limits of all their numbers."""
        self.parts = tuple(parts)
        self.limits = tuple(limits)
        self.start = start
        sizes = [number_size(limit) for limit in limits]
        self.end = start + sum(sizes)
        self.sizes = tuple(sizes)
        self.bounds = tuple(map(number_bound, limits, sizes))
        plain = all(size in _CODES for size in sizes)
        codes = "".join(_CODES[size] for size in sizes) if plain else ""
        self._unpack = Struct(f"<{start}x{codes}").unpack_from if plain else None
        self._picks: list[tuple[Pick[PackCard], bool]] | None = None

    def numbers(self, data: bytes) -> list[int] | None:
        """The numbers of a pack with these bytes; None if some are to be skipped."""
        if self._unpack is None:
            return None
        values = self._unpack(data)
        if 255 in data and any(map(ge, values, self.bounds)):  # noqa: PLR2004 - the top byte of all that are skipped
            return None
        return list(map(mod, values, self.limits))

    def cards(self, numbers: Sequence[int]) -> list[PackCard]:
        """The cards that *numbers* stand for."""
        if self._picks is None:
            self._picks = [
                (part.drawer.bound(part.cards, part.start), part.replaces) for part in self.parts
            ]
        cards: list[PackCard] = []
        for pick, replaces in self._picks:
            if replaces:
                del cards[-1:]
            pick(numbers, cards)
        return cards


@frozen(eq=False)
class Place:
    """A step in its pack.

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


class Leaf:
    """A pack whose choices are all made.

    Attributes:
        layout: the name of its layout.
        program: its first slots, which can be drawn straight away.
        places: the other slots, in order, for which it matters what came before.
    """

    def __init__(
        self, layout: str, places: Sequence[Place], program: Program, key: Key | None
    ) -> None:
        """Take the program, and the places after it.

        *key* tells cards that should not come twice from one another.
        """
        self.layout = layout
        self._key = key
        self.places = tuple(places)
        self.program = program

    def draw(self, bits: Bits, state: State) -> list[PackCard]:
        """The cards of a pack.

        Raises:
            EmptySheetError: a slot cannot be filled.
        """
        cards = self.program.cards([bits.below(limit) for limit in self.program.limits])
        self.finish(bits, state, cards)
        return cards

    def finish(self, bits: Bits, state: State, cards: list[PackCard]) -> None:
        """Add the cards of the places after the program to its *cards*.

        Raises:
            EmptySheetError: a slot cannot be filled.
        """
        if self.places and self._key is not None:
            state.taken.update(map(self._key, cards))
        carried = 0
        for place in self.places:
            carried = place.step.fill(place.drawer_of, bits, state, cards, carried)
