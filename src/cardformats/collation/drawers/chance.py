"""Drawers by chance: each copy at most once, or as often as it comes, or another one instead."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from itertools import accumulate
from typing import TypeVar

from ...bits import Bits
from ...caching import Caching
from ..effort import spend
from .drawer import Copies, Pick, State, StraightDrawer
from .odds import HandOdds, JointOdds, Odds, PileOdds, ReturningOdds, SpreadOdds
from .runs import FixedDrawer
from .successive import Draw, SuccessiveOdds

T = TypeVar("T")

#: How cards come: from a pile; again if one has come before; back each time.
PILE, AGAIN, BACK = "pile", "again", "back"

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
        value, end = self.copies.look_up(values), start + self.count
        return lambda numbers, cards: cards.extend(map(value, numbers[start:end]))

    def odds(self) -> Odds:
        return ReturningOdds(self.copies.counts, len(self.limits))


class ShuffledDrawer(StraightDrawer):
    """What several straight drawers of the same sheet draw, in random order."""

    def __init__(self, drawers: Sequence[StraightDrawer], size: int) -> None:
        """Take drawers of a sheet of *size* entries."""
        self.drawers = [drawer for drawer in drawers if drawer.count]
        self.size = size
        self.count = sum(drawer.count for drawer in self.drawers)
        limits = [limit for drawer in self.drawers for limit in drawer.limits]
        self.limits = (*limits, *range(self.count, 1, -1))

    def bind(self, values: Sequence[T], start: int = 0) -> Pick[T]:
        picks = []
        end = start + len(self.limits)
        for drawer in self.drawers:
            picks.append(drawer.bound(values, start))
            start += len(drawer.limits)

        def pick(numbers: Sequence[int], cards: list[T]) -> None:
            drawn: list[T] = []
            for take in picks:
                take(numbers, drawn)
            cards += shuffled(drawn, numbers[start:end])

        return pick

    def odds(self) -> Odds | None:
        return JointOdds.of([drawer.odds() for drawer in self.drawers])


class SpreadDrawer(ShuffledDrawer):
    """All copies equally often, and some once more; in random order."""

    def __init__(self, copies: Copies, count: int) -> None:
        """Draw *count* of *copies*, none if there are none."""
        self.copies = copies
        times, rest = divmod(count, copies.total) if copies.total else (0, 0)
        whole = FixedDrawer(copies, copies.total if times else 0, times)
        super().__init__([whole, PileDrawer(copies, rest)], len(copies.counts))

    def odds(self) -> Odds:
        return SpreadOdds(self.copies.counts, self.count)


def in_random_order(cards: list[T], bits: Bits) -> list[T]:
    """*cards*, shuffled in place by the next numbers of *bits*."""
    return shuffled(cards, [bits.below(limit) for limit in range(len(cards), 1, -1)])


def shuffled(cards: list[T], numbers: Iterable[int]) -> list[T]:
    """*cards*, shuffled in place by *numbers* below their number, that less one, …, 2."""
    last = len(cards)
    for number in numbers:
        last -= 1
        cards[number], cards[last] = cards[last], cards[number]
    return cards


#: After so many cards in a row that may not be drawn, the rest is weighed exactly.
REDRAWS = 16

#: The steps of work that these take, and how many entries are weighed in one.
_REDRAWS_WORK, _ENTRIES_A_STEP = 4, 16


class RedrawDrawer(Caching):
    """Cards at random, by copies; see :class:`~cardformats.Random`.

    A card whose key is taken is not drawn as long as there is another one.
    """

    def __init__(
        self,
        name: str,
        copies: Copies,
        keys: Sequence[int] | None,
        count: int,
        *,
        replacement: bool,
    ) -> None:
        """Draw *count* of the *copies* of the sheet *name*.

        *keys* are those of its entries, if cards should not come twice.
        """
        self.name = name
        self.copies = copies
        self.keys = keys
        self.count = count
        self.replacement = replacement

    def draw(self, bits: Bits, state: State) -> Sequence[int]:
        used = {} if self.replacement else dict(state.used.get(self.name, {}))
        taken, keys = state.taken, self.keys
        entry_of, ends, total = self._entry_of, self.copies.ends, self.copies.total
        drawn: list[int] = []

        def take(entry: int) -> None:
            drawn.append(entry)
            if not self.replacement:
                used[entry] = used.get(entry, 0) + 1
            if keys is not None:
                taken.add(keys[entry])

        in_vain = at_first = 0 if total else REDRAWS
        while len(drawn) < self.count:
            if in_vain == REDRAWS:
                rest = self._weigh_the_rest(bits, state, used)
                if rest is None:
                    break
                take(rest)
                in_vain = at_first
                continue
            # so many numbers are needed at least
            for copy in bits.several(total, min(self.count - len(drawn), REDRAWS - in_vain)):
                entry = entry_of(copy)
                free = ends[entry] - copy > used.get(entry, 0)
                if free and (keys is None or keys[entry] not in taken):
                    take(entry)
                    in_vain = 0
                else:
                    in_vain += 1
        return drawn

    @cached_property
    def _entry_of(self) -> Callable[[int], int]:
        """The number of the entry of a copy."""
        return self.copies.look_up(self.copies.numbers)

    def _weigh_the_rest(self, bits: Bits, state: State, used: dict[int, int]) -> int | None:
        """An entry of those that may be drawn; of all that are left if no other may."""
        spend(_REDRAWS_WORK + len(self.copies.counts) // _ENTRIES_A_STEP)
        # Entries of another class of the sheet have no copies here, but may have been used.
        counts = enumerate(self.copies.counts)
        left = [max(count - used.get(entry, 0), 0) for entry, count in counts]
        if self.keys is not None:
            pairs = zip(self.keys, left, strict=True)
            free = [0 if key in state.taken else count for key, count in pairs]
            left = free if any(free) else left
        return bits.index(list(accumulate(left))) if any(left) else None

    def odds(self) -> Odds | None:
        there = [entry for entry, count in enumerate(self.copies.counts) if count]
        more = self.count - len(there)
        keys = self.keys
        if more <= 0 or keys is None or len({keys[entry] for entry in there}) < len(there):
            return SuccessiveOdds.of([Draw(self.name, self.copies.counts, keys, self.count)])
        # all cards come once, and then any of what is left
        once = HandOdds([(1, there)])
        if self.replacement:
            return JointOdds([once, ReturningOdds(self.copies.counts, more)]) if there else None
        left = [max(count - 1, 0) for count in self.copies.counts]
        return JointOdds([once, PileOdds(left, more)]) if more <= sum(left) else None
