"""The odds of several packs together, for boxes and for units of events."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from math import prod
from typing import Protocol

from ...model import CardRef, CardSet, Pack, PackCard
from ..apart import Sharing, another
from ..constraints import CardTests, Guarantees, Test
from ..contacts import CARRIED, Contacts
from ..effort import TooMuchWorkError, collected, limited, note, with_effort
from ..tree import Given, Node, Seq, leaves
from ..words import Words
from .cards import NEVER, CardOdds, Known, What, what_is
from .components import Components
from .counts import repeated, summed
from .event import Packs, Ways
from .pack import PackOdds
from .table import OddsTable, Sample, one_of, rows_of, simulated
from .together import convolved


class TogetherOdds(Protocol):
    """The odds of packs of some trees together."""

    def cards(self, packs: Packs) -> Mapping[What, Known]:
        """Return the known odds of each card."""

    def numbers(self, packs: Packs, test: Test) -> Mapping[int, Fraction]:
        """Return the distribution of the number of cards that pass a test."""


class IndependentOdds:
    """The odds of independent packs."""

    def __init__(self, trees: Iterable[Node]) -> None:
        """Prepare the odds of the trees that packs can have.

        Raises:
            CollationError: If no pack of a tree meets its guarantees.
        """
        self._packs = {tree: PackOdds(tree) for tree in trees}
        self._cards: dict[Node, Mapping[What, CardOdds]] = {}
        for tree, packs in self._packs.items():
            if isinstance(tree, Given) and isinstance(tree.condition, Guarantees):
                tree.condition.check_kept(packs.kept)

    def cards(self, packs: Packs) -> Mapping[What, Known]:
        each = [(self._cards_of(tree), times) for tree, times in packs]
        known: dict[tuple[int, ...], Known] = {}  # equivalent cards have the same odds
        cards = {}
        for what in dict.fromkeys(what for its, _ in each for what in its):
            odds = [its.get(what, NEVER) for its, _ in each]
            alike = tuple(map(id, odds))
            if alike not in known:
                pairs = [(one, times) for one, (_, times) in zip(odds, each, strict=True)]
                expected = sum((times * one.expected for one, times in pairs), Fraction())
                none = prod((one.none**times for one, times in pairs), start=Fraction(1))
                is_exact = all(one.exact for one in odds)
                known[alike] = (expected, 1 - none) if is_exact else (None, None)
            cards[what] = known[alike]
        return cards

    def _cards_of(self, tree: Node) -> Mapping[What, CardOdds]:
        if tree not in self._cards:
            self._cards[tree] = self._packs[tree].cards()
        return self._cards[tree]

    def numbers(self, packs: Packs, test: Test) -> Mapping[int, Fraction]:
        parts = []
        for tree, times in packs:
            counts = self._packs[tree].counts([test])
            if counts is None:
                raise TooMuchWorkError("a slot has no closed form")
            parts.append(repeated({n: chance for (n,), chance in counts.items()}, times))
        return convolved(parts)


class SharedOdds:
    """The odds of packs that share state, from one tree with all of them in order.

    Cards that are independent of the shared state have the odds of independent packs.
    """

    def __init__(self, sharing: Sharing, trees: Collection[Node]) -> None:
        """Prepare the odds of the trees of packs with the shared state *sharing*.

        Raises:
            TooMuchWorkError: If a slot carries cards on. They are not carried on to the next pack.
        """
        if any(CARRIED in Contacts().marks(tree) for tree in trees):
            raise TooMuchWorkError("a slot that carries cards on")
        self._sharing = sharing
        self._components = {tree: Components(tree) for tree in trees}
        self._shared: dict[Node, set[int]] = {}
        self._whats: set[What] = set()
        for tree, components in self._components.items():
            contacts = components.contacts().items()
            its = {number for number, each in contacts if any(map(sharing.lasts, each))}
            self._shared[tree] = its
            shared = leaves(components.only(its))
            places = {id(leaf.place): leaf.place for leaf in shared if leaf.place is not None}
            self._whats |= {what_is(card) for place in places.values() for card in place.cards}
        self._known: dict[Hashable, PackOdds] = {}
        self._others = {
            tree: components.only(components.contacts().keys() - self._shared[tree])
            for tree, components in self._components.items()
        }
        self._independent = IndependentOdds(self._others.values())

    def cards(self, packs: Packs) -> Mapping[What, Known]:
        cards = self._independent.cards(self._without_shared(packs))
        together = self._together(packs, self._is_shared).cards()
        shared = {what: odds.known for what, odds in together.items() if what in self._whats}
        return {**cards, **shared}

    def _without_shared(self, packs: Packs) -> Packs:
        return [(self._others[tree], times) for tree, times in packs]

    def _is_shared(self, card: PackCard) -> bool:
        return what_is(card) in self._whats

    def numbers(self, packs: Packs, test: Test) -> Mapping[int, Fraction]:
        def is_asked(card: PackCard) -> bool:
            return test(card) and self._is_shared(card)

        if not any(each.with_card(is_asked) for each in self._components.values()):
            return self._independent.numbers(self._without_shared(packs), test)
        counts = self._together(packs, test).counts([test])
        if counts is None:
            raise TooMuchWorkError("the cards that packs share have no closed form")
        return {number: chance for (number,), chance in counts.items()}

    def _together(self, packs: Packs, test: Test) -> PackOdds:
        """Return the odds of packs with the shared parts, and parts with cards that pass a test."""
        trees = []
        for tree, times in packs:
            components = self._components[tree]
            trees += [components.only(self._shared[tree] | components.with_card(test))] * times
        key = tuple(map(id, trees))
        if key not in self._known:
            parts = (another(tree, number, self._sharing) for number, tree in enumerate(trees))
            self._known[key] = PackOdds(Seq(parts))
        return self._known[key]


class UnitAnswers(ABC):
    """The odds of several packs together: of units of an event, or of a box."""

    def __init__(self, cardset: CardSet) -> None:
        """Look cards up in *cardset*."""
        self._tests = CardTests(cardset)

    @abstractmethod
    def ways(self) -> Ways:
        """Return the possible numbers of packs of each tree, with probabilities."""

    @abstractmethod
    def work_out(self) -> TogetherOdds:
        """Return the odds of packs of all trees.

        Raises:
            TooMuchWorkError: If there is no closed form.
        """

    @cached_property
    def _odds(self) -> TogetherOdds | None:
        try:
            with limited(kept=True):
                return self.work_out()
        except TooMuchWorkError as error:
            note(error)
            return None

    def cards(self) -> dict[What, Known]:
        """Return the known odds of each card; empty if none is known."""
        expected: dict[What, Fraction | None] = {}
        some: dict[What, Fraction | None] = {}
        if self._odds is None:
            return {}
        try:
            with limited():
                for share, packs in self.ways():
                    for what, (mean, its) in self._odds.cards(packs).items():
                        before, chance = expected.get(what, Fraction()), some.get(what, Fraction())
                        expected[what] = _plus(before, share, mean)
                        some[what] = _plus(chance, share, its)
        except TooMuchWorkError as error:
            note(error)
            return {}
        return {what: (mean, some[what]) for what, mean in expected.items()}

    def counts(self, name: str, values: Collection[str]) -> Mapping[int, Fraction] | None:
        return self._numbers(self._tests.test(name, *values))

    def none(self, cards: Collection[str | CardRef]) -> Fraction | None:
        counts = self._numbers(one_of(cards))
        return None if counts is None else counts.get(0, Fraction())

    def _numbers(self, test: Test) -> Mapping[int, Fraction] | None:
        if self._odds is None:
            return None
        try:
            with limited():
                return summed(
                    (number, share * chance)
                    for share, packs in self.ways()
                    for number, chance in self._odds.numbers(packs, test).items()
                )
        except TooMuchWorkError:
            return None


def _plus(before: Fraction | None, share: Fraction, more: Fraction | None) -> Fraction | None:
    return None if before is None or more is None else before + share * more


def unit_odds(
    answers: UnitAnswers,
    make: Callable[[int], Iterable[Sequence[Pack]]],
    times: int | None,
    words: Words,
    effort: int,
) -> OddsTable:
    """Return the table of several packs together.

    Args:
        answers: The known odds.
        make: A function that makes the units of packs of the box or deal with a given number.
        times: The number of simulated boxes or deals; None for as many as the limits allow.
        words: The names of cards, and other words of queries.
        effort: The multiple of the standard work that exact odds may use.
    """

    def sample(number: int) -> Sample:
        return [[card for pack in unit for card in pack.cards] for unit in make(number)]

    def samples() -> Iterator[Sample]:
        return simulated(lambda number: map(sample, range(number)), times, _cards)

    with with_effort(effort), collected() as reasons:
        known = answers.cards()
    rows = rows_of(known, samples, complete=bool(known))
    unknown = [each.in_words() for each in reasons]
    return OddsTable(rows, answers, words, effort=effort, unknown=unknown)


def _cards(sample: Sample) -> int:
    return sum(map(len, sample))
