"""Means and covariances of what packs have, exact or from simulated packs."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Collection, Hashable, Iterator, Sequence
from fractions import Fraction
from functools import cached_property, partial
from itertools import chain
from operator import add
from typing import TypeAlias, TypeVar

from ...errors import CollationError
from ...model import CardSet, PackCard
from ..constraints import Test
from ..odds.counts import Counts
from ..odds.independent import All, Any, Form, units
from ..odds.pack import counts_of_rounds
from ..odds.table import ExactOdds, Simulate
from .features import Feature, Features, Pair
from .observed import Key

T = TypeVar("T")

#: For some sets of features how many a pack has on average, and the average products.
MeansAndProducts: TypeAlias = tuple[list[Fraction], list[list[Fraction]]]

#: Some sets of features.
Cells: TypeAlias = Sequence[Collection[Feature]]


class Moments(ABC):
    """What is known of how many a pack has of each feature.

    Attributes:
        features: those that a pack can have, in the order of the sheets.
        alike: every card that a pack can have, as features, in that order; those together that are
            exchangeable.
        packs: the simulated packs that it was estimated from; None if it is exact.
    """

    features: Collection[Feature]
    alike: Sequence[Sequence[Feature]]
    packs: int | None

    @abstractmethod
    def of(self, cells: Cells) -> MeansAndProducts:
        """How many of the features of each of *cells* a pack has, and the products of each two.

        No card, and no pack, has features of two of them.
        """


class ExactMoments(Moments):
    """Exact moments of the features of cards, and of layouts; see :class:`Moments`.

    Raises:
        CollationError: they are not known, which can be found out at any time.
    """

    packs = None

    def __init__(self, exact: ExactOdds, features: Features) -> None:
        self._exact = exact
        self._features = features
        self._cards: dict[PackCard, tuple[Feature, ...]] = {}
        self._layouts: dict[Feature, Fraction] = {}
        signs: dict[Feature, list[Hashable]] = {}
        for feature, sign in self._signs():
            signs.setdefault(feature, []).append(sign)
        alike: dict[Hashable, list[Feature]] = {}
        for feature, its in signs.items():
            alike.setdefault(tuple(its), []).append(feature)
        self.alike = list(alike.values())
        its_cards = (feature for features in self._cards.values() for feature in features)
        self.features = dict.fromkeys([*its_cards, *self._layouts])

    def _signs(self) -> Iterator[tuple[Feature, Hashable]]:
        """For each card what it has in common with those that are exchangeable."""
        exact = self._exact
        layouts = [layout for packs in exact.packs for layout in packs.layouts]
        for at, (_, _, form) in enumerate(layouts):
            for number, unit in enumerate(units(form).values()):
                for card in (card for its in unit.cards.values() for card in its):
                    if card not in self._cards:
                        self._cards[card] = self._features.of_card(card)
                    tests = tuple(test(card) for test in exact.guarantees.tests)
                    yield self._cards[card][0], (at, number, unit.kinds[id(card)], tests)
        for round_, packs in enumerate(exact.packs):
            for name in dict.fromkeys(name for name, _, _ in packs.layouts):
                layout = exact.layout(round_, name)
                if layout is None or layout[0] is None:
                    raise CollationError("the share of a layout is not known")
                share = layout[0] / len(exact.packs)
                key = self._features.feature("layout", name)
                self._layouts[key] = self._layouts.get(key, Fraction()) + share

    def kinds(self) -> dict[Key, Hashable]:
        """For each card what it has in common with those that could take its place in packs.

        These are alike, and so is what has their names.
        """
        own = {feature: number for number, its in enumerate(self.alike) for feature in its}
        names: dict[str, list[int]] = {}
        for feature, number in own.items():
            names.setdefault(_name(feature), []).append(number)
        return {
            feature.value: (number, *sorted(names[_name(feature)]))
            for feature, number in own.items()
        }

    def of(self, cells: Cells) -> MeansAndProducts:
        if any(feature.kind == "layout" for cell in cells for feature in cell):
            shares = [
                sum((self._layouts.get(each, Fraction()) for each in cell), Fraction())
                for cell in cells
            ]
            return shares, _diagonal(shares)
        sets = [frozenset(cell) for cell in cells]
        if self._exact.guarantees.limits:
            return self._counted(sets)
        rounds = [packs.layouts for packs in self._exact.packs]
        each = [
            (share / len(rounds), self._of(form, sets))
            for layouts in rounds
            for _, share, form in layouts
        ]
        return _mixed(each, len(sets))

    def _together(
        self, parts: Sequence[Form], sets: Sequence[frozenset[Feature]]
    ) -> MeansAndProducts:
        """The moments of independent *parts*."""
        means, spread = [Fraction()] * len(sets), _zeros(len(sets))
        for part in parts:
            more, products = self._of(part, sets)
            own = covariance(more, products)
            spread = [list(map(add, *rows)) for rows in zip(spread, own, strict=True)]
            means = list(map(add, means, more))
        rows = zip(means, spread, strict=True)
        return means, [[its + a * b for its, b in zip(row, means, strict=True)] for a, row in rows]

    def _of(self, form: Form, sets: Sequence[frozenset[Feature]]) -> MeansAndProducts:
        if isinstance(form, All):
            pairs = zip(form.parts, form.times, strict=True)
            return self._together([part for part, times in pairs for _ in range(times)], sets)
        if isinstance(form, Any):
            each = zip(form.shares, (self._of(part, sets) for part in form.parts), strict=True)
            return _mixed(list(each), len(sets))
        cards = [card for its in form.cards.values() for card in its]
        groups = [
            frozenset(id(card) for card in cards if not its.isdisjoint(self._cards[card]))
            for its in sets
        ]

        def counts(groups: Sequence[frozenset[int]]) -> Counts:
            label = {key: at for at, its in enumerate(groups) for key in its}
            return form.counts(lambda card: label.get(id(card)), len(groups))

        return _of_counts(groups, counts)

    def _counted(self, sets: Sequence[frozenset[Feature]]) -> MeansAndProducts:
        """The same where packs keep guarantees, from the counts of each two together."""
        return _of_counts([partial(self._has, features) for features in sets], self._counts)

    def _counts(self, tests: Sequence[Test]) -> Counts:
        counts = counts_of_rounds(self._exact.packs, tests)
        if counts is None:
            raise CollationError("there are too many kinds of cards to count together")
        return counts

    def _has(self, features: frozenset[Feature], card: PackCard) -> bool:
        return not features.isdisjoint(self._cards[card])


def _name(card: Feature) -> str:
    ref = card.value[0]
    return ref if isinstance(ref, str) else ref.name


def covariance(
    means: Sequence[Fraction], products: Sequence[Sequence[Fraction]]
) -> list[list[Fraction]]:
    """The covariance of numbers with these means, and these average products of each two."""
    rows = zip(means, products, strict=True)
    return [[both - a * b for both, b in zip(row, means, strict=True)] for a, row in rows]


def _of_counts(sets: Sequence[T], counts: Callable[[Sequence[T]], Counts]) -> MeansAndProducts:
    """The moments of the numbers of cards of *sets*, by the joint distribution of each two.

    There are no cards of an empty set.
    """
    means, products = [Fraction()] * len(sets), _zeros(len(sets))
    for a, one in enumerate(sets):
        if not one:
            continue
        own = counts([one]).items()
        means[a] = sum((n * chance for (n,), chance in own), Fraction())
        products[a][a] = sum((n * n * chance for (n,), chance in own), Fraction())
        for b in range(a):
            if sets[b]:
                pairs = counts([one, sets[b]]).items()
                both = sum((n * m * chance for (n, m), chance in pairs), Fraction())
                products[a][b] = products[b][a] = both
    return means, products


def _zeros(size: int) -> list[list[Fraction]]:
    return [[Fraction()] * size for _ in range(size)]


def _diagonal(values: Sequence[Fraction]) -> list[list[Fraction]]:
    return [
        [value if a == b else Fraction() for b in range(len(values))]
        for a, value in enumerate(values)
    ]


def _mixed(each: Sequence[tuple[Fraction, MeansAndProducts]], size: int) -> MeansAndProducts:
    """The moments of what comes with these shares."""
    means, products = [Fraction()] * size, _zeros(size)
    for share, (more, squares) in each:
        for a in range(size):
            means[a] += share * more[a]
            for b in range(size):
                products[a][b] += share * squares[a][b]
    return means, products


#: What simulated packs are derived from.
_SEED = "moments"

#: So many packs are simulated at most, and packs with so many cards and pairs.
_SIMULATED, _WORK = 10_000, 1_500_000


class Pool(Moments):
    """Simulated packs, and what they have; see :class:`Moments`.

    Attributes:
        counts: how many each has of every feature.
        numbers: a number for each pair that came; so they take less time and memory than pairs.
        pairs: the numbers of the pairs of each.
        paired: how often each pair came, by its number.
    """

    packs: int

    def __init__(self, cardset: CardSet, simulate: Simulate, features: Features) -> None:
        """Make packs of a seed of its own; their cards are in the order of *cardset*.

        Raises:
            EmptySheetError: they cannot be filled.
        """
        self.counts: list[Counter[Feature]] = []
        self.numbers: dict[Pair, int] = {}
        self.pairs: list[list[int]] = []
        work = 0
        for pack in simulate(_SEED)(_SIMULATED):
            counts, pairs = features.of_pack(pack.cards, pack.layout)
            self.counts.append(counts)
            self.pairs.append([self.numbers.setdefault(each, len(self.numbers)) for each in pairs])
            work += len(pack.cards) + len(pairs)
            if work >= _WORK:
                break
        self.packs = len(self.counts)
        seen = {feature: None for counts in self.counts for feature in counts}
        entries = (entry for sheet in cardset.sheets.values() for entry in sheet.entries)
        order = {features.of_card(entry.card)[0].value[0]: at for at, entry in enumerate(entries)}
        its = [feature for feature in seen if feature.kind == "card"]
        its.sort(key=lambda each: (order.get(each.value[0], -1), each.value[1] or ""))
        self.features = dict.fromkeys([*its, *seen])
        self.alike = [[feature] for feature in its]

    @cached_property
    def paired(self) -> list[int]:
        counts = Counter(chain.from_iterable(self.pairs))
        return [counts[number] for number in range(len(self.numbers))]

    def of(self, cells: Cells) -> MeansAndProducts:
        size = len(cells)
        cell_of = {feature: at for at, cell in enumerate(cells) for feature in cell}
        sums, totals = [0] * size, [[0] * size for _ in range(size)]
        for counts in self.counts:
            numbers = Counter[int]()
            for feature in cell_of.keys() & counts.keys():
                numbers[cell_of[feature]] += counts[feature]
            for one, n in numbers.items():
                sums[one] += n
                for other, m in numbers.items():
                    totals[one][other] += n * m
        means = [Fraction(total, self.packs) for total in sums]
        return means, [[Fraction(total, self.packs) for total in row] for row in totals]
