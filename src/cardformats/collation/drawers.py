"""Drawers: how cards are taken from a sheet, one class for each collation of the model."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Hashable, Iterator
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


class RandomDrawer:
    """Cards at random, by copies; see :class:`~cardformats.model.Random`.

    A card whose key is taken is not drawn as long as there is another one.
    """

    def __init__(self, sheet: Sheet, keys: list[Hashable] | None, *, replacement: bool) -> None:
        """Draw from *sheet*; *keys* are those of its entries if cards should not come twice."""
        self.sheet = sheet
        self.copies = [entry.copies for entry in sheet.entries]
        self.cumulative = list(accumulate(self.copies))
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
            entry = self._entry(copy)
            drawn.append(entry)
            if not self.replacement:
                used.add(copy)
            if self.keys is not None:
                state.taken.add(self.keys[entry])
        return drawn

    def _draw_one(self, bits: Bits, state: PackState, used: set[int]) -> int | None:
        """The number of a copy; None if there is none left."""
        total = self.cumulative[-1] if self.cumulative else 0
        if total == 0 or len(used) == total:
            return None
        for _ in range(_REDRAWS):
            copy = bits.below(total)
            if copy in used:
                continue
            if self.keys is None or self.keys[self._entry(copy)] not in state.taken:
                return copy
        return self._weigh_the_rest(bits, state, used)

    def _weigh_the_rest(self, bits: Bits, state: PackState, used: set[int]) -> int:
        """A copy from those that may be drawn; from all that are left if no other may."""
        gone = [0] * len(self.copies)
        for copy in used:
            gone[self._entry(copy)] += 1
        left = [copies - away for copies, away in zip(self.copies, gone, strict=True)]
        if self.keys is not None:
            free = [
                0 if key in state.taken else copies
                for key, copies in zip(self.keys, left, strict=True)
            ]
            left = free if any(free) else left
        entry = bits.index(list(accumulate(left)))
        start = self.cumulative[entry] - self.copies[entry]
        return next(copy for copy in range(start, self.cumulative[entry]) if copy not in used)

    def _entry(self, copy: int) -> int:
        return bisect_right(self.cumulative, copy)


class FixedDrawer:
    """Every card of the sheet in order; see :class:`~cardformats.model.Fixed`."""

    def __init__(self, sheet: Sheet) -> None:
        """Draw all of *sheet*."""
        self.entries = list(_expanded(sheet))

    def draw(self, bits: Bits, state: PackState, count: int) -> list[int]:  # noqa: ARG002 - nothing is left to chance
        """See :class:`Drawer`."""
        return self.entries[:count]


class PrintRunDrawer:
    """Consecutive cards from a random start; see :class:`~cardformats.model.PrintRun`."""

    def __init__(self, sheet: Sheet, run: PrintRun) -> None:
        """Draw from *sheet* as *run* says."""
        self.sheet, self.run = sheet, run
        self.entries = list(_expanded(sheet))

    def draw(self, bits: Bits, state: PackState, count: int) -> list[int]:
        """See :class:`Drawer`."""
        size = len(self.entries)
        if size == 0:
            return []
        start = state.positions.get(self.sheet.name)
        if start is None or self.run.continues == "slot":
            groups = -(-size // self.run.group_size)
            start = self.run.group_size * bits.below(groups)
        state.positions[self.sheet.name] = start + count
        return [self.entries[(start + step) % size] for step in range(count)]


class StripedDrawer:
    """Stripes of a sheet in rows; see :class:`~cardformats.model.Striped`.

    From a uniform start the drawer goes up within a stripe, then to the next column on the left; at
    the left edge it goes on at the right end of the row above, in a stripe of a new width.
    """

    def __init__(self, sheet: Sheet, striped: Striped) -> None:
        """Draw from *sheet* as *striped* says."""
        self.length = striped.length
        self.entries = list(_expanded(sheet))
        self.weights = list(accumulate(striped.weights))
        by_width = (weight * width for width, weight in enumerate(striped.weights, 1))
        self.first_weights = list(accumulate(by_width))

    def draw(self, bits: Bits, state: PackState, count: int) -> list[int]:  # noqa: ARG002 - stripes do not look at other slots
        """See :class:`Drawer`."""
        size = len(self.entries)
        if size == 0:
            return []
        cell = bits.below(size)
        width = bits.index(self.first_weights) + 1
        depth = bits.below(width) + 1
        drawn = [self.entries[cell]]
        while len(drawn) < count:
            if depth < width:
                cell, depth = cell - self.length, depth + 1
            elif cell % self.length:
                cell, depth = cell - 1 + (width - 1) * self.length, 1
            else:
                cell, depth, width = cell - 1, 1, bits.index(self.weights) + 1
            cell %= size
            drawn.append(self.entries[cell])
        return drawn


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


def _expanded(sheet: Sheet) -> Iterator[int]:
    """The numbers of the entries, each as often as it has copies."""
    for number, entry in enumerate(sheet.entries):
        yield from (number for _ in range(entry.copies))
