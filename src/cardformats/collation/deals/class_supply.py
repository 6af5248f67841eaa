"""A balanced sheet of a finite supply: every slot has its classes, and every class its share.

First it is settled how many cards of each class each slot has.  Then each class is shuffled, and
its cards go to the slots that are to have them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import accumulate, pairwise

from ...bits import Bits
from ..drawers.drawer import Copies
from .class_plan import ClassPlan, Columns
from .hands import Piles
from .swaps import DealtSheet


class ClassSupply:
    """The copies of a balanced sheet, from which slots get their cards by classes."""

    def __init__(
        self,
        left: Copies,
        whole: Copies,
        classes: Sequence[str | None],
        keys: Sequence[int] | None,
        piles: Piles,
    ) -> None:
        """Take the copies that are left of the sheet, and those of each further start.

        *classes* are those of the entries, None for those without one; *keys* tell cards that
        should not come twice from one another; None if they may.
        """
        self._left, self._whole = left, whole
        self._classes = classes
        self._keys = keys
        self._piles = piles
        self._columns: dict[int, Columns | None] = {}
        keyed = zip(whole.counts, keys or (), strict=keys is not None)
        self._distinct = whole.total if keys is None else len({key for n, key in keyed if n})

    def plan(self, counts: Sequence[int], balanced: Sequence[bool]) -> ClassPlan | None:
        """How slots of these *counts* are balanced; None if nothing can be.

        A slot that has more cards than the sheet has different ones is not balanced.
        """
        flags = [
            one and count <= self._distinct for count, one in zip(counts, balanced, strict=True)
        ]
        most = max((count for count, one in zip(counts, flags, strict=True) if one), default=0)
        if most not in self._columns:
            self._columns[most] = self._columns_for(most)
        columns = self._columns[most]
        return ClassPlan(columns, counts, flags) if columns else None

    def _columns_for(self, count: int) -> Columns | None:
        """The classes for slots of up to *count* cards; None if there are fewer than two."""
        sure = set()
        for copies in (self._left, self._whole):
            totals: Counter[str | None] = Counter()
            for class_, number in zip(self._classes, copies.counts, strict=True):
                totals[class_] += number
            sure |= {
                class_
                for class_, number in totals.items()
                if class_ is not None and number and count * number >= copies.total
            }
        names = sorted(sure)
        pairs = zip(self._classes, self._whole.counts, strict=True)
        has_rest = any(number and class_ not in sure for class_, number in pairs)
        ranks: dict[str | None, int] = {name: rank for rank, name in enumerate(names)}
        of_entry = tuple(ranks.get(class_, len(names) * has_rest) for class_ in self._classes)

        def by_column(whole: Copies) -> tuple[Copies, ...]:
            pairs = [*zip(of_entry, whole.counts, strict=True)]
            return tuple(
                Copies([number if own == column else 0 for own, number in pairs])
                for column in range(len(names) + has_rest)
            )

        left, whole = by_column(self._left), by_column(self._whole)
        sizes = None
        if self._keys is not None:
            sizes = tuple(
                len({key for key, n in zip(self._keys, each.counts, strict=True) if n})
                for each in whole
            )
        return Columns(of_entry, left, whole, sizes) if len(whole) > 1 else None

    def deal(self, plan: ClassPlan, packs: int, bits: Bits) -> DealtSheet:
        """The entries of a plan's slots, which are of so many *packs*."""
        columns = plan.columns
        labels = plan.draw(self._piles, bits)
        wanted = Counter(label for its in labels for label in its)
        rest = [0] * len(columns.of_entry)
        dealt = []
        for number in range(len(columns.left)):
            entries, left = self._class(columns, number, wanted[number], packs, bits)
            dealt.append(iter(entries))
            rest = [a + b for a, b in zip(rest, left, strict=True)]
        entries = [next(dealt[label]) for its in labels for label in its]
        return DealtSheet(entries, lambda: rest, columns.of_entry)

    def _class(
        self, columns: Columns, number: int, count: int, packs: int, bits: Bits
    ) -> tuple[list[int], Sequence[int]]:
        """So many cards of a class, in random order, start by start; and what is left of it."""
        pile = columns.left[number]
        dealt: list[int] = []
        while True:
            missing = count - len(dealt)
            some = self._sparing(pile, missing, packs, bits) or pile
            entries = self._piles.draw(some, missing, some.numbers, bits, keep=False)
            dealt += entries
            if len(dealt) == count:
                gone = Counter(entries)
                return dealt, [n - gone[entry] for entry, n in enumerate(pile.counts)]
            pile = columns.whole[number]

    def _sparing(self, pile: Copies, count: int, packs: int, bits: Bits) -> Copies | None:
        """Some copies of a pile, of no card more than there are packs; None if all will do.

        Each card's average is rounded up or down at random.
        """
        if self._keys is None or not 0 < count < pile.total:
            return None
        by_key: dict[int, list[int]] = {}
        for entry, copies in enumerate(pile.counts):
            if copies:
                by_key.setdefault(self._keys[entry], []).append(entry)
        if max(sum(pile.counts[at] for at in its) for its in by_key.values()) <= packs:
            return None
        order = [at for its in self._piles.shuffle([*by_key.values()], bits) for at in its]
        mark = bits.below(pile.total)
        ends = accumulate((count * pile.counts[at] for at in order), initial=mark)
        counts = [0] * len(pile.counts)
        for entry, (start, end) in zip(order, pairwise(ends), strict=True):
            counts[entry] = end // pile.total - start // pile.total
        return Copies(counts)
