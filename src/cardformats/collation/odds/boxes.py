"""The odds of a box with quotas, continuing print runs, or cards that occur once in it."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from math import lcm
from typing import Any

from ...model import Booster, CardSet
from ..boxes import Boxes
from ..compile import trees_of
from ..constraints import Guarantees
from ..effort import TooMuchWorkError
from .event import Ways
from .units import IndependentOdds, SharedOdds, TogetherOdds, UnitAnswers


class BoxAnswers(UnitAnswers):
    """The odds of a box."""

    def __init__(self, cardset: CardSet, booster: Booster, boxes: Boxes | None = None) -> None:
        """Prepare the trees of the packs of a box, or of each round if packs are independent.

        Raises:
            CollationError: If no pack meets a quota.
        """
        super().__init__(cardset)
        self._made_from = cardset, booster
        self._boxes = boxes or Boxes(cardset, booster)
        self._guaranteed = bool(Guarantees(cardset, booster).limits)
        self._trees = [] if self._boxes.related else trees_of(cardset, booster)
        for _, groups in self._boxes.ways() if self._boxes.related else ():
            for having in groups:
                self._boxes.tree(having)

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the card set and the booster only; the rest is computed again."""
        return BoxAnswers, self._made_from

    def ways(self) -> Ways:
        boxes = self._boxes
        if boxes.related:
            return [
                (share, [(boxes.tree(its), groups[its]) for its in sorted(groups, key=sorted)])
                for share, groups in boxes.ways()
            ]
        size, rounds = boxes.size, len(self._trees)
        starts = range(lcm(size, rounds) // size)
        ways = []
        for start in starts:  # a box begins with the pack after the last one of the previous box
            of_round = Counter((start * size + number) % rounds for number in range(size))
            packs = [(self._trees[number], times) for number, times in of_round.items()]
            ways.append((Fraction(1, len(starts)), packs))
        return ways

    def work_out(self) -> TogetherOdds:
        trees = {tree: None for _, packs in self.ways() for tree, _ in packs}
        if not self._boxes.shares:
            return IndependentOdds(trees)
        if self._guaranteed:
            raise TooMuchWorkError("packs that share sheets are drawn again")
        return SharedOdds(self._boxes.sharing, trees)
