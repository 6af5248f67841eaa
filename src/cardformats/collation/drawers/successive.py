"""Odds of successive sampling: cards by weight, one after the other, none of which comes twice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Hashable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations_with_replacement
from math import comb, prod
from typing import TypeAlias

from attrs import evolve, frozen

from ..effort import TooMuchWorkError, spend
from .odds import Counts, Entries, Odds

#: How many cards of each kind come from one drawing.
Share: TypeAlias = Mapping[Hashable, int]

#: The weight of a card in each sheet.
Weights: TypeAlias = tuple[int, ...]


@frozen(eq=False)
class Cell:
    """Where cards of a group can come from.

    Attributes:
        part: the number of the drawing.
        kind: which card it is.
        chance: how likely such a card of this drawing is one of the group.
    """

    part: int
    kind: Hashable
    chance: Fraction = Fraction(1)


def shared(
    groups: Sequence[tuple[Sequence[Cell], int]], sizes: Sequence[int]
) -> Iterator[tuple[Fraction, list[Counter[Hashable]]]]:
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
    shares: list[Counter[Hashable]],
    chance: Fraction,
) -> Iterator[tuple[Fraction, list[Counter[Hashable]]]]:
    if at == len(groups):
        yield chance, shares
        return
    cells, number = groups[at]
    open_ = [cell for cell in cells if left[cell.part]]
    for some in combinations_with_replacement(open_, number):
        spend(2)
        for cell in some:
            left[cell.part] -= 1
            shares[cell.part][cell.kind] += 1
        if min(left) >= 0:
            its = prod((cell.chance for cell in some), start=chance)
            yield from _shared(groups, at + 1, left, shares, its)
        for cell in some:
            left[cell.part] += 1
            shares[cell.part][cell.kind] -= 1


@frozen(eq=False)
class Left:
    """What is left of some sheets.

    Attributes:
        totals: the weight of all that is left, for each sheet.
        known: the weights of the kinds that a hand has, and how many cards there are of each.
        others: how many of all other cards have which weights.
    """

    totals: Weights
    known: Mapping[Hashable, tuple[Weights, int]]
    others: Mapping[Weights, int]

    def without(self, share: Share) -> Left:
        """The same without some cards of known kinds."""
        known = dict(self.known)
        totals = self.totals
        for kind, number in share.items():
            weights, there = known[kind]
            known[kind] = weights, there - number
            totals = tuple(a - number * b for a, b in zip(totals, weights, strict=True))
        return evolve(self, totals=totals, known=known)

    def without_other(self, weights: Weights) -> Left:
        """The same without another card of these weights."""
        totals = tuple(a - b for a, b in zip(self.totals, weights, strict=True))
        others = {**self.others, weights: self.others[weights] - 1}
        return evolve(self, totals=totals, others=others)


def chance_of(
    draws: Sequence[tuple[int, int | None]], shares: Sequence[Share], left: Left
) -> Fraction:
    """The probability that each of *draws*, in turn, gives its share.

    Args:
        draws: for each of them its sheet, and how many cards it draws; None is a single card that
            may be any, and has no share.
        shares: for each draw how many cards of which kinds.
        left: what there is before the first.
    """
    if not draws:
        return Fraction(1)
    (sheet, count), share = draws[0], {kind: n for kind, n in shares[0].items() if n}
    total = left.totals[sheet]
    if count is None:
        return _any(draws, shares, left) if total else Fraction()
    spend(5 + 2 * len(share))
    weights: list[int] = []
    for kind, number in share.items():
        its, there = left.known[kind]
        if number > there or not its[sheet]:
            return Fraction()
        weights += [its[sheet]] * number
    if len(weights) != count:
        return Fraction()
    ways = prod(comb(left.known[kind][1], number) for kind, number in share.items())
    chance = ways * _first(weights, total - sum(weights))
    return chance and chance * chance_of(draws[1:], shares[1:], left.without(share))


def _any(draws: Sequence[tuple[int, int | None]], shares: Sequence[Share], left: Left) -> Fraction:
    """The same where the first card may be any."""
    sheet = draws[0][0]
    total = left.totals[sheet]
    chance = Fraction()
    spend(len(left.known) + len(left.others))
    for kind, (weights, number) in left.known.items():
        if weights[sheet] and number:
            after = chance_of(draws[1:], shares[1:], left.without({kind: 1}))
            chance += after * Fraction(weights[sheet] * number, total)
    for weights, number in left.others.items():
        if weights[sheet] and number:
            after = chance_of(draws[1:], shares[1:], left.without_other(weights))
            chance += after * Fraction(weights[sheet] * number, total)
    return chance


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


#: What alike cards have in common: their weight in each sheet, and for each draw, as pairs, how
#: much of it belongs to which group.
_Class: TypeAlias = tuple[tuple[int, ...], tuple[tuple[tuple[int, int], ...], ...]]

#: How many cards of each class, and of each group, have come, with their probability.
_States: TypeAlias = dict[tuple[tuple[int, ...], tuple[int, ...]], Fraction]


class SuccessiveOdds(Odds):
    """Draws one after the other, perhaps from several sheets that share cards.

    What came is out in every sheet.  Cards of the same weights are alike, so that only how many of
    each such class came matters.  The entries of what came before and of the draws are numbered
    through.
    """

    def __init__(self, draws: Sequence[Draw], before: Sequence[Before] = ()) -> None:
        """Take the draws, in order; those from one sheet have the same copies and keys.

        What came *before* has no card in common.
        """
        self.draws = draws
        self.before = before
        names = list(dict.fromkeys(draw.sheet for draw in draws))
        self._sheet = [names.index(draw.sheet) for draw in draws]
        self._sheets = [next(draw for draw in draws if draw.sheet == name) for name in names]
        self._starts: list[int] = []
        start = sum(len(each.keys) for each in before)
        for draw in draws:
            self._starts.append(start)
            start += len(draw.copies)
        self._places = [{key: entry for entry, key in enumerate(each.keys)} for each in before]
        self._weights: dict[Hashable, list[int]] = {}
        for number, sheet in enumerate(self._sheets):
            for key, copies in zip(sheet.keys or (), sheet.copies, strict=False):
                if copies:
                    weights = self._weights.setdefault(key, [0] * len(self._sheets))
                    weights[number] += copies

    @classmethod
    def of(cls, draws: Sequence[Draw], before: Sequence[Before] = ()) -> SuccessiveOdds | None:
        """The odds; None if the cards can run out, or if it would take too long."""
        odds = cls(draws, before)
        try:
            return odds if odds._work_out([]) is not None else None
        except TooMuchWorkError:
            return None

    def counts(self, groups: Sequence[Entries]) -> Counts:
        return self._work_out(groups) or {}

    def hand_of(self, groups: Sequence[tuple[Entries, int]], size: int) -> Fraction:  # noqa: ARG002 - of others there is none
        piles = self._piles([entries for entries, _ in groups])
        cells = [(self._cells(entries, piles), number) for entries, number in groups]
        left = self._left({cell.kind for its, _ in cells for cell in its}, piles)
        draws = [
            (sheet, draw.count if draw.kept else None)
            for sheet, draw in zip(self._sheet, self.draws, strict=True)
        ]
        sizes = [each.count for each in self.before]
        sizes += [draw.count if draw.kept else 0 for draw in self.draws]
        found = Fraction()
        for share, parts in shared(cells, sizes):
            chance, after = share, left
            for each, places, part in zip(self.before, self._places, parts, strict=False):
                hand = {places[key]: number for key, number in part.items() if number}
                chance = chance and chance * each.odds.hand(hand, len(each.keys))
                after = after.without(part)
            found += chance and chance * chance_of(draws, parts[len(self.before) :], after)
        return found

    def _piles(self, groups: Sequence[Entries]) -> dict[tuple[int, int], Hashable]:
        """For each entry of the sheets without keys, by the sheet's number, what it is alike with.

        Those are alike that every draw has in the same group.
        """
        group_of = _groups_of(groups)
        found: dict[tuple[int, int], Hashable] = {}
        for number, sheet in enumerate(self._sheets):
            if sheet.keys is None:
                pairs = zip(self._sheet, self._starts, strict=True)
                starts = [start for its, start in pairs if its == number]
                for own in range(len(sheet.copies)):
                    groups_of_it = tuple(group_of.get(start + own) for start in starts)
                    found[number, own] = number, groups_of_it
        return found

    def _cells(self, entries: Entries, piles: Mapping[tuple[int, int], Hashable]) -> list[Cell]:
        """Where the cards of a group of *entries* can come from."""
        wanted = set(entries)
        cells = []
        start = 0
        for part, before in enumerate(self.before):
            own = range(start, start + len(before.keys))
            cells += [Cell(part, before.keys[at - start]) for at in wanted if at in own]
            start = own.stop
        for step, (draw, first) in enumerate(zip(self.draws, self._starts, strict=True)):
            copies: Counter[Hashable] = Counter()
            for at in wanted:
                own_number = at - first
                if 0 <= own_number < len(draw.copies) and draw.kept and draw.copies[own_number]:
                    if draw.keys is None:
                        copies[piles[self._sheet[step], own_number]] += 1
                    else:
                        copies[draw.keys[own_number]] += draw.copies[own_number]
            for kind, number in copies.items():
                whole = 1 if draw.keys is None else self._weights[kind][self._sheet[step]]
                chance = Fraction(1) if draw.keys is None else Fraction(number, whole)
                cells.append(Cell(len(self.before) + step, kind, chance))
        return cells

    def _left(self, known: Collection[Hashable], piles: Mapping[tuple[int, int], Hashable]) -> Left:
        """All cards of the sheets, those of *known* kinds by themselves."""
        nothing = (0,) * len(self._sheets)
        its: dict[Hashable, tuple[Weights, int]] = dict.fromkeys(known, (nothing, 1))
        others: Counter[Weights] = Counter()
        for key, weights in self._weights.items():
            if key in its:
                its[key] = tuple(weights), 1
            else:
                others[tuple(weights)] += 1
        for (sheet, own), kind in piles.items():
            one = tuple(int(number == sheet) for number in range(len(self._sheets)))
            copies = self._sheets[sheet].copies[own]
            if kind in its:
                had = its[kind]
                its[kind] = one, copies + (had[1] if had[0] == one else 0)
            else:
                others[one] += copies
        every = [*its.values(), *others.items()]
        totals = tuple(
            sum(weights[sheet] * number for weights, number in every)
            for sheet in range(len(self._sheets))
        )
        return Left(totals, its, others)

    def kind(self, entry: int) -> Hashable:
        for number, each in enumerate(self.before):
            if entry < len(each.keys):
                return number, each.odds.kind(entry), self._weights_of(each.keys[entry])
            entry -= len(each.keys)
        step = 0
        while entry >= len(self.draws[step].copies):
            entry -= len(self.draws[step].copies)
            step += 1
        draw = self.draws[step]
        key = None if draw.keys is None else draw.keys[entry]
        return -step - 1, draw.copies[entry], self._weights_of(key), self._came_from(key)

    def _weights_of(self, key: Hashable) -> tuple[int, ...]:
        """The weight of a card in each sheet."""
        return tuple(self._weights.get(key, ()))

    def _came_from(self, key: Hashable) -> Hashable:
        """What tells cards of the draws apart that could have come before."""
        return tuple(
            (number, each.odds.kind(self._places[number][key]))
            for number, each in enumerate(self.before)
            if key in self._places[number]
        )

    def _classes(self, groups: Sequence[Entries]) -> dict[Hashable, _Class]:
        """What each card has in common with those that are alike, by key."""
        shares: dict[Hashable, list[Counter[int]]] = {}
        nothing = [Counter[int]() for _ in self.draws]
        group_of = _groups_of(groups)
        for step, (draw, start) in enumerate(zip(self.draws, self._starts, strict=True)):
            for own, copies in enumerate(draw.copies if draw.kept else ()):
                if start + own in group_of and copies:
                    key = (draw.sheet, own) if draw.keys is None else draw.keys[own]
                    share = shares.setdefault(key, [Counter() for _ in self.draws])
                    share[step][group_of[start + own]] += 1 if draw.keys is None else copies
        classes: dict[Hashable, _Class] = {}
        for number, sheet in enumerate(self._sheets):
            for own, copies in enumerate(sheet.copies if sheet.keys is None else ()):
                if copies:
                    weights = tuple(int(other == number) for other in range(len(self._sheets)))
                    key = (sheet.sheet, own)
                    classes[key] = weights, _frozen(shares.get(key, nothing))
        for key, each in self._weights.items():
            classes[key] = tuple(each), _frozen(shares.get(key, nothing))
        return classes

    def _sizes(self, classes: Mapping[Hashable, _Class]) -> Counter[_Class]:
        """How many cards are alike."""
        sizes: Counter[_Class] = Counter()
        copies_of: dict[Hashable, int] = {
            (sheet.sheet, own): copies
            for sheet in self._sheets
            if sheet.keys is None
            for own, copies in enumerate(sheet.copies)
        }
        for key, class_ in classes.items():
            sizes[class_] += copies_of.get(key, 1)
        return sizes

    def _work_out(self, groups: Sequence[Entries]) -> Counts | None:
        """The distribution of counts; None if cards can run out.

        Raises:
            TooMuchWorkError: it would take too long.
        """
        class_of = self._classes(groups)
        classes = list(self._sizes(class_of).items())
        states = self._start(groups, class_of, [class_ for class_, _ in classes])
        for step, draw in enumerate(self.draws):
            for _ in range(draw.count):
                after: _States = {}
                spend(len(states) * len(classes))
                for state, share in states.items():
                    if not self._draw_one(classes, step, state, share, after):
                        return None
                states = after
                if len(states) > _MOST_STATES:
                    raise TooMuchWorkError(f"there are more than {_MOST_STATES} states")
        found: dict[tuple[int, ...], Fraction] = {}
        for (_, counts), share in states.items():
            found[counts] = found.get(counts, Fraction()) + share
        return found

    def _start(
        self,
        groups: Sequence[Entries],
        class_of: Mapping[Hashable, _Class],
        classes: Sequence[_Class],
    ) -> _States:
        """The states after what came before."""
        number_of = {class_: number for number, class_ in enumerate(classes)}
        group_of = _groups_of(groups)
        states: _States = {((0,) * len(classes), (0,) * len(groups)): Fraction(1)}
        start = 0
        for before in self.before:
            cells: dict[tuple[int | None, int | None], list[int]] = {}
            for entry, key in enumerate(before.keys):
                class_ = class_of.get(key)
                number = None if class_ is None else number_of[class_]
                cell = (number, group_of.get(start + entry))
                if cell != (None, None):
                    cells.setdefault(cell, []).append(entry)
            start += len(before.keys)
            after: _States = {}
            counted_before = _counts_of(before, list(cells.values()))
            spend(len(counted_before) * len(states))
            for numbers, chance in counted_before.items():
                for (taken, counts), share in states.items():
                    more, counted = list(taken), list(counts)
                    for (class_number, group), cards in zip(cells, numbers, strict=True):
                        if class_number is not None:
                            more[class_number] += cards
                        if group is not None:
                            counted[group] += cards
                    state = (tuple(more), tuple(counted))
                    after[state] = after.get(state, Fraction()) + share * chance
            states = after
        return states

    def _draw_one(
        self,
        classes: Sequence[tuple[_Class, int]],
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


def _frozen(shares: Sequence[Counter[int]]) -> tuple[tuple[tuple[int, int], ...], ...]:
    return tuple(tuple(sorted(share.items())) for share in shares)
