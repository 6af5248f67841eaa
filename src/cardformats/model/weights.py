"""Exact weights as whole numbers."""

from __future__ import annotations

import re
from collections.abc import Iterable
from contextlib import suppress
from decimal import Context, Decimal
from fractions import Fraction
from math import gcd, lcm
from typing import cast

#: As JSON has it; Fraction itself would take "1e999999999", too, and reckon for years.
_FRACTION = re.compile(r"[0-9]+(?:/[0-9]+)?")
#: As many digits as the numbers of programs have.
_DECIMALS = Context(prec=15)


def exact(number: int | Fraction | str) -> Fraction:
    """Convert a whole number, or a text such as ``"7/8"``, to a fraction.

    What is neither is left as it is, to the validator.
    """
    if type(number) is int:
        return Fraction(number)
    if isinstance(number, str) and _FRACTION.fullmatch(number):
        with suppress(ValueError, ZeroDivisionError):  # too many digits, or nothing to divide by
            return Fraction(number)
    return cast("Fraction", number)


def as_copies(weights: Iterable[int | Fraction]) -> list[int]:
    """Return how many copies stand for each weight: whole weights stay as they are.

    If any weight is a fraction, all are multiplied by the least common denominator.
    """
    exact = [Fraction(weight) for weight in weights]
    scale = lcm(*(weight.denominator for weight in exact))
    return [int(weight * scale) for weight in exact]


def as_decimal(number: Fraction) -> Fraction:
    """Return *number* rounded to a decimal that programs read exactly enough."""
    return Fraction(_DECIMALS.divide(*map(Decimal, number.as_integer_ratio())))


def whole_weights(weights: Iterable[int | Fraction]) -> list[int]:
    """Return the smallest whole numbers with the same proportions."""
    whole = as_copies(weights)
    divisor = gcd(*whole) or 1
    return [weight // divisor for weight in whole]
