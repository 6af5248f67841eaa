"""The odds of the packs of an event: of one, of all that a seat opens, or of all of a round."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from fractions import Fraction
from functools import cached_property, partial
from typing import Any, Protocol

from ...model import Booster, CardRef, CardSet, Event
from ..constraints import CardTests, Test
from ..deals.dealer import Deal
from ..distinct import Spelling
from ..drawers.odds import mixed
from ..effort import TooMuchWorkError, limited
from .event import EventPacks, Kind, Packs
from .pack import PackOdds, cards_of
from .slots import CardOdds, What
from .supply import SupplyOdds
from .table import Known, OddsTable, Sample, one_of, rows_of, simulated
from .together import convolved, repeated


class _Odds(Protocol):
    """The odds of packs of some kinds together."""

    def cards(self, packs: Packs) -> Mapping[What, Known]:
        """What is known of each card."""

    def numbers(self, packs: Packs, test: Test) -> Mapping[int, Fraction]:
        """The distribution of the number of cards that pass a test."""


class _EndlessOdds:
    """The odds of packs that have nothing to do with one another."""

    def __init__(self, event: EventPacks) -> None:
        self._packs = {kind: PackOdds(kind.tree, kind.guarantees) for kind, _ in event.most}
        self._cards: dict[Kind, Mapping[What, CardOdds]] = {}

    def cards(self, packs: Packs) -> Mapping[What, Known]:
        parts: list[dict[What, CardOdds]] = []
        for kind, times in packs:
            if kind not in self._cards:
                known = self._packs[kind].cards()
                if known is None:
                    raise TooMuchWorkError("the choices of a pack are too many")
                self._cards[kind] = known
            parts.append(_repeated_cards(self._cards[kind], times))
        together = cards_of([(Fraction(1), parts)])
        return {
            what: (odds.expected, 1 - odds.none) if odds.exact else (None, None)
            for what, odds in together.items()
        }

    def numbers(self, packs: Packs, test: Test) -> Mapping[int, Fraction]:
        parts = []
        for kind, times in packs:
            counts = self._packs[kind].counts([test])
            if counts is None:
                raise TooMuchWorkError("a slot has no closed form")
            parts.append(repeated({n: chance for (n,), chance in counts.items()}, times))
        return convolved(parts)


class DealAnswers:
    """What is known of units of an event."""

    def __init__(
        self,
        cardset: CardSet,
        booster: Booster,
        event: Event,
        players: int,
        of: str,
        *,
        exact: bool = True,
    ) -> None:
        """Prepare for a unit; if not *exact*, it is dealt by the rules of another program."""
        self._made_from = cardset, booster, event, players, of
        self._exact = exact
        self._tests = CardTests(cardset)
        self.packs = EventPacks(*self._made_from)

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle what it was made from; the rest is worked out again."""
        return partial(DealAnswers, exact=self._exact), self._made_from

    @cached_property
    def _odds(self) -> _Odds | None:
        if not self._exact:
            return None
        try:
            with limited(kept=True):
                endless = self.packs.event.supply == "infinite"
                return _EndlessOdds(self.packs) if endless else SupplyOdds(self.packs)
        except TooMuchWorkError:
            return None

    def cards(self) -> dict[What, Known]:
        """What is known of each card; nothing if nothing is."""
        expected: dict[What, Fraction | None] = {}
        some: dict[What, Fraction | None] = {}
        if self._odds is None:
            return {}
        try:
            with limited():
                for share, packs in self.packs.ways():
                    for what, (mean, its) in self._odds.cards(packs).items():
                        before, chance = expected.get(what, Fraction()), some.get(what, Fraction())
                        expected[what] = _plus(before, share, mean)
                        some[what] = _plus(chance, share, its)
        except TooMuchWorkError:
            return {}
        return {what: (mean, some[what]) for what, mean in expected.items()}

    def counts(self, name: str, value: str) -> Mapping[int, Fraction] | None:
        return self._numbers(self._tests.test(name, value))

    def none(self, cards: Collection[str | CardRef]) -> Fraction | None:
        counts = self._numbers(one_of(cards))
        return None if counts is None else counts.get(0, Fraction())

    def _numbers(self, test: Test) -> Mapping[int, Fraction] | None:
        if self._odds is None:
            return None
        try:
            with limited():
                parts = [
                    (share, {(n,): chance for n, chance in self._odds.numbers(packs, test).items()})
                    for share, packs in self.packs.ways()
                ]
        except TooMuchWorkError:
            return None
        return {number: chance for (number,), chance in mixed(parts).items()}


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


def deal_odds(
    answers: DealAnswers, deal: Callable[[int], Deal], deals: int | None, spelling: Spelling
) -> OddsTable:
    """The table of a unit of an event.

    Args:
        answers: what is known of it.
        deal: makes the deal of a number, for what is not known.
        deals: how many of these are made; as many as make sense if it is None.
        spelling: knows by what reference packs have a card.
    """
    known, units = answers.cards(), answers.packs.units

    def samples() -> Iterator[Sample]:
        for dealt in simulated(lambda number: map(deal, range(number)), deals, _size):
            packs = dealt.packs
            yield [[card for at in unit for card in packs[at].cards] for unit in units]

    return OddsTable(rows_of(known, samples, complete=bool(known)), answers, spelling)


def _size(deal: Deal) -> int:
    return sum(len(pack.cards) for pack in deal.packs)
