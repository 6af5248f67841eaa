"""Odds of successive sampling: cards by weight, one after the other, none of which comes twice."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Hashable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from itertools import accumulate, combinations_with_replacement, pairwise
from math import comb, prod
from operator import mul
from typing import TypeAlias

from attrs import frozen

from ..effort import TooMuchWorkError, effort, note, spend
from ..odds.counts import Counts, added, summed
from .odds import Entries, Odds

#: The weight of a card in each sheet.
Weights: TypeAlias = tuple[int, ...]

#: What alike cards have in common: their weights, and for each draw, as pairs, how much of the
#: weight belongs to which group.
Class: TypeAlias = tuple[Weights, tuple[tuple[tuple[int, int], ...], ...]]


@frozen(eq=False)
class Cell:
    """Where cards of a group can come from.

    Attributes:
        part: the number of the drawing.
        class_: the number of the class they are of; None if no sheet that is drawn from has them.
        chance: how likely such a card of this drawing is one of the group.
        entries: those of the drawing, if it comes before the others.
    """

    part: int
    class_: int | None
    chance: Fraction = Fraction(1)
    entries: Entries = ()


#: How many cards of each cell come from one drawing.
Share: TypeAlias = Counter[Cell]


def shared(
    groups: Sequence[tuple[Sequence[Cell], int]], sizes: Sequence[int]
) -> Iterator[tuple[Fraction, list[Share]]]:
    """All ways to get so many cards of each group, with what each drawing gives to it.

    Args:
        groups: where the cards of each can come from, and how many there are.
        sizes: how many cards each drawing gives.
    """
    if sum(number for _, number in groups) == sum(sizes):
        yield from _shared(groups, 0, list(sizes), [Counter() for _ in sizes], Fraction(1))


def _shared(
    groups: Sequence[tuple[Sequence[Cell], int]],
    at: int,
    left: list[int],
    shares: list[Share],
    chance: Fraction,
) -> Iterator[tuple[Fraction, list[Share]]]:
    if at == len(groups):
        yield chance, shares
        return
    cells, number = groups[at]
    open_ = [cell for cell in cells if left[cell.part]]
    for some in combinations_with_replacement(open_, number):
        spend(2)
        for cell in some:
            left[cell.part] -= 1
            shares[cell.part][cell] += 1
        if min(left) >= 0:
            its = prod((cell.chance for cell in some), start=chance)
            yield from _shared(groups, at + 1, left, shares, its)
        for cell in some:
            left[cell.part] += 1
            shares[cell.part][cell] -= 1


def _by_class(share: Share) -> tuple[Counter[int], int]:
    """How many cards of each class a share has, and in how many ways the cells can have them."""
    numbers: Counter[int] = Counter()
    ways = 1
    for cell, number in share.items():
        if cell.class_ is not None and number:
            numbers[cell.class_] += number
            ways *= comb(numbers[cell.class_], number)
    return numbers, ways


@frozen(eq=False)
class Left:
    """What is left of some sheets.

    Attributes:
        weights: those of a card of each class, in each sheet.
        numbers: how many cards there are of each class.
        totals: the weight of all cards, for each sheet.
    """

    weights: Sequence[Weights]
    numbers: Sequence[int]
    totals: Sequence[int]

    def without(self, share: Mapping[int, int]) -> Left:
        """The same without so many cards of some classes."""
        numbers, totals = list(self.numbers), self.totals
        for class_, number in share.items():
            numbers[class_] -= number
            totals = [a - number * b for a, b in zip(totals, self.weights[class_], strict=True)]
        return Left(self.weights, numbers, totals)


def chance_of(
    draws: Sequence[tuple[int, int | None]], shares: Sequence[Share], left: Left
) -> Fraction:
    """The probability that each of *draws*, in turn, gives its share.

    Args:
        draws: for each of them its sheet, and how many cards it draws; None is a single card that
            may be any, and has no share.
        shares: how many cards of which cells each draw gives.
        left: what there is before the first.
    """
    if not draws:
        return Fraction(1)
    sheet, count = draws[0]
    total = left.totals[sheet]
    chance = Fraction()
    if count is None:
        spend(len(left.numbers))
        for class_, number in enumerate(left.numbers if total else ()):
            if (weight := left.weights[class_][sheet]) and number:
                after = chance_of(draws[1:], shares[1:], left.without({class_: 1}))
                chance += after * Fraction(weight * number, total)
        return chance
    share, ways = _by_class(shares[0])
    spend(5 + 2 * len(share))
    weights: list[int] = []
    for class_, number in share.items():
        if number > left.numbers[class_] or not left.weights[class_][sheet]:
            return chance
        weights += [left.weights[class_][sheet]] * number
        ways *= comb(left.numbers[class_], number)
    if len(weights) != count:
        return chance
    chance = ways * _first(weights, total - sum(weights))
    return chance and chance * chance_of(draws[1:], shares[1:], left.without(share))


def _first(weights: Sequence[int], rest: int) -> Fraction:
    """The probability that cards of these *weights* are drawn before any of the *rest*.

    Each card may be drawn when a clock of its own strikes, which it does at a rate of its weight;
    the first to strike is each one with the probability of its weight.  These cards come first if
    all have struck when the first of the rest does.  With u = exp(-time) that is the integral of
    rest × u^(rest - 1) × ∏ (1 - u^weight) from 0 to 1, a polynomial: time grows with the sum of the
    weights, not with the orders in which cards can come.
    """
    if not rest:
        return Fraction(1)
    terms = {0: 1}
    for weight in weights:
        spend(len(terms))
        after = dict(terms)
        for power, factor in terms.items():
            after[power + weight] = after.get(power + weight, 0) - factor
        terms = {power: factor for power, factor in after.items() if factor}
    spend(len(terms) + len(terms) ** 2 // 100)  # the denominators grow with every term
    return sum((Fraction(n * rest, rest + power) for power, n in terms.items()), Fraction())


#: Draws that may need so many times the effort are not tried.
_HOPELESS = 10

#: More states than this are not worth their time.
_MOST_STATES = 5_000


@frozen(eq=False)
class Draw:
    """Cards drawn at random from a sheet.

    Attributes:
        sheet: its name.
        copies: those of each of its entries.
        keys: for each entry what tells its card from others; None if every copy is a card of its
            own.
        count: how many cards are drawn.
        kept: they are in the pack; they are taken in any case.
    """

    sheet: str
    copies: Sequence[int]
    keys: Sequence[Hashable] | None
    count: int
    kept: bool = True

    @property
    def cards(self) -> Sequence[Hashable]:
        """What tells the cards of each entry from others; the copies of an entry are alike."""
        return self.keys or [(self.sheet, entry) for entry in range(len(self.copies))]


@frozen(eq=False)
class AnyDraw:
    """Cards each of which is drawn from one of several sheets, chosen by chance.

    Attributes:
        options: as many cards of each sheet, with the probability of the choice.
    """

    options: Sequence[tuple[Fraction, Draw]]


@frozen(eq=False)
class Before:
    """A drawing that comes first, looks at nothing, and gives no card twice.

    Attributes:
        odds: of its entries.
        keys: for each of them what tells its card from others.
        count: how many cards it always draws.
    """

    odds: Odds
    keys: Sequence[Hashable]
    count: int


#: How many cards of each class, and of each group, have come, with their probability.
_States: TypeAlias = dict[tuple[tuple[int, ...], tuple[int, ...]], Fraction]


class SuccessiveOdds(Odds):
    """Draws one after the other, perhaps from several sheets that share cards.

    What came is out in every sheet.  Cards of the same weights are alike, so that only how many of
    each such class came matters.  The entries of what came before and of the draws are numbered
    through.
    """

    def __init__(self, draws: Sequence[Draw | AnyDraw], before: Sequence[Before] = ()) -> None:
        """Take the draws, in order; those from one sheet have the same copies and keys.

        What came *before* has no card in common.
        """
        turns = [its.options if isinstance(its, AnyDraw) else [(Fraction(1), its)] for its in draws]
        own = [draw for options in turns for _, draw in options]
        steps = iter(range(len(own)))
        #: For each turn the numbers of its draws, with the probability of each.
        self._turns = [[(share, next(steps)) for share, _ in options] for options in turns]
        self.draws = own
        self.before = before
        sheets = {draw.sheet: draw for draw in own}
        self._sheet = [list(sheets).index(draw.sheet) for draw in own]
        sizes = [*(len(each.keys) for each in before), *(len(draw.copies) for draw in own)]
        self._starts = list(accumulate(sizes, initial=0))
        self._places = [{key: entry for entry, key in enumerate(each.keys)} for each in before]
        self._weights: dict[Hashable, list[int]] = {}
        self._copies: dict[Hashable, int] = {}
        for number, sheet in enumerate(sheets.values()):
            for key, copies in zip(sheet.cards, sheet.copies, strict=False):
                if copies:
                    weights = self._weights.setdefault(key, [0] * len(sheets))
                    weights[number] += 1 if sheet.keys is None else copies
                    self._copies[key] = copies if sheet.keys is None else 1

    @classmethod
    def of(
        cls, draws: Sequence[Draw | AnyDraw], before: Sequence[Before] = ()
    ) -> SuccessiveOdds | None:
        """The odds; None if the cards can run out, or if it would take too long."""
        odds = cls(draws, before)
        too_much = odds._too_much()
        if too_much.effort > _HOPELESS * effort():  # what there is to spend is for other slots
            note(too_much)
            return None
        try:
            return odds if odds._came is not None else None
        except TooMuchWorkError:
            note(too_much)
            return None

    def counts(self, groups: Sequence[Entries]) -> Counts:
        first = self._starts[len(self.before)]
        if all(entry < first for group in groups for entry in group):
            return self._counts_before(groups)
        entries = [*groups[0]] if len(groups) == 1 else []
        if len(entries) == 1 and not self.before and self._once(entries[0]) is not None:
            chance = self.expected(entries)  # it comes once or not at all
            return {(n,): share for n, share in enumerate((1 - chance, chance)) if share}
        return self._work_out(groups) or {}

    def expected(self, entries: Entries) -> Fraction:
        if self.before:  # which cards of a class are still there is not the same for all of it
            return super().expected(entries)
        total = Fraction()
        class_of, sizes, came = self._came or ({}, [], [])
        for entry in entries:
            step = bisect_right(self._starts, entry) - 1
            draw, own = self.draws[step], entry - self._starts[step]
            if draw.kept and (copies := draw.copies[own]):
                key = draw.cards[own]
                class_, weight = class_of[key], self._weights[key][self._sheet[step]]
                # each card of a class comes as often as any other of it
                total += came[step][class_] * Fraction(copies, weight * sizes[class_])
        return total

    def none(self, entries: Entries) -> Fraction:
        keys = {self._once(entry) for entry in entries}
        if len(keys) == 1 and None not in keys:  # it comes once or not at all
            return 1 - self.expected(entries)
        return super().none(entries)

    def _counts_before(self, groups: Sequence[Entries]) -> Counts:
        """The counts of *groups* that no draw has; what came before looks at none."""
        starts = list(zip(self.before, pairwise(self._starts), strict=False))
        own = [
            (each, [[entry - low for entry in group if low <= entry < high] for group in groups])
            for each, (low, high) in starts
        ]
        return added((each.odds.counts(its) for each, its in own if any(its)), len(groups))

    def hand_of(self, groups: Sequence[tuple[Entries, int]], size: int) -> Fraction:
        if len(self._turns) < len(self.draws):  # how many cards each sheet gives is left to chance
            return super().hand_of(groups, size)
        entries = [entries for entries, _ in groups]
        class_of, classes = self._classes(entries)
        cells: list[list[Cell]] = [[] for _ in groups]
        for part in range(len(self.before)):
            for (class_, group), own in self._cells_before(part, entries, class_of).items():
                if group is not None:
                    cells[group].append(Cell(part, class_, entries=own))
        for number, ((weights, shares), _) in enumerate(classes):
            for step, copies_of in enumerate(shares):
                for group, copies in copies_of:
                    its = Fraction(copies, weights[self._sheet[step]])
                    cells[group].append(Cell(len(self.before) + step, number, its))
        each = [weights for (weights, _), _ in classes]
        sizes = [size for _, size in classes]
        totals = [sum(map(mul, column, sizes)) for column in zip(*each, strict=True)]
        left = Left(each, sizes, totals)
        draws = [
            (sheet, draw.count if draw.kept else None)
            for sheet, draw in zip(self._sheet, self.draws, strict=True)
        ]
        counts = [each.count for each in self.before]
        counts += [draw.count if draw.kept else 0 for draw in self.draws]
        wanted = [(where, number) for where, (_, number) in zip(cells, groups, strict=True)]
        total = Fraction()
        for share, parts in shared(wanted, counts):
            chance, after = share, left
            for before, cards in zip(self.before, parts, strict=False):
                hand = [(cell.entries, number) for cell, number in cards.items() if number]
                chance = chance and chance * before.odds.hand_of(hand, len(before.keys))
                after = after.without(_by_class(cards)[0])
            total += chance and chance * chance_of(draws, parts[len(self.before) :], after)
        return total

    def _once(self, entry: int) -> Hashable:
        """The key of an entry whose card comes once at most; None if it may come again."""
        part = bisect_right(self._starts, entry) - 1
        own = entry - self._starts[part]
        if part < len(self.before):
            return self.before[part].keys[own]
        draw = self.draws[part - len(self.before)]
        return draw.cards[own] if draw.keys is not None or draw.copies[own] <= 1 else None

    @cached_property
    def _came(self) -> tuple[Mapping[Hashable, int], list[int], list[list[Fraction]]] | None:
        """How many cards of each class each of the draws gives on average; None if cards run out.

        With it, the number of the class of each card, and the number of cards of each class.
        """
        class_of, classes = self._classes([])
        came = [[Fraction()] * len(classes) for _ in self.draws]
        if self._work_out([], came) is None:
            return None
        return class_of, [size for _, size in classes], came

    def kind(self, entry: int) -> Hashable:
        part = bisect_right(self._starts, entry) - 1
        own, step = entry - self._starts[part], part - len(self.before)
        if step < 0:
            before = self.before[part]
            return part, before.odds.kind(own), self._weights_of(before.keys[own])
        draw = self.draws[step]
        key = draw.cards[own]
        came = tuple(
            (number, each.odds.kind(self._places[number][key]))
            for number, each in enumerate(self.before)
            if key in self._places[number]
        )
        return part, draw.copies[own], self._weights_of(key), came

    def _weights_of(self, key: Hashable) -> tuple[int, ...]:
        """The weight of a card in each sheet."""
        return tuple(self._weights.get(key, ()))

    def _classes(
        self, groups: Sequence[Entries]
    ) -> tuple[dict[Hashable, int], list[tuple[Class, int]]]:
        """The number of the class of each card, by key; the classes, and the cards of each."""
        shares: dict[Hashable, list[Counter[int]]] = {}
        nothing = [Counter[int]() for _ in self.draws]
        group_of = _groups_of(groups)
        starts = self._starts[len(self.before) :]
        for step, (draw, start) in enumerate(zip(self.draws, starts, strict=False)):
            for own, key in enumerate(draw.cards if draw.kept else ()):
                if start + own in group_of and draw.copies[own]:
                    share = shares.setdefault(key, [Counter() for _ in self.draws])
                    copies = 1 if draw.keys is None else draw.copies[own]
                    share[step][group_of[start + own]] += copies
        class_of: dict[Hashable, int] = {}
        sizes: dict[Class, int] = {}
        number_of: dict[Class, int] = {}
        for key, weights in self._weights.items():
            its = tuple(tuple(sorted(share.items())) for share in shares.get(key, nothing))
            class_ = tuple(weights), its
            class_of[key] = number_of.setdefault(class_, len(number_of))
            sizes[class_] = sizes.get(class_, 0) + self._copies[key]
        return class_of, list(sizes.items())

    def _cells_before(
        self, part: int, groups: Sequence[Entries], class_of: Mapping[Hashable, int]
    ) -> dict[tuple[int | None, int | None], list[int]]:
        """The entries of what came before by class and group, those with one of them or both."""
        group_of = _groups_of(groups)
        cells: dict[tuple[int | None, int | None], list[int]] = {}
        for entry, key in enumerate(self.before[part].keys):
            cell = class_of.get(key), group_of.get(self._starts[part] + entry)
            if cell != (None, None):
                cells.setdefault(cell, []).append(entry)
        return cells

    def _work_out(
        self, groups: Sequence[Entries], came: Sequence[list[Fraction]] = ()
    ) -> Counts | None:
        """The distribution of counts; None if cards can run out.

        Without *groups*, the cards that each draw gives are added to those of each class that
        *came*.

        Raises:
            TooMuchWorkError: it would take too long.
        """
        class_of, classes = self._classes(groups)
        states = self._start(groups, class_of, len(classes))
        for options in self._turns:
            for _ in range(self.draws[options[0][1]].count):
                spend(len(states) * len(classes) * len(options))
                after: _States = {}
                for chance, step in options:
                    its: _States = {}
                    for state, share in states.items():
                        if not self._draw_one(classes, step, state, share * chance, its):
                            return None
                        for index, number in enumerate(state[0] if came else ()):
                            came[step][index] -= share * chance * number
                    for state, share in its.items():
                        after[state] = after.get(state, Fraction()) + share
                        for index, number in enumerate(state[0] if came else ()):
                            came[step][index] += share * number
                states = after
                if len(states) > _MOST_STATES * effort():
                    raise self._too_much()
        return summed((counts, share) for (_, counts), share in states.items())

    def _too_much(self) -> TooMuchWorkError:
        """How much work it would be, at most."""
        _, classes = self._classes([])
        draws = sum(self.draws[options[0][1]].count for options in self._turns)
        ways = [1] + [0] * draws  # in how many ways so many cards can be of the classes
        for _, size in classes:
            sums = [0, *accumulate(ways)]
            ways = [sums[n + 1] - sums[max(0, n - size)] for n in range(draws + 1)]
        sheets = ", ".join(dict.fromkeys(repr(draw.sheet) for draw in self.draws))
        return TooMuchWorkError(
            f"cards of {len(classes)} different weights in {sheets}",
            sum(ways) * len(classes),
            -(-max(ways) // _MOST_STATES),
        )

    def _start(
        self, groups: Sequence[Entries], class_of: Mapping[Hashable, int], classes: int
    ) -> _States:
        """The states after what came before."""
        states: _States = {((0,) * classes, (0,) * len(groups)): Fraction(1)}
        for part, before in enumerate(self.before):
            cells = self._cells_before(part, groups, class_of)
            after: _States = {}
            counted_before = _counts_of(before, list(cells.values()))
            spend(len(counted_before) * len(states))
            for numbers, chance in counted_before.items():
                for (taken, counts), share in states.items():
                    more, counted = list(taken), list(counts)
                    for (class_, group), cards in zip(cells, numbers, strict=True):
                        if class_ is not None:
                            more[class_] += cards
                        if group is not None:
                            counted[group] += cards
                    state = (tuple(more), tuple(counted))
                    after[state] = after.get(state, Fraction()) + share * chance
            states = after
        return states

    def _draw_one(
        self,
        classes: Sequence[tuple[Class, int]],
        step: int,
        state: tuple[tuple[int, ...], tuple[int, ...]],
        share: Fraction,
        after: _States,
    ) -> bool:
        """Add what a *state* of this *share* becomes; False if there is no card to draw."""
        taken, counts = state
        sheet = self._sheet[step]
        cards = [size - number for (_, size), number in zip(classes, taken, strict=True)]
        pairs = zip(classes, cards, strict=True)
        whole = sum(weights[sheet] * number for ((weights, _), _), number in pairs)
        if whole == 0:
            return False
        for index, (((weights, shares), _), number) in enumerate(zip(classes, cards, strict=True)):
            left = weights[sheet]
            if not left * number:
                continue
            more = (*taken[:index], taken[index] + 1, *taken[index + 1 :])
            for group, copies in shares[step]:
                counted = tuple(n + (at == group) for at, n in enumerate(counts))
                chance = share * Fraction(copies * number, whole)
                after[more, counted] = after.get((more, counted), Fraction()) + chance
                left -= copies
            if left:
                chance = share * Fraction(left * number, whole)
                after[more, counts] = after.get((more, counts), Fraction()) + chance
        return True


def _counts_of(before: Before, cells: Sequence[Entries]) -> Counts:
    """The joint distribution of the numbers from *cells*; what is left is in the largest."""
    if sum(map(len, cells)) < len(before.keys):
        return before.odds.counts(cells)
    rest = max(range(len(cells)), key=lambda number: len(cells[number]))
    counts = before.odds.counts([*cells[:rest], *cells[rest + 1 :]])
    return {
        (*numbers[:rest], before.count - sum(numbers), *numbers[rest:]): chance
        for numbers, chance in counts.items()
    }


def _groups_of(groups: Sequence[Entries]) -> dict[int, int]:
    """The group of each entry that is in one."""
    return {entry: number for number, group in enumerate(groups) for entry in group}
