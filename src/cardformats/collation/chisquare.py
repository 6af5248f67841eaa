"""Chi-square statistics of counts that depend on one another, and their distribution."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import exp, inf, lgamma, log
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
    """The regularised upper incomplete gamma function Q(a, x), for a > 0 and x >= 0.

    Below a + 1 by the series for 1 - Q, otherwise by Legendre's continued fraction, worked out by
    the method of Lentz; both to about twelve digits.
    """
    if x <= 0:
        return 1.0
    scale = exp(a * log(x) - x - lgamma(a))
    if x < a + 1:
        term = total = 1 / a
        n = a
        while term > total * 1e-16:
            n += 1
            term *= x / n
            total += term
        return 1 - scale * total
    b = x + 1 - a
    c, d = inf, 1 / b
    value, change, n = d, 0.0, 0
    while abs(change - 1) > 1e-15:  # noqa: PLR2004 - the precision of floats
        n += 1
        b += 2
        d = 1 / (b - n * (n - a) * d)
        c = b - n * (n - a) / c
        change = c * d
        value *= change
    return scale * value
