"""Odds where first the numbers of cards of each class come, then cards within each class."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import TypeAlias, TypeVar

from .effort import spend
from .odds import Counts, Entries, Odds

T = TypeVar("T")

#: How many cards of each class.
Way: TypeAlias = tuple[int, ...]


class ClassCountOdds(Odds):
    """Numbers of cards of some classes by weight; the cards of a class come independently.

    What is asked about a few classes, mostly one, needs only the distribution of their numbers.
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
        self._ways: dict[tuple[int, ...], dict[Way, int]] = {everything: _summed(ways)}
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
        """See :class:`Odds`."""
        shares = [self._split(group) for group in groups]
        classes = tuple(sorted({class_ for share in shares for class_ in share}))
        nothing = (0,) * len(groups)

        def part(class_: int, number: int) -> Counts:
            if not number:
                return {nothing: Fraction(1)}
            return self.parts[class_, number].counts([each.get(class_, ()) for each in shares])

        states: dict[tuple[Way, tuple[int, ...]], Fraction] = {
            (way, nothing): Fraction(weight, self.total)
            for way, weight in self._marginal(classes).items()
        }
        for class_ in reversed(classes):
            counts_of = _remembered(part, class_)
            after: dict[tuple[Way, tuple[int, ...]], Fraction] = {}
            for (way, numbers), chance in states.items():
                spend(len(counts_of(way[-1])))
                for more, share in counts_of(way[-1]).items():
                    state = way[:-1], tuple(map(sum, zip(numbers, more, strict=True)))
                    after[state] = after.get(state, Fraction()) + chance * share
            states = after
        return {numbers: chance for (_, numbers), chance in states.items()}

    def expected(self, entries: Entries) -> Fraction:
        """See :class:`Odds`."""
        expected = Fraction()
        for class_, own in self._split(entries).items():
            for (number,), weight in self._marginal((class_,)).items():
                if number:
                    expected += weight * self.parts[class_, number].expected(own)
        return expected / self.total

    def none(self, entries: Entries) -> Fraction:
        """See :class:`Odds`."""
        shares = self._split(entries)
        classes = tuple(sorted(shares))

        def part(class_: int, number: int) -> Fraction:
            return self.parts[class_, number].none(shares[class_]) if number else Fraction(1)

        states: dict[Way, Fraction | int] = {**self._marginal(classes)}
        for class_ in reversed(classes):
            none_of = _remembered(part, class_)
            after: dict[Way, Fraction | int] = {}
            spend(len(states))
            for way, chance in states.items():
                after[way[:-1]] = after.get(way[:-1], 0) + chance * none_of(way[-1])
            states = after
        return Fraction(states[()]) / self.total

    def hand_of(self, groups: Sequence[tuple[Entries, int]], size: int) -> Fraction:
        """See :class:`Odds`."""
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
        """See :class:`Odds`."""
        class_ = self._class_of.get(entry)
        if class_ is None:
            return None
        numbers = [number for (number,) in self._marginal((class_,)) if number]
        return class_, *(self.parts[class_, number].kind(entry) for number in numbers)

    def _split(self, entries: Entries) -> dict[int, list[int]]:
        """*entries* by their classes; those of no class never come."""
        found: dict[int, list[int]] = {}
        for entry in entries:
            if entry in self._class_of:
                found.setdefault(self._class_of[entry], []).append(entry)
        return found

    def _marginal(self, classes: tuple[int, ...]) -> Mapping[Way, int]:
        """The weights of the numbers of cards of some classes."""
        if classes not in self._ways:
            ways = self._ways[self._everything].items()
            self._ways[classes] = _summed(
                (tuple(way[class_] for class_ in classes), weight) for way, weight in ways
            )
        return self._ways[classes]


def _summed(ways: Iterable[tuple[Way, int]]) -> dict[Way, int]:
    weights: dict[Way, int] = {}
    for way, weight in ways:
        weights[way] = weights.get(way, 0) + weight
    return weights


def _remembered(part: Callable[[int, int], T], class_: int) -> Callable[[int], T]:
    """*part* of a class, worked out once for each number of cards."""
    found: dict[int, T] = {}

    def of(number: int) -> T:
        if number not in found:
            found[number] = part(class_, number)
        return found[number]

    return of
