"""What is known of several packs together, whichever they are."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from typing import Protocol

from ...model import CardRef, CardSet, Pack
from ..constraints import CardTests, Test
from ..effort import TooMuchWorkError, collected, limited, note, with_effort
from ..plan.pack_odds import PackOdds, cards_of
from ..words import Words
from .cards import CardOdds, Known, What
from .counts import repeated, summed
from .event import Kind, Packs, Ways
from .table import OddsTable, Sample, one_of, rows_of, simulated
from .together import convolved


class KindOdds(Protocol):
    """The odds of packs of some kinds together."""

    def cards(self, packs: Packs) -> Mapping[What, Known]:
        """What is known of each card."""

    def numbers(self, packs: Packs, test: Test) -> Mapping[int, Fraction]:
        """The distribution of the number of cards that pass a test."""


class IndependentOdds:
    """The odds of packs that have nothing to do with one another."""

    def __init__(self, most: Packs) -> None:
        """Take what kinds of packs there can be.

        Raises:
            CollationError: no pack of a kind keeps its guarantees.
        """
        self._packs = {
            kind: PackOdds(kind.tree, kind.guarantees, wish=dict(kind.wish)) for kind, _ in most
        }
        self._cards: dict[Kind, Mapping[What, CardOdds]] = {}
        for kind, packs in self._packs.items():
            kind.guarantees.check_kept(packs.kept)

    def cards(self, packs: Packs) -> Mapping[What, Known]:
        parts: list[dict[What, CardOdds]] = []
        for kind, times in packs:
            if kind not in self._cards:
                known = self._packs[kind].cards()
                if known is None:
                    raise TooMuchWorkError("the choices of a pack are too many")
                self._cards[kind] = known
            parts.append(_repeated_cards(self._cards[kind], times))
        return {what: odds.known for what, odds in cards_of([(Fraction(1), parts)]).items()}

    def numbers(self, packs: Packs, test: Test) -> Mapping[int, Fraction]:
        parts = []
        for kind, times in packs:
            counts = self._packs[kind].counts([test])
            if counts is None:
                raise TooMuchWorkError("a slot has no closed form")
            parts.append(repeated({n: chance for (n,), chance in counts.items()}, times))
        return convolved(parts)


class UnitAnswers(ABC):
    """What is known of packs together: of units of an event, or of a box."""

    def __init__(self, cardset: CardSet) -> None:
        """Know the cards of *cardset*."""
        self._tests = CardTests(cardset)

    @abstractmethod
    def ways(self) -> Ways:
        """How likely the packs are so many of each kind."""

    @abstractmethod
    def work_out(self) -> KindOdds:
        """The odds of packs of all kinds.

        Raises:
            TooMuchWorkError: they have no closed form.
        """

    @cached_property
    def _odds(self) -> KindOdds | None:
        try:
            with limited(kept=True):
                return self.work_out()
        except TooMuchWorkError as error:
            note(error)
            return None

    def cards(self) -> dict[What, Known]:
        """What is known of each card; nothing if nothing is."""
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


def _repeated_cards(cards: Mapping[What, CardOdds], times: int) -> dict[What, CardOdds]:
    """The odds of cards in so many packs; cards that are alike have the same object."""
    known = {id(odds): odds for odds in cards.values()}
    more = {
        each: CardOdds(times * odds.expected, odds.none**times, odds.exact)
        for each, odds in known.items()
    }
    return {what: more[id(odds)] for what, odds in cards.items()}


def _plus(before: Fraction | None, share: Fraction, more: Fraction | None) -> Fraction | None:
    return None if before is None or more is None else before + share * more


def unit_odds(
    answers: UnitAnswers,
    make: Callable[[int], Iterable[Sequence[Pack]]],
    times: int | None,
    words: Words,
    effort: int,
) -> OddsTable:
    """The table of packs together.

    Args:
        answers: what is known of them.
        make: makes the units of packs of a box or a deal of a number, for what is not known.
        times: how many of these are made; as many as make sense if it is None.
        words: the names of cards, and other words of questions.
        effort: how many times the usual work exact odds may take.
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
