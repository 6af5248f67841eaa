"""Print runs and stripes as Draftmancer takes them: each slot starts anew, whatever came before."""

from __future__ import annotations

from itertools import accumulate

from ...bits import Bits
from ...model import PrintRun, Striped


def run(collation: PrintRun, total: int, count: int, bits: Bits) -> list[int]:
    """*count* consecutive ones of *total* copies, from the start of a group; the end wraps."""
    groups = -(-total // collation.group_size)
    start = collation.group_size * bits.below(groups)
    return [(start + step) % total for step in range(count)]


def stripes(collation: Striped, total: int, count: int, bits: Bits) -> list[int]:
    """*count* of *total* cells in rows, stripe by stripe; see :class:`~cardformats.Striped`.

    The start is a cell, and a place in a stripe: a wide stripe has more of them.  The way goes up
    in a stripe, then to the foot of the next on the left.  From the left edge it goes on at the
    right of the row above, in a stripe of a new width.
    """
    if not count:
        return []
    weights = list(accumulate(collation.weights))
    places = list(accumulate(width * each for width, each in enumerate(collation.weights, 1)))
    cell = bits.below(total)
    width = 1 + bits.index(places)
    depth = 1 + bits.below(width)
    cells = [cell]
    while len(cells) < count:
        if depth < width:
            cell, depth = cell - collation.length, depth + 1
        elif cell % collation.length:
            cell, depth = cell - 1 + (width - 1) * collation.length, 1
        else:
            width, depth = 1 + bits.index(weights), 1
            cell -= 1
        cell %= total
        cells.append(cell)
    return cells
