"""Packs in a row: the first one by one, then in blocks as arrays where numpy is there."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from itertools import islice
from typing import TYPE_CHECKING

from ..errors import CollationError
from ..model import Pack

if TYPE_CHECKING:
    from .bulk import BulkMaker

#: So many packs are made one by one first, where numpy is loaded, and where it has to be.
_FIRST, _BEFORE_NUMPY = 128, 8_192

#: A block has as many packs as came before it, but no more than this.
_MOST = 8_192


def in_blocks(
    get_maker: Callable[[], BulkMaker],
    one_by_one: Callable[[int, int], Iterator[Pack]],
    start: int,
    end: int,
) -> Iterator[Pack]:
    """The packs from number *start* to *end* - 1, however far that is.

    Once most of a large block cannot be made as arrays, the rest comes one by one.

    Args:
        get_maker: gives what makes packs as arrays; it fails without numpy.
        one_by_one: makes the packs from one number up to another.
        start: the number of the first.
        end: the number after the last.
    """
    at = min(start + (_FIRST if sys.modules.get("numpy") else _BEFORE_NUMPY), end)
    yield from one_by_one(start, at)
    try:
        maker = get_maker() if at < end else None
    except CollationError:  # there is no numpy
        maker = None
    while maker and at < end:
        size = min(at - start, _MOST, end - at)
        left: list[int] = []
        try:
            packs = iter(maker.make(at, size, left))
        except Exception:  # noqa: BLE001 - whatever it is, it comes again at its pack
            left = [*range(size)]
        block, at = at, at + size
        if 2 * len(left) > size:
            yield from one_by_one(block, at)
            if size == _MOST:
                break
            continue
        done = 0
        for place in left:
            yield from islice(packs, place - done)
            yield from one_by_one(block + place, block + place + 1)
            next(packs)
            done = place + 1
        yield from packs
    yield from one_by_one(at, end)
