"""The drawers for many packs at once: columns of numbers become columns of cards.

What a drawer gets is an array of a row for each of its numbers and a column for each pack; what it
gives has a row for each card.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import singledispatch
from typing import TypeAlias

import numpy as np

from ..bulk_packs import Array
from .chance import PileDrawer, ReturningDrawer, ShuffledDrawer
from .drawer import Copies, StraightDrawer
from .runs import FixedDrawer, RunDrawer

Columns: TypeAlias = Callable[[Array], Array]

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
    return lambda numbers: card(folded(numbers, total))


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
        return _shuffled(drawn, numbers[at:])

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


def folded(numbers: Array, total: int) -> Array:
    """The copies that a shuffle of Fisher and Yates of *total* puts on top, by its numbers.

    Where a later number is the same as an earlier one, it means the copy that was moved there: the
    last one of those that were left.
    """
    copies = numbers.copy()
    for at in range(len(numbers) - 2, -1, -1):
        later = copies[at + 1 :]
        np.copyto(later, total - 1 - at, where=later == numbers[at])
    return copies


def _shuffled(drawn: Array, numbers: Array) -> Array:
    """The cards *drawn* for each pack in random order, as :func:`~..drawers.chance.shuffled`."""
    size, packs = drawn.shape
    last = np.zeros((1, packs), numbers.dtype)
    at = folded(np.concatenate([numbers, last]), size)[::-1].astype(np.intp)
    at *= packs
    at += np.arange(packs)
    return drawn.ravel().take(at)


def _card_of(copies: Copies, ids: Array) -> Columns:
    """What finds the cards of copies."""
    values = ids.tolist()
    cards = copies.table(values)
    if cards is None:
        ends, value = np.array(copies.ends), copies.look_up(values)
        last = np.array([value(end - 1) for end in copies.ends], ids.dtype)
        return lambda numbers: last[np.searchsorted(ends, numbers, "right")]
    table = np.array(cards, ids.dtype)
    first = table[0]
    if np.array_equal(table, np.arange(first, first + len(table))):
        return lambda numbers: numbers.astype(table.dtype) + first
    return table.take
