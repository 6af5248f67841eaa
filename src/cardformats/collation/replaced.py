"""Trees with replacements written out as choices, for the computation of odds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable
from functools import singledispatch
from itertools import combinations
from math import comb
from typing import Any

from attrs import evolve

from .bounds import size_of
from .contacts import meeting
from .leaves import Draw, Hands, Run, Walk
from .tree import Classes, Fill, Given, Node, OneOf, Replaced, Seq


class UncertainError(Exception):
    """An error that the last card of a part cannot be determined beforehand."""


def written_out(node: Node) -> Node:
    """Return a tree of the same packs with choices instead of replacements, where possible."""
    return _Writer().of(node)


class _Writer:
    def __init__(self) -> None:
        self._known: dict[int, tuple[Node, Node]] = {}

    def of(self, node: Node) -> Node:
        if id(node) not in self._known:
            self._known[id(node)] = node, self._of(node)
        return self._known[id(node)][1]

    def _of(self, node: Node) -> Node:
        if isinstance(node, (Seq, OneOf)):
            parts = tuple(map(self.of, node.parts))
            same = all(one is other for one, other in zip(parts, node.parts, strict=True))
            return node if same else evolve(node, parts=parts)
        if isinstance(node, Given):
            return Given(self.of(node.part), node.condition)
        if not isinstance(node, Replaced):
            return node
        part, by = self.of(node.part), self.of(node.by)
        if size_of(part)[1] == 0:
            return part
        try:
            _check_gives(by)
            instead = Seq((without_last(part), by))
        except UncertainError:
            return Replaced(part, by, node.chance)
        return OneOf.of([(node.chance, instead), (1 - node.chance, part)])


def _check_gives(node: Node) -> None:
    """Reject a node that may supply no card.

    Raises:
        UncertainError: If it may supply no card.
    """
    if isinstance(node, Fill) or size_of(node)[0] == 0:
        raise UncertainError(node)


@singledispatch
def without_last(node: Any) -> Node:
    """Return a tree that draws the same cards, of which the last one is not in the pack.

    Raises:
        UncertainError: If the last card depends on the draws.
    """
    raise UncertainError(node)


@without_last.register
def _(node: Draw) -> Node:
    if not node.count:
        raise UncertainError(node)
    if node.fresh and node.count > 1:
        return _fewer(node)
    last = evolve(node, count=1, kept=False)
    return Seq((evolve(node, count=node.count - 1), last)) if node.count > 1 else last


@without_last.register
def _(node: Hands) -> Node:
    if node.lost is not None or not all(node.hands):
        raise UncertainError(node)
    return evolve(node, lost=-1)


@without_last.register(Run)
@without_last.register(Walk)
def _(node: Run | Walk) -> Node:
    return evolve(node, lost=node.lost + 1)


@without_last.register
def _(node: OneOf) -> Node:
    return OneOf(node.weights, tuple(map(without_last, node.parts)), node.names)


@without_last.register
def _(node: Classes) -> Node:
    return _without_any(node)


@without_last.register
def _(node: Seq) -> Node:
    return _shuffled(node) if node.shuffled else _of_seq(node)


def _of_seq(node: Seq) -> Node:
    """Return the sequence without the last card of the last part that has one."""
    for number in range(len(node.parts) - 1, -1, -1):
        least, most = size_of(node.parts[number])
        if least:
            last = without_last(node.parts[number])
            return Seq((*node.parts[:number], last, *node.parts[number + 1 :]))
        if most:
            break
    raise UncertainError(node)


def _without_any(node: Classes) -> Node:
    """Return the classes without a random card, which is the last one in random order."""
    options: list[tuple[int, Node]] = []
    for weight, way in zip(node.weights, node.ways, strict=True):
        draws = [node.draw(number, count) for number, count in enumerate(way) if count]
        for number, draw in enumerate(draws):
            others = draws[:number], draws[number + 1 :]
            options += [
                (weight * share, Seq((*others[0], part, *others[1]), shuffled=True))
                for share, part in _thinned(draw)
            ]
    return OneOf.of(options)


def _thinned(draw: Draw) -> list[tuple[int, Node]]:
    """Return a draw without one of its equally probable cards, with weights."""
    if draw.fresh and draw.count > 1:
        return [(draw.count, _fewer(draw))]
    alike = draw.rates is None and len({number for number in draw.copies if number}) <= 1
    lost = evolve(draw, count=1, kept=False)
    places = [draw.count] if alike else range(1, draw.count + 1)
    return [
        (
            draw.count if alike else 1,
            Seq(
                (
                    evolve(draw, count=place - 1),
                    lost,
                    evolve(draw, count=draw.count - place),
                )
            ),
        )
        for place in places
    ]


def _fewer(draw: Draw) -> Node:
    """Return a draw with equally probable copies without one of them."""
    if draw.tokens is not None:  # other parts may depend on the missing card
        raise UncertainError(draw)
    return evolve(draw, count=draw.count - 1)


def _shuffled(node: Seq) -> Node:
    options: list[tuple[int, Node]] = []
    for number, part in enumerate(node.parts):
        least, most = size_of(part)
        if least != most:
            raise UncertainError(node)
        others = node.parts[:number], node.parts[number + 1 :]
        if not most:
            continue
        if isinstance(part, Draw):
            each = _thinned(part)
        elif isinstance(part, Hands) and len(part.hands) == 1:
            (hand,) = part.hands
            each = [(1, evolve(part, lost=place)) for place in range(len(hand))]
        else:
            raise UncertainError(node)
        options += [(w, Seq((*others[0], its, *others[1]), shuffled=True)) for w, its in each]
    return OneOf.of(options)


#: The maximum number of hands of a spread sheet that are listed.
_MOST_HANDS = 2_000


def listed(node: Node) -> Node:
    """Return a tree whose independent draws are listed as hands if other nodes depend on them."""
    meet = meeting(node)
    return _listed(node, meet, {})


def _listed(node: Node, meet: frozenset[Hashable], known: dict[int, tuple[Node, Node]]) -> Node:
    if id(node) not in known:
        its = node
        if isinstance(node, (Seq, OneOf)):
            parts = tuple(_listed(part, meet, known) for part in node.parts)
            if any(one is not other for one, other in zip(parts, node.parts, strict=True)):
                its = evolve(node, parts=parts)
        elif isinstance(node, Draw) and node.fresh and node.tokens is not None:
            is_met = not meet.isdisjoint(node.tokens)
            if is_met and comb(node.total, node.count) <= _MOST_HANDS:
                hands = combinations([node.entry(copy) for copy in range(node.total)], node.count)
                counted = Counter(hands)
                its = Hands(tuple(counted), tuple(counted.values()), place=node.place)
                its = its if node.kept else evolve(its, lost=-1)
        known[id(node)] = node, its
    return known[id(node)][1]
