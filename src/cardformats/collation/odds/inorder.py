"""The probability of known cards, drawn by weight one after the other, in whatever order."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from fractions import Fraction
from itertools import product
from math import comb, prod
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .successive import Draw


def chance_of(
    draws: Sequence[Draw], shares: Sequence[Mapping[int, int]], taken: Counter[Hashable]
) -> Fraction:
    """The probability that each of *draws*, in turn, gives its share.

    Args:
        draws: in order.
        shares: for each of them how many of which entries; nothing of what is not kept.
        taken: how many cards with which keys are gone before.
    """
    if not draws:
        return Fraction(1)
    draw, share = draws[0], shares[0]
    if sum(share.values()) != draw.count * draw.kept:
        return Fraction()
    keys = draw.keys or [(draw.sheet, entry) for entry in range(len(draw.copies))]
    left: Counter[Hashable] = Counter()
    for key, copies in zip(keys, draw.copies, strict=True):
        left[key] += copies
    for key in left.keys() & taken.keys():
        left[key] = left[key] - taken[key] if draw.keys is None else 0
    total = left.total()
    if not draw.kept:
        return sum(
            (
                Fraction(weight, total) * chance_of(draws[1:], shares[1:], taken + Counter([key]))
                for key, weight in left.items()
                if weight
            ),
            Fraction(),
        )
    drawn = Counter({keys[entry]: number for entry, number in share.items()})
    if draw.keys is None:
        ways = prod(comb(left[key], number) for key, number in drawn.items())
        chance = Fraction(ways, comb(total, draw.count))
    elif len(drawn) < draw.count or not all(left[key] for key in drawn):
        return Fraction()  # a card twice, or one that is gone
    else:
        chance = _orders(Counter(left[key] for key in drawn), total)
        chance *= prod(draw.copies[entry] for entry in share)
    return chance and chance * chance_of(draws[1:], shares[1:], taken + drawn)


def _orders(weights: Counter[int], total: int) -> Fraction:
    """The sum, over all orders of some cards, of 1 / what is left before each of them.

    Args:
        weights: how many of these cards have which weight.
        total: the weight of all cards before the first.
    """
    sums: dict[tuple[int, ...], Fraction] = {}
    # Cards of the same weight are alike: only how many of them came matters.
    for came in product(*(range(number, -1, -1) for number in weights.values())):
        rest = total - sum(n * weight for n, weight in zip(came, weights, strict=True))
        sums[came] = sum(
            (
                (number - n) * sums[*came[:at], n + 1, *came[at + 1 :]] / rest
                for at, (n, number) in enumerate(zip(came, weights.values(), strict=True))
                if n < number
            ),
            Fraction(),
        ) or Fraction(1)
    return sums[(0,) * len(weights)]
