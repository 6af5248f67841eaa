"""Which things hang together."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

Touch: TypeAlias = Callable[[int, int], bool]


def connected(count: int, touch: Touch) -> list[list[int]]:
    """The numbers below *count*, those together that touch, directly or through others."""
    groups: list[list[int]] = []
    for number in range(count):
        joined, apart = [number], []
        for group in groups:
            if any(touch(other, number) for other in group):
                joined += group
            else:
                apart.append(group)
        groups = [*apart, sorted(joined)]
    return sorted(groups)
