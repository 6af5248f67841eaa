"""A pack whose choices are all made."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import TypeAlias

from ...bits import Bits
from ...model import PackCard
from ..drawers.drawer import Pick, State
from .sheet_drawers import Drawers
from .steps import Fill, Limits, StraightFill


class PackPlan:
    """A pack whose choices are all made.

    Attributes:
        layout: the name of its layout.
        drawers: know the sheets.
        slots: all of its slots, in order.
        straight: the first of them, whose cards come from a fixed number of numbers.
        limits: those of these numbers.
        fills: the other slots, for which it matters what came before.
    """

    def __init__(
        self,
        layout: str,
        straight: Sequence[StraightFill],
        limits: Limits,
        fills: Sequence[Fill],
        drawers: Drawers,
    ) -> None:
        """Take the slots; *drawers* know the sheets."""
        self.layout = layout
        self.straight = tuple(straight)
        self.limits = limits
        self.fills = tuple(fills)
        self.slots = (*self.straight, *self.fills)
        self.drawers = drawers
        self._picks: list[tuple[Pick[PackCard], bool]] | None = None

    @cached_property
    def _keys(self) -> dict[int, int]:
        """The keys of the cards of the straight slots, which live as long, by their identity."""
        sheets = [sheet for fill in self.straight for sheet in fill.step.sheets]
        return {
            id(card): key
            for sheet in sheets
            for card, key in zip(sheet.cards, sheet.keys or (), strict=False)
        }

    def cards(self, numbers: Sequence[int]) -> list[PackCard]:
        """The cards of the straight slots that *numbers* stand for."""
        if self._picks is None:
            self._picks = [
                (fill.drawer.bound(fill.cards, fill.start), fill.step.replaces)
                for fill in self.straight
            ]
        cards: list[PackCard] = []
        for pick, replaces in self._picks:
            if replaces:
                del cards[-1:]
            pick(numbers, cards)
        return cards

    def draw(self, bits: Bits, state: State) -> list[PackCard]:
        """The cards of a pack.

        Raises:
            EmptySheetError: a slot cannot be filled.
        """
        cards = self.cards([bits.below(limit) for limit in self.limits.limits])
        self.finish(bits, state, cards)
        return cards

    def finish(self, bits: Bits, state: State, cards: list[PackCard]) -> None:
        """Add to *cards* those of the slots for which it matters what came before.

        Raises:
            EmptySheetError: a slot cannot be filled.
        """
        if self.straight and self.fills and not self.fills[0].step.forgets:
            state.taken.update(map(self._keys.get, map(id, cards)))
        carried = 0
        has_last = bool(self.straight)
        for fill in self.fills:
            if fill.step.replaces and not has_last:
                continue  # the slot drew nothing that could be replaced
            before = len(cards)
            carried = fill.step.fill(fill.drawer_of, bits, state, cards, carried)
            has_last = fill.step.replaces or len(cards) > before


#: Gives the plans of packs, one after the other.
PackPlans: TypeAlias = Callable[[], PackPlan]


def drawn_plan(next_plan: PackPlans, bits: Bits) -> tuple[PackPlan, Sequence[PackCard]]:
    """The next plan, and the cards of a pack that is made by it."""
    pack_plan = next_plan()
    return pack_plan, pack_plan.draw(bits, State())
