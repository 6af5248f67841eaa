"""Maximum likelihood of shares, and confidence intervals of one parameter between 0 and 1."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import fsum, inf, log, sqrt
from operator import mul
from statistics import NormalDist
from typing import TypeAlias

from ..errors import CollationError

#: The probability of a pack by each of several options, divided by the greatest.
Row: TypeAlias = tuple[float, ...]

#: The best shares are found if no share changes by more than this, or after this number of steps.
_CLOSE, _MOST_STEPS = 1e-10, 10_000

#: Number of halvings to find an end of an interval.
_HALVINGS = 40


def normal_quantile(confidence: float) -> float:
    """Return how many standard deviations an interval of this confidence extends to each side.

    Raises:
        CollationError: If *confidence* is not between 0 and 1.
    """
    if not 0 < confidence < 1:
        raise CollationError(f"the confidence must be between 0 and 1, not {confidence}")
    return NormalDist().inv_cdf((1 + confidence) / 2)


def wilson(count: int, total: int, z: float) -> tuple[float, float]:
    """Return the ends of Wilson's score interval of a share."""
    if not total:
        return 0.0, 1.0
    share, more = count / total, z * z / total
    middle = (share + more / 2) / (1 + more)
    half = z / (1 + more) * sqrt(share * (1 - share) / total + more / (4 * total))
    return max(middle - half, 0.0), min(middle + half, 1.0)


def log_likelihood(rows: Mapping[Row, int], shares: Sequence[float]) -> float:
    """Return the logarithm of the probability of all packs, up to a constant."""
    chances = [(sum(map(mul, row, shares)), number) for row, number in rows.items()]
    return fsum(number * log(chance) if chance > 0 else -inf for chance, number in chances)


def best_shares(rows: Mapping[Row, int], at: int = 0, share: float | None = None) -> list[float]:
    """Return the shares that maximise the probability of packs with these probabilities.

    The method is expectation and maximisation.  If there is a *share*, the option *at* has it, and
    the others have the rest.
    """
    size = len(next(iter(rows)))
    shares = [1 / size] * size
    for _ in range(_MOST_STEPS):
        came = [0.0] * size
        for row, number in rows.items():
            products = [*map(mul, row, shares)]
            whole = sum(products)
            for each, product in enumerate(products) if whole else ():
                came[each] += number * product / whole
        left = 1.0
        if share is not None:
            came[at], left = 0.0, 1 - share
        rest = fsum(came)
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
    """Return the ends of the profile likelihood interval around the *best* value.

    Twice the difference of the logarithms of likelihoods is a chi-square of one degree of freedom.
    So a value that is *z* standard deviations off is less likely by z²/2.

    Args:
        likelihood: The logarithm of the likelihood of a value.
        best: The most likely value.
        z: See :func:`normal_quantile`.
    """
    least = likelihood(best) - z * z / 2

    def end(outside: float) -> float:
        inside = best
        if likelihood(outside) >= least:
            return outside
        for _ in range(_HALVINGS):
            middle = (inside + outside) / 2
            if likelihood(middle) >= least:
                inside = middle
            else:
                outside = middle
        return inside

    return end(0.0), end(1.0)
