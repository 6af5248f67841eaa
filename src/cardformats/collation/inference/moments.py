"""Means and covariances of the numbers of cards in packs, exact or from simulated packs."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Sequence
from fractions import Fraction
from functools import partial
from itertools import islice
from typing import TypeAlias

from ...errors import CollationError
from ...model import CardRef, CardSet, PackCard
from ..odds.pack import counts_of
from ..odds.slots import what_is
from ..odds.table import ExactOdds, Simulate, simulated

#: What tells cards from one another: the card, or its name, and the finish.
Key: TypeAlias = tuple[CardRef | str, str | None]

#: Gives the key of a card.
KeyOf: TypeAlias = Callable[[PackCard | CardRef | str], Key]

#: A matrix of the average products of the numbers of cards of some sets.
Products: TypeAlias = Sequence[Sequence[Fraction]]

#: What simulated packs are derived from.
_SEED = "moments"


def by_name(card: PackCard | CardRef | str) -> Key:
    """Cards by their names."""
    if isinstance(card, PackCard):
        card = card.card
    return (card if isinstance(card, str) else card.name), None


def by_card(card: PackCard | CardRef | str) -> Key:
    """Cards by their references."""
    return (card.card if isinstance(card, PackCard) else card), None


def by_finish(card: PackCard | CardRef | str) -> Key:
    """Cards by their references and finishes."""
    return what_is(card) if isinstance(card, PackCard) else (card, None)


#: So many packs at most are simulated where odds are not exact.
_SIMULATED = 10_000


class Moments(ABC):
    """What is known of the numbers of cards in a pack.

    Attributes:
        alike: every key that a pack can have, in the order of the sheets; those together that are
            exchangeable.
        packs: the simulated packs that it was estimated from; None if it is exact.
    """

    alike: Sequence[Sequence[Key]]
    packs: int | None

    @abstractmethod
    def mean(self, keys: Collection[Key]) -> Fraction:
        """How many cards with one of *keys* a pack has on average."""

    @abstractmethod
    def products(self, sets: Sequence[Collection[Key]]) -> Products:
        """For each two of *sets* the average product of the numbers of their cards."""


class ExactMoments(Moments):
    """Exact moments; see :class:`Moments`.

    Raises:
        CollationError: they are not known, which can be found out at any time.
    """

    packs = None

    def __init__(self, exact: ExactOdds, key_of: KeyOf) -> None:
        self._exact = exact
        self._key_of = key_of
        self._keys: dict[PackCard, Key] = {}
        signs: dict[Key, list[Hashable]] = {}
        for key, sign in self._signs():
            signs.setdefault(key, []).append(sign)
        alike: dict[Hashable, list[Key]] = {}
        for key, its in signs.items():
            alike.setdefault(tuple(its), []).append(key)
        self.alike = list(alike.values())

    def _signs(self) -> Iterator[tuple[Key, Hashable]]:
        """For each key what its cards have in common with those that are exchangeable."""
        layouts = [layout for packs in self._exact.packs for layout in packs.layouts]
        for at, (_, _, parts) in enumerate(layouts):
            if parts is None:
                raise CollationError("there are too many outcomes to look at")
            for number, slot in enumerate(slot for part in parts for slot in part.slots()):
                if slot.odds is None:
                    raise CollationError("a slot has no closed form")
                for entry, card in enumerate(slot.entry_cards):
                    tests = tuple(test(card) for test in self._exact.guarantees.tests)
                    yield self._key(card), (at, number, slot.odds.kind(entry), tests)

    def _key(self, card: PackCard) -> Key:
        if card not in self._keys:
            self._keys[card] = self._key_of(card)
        return self._keys[card]

    def mean(self, keys: Collection[Key]) -> Fraction:
        return sum((n * chance for (n,), chance in self._counts([keys])), Fraction())

    def products(self, sets: Sequence[Collection[Key]]) -> Products:
        sums = [[Fraction()] * len(sets) for _ in sets]
        for at, one in enumerate(sets):
            counts = self._counts([one])
            sums[at][at] = sum((n * n * chance for (n,), chance in counts), Fraction())
            for below in range(at):
                pairs = self._counts([one, sets[below]])
                product = sum((n * m * chance for (n, m), chance in pairs), Fraction())
                sums[at][below] = sums[below][at] = product
        return sums

    def _counts(
        self, sets: Sequence[Collection[Key]]
    ) -> Iterable[tuple[tuple[int, ...], Fraction]]:
        """The joint distribution of how many cards of each of *sets* a pack has."""
        tests = [partial(self._is_in, frozenset(each)) for each in sets]
        counts = counts_of(self._exact.packs, tests)
        if counts is None:
            raise CollationError("there are too many kinds of cards to count together")
        return counts.items()

    def _is_in(self, keys: frozenset[Key], card: PackCard) -> bool:
        return self._key(card) in keys


class SimulatedMoments(Moments):
    """Moments of simulated packs; see :class:`Moments`."""

    packs = _SIMULATED

    def __init__(self, cardset: CardSet, simulate: Simulate, key_of: KeyOf) -> None:
        """Make packs of a seed of its own; their cards are in the order of *cardset*.

        Raises:
            EmptySheetError: they cannot be filled.
        """
        self._where: dict[Key, list[tuple[int, int]]] = {}
        most, self.packs = self.packs, 0
        for pack in islice(simulated(simulate(_SEED), None), most):
            self.packs += 1
            for key, copies in Counter(map(key_of, pack.cards)).items():
                self._where.setdefault(key, []).append((pack.number, copies))
        entries = (entry for sheet in cardset.sheets.values() for entry in sheet.entries)
        order = {key_of(entry.card): at for at, entry in enumerate(entries)}
        keys = sorted(self._where, key=lambda key: (order.get((key[0], None), -1), key[1] or ""))
        self.alike = [[key] for key in keys]

    def mean(self, keys: Collection[Key]) -> Fraction:
        total = sum(copies for key in keys for _, copies in self._where[key])
        return Fraction(total, self.packs)

    def products(self, sets: Sequence[Collection[Key]]) -> Products:
        packs: dict[int, Counter[int]] = {}
        for at, keys in enumerate(sets):
            for key in keys:
                for pack, copies in self._where[key]:
                    packs.setdefault(pack, Counter())[at] += copies
        totals = [[0] * len(sets) for _ in sets]
        for numbers in packs.values():
            for one, n in numbers.items():
                for other, m in numbers.items():
                    totals[one][other] += n * m
        return [[Fraction(total, self.packs) for total in row] for row in totals]
