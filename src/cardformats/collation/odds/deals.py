"""The odds of the packs of an event: of one, of all that a seat opens, or of all of a round."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from ...model import Booster, CardSet, Event
from ..deals.dealer import Deal
from ..distinct import Spelling
from ..effort import TooMuchWorkError
from .event import EventPacks, Ways
from .supply import SupplyOdds
from .table import OddsTable, Sample, simulated
from .units import EndlessOdds, KindOdds, UnitAnswers, table_of


class DealAnswers(UnitAnswers):
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
        super().__init__(cardset)
        self._made_from = cardset, booster, event, players, of
        self._exact = exact
        self.packs = EventPacks(*self._made_from)

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle what it was made from; the rest is worked out again."""
        return partial(DealAnswers, exact=self._exact), self._made_from

    def ways(self) -> Ways:
        return self.packs.ways()

    def work_out(self) -> KindOdds:
        if not self._exact:
            raise TooMuchWorkError("the rules of another program have no exact odds")
        if self.packs.event.supply == "infinite":
            most = self.packs.most
            limited = any(kind.guarantees.limits for kind, _ in most)
            if limited and not self.packs.event.layout_replacement:
                raise TooMuchWorkError("packs that are drawn again take more layouts from the bag")
            return EndlessOdds(most)
        return SupplyOdds(self.packs)


def deal_odds(
    answers: DealAnswers,
    deal: Callable[[int], Deal],
    deals: int | None,
    spelling: Spelling,
    effort: int,
) -> OddsTable:
    """The table of a unit of an event.

    Args:
        answers: what is known of it.
        deal: makes the deal of a number, for what is not known.
        deals: how many of these are made; as many as make sense if it is None.
        spelling: knows by what reference packs have a card.
        effort: how many times the usual work exact odds may take.
    """
    units = answers.packs.units

    def samples() -> Iterator[Sample]:
        for dealt in simulated(lambda number: map(deal, range(number)), deals, _size):
            packs = dealt.packs
            yield [[card for at in unit for card in packs[at].cards] for unit in units]

    return table_of(answers, samples, spelling, effort)


def _size(deal: Deal) -> int:
    return sum(len(pack.cards) for pack in deal.packs)
