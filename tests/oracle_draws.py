"""How cards come from sheets in order, and how many of each class where slots are balanced."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import accumulate, pairwise, product
from math import factorial, floor, prod

import cardformats as cf

ONE = Fraction(1)

#: Entries that were drawn; only of the last one it matters that it is in its place.
Hand = tuple[int, ...]


def by_weight(weighed):
    """Pairs of a share and a thing for pairs of a weight and a thing; no weight, no thing."""
    weighed = [(Fraction(weight), each) for weight, each in weighed if weight]
    whole = sum(weight for weight, _ in weighed)
    return [(weight / whole, each) for weight, each in weighed]


def copies_of(sheet: cf.Sheet) -> list[int]:
    """The entry of each copy, in order."""
    return [entry for entry, each in enumerate(sheet.entries) for _ in range(each.copies)]


def spreads(copies: list[int], count: int) -> list[tuple[Fraction, Hand]]:
    """As equal numbers of each copy as possible; the remainder is a sample of the copies."""
    times, rest = divmod(count, len(copies))
    samples: dict[tuple[int, ...], Fraction] = {(): ONE}
    for _ in range(rest):
        after: Counter = Counter()
        for sample, share in samples.items():
            left = [at for at in range(len(copies)) if at not in sample]
            for at in left:
                after[tuple(sorted((*sample, at)))] += share / len(left)
        samples = after
    return [
        (share, tuple(sorted(copies * times + [copies[at] for at in sample])))
        for sample, share in samples.items()
    ]


def striped(total: int, collation: cf.model.Striped, count: int) -> list[tuple[Fraction, Hand]]:
    """The cells of each walk: up a stripe, to the column on the left, to the row above."""
    length = collation.length
    widths = by_weight([(weight, at + 1) for at, weight in enumerate(collation.weights)])
    places = by_weight(
        [(share, (width, place)) for share, width in widths for place in range(1, width + 1)]
    )
    walks = [
        (share / total, ((cell,), width, place))
        for cell in range(total)
        for share, (width, place) in places
    ]
    for _ in range(count - 1):
        after = []
        for share, (cells, width, place) in walks:
            cell = cells[-1]
            if place < width:
                after.append((share, ((*cells, (cell - length) % total), width, place + 1)))
            elif cell % length:
                below = (cell - 1 + (width - 1) * length) % total
                after.append((share, ((*cells, below), width, 1)))
            else:
                above = (*cells, (cell - 1) % total)
                after += [(share * chance, (above, new, 1)) for chance, new in widths]
        walks = after
    return [(share, cells) for share, (cells, _, _) in walks]


def class_counts(
    totals: list[int], sizes: list[int], count: int
) -> dict[tuple[int, ...], Fraction]:
    """The probability of each number of cards of the classes.

    Args:
        totals: the copies of each class.
        sizes: how many cards each can give.
        count: the cards of the slot.
    """
    whole = sum(totals)
    means = [Fraction(count * total, whole) for total in totals]
    for at, (mean, size) in enumerate(zip(means, sizes, strict=True)):
        if mean > size:  # it gives all that it has, and the others share the rest
            others = class_counts(
                totals[:at] + totals[at + 1 :], sizes[:at] + sizes[at + 1 :], count - size
            )
            return {(*way[:at], size, *way[at:]): share for way, share in others.items()}
    sure = [int(mean >= 1) for mean in means]
    extra = count - sum(sure)
    few = [at for at in range(len(totals)) if sure[at] + extra > sizes[at]]
    many = [at for at in range(len(totals)) if at not in few]
    shares = [means[at] - sure[at] for at in many]
    found: Counter = Counter()
    for chance, rounded in _rounded([*(means[at] for at in few), sum(means[at] for at in many)]):
        left = rounded[-1] - sum(sure[at] for at in many)
        for parts in product(range(left + 1), repeat=len(many)):
            if sum(parts) == left:
                ways = Fraction(factorial(left), prod(map(factorial, parts)))
                weight = sum(shares) or ONE
                for share, part in zip(shares, parts, strict=True):
                    ways *= (share / weight) ** part
                numbers = dict(zip(few, rounded, strict=False))
                numbers |= {at: sure[at] + n for at, n in zip(many, parts, strict=True)}
                if ways:
                    found[tuple(numbers[at] for at in range(len(totals)))] += chance * ways
    return dict(found)


def _rounded(means: list[Fraction]) -> Iterator[tuple[Fraction, list[int]]]:
    """The averages rounded up or down at random, with their sum and each average kept."""
    ends = [Fraction(0), *accumulate(means)]
    marks = sorted({Fraction(0), ONE, *(1 - end % 1 for end in ends)})
    for low, high in pairwise(marks):
        yield high - low, [floor(b + low) - floor(a + low) for a, b in pairwise(ends)]
