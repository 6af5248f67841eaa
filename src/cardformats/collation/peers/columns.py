"""The rules of balance of other programs for many packs at once; see :mod:`.balance`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from ..bulk.arrays import Array
from ..bulk.card_by_card import CardByCard, Piles, Steps
from ..drawers.drawer import Drawer, State
from .balance import DraftmancerDrawer, RejectDrawer, TawDrawer, class_share


def _draftmancer(drawer: DraftmancerDrawer, plain: Steps | None) -> Steps | None:
    sheet, classes = drawer.sheet, len(drawer.sheet.classes)
    classed, rest = drawer.left(sheet.private(State()))
    forced = drawer.forced(classed, rest)
    if not forced:
        return plain
    there = [number for number, copies in enumerate(sheet.classes.values()) if copies.total]
    if forced < classes and len(there) < classes:
        return None  # how many cards are forced is left to chance
    own = list(sheet.classes.values())
    piles = Piles([*own, sheet.one_of(own).copies, sheet.rest], sheet.keys)
    drawn = min(forced, len(there))
    more = drawer.count - drawn
    yes, whole = class_share(more, drawn, classed if sheet.endless else classed - drawn, rest)

    def steps(block: CardByCard, packs: Array) -> Array:
        if forced < classes:
            order = _tops(classes, block.below(range(classes, classes - forced, -1), packs))
        else:
            order = np.repeat(np.array(there)[:, None], len(packs), axis=1)
        entries = [block.one(piles, packs, each.__getitem__) for each in order]
        for _ in range(more):
            share = classes + (block.below([whole], packs)[0] >= yes)
            entries.append(block.one(piles, packs, share.__getitem__))
        return block.in_random_order(entries, packs)

    return steps


def _tops(size: int, numbers: Array) -> Array:
    """What a shuffle of the first numbers puts on top, by its first *numbers*, from below."""
    packs = np.arange(numbers.shape[1])
    order = np.repeat(np.arange(size)[:, None], len(packs), axis=1)
    for last, number in zip(range(size - 1, -1, -1), numbers, strict=False):
        moved = order[number, packs]
        order[number, packs] = order[last]
        order[last] = moved
    return order[size - len(numbers) :]


def _taw(drawer: TawDrawer, plain: Steps | None) -> Steps | None:  # noqa: ARG001 - all rules are made alike
    sheet = drawer.sheet
    there = [number for number, copies in enumerate(sheet.classes.values()) if copies.total]
    more = drawer.count - len(there)
    ends = np.array(drawer.ends)
    if more and not ends[-1]:
        return None
    piles = Piles(sheet.pools, sheet.keys)

    def steps(block: CardByCard, packs: Array) -> Array:
        def by_weight(left: Array) -> Array:
            numbers = block.below([drawer.ends[-1]], packs[left])[0]
            chosen: Array = np.searchsorted(ends, numbers, "right")
            return chosen

        sure = [np.full(len(packs), number) for number in there]
        entries = [block.one(piles, packs, each.__getitem__) for each in sure]
        entries += [block.one(piles, packs, by_weight) for _ in range(more)]
        return block.in_random_order(entries, packs)

    return steps


def _reject(drawer: RejectDrawer, plain: Steps | None) -> Steps | None:
    if plain is None:
        return None
    keys = None if drawer.sheet.keys is None else np.array(drawer.sheet.keys)
    members = [np.flatnonzero(copies.counts) for copies in drawer.sheet.classes.values()]
    members = [each for each in members if len(each)]
    class_of = np.full(len(drawer.sheet.rest.counts), -1)
    for class_, each in enumerate(members):
        class_of[each] = class_

    def steps(block: CardByCard, packs: Array) -> Array:
        entries = np.zeros((drawer.count, len(packs)), np.intp)
        wanted = np.ones((len(members), len(packs)), np.bool_)
        if keys is not None:
            wanted = np.array([~block.has_all(keys[each], packs) for each in members])
        left = np.arange(len(packs))
        while len(left):
            own = packs[left]
            drawn = entries[:, left] = plain(block, own)
            classes = class_of[drawn]
            lacks = np.zeros(len(left), np.bool_)
            for class_, its in enumerate(wanted):
                lacks |= its[left] & ~(classes == class_).any(axis=0)
            if keys is not None:
                block.take(keys[drawn[:, lacks]], own[lacks], taken=False)
            left = left[lacks & ~block.wrong[own] & ~block.reader.is_past[own]]
        return entries

    return steps


#: What makes the steps of a rule's drawer, given those of the one that draws without balance; None
#: if there are none.
RULE_STEPS: Mapping[type[Drawer], Callable[[Any, Steps | None], Steps | None]] = {
    DraftmancerDrawer: _draftmancer,
    TawDrawer: _taw,
    RejectDrawer: _reject,
}
