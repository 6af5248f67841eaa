"""Which packs of an event are looked at together, and the layouts that they can have."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Sequence
from fractions import Fraction
from itertools import product
from math import comb, prod
from typing import TypeAlias

from attrs import evolve

from ...errors import CollationError
from ...model import Booster, CardSet, Event
from ...model.weights import as_copies
from ..compile import Compiler
from ..constraints import Guarantees
from ..effort import spend
from ..rounds import Layouts, PackRound, check_deal, pack_rounds
from ..tree import Node
from .counts import divided

#: What the odds of an event can be of.
UNITS = ("pack", "seat", "round")


#: The bits of a word of a large number, and how many pairs of words are multiplied in one step.
_WORD, _STEP = 64, 256

#: Packs looked at together: how many there are of each tree.
Packs: TypeAlias = Sequence[tuple[Node, int]]

#: How likely packs looked at together are so many of each kind.
Ways: TypeAlias = Sequence[tuple[Fraction, Packs]]


class EventPacks:
    """The packs of an event, by units: single packs, those of a seat, or those of a round.

    Packs are numbered round by round.

    Attributes:
        event: the event.
        single: a unit is a pack.
        total: how many packs there are.
        are_guaranteed: something is promised for some of them.
    """

    def __init__(
        self, cardset: CardSet, booster: Booster, event: Event, players: int, of: str
    ) -> None:
        """Prepare the units of an event for so many *players*.

        Raises:
            CollationError: there is no such unit or no player, or a round names what there is not.
        """
        if of not in UNITS:
            units = ", ".join(map(repr, UNITS))
            raise CollationError(f"odds of a deal are of one of {units}, not of {of!r}")
        self.event = event
        self.single: bool = of == "pack"
        self.are_guaranteed: bool = False
        self._rounds = pack_rounds(cardset, booster, event)
        check_deal(players, len(self._rounds))
        self.total: int = players * len(self._rounds)
        self._cardset = evolve(cardset, event=event)
        self._kinds: dict[Hashable, Node] = {}
        #: For each pack its bag, and which filling of it; each bag with its layouts.
        self._sources: list[tuple[Hashable, int]] = []
        self._bags: dict[Hashable, list[tuple[int, Node]]] = {}
        drawn: Counter[Hashable] = Counter()
        for each in self._rounds:
            kinds = self._kinds_of(each)
            bag = each.bag if not event.layout_replacement else kinds[0][1]
            self._bags[bag] = kinds
            size = sum(weight for weight, _ in kinds)
            self._sources += [(bag, (drawn[bag] + at) // size) for at in range(players)]
            drawn[bag] += players
        packs = [range(start, start + players) for start in range(0, self.total, players)]
        by_seat = [list(its) for its in zip(*packs, strict=True)]
        single = [[number] for number in range(self.total)]
        #: The numbers of the packs of each unit.
        self.units = {"pack": single, "seat": by_seat, "round": list(map(list, packs))}[of]

    @property
    def most(self) -> Packs:
        """How many packs of each kind the event can have at most."""
        most: Counter[Node] = Counter()
        for (bag, _), number in Counter(self._sources).items():
            for weight, kind in self._bags[bag]:
                most[kind] += min(number, weight)
        return list(most.items())

    def ways(self) -> Ways:
        """How likely the packs of a unit, any of them, are so many of each kind.

        Raises:
            TooMuchWorkError: there are too many ways.
        """
        places = {source: place for place, source in enumerate(dict.fromkeys(self._sources))}
        units = Counter(
            tuple(sorted(Counter(places[self._sources[number]] for number in unit).items()))
            for unit in self.units
        )
        bags = [bag for bag, _ in places]
        ways = []
        for unit, times in units.items():
            share = Fraction(times, len(self.units))
            each = [self._drawn(self._bags[bags[place]], number) for place, number in unit]
            spend(prod(map(len, each)))
            for one in product(*each):
                packs: Counter[Node] = Counter()
                for _, its in one:
                    packs.update(its)
                chance = prod((chance for chance, _ in one), start=share)
                ways.append((chance, list(packs.items())))
        return ways

    @staticmethod
    def _drawn(
        bag: Sequence[tuple[int, Node]], number: int
    ) -> list[tuple[Fraction, dict[Node, int]]]:
        """How likely so many packs of a bag are so many of each kind."""
        weights = [weight for weight, _ in bag]
        total = sum(weights)
        words = min(number, total - number) * total.bit_length() // _WORD
        steps = 1 + words**2 // _STEP  # fractions are reduced in quadratic time
        ways = []
        for numbers in divided(number, weights):
            spend(steps)
            share = Fraction(prod(map(comb, weights, numbers)), comb(total, number))
            kinds = zip(bag, numbers, strict=True)
            ways.append((share, {kind: copies for (_, kind), copies in kinds if copies}))
        return ways

    def _kinds_of(self, round_: PackRound) -> list[tuple[int, Node]]:
        """The kinds of packs in the bag of a round, with their weights.

        If layouts are put back, there is one kind, and there are enough packs of it.
        """
        if self.event.layout_replacement:
            return [(self.total, self._kind(round_.booster, round_.layouts))]
        weights = as_copies(weight for _, weight in round_.layouts)
        return [
            (weight, self._kind(round_.booster, [(layout, 1)]))
            for weight, (layout, _) in zip(weights, round_.layouts, strict=True)
            if weight
        ]

    def _kind(self, booster: Booster, layouts: Layouts) -> Node:
        key = id(booster), tuple((layout.name, weight) for layout, weight in layouts)
        if key not in self._kinds:
            guarantees = Guarantees(self._cardset, booster)
            guarantees.check(self.event)
            self.are_guaranteed = self.are_guaranteed or bool(guarantees.limits)
            deals = self.event.supply != "infinite"
            self._kinds[key] = Compiler(self._cardset, booster, deals=deals).tree(layouts)
        return self._kinds[key]
