"""Packs in a row: the first packs one by one, later ones in arrays if numpy is installed."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from itertools import islice
from typing import TYPE_CHECKING

from ..model import Booster, CardSet, Pack, Slot

if TYPE_CHECKING:
    from .arrays import PackArrays
    from .bulk_packs import BulkPacks

#: The number of packs made one by one first, if numpy is loaded, and if it must be imported.
_FIRST, _BEFORE_NUMPY = 512, 8_192

#: The maximum number of packs in a block. The whole block is made before its first pack is used.
_MOST = 4_096

#: The maximum number of cards in packs that are made together.
_MOST_CARDS = 2**19


def made_singly(count: int) -> int:
    """Return how many of *count* packs are made one by one; arrays are not faster for them."""
    return min(_FIRST if sys.modules.get("numpy") else _BEFORE_NUMPY, count)


class Blocks:
    """A maker of packs of a booster in blocks, as arrays if possible."""

    def __init__(
        self, cardset: CardSet, booster: Booster, get_maker: Callable[[], PackArrays]
    ) -> None:
        """Prepare to make packs. *get_maker* raises an exception if numpy is not installed."""
        self._cardset = cardset
        self._booster = booster
        self._get_maker = get_maker

    @cached_property
    def most(self) -> int:
        """Return the maximum number of packs that are made together, limited by their cards."""
        layouts = self._booster.layouts
        sizes = (sum(self._size(slot) for slot, _ in layout.walk()) for layout in layouts)
        return max(_MOST_CARDS // max(*sizes, 1, 1), 1)

    def _size(self, slot: Slot) -> int:
        if isinstance(slot.count, int):
            return slot.count
        sheets = self._cardset.sheets
        return max((sheets[each.sheet].total for each in slot.sheets), default=0)

    @cached_property
    def _maker(self) -> PackArrays:
        return self._get_maker()

    def arrays(self, start: int, count: int) -> tuple[BulkPacks | None, Sequence[int]]:
        """Return *count* packs from number *start* as arrays, and the indices of packs not made.

        The caller makes these packs one by one; their rows in the arrays are undefined. If no pack
        can be made as an array, the first value is None.
        """
        left: list[int] = []
        try:
            return self._maker.make(start, count, left), left
        except Exception:  # noqa: BLE001 - no numpy, or an error that its pack raises again
            return None, range(count)

    def packs(
        self, one_by_one: Callable[[int, int], Iterator[Pack]], start: int, end: int
    ) -> Iterator[Pack]:
        """Yield the packs from number *start* to *end* - 1.

        *one_by_one* makes the packs of a range. The size of a block is the number of packs before
        it, up to a maximum. If most packs of a block of maximum size cannot be made as arrays, all
        later packs are made one by one.
        """
        at = start + made_singly(end - start)
        yield from one_by_one(start, at)
        most = min(self.most, _MOST) if at < end else 0
        while at < end:
            size = min(at - start, most, end - at)
            made, left = self.arrays(at, size)
            block, at = at, at + size
            if made is None or 2 * len(left) > size:
                yield from one_by_one(block, at)
                if size == most:
                    break
                continue
            packs, done = iter(made), 0
            for place in left:
                yield from islice(packs, place - done)
                yield from one_by_one(block + place, block + place + 1)
                next(packs)
                done = place + 1
            yield from packs
        yield from one_by_one(at, end)
