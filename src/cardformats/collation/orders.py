"""Ordered sheets: fixed sheets, print runs, stripes and spread sheets."""

from __future__ import annotations

from ..model import Fixed, PrintRun, Spread, Striped
from .leaves import Draw, Hands, Run, Walk
from .tree import Node, Seq


def in_order(
    copies: tuple[int, ...], collation: PrintRun | Striped | Fixed | Spread, count: int
) -> Node:
    """Return the node that takes *count* cards from a sheet with these copies."""
    if isinstance(collation, PrintRun):
        continues = "" if collation.continues == "slot" else collation.continues
        return Run(copies, count, collation.group_size, continues)
    if isinstance(collation, Striped):
        return Walk(copies, count, collation.length, collation.weights)
    return (fixed if isinstance(collation, Fixed) else spread)(copies, count)


def fixed(copies: tuple[int, ...], count: int, times: int = 1) -> Hands:
    """Return the first *count* copies, or all if there are fewer, repeated *times* times."""
    pile = Draw(copies, 0)
    hand = [pile.entry(copy) for copy in range(min(count, pile.total))] * times
    return Hands((tuple(hand),), (1,))


def spread(copies: tuple[int, ...], count: int) -> Node:
    """Return all copies equally often, and some once more, in random order."""
    total = sum(copies)
    times, rest = divmod(count, total) if total else (0, 0)
    once_more = Draw(copies, rest, fresh=True)
    if not times:
        return once_more
    return Seq((fixed(copies, total, times), once_more), shuffled=True)
