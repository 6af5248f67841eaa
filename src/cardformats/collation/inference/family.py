"""The tests of opened packs: each a statistic of what they have, and its distribution."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import pairwise
from math import ceil, copysign, expm1, inf, log, log1p, sqrt
from operator import mul, truediv
from typing import Any

from attrs import field, frozen

from .chi_square import Quadratic, upper_tail, upper_tail_like
from .features import Feature, Pair
from .moments import Moments, Pool, covariance

#: So many cells at most are compared with the covariance of each two of them.
_MOST_CELLS, _MOST_EXACT_CELLS = 24, 8

#: A variance that is less, beside the square of the mean, is a rounding error.
_TINY = 1e-12

#: So many features of a cell are in its name.
_SHOWN = 3

#: Groups of cards that are alike are cut into cells with so many cards on average, or more.
_LEAST = 5

#: A card by itself is looked at if so many or more came in simulated packs.
_LEAST_SIMULATED = 25


@frozen
class Cell:
    """How often something came, and how often it should have.

    Attributes:
        name: what it is.
        observed: how often it came.
        expected: how often it comes on average.
        z: the difference in standard deviations; infinite for what cannot be.
    """

    name: str
    observed: int
    expected: float
    z: float

    def __str__(self) -> str:
        return f"{self.name}: {self.observed} instead of {self.expected:.4g} (z {self.z:+.2f})"


def z_of(off: float, variance: float) -> float:
    """How many standard deviations something is *off*."""
    return off / sqrt(variance) if variance > 0 else copysign(inf, off) if off else 0.0


@frozen(eq=False)
class Sums:
    """What some packs have together.

    Attributes:
        packs: how many they are.
        counts: how many they have of each feature.
        pairs: how often each pair of cards came; of packs of a pool by the pair's number there.
        of_pool: they are themselves packs of the pool that they are compared with.
    """

    packs: int
    counts: Counter[Feature] = field(factory=Counter)
    pairs: Counter[Any] = field(factory=Counter)
    of_pool: bool = False

    @classmethod
    def over(
        cls, packs: Iterable[tuple[Counter[Feature], Sequence[Any]]], *, of_pool: bool = False
    ) -> Sums:
        """Add up what packs have."""
        number, counts, pairs = 0, Counter[Feature](), Counter[Any]()
        for features, its in packs:
            number += 1
            for feature, count in features.items():
                counts[feature] += count
            pairs.update(its)
        return cls(number, counts, pairs, of_pool)


class PackTest(ABC):
    """A test of a number of packs.

    Attributes:
        freedom: its degrees of freedom.
    """

    freedom: int

    @abstractmethod
    def value(self, sums: Sums) -> float:
        """Its statistic."""

    def p_value(self, value: float) -> float:
        """The probability of such a statistic, or a greater one, for many packs."""
        return upper_tail(value, self.freedom)

    @abstractmethod
    def cells(self, sums: Sums) -> list[Cell]:
        """What it compares."""


class CountTest(PackTest):
    """Compares how many packs have of each of some features by their covariance.

    Attributes:
        means: how many of each cell a pack has on average.
        spread: the covariance of these numbers.
    """

    def __init__(
        self, moments: Moments, features: Sequence[Sequence[Feature]], packs: int, least: float
    ) -> None:
        """Compare groups of *features* in so many *packs*, those together that are seldom.

        These are the ones of which less than *least* come on average.
        """
        means, products = moments.of(features)
        groups = _merged(means, packs, least)
        self.features = [[each for at in group for each in features[at]] for group in groups]
        self.means = [sum((means[at] for at in group), Fraction()) for group in groups]
        self.spread = [
            [
                sum((products[a][b] - means[a] * means[b] for a in one for b in other), Fraction())
                for other in groups
            ]
            for one in groups
        ]
        # Estimated means have errors of their own, which add to those of the packs.
        self._scale = Fraction(packs)
        if moments.packs:
            self._scale += Fraction(packs * packs, moments.packs)
        self._packs = packs
        self._quadratic = Quadratic([[self._scale * each for each in row] for row in self.spread])
        self.freedom = self._quadratic.freedom

    def value(self, sums: Sums) -> float:
        pairs = zip(self.observed(sums), self.means, strict=True)
        return self._quadratic.value([n - float(self._packs * mean) for n, mean in pairs])

    def is_like(self, other: CountTest, pool: Pool) -> bool:
        """Whether another test compares the same, as packs of a pool have it."""
        if self.freedom != other.freedom:
            return False
        both = Quadratic(covariance(*pool.of([*self.features, *other.features])))
        return both.freedom == self.freedom

    def observed(self, sums: Sums) -> list[int]:
        """How many of each cell there are."""
        return [sum(sums.counts[each] for each in cell) for cell in self.features]

    def cells(self, sums: Sums) -> list[Cell]:
        cells = []
        for at, number in enumerate(self.observed(sums)):
            names = [*map(str, self.features[at])]
            name = " or ".join([*names[:_SHOWN], *(["others"] if names[_SHOWN:] else [])])
            variance = self._scale * self.spread[at][at]
            cells.append(_cell(name, number, self._packs * self.means[at], variance))
        return cells


def _cell(name: str, observed: int, expected: Fraction, variance: Fraction) -> Cell:
    off = float(observed - expected)
    return Cell(name, observed, float(expected), z_of(off, float(variance)))


def _merged(means: Sequence[Fraction], packs: int, least: float) -> list[list[int]]:
    """The numbers of cells, those together that are small, and if there are too many."""
    order = sorted(range(len(means)), key=lambda at: -means[at])
    large = [[at] for at in order if packs * means[at] >= least][: _MOST_CELLS - 1]
    small = order[len(large) :]
    if sum((packs * means[at] for at in small), Fraction()) >= least:
        return [*large, small]
    if large:
        large[-1] += small
    return large


class CardsTest(PackTest):
    """Compares how often every single card comes.

    The cards of a pack keep each other away, so that the plain statistic, the sum of (o - e)² / e,
    is too small.  What is used instead has two parts, whose sum is chi-square for many packs:

    * Cards that are alike (the same copies, sheets and classes) are exchangeable: each has the
      variance v in a pack, and each two the same covariance r.  Then the sum of (o - e)² /
      (N (v - r)), with e the average of these cards, has one degree of freedom less than there are
      cards.  From the variance V of the total of n such cards, v - r = (n² v - V) / (n (n - 1)).
      For k of n without replacement that is p (1 - p) n / (n - 1), with p = k / n.
    * The totals of groups of alike cards are compared by their exact covariance.

    Groups and cards are put together where fewer than 5 would come.  It is assumed that differences
    within one group say nothing about those within another; that is nearly so where the foil of a
    card keeps it away.
    """

    def __init__(self, moments: Moments, packs: int) -> None:
        self._packs = packs
        self.exact = moments.packs is None
        self.singles: dict[Feature, tuple[Fraction, Fraction]] = {}
        self._within: list[tuple[float, list[Sequence[Feature]]]] = []
        self.freedom = 0
        for alike in moments.alike:
            (mean,), ((square,),) = moments.of([alike[:1]])
            (whole,), ((squares,),) = moments.of([alike])
            variance = square - mean * mean
            self.singles.update(dict.fromkeys(alike, (mean, variance)))
            number = len(alike)
            size = ceil(_LEAST / (packs * mean)) if mean else number
            cuts = number // size
            if cuts < 2:  # noqa: PLR2004 - one alone has none to differ from
                continue
            apart = (number * number * variance - squares + whole * whole) / (number * (number - 1))
            if apart:
                ends = [number * at // cuts for at in range(cuts + 1)]
                cells = [alike[a:b] for a, b in pairwise(ends)]
                self._within.append((float(packs * apart), cells))
                self.freedom += cuts - 1
        self._between = CountTest(moments, _in_groups(moments), packs, _LEAST)
        self.freedom += self._between.freedom

    def value(self, sums: Sums) -> float:
        total = self._between.value(sums)
        for variance, cells in self._within:
            numbers = [(len(cell), sum(sums.counts[each] for each in cell)) for cell in cells]
            average = sum(n for _, n in numbers) / sum(size for size, _ in numbers)
            total += sum((n - size * average) ** 2 / size for size, n in numbers) / variance
        return total

    def cells(self, sums: Sums) -> list[Cell]:
        return [
            _cell(str(card), sums.counts[card], self._packs * mean, self._packs * variance)
            for card, (mean, variance) in self.singles.items()
        ]


def _in_groups(moments: Moments) -> list[list[Feature]]:
    """Cards that are alike; if these are too many groups, those that stand together."""
    most = _MOST_CELLS if moments.packs else _MOST_EXACT_CELLS
    groups = [list(alike) for alike in moments.alike]
    if len(groups) <= most:
        return groups
    ends = [len(groups) * at // most for at in range(most + 1)]
    return [[each for group in groups[a:b] for each in group] for a, b in pairwise(ends)]


class SingleTest(PackTest):
    """Looks for one card that comes too often, or too seldom.

    The statistic is -2 log p, which is chi-square with two degrees of freedom; *p* is that of the
    card that sticks out most, corrected for the number of cards.  The count of a card is taken to
    be a multiple of a Poisson variable with its mean and variance, which errs to the safe side.
    """

    def __init__(self, cards: CardsTest, packs: int, simulated: int | None) -> None:
        """Look at the *cards*, but for those that so many *simulated* packs tell too little of."""
        self._cards = cards
        self._kinds: dict[tuple[float, float], list[Feature]] = {}
        scale = packs + (packs * packs / simulated if simulated else 0)
        for card, (mean, variance) in cards.singles.items():
            if variance and (not simulated or mean * simulated >= _LEAST_SIMULATED):
                kind = float(packs * mean), float(scale * variance)
                self._kinds.setdefault(kind, []).append(card)
        self._number = sum(map(len, self._kinds.values()))
        self._tails: dict[tuple[float, float, int], float] = {}
        self.freedom = 2 if self._number else 0

    def value(self, sums: Sums) -> float:
        least = min(
            self._tail(mean, variance, count)
            for (mean, variance), cards in self._kinds.items()
            for count in {sums.counts.get(card, 0) for card in cards}
        )
        p_value = -expm1(self._number * log1p(-least)) if least < 1 else 1.0
        return -2 * log(p_value) if p_value > 0 else inf

    def _tail(self, mean: float, variance: float, count: int) -> float:
        """The probability of a *count* so far off, to either side."""
        key = mean, variance, count
        if key not in self._tails:
            scale = mean / variance
            if count > mean:
                shape = count * scale
                tail = 1 - upper_tail_like(mean * scale, shape, shape)
            else:
                shape = (count + 1) * scale
                tail = upper_tail_like(mean * scale, shape, shape)
            self._tails[key] = min(2 * tail, 1.0)
        return self._tails[key]

    def cells(self, sums: Sums) -> list[Cell]:
        return self._cards.cells(sums)


class PairsTest(PackTest):
    """Compares how often each two cards of a sheet came together with simulated packs.

    The statistic is that of two samples: the sum of (N o - n c)² / (n N (o + c)) over all pairs,
    where *o* of *n* packs have a pair and *c* of *N* simulated ones.  It is large as well if packs
    repeat each other.  Its mean and variance are those of samples from the simulated packs.
    """

    def __init__(self, pool: Pool, samples: Iterable[Sums]) -> None:
        self._pool = pool
        self._total = sum(pool.paired)
        values = [self.value(sample) for sample in samples]
        self._mean = sum(values) / len(values)
        self._variance = sum((each - self._mean) ** 2 for each in values) / (len(values) - 1)
        # what does not vary but for rounding errors tells nothing
        varies = self._variance > _TINY * self._mean**2
        self.freedom = round(2 * self._mean**2 / self._variance) if varies else 0

    def value(self, sums: Sums) -> float:
        paired, all_packs, total = self._pool.paired, self._pool.packs, self._total
        own = sums.pairs.values()
        number = sum(own)
        if sums.of_pool:
            both: Iterable[int] = map(paired.__getitem__, sums.pairs)
        else:
            all_packs, total = all_packs + sums.packs, total + number
            both = [self._came(pair) + n for pair, n in sums.pairs.items()]
        squares: float = sum(map(truediv, map(mul, own, own), both))
        n = sums.packs
        whole = all_packs * all_packs * squares - 2 * n * all_packs * number + n * n * total
        return whole / (n * (all_packs - n))

    def _came(self, pair: Pair) -> int:
        """How often a pair came in the simulated packs."""
        number = self._pool.numbers.get(pair)
        return 0 if number is None else self._pool.paired[number]

    def p_value(self, value: float) -> float:
        return upper_tail_like(value, self._mean, self._variance)

    def cells(self, sums: Sums) -> list[Cell]:
        n, whole = sums.packs, self._pool.packs
        cells = []
        for (one, other), both in sums.pairs.items():
            others = self._came((one, other))
            share = (both + others) / (n + whole)
            spread = n * (1 + n / whole) * share
            cells.append(
                Cell(
                    f"{one} + {other}",
                    both,
                    n * others / whole,
                    z_of(both - n * others / whole, spread),
                )
            )
        return cells
