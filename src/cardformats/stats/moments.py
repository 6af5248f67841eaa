"""Means and covariances of the contents of packs, exact or from simulated packs."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import chain
from typing import Generic, TypeAlias, TypeVar

from ..collation.odds.independent import units
from ..collation.odds.pack import counts_of_rounds
from ..collation.odds.table import ExactOdds
from ..errors import CollationError
from ..model import CardSet, Pack, PackCard
from .features import Feature, Features, Pair
from .opened import Key

T = TypeVar("T")

#: The covariance of each two of some numbers.
Covariance: TypeAlias = list[list[Fraction]]

#: The mean of a number, and the mean of its square.
_MeanAndSquare: TypeAlias = tuple[Fraction, Fraction]


class Moments(ABC, Generic[T]):
    """Known moments of the numbers of features in a pack.

    Attributes:
        features: The features that a pack can have, in the order of the sheets.
        alike: Every card that a pack can have, as features, in that order; exchangeable cards are
            in one group.
        packs: The number of simulated packs that the moments are estimated from; None if they are
            exact.
    """

    features: Collection[Feature]
    alike: Sequence[Sequence[Feature]]
    packs: int | None = None

    def of(self, cells: Sequence[Collection[Feature]]) -> tuple[list[Fraction], Covariance]:
        """Return the mean number of features of each of *cells* in a pack, and the covariance.

        The cells are disjoint, and a cell has features of one kind.
        """
        own = [self._cell(cell) for cell in cells]
        means = [self._mean(cell) for cell in own]
        covariance: Covariance = []
        for at, one in enumerate(own):
            row = [self._product(one, own[to]) - means[at] * means[to] for to in range(at + 1)]
            for earlier, value in zip(covariance, row[:-1], strict=True):
                earlier.append(value)
            covariance.append(row)
        return means, covariance

    def means(self, cells: Sequence[Collection[Feature]]) -> list[Fraction]:
        """Return the mean number of features of each of *cells* in a pack."""
        return [self._mean(self._cell(cell)) for cell in cells]

    def scale(self, packs: int) -> Fraction:
        """Return the factor of a pack's covariance for *packs* packs.

        Estimated means have their own errors, which are added to those of the packs.
        """
        return packs + (Fraction(packs * packs, self.packs) if self.packs else Fraction())

    @abstractmethod
    def _cell(self, features: Collection[Feature]) -> T:
        """Return the data that is needed for the moments of a cell."""

    @abstractmethod
    def _mean(self, cell: T) -> Fraction:
        """Return the mean of the number of a cell."""

    @abstractmethod
    def _product(self, one: T, other: T) -> Fraction:
        """Return the mean of the product of the numbers of two cells, which can be the same."""


class ExactMoments(Moments[frozenset[Feature]]):
    """Exact moments of the features of cards, and of layouts; see :class:`Moments`.

    Raises:
        CollationError: If they are not known. Each query can raise it.
    """

    def __init__(self, exact: ExactOdds, features: Features) -> None:
        self._exact = exact
        self._features = features
        self._cards: dict[PackCard, tuple[Feature, ...]] = {}
        self._known: dict[frozenset[Feature], _MeanAndSquare] = {}
        signatures: dict[Feature, list[Hashable]] = {}
        for feature, signature in self._signatures():
            signatures.setdefault(feature, []).append(signature)
        alike: dict[Hashable, list[Feature]] = {}
        for feature, its in signatures.items():
            alike.setdefault(tuple(its), []).append(feature)
        self.alike = list(alike.values())
        self._layouts: dict[Feature, Fraction] = defaultdict(Fraction)
        for at, packs in enumerate(exact.packs):
            for name in dict.fromkeys(name for name, _, _ in packs.layouts):
                layout = exact.layout(at, name)
                if layout is None or layout[0] is None:
                    raise CollationError("the share of a layout is not known")
                self._layouts[features.feature("layout", name)] += layout[0] / len(exact.packs)
        self.features = dict.fromkeys(chain(*self._cards.values(), self._layouts))

    def _signatures(self) -> Iterator[tuple[Feature, Hashable]]:
        """Yield each card with a common key of exchangeable cards."""
        forms = [form for packs in self._exact.packs for _, _, form in packs.layouts]
        for at, form in enumerate(forms):
            for number, unit in enumerate(units(form).values()):
                for card in chain(*unit.cards.values()):
                    if card not in self._cards:
                        self._cards[card] = self._features.of_card(card)
                    tests = tuple(test(card) for test in self._exact.guarantees.tests)
                    yield self._cards[card][0], (at, number, unit.kinds[id(card)], tests)

    def kinds(self) -> dict[Key, Hashable]:
        """Return a common key of interchangeable cards for each card.

        Cards with a common key are alike, and so are the cards of their names.
        """
        own = {feature: number for number, its in enumerate(self.alike) for feature in its}
        names: dict[str, list[int]] = {}
        for feature, number in own.items():
            names.setdefault(name_of(feature.value), []).append(number)
        return {
            feature.value: (number, *sorted(names[name_of(feature.value)]))
            for feature, number in own.items()
        }

    def _cell(self, features: Collection[Feature]) -> frozenset[Feature]:
        return frozenset(features)

    def _mean(self, cell: frozenset[Feature]) -> Fraction:
        return self._of(cell)[0]

    def _product(self, one: frozenset[Feature], other: frozenset[Feature]) -> Fraction:
        if one == other:
            return self._of(one)[1]
        # ab = ((a + b)² - a² - b²) / 2, so the distribution of one number at a time is enough
        return (self._of(one | other)[1] - self._of(one)[1] - self._of(other)[1]) / 2

    def _of(self, cell: frozenset[Feature]) -> _MeanAndSquare:
        if cell not in self._known:
            self._known[cell] = self._worked_out(cell)
        return self._known[cell]

    def _worked_out(self, cell: frozenset[Feature]) -> _MeanAndSquare:
        if not cell.isdisjoint(self._layouts):
            share = sum((self._layouts[each] for each in cell), Fraction())
            return share, share
        has = [lambda card: not cell.isdisjoint(self._cards[card])]
        counts = counts_of_rounds(self._exact.packs, has)
        if counts is None:
            raise CollationError("there are too many kinds of cards to count together")
        mean = sum((n * chance for (n,), chance in counts.items()), Fraction())
        return mean, sum((n * n * chance for (n,), chance in counts.items()), Fraction())


def name_of(key: Key) -> str:
    """Return the name of a card."""
    return key[0] if isinstance(key[0], str) else key[0].name


#: Maximum number of simulated packs, and of their cards and pairs.
_SIMULATED, _WORK = 10_000, 1_500_000


class SimulatedPool(Moments[Counter[int]]):
    """Simulated packs, and their contents; see :class:`Moments`.

    Attributes:
        contents: The number of every feature in each pack, and its pairs of cards.
        paired: The number of packs with each pair.
    """

    packs: int

    def __init__(
        self, cardset: CardSet, make: Callable[[int], Iterable[Pack]], features: Features
    ) -> None:
        """Examine the packs of *make*; their cards are in the order of *cardset*.

        Raises:
            EmptySheetError: If the packs cannot be filled.
        """
        self.contents: list[tuple[Counter[Feature], list[Pair]]] = []
        self.paired: Counter[Pair] = Counter[Pair]()
        same: dict[Pair, Pair] = {}  # equal pairs as one object take less memory
        work = 0
        for pack in make(_SIMULATED):
            counts, pairs = features.of_pack(pack.cards, pack.layout)
            self.contents.append((counts, [same.setdefault(pair, pair) for pair in pairs]))
            self.paired.update(pairs)
            work += len(pack.cards) + len(pairs)
            if work >= _WORK:
                break
        self.packs = len(self.contents)
        self._having: dict[Feature, Counter[int]] = defaultdict(Counter)
        for at, (counts, _) in enumerate(self.contents):
            for feature, number in counts.items():
                self._having[feature][at] = number
        entries = (entry for sheet in cardset.sheets.values() for entry in sheet.entries)
        order = {features.of_card(entry.card)[0].value[0]: at for at, entry in enumerate(entries)}
        cards = [feature for feature in self._having if feature.kind == "card"]
        cards.sort(key=lambda each: (order.get(each.value[0], -1), each.value[1] or ""))
        self.features = dict.fromkeys([*cards, *self._having])
        self.alike = [[feature] for feature in cards]

    def _cell(self, features: Collection[Feature]) -> Counter[int]:
        """Return the number of some features in each pack, by the number of the pack."""
        total = Counter[int]()
        for feature in features:
            total.update(self._having.get(feature, ()))
        return total

    def _mean(self, cell: Counter[int]) -> Fraction:
        return Fraction(cell.total(), self.packs)

    def _product(self, one: Counter[int], other: Counter[int]) -> Fraction:
        both = one.keys() & other.keys()
        return Fraction(sum(one[pack] * other[pack] for pack in both), self.packs)
