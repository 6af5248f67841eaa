"""Packs of a plan in bulk whose cards take more or fewer numbers, one card after the other."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
from attrs import frozen

from ...bits import number_size
from ..drawers.chance import RedrawDrawer
from ..drawers.columns import columns_of
from ..drawers.drawer import Drawer, StraightDrawer
from ..drawers.joint import run_on
from ..peers.balance import DraftmancerDrawer, RejectDrawer, TawDrawer
from ..peers.columns import RULE_STEPS
from ..plan.pack_plan import PackPlan
from ..plan.steps import Fill, StraightFill
from .arrays import Array
from .bulk_plan import Pass, Vocabulary
from .card_by_card import CardByCard, Piles, Steps
from .numbers import WIDEST, Reader

#: So many bytes are read for each card at first, then if these do not suffice.
_BYTES = (6, 12, 48)

#: So many cards are marked as taken or not, of all packs of a block together; but a block has no
#: more packs than the second number.
_MARKED, _MOST = 2**21, 8192


@frozen(eq=False)
class Part:
    """The cards of a slot.

    Attributes:
        rows: where they are in a pack.
        steps: draws them.
        cards: those of the entries.
        keys: what tells them apart; None if any may come twice.
        forgets: what came before may come again.
    """

    rows: slice
    steps: Steps
    cards: Array
    keys: Array | None
    forgets: bool


class StepPlan:
    """How the packs of a plan are made many at once, card by card.

    Attributes:
        layout, passes, width, block: as those of :class:`~.bulk_plan.BulkPlan`.
    """

    def __init__(self, layout: str, start: int, parts: Iterable[Part]) -> None:
        """Take the slots of a layout in order; their numbers begin at the byte *start*."""
        self.layout = layout
        self._start = start
        self._parts = list(parts)
        self.width = max((part.rows.stop for part in self._parts), default=0)
        self.passes: tuple[tuple[Pass, int], ...] = tuple(
            (self._draw, self._start + (self.width + 1) * size) for size in _BYTES
        )
        keys = [part.keys.max(initial=0) for part in self._parts if part.keys is not None]
        self._keys = int(max(keys, default=-1)) + 1
        self.block = min(max(_MARKED // max(self._keys, 1), 1), _MOST)

    @classmethod
    def of(cls, pack_plan: PackPlan, vocabulary: Vocabulary) -> StepPlan | None:
        """The same for a plan; None if some slot is not known card by card."""
        parts: list[Part] = []
        at = 0
        drawn_from: set[str] = set()
        for fill in pack_plan.slots:
            steps = _steps_of_fill(fill, drawn_from)
            if steps is None or fill.drawer is None:
                return None
            count = (
                fill.drawer.count if isinstance(fill.drawer, StraightDrawer) else fill.step.count
            )
            sheet = fill.step.sheets[fill.step.chosen or 0]
            keys = None if sheet.keys is None else np.array(sheet.keys, np.intp)
            cards = vocabulary.array(sheet.cards)
            parts.append(Part(slice(at, at + count), steps, cards, keys, fill.step.forgets))
            at += count
        return cls(pack_plan.layout, pack_plan.limits.start, parts)

    def _draw(
        self,
        data: Array,
        ways: Array,
        kind: np.dtype[Any],
    ) -> tuple[Array, Array, Array]:
        """The cards of packs, which packs are wrong, and how far they read; see `passes`."""
        packs = np.arange(len(data))
        reader = Reader((), self._start, data, ways)
        block = CardByCard(reader, len(packs), self._keys)
        cards = np.empty((self.width, len(packs)), kind)
        for part in self._parts:
            if part.forgets:
                block.forget()
            entries = part.steps(block, packs)
            if part.keys is not None:
                block.take(part.keys[entries], packs)
            cards[part.rows] = part.cards[entries]
        return cards, block.wrong | reader.is_past, reader.at


def _steps_of_fill(fill: Fill, drawn_from: set[str]) -> Steps | None:
    """What draws the cards of a slot; *drawn_from* are the sheets of the slots before it."""
    step, drawer = fill.step, fill.drawer
    if drawer is None or step.replaces or step.chosen is None:
        return None
    if step.forgets:
        drawn_from.clear()
    name = step.sheets[step.chosen].name
    first = name not in drawn_from
    drawn_from.add(name)
    if isinstance(drawer, StraightDrawer):
        short = drawer.count != step.count and not isinstance(fill, StraightFill)
        return None if short else steps_of(drawer)
    looks_back = isinstance(drawer, DraftmancerDrawer) and not drawer.sheet.endless
    return steps_of(drawer) if first or not looks_back else None


def steps_of(drawer: Drawer) -> Steps | None:
    """What draws the same cards for many packs; None if that is not known."""
    if isinstance(drawer, RedrawDrawer):
        return _redraws(drawer)
    if isinstance(drawer, StraightDrawer):
        return None if run_on(drawer) else _straight(drawer)
    if isinstance(drawer, (DraftmancerDrawer, TawDrawer, RejectDrawer)):
        sheet = drawer.sheet
        copies = sheet.one_of(sheet.pools).copies
        by_keys = sheet.endless or sheet.keys is not None
        if by_keys and copies.is_listed:
            return RULE_STEPS[type(drawer)](drawer, steps_of(drawer.plain))
    return None


def _redraws(drawer: RedrawDrawer) -> Steps | None:
    if not drawer.copies.total or not drawer.copies.is_listed:
        return None
    if drawer.keys is None and not drawer.replacement:
        return None  # it matters how many copies are left
    piles = Piles([drawer.copies], drawer.keys)

    def steps(block: CardByCard, packs: Array) -> Array:
        only = np.zeros(len(packs), np.intp)
        return np.array([block.one(piles, packs, only.__getitem__) for _ in range(drawer.count)])

    return steps if drawer.count else None


def _straight(drawer: StraightDrawer) -> Steps | None:
    if max(map(number_size, drawer.limits), default=0) > WIDEST:
        return None
    make = columns_of(drawer, np.arange(drawer.size))
    none = np.empty((0, 0), np.intp)
    return lambda block, packs: (
        make(block.below(drawer.limits, packs)) if drawer.count else none.reshape(0, len(packs))
    )
