"""Maximum flow through a network: how much of what is wanted can be had."""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Hashable, Iterable, Mapping, Sequence
from typing import TypeAlias, TypeVar

G = TypeVar("G", bound=Hashable)

#: A node, a node, and how much can go from the first to the second.
Pipe: TypeAlias = tuple[Hashable, Hashable, int]

#: More than any amount.
ENDLESS = 10**18


class Network:
    """Nodes, and the remaining capacity of the edges between them."""

    def __init__(self, pipes: Iterable[Pipe]) -> None:
        """Lay the pipes; several between the same nodes add up."""
        self._left: dict[Hashable, dict[Hashable, int]] = {}
        for start, end, capacity in pipes:
            capacities = self._left.setdefault(start, {})
            self._left.setdefault(end, {}).setdefault(start, 0)
            capacities[end] = capacities.get(end, 0) + capacity

    def push(self, source: Hashable, sink: Hashable, most: int = ENDLESS) -> int:
        """Let up to *most* go from *source* to *sink*, along shortest paths; how much does."""
        flow = 0
        while flow < most and (path := self._path(source, sink)):
            amount = min(most - flow, *(self._left[start][end] for start, end in path))
            for start, end in path:
                self._left[start][end] -= amount
                self._left[end][start] += amount
            flow += amount
        return flow

    def _path(self, source: Hashable, sink: Hashable) -> list[tuple[Hashable, Hashable]]:
        """Return the edges of a shortest path with free capacity; empty if there is no path."""
        before: dict[Hashable, Hashable] = {source: source}
        queue = deque([source])
        while queue and sink not in before:
            node = queue.popleft()
            for other, left in self._left.get(node, {}).items():
                if left > 0 and other not in before:
                    before[other] = node
                    queue.append(other)
        path = []
        node = sink
        while node in before and node != source:
            path.append((before[node], node))
            node = before[node]
        return path[::-1]


def allot(demands: Sequence[tuple[Collection[G], int]], supply: Mapping[G, int]) -> list[int]:
    """Return how much of each demand can be met.

    Args:
        demands: in order; each is for an amount of any of some goods.
        supply: how much there is of each of the goods.
    """
    pipes: list[Pipe] = [(("good", good), "sink", amount) for good, amount in supply.items()]
    for number, (goods, _) in enumerate(demands):
        pipes += ((("demand", number), ("good", good), ENDLESS) for good in goods)
    network = Network(pipes)
    return [
        network.push(("demand", number), "sink", wanted)
        for number, (_, wanted) in enumerate(demands)
    ]
