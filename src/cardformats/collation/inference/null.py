"""What packs of a booster are like if its odds are right, as far as tests need it."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from functools import cached_property
from hashlib import shake_256
from itertools import repeat
from math import expm1, inf, log1p

from attrs import frozen

from ...errors import CollationError
from ...model import Booster, CardSet
from ..effort import limited
from ..odds.table import ExactOdds, Simulate
from .family import CardsTest, Cell, CountTest, PackTest, PairsTest, SingleTest, Sums
from .features import Feature, Features
from .moments import ExactMoments, Moments, Pool
from .observed import Observed, View
from .possible import Possible

#: The share of the error that each test may make, if all can be asked.  Most is for the tests of
#: few degrees of freedom, which find most; the others find what is large, or nothing.
WEIGHTS = {
    "rarity": 600,
    "layout": 150,
    "finish": 150,
    "sheet": 150,
    "color": 10,
    "balance": 10,
    "duplicates": 5,
    "neighbours": 10,
    "pairs": 5,
    "cards": 10,
    "single": 2,
}

#: What simulated packs are looked at for, even if other odds are exact.
_OF_WHOLE_PACKS = {"balance", "duplicates", "neighbours"}

#: The tests that are no comparison of counts of features.
_OF_CARDS = {"cards", "single", "pairs"}

#: Up to so many packs the distributions are those of so many samples of simulated packs; and of
#: these there are so many times as many.
FEW, _SAMPLES, _TIMES = 100, 1_000, 8

#: Features of which less than this come on average are put together: of few packs, and of more.
_LEAST_OF_FEW, _LEAST = 1, 5

#: So many samples, of so many packs at most, tell how pairs of cards vary.
_PAIR_SAMPLES, _PAIR_PACKS = 60, 500

#: Tests for so many numbers of packs are kept.
_KEPT = 4


class Null:
    """The hypothesis that packs are of a booster, and have its odds."""

    def __init__(
        self, cardset: CardSet, booster: Booster, exact: ExactOdds | None, simulate: Simulate
    ) -> None:
        """Take the booster, its exact odds unless they are not known, and what makes packs."""
        self.cardset = cardset
        self.booster = booster
        self.exact = exact
        self.simulate = simulate
        self._seen: dict[View, SeenNull] = {}

    @cached_property
    def names(self) -> tuple[set[str], set[str]]:
        """The names of layouts and of sheets."""
        return {each.name for each in self.booster.layouts}, {*self.cardset.sheets}

    def seen(self, view: View) -> SeenNull:
        """The same as far as packs tell it."""
        return self._seen.get(view) or self._seen.setdefault(view, SeenNull(self, view))


class SeenNull:
    """What packs of a booster are like, as far as opened packs tell it.

    Attributes:
        view: how much they tell.
        features: what is counted.
    """

    def __init__(self, null: Null, view: View) -> None:
        self._null = null
        self.view = view
        self.features = Features(null.cardset, null.booster, view)
        self._families: dict[int, Family] = {}

    @cached_property
    def pool(self) -> Pool:
        """Simulated packs."""
        return Pool(self._null.cardset, self._null.simulate, self.features)

    @cached_property
    def exact(self) -> ExactMoments | None:
        """The exact moments of cards and layouts; None if there is no closed form."""
        if self._null.exact is None:
            return None
        try:
            with limited():
                moments = ExactMoments(self._null.exact, self.features)
                moments.of([each[:1] for each in moments.alike[:1]])
        except CollationError:
            return None
        return moments

    @cached_property
    def possible(self) -> Possible:
        """What tells packs that can come from those that cannot."""
        null = self._null
        kinds = self.exact.kinds() if self.exact else {}
        return Possible(null.cardset, null.booster, null.exact, self.view, kinds)

    def sums(self, observed: Observed) -> Sums:
        """What opened packs have together."""
        layouts = observed.layouts or repeat(None)
        return Sums.over(map(self.features.of_pack, observed.packs, layouts))

    def family(self, packs: int) -> Family:
        """The tests of so many packs."""
        family = self._families.get(packs)
        if family is None:
            if len(self._families) >= _KEPT:
                self._families.clear()
            family = self._families[packs] = Family(self, packs)
        return family

    def count_test(self, kind: str, packs: int, least: float = _LEAST) -> CountTest:
        """The test of the features of a kind."""
        moments: Moments | None = None if kind in _OF_WHOLE_PACKS else self.exact
        if moments is not None:
            try:
                with limited():
                    return CountTest(moments, _single(moments, kind), packs, least)
            except CollationError:
                pass  # there are too many cards to count together
        return CountTest(self.pool, _single(self.pool, kind), packs, least)

    def cards_test(self, packs: int) -> CardsTest:
        """The test of single cards."""
        if self.exact is not None:
            try:
                with limited():
                    return CardsTest(self.exact, packs)
            except CollationError:
                pass  # there are too many cards to count together
        return CardsTest(self.pool, packs)

    def samples(self, packs: int, number: int) -> Iterator[Sums]:
        """So many samples of so many different simulated packs."""
        pool = self.pool
        for sample in range(number):
            numbers: dict[int, None] = {}
            size = 8 * packs
            while len(numbers) < packs:
                data = shake_256(f"{packs} {sample}".encode()).digest(size)
                chosen = (int.from_bytes(data[at : at + 4], "little") for at in range(0, size, 4))
                numbers = dict.fromkeys(each % pool.packs for each in chosen)
                size *= 2
            own = list(numbers)[:packs]
            yield Sums.over(((pool.counts[at], pool.pairs[at]) for at in own), of_pool=True)


def _single(moments: Moments, kind: str) -> list[list[Feature]]:
    """The features of a kind, each by itself."""
    return [[each] for each in moments.features if each.kind == kind]


@frozen
class TestResult:
    """A test of opened packs.

    Attributes:
        name: what it is about.
        statistic: chi-square, or like it.
        freedom: its degrees of freedom.
        p_value: the probability of such a statistic, or a greater one, if the odds are right.
        corrected: the probability that any of the tests is as striking, for its weight.  For few
            packs that of the most striking test can be less than its p-value, since those that are
            as striking in it are told apart by the other tests.
        cells: what sticks out most.
    """

    name: str
    statistic: float
    freedom: int
    p_value: float
    corrected: float
    cells: tuple[Cell, ...]

    __test__ = False

    def __str__(self) -> str:
        first = f"; {self.cells[0]}" if self.cells else ""
        return f"{self.name}: p = {self.p_value:.3g}, corrected {self.corrected:.3g}{first}"


class Family:
    """The tests that so many packs can be asked, and how they vary together."""

    #: So many cells of a test are shown.
    _SHOWN = 3

    def __init__(self, seen: SeenNull, packs: int) -> None:
        self.is_few = packs <= min(FEW, seen.pool.packs // _TIMES)
        self.tests: dict[str, PackTest] = {}
        least = _LEAST_OF_FEW if self.is_few else _LEAST
        counted: list[CountTest] = []
        for kind in WEIGHTS:
            if kind in _OF_CARDS or (kind == "layout" and not seen.view.layouts):
                continue
            test = seen.count_test(kind, packs, least)
            if test.freedom and not any(test.is_like(each, seen.pool) for each in counted):
                counted.append(test)
                self.tests[kind] = test
        self.cards = self.tests["cards"] = seen.cards_test(packs)
        simulated = None if self.cards.exact else seen.pool.packs
        self.tests["single"] = SingleTest(self.cards, packs, simulated)
        size = min(packs, _PAIR_PACKS, seen.pool.packs // 4)
        if seen.pool.paired and size > 1:
            self.tests["pairs"] = PairsTest(seen.pool, seen.samples(size, _PAIR_SAMPLES))
        self.tests = {name: test for name, test in self.tests.items() if test.freedom}
        total = sum(WEIGHTS[name] for name in self.tests)
        self.weights = {name: WEIGHTS[name] / total for name in self.tests}
        self._values: dict[str, list[float]] = {name: [] for name in self.tests}
        self._orders: list[list[float]] = []
        for sums in seen.samples(packs, _SAMPLES) if self.is_few else ():
            values = {name: test.value(sums) for name, test in self.tests.items()}
            for name, value in values.items():
                self._values[name].append(value)
            self._orders.append(_in_order(self._scores(values)))
        self._orders.sort()

    def _scores(self, values: dict[str, float]) -> dict[str, float]:
        """For each test its p-value, for many packs, by its weight (Šidák's correction)."""
        return {
            name: _any(self.tests[name].p_value(value), self.weights[name])
            for name, value in values.items()
        }

    def results(self, sums: Sums) -> tuple[TestResult, ...]:
        """All tests of packs, the most striking first."""
        values = {name: test.value(sums) for name, test in self.tests.items()}
        scores = self._scores(values)
        first = min(scores, key=scores.__getitem__, default="")
        results = []
        for name, score in scores.items():
            value, test = values[name], self.tests[name]
            p_value, corrected = test.p_value(value), score
            if self.is_few:
                own = self._values[name]
                # what is equal up to rounding errors counts as as great
                p_value = (1 + sum(each >= value * (1 - 1e-9) for each in own)) / (len(own) + 1)
                order = _in_order(scores) if name == first else [*_in_order({name: score}), inf]
                corrected = (1 + bisect_right(self._orders, order)) / (len(self._orders) + 1)
            cells = sorted(test.cells(sums), key=lambda cell: -abs(cell.z))[: self._SHOWN]
            results.append(TestResult(name, value, test.freedom, p_value, corrected, tuple(cells)))
        return tuple(sorted(results, key=lambda each: each.corrected))


def _in_order(scores: dict[str, float]) -> list[float]:
    """Scores from the least on, without rounding errors.

    Samples are as striking as the first tells; if these are equal, the next, and so on.  Otherwise
    the few values that some statistics of few packs have would make the whole less likely to err
    than it may.
    """
    return sorted(float(f"{score:.9g}") for score in scores.values())


def _any(p_value: float, weight: float) -> float:
    """The probability that one of several independent tests is as striking, for its weight."""
    return -expm1(log1p(-p_value) / weight) if p_value < 1 else 1.0
