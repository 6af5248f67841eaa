"""Drawers: how cards are taken from a sheet, one class for each collation of the model."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Hashable
from itertools import accumulate
from typing import Protocol

from attrs import define, field

from ..errors import CollationError
from ..model import Entry, Fixed, PrintRun, Random, Sheet, Striped
from .bits import Bits

#: After so many cards in a row that may not be drawn, the rest is weighed exactly.
_REDRAWS = 16


@define
class PackState:
    """What has been drawn for one pack so far.

    Attributes:
        taken: the keys of cards that should not come again.
        used: for each sheet the copies that are gone.
        positions: for each sheet where a print run goes on.
    """

    taken: set[Hashable] = field(factory=set)
    used: dict[str, set[int]] = field(factory=dict)
    positions: dict[str, int] = field(factory=dict)


class Drawer(Protocol):
    """Takes cards from one sheet."""

    def draw(self, bits: Bits, state: PackState, count: int) -> list[int]:
        """The numbers of up to *count* entries, in order; fewer if the sheet runs out."""


class Copies:
    """The copies of a sheet, numbered through; memory goes with the entries, not the copies."""

    def __init__(self, sheet: Sheet) -> None:
        """Number the copies of *sheet*."""
        self.counts = [entry.copies for entry in sheet.entries]
        self.ends = list(accumulate(self.counts))
        self.total = self.ends[-1] if self.ends else 0

    def entry(self, copy: int) -> int:
        """The number of the entry that *copy* belongs to."""
        return bisect_right(self.ends, copy)


class RandomDrawer:
    """Cards at random, by copies; see :class:`~cardformats.model.Random`.

    A card whose key is taken is not drawn as long as there is another one.
    """

    def __init__(self, sheet: Sheet, keys: list[Hashable] | None, *, replacement: bool) -> None:
        """Draw from *sheet*; *keys* are those of its entries if cards should not come twice."""
        self.sheet = sheet
        self.copies = Copies(sheet)
        self.keys = keys
        self.replacement = replacement

    def draw(self, bits: Bits, state: PackState, count: int) -> list[int]:
        """See :class:`Drawer`."""
        used = state.used.setdefault(self.sheet.name, set())
        drawn: list[int] = []
        while len(drawn) < count:
            copy = self._draw_one(bits, state, used)
            if copy is None:
                break
            entry = self.copies.entry(copy)
            drawn.append(entry)
            if not self.replacement:
                used.add(copy)
            if self.keys is not None:
                state.taken.add(self.keys[entry])
        return drawn

    def _draw_one(self, bits: Bits, state: PackState, used: set[int]) -> int | None:
        """The number of a copy; None if there is none left."""
        total = self.copies.total
        if len(used) == total:
            return None
        for _ in range(_REDRAWS):
            copy = bits.below(total)
            if copy in used:
                continue
            if self.keys is None or self.keys[self.copies.entry(copy)] not in state.taken:
                return copy
        return self._weigh_the_rest(bits, state, used)

    def _weigh_the_rest(self, bits: Bits, state: PackState, used: set[int]) -> int:
        """A copy from those that may be drawn; from all that are left if no other may."""
        left = list(self.copies.counts)
        for copy in used:
            left[self.copies.entry(copy)] -= 1
        if self.keys is not None:
            free = [
                0 if key in state.taken else count
                for key, count in zip(self.keys, left, strict=True)
            ]
            left = free if any(free) else left
        entry = bits.index(list(accumulate(left)))
        end = self.copies.ends[entry]
        start = end - self.copies.counts[entry]
        return next(copy for copy in range(start, end) if copy not in used)


class FixedDrawer:
    """Every card of the sheet in order; see :class:`~cardformats.model.Fixed`."""

    def __init__(self, sheet: Sheet) -> None:
        """Draw all of *sheet*."""
        self.copies = Copies(sheet)

    def draw(self, bits: Bits, state: PackState, count: int) -> list[int]:  # noqa: ARG002 - nothing is left to chance
        """See :class:`Drawer`."""
        return [self.copies.entry(copy) for copy in range(min(count, self.copies.total))]


class PrintRunDrawer:
    """Consecutive cards from a random start; see :class:`~cardformats.model.PrintRun`."""

    def __init__(self, sheet: Sheet, run: PrintRun) -> None:
        """Draw from *sheet* as *run* says.

        Raises:
            CollationError: the run goes on through a box.
        """
        if run.continues == "box":
            message = f"the print run {sheet.name!r} goes on through a box; packs are made singly"
            raise CollationError(message)
        self.sheet, self.run = sheet, run
        self.copies = Copies(sheet)

    def draw(self, bits: Bits, state: PackState, count: int) -> list[int]:
        """See :class:`Drawer`."""
        size = self.copies.total
        if size == 0:
            return []
        start = state.positions.get(self.sheet.name)
        if start is None or self.run.continues == "slot":
            groups = -(-size // self.run.group_size)
            start = self.run.group_size * bits.below(groups)
        state.positions[self.sheet.name] = start + count
        return [self.copies.entry((start + step) % size) for step in range(count)]


class StripedDrawer:
    """Stripes of a sheet in rows; see :class:`~cardformats.model.Striped`.

    From a uniform start the drawer goes up within a stripe, then to the next column on the left; at
    the left edge it goes on at the right end of the row above, in a stripe of a new width.
    """

    def __init__(self, sheet: Sheet, striped: Striped) -> None:
        """Draw from *sheet* as *striped* says."""
        self.length = striped.length
        self.copies = Copies(sheet)
        self.weights = list(accumulate(striped.weights))
        by_width = (weight * width for width, weight in enumerate(striped.weights, 1))
        self.first_weights = list(accumulate(by_width))

    def draw(self, bits: Bits, state: PackState, count: int) -> list[int]:  # noqa: ARG002 - stripes do not look at other slots
        """See :class:`Drawer`."""
        size = self.copies.total
        if size == 0 or count == 0:
            return []
        cell = bits.below(size)
        width = bits.index(self.first_weights) + 1
        depth = bits.below(width) + 1
        cells = [cell]
        while len(cells) < count:
            if depth < width:
                cell, depth = cell - self.length, depth + 1
            elif cell % self.length:
                cell, depth = cell - 1 + (width - 1) * self.length, 1
            else:
                cell, depth, width = cell - 1, 1, bits.index(self.weights) + 1
            cell %= size
            cells.append(cell)
        return [self.copies.entry(cell) for cell in cells]


def drawer_for(sheet: Sheet, key: Callable[[Entry], Hashable] | None) -> Drawer:
    """The drawer for *sheet*; *key* tells cards that should not come twice from one another.

    Raises:
        CollationError: no drawer knows the sheet's collation.
    """
    collation = sheet.collation
    if isinstance(collation, Random):
        keys = [key(entry) for entry in sheet.entries] if key else None
        return RandomDrawer(sheet, keys, replacement=collation.replacement)
    if isinstance(collation, Fixed):
        return FixedDrawer(sheet)
    if isinstance(collation, PrintRun):
        return PrintRunDrawer(sheet, collation)
    if isinstance(collation, Striped):
        return StripedDrawer(sheet, collation)
    message = f"sheet {sheet.name!r}: no drawer for the collation {collation!r}"
    raise CollationError(message)
