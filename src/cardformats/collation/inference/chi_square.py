"""The chi-square statistic of correlated counts, and its distribution."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import erfc, exp, inf, lgamma, log, sqrt
from typing import TypeAlias

#: A statistic and its degrees of freedom.
Chi: TypeAlias = tuple[float, int]


def statistic(deviations: Sequence[Fraction], covariance: Sequence[Sequence[Fraction]]) -> Chi:
    """The chi-square statistic of correlated counts.

    The statistic is d' C⁻ d, where *d* are deviations from what is expected, *C* their exact
    covariance and C⁻ an inverse of it on its range.

    Args:
        deviations: of each count.
        covariance: a square matrix, symmetric and without negative eigenvalues.

    Returns:
        the statistic, infinite if the deviations cannot come, and its degrees of freedom, the rank
        of the covariance.
    """
    left = list(deviations)
    rows = [list(row) for row in covariance]
    total, freedom = 0.0, 0
    for at, row in enumerate(rows):
        pivot = row[at]
        if not pivot:  # a count that the earlier ones leave no freedom
            if left[at]:
                total = inf
            continue
        total += float(left[at] * left[at] / pivot)
        freedom += 1
        for below in range(at + 1, len(rows)):
            factor = rows[below][at] / pivot
            if factor:
                left[below] -= factor * left[at]
                rows[below] = [a - factor * b for a, b in zip(rows[below], row, strict=True)]
    return total, freedom


def upper_tail(value: float, freedom: int) -> float:
    """The probability that a chi-square variable of so many degrees of freedom is *value* or more.

    It is 1.0 without any freedom, unless *value* is infinite.
    """
    if value == inf:
        return 0.0
    return upper_gamma(freedom / 2, value / 2) if freedom else 1.0


def upper_gamma(a: float, x: float) -> float:
    """The regularised upper incomplete gamma function Q(a, x), for a = 1/2, 1, 3/2, … and x >= 0.

    Where Q(a + 1, x) = Q(a, x) + x^a e^-x / Γ(a + 1), Q(0, x) = 0 and Q(1/2, x) = erfc(√x).
    """
    if x <= 0:
        return 1.0
    half = a % 1
    terms = (exp((n + half) * log(x) - x - lgamma(n + half + 1)) for n in range(int(a)))
    return min((erfc(sqrt(x)) if half else 0.0) + sum(terms), 1.0)
