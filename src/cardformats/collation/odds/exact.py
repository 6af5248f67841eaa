"""What is known exactly of a generator's packs."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cached_property

from attrs import evolve

from ...model import Booster, CardSet
from ..constraints import Guarantees
from ..tree import Tree
from .effort import limited
from .pack import PackOdds


class ExactOdds:
    """The exact odds of the packs of each round, worked out when they are asked for.

    Attributes:
        guarantees: what is promised for every pack.
    """

    def __init__(self, cardset: CardSet, booster: Booster, trees: Sequence[Tree]) -> None:
        """Take the tree of each round of an event; a single one if rounds do not differ."""
        self.guarantees = Guarantees(cardset, booster)
        self._cardset = cardset
        self._booster = booster
        self._trees = trees
        self._kept: dict[int, Fraction | None] = {}

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle what it was made from; the rest is worked out again."""
        return ExactOdds, (self._cardset, self._booster, self._trees)

    @cached_property
    def packs(self) -> list[PackOdds]:
        """The odds of packs of each round."""
        with limited(kept=True):
            return [PackOdds(tree, self.guarantees) for tree in self._trees]

    def rounds(self, number: int | None) -> range:
        """The round that a pack of this *number* is of; all if it has none."""
        count = len(self._trees)
        return range(count) if number is None else range(number % count, number % count + 1)

    def kept(self, round_: int) -> Fraction | None:
        """The share of a round's packs that keep the guarantees, before others are left out."""
        if round_ not in self._kept:
            self._kept[round_] = self._share_kept(self._trees[round_])
        return self._kept[round_]

    def check_kept(self) -> None:
        """Refuse a booster whose guarantees no pack of some round keeps.

        Raises:
            CollationError: there is no such pack, so that there are no odds.
        """
        for round_ in self.rounds(None):
            self.guarantees.check_kept(self.kept(round_))

    def layout(self, round_: int, name: str) -> tuple[Fraction | None, PackOdds] | None:
        """The probability of a layout in a round, and the odds of packs that have it.

        None if no pack of the round has it; the probability is None if it is not known.
        """
        tree = self._trees[round_]
        total = sum(weight for weight, _ in tree.layouts)
        own = [(layout, weight) for weight, layout in tree.layouts if layout.name == name]
        if not own:
            return None
        alone = Tree(self._cardset, self._booster, own)
        share = Fraction(sum(weight for _, weight in own), total)
        kept, whole = self._share_kept(alone), self.kept(round_)
        chance = None if kept is None or not whole else share * kept / whole
        return chance, PackOdds(alone, self.guarantees)

    def _share_kept(self, tree: Tree) -> Fraction | None:
        if not self.guarantees.limits:
            return Fraction(1)
        nothing = Guarantees(self._cardset, evolve(self._booster, constraints=()))
        with limited(kept=True):
            counts = PackOdds(tree, nothing).counts(self.guarantees.tests)
        if counts is None:
            return None
        hold = self.guarantees.hold
        return sum((chance for numbers, chance in counts.items() if hold(numbers)), Fraction())
