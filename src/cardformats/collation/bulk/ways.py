"""Balanced slots in bulk: packs that differ only in how many cards of each class they have."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from attrs import evolve, frozen

from ...bits import number_size
from ..drawers.balanced import ClassVariants
from ..drawers.chance import AGAIN, BACK, PILE, PileDrawer, RedrawDrawer, ShuffledDrawer
from ..drawers.columns import ClassColumns, is_listed
from ..drawers.drawer import Drawer
from ..drawers.joint import variants
from ..plan.attempt import undisturbed
from ..plan.pack_plan import PackPlan
from ..plan.tree import Fork
from .arrays import Array


@frozen(eq=False)
class Pattern:
    """Ways to fill a slot that take the same bytes, and draw each card in the same manner.

    Attributes:
        classes: the cards of these ways.
        example: the drawer of one of them; one that draws cards again, if any does.
    """

    classes: ClassColumns
    example: Drawer


@frozen(eq=False)
class Ways:
    """How many cards of each class a balanced slot can have.

    Attributes:
        fork: where that is chosen.
        slot: the number of the slot in the pack.
        patterns: those of its ways.
        places: two rows: for each way the number of its pattern, and of the way in the pattern.
    """

    fork: Fork
    slot: int
    patterns: Sequence[Pattern]
    places: Array


def ways_below(node: Fork | PackPlan) -> list[Ways] | None:
    """The ways of all slots that are chosen from a node on; None if there are other choices."""
    if isinstance(node, PackPlan):
        return []
    if node.ways is None:
        own = _ways(node)
        later = None if own is None else ways_below(node.option(0))
        node.ways = [] if own is None or later is None else [own, *later]
    return node.ways or None


def _ways(fork: Fork) -> Ways | None:
    """The ways that are chosen at a fork; None if it chooses something else, or of too much."""
    fills = fork.path.fills if fork.path else None
    slot = next((n for n, fill in enumerate(fills or ()) if variants(fill.drawer)), 0)
    whole = fills[slot].drawer if fills else None
    if not isinstance(whole, ClassVariants):
        return None
    manner_of = _manners(whole)
    alike: dict[tuple[Sequence[int], Sequence[str]], list[tuple[ShuffledDrawer, Drawer]]] = {}
    keys: list[tuple[Sequence[int], Sequence[str]]] = []
    within: list[int] = []
    for drawer, way in zip(whole.drawers, whole.ways, strict=True):
        straight = undisturbed(drawer)
        if not isinstance(straight, ShuffledDrawer) or not all(map(is_listed, straight.drawers)):
            return None
        manners = tuple(manner_of[class_] for class_, n in enumerate(way) for _ in range(n))
        keys.append((tuple(map(number_size, straight.limits)), manners))
        own = alike.setdefault(keys[-1], [])
        within.append(len(own))
        own.append((straight, drawer))
    number_of = {key: number for number, key in enumerate(alike)}
    patterns = [_pattern(manners, own) for (_, manners), own in alike.items()]
    return Ways(fork, slot, patterns, np.array([[number_of[key] for key in keys], within]))


def _manners(whole: ClassVariants) -> dict[int, str]:
    """How the cards of each class come."""
    manner_of: dict[int, str] = {}
    for (class_, _), part in whole.parts.items():
        if isinstance(part, RedrawDrawer):
            manner_of[class_] = AGAIN
        else:  # a single card comes from a pile in any case
            manner_of.setdefault(class_, PILE if isinstance(part, PileDrawer) else BACK)
    return manner_of


def _pattern(manners: Sequence[str], own: Sequence[tuple[ShuffledDrawer, Drawer]]) -> Pattern:
    careful = [drawer for straight, drawer in own if drawer is not straight]
    classes = ClassColumns([straight for straight, _ in own], manners)
    return Pattern(classes, (careful or [own[0][1]])[0])


def example(each_ways: Sequence[Ways], patterns: Sequence[Pattern]) -> PackPlan:
    """The plan of one of the packs whose slots have these patterns."""
    fork = each_ways[-1].fork
    fills = list(fork.paths[0].fills or ())
    for ways, pattern in zip(each_ways, patterns, strict=True):
        fills[ways.slot] = evolve(fills[ways.slot], drawer=pattern.example)
    leaf = fork.tree.grow(evolve(fork.paths[0], fills=tuple(fills)))
    assert isinstance(leaf, PackPlan)  # noqa: S101 - all is chosen
    return leaf
