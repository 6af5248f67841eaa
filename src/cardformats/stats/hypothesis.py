"""The hypothesis that packs come from a generator, and the contents of its packs."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator
from functools import cache, cached_property, lru_cache, partial
from hashlib import shake_256
from itertools import islice, repeat
from math import expm1, inf, log1p
from struct import unpack
from typing import Any, TypeVar
from weakref import WeakKeyDictionary

from ..collation import Generator
from ..collation.effort import limited
from ..collation.words import Words
from ..errors import CollationError
from ..model import Booster, CardSet, Pack
from .features import Features
from .impossible import Possible
from .moments import ExactMoments, Moments, SimulatedPool
from .opened import Opened, OpenedPacks
from .pack_tests import (
    CardsTest,
    CountTest,
    PackTest,
    PairsTest,
    SingleTest,
    Sums,
    TestResult,
)

T = TypeVar("T")

#: The seed of simulated packs.
_SEED = "moments"

#: The share of the error level of each test, if all tests apply. Tests of few degrees of freedom
#: have most of it, because they find most differences; the others find only large ones.
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

#: The tests that do not compare counts of features.
_OF_CARDS = {"cards", "single", "pairs"}

#: Up to this number of packs the distributions are those of samples of simulated packs; the other
#: values are the number of samples, and the minimum ratio of simulated packs to packs.
FEW, _SAMPLES, _TIMES = 100, 1_000, 8

#: The minimum expected number of features in a cell, if there are few packs.
_LEAST_OF_FEW = 1

#: The number of samples for the variation of pairs of cards, and the maximum number of their packs.
_PAIR_SAMPLES, _PAIR_PACKS = 60, 500

#: Number of cells of a test that are shown.
_CELLS = 3

#: Number of families of tests, for different numbers of packs, that are kept.
_KEPT = 4

#: The kinds of features of whole packs, which are always counted in simulated packs.
_OF_WHOLE_PACKS = {"balance", "duplicates", "neighbours"}


class Hypothesis:
    """The hypothesis that packs come from a generator's booster, and have its odds.

    Attributes:
        words: The names that its packs have for cards.
        cardset: The sheets.
        booster: The booster.
        exact: The exact odds; None if packs have no tree, as by some rules of another program.
        seen: Returns the hypothesis as far as packs of a :class:`PackView` show it.
    """

    def __init__(self, generator: Generator) -> None:
        self.words: Words = generator.words
        self.cardset: CardSet = generator.words.cardset
        self.booster: Booster = generator.booster
        self.exact = generator.exact if generator.trees else None
        self._generator = partial(Generator, generator.cardset, rules=generator.rules)
        self.seen = cache(
            lambda view: VisibleContents(self, Features(self.cardset, self.booster, view))
        )

    @classmethod
    def of(cls, generator: Generator) -> Hypothesis:
        """Return the hypothesis of a generator, with cached results of earlier calls."""
        return _KNOWN.get(generator) or _KNOWN.setdefault(generator, cls(generator))

    def having(self, booster: Booster) -> Hypothesis:
        """Return the same hypothesis with another booster."""
        return Hypothesis(self._generator(booster, seed="weights"))

    def simulate(self, seed: str) -> Callable[[int], Iterable[Pack]]:
        """Return the function that makes packs of this seed."""
        return self._generator(self.booster, seed=seed).packs

    def read(self, observed: Iterable[Opened]) -> OpenedPacks:
        """Return opened packs. Their layouts and sheets are used if the booster has them.

        Raises:
            CollationError: If they are not packs, or have cards that the set does not have.
        """
        layouts = {each.name for each in self.booster.layouts}
        return OpenedPacks.read(observed, self.words, layouts, self.cardset.sheets)

    def check_kept(self) -> None:
        """Check that there are packs that meet the guarantees of the booster.

        Raises:
            CollationError: If no pack does.
        """
        if self.exact is not None:
            self.exact.check_kept()


#: The hypotheses of the generators that are in use.
_KNOWN: WeakKeyDictionary[Generator, Hypothesis] = WeakKeyDictionary()


class VisibleContents:
    """The contents of packs of a hypothesis, as far as opened packs show them.

    Attributes:
        hypothesis: The hypothesis.
        features: The counter of features.
        family: Returns the tests of a number of packs.
    """

    def __init__(self, hypothesis: Hypothesis, features: Features) -> None:
        """Count *features*, which can be those of another hypothesis."""
        self.hypothesis = hypothesis
        self.features = features
        self.family = lru_cache(maxsize=_KEPT)(partial(Family, self))

    @cached_property
    def pool(self) -> SimulatedPool:
        """Return simulated packs."""
        hypothesis = self.hypothesis
        return SimulatedPool(hypothesis.cardset, hypothesis.simulate(_SEED), self.features)

    @cached_property
    def exact(self) -> ExactMoments | None:
        """Return the exact moments of cards and layouts; None if there is no closed form."""
        if self.hypothesis.exact is None:
            return None
        try:
            with limited():
                moments = ExactMoments(self.hypothesis.exact, self.features)
                moments.means([each[:1] for each in moments.alike[:1]])
        except CollationError:
            return None
        return moments

    @cached_property
    def possible(self) -> Possible:
        """Return the object that separates possible packs from impossible ones."""
        kinds = self.exact.kinds() if self.exact else {}
        its = self.hypothesis
        return Possible(its.cardset, its.exact, self.features.view, kinds)

    def sums(self, observed: OpenedPacks) -> Sums:
        """Return the sums of the contents of opened packs."""
        layouts = observed.layouts or repeat(None)
        return Sums.over(map(self.features.of_pack, observed.packs, layouts))

    def by_moments(self, answer: Callable[[Moments[Any]], T]) -> T:
        """Return the answer of the exact moments; if they are not known, of simulated packs."""
        if self.exact is not None:
            try:
                with limited():
                    return answer(self.exact)
            except CollationError:
                pass  # there are too many cards to count together
        return answer(self.pool)

    def count_test(self, kind: str, packs: int, *least: float) -> CountTest:
        """Return the test of the features of a kind."""

        def test(moments: Moments[Any]) -> CountTest:
            features = [[each] for each in moments.features if each.kind == kind]
            return CountTest(moments, features, packs, *least)

        return test(self.pool) if kind in _OF_WHOLE_PACKS else self.by_moments(test)

    def cards_test(self, packs: int) -> CardsTest:
        """Return the test of single cards."""
        return self.by_moments(lambda moments: CardsTest(moments, packs))

    def samples(self, packs: int, number: int) -> Iterator[Sums]:
        """Yield *number* samples of *packs* different simulated packs."""
        pool, size = self.pool, 8 * packs
        for sample in range(number):
            data = shake_256(f"{packs} {sample}".encode()).digest(4 * size)
            # these numbers are enough, since the pool has many times as many packs
            chosen = dict.fromkeys(each % pool.packs for each in unpack(f"<{size}I", data))
            own = (pool.contents[at] for at in islice(chosen, packs))
            yield Sums.over(own, of_pool=True)


class Family:
    """The tests of a number of packs, and their joint variation.

    Attributes:
        cards: The test of single cards.
        weights: The share of the error that each test may make.
    """

    def __init__(self, seen: VisibleContents, packs: int) -> None:
        self._is_few = packs <= min(FEW, seen.pool.packs // _TIMES)
        least = [_LEAST_OF_FEW] * self._is_few
        counted: dict[str, CountTest] = {}
        for kind in WEIGHTS:
            if kind in _OF_CARDS or (kind == "layout" and not seen.features.view.layouts):
                continue
            test = seen.count_test(kind, packs, *least)
            others = counted.values()
            if test.freedom and not any(test.is_like(other, seen.pool) for other in others):
                counted[kind] = test
        self.cards: CardsTest = seen.cards_test(packs)
        tests: dict[str, PackTest] = {
            **counted,
            "cards": self.cards,
            "single": SingleTest(self.cards, packs),
        }
        size = min(packs, _PAIR_PACKS, seen.pool.packs // 4)
        if seen.pool.paired and size > 1:
            tests["pairs"] = PairsTest(seen.pool, seen.samples(size, _PAIR_SAMPLES))
        self._tests = {name: test for name, test in tests.items() if test.freedom}
        total = sum(WEIGHTS[name] for name in self._tests)
        self.weights: dict[str, float] = {name: WEIGHTS[name] / total for name in self._tests}
        samples = seen.samples(packs, _SAMPLES) if self._is_few else ()
        self._samples = [self._values(sums) for sums in samples]
        self._orders = sorted(_in_order(self._scores(values)) for values in self._samples)

    def _values(self, sums: Sums) -> dict[str, float]:
        return {name: test.value(sums) for name, test in self._tests.items()}

    def _scores(self, values: dict[str, float]) -> dict[str, float]:
        """Return the p-value of each test, for many packs, corrected by its weight (Šidák)."""
        return {
            name: _any(self._tests[name].p_value(value), self.weights[name])
            for name, value in values.items()
        }

    def results(self, sums: Sums) -> list[TestResult]:
        """Return all tests of packs, the most significant first."""
        values = self._values(sums)
        scores = self._scores(values)
        first = min(scores, key=scores.__getitem__, default="")
        results = []
        for name, score in scores.items():
            value, test = values[name], self._tests[name]
            p_value, corrected = test.p_value(value), score
            if self._is_few:
                # values that are equal up to rounding errors count as equal
                greater = sum(each[name] >= value * (1 - 1e-9) for each in self._samples)
                order = _in_order(scores) if name == first else [*_in_order({name: score}), inf]
                whole = len(self._samples) + 1
                p_value = (1 + greater) / whole
                corrected = (1 + bisect_right(self._orders, order)) / whole
            cells = sorted(test.cells(sums), key=lambda cell: -abs(cell.z))[:_CELLS]
            results.append(TestResult(name, value, test.freedom, p_value, corrected, tuple(cells)))
        return sorted(results, key=lambda each: each.corrected)


def _in_order(scores: dict[str, float]) -> list[float]:
    """Return scores in ascending order, without rounding errors.

    Samples are compared by their first score; if these are equal, by the next, and so on.
    Otherwise, statistics with few possible values would make the whole test too conservative.
    """
    return sorted(float(f"{score:.9g}") for score in scores.values())


def _any(p_value: float, weight: float) -> float:
    """Return the probability that one of several independent tests is as significant.

    It is corrected by the weight of the test.
    """
    return -expm1(log1p(-p_value) / weight) if p_value < 1 else 1.0
