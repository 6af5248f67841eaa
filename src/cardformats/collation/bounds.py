"""Bounds of the number of cards of a kind that a tree supplies.

The bounds always hold, but may not be reached: a part does not know which cards other parts have
taken.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from functools import singledispatch
from typing import Any, TypeAlias

from ..model import PackCard
from .leaves import Draw, Hands, LeafPlace, Run, Sampler, Walk
from .tree import Classes, Fill, Node, OneOf, Seq, leaves

#: A predicate for the cards to count.
Test: TypeAlias = Callable[[PackCard], bool]

#: A minimum and a maximum.
Bounds: TypeAlias = tuple[int, int]

#: The maximum number of cards in all hands of a run that are examined one by one.
_MOST_CARDS = 200_000


@singledispatch
def size_of(node: Any) -> Bounds:
    """Return the minimum and maximum number of cards of a tree whose sheets are not empty."""
    return _of_parts(node, size_of)


@size_of.register
def _(node: Draw) -> Bounds:
    return (node.count, node.count) if node.kept else (0, 0)


@size_of.register
def _(node: Hands) -> Bounds:
    return _joined((len(node.kept(hand)),) * 2 for hand in node.hands)


@size_of.register(Run)
@size_of.register(Walk)
def _(node: Run | Walk) -> Bounds:
    count = max(node.count - node.lost, 0) if node.pile.total else 0
    return count, count


@size_of.register
def _(node: Classes) -> Bounds:
    return node.count, node.count


@size_of.register
def _(node: Sampler) -> Bounds:
    return 0, node.count


@size_of.register
def _(node: Fill) -> Bounds:
    return 0 if node.may_be_short else node.count, node.count + node.most_carried


@singledispatch
def bounds(node: Any, test: Test) -> Bounds:
    """Return the minimum and maximum number of cards of a tree that pass a test."""
    return _of_parts(node, lambda part: bounds(part, test))


@bounds.register
def _(node: Draw, test: Test) -> Bounds:
    return _of_draw(node, node.count, test)


@bounds.register
def _(node: Hands, test: Test) -> Bounds:
    mine = _entries(node.place, test)
    return _joined((sum(e in mine for e in node.kept(hand)),) * 2 for hand in node.hands)


@bounds.register
def _(node: Classes, test: Test) -> Bounds:
    return _joined(
        _total(_of_draw(part, n, test) for part, n in zip(node.parts, way, strict=True))
        for way in node.ways
    )


@bounds.register
def _(node: Sampler, test: Test) -> Bounds:
    return 0, node.count if _entries(node.place, test) else 0


def _of_parts(node: Node, of: Callable[[Node], Bounds]) -> Bounds:
    """Return the bounds of a node that consists of parts."""
    if isinstance(node, Seq):
        known = {id(part): of(part) for part in node.parts}
        return _total(known[id(part)] for part in node.parts)
    if isinstance(node, OneOf):
        return _joined(map(of, node.parts))
    part = of(node.part)  # type: ignore[union-attr] # a replacement or a condition
    by = getattr(node, "by", None)
    if by is None:
        return part
    return max(part[0] - (1 if part[1] else 0), 0), part[1] + of(by)[1]


def _total(each: Iterable[Bounds]) -> Bounds:
    pairs = list(each)
    return sum(least for least, _ in pairs), sum(most for _, most in pairs)


def _joined(each: Iterable[Bounds]) -> Bounds:
    pairs = list(each)
    return min(least for least, _ in pairs), max(most for _, most in pairs)


def _entries(place: LeafPlace | None, test: Test) -> Collection[int]:
    """Return the entries whose cards pass a test."""
    cards = place.cards if place is not None else ()
    return {entry for entry, card in enumerate(cards) if test(card)}


def _of_draw(node: Draw, count: int, test: Test) -> Bounds:
    """Return the bounds of *count* cards of a draw."""
    if not node.kept:
        return 0, 0
    mine = _entries(node.place, test)
    there = [(entry, n, entry in mine) for entry, n in enumerate(node.copies) if n]
    if node.tokens is not None and not node.fresh:
        of_kind = len({node.tokens[entry] for entry, _, own in there if own})
        others = len({node.tokens[entry] for entry, _, own in there if not own})
    else:
        of_kind = sum(n for _, n, own in there if own)
        others = sum(n for _, n, own in there if not own)
        if node.replacement:
            return (0 if others else count), (count if of_kind else 0)
    return max(count - others, 0), min(count, of_kind)


@bounds.register(Run)
@bounds.register(Walk)
def _(node: Run | Walk, test: Test) -> Bounds:
    starts = node.starts if isinstance(node, Run) else node.pile.total * sum(node.widths)
    hands = node.each if starts * node.count <= _MOST_CARDS else None
    if hands is None:
        return 0, size_of(node)[1]
    mine = _entries(node.place, test)
    each = [(sum(entry in mine for entry in node.kept(hand)),) * 2 for _, hand in hands]
    return _joined(each or [(0, 0)])


@bounds.register
def _(node: Fill, test: Test) -> Bounds:
    count = node.count + node.most_carried
    of_kind = others = 0
    for leaf in {id(leaf.place): leaf for leaf in leaves(node)}.values():
        mine = _entries(leaf.place, test)
        if isinstance(leaf, Draw):
            scale = count if leaf.replacement or "refill" in node.on_short else 1
            its = [(entry in mine, n * scale) for entry, n in enumerate(leaf.copies) if n]
            of_kind += sum(n for own, n in its if own)
            others += sum(n for own, n in its if not own)
        else:
            cards = len(leaf.place.cards) if leaf.place is not None else 0
            of_kind += count if mine else 0
            others += count if cards > len(mine) else 0
    least = 0 if node.may_be_short else max(node.count - others, 0)
    return least, min(count, of_kind)
