"""Allotting: who gets how much of what there is, so that as much as possible is met.

A maximum flow from demands to goods.  Demands come one after the other; a later one never takes
from what an earlier one has got, though it may get it something else instead.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Mapping, Sequence
from typing import TypeVar

G = TypeVar("G", bound=Hashable)


def allot(demands: Sequence[tuple[Collection[G], int]], supply: Mapping[G, int]) -> list[int]:
    """How much of each demand can be met.

    Args:
        demands: in order; each is for an amount of any of some goods.
        supply: how much there is of each of the goods.
    """
    left = dict(supply)
    given: list[dict[G, int]] = [{} for _ in demands]
    met = []
    for number, (_, wanted) in enumerate(demands):
        missing = wanted
        while missing:
            path = _path(number, demands, given, left)
            if path is None:
                break
            missing -= _push(path, given, left, missing)
        met.append(wanted - missing)
    return met


def _path(
    first: int,
    demands: Sequence[tuple[Collection[G], int]],
    given: Sequence[Mapping[G, int]],
    left: Mapping[G, int],
) -> list[tuple[int, G]] | None:
    """A way to something that is left: who takes what, and takes it from the next one."""
    came_from: dict[G, tuple[int, G | None]] = {}
    queue: list[tuple[int, G | None]] = [(first, None)]
    for taker, loses in queue:
        for good in demands[taker][0]:
            if good in came_from:
                continue
            came_from[good] = taker, loses
            if left.get(good, 0):
                return _back(good, came_from)
            queue += [(other, good) for other, its in enumerate(given) if its.get(good)]
    return None


def _back(last: G, came_from: Mapping[G, tuple[int, G | None]]) -> list[tuple[int, G]]:
    path = []
    good: G | None = last
    while good is not None:
        taker, loses = came_from[good]
        path.append((taker, good))
        good = loses
    return path[::-1]


def _push(
    path: Sequence[tuple[int, G]], given: Sequence[dict[G, int]], left: dict[G, int], most: int
) -> int:
    """Let everybody on a path take as much as all of them can; how much that is."""
    losses = [(taker, good) for (taker, _), (_, good) in zip(path[1:], path, strict=False)]
    last = path[-1][1]
    amount = min(most, left[last], *(given[taker][good] for taker, good in losses))
    for taker, good in losses:
        given[taker][good] -= amount
    for taker, good in path:
        given[taker][good] = given[taker].get(good, 0) + amount
    left[last] -= amount
    return amount
