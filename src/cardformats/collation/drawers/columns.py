"""The drawers for many packs at once: columns of numbers become columns of cards.

What a drawer gets is an array of a row for each of its numbers and a column for each pack; what it
gives has a row for each card.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import singledispatch
from itertools import groupby
from typing import TypeAlias

import numpy as np

from ..bulk.arrays import Array
from .chance import PILE, PileDrawer, ReturningDrawer, ShuffledDrawer
from .drawer import Copies, StraightDrawer
from .runs import FixedDrawer, RunDrawer

Columns: TypeAlias = Callable[[Array], Array]

#: The same of numbers and the way of each pack.
WayColumns: TypeAlias = Callable[[Array, Array], Array]

#: The time to draw from a pile grows with the square of the cards; from here on lists are faster.
_FOLDED = 400

#: More cards of runs than this are not written out.
_HANDS = 2**17

#: Sums of numbers up to this are numbers of 64 bits.
_WIDE = 2**61


def _one_by_one(drawer: StraightDrawer, ids: Array) -> Columns:
    """What makes cards of numbers pack by pack, for any drawer.

    Args:
        drawer: the drawer.
        ids: the cards of the entries.
    """
    pick = drawer.bind(ids.tolist())

    def columns(numbers: Array) -> Array:
        drawn = np.empty((drawer.count, numbers.shape[1]), ids.dtype)
        for at, own in enumerate(numbers.T.tolist()):
            cards: list[int] = []
            pick(own, cards)
            drawn[:, at] = cards
        return drawn

    return columns


columns_of = singledispatch(_one_by_one)


@columns_of.register(PileDrawer)
def _pile(drawer: PileDrawer, ids: Array) -> Columns:
    if drawer.count > _FOLDED:
        return _one_by_one(drawer, ids)
    card, total = _card_of(drawer.copies, ids), drawer.copies.total
    return lambda numbers: card(folded(numbers, lasts_of(total, numbers)))


@columns_of.register(ReturningDrawer)
def _returning(drawer: ReturningDrawer, ids: Array) -> Columns:
    return _card_of(drawer.copies, ids)


@columns_of.register(ShuffledDrawer)
def _shuffled_parts(drawer: ShuffledDrawer, ids: Array) -> Columns:
    if drawer.count > _FOLDED:
        return _one_by_one(drawer, ids)
    parts: list[tuple[Columns, slice]] = []
    at = 0
    for each in drawer.drawers:
        own = slice(at, at + len(each.limits))
        parts.append((columns_of(each, ids), own))
        at = own.stop

    def columns(numbers: Array) -> Array:
        drawn = np.concatenate([part(numbers[own]) for part, own in parts])
        return in_random_order(drawn, numbers[at:])

    return columns


@columns_of.register(FixedDrawer)
def _fixed(drawer: FixedDrawer, ids: Array) -> Columns:
    cards = ids[drawer.entries][:, None]
    return lambda numbers: np.broadcast_to(cards, (len(cards), numbers.shape[1]))


@columns_of.register(RunDrawer)
def _run(drawer: RunDrawer, ids: Array) -> Columns:
    total = drawer.copies.total
    if total > _WIDE:
        return _one_by_one(drawer, ids)
    card, group = _card_of(drawer.copies, ids), min(drawer.run.group_size, total)
    steps = np.array([(drawer.skip + step) % total for step in range(drawer.count)])[:, None]

    def columns(numbers: Array) -> Array:
        return card((numbers[:1].astype(np.int64) * group + steps) % total)

    groups = drawer.limits[0]
    if groups * drawer.count > _HANDS:
        return columns
    hands = columns(np.arange(groups)[None])
    return lambda numbers: hands.take(numbers[0], axis=1)


def folded(numbers: Array, lasts: Array) -> Array:
    """The copies that a shuffle of Fisher and Yates puts on top, by its numbers.

    Where a later number is the same as an earlier one, it means the copy that was moved there: the
    last one of those that were left.

    Args:
        numbers: a row for each card.
        lasts: the largest number of each row, for all packs or for each; of the same type.
    """
    copies = numbers.copy()
    for at in range(len(numbers) - 2, -1, -1):
        later = copies[at + 1 :]
        same = (later == numbers[at]).astype(copies.dtype)
        np.negative(same, out=same)  # all bits; several times faster than to choose
        same &= later ^ lasts[at]
        later ^= same
    return copies


def lasts_of(total: int, numbers: Array) -> Array:
    """The largest *numbers* that a shuffle of *total* can have."""
    return np.arange(total - 1, total - 1 - len(numbers), -1).astype(numbers.dtype)


def in_random_order(drawn: Array, numbers: Array) -> Array:
    """The cards *drawn* for each pack, shuffled as :func:`~..drawers.chance.shuffled` does."""
    size, packs = drawn.shape
    numbers = np.concatenate([numbers, np.zeros((1, packs), numbers.dtype)])
    at = folded(numbers, lasts_of(size, numbers))[::-1].astype(np.intp)
    at *= packs
    at += np.arange(packs)
    return drawn.ravel().take(at)


def is_listed(drawer: StraightDrawer) -> bool:
    """Whether a drawer draws one copy after the other from a list of them."""
    return isinstance(drawer, (PileDrawer, ReturningDrawer)) and drawer.copies.is_listed


class ClassColumns:
    """The cards of a balanced slot; how many there are of each class goes by the pack's way.

    The piles of all classes lie one after the other, so that a number and where its pile starts are
    a place among all.  Arrays have a row for each number of a card, and a column for each way.

    Attributes:
        limits: those of the numbers.
        starts: where their piles start.
        entries: the entry at each place.
    """

    def __init__(self, drawers: Sequence[ShuffledDrawer], manners: Sequence[str]) -> None:
        """Take what draws the cards of each way, and in what manner each card comes in all.

        All cards are listed (:func:`is_listed`).
        """
        start_of: dict[tuple[int, ...], int] = {}
        entries: list[int] = []
        starts: list[list[int]] = []
        for drawer in drawers:
            starts.append([])
            for part in drawer.drawers:
                assert isinstance(part, (PileDrawer, ReturningDrawer))  # noqa: S101 - is_listed
                counts = part.copies.counts
                if counts not in start_of:
                    start_of[counts] = len(entries)
                    entries += part.copies.table(part.copies.numbers) or ()
                starts[-1] += [start_of[counts]] * part.count
        self.entries = np.array(entries)
        self.starts = np.array(starts).T
        self.limits = np.array([drawer.limits[: drawer.count] for drawer in drawers]).T
        self._manners = manners

    def runs(self, ids: Array) -> Iterator[tuple[slice, str, WayColumns]]:
        """The numbers of cards that come in the same manner, and what makes cards of them."""
        at = 0
        for manner, run in groupby(self._manners):
            own = slice(at, at + len(list(run)))
            at = own.stop
            yield own, manner, self._run(own, ids, folds=manner == PILE)

    def _run(self, own: slice, ids: Array, *, folds: bool) -> WayColumns:
        """What makes cards of some of the numbers, which *folds* them or not."""
        card, lasts = ids[self.entries].take, (self.starts + self.limits - 1)[own]

        def columns(numbers: Array, ways: Array) -> Array:
            if folds:
                numbers = folded(numbers, lasts.astype(numbers.dtype).take(ways, axis=1))
            drawn: Array = card(numbers)
            return drawn

        return columns

    def columns(self, ids: Array) -> WayColumns:
        """What makes the cards of the slot of all of its numbers."""
        runs = list(self.runs(ids))
        count = len(self._manners)

        def columns(numbers: Array, ways: Array) -> Array:
            drawn = np.concatenate([take(numbers[own], ways) for own, _, take in runs])
            return in_random_order(drawn, numbers[count:])

        return columns


def _card_of(copies: Copies, ids: Array) -> Columns:
    """What finds the cards of copies."""
    values = ids.tolist()
    cards = copies.table(values)
    if cards is None:
        ends, value = np.array(copies.ends), copies.look_up(values)
        last = np.array([value(end - 1) for end in copies.ends], ids.dtype)
        return lambda numbers: last[np.searchsorted(ends, numbers, "right")]
    table = np.array(cards, ids.dtype)
    first = int(table[0])
    if np.array_equal(table, np.arange(first, first + len(table))):
        return lambda numbers: numbers.astype(table.dtype) + table[0]
    return table.take
