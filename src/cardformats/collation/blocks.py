"""Packs in a row: the first one by one, then in blocks as arrays where numpy is there."""

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

#: So many packs are made one by one first, where numpy is loaded, and where it has to be.
_FIRST, _BEFORE_NUMPY = 512, 8_192

#: Blocks of packs in a row have no more packs than this, which are there before they are needed.
_MOST = 4_096

#: So many cards are in packs that are made together.
_MOST_CARDS = 2**19


def made_singly(count: int) -> int:
    """How many of so many packs are made one by one, since arrays do not pay for them."""
    return min(_FIRST if sys.modules.get("numpy") else _BEFORE_NUMPY, count)


class Blocks:
    """Makes packs of a booster some at a time, as arrays where that can be."""

    def __init__(
        self, cardset: CardSet, booster: Booster, get_maker: Callable[[], PackArrays]
    ) -> None:
        """Nothing is made; *get_maker* fails without numpy."""
        self._cardset = cardset
        self._booster = booster
        self._get_maker = get_maker

    @cached_property
    def most(self) -> int:
        """How many packs can be made together, since they do not have too many cards."""
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
        """*count* packs from number *start* on as arrays, and the places of those that are none.

        These have to be made one by one, and mean nothing in the arrays.  Where that is so for all,
        there are no arrays.
        """
        left: list[int] = []
        try:
            return self._maker.make(start, count, left), left
        except Exception:  # noqa: BLE001 - no numpy, or whatever comes again at its pack
            return None, range(count)

    def packs(
        self, one_by_one: Callable[[int, int], Iterator[Pack]], start: int, end: int
    ) -> Iterator[Pack]:
        """The packs from number *start* to *end* - 1, however far that is.

        *one_by_one* makes them from one number up to another.  A block has as many packs as came
        before it, up to a size.  Once most of such a block are no arrays, the rest comes one by
        one.
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
