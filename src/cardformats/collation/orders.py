"""Sheets in order: fixed ones, print runs, stripes, and sheets that are spread."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate

from attrs import field, frozen

from ..bits import Bits
from ..model import Fixed, PrintRun, Spread, Striped
from .tree import Draw, Hands, Node, Run, Sampler, Seq

#: More ways through stripes than this are not listed, so that their odds are simulated.
_MOST_WALKS = 100_000


def in_order(
    copies: tuple[int, ...], collation: PrintRun | Striped | Fixed | Spread, count: int
) -> Node:
    """What takes *count* cards from a sheet of these copies."""
    if isinstance(collation, PrintRun):
        return Run(copies, count, collation.group_size, goes_on=collation.continues != "slot")
    if isinstance(collation, Striped):
        return striped(copies, collation, count)
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


def striped(copies: tuple[int, ...], how: Striped, count: int) -> Node:
    """Stripes of a sheet in rows; see :class:`~cardformats.Striped`.

    They are listed as hands where these are not too many.
    """
    stripes = Stripes(copies, how.length, how.weights, count if sum(copies) else 0)
    if not stripes.count:
        return Hands(((),), (1,))
    walks = stripes.walks()
    return Sampler(stripes.draw, stripes.count) if walks is None else Hands.of(walks)


@frozen
class Stripes:
    """Walks through a sheet in rows.

    From a uniform start a walk goes up within a stripe, then to the next column on the left; at the
    left edge it goes on at the right end of the row above, in a stripe of a new width.

    Attributes:
        copies: those of each entry.
        length: the number of columns.
        shares: the weights of the widths 1, 2, 3, ….
        count: how many cards a walk has.
    """

    copies: tuple[int, ...]
    length: int
    shares: tuple[int, ...]
    count: int
    _pile: Draw = field(init=False)

    def __attrs_post_init__(self) -> None:
        """Number the copies through."""
        object.__setattr__(self, "_pile", Draw(self.copies, 0))

    def draw(self, bits: Bits) -> Sequence[int]:
        """A walk at random."""
        cell = bits.below(self._pile.total)
        # a stripe has as many places as it is wide, each with the weight of the width
        width = bits.index([*accumulate(w * n for n, w in enumerate(self.shares, 1))]) + 1
        depth = 1 + bits.below(width)
        cells = [cell]
        for _ in range(self.count - 1):
            if self._at_edge(cell, width, depth):
                width = bits.index([*accumulate(self.shares)]) + 1
                cell, depth = (cell - 1) % self._pile.total, 1
            else:
                cell, depth = self._inside(cell, width, depth)
            cells.append(cell)
        return [*map(self._pile.entry, cells)]

    def _at_edge(self, cell: int, width: int, depth: int) -> bool:
        """Whether the stripe ends after *cell*, at *depth* of its *width*."""
        return depth == width and cell % self.length == 0

    def _inside(self, cell: int, width: int, depth: int) -> tuple[int, int]:
        """The next cell of a stripe, and its depth."""
        if depth < width:
            return (cell - self.length) % self._pile.total, depth + 1
        return (cell - 1 + (width - 1) * self.length) % self._pile.total, 1

    def walks(self) -> list[tuple[int, list[int]]] | None:
        """All walks with whole weights; None if they are too many."""
        widths = [(width, share) for width, share in enumerate(self.shares, 1) if share]
        total, length = self._pile.total, self.length
        if total * sum(width for width, _ in widths) > _MOST_WALKS:
            return None
        # what a walk has drawn, its weight, how often it passed the edge, and where it is
        walks: list[tuple[tuple[int, ...], int, int, int, int]] = [
            ((cell,), share, 0, width, depth)
            for cell in range(total)
            for width, share in widths
            for depth in range(1, width + 1)
        ]
        for _ in range(self.count - 1):
            after = []
            for cells, weight, edges, width, depth in walks:
                cell = cells[-1]
                if depth == width and cell % length == 0:
                    its = (*cells, (cell - 1) % total)
                    after += [(its, weight * share, edges + 1, new, 1) for new, share in widths]
                else:
                    cell, next_depth = self._inside(cell, width, depth)
                    after.append(((*cells, cell), weight, edges, width, next_depth))
            walks = after
            if len(walks) > _MOST_WALKS:
                return None
        most, whole = max(edges for _, _, edges, _, _ in walks), sum(self.shares)
        entries = self._pile.listed or [*map(self._pile.entry, range(total))]
        return [
            (weight * whole ** (most - edges), [entries[cell] for cell in cells])
            for cells, weight, edges, _, _ in walks
        ]
