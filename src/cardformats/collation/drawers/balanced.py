"""Balance without bias: first how many cards of each class, then distinct cards of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate, pairwise
from math import comb, factorial, gcd, prod
from typing import TypeVar

from attrs import frozen

from ...bits import Bits
from ..odds.classes import ClassCountOdds, Way
from ..odds.mixture import JointOdds
from ..odds.odds import Odds
from .chance import shuffled
from .copies import Copies
from .drawer import Drawer, Pick, State, StraightDrawer, Variants

T = TypeVar("T")

#: More ways to fill a slot than this are not written out; the numbers are rounded instead.
_MOST_WAYS = 5_000


def class_counts(
    totals: Sequence[int], sizes: Sequence[int], count: int
) -> list[tuple[int, tuple[int, ...]]]:
    """With what weights a slot has how many cards of each class.

    A class that has a card or more on average is sure of one.  The rest of the slot goes to the
    classes one by one, by weights that leave each its average.  A class that could then be asked
    for more cards than it has gets its average, rounded up or down at random, instead; one whose
    average is more than it has gives all.

    Args:
        totals: the copies of each class.
        sizes: how many cards each can give.
        count: how many cards the slot has, at most the sum of *sizes*.

    Returns:
        pairs of a whole weight and the number of cards of each class.
    """
    whole = sum(totals)
    over = [count * total > whole * size for total, size in zip(totals, sizes, strict=True)]
    if any(over):
        return _with_all_of(totals, sizes, count, over.index(True))
    sure = [int(count * total >= whole) for total in totals]
    extra = count - sum(sure)
    ample = [one + extra <= size for one, size in zip(sure, sizes, strict=True)]
    if comb(extra + len(totals), extra) > _MOST_WAYS:
        ample = [False] * len(totals)
    few = [index for index, enough in enumerate(ample) if not enough]
    many = [index for index, enough in enumerate(ample) if enough]
    surplus = [count * totals[index] - whole * sure[index] for index in many]
    divisor = gcd(*surplus) or 1
    weights = [each // divisor for each in surplus]
    found = []
    rounded = _rounded([*(totals[index] for index in few), sum(totals[i] for i in many)], count)
    for weight, numbers in rounded:
        left = numbers[-1] - sum(sure[index] for index in many)
        scale = (sum(weights) or 1) ** (extra - left)  # all ways out of one whole
        for parts in _compositions(left, len(many)):
            ways = factorial(left) // prod(map(factorial, parts))
            ways *= prod(each**part for each, part in zip(weights, parts, strict=True))
            counts = dict(zip(few, numbers, strict=False))
            counts |= {index: sure[index] + part for index, part in zip(many, parts, strict=True)}
            if ways:
                way = tuple(counts[index] for index in range(len(totals)))
                found.append((weight * ways * scale, way))
    divisor = gcd(*(weight for weight, _ in found))
    return [(weight // divisor, way) for weight, way in found]


def _with_all_of(
    totals: Sequence[int], sizes: Sequence[int], count: int, index: int
) -> list[tuple[int, tuple[int, ...]]]:
    """The same with all cards of one class, and the others balanced among themselves."""
    ways = class_counts(
        [*totals[:index], *totals[index + 1 :]],
        [*sizes[:index], *sizes[index + 1 :]],
        count - sizes[index],
    )
    return [(weight, (*way[:index], sizes[index], *way[index:])) for weight, way in ways]


def _compositions(total: int, parts: int) -> Iterator[tuple[int, ...]]:
    """All ways to write *total* as a sum of so many numbers, 0 or more."""
    if parts <= 1:
        if parts or not total:
            yield (total,) * parts
        return
    for first in range(total, -1, -1):
        for rest in _compositions(total - first, parts - 1):
            yield (first, *rest)


def _rounded(totals: Sequence[int], count: int) -> list[tuple[int, tuple[int, ...]]]:
    """Each class's average, rounded so that the sum is right and the averages stay."""
    whole = sum(totals)
    ends = [0, *accumulate(count * total for total in totals)]  # in parts of a whole card
    steps = sorted({0, whole, *((-end) % whole for end in ends)})
    return [
        (high - low, tuple((b + low) // whole - (a + low) // whole for a, b in pairwise(ends)))
        for low, high in pairwise(steps)
    ]


class ClassesDrawer:
    """So many cards of each class, in random order."""

    def __init__(self, drawers: Sequence[Drawer]) -> None:
        """Draw what each of the *drawers*, one for a class, draws."""
        self.drawers = drawers

    def draw(self, bits: Bits, state: State) -> Sequence[int]:
        """See :class:`Drawer`."""
        drawn = [entry for drawer in self.drawers for entry in drawer.draw(bits, state)]
        return shuffled(drawn, [bits.below(limit) for limit in range(len(drawn), 1, -1)])

    def odds(self) -> Odds | None:
        """See :class:`Drawer`."""
        return JointOdds.of([drawer.odds() for drawer in self.drawers])


class StraightClassesDrawer(StraightDrawer):
    """So many cards of each class, in random order, from a fixed number of numbers."""

    def __init__(self, drawers: Sequence[StraightDrawer], size: int) -> None:
        """Draw what each of the *drawers*, one for a class of the *size* entries, draws."""
        self.drawers = [drawer for drawer in drawers if drawer.limits]
        self.size = size
        limits = [limit for drawer in self.drawers for limit in drawer.limits]
        self.count = sum(drawer.count for drawer in self.drawers)
        self.limits = (*limits, *range(len(limits), 1, -1))

    def bind(self, values: Sequence[T], start: int = 0) -> Pick[T]:
        """See :class:`StraightDrawer`."""
        picks = []
        for drawer in self.drawers:
            picks.append(drawer.bound(values, start))
            start += len(drawer.limits)
        end = start + self.count - 1

        def pick(numbers: Sequence[int], cards: list[T]) -> None:
            drawn: list[T] = []
            for take in picks:
                take(numbers, drawn)
            cards += shuffled(drawn, numbers[start:end])

        return pick

    def odds(self) -> Odds | None:
        """See :class:`Drawer`."""
        return JointOdds.of([drawer.odds() for drawer in self.drawers])


@frozen(slots=False)
class ClassVariants(Variants):
    """Drawers to choose from by weight, which draw so many cards of each class.

    Attributes:
        ways: how many cards of each class, for each drawer.
        parts: what draws a number of cards of a class, except 0.
        classes: the copies of each.
        apart: no card is in two classes; the odds are not known otherwise.
    """

    ways: tuple[Way, ...]
    parts: Mapping[tuple[int, int], Drawer]
    classes: Sequence[Copies]
    apart: bool

    def odds(self) -> Odds | None:
        """See :class:`Drawer`."""
        if not self.apart:
            return None
        entries = [
            [entry for entry, number in enumerate(copies.counts) if number]
            for copies in self.classes
        ]
        parts = {key: drawer.odds() for key, drawer in self.parts.items()}
        return ClassCountOdds.of(zip(self.ways, self.weights, strict=True), parts, entries)
