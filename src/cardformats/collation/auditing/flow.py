"""Maximum flow: how much can be dealt from what there is to those who want it."""

from __future__ import annotations

from collections import deque
from collections.abc import Hashable, Iterable

#: A node, a node, and how much can go from the first to the second.
Pipe = tuple[Hashable, Hashable, int]


def max_flow(pipes: Iterable[Pipe], source: Hashable, sink: Hashable) -> int:
    """How much can go from *source* to *sink*: along shortest paths, until none is left."""
    left: dict[Hashable, dict[Hashable, int]] = {source: {}, sink: {}}
    for start, end, capacity in pipes:
        left.setdefault(start, {})
        left.setdefault(end, {}).setdefault(start, 0)
        left[start][end] = left[start].get(end, 0) + capacity
    flow = 0
    while path := _shortest(left, source, sink):
        amount = min(left[start][end] for start, end in path)
        for start, end in path:
            left[start][end] -= amount
            left[end][start] += amount
        flow += amount
    return flow


def _shortest(
    left: dict[Hashable, dict[Hashable, int]], source: Hashable, sink: Hashable
) -> list[tuple[Hashable, Hashable]]:
    """The pipes of a shortest path that has room; none if there is no path."""
    before: dict[Hashable, Hashable] = {source: source}
    queue = deque([source])
    while queue and sink not in before:
        node = queue.popleft()
        for other, room in left[node].items():
            if room > 0 and other not in before:
                before[other] = node
                queue.append(other)
    path = []
    node = sink
    while node in before and node != source:
        path.append((before[node], node))
        node = before[node]
    return path[::-1]
