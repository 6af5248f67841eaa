"""Balanced sheets of a finite supply.

First the number of cards of each class in each slot is planned. Then each class is shuffled, and
its cards are dealt to the slots.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import partial
from itertools import accumulate, chain, pairwise
from typing import TypeAlias

from ...bits import Bits
from ..leaves import Draw
from ..piles import drawn, shuffle
from .claims import DealtSheet
from .class_plan import ClassPlan, Columns

#: The maximum number of plans in the cache.
_KEPT = 20


class ClassSupply:
    """The copies of a balanced sheet, which are dealt to slots by class."""

    def __init__(
        self,
        left: Draw,
        whole: Draw,
        classes: Sequence[str | None],
        keys: Sequence[int] | None,
    ) -> None:
        """Create a supply with the copies left of a sheet, and the copies of each refill.

        *classes* has the class of each entry; None if it has none. *keys* has the duplicate-check
        key of each entry; None if duplicates are allowed.
        """
        self._left, self._whole = left, whole
        self._classes = classes
        self._keys = keys
        self._columns: dict[int, Columns | None] = {}
        self._plans: dict[tuple[tuple[int, ...], tuple[bool, ...]], ClassPlan | None] = {}
        self._known: dict[Draw, tuple[list[list[int]], int]] = {}
        keyed = zip(whole.copies, keys or (), strict=keys is not None)
        self._distinct = whole.total if keys is None else len({key for n, key in keyed if n})

    def plan(self, counts: Sequence[int], balanced: Sequence[bool]) -> ClassPlan | None:
        """Return the plan of slots with these *counts*; None if nothing can be balanced.

        A slot with more cards than the sheet has different ones is not balanced.
        """
        key = (tuple(counts), tuple(balanced))
        known = self._plans
        if key not in known:
            if len(known) > _KEPT:
                known = self._plans = {}
            known[key] = self._plan(*key)
        return known[key]

    def _plan(self, counts: Sequence[int], balanced: Sequence[bool]) -> ClassPlan | None:
        flags = [
            one and count <= self._distinct for count, one in zip(counts, balanced, strict=True)
        ]
        most = max((count for count, one in zip(counts, flags, strict=True) if one), default=0)
        if most not in self._columns:
            self._columns[most] = self._columns_for(most)
        columns = self._columns[most]
        return ClassPlan(columns, counts, flags) if columns else None

    def _columns_for(self, count: int) -> Columns | None:
        """Return the classes for slots of up to *count* cards; None if there are fewer than two."""
        sure = set()
        for copies in (self._left, self._whole):
            totals: Counter[str | None] = Counter()
            for class_, number in zip(self._classes, copies.copies, strict=True):
                totals[class_] += number
            sure |= {
                class_
                for class_, number in totals.items()
                if class_ is not None and number and count * number >= copies.total
            }
        names = sorted(sure)
        pairs = zip(self._classes, self._whole.copies, strict=True)
        has_rest = any(number and class_ not in sure for class_, number in pairs)
        ranks: dict[str | None, int] = {name: rank for rank, name in enumerate(names)}
        of_entry = tuple(ranks.get(class_, len(names) * has_rest) for class_ in self._classes)

        def by_column(whole: Draw) -> tuple[Draw, ...]:
            pairs = [*zip(of_entry, whole.copies, strict=True)]
            return tuple(
                Draw([number if own == column else 0 for own, number in pairs], 0)
                for column in range(len(names) + has_rest)
            )

        left, whole = by_column(self._left), by_column(self._whole)
        sizes = None
        if self._keys is not None:
            sizes = tuple(
                len({key for key, n in zip(self._keys, each.copies, strict=True) if n})
                for each in whole
            )
        return Columns(of_entry, left, whole, sizes) if len(whole) > 1 else None

    def deal(self, sheet: DealtSheet, plan: ClassPlan, packs: int, bits: Bits) -> None:
        """Deal a sheet to the slots of a plan, which belong to *packs* packs."""
        columns = plan.columns
        labels = plan.draw(bits)
        wanted = Counter(chain.from_iterable(labels))
        dealt = [
            self._class(columns, number, wanted[number], packs, bits)
            for number in range(len(columns.left))
        ]
        its = [iter(entries) for entries, _, _ in dealt]
        sheet.entries = [next(its[label]) for slot in labels for label in slot]
        sheet.classes = columns.of_entry
        sheet.count_left = partial(_count_left, dealt)

    def _class(
        self, columns: Columns, number: int, count: int, packs: int, bits: Bits
    ) -> _DealtClass:
        """Return *count* cards of a class in random order, refill by refill."""
        pile = columns.left[number]
        dealt: list[int] = []
        while True:
            start = len(dealt)
            some = self._sparing(pile, count - start, packs, bits) or pile
            dealt += drawn(some, count - start, bits)
            if len(dealt) == count:
                return dealt, start, pile
            pile = columns.whole[number]

    def _cards(self, pile: Draw, keys: Sequence[int]) -> tuple[list[list[int]], int]:
        """Return the entries of each card of a pile, and the maximum number of copies of a card."""
        if pile not in self._known:
            by_key: dict[int, list[int]] = {}
            for entry, copies in enumerate(pile.copies):
                if copies:
                    by_key.setdefault(keys[entry], []).append(entry)
            most = max(sum(pile.copies[at] for at in its) for its in by_key.values())
            self._known[pile] = [*by_key.values()], most
        return self._known[pile]

    def _sparing(self, pile: Draw, count: int, packs: int, bits: Bits) -> Draw | None:
        """Return a selection of *count* copies of a pile, at most one of each card for each pack.

        The mean of each card is rounded up or down at random. None if no selection is needed.
        """
        if self._keys is None or not 0 < count < pile.total:
            return None
        cards, most = self._cards(pile, self._keys)
        if most <= packs:
            return None
        order = [at for its in shuffle([*cards], bits) for at in its]
        mark = bits.below(pile.total)
        ends = accumulate((count * pile.copies[at] for at in order), initial=mark)
        counts = [0] * len(pile.copies)
        for entry, (start, end) in zip(order, pairwise(ends), strict=True):
            counts[entry] = end // pile.total - start // pile.total
        return Draw(counts, 0)


#: The dealt entries of a class, how many of them are from earlier refills, and the last pile.
_DealtClass: TypeAlias = tuple[list[int], int, Draw]


def _count_left(classes: Sequence[_DealtClass]) -> list[int]:
    """Return the number of copies of each entry that are left of the last refills of *classes*."""
    left: Counter[int] = Counter()
    for entries, start, pile in classes:
        left.update(dict(enumerate(pile.copies)))
        left.subtract(entries[start:])
    return [left[entry] for entry in range(len(classes[0][2].copies))]
