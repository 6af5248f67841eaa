"""Odds of successive sampling: weighted cards, none of which comes twice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Sequence
from fractions import Fraction

from .odds import Counts, Entries, Odds

#: More states than this are not worth their time.
_MOST_STATES = 20_000


class SuccessiveOdds(Odds):
    """Cards one after the other by weight; what has the key of one that came is out.

    Keys of the same weight are alike, so that only how many of each weight came matters.
    """

    def __init__(self, copies: Sequence[int], keys: Sequence[Hashable], draws: int) -> None:
        """Draw so many cards of entries with these copies and keys."""
        self.copies = copies
        self.keys = keys
        self.draws = draws
        self.weights: Counter[Hashable] = Counter()
        for key, count in zip(keys, copies, strict=True):
            self.weights[key] += count
        self.weights = +self.weights

    @classmethod
    def of(cls, copies: Sequence[int], keys: Sequence[Hashable], draws: int) -> Odds | None:
        """The odds; None if there are fewer keys than draws, or it would take too long."""
        odds = cls(copies, keys, draws)
        sizes = Counter(odds.weights.values())
        states = 1
        for size in sizes.values():
            states *= min(size, draws) + 1
        if len(odds.weights) < draws or states > _MOST_STATES:
            return None
        return odds

    def counts(self, groups: Sequence[Entries]) -> Counts:
        """See :class:`Odds`."""
        # A key may have entries in several groups: it is of a class of its own then.
        shares: dict[Hashable, Counter[int]] = {key: Counter() for key in self.weights}
        for index, group in enumerate(groups):
            for entry in group:
                if self.copies[entry]:
                    shares[self.keys[entry]][index] += self.copies[entry]
        classes = Counter(
            (weight, tuple(sorted(shares[key].items()))) for key, weight in self.weights.items()
        )
        return _draw(tuple(sorted(classes.items())), len(groups), self.draws)

    def kind(self, entry: int) -> Hashable:
        """See :class:`Odds`."""
        return self.copies[entry], self.weights[self.keys[entry]]


def _draw(
    classes: tuple[tuple[tuple[int, tuple[tuple[int, int], ...]], int], ...],
    groups: int,
    draws: int,
) -> Counts:
    """The distribution of numbers from groups.

    *classes* are (weight of each key, copies in each group), number of keys.
    """
    whole = sum(weight * size for (weight, _), size in classes)
    taken: dict[tuple[int, ...], Fraction] = {(0,) * len(classes): Fraction(1)}
    for _ in range(draws):
        after: dict[tuple[int, ...], Fraction] = {}
        for state, chance in taken.items():
            left = whole - sum(
                weight * number for ((weight, _), _), number in zip(classes, state, strict=True)
            )
            for index, ((weight, _), size) in enumerate(classes):
                free = size - state[index]
                if free:
                    next_ = (*state[:index], state[index] + 1, *state[index + 1 :])
                    share = chance * Fraction(weight * free, left)
                    after[next_] = after.get(next_, Fraction()) + share
        taken = after
    counts: dict[tuple[int, ...], Fraction] = {}
    for state, chance in taken.items():
        for numbers, share in _in_groups(classes, state, groups).items():
            counts[numbers] = counts.get(numbers, Fraction()) + chance * share
    return counts


def _in_groups(
    classes: tuple[tuple[tuple[int, tuple[tuple[int, int], ...]], int], ...],
    state: tuple[int, ...],
    groups: int,
) -> Counts:
    """Which groups the cards of *state* (how many of each class) are from."""
    counts: dict[tuple[int, ...], Fraction] = {(0,) * groups: Fraction(1)}
    for ((weight, shares), _), number in zip(classes, state, strict=True):
        for _ in range(number if shares else 0):
            after: dict[tuple[int, ...], Fraction] = {}
            for numbers, chance in counts.items():
                rest = weight
                for group, copies in shares:
                    rest -= copies
                    more = tuple(n + (index == group) for index, n in enumerate(numbers))
                    share = chance * Fraction(copies, weight)
                    after[more] = after.get(more, Fraction()) + share
                if rest:
                    share = chance * Fraction(rest, weight)
                    after[numbers] = after.get(numbers, Fraction()) + share
            counts = after
    return counts
