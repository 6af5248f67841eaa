"""Odds of successive sampling: cards by weight, one after the other, none of which comes twice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Hashable, Mapping, Sequence
from fractions import Fraction
from typing import TypeAlias

from attrs import frozen

from .effort import TooMuchWorkError, spend
from .inorder import Cell, Left, Weights, chance_of, shared
from .odds import Counts, Entries, Odds

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
        """See :class:`Odds`.

        Raises:
            TooMuchWorkError: it would take too long.
        """
        return self._work_out(groups) or {}

    def hand_of(self, groups: Sequence[tuple[Entries, int]], size: int) -> Fraction:  # noqa: ARG002 - of others there is none
        """See :class:`Odds`."""
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
        """See :class:`Odds`."""
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
                    message = f"there are more than {_MOST_STATES} states"
                    raise TooMuchWorkError(message)
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
