"""Exact weights as whole numbers."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from math import gcd, lcm


def whole_weights(weights: Iterable[int | Fraction]) -> list[int]:
    """The smallest whole numbers in the same proportions."""
    exact = [Fraction(weight) for weight in weights]
    scale = lcm(*(weight.denominator for weight in exact))
    whole = [int(weight * scale) for weight in exact]
    divisor = gcd(*whole) or 1
    return [weight // divisor for weight in whole]
