"""The tests of opened packs: statistics of their contents, and their distributions."""

from __future__ import annotations

import statistics
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise
from math import ceil, copysign, expm1, fsum, inf, log, log1p, sqrt
from operator import sub
from typing import Any, TypeVar

from attrs import frozen

from .distributions import Quadratic, upper_tail, upper_tail_like
from .features import Feature, Pair
from .moments import Moments, SimulatedPool
from .wording import first_of, plain

T = TypeVar("T")

#: Maximum number of cells that are compared with the covariance of each two of them.
_MOST_CELLS, _MOST_EXACT_CELLS = 24, 8

#: A variance that is less, relative to the square of the mean, is a rounding error.
_TINY = 1e-12

#: Number of features in the name of a cell.
_SHOWN = 3

#: Minimum number of cards on average in a cell of cards that are alike.
_LEAST = 5

#: Minimum number of copies in simulated packs of a card that is tested by itself.
_LEAST_SIMULATED = 25


@frozen
class Cell:
    """The observed and the expected number of something.

    Attributes:
        name: The name of the feature.
        observed: The number in the opened packs.
        expected: The mean number in the same number of packs.
        z: The difference in standard deviations; infinite if it is impossible.
    """

    name: str
    observed: int
    expected: float
    z: float

    def __str__(self) -> str:
        expected = f"expected {plain(self.expected)}, z = {self.z:+.2f}"
        return f"{self.name}: observed {self.observed}, {expected}"


@frozen
class TestResult:
    """A test of opened packs.

    Attributes:
        name: The name of the test.
        statistic: Chi-square; for ``pairs`` a multiple of it.
        freedom: Its degrees of freedom.
        p_value: The probability of such a statistic, or a greater one, if the odds are right.
        corrected: The p-value adjusted for all tests: the probability that any of them is as
            striking, for its weight.  For few packs that of the most striking test can be less than
            its p-value, since the other tests distinguish samples that are as striking in it.
        cells: The most striking differences.
    """

    name: str
    statistic: float
    freedom: int
    p_value: float
    corrected: float
    cells: tuple[Cell, ...]

    __test__ = False

    def __str__(self) -> str:
        first = "".join(f"; {cell}" for cell in self.cells[:1])
        scaled = "scaled " if self.name == "pairs" else ""
        return (
            f"{self.name}: {scaled}chi-square = {plain(self.statistic)}, df = {self.freedom}, "
            f"p = {self.p_value:.3g}, adjusted p = {self.corrected:.3g}{first}"
        )


def compared(
    observed: int, expected: Fraction | float, variance: Fraction | float
) -> tuple[int, float, float]:
    """Return a count, its mean as a number, and the difference in standard deviations."""
    off = float(observed - expected)
    z = off / sqrt(variance) if variance > 0 else copysign(inf, off) if off else 0.0
    return observed, float(expected), z


@frozen(eq=False)
class Sums:
    """The sums of the contents of some packs.

    Attributes:
        packs: The number of packs.
        counts: The number of each feature.
        pairs: The number of packs with each pair of cards.
        of_pool: Whether they are themselves packs of the pool that they are compared with.
    """

    packs: int
    counts: Counter[Feature]
    pairs: Counter[Pair]
    of_pool: bool = False

    @classmethod
    def over(
        cls, packs: Iterable[tuple[Counter[Feature], list[Pair]]], *, of_pool: bool = False
    ) -> Sums:
        """Add up the contents of packs."""
        number, counts, pairs = 0, Counter[Feature](), Counter[Pair]()
        for own, own_pairs in packs:
            number += 1
            counts.update(own)
            pairs.update(own_pairs)
        return cls(number, counts, pairs, of_pool)


class PackTest(ABC):
    """A test of a number of packs.

    Attributes:
        freedom: Its degrees of freedom.
    """

    freedom: int

    @abstractmethod
    def value(self, sums: Sums) -> float:
        """Return its statistic."""

    def p_value(self, value: float) -> float:
        """Return the probability of such a statistic, or a greater one, for many packs."""
        return upper_tail(value, self.freedom)

    @abstractmethod
    def cells(self, sums: Sums) -> list[Cell]:
        """Return the compared numbers."""


class CountTest(PackTest):
    """A test of the numbers of some features in packs, by their covariance.

    Attributes:
        features: The features of each cell.
        means: The mean number of each cell in a pack.
        spread: The covariance of these numbers.
    """

    def __init__(
        self,
        moments: Moments[Any],
        features: Sequence[Sequence[Feature]],
        packs: int,
        least: float = _LEAST,
    ) -> None:
        """Create a test of groups of *features* in *packs* packs.

        Groups with an expected number below *least* are merged.
        """
        groups = _merged(moments.means(features), packs, least)
        self.features: list[list[Feature]] = [
            [each for at in group for each in features[at]] for group in groups
        ]
        self.means, self.spread = moments.of(self.features)
        self._scale = moments.scale(packs)
        self._expected = [float(packs * mean) for mean in self.means]
        self._quadratic = Quadratic([[self._scale * each for each in row] for row in self.spread])
        self.freedom = self._quadratic.freedom

    def value(self, sums: Sums) -> float:
        return self._quadratic.value([*map(sub, self._observed(sums), self._expected)])

    def is_like(self, other: CountTest, pool: SimulatedPool) -> bool:
        """Return whether another test compares the same numbers, judged by packs of a pool."""
        if self.freedom != other.freedom:
            return False
        _, both = pool.of([*self.features, *other.features])
        return Quadratic(both).freedom == self.freedom

    def _observed(self, sums: Sums) -> list[int]:
        """Return the number of features in each cell."""
        return [sum(sums.counts[each] for each in cell) for cell in self.features]

    def cells(self, sums: Sums) -> list[Cell]:
        cells = []
        for at, count in enumerate(self._observed(sums)):
            name = first_of(self.features[at], _SHOWN, "others", " or ")
            variance = self._scale * self.spread[at][at]
            cells.append(Cell(name, *compared(count, self._expected[at], variance)))
        return cells


def _merged(means: Sequence[Fraction], packs: int, least: float) -> list[list[int]]:
    """Return the indices of cells, with small cells merged, and more if there are too many."""
    order = sorted(range(len(means)), key=lambda at: -means[at])
    large = [[at] for at in order if packs * means[at] >= least][: _MOST_CELLS - 1]
    small = order[len(large) :]
    if sum((packs * means[at] for at in small), Fraction()) >= least:
        return [*large, small]
    if large:
        large[-1] += small
    return large


def _cut(items: Sequence[T], parts: int) -> list[Sequence[T]]:
    """Return *parts* consecutive parts of nearly the same size."""
    ends = [len(items) * at // parts for at in range(parts + 1)]
    return [items[a:b] for a, b in pairwise(ends)]


class CardsTest(PackTest):
    """A test of the number of copies of every single card.

    The cards of a pack keep each other away, so the plain statistic, the sum of (o - e)² / e, is
    too small.  This one has two parts, whose sum is chi-square for many packs:

    * Cards that are alike (the same copies, sheets and classes) are exchangeable: each has the
      variance v in a pack, and each two the same covariance r.  Then the sum of (o - e)² /
      (N (v - r)), with e the average of these cards, has one degree of freedom less than there are
      cards.  From the variance V of the total of n such cards, v - r = (n² v - V) / (n (n - 1)).
      For k of n without replacement that is p (1 - p) n / (n - 1), with p = k / n.
    * The totals of groups of alike cards are compared by their exact covariance.

    Groups and cards are put together where fewer than 5 would come.  Differences within one group
    are taken to be independent of those within another; that is nearly so where the foil of a card
    keeps it away.
    """

    def __init__(self, moments: Moments[Any], packs: int) -> None:
        self.simulated: int | None = moments.packs
        self.scale: Fraction = moments.scale(packs)
        self.singles: dict[Feature, tuple[Fraction, Fraction]] = {}
        self._within: list[tuple[float, list[Sequence[Feature]]]] = []
        for alike in moments.alike:
            (mean,), ((variance,),) = moments.of([alike[:1]])
            self.singles.update(dict.fromkeys(alike, (mean, variance)))
            size = len(alike)
            cuts = size // ceil(_LEAST / (packs * mean)) if mean else 1
            if cuts < 2:  # noqa: PLR2004 - one alone has none to differ from
                continue
            _, ((whole,),) = moments.of([alike])
            apart = (size * size * variance - whole) / (size * (size - 1))
            if apart:
                self._within.append((float(packs * apart), _cut(alike, cuts)))
        most = _MOST_CELLS if moments.packs else _MOST_EXACT_CELLS
        groups = moments.alike
        if len(groups) > most:
            groups = [[each for its in part for each in its] for part in _cut(groups, most)]
        self._between = CountTest(moments, groups, packs)
        self.freedom = self._between.freedom + sum(len(cells) - 1 for _, cells in self._within)

    def value(self, sums: Sums) -> float:
        total = self._between.value(sums)
        for variance, cells in self._within:
            numbers = [(len(cell), sum(sums.counts[each] for each in cell)) for cell in cells]
            average = sum(n for _, n in numbers) / sum(map(len, cells))
            total += fsum((n - size * average) ** 2 / size for size, n in numbers) / variance
        return total

    def cells(self, sums: Sums) -> list[Cell]:
        return [Cell(str(card), *self.compared(card, sums)) for card in self.singles]

    def compared(self, card: Feature, sums: Sums) -> tuple[int, float, float]:
        """Return the observed number of copies of a card, the expected one, and the difference."""
        mean, variance = self.singles.get(card, (Fraction(), Fraction()))
        return compared(sums.counts[card], sums.packs * mean, sums.packs * variance)


class SingleTest(PackTest):
    """A test for one card that occurs too often, or too rarely.

    The statistic is -2 log p, which is chi-square with two degrees of freedom; *p* is that of the
    card that sticks out most, corrected for the number of cards.  The count of a card is taken to
    be a multiple of a Poisson variable with its mean and variance, which errs to the safe side.
    """

    def __init__(self, cards: CardsTest, packs: int) -> None:
        """Create a test of the *cards*, except those with too few copies in simulated packs."""
        self._cards = cards
        self._kinds: dict[tuple[float, float], list[Feature]] = {}
        simulated = cards.simulated
        for card, (mean, variance) in cards.singles.items():
            if variance and (not simulated or mean * simulated >= _LEAST_SIMULATED):
                kind = float(packs * mean), float(cards.scale * variance)
                self._kinds.setdefault(kind, []).append(card)
        self._number = sum(map(len, self._kinds.values()))
        self.freedom = 2 if self._number else 0

    def value(self, sums: Sums) -> float:
        least = min(
            _two_sided(mean, variance, count)
            for (mean, variance), cards in self._kinds.items()
            for count in {sums.counts.get(card, 0) for card in cards}
        )
        p_value = -expm1(self._number * log1p(-least)) if least < 1 else 1.0
        return -2 * log(p_value) if p_value > 0 else inf

    def cells(self, sums: Sums) -> list[Cell]:
        return self._cards.cells(sums)


@lru_cache(maxsize=10_000)
def _two_sided(mean: float, variance: float, count: int) -> float:
    """Return the probability of a *count* this far from the mean, on either side."""
    scale = mean / variance
    shape = (count if count > mean else count + 1) * scale
    tail = upper_tail_like(mean * scale, shape, shape)
    return min(2 * (1 - tail if count > mean else tail), 1.0)


class PairsTest(PackTest):
    """A test of the number of times that two cards of a sheet occur together.

    The statistic is that of two samples: the sum of (N o - n c)² / (n N (o + c)) over all pairs,
    where *o* of *n* packs have a pair and *c* of *N* simulated ones.  It is large as well if packs
    repeat each other.  Its mean and variance are those of samples from the simulated packs.
    """

    def __init__(self, pool: SimulatedPool, samples: Iterable[Sums]) -> None:
        self._pool = pool
        values = [self.value(sample) for sample in samples]
        self._mean, self._variance = statistics.fmean(values), statistics.variance(values)
        # a variance that consists only of rounding errors has no meaning
        varies = self._variance > _TINY * self._mean**2
        self.freedom = round(2 * self._mean**2 / self._variance) if varies else 0

    def value(self, sums: Sums) -> float:
        n, whole, paired = sums.packs, self._pool.packs, self._pool.paired
        pairs, total = sums.pairs.total(), paired.total()
        new = 0 if sums.of_pool else 1  # packs of the pool are counted there
        squares = fsum(own * own / (paired[pair] + new * own) for pair, own in sums.pairs.items())
        whole += new * n
        total += new * pairs
        return (whole * whole * squares - 2 * n * whole * pairs + n * n * total) / (n * (whole - n))

    def p_value(self, value: float) -> float:
        return upper_tail_like(value, self._mean, self._variance)

    def cells(self, sums: Sums) -> list[Cell]:
        n, whole = sums.packs, self._pool.packs
        cells = []
        for pair, own in sums.pairs.items():
            others = self._pool.paired[pair]
            spread = n * (1 + n / whole) * (own + others) / (n + whole)
            count = compared(own, n * others / whole, spread)
            cells.append(Cell(" + ".join(map(str, pair)), *count))
        return cells
