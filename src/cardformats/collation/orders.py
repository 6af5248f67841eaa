"""Sheets in order: fixed ones, print runs, stripes, and sheets that are spread."""

from __future__ import annotations

from ..model import Fixed, PrintRun, Spread, Striped
from .leaves import Draw, Hands, Run, Walk
from .tree import Node, Seq


def in_order(
    copies: tuple[int, ...], collation: PrintRun | Striped | Fixed | Spread, count: int
) -> Node:
    """What takes *count* cards from a sheet of these copies."""
    if isinstance(collation, PrintRun):
        continues = "" if collation.continues == "slot" else collation.continues
        return Run(copies, count, collation.group_size, continues)
    if isinstance(collation, Striped):
        return Walk(copies, count, collation.length, collation.weights)
    return (fixed if isinstance(collation, Fixed) else spread)(copies, count)


def fixed(copies: tuple[int, ...], count: int, times: int = 1) -> Hands:
    """The first *count* copies, or all if there are fewer, so many times over."""
    pile = Draw(copies, 0)
    hand = [pile.entry(copy) for copy in range(min(count, pile.total))] * times
    return Hands((tuple(hand),), (1,))


def spread(copies: tuple[int, ...], count: int) -> Node:
    """All copies equally often, and some once more; in random order."""
    total = sum(copies)
    times, rest = divmod(count, total) if total else (0, 0)
    once_more = Draw(copies, rest, fresh=True)
    if not times:
        return once_more
    return Seq((fixed(copies, total, times), once_more), shuffled=True)
