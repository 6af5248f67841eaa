"""Straight drawers by chance: each copy at most once, or as often as it comes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from ...bits import Bits
from .drawer import Copies, Pick, StraightDrawer
from .odds import Odds, PileOdds, ReturningOdds, SpreadOdds

T = TypeVar("T")

#: A pile of more cards for each that is drawn is not copied for each pack.
_PILE = 50


class PileDrawer(StraightDrawer):
    """Copies from the top of a shuffled pile: each comes at most once.

    The shuffle of Fisher and Yates: the number *x* below *n* takes card *x* of the *n* that are
    left, and the last of them goes to its place.
    """

    def __init__(self, copies: Copies, count: int) -> None:
        """Draw *count* of *copies*, or all if there are fewer."""
        self.copies = copies
        self.size = len(copies.counts)
        self.count = min(count, copies.total)
        self.limits = tuple(range(copies.total, copies.total - self.count, -1))

    def bind(self, values: Sequence[T], start: int = 0) -> Pick[T]:
        """See :class:`StraightDrawer`."""
        if self.count == 1:
            value = self.copies.look_up(values)
            return lambda numbers, cards: cards.append(value(numbers[start]))
        few = self.copies.total <= _PILE * self.count
        pile = self.copies.table(values) if few else None
        if pile is None:
            return self._bind_sparsely(values, start)
        if self.count in {2, 3}:
            return (self._bind_two if self.count == 2 else self._bind_three)(pile, start)  # noqa: PLR2004 - two
        size, end, stop = len(pile), start + self.count, -self.count - 1

        def pick(numbers: Sequence[int], cards: list[T]) -> None:
            left, last = pile.copy(), size
            for number in numbers[start:end]:
                last -= 1
                left[number], left[last] = left[last], left[number]
            cards += left[:stop:-1]

        return pick

    @staticmethod
    def _bind_two(pile: list[T], start: int) -> Pick[T]:
        """The same for two cards, which seldom meet."""
        second, last = start + 1, len(pile) - 1

        def pick(numbers: Sequence[int], cards: list[T]) -> None:
            a, b = numbers[start], numbers[second]
            cards += (pile[a], pile[last if b == a else b])

        return pick

    @staticmethod
    def _bind_three(pile: list[T], start: int) -> Pick[T]:
        """The same for three cards."""
        second, third, last = start + 1, start + 2, len(pile) - 1

        def pick(numbers: Sequence[int], cards: list[T]) -> None:
            a, b, c = numbers[start], numbers[second], numbers[third]
            if c == b:
                c = last - 1
            if c == a:
                c = last
            cards += (pile[a], pile[last if b == a else b], pile[c])

        return pick

    def _bind_sparsely(self, values: Sequence[T], start: int) -> Pick[T]:
        """The same with the cards that moved only."""
        value, total, end = self.copies.look_up(values), self.copies.total, start + self.count

        def pick(numbers: Sequence[int], cards: list[T]) -> None:
            moved: dict[int, int] = {}
            last = total
            for number in numbers[start:end]:
                last -= 1
                cards.append(value(moved.get(number, number)))
                moved[number] = moved.get(last, last)

        return pick

    def odds(self) -> Odds:
        """See :class:`Drawer`."""
        return PileOdds(self.copies.counts, len(self.limits))


class ReturningDrawer(StraightDrawer):
    """Copies that are put back: each may come again."""

    def __init__(self, copies: Copies, count: int) -> None:
        """Draw *count* of *copies*, none if there are none."""
        self.copies = copies
        self.size = len(copies.counts)
        self.count = count if copies.total else 0
        self.limits = (copies.total,) * self.count

    def bind(self, values: Sequence[T], start: int = 0) -> Pick[T]:
        """See :class:`StraightDrawer`."""
        value, end = self.copies.look_up(values), start + self.count
        return lambda numbers, cards: cards.extend(map(value, numbers[start:end]))

    def odds(self) -> Odds:
        """See :class:`Drawer`."""
        return ReturningOdds(self.copies.counts, len(self.limits))


class SpreadDrawer(StraightDrawer):
    """All copies equally often, and some once more; in random order."""

    def __init__(self, copies: Copies, count: int) -> None:
        """Draw *count* of *copies*, none if there are none."""
        total = copies.total
        self.size = len(copies.counts)
        self.copies = copies
        self.times, rest = divmod(count, total) if total else (0, 0)
        self._rest = PileDrawer(copies, rest)
        self.count = self.times * total + rest
        self.limits = self._rest.limits + tuple(range(self.count, 1, -1))

    def bind(self, values: Sequence[T], start: int = 0) -> Pick[T]:
        """See :class:`StraightDrawer`."""
        value = self.copies.look_up(values)
        copies = range(self.copies.total if self.times else 0)
        whole = [value(copy) for copy in copies] * self.times
        rest = self._rest.bind(values, start)
        split, end = start + self._rest.count, start + len(self.limits)

        def pick(numbers: Sequence[int], cards: list[T]) -> None:
            drawn = whole.copy()
            rest(numbers, drawn)
            cards += shuffled(drawn, numbers[split:end])

        return pick

    def odds(self) -> Odds:
        """See :class:`Drawer`."""
        return SpreadOdds(self.copies.counts, self.count)


def in_random_order(cards: list[T], bits: Bits) -> list[T]:
    """*cards*, shuffled in place by the next numbers of *bits*."""
    return shuffled(cards, [bits.below(limit) for limit in range(len(cards), 1, -1)])


def shuffled(cards: list[T], numbers: Sequence[int]) -> list[T]:
    """*cards*, shuffled in place by *numbers* below their number, that less one, …, 2."""
    last = len(cards)
    for number in numbers:
        last -= 1
        cards[number], cards[last] = cards[last], cards[number]
    return cards
