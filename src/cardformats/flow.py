"""Maximum flow through a network: how much of what is wanted can be had."""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Hashable, Iterable, Mapping, Sequence
from itertools import pairwise
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
        while flow < most and sink in (distances := self._distances(source, sink)):
            # edges that are no part of a shortest path are removed once for all paths
            onward = {node: [*self._left.get(node, ())] for node in distances}
            while flow < most and (path := self._path(source, sink, distances, onward)):
                amount = min(most - flow, *(self._left[start][end] for start, end in path))
                for start, end in path:
                    self._left[start][end] -= amount
                    self._left[end][start] += amount
                flow += amount
        return flow

    def _distances(self, source: Hashable, sink: Hashable) -> dict[Hashable, int]:
        """Return the distances from *source* of *sink* and of all nodes that are nearer."""
        distances = {source: 0}
        queue = deque([source])
        while queue and sink not in distances:
            node = queue.popleft()
            for other, left in self._left.get(node, {}).items():
                if left > 0 and other not in distances:
                    distances[other] = distances[node] + 1
                    queue.append(other)
        return distances

    def _path(
        self,
        source: Hashable,
        sink: Hashable,
        distances: dict[Hashable, int],
        onward: dict[Hashable, list[Hashable]],
    ) -> list[tuple[Hashable, Hashable]]:
        """Return the edges of a shortest path with free capacity; empty if there is no path.

        Nodes that lead to no such path are removed from *onward*.
        """
        path = [source]
        while path and (node := path[-1]) != sink:
            ends, distance = onward[node], distances[node] + 1
            while ends and (distances.get(ends[-1]) != distance or not self._left[node][ends[-1]]):
                ends.pop()
            if ends:
                path.append(ends[-1])
                continue
            path.pop()
            if path:
                onward[path[-1]].pop()
        return list(pairwise(path))


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
