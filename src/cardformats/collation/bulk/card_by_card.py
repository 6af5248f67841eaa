"""Packs that are drawn card by card, many at once: each reads on where its last number ended."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TypeAlias

import numpy as np

from ...bits import number_size
from ..drawers.chance import REDRAWS
from ..drawers.columns import in_random_order
from ..drawers.drawer import Copies
from .arrays import Array
from .numbers import Reader


class Piles:
    """Copies of a sheet to draw from, in one pile or several, which lie one after the other.

    Attributes:
        entries: the entry of each copy.
        keys: what tells the card of each copy from others; None if cards may come twice.
    """

    def __init__(self, piles: Sequence[Copies], keys: Sequence[int] | Array | None) -> None:
        """Take piles that are listed, and the keys of the entries."""
        tables = [copies.table(copies.numbers) or [] for copies in piles]
        self.entries = np.array([entry for table in tables for entry in table], np.intp)
        self.keys = None if keys is None else np.array(keys, np.intp)[self.entries]
        totals = [len(table) for table in tables]
        self._starts = np.array([0, *np.cumsum(totals)[:-1]], np.intp)
        self._sizes = np.array([number_size(total or 1) for total in totals])
        self._limits = [
            np.where(self._sizes == size, totals, 0).astype(f"<u{size}")
            for size in sorted(set(self._sizes.tolist()))
        ]

    def draw(self, reader: Reader, piles: Array, packs: Array) -> Array:
        """The next copy of each of *packs*, from the pile of that number."""
        if len(self._limits) == 1:
            numbers = reader.below(self._limits[0][piles], packs).astype(np.intp)
        else:
            numbers = np.empty(len(packs), np.intp)
            for limits in self._limits:
                own = np.flatnonzero(self._sizes[piles] == limits.itemsize)
                numbers[own] = reader.below(limits[piles[own]], packs[own])
        numbers += self._starts[piles]
        return numbers


class CardByCard:
    """Packs in the making.

    Attributes:
        reader: reads their numbers.
        wrong: which of them are to be made in another way, since too many cards were drawn in vain.
    """

    def __init__(self, reader: Reader, packs: int, keys: int) -> None:
        """Begin so many packs, of cards with keys below *keys*."""
        self.reader = reader
        self.wrong = np.zeros(packs, np.bool_)
        self._keys = keys
        self._taken = np.zeros(packs * keys, np.bool_)

    def forget(self) -> None:
        """What came may come again."""
        self._taken[:] = False

    def take(self, keys: Array, packs: Array, *, taken: bool = True) -> None:
        """Cards with these keys, a row for each card of a pack, came; or they are given back."""
        self._taken[packs * self._keys + keys] = taken

    def has_all(self, keys: Array, packs: Array) -> Array:
        """Which packs have had all of these keys."""
        taken = np.ones(len(packs), np.bool_)
        for key in keys.tolist():
            taken &= self._taken[packs * self._keys + key]
        return taken

    def below(self, limits: Iterable[int], packs: Array) -> Array:
        """The next numbers of *packs* below these limits: a row for each."""
        limits = list(limits)
        kind = np.min_scalar_type(max(limits, default=1) - 1)
        kind = kind if kind.itemsize < np.dtype(np.int64).itemsize else np.dtype(np.int64)
        numbers = np.empty((len(limits), len(packs)), kind)
        for row, limit in enumerate(limits):
            numbers[row] = self.reader.below(np.array([limit], f"<u{number_size(limit)}"), packs)
        return numbers

    def one(
        self, piles: Piles, packs: Array, pile_of: Callable[[Array], Array], tries: int = REDRAWS
    ) -> Array:
        """The entry of the next card of each of *packs*, which did not come before.

        What *pile_of* gives for places in *packs* says from which of the *piles* it is drawn, each
        time that it is.
        """
        entries = np.zeros(len(packs), np.intp)
        left = np.arange(len(packs))
        for _ in range(tries):
            own = packs[left]
            copies = piles.draw(self.reader, pile_of(left), own)
            entries[left] = piles.entries[copies]
            if piles.keys is None:
                return entries
            places = own * self._keys + piles.keys[copies]
            left = left[self._taken[places]]
            self._taken[places] = True
            if not len(left):
                return entries
        self.wrong[packs[left]] = True
        return entries

    def in_random_order(self, entries: Sequence[Array], packs: Array) -> Array:
        """The *entries* of cards, a row for each, shuffled by the next numbers."""
        return in_random_order(np.array(entries), self.below(range(len(entries), 1, -1), packs))


#: Draws cards of some packs: a row of entries for each card.
Steps: TypeAlias = Callable[[CardByCard, Array], Array]
