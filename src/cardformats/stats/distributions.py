"""Chi-square statistics of correlated counts, and their distributions."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import erfc, exp, fsum, inf, lgamma, log, sqrt

#: Relative size below which a deviation is a rounding error.
_TINY = 1e-9


class Quadratic:
    """The statistic d' C⁻ d of deviations *d* with a covariance *C*.

    C⁻ is an inverse of C on its range, so the statistic is chi-square for many packs.

    Attributes:
        freedom: Its degrees of freedom, the rank of the covariance.
    """

    def __init__(self, covariance: Sequence[Sequence[Fraction]]) -> None:
        """Decompose a square matrix, symmetric and without negative eigenvalues."""
        rows = [list(row) for row in covariance]
        self.freedom = 0
        self._steps: list[tuple[float, list[tuple[int, float]]]] = []
        for at, row in enumerate(rows):
            pivot, factors = row[at], []
            for below in range(at + 1, len(rows)) if pivot else ():
                factor = rows[below][at] / pivot
                if factor:
                    factors.append((below, float(factor)))
                    rows[below] = [a - factor * b for a, b in zip(rows[below], row, strict=True)]
            self.freedom += bool(pivot)
            self._steps.append((float(pivot), factors))

    def value(self, deviations: Sequence[float]) -> float:
        """Return the statistic; infinite if the deviations are impossible."""
        left = list(deviations)
        scale = max([1.0, *map(abs, left)])
        total = 0.0
        for at, (pivot, factors) in enumerate(self._steps):
            if pivot:
                total += left[at] * left[at] / pivot
            elif abs(left[at]) > _TINY * scale:  # a count that the earlier ones determine
                return inf
            for below, factor in factors:
                left[below] -= factor * left[at]
        return total


def upper_tail(value: float, freedom: int) -> float:
    """Return the probability that a chi-square variable is *value* or more.

    Without any degree of freedom it is 1.0, unless *value* is infinite.
    """
    if value == inf:
        return 0.0
    return upper_gamma(freedom / 2, value / 2) if freedom else 1.0


def upper_gamma(a: float, x: float) -> float:
    """Return the regularised upper incomplete gamma function Q(a, x).

    For a = 1/2, 1, 3/2, … and x >= 0, from Q(a + 1, x) = Q(a, x) + x^a e^-x / Γ(a + 1), Q(0, x) = 0
    and Q(1/2, x) = erfc(√x).
    """
    if x <= 0:
        return 1.0
    half = a % 1
    terms = (exp((n + half) * log(x) - x - lgamma(n + half + 1)) for n in range(int(a)))
    return min((erfc(sqrt(x)) if half else 0.0) + fsum(terms), 1.0)


def upper_tail_like(value: float, mean: float, variance: float) -> float:
    """Return the same for a multiple of a chi-square variable with this mean and variance.

    The approximation is that of Wilson and Hilferty. Its error is less than .01 of the probability
    for ten degrees of freedom or more, down to a probability of .001.
    """
    freedom = 2 * mean * mean / variance
    spread = 2 / (9 * freedom)
    z = ((max(value, 0.0) / mean) ** (1 / 3) - (1 - spread)) / sqrt(spread)
    return erfc(z / sqrt(2)) / 2
