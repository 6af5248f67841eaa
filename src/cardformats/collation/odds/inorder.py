"""The probability of known cards, drawn by weight one after the other, in whatever order."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations_with_replacement
from math import comb, prod
from typing import TypeAlias

from attrs import evolve, frozen

from .effort import spend

#: How many cards of each kind come from one drawing.
Share: TypeAlias = Mapping[Hashable, int]

#: The weight of a card in each sheet.
Weights: TypeAlias = tuple[int, ...]


@frozen(eq=False)
class Cell:
    """Where cards of a group can come from.

    Attributes:
        part: the number of the drawing.
        kind: which card it is.
        chance: how likely such a card of this drawing is one of the group.
    """

    part: int
    kind: Hashable
    chance: Fraction = Fraction(1)


def shared(
    groups: Sequence[tuple[Sequence[Cell], int]], sizes: Sequence[int]
) -> Iterator[tuple[Fraction, list[Counter[Hashable]]]]:
    """All ways to get so many cards of each group, with what each drawing gives to it.

    Args:
        groups: where the cards of each can come from, and how many there are.
        sizes: how many cards each drawing gives.
    """
    if sum(number for _, number in groups) == sum(sizes):
        yield from _shared(groups, 0, list(sizes), [Counter() for _ in sizes], Fraction(1))


def _shared(
    groups: Sequence[tuple[Sequence[Cell], int]],
    at: int,
    left: list[int],
    shares: list[Counter[Hashable]],
    chance: Fraction,
) -> Iterator[tuple[Fraction, list[Counter[Hashable]]]]:
    if at == len(groups):
        yield chance, shares
        return
    cells, number = groups[at]
    open_ = [cell for cell in cells if left[cell.part]]
    for some in combinations_with_replacement(open_, number):
        spend(2)
        for cell in some:
            left[cell.part] -= 1
            shares[cell.part][cell.kind] += 1
        if min(left) >= 0:
            its = prod((cell.chance for cell in some), start=chance)
            yield from _shared(groups, at + 1, left, shares, its)
        for cell in some:
            left[cell.part] += 1
            shares[cell.part][cell.kind] -= 1


@frozen(eq=False)
class Left:
    """What is left of some sheets.

    Attributes:
        totals: the weight of all that is left, for each sheet.
        known: the weights of the kinds that a hand has, and how many cards there are of each.
        others: how many of all other cards have which weights.
    """

    totals: Weights
    known: Mapping[Hashable, tuple[Weights, int]]
    others: Mapping[Weights, int]

    def without(self, share: Share) -> Left:
        """The same without some cards of known kinds."""
        known = dict(self.known)
        totals = self.totals
        for kind, number in share.items():
            weights, there = known[kind]
            known[kind] = weights, there - number
            totals = tuple(a - number * b for a, b in zip(totals, weights, strict=True))
        return evolve(self, totals=totals, known=known)

    def without_other(self, weights: Weights) -> Left:
        """The same without another card of these weights."""
        totals = tuple(a - b for a, b in zip(self.totals, weights, strict=True))
        others = {**self.others, weights: self.others[weights] - 1}
        return evolve(self, totals=totals, others=others)


def chance_of(
    draws: Sequence[tuple[int, int | None]], shares: Sequence[Share], left: Left
) -> Fraction:
    """The probability that each of *draws*, in turn, gives its share.

    Args:
        draws: for each of them its sheet, and how many cards it draws; None is a single card that
            may be any, and has no share.
        shares: for each draw how many cards of which kinds.
        left: what there is before the first.
    """
    if not draws:
        return Fraction(1)
    (sheet, count), share = draws[0], {kind: n for kind, n in shares[0].items() if n}
    total = left.totals[sheet]
    if count is None:
        return _any(draws, shares, left) if total else Fraction()
    spend(5 + 2 * len(share))
    weights: list[int] = []
    for kind, number in share.items():
        its, there = left.known[kind]
        if number > there or not its[sheet]:
            return Fraction()
        weights += [its[sheet]] * number
    if len(weights) != count:
        return Fraction()
    ways = prod(comb(left.known[kind][1], number) for kind, number in share.items())
    chance = ways * _first(weights, total - sum(weights))
    return chance and chance * chance_of(draws[1:], shares[1:], left.without(share))


def _any(draws: Sequence[tuple[int, int | None]], shares: Sequence[Share], left: Left) -> Fraction:
    """The same where the first card may be any."""
    sheet = draws[0][0]
    total = left.totals[sheet]
    chance = Fraction()
    spend(len(left.known) + len(left.others))
    for kind, (weights, number) in left.known.items():
        if weights[sheet] and number:
            after = chance_of(draws[1:], shares[1:], left.without({kind: 1}))
            chance += after * Fraction(weights[sheet] * number, total)
    for weights, number in left.others.items():
        if weights[sheet] and number:
            after = chance_of(draws[1:], shares[1:], left.without_other(weights))
            chance += after * Fraction(weights[sheet] * number, total)
    return chance


def _first(weights: Sequence[int], rest: int) -> Fraction:
    """The probability that cards of these *weights* are drawn before any of the *rest*.

    Each card may be drawn when a clock of its own strikes, which it does at a rate of its weight;
    the first to strike is each one with the probability of its weight.  These cards come first if
    all have struck when the first of the rest does.  With u = exp(-time) that is the integral of
    rest × u^(rest - 1) × ∏ (1 - u^weight) from 0 to 1, a polynomial: time grows with the sum of the
    weights, not with the orders in which cards can come.
    """
    if not rest:
        return Fraction(1)
    terms = {0: 1}
    for weight in weights:
        spend(len(terms))
        after = dict(terms)
        for power, factor in terms.items():
            after[power + weight] = after.get(power + weight, 0) - factor
        terms = {power: factor for power, factor in after.items() if factor}
    spend(len(terms) + len(terms) ** 2 // 100)  # the denominators grow with every term
    return sum((Fraction(n * rest, rest + power) for power, n in terms.items()), Fraction())
