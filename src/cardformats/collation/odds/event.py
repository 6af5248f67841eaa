"""The units of packs of an event (packs, seats or rounds), and their possible layouts."""

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

#: The possible units of the odds of an event.
UNITS = ("pack", "seat", "round")


#: The number of bits in a word of a large number, and of word pairs multiplied in one step.
_WORD, _STEP = 64, 256

#: The packs of a unit: trees with their numbers of packs.
Packs: TypeAlias = Sequence[tuple[Node, int]]

#: The possible packs of a unit, with probabilities.
Ways: TypeAlias = Sequence[tuple[Fraction, Packs]]


class EventPacks:
    """The packs of an event by units: single packs, those of a seat, or those of a round.

    Packs are numbered round by round.

    Attributes:
        event: The event.
        single: Whether a unit is a single pack.
        total: The number of packs.
        are_guaranteed: Whether some of them have guarantees.
    """

    def __init__(
        self, cardset: CardSet, booster: Booster, event: Event, players: int, of: str
    ) -> None:
        """Prepare the units of an event for *players* players.

        Raises:
            CollationError: If the unit is unknown, there is no player, or a round has unknown
                names.
        """
        if of not in UNITS:
            units = ", ".join(map(repr, UNITS))
            raise CollationError(
                f"the unit of the odds of a deal must be one of {units}, not {of!r}"
            )
        self.event = event
        self.single: bool = of == "pack"
        self.are_guaranteed: bool = False
        self._rounds = pack_rounds(cardset, booster, event)
        check_deal(players, len(self._rounds))
        self.total: int = players * len(self._rounds)
        self._cardset = evolve(cardset, event=event)
        self._kinds: dict[Hashable, Node] = {}
        #: The bag of each pack with the number of its refill; the layouts of each bag.
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
        """Return the maximum number of packs of each kind in the event."""
        most: Counter[Node] = Counter()
        for (bag, _), number in Counter(self._sources).items():
            for weight, kind in self._bags[bag]:
                most[kind] += min(number, weight)
        return list(most.items())

    def ways(self) -> Ways:
        """Return the possible packs of a random unit, with probabilities.

        Raises:
            TooMuchWorkError: If there are too many.
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
        """Return the possible kinds of *number* packs of a bag, with probabilities."""
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
        """Return the kinds of packs in the bag of a round, with their weights.

        If layouts are put back, there is only one kind, with as many packs as the event.
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
