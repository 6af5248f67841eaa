"""Leaves: packs whose choices are all made; only cards remain to be drawn."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import frozen

from ..bits import Bits
from ..model import PackCard
from .drawers.drawer import Drawer, Pick, State, StraightDrawer
from .limits import Limits
from .steps import DrawerOf, Key, Step


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


class Program(Limits):
    """Slots without any "if": a fixed number of numbers, and what becomes of them.

    Attributes:
        parts: which cards the numbers stand for.
    """

    def __init__(self, parts: Sequence[Part], limits: Sequence[int], start: int) -> None:
        """Take the parts, in order, and the limits of all their numbers."""
        super().__init__(limits, start)
        self.parts = tuple(parts)
        self._picks: list[tuple[Pick[PackCard], bool]] | None = None

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
        slots: all of its slots, in order.
        program: the first of them, which can be drawn straight away.
        places: the other ones, for which it matters what came before.
    """

    def __init__(
        self, layout: str, slots: Sequence[Place], program: Program, key: Key | None
    ) -> None:
        """Take the slots, and the program of the first of them.

        *key* tells cards that should not come twice from one another.
        """
        self.layout = layout
        self._key = key
        self.slots = tuple(slots)
        self.places = self.slots[len(program.parts) :]
        self.program = program

    def draw(self, bits: Bits, state: State) -> list[PackCard]:
        """The cards of a pack.

        Raises:
            EmptySheetError: a slot cannot be filled.
        """
        numbers = [bits.below(limit) for limit in self.program.limits]
        cards = self.program.cards(numbers)
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
        has_last = bool(self.program.parts)
        for place in self.places:
            if place.step.replaces and not has_last:
                continue  # the slot drew nothing that could be replaced
            before = len(cards)
            carried = place.step.fill(place.drawer_of, bits, state, cards, carried)
            has_last = place.step.replaces or len(cards) > before
