"""How likely shares of options are by what came: the best, and intervals around them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import inf, log, sqrt
from operator import mul
from statistics import NormalDist
from typing import TypeAlias

from ...errors import CollationError

#: The probability of a pack by each of several options, divided by the greatest.
Row: TypeAlias = tuple[float, ...]

#: Steps towards the best shares end when none changes by more than this, or after so many.
_CLOSE, _MOST_STEPS = 1e-10, 10_000

#: So many times an end of an interval is halved to.
_HALVED = 40


def z_for(confidence: float) -> float:
    """How many standard deviations an interval of this confidence goes to each side.

    Raises:
        CollationError: it is not between 0 and 1.
    """
    if not 0 < confidence < 1:
        raise CollationError(f"a confidence is between 0 and 1, not {confidence}")
    return NormalDist().inv_cdf((1 + confidence) / 2)


def wilson(count: int, total: int, z: float) -> tuple[float, float]:
    """The interval of a share by Wilson's score."""
    if not total:
        return 0.0, 1.0
    share, more = count / total, z * z / total
    middle = (share + more / 2) / (1 + more)
    half = z / (1 + more) * sqrt(share * (1 - share) / total + more / (4 * total))
    return max(middle - half, 0.0), min(middle + half, 1.0)


def log_likelihood(rows: Mapping[Row, int], shares: Sequence[float]) -> float:
    """The logarithm of the probability of all packs, up to a constant."""
    total = 0.0
    for row, number in rows.items():
        whole = sum(map(mul, row, shares))
        if whole <= 0:
            return -inf
        total += number * log(whole)
    return total


def best_shares(rows: Mapping[Row, int], at: int = 0, share: float | None = None) -> list[float]:
    """The shares that make packs with these probabilities most probable.

    If there is a *share*, the option *at* has it, and the others what makes the rest.
    """
    size = len(next(iter(rows)))
    shares = [1 / size] * size
    for _ in range(_MOST_STEPS):
        came = [0.0] * size
        for row, number in rows.items():
            products = [a * b for a, b in zip(row, shares, strict=True)]
            whole = sum(products)
            for each, product in enumerate(products) if whole else ():
                came[each] += number * product / whole
        rest = sum(came) if share is None else sum(came) - came[at]
        left = 1.0 if share is None else 1 - share
        better = [left * (n / rest if rest else 1 / (size - 1)) for n in came]
        if share is not None:
            better[at] = share
        moved = max(abs(a - b) for a, b in zip(better, shares, strict=True))
        shares = better
        if moved < _CLOSE:
            break
    return shares


def likely_interval(
    likelihood: Callable[[float], float], best: float, z: float
) -> tuple[float, float]:
    """The ends of the interval of shares that are not much less likely than the *best*.

    Twice the difference of the logarithms of likelihoods is a chi-square of one degree of freedom,
    so that a share *z* standard deviations off is less likely by z²/2.

    Args:
        likelihood: the logarithm of the likelihood of a share.
        best: the share that is most likely.
        z: see :func:`z_for`.
    """
    least = likelihood(best) - z * z / 2

    def end(outside: float) -> float:
        inside = best
        if likelihood(outside) >= least:
            return outside
        for _ in range(_HALVED):
            middle = (inside + outside) / 2
            if likelihood(middle) >= least:
                inside = middle
            else:
                outside = middle
        return inside

    return end(0.0), end(1.0)
