"""Balance without bias: first how many cards of each class, then distinct cards of it."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cache
from typing import TypeAlias

from attrs import frozen

from ...bits import Bits
from ..effort import spend
from ..odds.counts import Counts, summed
from .chance import in_random_order
from .drawer import Copies, Drawer, State, Variants
from .odds import Entries, JointOdds, Odds

#: How many cards of each class.
Way: TypeAlias = tuple[int, ...]


class ClassCountOdds(Odds):
    """Numbers of cards of some classes by weight; the cards of a class come independently.

    Few classes, mostly one, matter to a question: only the distribution of their numbers is needed.
    """

    def __init__(
        self,
        ways: Iterable[tuple[Way, int]],
        parts: Mapping[tuple[int, int], Odds],
        classes: Sequence[Entries],
    ) -> None:
        """Take the numbers of cards of each class, and what they mean.

        Args:
            ways: numbers of cards of each class, with whole weights.
            parts: the odds of a class and a number of cards, except 0, that it can have.
            classes: the entries of each class; no entry is in two of them.
        """
        self.parts = parts
        self._class_of = {entry: index for index, each in enumerate(classes) for entry in each}
        everything = tuple(range(len(classes)))
        self._ways: dict[tuple[int, ...], dict[Way, int]] = {everything: summed(ways)}
        self._everything = everything
        self.total = sum(self._ways[everything].values())

    @classmethod
    def of(
        cls,
        ways: Iterable[tuple[Way, int]],
        parts: Mapping[tuple[int, int], Odds | None],
        classes: Sequence[Entries],
    ) -> Odds | None:
        """The odds, if those of all parts are known."""
        known = {key: odds for key, odds in parts.items() if odds is not None}
        return cls(ways, known, classes) if len(known) == len(parts) else None

    def counts(self, groups: Sequence[Entries]) -> Counts:
        shares = [self._split(group) for group in groups]
        classes = tuple(sorted({class_ for share in shares for class_ in share}))
        nothing = (0,) * len(groups)

        @cache
        def part(class_: int, number: int) -> Counts:
            if not number:
                return {nothing: Fraction(1)}
            return self.parts[class_, number].counts([each.get(class_, ()) for each in shares])

        states: dict[tuple[Way, tuple[int, ...]], Fraction] = {
            (way, nothing): Fraction(weight, self.total)
            for way, weight in self._marginal(classes).items()
        }
        for class_ in reversed(classes):
            after: dict[tuple[Way, tuple[int, ...]], Fraction] = {}
            for (way, numbers), chance in states.items():
                counts = part(class_, way[-1])
                spend(len(counts))
                for more, share in counts.items():
                    state = way[:-1], tuple(map(sum, zip(numbers, more, strict=True)))
                    after[state] = after.get(state, Fraction()) + chance * share
            states = after
        return {numbers: chance for (_, numbers), chance in states.items()}

    def expected(self, entries: Entries) -> Fraction:
        expected = Fraction()
        for class_, own in self._split(entries).items():
            for (number,), weight in self._marginal((class_,)).items():
                if number:
                    expected += weight * self.parts[class_, number].expected(own)
        return expected / self.total

    def none(self, entries: Entries) -> Fraction:
        shares = self._split(entries)
        if len(shares) != 1:
            return super().none(entries)
        ((class_, own),) = shares.items()
        none: Fraction | int = 0
        for (number,), weight in self._marginal((class_,)).items():
            none += weight * (self.parts[class_, number].none(own) if number else 1)
        return Fraction(none) / self.total

    def hand_of(self, groups: Sequence[tuple[Entries, int]], size: int) -> Fraction:
        shares: list[list[tuple[Entries, int]]] = [[] for _ in self._everything]
        for entries, number in groups:
            split = self._split(entries)
            if not split:
                return Fraction()
            if len(split) > 1:  # nobody knows of which class they are
                return super().hand_of(groups, size)
            ((class_, own),) = split.items()
            shares[class_].append((own, number))
        way = tuple(sum(number for _, number in share) for share in shares)
        chance = Fraction(self._ways[self._everything].get(way, 0), self.total)
        for class_, share in enumerate(shares):
            if share and chance:
                chance *= self.parts[class_, way[class_]].hand_of(share, size)
        return chance

    def kind(self, entry: int) -> Hashable:
        class_ = self._class_of.get(entry)
        if class_ is None:
            return None
        numbers = [number for (number,) in self._marginal((class_,)) if number]
        return class_, *(self.parts[class_, number].kind(entry) for number in numbers)

    def _split(self, entries: Entries) -> dict[int, list[int]]:
        """*entries* by their classes; those of no class never come."""
        parts: dict[int, list[int]] = {}
        for entry in entries:
            if entry in self._class_of:
                parts.setdefault(self._class_of[entry], []).append(entry)
        return parts

    def _marginal(self, classes: tuple[int, ...]) -> Mapping[Way, int]:
        """The weights of the numbers of cards of some classes."""
        if classes not in self._ways:
            ways = self._ways[self._everything].items()
            self._ways[classes] = summed(
                (tuple(way[class_] for class_ in classes), weight) for way, weight in ways
            )
        return self._ways[classes]


class ClassesDrawer:
    """So many cards of each class, in random order."""

    def __init__(self, drawers: Sequence[Drawer]) -> None:
        self.drawers = drawers

    def draw(self, bits: Bits, state: State) -> Sequence[int]:
        drawn = [entry for drawer in self.drawers for entry in drawer.draw(bits, state)]
        return in_random_order(drawn, bits)

    def odds(self) -> Odds | None:
        return JointOdds.of([drawer.odds() for drawer in self.drawers])


@frozen(slots=False)
class ClassVariants(Variants):
    """Drawers to choose from by weight, which draw so many cards of each class.

    Attributes:
        ways: how many cards of each class, for each drawer.
        parts: what draws a number of cards of a class, except 0.
        classes: the copies of each.
        apart: no card is in two classes; the odds are not known otherwise.
    """

    ways: tuple[Way, ...]
    parts: Mapping[tuple[int, int], Drawer]
    classes: Sequence[Copies]
    apart: bool

    def odds(self) -> Odds | None:
        if not self.apart:
            return None
        entries = [
            [entry for entry, number in enumerate(copies.counts) if number]
            for copies in self.classes
        ]
        parts = {key: drawer.odds() for key, drawer in self.parts.items()}
        return ClassCountOdds.of(zip(self.ways, self.weights, strict=True), parts, entries)
