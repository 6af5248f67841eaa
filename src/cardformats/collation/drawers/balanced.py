"""Balance without bias: first how many cards of each class, then distinct cards of it."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import accumulate, pairwise
from math import comb, factorial, gcd, prod
from typing import TypeAlias

from attrs import frozen

from ...bits import Bits
from ..effort import spend
from .chance import in_random_order
from .drawer import Copies, Drawer, State, Variants
from .odds import Counts, Entries, JointOdds, Odds, divided, summed

#: How many cards of each class.
Way: TypeAlias = tuple[int, ...]


class ClassCountOdds(Odds):
    """Numbers of cards of some classes by weight; the cards of a class come independently.

    Few classes, mostly one, matter to a question: only the distribution of their numbers is needed.
    """

    def __init__(
        self,
        ways: Iterable[tuple[Way, int]],
        parts: Mapping[tuple[int, int], Odds],
        classes: Sequence[Entries],
    ) -> None:
        """Take the numbers of cards of each class, and what they mean.

        Args:
            ways: numbers of cards of each class, with whole weights.
            parts: the odds of a class and a number of cards, except 0, that it can have.
            classes: the entries of each class; no entry is in two of them.
        """
        self.parts = parts
        self._class_of = {entry: index for index, each in enumerate(classes) for entry in each}
        everything = tuple(range(len(classes)))
        self._ways: dict[tuple[int, ...], dict[Way, int]] = {everything: summed(ways)}
        self._everything = everything
        self.total = sum(self._ways[everything].values())

    @classmethod
    def of(
        cls,
        ways: Iterable[tuple[Way, int]],
        parts: Mapping[tuple[int, int], Odds | None],
        classes: Sequence[Entries],
    ) -> Odds | None:
        """The odds, if those of all parts are known."""
        known = {key: odds for key, odds in parts.items() if odds is not None}
        return cls(ways, known, classes) if len(known) == len(parts) else None

    def counts(self, groups: Sequence[Entries]) -> Counts:
        shares = [self._split(group) for group in groups]
        classes = tuple(sorted({class_ for share in shares for class_ in share}))
        nothing = (0,) * len(groups)

        @cache
        def part(class_: int, number: int) -> Counts:
            if not number:
                return {nothing: Fraction(1)}
            return self.parts[class_, number].counts([each.get(class_, ()) for each in shares])

        states: dict[tuple[Way, tuple[int, ...]], Fraction] = {
            (way, nothing): Fraction(weight, self.total)
            for way, weight in self._marginal(classes).items()
        }
        for class_ in reversed(classes):
            after: dict[tuple[Way, tuple[int, ...]], Fraction] = {}
            for (way, numbers), chance in states.items():
                counts = part(class_, way[-1])
                spend(len(counts))
                for more, share in counts.items():
                    state = way[:-1], tuple(map(sum, zip(numbers, more, strict=True)))
                    after[state] = after.get(state, Fraction()) + chance * share
            states = after
        return {numbers: chance for (_, numbers), chance in states.items()}

    def expected(self, entries: Entries) -> Fraction:
        expected = Fraction()
        for class_, own in self._split(entries).items():
            for (number,), weight in self._marginal((class_,)).items():
                if number:
                    expected += weight * self.parts[class_, number].expected(own)
        return expected / self.total

    def none(self, entries: Entries) -> Fraction:
        shares = self._split(entries)
        if len(shares) != 1:
            return super().none(entries)
        ((class_, own),) = shares.items()
        none: Fraction | int = 0
        for (number,), weight in self._marginal((class_,)).items():
            none += weight * (self.parts[class_, number].none(own) if number else 1)
        return Fraction(none) / self.total

    def hand_of(self, groups: Sequence[tuple[Entries, int]], size: int) -> Fraction:
        shares: list[list[tuple[Entries, int]]] = [[] for _ in self._everything]
        for entries, number in groups:
            split = self._split(entries)
            if not split:
                return Fraction()
            if len(split) > 1:  # nobody knows of which class they are
                return super().hand_of(groups, size)
            ((class_, own),) = split.items()
            shares[class_].append((own, number))
        way = tuple(sum(number for _, number in share) for share in shares)
        chance = Fraction(self._ways[self._everything].get(way, 0), self.total)
        for class_, share in enumerate(shares):
            if share and chance:
                chance *= self.parts[class_, way[class_]].hand_of(share, size)
        return chance

    def kind(self, entry: int) -> Hashable:
        class_ = self._class_of.get(entry)
        if class_ is None:
            return None
        numbers = [number for (number,) in self._marginal((class_,)) if number]
        return class_, *(self.parts[class_, number].kind(entry) for number in numbers)

    def _split(self, entries: Entries) -> dict[int, list[int]]:
        """*entries* by their classes; those of no class never come."""
        parts: dict[int, list[int]] = {}
        for entry in entries:
            if entry in self._class_of:
                parts.setdefault(self._class_of[entry], []).append(entry)
        return parts

    def _marginal(self, classes: tuple[int, ...]) -> Mapping[Way, int]:
        """The weights of the numbers of cards of some classes."""
        if classes not in self._ways:
            ways = self._ways[self._everything].items()
            self._ways[classes] = summed(
                (tuple(way[class_] for class_ in classes), weight) for way, weight in ways
            )
        return self._ways[classes]


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
    weighted = []
    rounded = _rounded([*(totals[index] for index in few), sum(totals[i] for i in many)], count)
    for weight, numbers in rounded:
        left = numbers[-1] - sum(sure[index] for index in many)
        scale = (sum(weights) or 1) ** (extra - left)  # all ways out of one whole
        for parts in reversed([*divided(left, [left] * len(many))]):
            ways = factorial(left) // prod(map(factorial, parts))
            ways *= prod(each**part for each, part in zip(weights, parts, strict=True))
            counts = dict(zip(few, numbers, strict=False))
            counts |= {index: sure[index] + part for index, part in zip(many, parts, strict=True)}
            if ways:
                way = tuple(counts[index] for index in range(len(totals)))
                weighted.append((weight * ways * scale, way))
    divisor = gcd(*(weight for weight, _ in weighted))
    return [(weight // divisor, way) for weight, way in weighted]


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
        self.drawers = drawers

    def draw(self, bits: Bits, state: State) -> Sequence[int]:
        drawn = [entry for drawer in self.drawers for entry in drawer.draw(bits, state)]
        return in_random_order(drawn, bits)

    def odds(self) -> Odds | None:
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
        if not self.apart:
            return None
        entries = [
            [entry for entry, number in enumerate(copies.counts) if number]
            for copies in self.classes
        ]
        parts = {key: drawer.odds() for key, drawer in self.parts.items()}
        return ClassCountOdds.of(zip(self.ways, self.weights, strict=True), parts, entries)
