"""How the time of a computation grows with the size of its input."""

from __future__ import annotations

import time
from collections.abc import Callable
from cProfile import Profile

#: The ratio of the sizes that are compared. Quadratic time grows by the square of it.
TIMES = 8
#: The largest growth of linear time; the rest is for other processes on the same machine.
LINEAR = 3 * TIMES


def growth(run: Callable[[int], object], size: int) -> float:
    """Return the time of *run* for an input eight times as large as *size*, over that for *size*.

    Each is the shortest of several runs, in processor time of this process.
    """
    run(size)  # imports and caches are made before the first measurement
    small = min(_seconds(run, size) for _ in range(5))
    large = _seconds(run, TIMES * size)
    for _ in range(2):
        if large > LINEAR * small:
            large = min(large, _seconds(run, TIMES * size))
    return large / small


def growth_of_calls(run: Callable[[int], object], size: int) -> float:
    """Return the calls of functions in *run* for eight times *size*, over those for *size*.

    Other processes do not change the result, but loops without calls are not counted.
    """
    run(size)  # imports and caches are made before the first measurement
    return _calls(run, TIMES * size) / _calls(run, size)


def _calls(run: Callable[[int], object], size: int) -> int:
    profile = Profile()
    profile.runcall(run, size)
    return sum(each.callcount for each in profile.getstats())


def _seconds(run: Callable[[int], object], size: int) -> float:
    start = time.process_time()
    run(size)
    return time.process_time() - start
