"""The exact distribution of the cards of one draw, by class."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import accumulate
from math import comb, factorial, prod
from typing import TypeAlias

from ..effort import MAX_WORK, TooMuchWorkError, effort, spend
from ..leaves import Draw
from .alike import MOST_STATES, NEVER, Alike, SharedCopies, Status
from .counts import Chances, divided

#: The number of cards of each class and status; cards that were not drawn are omitted.
Cells: TypeAlias = tuple[tuple[int, Status, int], ...]

#: The number of drawn cards of each group.
Numbers: TypeAlias = tuple[int, ...]

#: Cells, the numbers of cards, and the number of cards still to draw.
Point: TypeAlias = tuple[Cells, Numbers, int]

#: The spot that a card comes from, its weight, the card's group, and its status afterwards.
Move: TypeAlias = tuple[int, int, int | None, Status]

#: A class, a status, the number of cards that have it, and their possible moves.
Option: TypeAlias = tuple[int, Status, int, list[Move]]


#: The multiple of the maximum number of states above which a draw is not tried.
_HOPELESS = 10

#: The number of kinds of cards that are processed in one step of work.
_OPTIONS_A_STEP = 16


def moved(
    cells: Cells, class_: int, status: Status, after: Status, number: int, first: Status
) -> Cells:
    """Return the cells after *number* cards of a class change from one status to another."""
    its = {(c, s): n for c, s, n in cells}
    if status != first:
        its[class_, status] -= number
        if not its[class_, status]:
            del its[class_, status]
    if after != first:
        its[class_, after] = its.get((class_, after), 0) + number
    return tuple(sorted((c, s, n) for (c, s), n in its.items()))


class Moves:
    """The possible moves of cards from piles, by class and status."""

    def __init__(self, alike: Alike) -> None:
        """Create moves for the classes of cards."""
        self._alike = alike
        self._known: dict[tuple[int, int, Status, bool], list[Move]] = {}

    def of(self, pile: SharedCopies, class_: int, status: Status, *, again: bool) -> list[Move]:
        """Return the moves of a card. A drawn card has moves only if cards may come *again*."""
        key = pile.number, class_, status, again
        if key not in self._known:
            moves: list[Move] = []
            for at, spot in enumerate(self._alike.spots[class_]):
                if spot.pile != pile.number or (status[0] and not again):
                    continue
                after = [1, *status[1:]]
                left = spot.copies
                if spot.supply is not None:
                    left -= status[1 + spot.supply]
                    after[1 + spot.supply] += 1
                if left > 0:
                    moves.append((at, left * spot.rate, spot.label, tuple(after)))
            self._known[key] = moves
        return self._known[key]


class DrawDistribution:
    """The distribution of one draw.

    Attributes:
        done: The resulting points, with the number of missing cards.
        flows: The mean number of cards of each class and spot.
    """

    def __init__(self, draw: Draw, pile: SharedCopies, alike: Alike, moves: Moves) -> None:
        """Create the distribution of a draw from a pile."""
        self._draw = draw
        self._pile = pile
        self._alike = alike
        self._moves = moves
        self._caps: Numbers | None = None
        self.done: Chances[Point] = Chances()
        self.flows: Chances[tuple[int, int]] = Chances()

    def work_out(self, cells: Cells, numbers: Numbers, caps: Numbers | None) -> None:
        """Compute the distribution.

        Args:
            cells: The cards that were drawn before.
            numbers: The number of drawn cards of each group.
            caps: The maximum number of cards of each group that matters.

        Raises:
            TooMuchWorkError: If the work limit is exceeded.
        """
        self._caps = None if self._alike.tests else caps
        if self._pile.free:
            self._returning(cells, numbers)
            self.flows.add((-1 - self._pile.number, 0), Fraction(self._draw.count))
            return
        if not cells:
            self._check(numbers)
        layer: Chances[Point] = Chances({(cells, numbers, self._draw.count): Fraction(1)})
        while layer:
            after: Chances[Point] = Chances()
            spend(len(layer))
            if len(layer) > MOST_STATES * effort():
                raise TooMuchWorkError("too many states", MAX_WORK * effort(), 2 * effort())
            for point, share in layer.items():
                for then, chance in self._next(point, share):
                    after.add(then, share * chance)
            layer = after
        if self._draw.fresh:  # its copies are put back
            done, self.done = self.done, Chances()
            for (its, counted, left), share in done.items():
                kept = tuple(cell for cell in its if cell[0] not in self._pile.classes)
                self.done.add((kept, counted, left), share)

    def _check(self, numbers: Numbers) -> None:
        """Reject a first draw with far too many states.

        A state is the number of drawn cards of each class, limited to the numbers that matter.

        Raises:
            TooMuchWorkError: If there are too many.
        """
        options = self._options((), again=False)
        there = sum(number for _, _, number, _ in options)
        weights = {move[1] for *_, moves in options for move in moves}
        if len(weights) == 1 or there <= self._draw.count:
            return  # all cards are drawn at once
        groups: dict[int | None, list[int]] = {}
        for class_ in self._pile.classes:
            labels = {spot.label for spot in self._alike.spots[class_]}
            label = labels.pop() if len(labels) == 1 else None
            groups.setdefault(label, []).append(self._alike.sizes[class_])
        count = self._draw.count
        ways = [1] + [0] * count
        for label, sizes in groups.items():
            own = [1] + [0] * self._limit(numbers, label, count)
            for size in sizes:
                sums = [0, *accumulate(own)]
                own = [sums[n + 1] - sums[max(0, n - size)] for n in range(len(own))]
            ways = [
                sum(ways[n - k] * own[k] for k in range(min(n + 1, len(own))))
                for n in range(count + 1)
            ]
        if max(ways) > _HOPELESS * MOST_STATES * effort():
            raise TooMuchWorkError("too many states", MAX_WORK * effort(), 2 * effort())

    def _next(self, point: Point, share: Fraction) -> Iterator[tuple[Point, Fraction]]:
        """Yield the points after a point with the probability *share*; none if the draw ends."""
        cells, _, left = point
        options, again = self._possible(cells)
        if not left or not options:
            self.done.add(point, share)
            return iter(())
        spend(len(options))
        if again:
            copies = sum(number * move[1] for *_, number, moves in options for move in moves)
            alike = self._draw.rates is None and not self._draw.replacement
            if alike and copies <= left:
                return self._all_copies(point, options, share)
            return self._one(point, options, share)
        if all(len(moves) == 1 for *_, moves in options):
            there = sum(number for _, _, number, _ in options)
            if there <= left or len({moves[0][1] for *_, moves in options}) == 1:
                return self._at_once(point, options, share)
        return self._one(point, options, share)

    def labels(self, cells: Cells) -> set[int | None]:
        """Return the groups of the cards that can be drawn next."""
        if self._pile.free:
            return set(self._pile.free)
        return {label for *_, moves in self._possible(cells)[0] for _, _, label, _ in moves}

    def _possible(self, cells: Cells) -> tuple[list[Option], bool]:
        """Return the cards that can be drawn next, and whether drawn cards are drawn again."""
        options = self._options(cells, again=False)
        if options or self._draw.tokens is None or self._draw.fresh:
            return options, False
        return self._options(cells, again=True), True

    def _options(self, cells: Cells, *, again: bool) -> list[Option]:
        """Return the cards that can be drawn next."""
        pile, sizes, first = self._pile, self._alike.sizes, self._alike.first
        options: list[Option] = []
        rest = {class_: sizes[class_] for class_ in pile.classes}
        for class_, status, number in cells:
            if class_ in rest:
                rest[class_] -= number
                if moves := self._moves.of(pile, class_, status, again=again):
                    options.append((class_, status, number, moves))
        for class_, number in rest.items():
            moves = self._moves.of(pile, class_, first[class_], again=again)
            if number and moves:
                options.append((class_, first[class_], number, moves))
        return options

    def _counted(self, numbers: Numbers, label: int | None, more: int) -> Numbers | None:
        """Return the numbers with *more* cards of a group; None if that does not matter."""
        if label is None or not more or not self._draw.kept:
            return numbers
        if label == NEVER:
            return None
        its = numbers[label] + more
        if self._caps is not None and its > self._caps[label]:
            return None
        return (*numbers[:label], its, *numbers[label + 1 :])

    def _one(
        self, point: Point, options: list[Option], share: Fraction
    ) -> Iterator[tuple[Point, Fraction]]:
        """Yield the points after the next card."""
        cells, numbers, left = point
        whole = sum(number * move[1] for *_, number, moves in options for move in moves)
        for class_, status, number, moves in options:
            for at, weight, label, after in moves:
                chance = Fraction(number * weight, whole)
                self.flows.add((class_, at), share * chance)
                counted = self._counted(numbers, label, 1)
                if counted is not None:
                    its = moved(cells, class_, status, after, 1, self._alike.first[class_])
                    yield (its, counted, left - 1), chance

    def _at_once(
        self, point: Point, options: list[Option], share: Fraction
    ) -> Iterator[tuple[Point, Fraction]]:
        """Yield the points after all cards, if their weights are equal."""
        cells, numbers, left = point
        there = sum(number for _, _, number, _ in options)
        if not there:
            raise TooMuchWorkError("an empty sheet")
        drawn = min(left, there)
        most = []
        for class_, _, number, ((at, _, label, _),) in options:
            self.flows.add((class_, at), share * Fraction(drawn * number, there))
            most.append(self._limit(numbers, label, number))
        ways = comb(there, drawn)
        before = {(class_, status): number for class_, status, number in cells}
        first = self._alike.first
        for each in divided(drawn, most):
            spend(1 + len(options) // _OPTIONS_A_STEP)
            its, counted, chance = {**before}, numbers, 1
            for (class_, status, number, ((_, _, label, after),)), n in zip(
                options, each, strict=True
            ):
                if not n:
                    continue
                if status != first[class_]:
                    its[class_, status] -= n
                if after != first[class_]:
                    its[class_, after] = its.get((class_, after), 0) + n
                chance *= comb(number, n)
                more = self._counted(counted, label, n)
                if more is None:
                    break
                counted = more
            else:
                left_over = sorted((c, s, n) for (c, s), n in its.items() if n)
                yield (tuple(left_over), counted, left - drawn), Fraction(chance, ways)

    def _limit(self, numbers: Numbers, label: int | None, number: int) -> int:
        """Return how many of *number* cards of a group can matter."""
        if label is None or not self._draw.kept:
            return number
        if label == NEVER:
            return 0
        return number if self._caps is None else min(number, self._caps[label] - numbers[label])

    def _all_copies(
        self, point: Point, options: list[Option], share: Fraction
    ) -> Iterator[tuple[Point, Fraction]]:
        """Yield the point after all remaining copies, if cards are drawn again."""
        cells, numbers, left = point
        counted: Numbers | None = numbers
        for class_, status, number, moves in options:
            final = [1, *status[1:]]
            for at, weight, label, after in moves:
                gone = next(n for n in range(1, len(after)) if after[n] != status[n])
                final[gone] = status[gone] + weight
                left -= number * weight
                self.flows.add((class_, at), share * number * weight)
                counted = counted and self._counted(counted, label, number * weight)
            cells = moved(cells, class_, status, tuple(final), number, self._alike.first[class_])
        if counted is not None:
            yield (cells, counted, left), Fraction(1)

    def _returning(self, cells: Cells, numbers: Numbers) -> None:
        """Compute the distribution of cards that can be drawn any number of times."""
        count, total = self._draw.count, self._draw.total
        free = self._pile.free
        if not self._draw.kept:
            free = Counter[int | None]({None: total})
        labels = [label for label in free if label is not None and label != NEVER]
        sizes = [*(free[label] for label in labels), free[None]]
        most = [self._limit(numbers, label, count) for label in labels]
        for each in divided(count, [*most, count if free[None] else 0]):
            spend(1)
            counted = list(numbers)
            for label, n in zip(labels, each, strict=False):
                counted[label] += n
            orders = factorial(count) // prod(map(factorial, each))
            chance = Fraction(orders * prod(map(pow, sizes, each)), total**count)
            self.done.add((cells, tuple(counted), 0), chance)


def added_up(one: Sequence[int], other: Sequence[int]) -> Numbers:
    """Return the sums of two sequences of numbers."""
    return tuple([a + b for a, b in zip(one, other, strict=True)])
