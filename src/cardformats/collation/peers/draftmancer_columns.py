"""The packs of Draftmancer in bulk, where cards stay in their sheets."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from itertools import accumulate, pairwise

import numpy as np

from ...bits import number_size
from ...model import Layout
from ..bulk.arrays import Array
from ..bulk.bulk_plan import Vocabulary
from ..bulk.card_by_card import CardByCard, Piles, Steps
from ..bulk.numbers import WIDEST
from ..bulk.step_plan import Part, StepPlan
from ..collators import Drawers
from ..drawers.columns import in_random_order
from ..drawers.drawer import Copies
from ..plan.pack_plan import PackPlan
from ..plan.steps import Limits
from ..plan.tree import Fork, Path
from .balance import class_share, sure_classes
from .draftmancer import DraftmancerRules, PlannedSlot, WeightedLayouts
from .peer import PeerRules
from .sheets import REDRAWS, RandomSheet


def layout_forks(rules: PeerRules) -> list[LayoutFork]:
    """The choice of each round's layouts; none with rules whose packs are made one by one."""
    if not isinstance(rules, DraftmancerRules):
        return []
    return [LayoutFork(rules, bag) for bag in rules.free_bags]


class LayoutFork(Fork):
    """The choice of a pack's layout."""

    def __init__(self, rules: DraftmancerRules, bag: WeightedLayouts) -> None:
        """Choose from *bag*, by weight."""
        super().__init__([(weight, Path(layout.name, ())) for layout, weight in bag], None)
        self._plans = [LayoutPlan(rules, layout, self.size) for layout, _ in bag]

    @property
    def root(self) -> Fork:
        """The first choice."""
        return self

    def option(self, index: int) -> PackPlan:
        """The packs of a layout."""
        return self._plans[index]


class LayoutPlan(PackPlan):
    """The packs of a layout, whose sheets are chosen on the way."""

    def __init__(self, rules: DraftmancerRules, layout: Layout, start: int) -> None:
        """Take a layout of *rules*, whose numbers begin at the byte *start*."""
        super().__init__(
            layout.name, (), Limits((), start), (), Drawers(rules.cardset, rules.booster)
        )
        self._rules = rules
        self._layout = layout

    def bulk_plan(self, vocabulary: Vocabulary) -> StepPlan | None:
        """How they are made; None if each is to be made by itself."""
        parts: list[Part] = []
        at = 0
        numbers: dict[Hashable, int] = {}
        balanced = self._rules.balanced_slot(self._layout)
        for slot_number, slot in enumerate(self._rules.slots(self._layout)):
            sheets = [self._rules.random_sheet(each) for each in slot.sheets]
            known = [sheet for sheet in sheets if sheet is not None and any(sheet.counts)]
            copies = sum(count for sheet in known for count in sheet.counts)
            wide = number_size(slot.ends[-1]) > WIDEST
            if len(known) < len(sheets) or copies > _MOST_COPIES or wide:
                return None
            its = [numbers.setdefault(k, len(numbers)) for each in known for k in each.keys]
            keys = np.array(its, np.intp) if self._rules.is_protected else None
            cards = [
                planned.cards[entry]
                for planned, sheet in zip(slot.sheets, known, strict=True)
                for entry in sheet.entries
            ]
            plain = _plain(slot, known, keys)
            steps: Steps | None = plain
            if slot_number == balanced:
                steps = _balanced(slot.count, known[0], keys, plain) if len(known) == 1 else None
            if steps is None:
                return None
            ids = np.array(vocabulary.numbers(cards), np.int32)
            parts.append(Part(slice(at, at + slot.count), steps, ids, keys, forgets=False))
            at += slot.count
        return StepPlan(self.layout, self.limits.start, parts)


#: Sheets of more copies together are not written out.
_MOST_COPIES = 20_000


def _plain(slot: PlannedSlot, sheets: Sequence[RandomSheet], keys: Array | None) -> Steps:
    """Cards from one of the sheets."""
    counts = [count for sheet in sheets for count in sheet.counts]
    ends = [0, *accumulate(len(sheet.counts) for sheet in sheets)]
    parts = [range(*pair) for pair in pairwise(ends)]
    piles = _piles(counts, parts, keys)
    weights = np.array(slot.ends)

    def steps(block: CardByCard, packs: Array) -> Array:
        chosen = np.zeros(len(packs), np.intp)
        if len(sheets) > 1:
            chosen = np.searchsorted(weights, block.below(slot.ends[-1:], packs)[0], "right")
        entries = np.empty((slot.count, len(packs)), np.intp)
        for row in range(slot.count):
            entries[row] = block.one(piles, packs, chosen.__getitem__, REDRAWS + 1)
        return entries

    return steps


def _balanced(count: int, sheet: RandomSheet, keys: Array | None, plain: Steps) -> Steps | None:
    """Cards some of which are sure to be of each colour."""
    parts = [*sheet.colors, sheet.mono, sheet.others]
    *colors, mono, others = (sum(sheet.counts[part.start : part.stop]) for part in parts)
    there = [number for number, copies in enumerate(colors) if copies]
    sure = sure_classes(count, mono, others)
    if not sure:
        return plain
    if sure < len(colors) and len(there) < len(colors):
        return None  # how many cards are sure is left to chance
    drawn = min(sure, len(there))
    yes, whole = class_share(count - drawn, drawn, mono, others)
    piles = _piles(sheet.counts, parts, keys)

    def steps(block: CardByCard, packs: Array) -> Array:
        order = np.repeat(np.arange(len(colors))[:, None], len(packs), axis=1)
        if sure < len(colors):
            order = in_random_order(order, block.below(range(len(colors), 1, -1), packs))[:sure]
        else:
            order = order[there]
        entries = [block.one(piles, packs, each.__getitem__, REDRAWS + 1) for each in order]
        for _ in range(count - drawn):
            is_other = block.below([whole], packs)[0] >= yes
            part = len(colors) + (is_other & (others > 0))
            entries.append(block.one(piles, packs, part.__getitem__, REDRAWS + 1))
        return block.in_random_order(entries, packs)

    return steps


def _piles(counts: Sequence[int], parts: Sequence[range], keys: Array | None) -> Piles:
    """The copies of the entries of each of *parts*."""
    whole = [
        Copies([copies if at in part else 0 for at, copies in enumerate(counts)]) for part in parts
    ]
    return Piles(whole, keys)
