"""Print runs: consecutive cards from a random start."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from ...bits import Bits
from ...model import PrintRun
from ..odds.hands import HandOdds
from ..odds.odds import Odds
from .copies import Copies
from .drawer import Pick, State, StraightDrawer

T = TypeVar("T")

#: The hands of a run are listed up to so many cards together.
_LISTED = 200_000


class RunDrawer(StraightDrawer):
    """Consecutive copies, wrapping at the end; see :class:`~cardformats.PrintRun`.

    One number says at which group the run begins.  Where a run goes on from slot to slot, the
    drawer of a later slot skips the cards that earlier ones took.
    """

    def __init__(self, name: str, copies: Copies, run: PrintRun, count: int, skip: int = 0) -> None:
        """Draw *count* of the *copies* of the sheet *name*, *skip* after the start."""
        self.name = name
        self.copies = copies
        self.run = run
        self.count = count if copies.total else 0
        self.skip = skip
        self.size = len(copies.counts)
        groups = -(-copies.total // run.group_size)
        self.limits = (groups,) if copies.total else ()

    def after(self, skip: int) -> RunDrawer:
        """The same drawer for a slot before which *skip* cards are gone."""
        return RunDrawer(self.name, self.copies, self.run, self.count, skip)

    def bind(self, values: Sequence[T], start: int = 0) -> Pick[T]:
        """See :class:`StraightDrawer`."""
        total, skip = self.copies.total, self.skip
        group, end = self.run.group_size, skip + self.count
        if not total:
            return lambda _, cards: cards.extend(())
        if total * end > _LISTED:
            value = self.copies.look_up(values)
            return lambda numbers, cards: cards.extend(
                value((group * numbers[start] + step) % total) for step in range(skip, end)
            )
        hands = [[values[entry] for entry in hand] for _, hand in self.hands(self.count)]
        return lambda numbers, cards: cards.extend(hands[numbers[start]])

    def draw(self, bits: Bits, state: State) -> Sequence[int]:
        """See :class:`Drawer`; the run goes on where the pack, or the box, has left it."""
        if not self.copies.total:
            return []
        start = state.positions.get(self.name)
        if start is None or self.run.continues == "slot":
            start = self.run.group_size * bits.below(self.limits[0])
        state.positions[self.name] = start + self.count
        total = self.copies.total
        return [self.copies.entry((start + step) % total) for step in range(self.count)]

    def hands(self, count: int) -> list[tuple[int, list[int]]]:
        """The first *count* entries from each start, each of weight 1."""
        total, entry = self.copies.total, self.copies.entry
        steps = range(self.skip, self.skip + count)
        starts = range(0, total, self.run.group_size)
        return [(1, [entry((start + step) % total) for step in steps]) for start in starts]

    def odds(self) -> Odds | None:
        """See :class:`Drawer`."""
        if self.copies.total * (self.skip + self.count) > _LISTED:
            return None
        return HandOdds(self.hands(self.count) or [(1, [])])
