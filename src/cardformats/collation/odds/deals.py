"""The odds of the packs of an event: of one, of all that a seat opens, or of all of a round.

What is dealt from a shuffled sheet of a finite supply to any of its packs is a larger draw from it:
how many of these cards are of some kind has the hypergeometric distribution.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from attrs import evolve

from ...model import Balanced, Booster, CardSet, Event, Random
from ..drawers.drawer import Drawer
from ..drawers.joint import straight, variants
from ..drawers.odds import PileOdds
from ..effort import TooMuchWorkError
from ..plan.steps import Fill
from ..plan.tree import Tree
from .event import EventPacks, Kind, Ways
from .shared import Case, SharedOdds, SharedSheet, Take
from .units import IndependentOdds, KindOdds, UnitAnswers

#: A deal looks for partners of a swap in so many places.
_LOOKS = 500_000


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
            return IndependentOdds(most)
        return SupplyOdds(self.packs)


class SupplyOdds(SharedOdds):
    """The odds of packs of an event with a finite supply; see :class:`SharedOdds`."""

    def __init__(self, event: EventPacks) -> None:
        self._event = event
        self.single = event.single
        super().__init__(event.most)

    def _shares(self, tree: Tree, name: str) -> bool:
        collation = tree.drawers.sheet(name).collation
        return isinstance(collation, Balanced) or collation == Random(replacement=False)

    def _shared_sheets(self, cases: Mapping[Kind, Sequence[Case]]) -> Mapping[str, SharedSheet]:
        return _Sheets(self._event, cases).known

    def _is_alone(self, fill: Fill) -> bool:
        count = fill.step.count
        each: list[Drawer | None] = [one for _, one in variants(fill.drawer)]
        each = each or [fill.drawer]
        known = [drawer for drawer in map(straight, each) if drawer is not None]
        return len(known) == len(each) and all(drawer.count == count for drawer in known)

    def _can_lose(self, fill: Fill) -> bool:  # noqa: ARG002 - what is dealt is in random order
        return True


def _pile(
    copies: Sequence[int], *, plain: bool, fair: bool, once: bool, lasts: bool
) -> SharedSheet:
    return SharedSheet(copies, partial(PileOdds, copies), plain, fair, once, lasts=lasts)


class _Sheets:
    """The sheets of the supply of an event.

    Attributes:
        known: by their names.
    """

    def __init__(self, event: EventPacks, cases: Mapping[Kind, Sequence[Case]]) -> None:
        """Look at what packs can take.

        Raises:
            TooMuchWorkError: a sheet that cannot start anew may not last for all packs.
        """
        self._event = event
        self._drawers = event.most[0][0].tree.drawers
        every = [case for its in cases.values() for case in its]
        self._kinds = len(cases)
        self._takes: dict[str, list[Take]] = {}
        for take in (take for case in every for take in case.takes):
            for _, sheet in take.sheets:
                self._takes.setdefault(sheet.name, []).append(take)
        self._size = max((case.size for case in every), default=0)
        names = {*self._takes, *(name for case in every for name in case.others)}
        self._keys = {name: self._drawers.key_numbers(name) for name in names}
        #: Of each sheet the fewest and the most cards that a pack can take, and an event.
        self._least: dict[str, int] = {}
        self._most: dict[str, int] = {}
        needed: Counter[str] = Counter()
        for name in self._takes:
            by_kind = {kind: [case.taken(name) for case in its] for kind, its in cases.items()}
            self._least[name] = min(low for its in by_kind.values() for low, _ in its)
            self._most[name] = max(most for its in by_kind.values() for _, most in its)
            for kind, times in event.most:
                needed[name] += times * max(most for _, most in by_kind[kind])
        self.known = {name: self._sheet(name, needed[name]) for name in self._takes}

    def _sheet(self, name: str, needed: int) -> SharedSheet:
        sheet, takes, keys = self._drawers.sheet(name), self._takes[name], self._keys[name]
        copies = [entry.copies for entry in sheet.entries]
        once = needed <= sum(copies)
        if not once and self._event.event.supply != "refill":
            raise TooMuchWorkError(f"the sheet {name!r} may not last for all packs")
        balanced = any(take.balanced for take in takes) or isinstance(sheet.collation, Balanced)
        if keys is None:
            plain = not balanced and (once or (self._event.single and self._most[name] <= 1))
            return _pile(copies, plain=plain, fair=once or not balanced, once=False, lasts=once)
        there = [key for key, number in zip(keys, copies, strict=True) if number]
        apart = self._is_apart(name) and len(set(there)) == len(there)
        alike = len({number for number in copies if number}) <= 1
        # no pack can get two of a card
        quiet = apart and ((once and max(copies, default=0) <= 1) or self._most[name] <= 1)
        parted = not any(take.forgets for take in takes) and self._parts(name, needed, copies)
        if quiet:
            plain = not balanced and (once or self._event.single)
            fair = not balanced or (once and max(copies, default=0) <= 1)
            at_most_one = self._most[name] <= 1 or once
            return _pile(copies, plain=plain, fair=fair, once=at_most_one, lasts=once)
        if apart and alike and not balanced and parted and self._event.single:
            # a pack is as likely to have any of the different cards as any others
            singles = [min(number, 1) for number in copies]
            return _pile(singles, plain=True, fair=True, once=True, lasts=once)
        # packs of which each is as likely to get what is dealt as any other
        steady = once and self._least[name] == self._most[name] and (apart or self._kinds == 1)
        fair = not balanced and ((apart and alike) or (steady and parted))
        pile = _pile(copies, plain=False, fair=fair, once=parted and not balanced, lasts=once)
        return evolve(pile, by_pack=not (apart and alike))

    def _is_apart(self, name: str) -> bool:
        """Whether no other sheet has a card of this one."""
        own = set(self._keys[name] or ())
        others = (keys for other, keys in self._keys.items() if other != name and keys)
        return all(own.isdisjoint(keys) for keys in others)

    def _parts(self, name: str, needed: int, copies: Sequence[int]) -> bool:
        """Whether every card that a pack has twice finds a partner for a swap among those dealt."""
        every: Counter[int] = Counter()
        for other, keys in self._keys.items():
            its = self._drawers.sheet(other).entries
            for key, entry in zip(keys or (), its, strict=False):
                every[key] += entry.copies
        own: Counter[int] = Counter()
        for key, number in zip(self._keys[name] or (), copies, strict=True):
            own[key] += number
        starts = -(-needed // sum(copies))
        rivals = starts * self._most[name] * max(every.values(), default=0)
        twins = starts * self._size * max(own.values(), default=0)
        dealt = self._event.total * self._least[name]
        return dealt > rivals + twins and needed * starts * sum(copies) <= _LOOKS
