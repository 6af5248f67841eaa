"""Fixed sheets: every card, in order."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from ..odds.hands import HandOdds
from ..odds.odds import Odds
from .copies import Copies
from .drawer import Pick, StraightDrawer

T = TypeVar("T")


class FixedDrawer(StraightDrawer):
    """The first copies of the sheet, in order; see :class:`~cardformats.Fixed`."""

    limits = ()

    def __init__(self, copies: Copies, count: int) -> None:
        """Draw the first *count* of *copies*, or all if there are fewer."""
        self.size = len(copies.counts)
        self.count = min(count, copies.total)
        self.entries = [copies.entry(copy) for copy in range(self.count)]

    def bind(self, values: Sequence[T], start: int = 0) -> Pick[T]:  # noqa: ARG002 - it needs no numbers
        """See :class:`StraightDrawer`."""
        drawn = [values[entry] for entry in self.entries]
        return lambda _, cards: cards.extend(drawn)

    def odds(self) -> Odds:
        """See :class:`Drawer`."""
        return HandOdds([(1, self.entries)])
