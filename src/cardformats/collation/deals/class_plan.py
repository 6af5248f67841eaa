"""Plans of the number of cards of each class in the slots of a deal, before any is dealt."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Sequence
from fractions import Fraction
from functools import cached_property
from itertools import accumulate, chain, pairwise
from math import lcm
from typing import TypeAlias

from attrs import frozen

from ...bits import Bits
from ..leaves import Draw
from ..piles import drawn, shuffle


def rounded(table: Sequence[Sequence[Fraction]], bits: Bits) -> list[list[int]]:
    """Return *table* with rounded numbers and the same sums, which must be integers.

    Each number is rounded up or down with the probability that preserves its mean. If fractions
    form a cycle along rows and columns, they are raised and lowered in turn by the same amount
    until one of them is an integer. The direction is random, with probabilities that preserve all
    means (controlled rounding; L. H. Cox 1987).
    """
    scale = lcm(*(number.denominator for row in table for number in row))
    if len(table) == 2:  # noqa: PLR2004 - the second row gets the rest of each column
        first = _rounded_row([int(number * scale) for number in table[0]], scale, bits)
        sums = [int(a + b) for a, b in zip(*table, strict=True)]
        return [first, [both - one for both, one in zip(sums, first, strict=True)]]
    return _Rounding(table, scale).run(bits)


def _rounded_row(numbers: Sequence[int], scale: int, bits: Bits) -> list[int]:
    """Return one rounded row: its running totals are compared to a random mark.

    The numbers are in units of 1 / *scale*.
    """
    mark = bits.below(scale)
    steps = [(end + mark) // scale for end in accumulate(numbers, initial=0)]
    return [after - before for before, after in pairwise(steps)]


class _Rounding:
    """The state of the rounding: integer parts, and fractions in units of 1 / scale.

    The columns in which a row has fractions are connected by edges. The edges of all rows form a
    forest. An edge that would close a cycle is a cycle of fractions.
    """

    def __init__(self, table: Sequence[Sequence[Fraction]], scale: int) -> None:
        scaled = [[int(number * scale) for number in row] for row in table]
        self._scale = scale
        self._whole = [[number // scale for number in row] for row in scaled]
        self._parts = [[number % scale for number in row] for row in scaled]
        #: The neighbours of each column, with the row of the edge.
        self._edges: list[dict[int, int]] = [{} for _ in (table[0] if table else ())]
        self._edges_of: list[list[tuple[int, int]]] = [[] for _ in table]

    def run(self, bits: Bits) -> list[list[int]]:
        waiting = list(range(len(self._parts)))[::-1]
        while waiting:
            row = waiting.pop()
            columns = [at for at, part in enumerate(self._parts[row]) if part]
            for one, other in pairwise(columns):
                path = self._path(one, other)
                if path:
                    changed = self._turn([*path, (other, row, one)], bits)
                    for each in sorted(changed | {row}, reverse=True):
                        self._unlink(each)
                        waiting.append(each)
                    break
                self._edges[one][other] = self._edges[other][one] = row
                self._edges_of[row].append((one, other))
        return self._whole

    def _unlink(self, row: int) -> None:
        for one, other in self._edges_of[row]:
            del self._edges[one][other], self._edges[other][one]
        self._edges_of[row].clear()

    def _path(self, start: int, end: int) -> list[tuple[int, int, int]]:
        """Return the edges from one column to another, with their rows; empty if not connected."""
        came: dict[int, tuple[int, int, int]] = {}
        stack = [start]
        while stack:
            at = stack.pop()
            if at == end:
                path = []
                while at != start:
                    path.append(came[at])
                    at = came[at][0]
                return path[::-1]
            for other, row in self._edges[at].items():
                if other != start and other not in came:
                    came[other] = (at, row, other)
                    stack.append(other)
        return []

    def _turn(self, circle: Sequence[tuple[int, int, int]], bits: Bits) -> set[int]:
        """Raise and lower the fractions of a cycle in turn.

        Return the rows in which a fraction became an integer.
        """
        signs: dict[tuple[int, int], int] = {}
        for one, row, other in circle:
            signs[row, one] = signs.get((row, one), 0) - 1
            signs[row, other] = signs.get((row, other), 0) + 1
        raised = [cell for cell, sign in signs.items() if sign > 0]
        lowered = [cell for cell, sign in signs.items() if sign < 0]
        parts, scale = self._parts, self._scale
        above = [parts[row][at] for row, at in raised]
        below = [parts[row][at] for row, at in lowered]
        most = min(scale - max(above), *below)
        least = min(scale - max(below), *above)
        change = most if bits.below(most + least) < least else -least
        rows = set()
        for cells, by in ((raised, change), (lowered, -change)):
            for row, at in cells:
                up, parts[row][at] = divmod(parts[row][at] + by, scale)
                self._whole[row][at] += up
                if not parts[row][at]:
                    rows.add(row)
        return rows


#: The maximum number of partners that are tried for a card that a class cannot supply.
_TRIES = 20

#: The classes of the cards of a slot.
_Labels: TypeAlias = list[int]


@frozen(eq=False)
class Columns:
    """The classes that a slot is guaranteed; the last one is all other cards of the sheet.

    Attributes:
        of_entry: The class of each entry.
        left: The copies of each class before the deal.
        whole: The copies of each class in the whole sheet, with which it is refilled.
        sizes: The number of cards of each class that a slot can have before one occurs again; None
            if duplicates are allowed.
    """

    of_entry: tuple[int, ...]
    left: tuple[Draw, ...]
    whole: tuple[Draw, ...]
    sizes: tuple[int, ...] | None


@frozen
class _Share:
    """The cards of each class in a slot: the mean and the minimum."""

    means: tuple[Fraction, ...]
    sure: tuple[int, ...]

    @property
    def rates(self) -> tuple[Fraction, ...]:
        """Return the share of each class in the cards above the minimum."""
        extra = [mean - one for mean, one in zip(self.means, self.sure, strict=True)]
        whole = sum(extra)
        return tuple(each / whole if whole else each for each in extra)


@frozen(eq=False)
class _Urn:
    """The common cards of some slots.

    Attributes:
        slots: The numbers of the slots.
        sure: The classes of which each slot is guaranteed a card.
        extra: The number of cards that the slots take from the urn.
        contents: The mean number of cards of each class in the urn.
    """

    slots: list[int]
    sure: tuple[int, ...]
    extra: int
    contents: list[Fraction]


class ClassPlan:
    """A plan of the classes of the cards in all slots that are dealt from one sheet.

    Attributes:
        columns: The classes of the sheet.
    """

    def __init__(self, columns: Columns, counts: Sequence[int], balanced: Sequence[bool]) -> None:
        """Plan slots of *counts* cards. Slots that are *balanced* get each class."""
        self.columns = columns
        self._counts = counts
        self._balanced = balanced
        self._starts = [*accumulate(counts, initial=0)]
        #: The copies of each class that are left, and those that each refill adds.
        self._left, self._whole = (
            [copies.total for copies in each] for each in (columns.left, columns.whole)
        )
        self._sums = sum(self._left), sum(self._whole)
        self._shares: dict[tuple[int, int, bool, bool], _Share] = {}

    def draw(self, bits: Bits) -> list[_Labels]:
        """Return the classes of the cards of each slot, in random order."""
        urns, outside = self._prepared
        contents = rounded([*(urn.contents for urn in urns), outside], bits)
        shuffled: list[_Labels] = [[] for _ in self._counts]
        for urn, parts in zip(urns, contents, strict=False):
            its = drawn(Draw(parts, 0), urn.extra, bits)
            sure = [number for number, one in enumerate(urn.sure) if one]
            ends = accumulate((self._counts[at] - len(sure) for at in urn.slots), initial=0)
            labels = [[*sure, *its[start:end]] for start, end in pairwise(ends)]
            self._part(urn, labels, bits)
            for at, its in zip(urn.slots, labels, strict=True):
                shuffled[at] = shuffle(its, bits)
        return shuffled

    @cached_property
    def _prepared(self) -> tuple[list[_Urn], list[Fraction]]:
        """Return the urns, and the cards of each class outside of them."""
        urns = self._urns(capped=True)
        outside = self._outside(urns)
        if min(outside) < 0:  # the other classes have too few cards
            urns = self._urns(capped=False)
            outside = self._outside(urns)
        return urns, outside

    def _urns(self, *, capped: bool) -> list[_Urn]:
        """Return the urns. If *capped*, no slot gets more cards of a class than it can supply."""
        grouped: dict[Hashable, tuple[_Share, int | None, list[int]]] = {}
        for at, (start, end) in enumerate(pairwise(self._starts)):
            count, pile = end - start, self._pile(start)
            plain = self._share(pile, count)
            share = self._share(pile, count, balanced=self._balanced[at], capped=capped)
            key: Hashable = (pile, count, self._balanced[at])
            # an urn can be larger than the deal if its classes have the shares of the sheet
            among = pile if share.means == plain.means else None
            if pile != self._pile(end - 1):
                key, share, among = ("alone", at), self._share_of_two(start, end), None
            elif share == plain:
                key = (pile,)
            grouped.setdefault(key, (share, among, []))[2].append(at)
        return [self._urn(*each) for each in grouped.values()]

    def _urn(self, share: _Share, pile: int | None, slots: list[int]) -> _Urn:
        extra = sum(self._counts[at] for at in slots) - sum(share.sure) * len(slots)
        contents = [extra * rate for rate in share.rates]
        if pile is not None:
            start = self._sums[0] + (pile - 1) * self._sums[1] if pile else 0
            there = self._sums[min(pile, 1)]
            size = extra * there // min(there, self._starts[-1] - start)
            large = [size * rate for rate in share.rates]
            # but not if slots could then take more cards of a class than it can supply
            sizes = zip(self.columns.sizes or (), share.sure, strict=False)
            most = [len(slots) * (size - one) for size, one in sizes]
            if all(extra <= n or part <= n for n, part in zip(most, large, strict=False)):
                contents = large
        return _Urn(slots, share.sure, extra, contents)

    def _outside(self, urns: Sequence[_Urn]) -> list[Fraction]:
        """Return the mean number of cards of each class outside of the urns."""
        starts = self._pile(self._starts[-1] - 1)
        outside = [
            Fraction(left + starts * whole)
            for left, whole in zip(self._left, self._whole, strict=True)
        ]
        for urn in urns:
            for number, (one, part) in enumerate(zip(urn.sure, urn.contents, strict=True)):
                outside[number] -= len(urn.slots) * one + part
        return outside

    def _pile(self, card: int) -> int:
        """Return the refill of the sheet that a card comes from; 0 is the current rest."""
        first, whole = self._sums
        return 0 if card < first else 1 + (card - first) // whole

    def _share(
        self, pile: int, count: int, *, balanced: bool = False, capped: bool = False
    ) -> _Share:
        """Return the cards of each class in a slot."""
        key = (min(pile, 1), count, balanced, capped)
        if key not in self._shares:
            totals = self._whole if pile else self._left
            sizes = self.columns.sizes
            if capped and sizes is not None and count <= sum(sizes):
                means = _capped(totals, sizes, count)
            else:
                means = [Fraction(count * total, sum(totals)) for total in totals]
            sure = tuple(int(balanced and mean >= 1) for mean in means)
            self._shares[key] = _Share(tuple(means), sure)
        return self._shares[key]

    def _share_of_two(self, start: int, end: int) -> _Share:
        """Return the cards of each class in a slot during which the sheet is refilled."""
        first, whole = self._sums
        before = max(0, min(first, end) - start)
        means = [
            (Fraction(before * left, first) if before else 0)
            + Fraction((end - start - before) * there, whole)
            for left, there in zip(self._left, self._whole, strict=True)
        ]
        return _Share(tuple(means), (0,) * len(means))  # rounding gives the minimum as well

    def _part(self, urn: _Urn, labels: list[_Labels], bits: Bits) -> None:
        """Exchange cards so that no slot has more cards of a class than the class can supply.

        The surplus is exchanged with other slots of the urn at random.
        """
        sizes = self.columns.sizes
        if sizes is None or len(labels) == 1:
            return
        over = _with_too_many(labels, sizes)
        totals = Counter(chain.from_iterable(labels)) if over else {}
        most = {label: len(labels) * sizes[label] for label in totals}
        if not over or any(number > most[label] for label, number in totals.items()):
            return
        counts = [Counter(its) for its in labels]

        def exchange(at: int, place: int) -> bool:
            """Exchange a card of a slot with that of another one; return whether one was found."""
            label = labels[at][place]
            for _ in range(_TRIES):
                other = bits.below(len(labels))
                there = bits.below(len(labels[other])) if labels[other] else 0
                if other == at or not labels[other]:
                    continue
                theirs, mine, its = labels[other][there], counts[at], counts[other]
                can_take = mine[theirs] < sizes[theirs] and its[label] < sizes[label]
                if its[theirs] > urn.sure[theirs] and can_take:
                    labels[at][place], labels[other][there] = theirs, label
                    mine.update({label: -1, theirs: 1})
                    its.update({label: 1, theirs: -1})
                    return True
            return False

        turn = bits.below(len(labels))  # so that no slot is always the first
        for at in sorted(over, key=lambda at: (at - turn) % len(labels)):
            for place, label in enumerate(labels[at]):
                if counts[at][label] > sizes[label] and not exchange(at, place):
                    self._even_out(urn, labels, bits)
                    return

    @staticmethod
    def _even_out(urn: _Urn, labels: list[_Labels], bits: Bits) -> None:
        """Give all slots of the urn the same number of cards of each class, rounded up or down."""
        totals = Counter(label for its in labels for label in its)
        cards = sum(totals.values())
        table = [
            [Fraction(totals[number] * len(its), cards) for number in range(len(urn.sure))]
            for its in labels
        ]
        for at, numbers in enumerate(rounded(table, bits)):
            labels[at] = [label for label, number in enumerate(numbers) for _ in range(number)]


def _with_too_many(labels: Sequence[_Labels], sizes: Sequence[int]) -> list[int]:
    """Return the slots that have more cards of a class than it can supply."""
    most = max(map(len, labels))
    tight = [label for label, size in enumerate(sizes) if size < most]
    return [
        at
        for at, its in enumerate(labels)
        if any(its.count(label) > sizes[label] for label in tight)
    ]


def _capped(totals: Sequence[int], sizes: Sequence[int], count: int) -> list[Fraction]:
    """Return the mean of each class in *count* cards, at most the number it can supply."""
    full: set[int] = set()
    while True:
        rest = count - sum(sizes[number] for number in full)
        others = sum(total for number, total in enumerate(totals) if number not in full)
        means = [
            Fraction(sizes[number]) if number in full else Fraction(rest * total, others)
            for number, total in enumerate(totals)
        ]
        over = {number for number, mean in enumerate(means) if mean > sizes[number]}
        if not over:
            return means
        full |= over
