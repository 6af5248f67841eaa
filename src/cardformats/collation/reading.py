"""The random numbers that the parts of a pack read first, all at once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from itertools import groupby
from math import prod

from attrs import evolve

from ..bits import CODES, number_size
from ..model import PackCard
from ..model.weights import whole_weights
from .contacts import Contact, shared
from .leaves import Draw, LeafPlace
from .tree import Classes, Fill, Given, Node, OneOf, Replaced, Seq


def flattened(root: Node, meet: frozenset[Contact] = frozenset()) -> Node:
    """Return the tree with slots of one card from several sheets as single draws.

    *meet* has the contacts with cards that are drawn before or after the tree.
    """
    meet |= shared(root)
    known: dict[int, tuple[Node, Node]] = {}

    def of(node: Node) -> Node:
        if id(node) not in known:
            known[id(node)] = node, made(node)
        return known[id(node)][1]

    def made(node: Node) -> Node:
        if isinstance(node, Seq):
            return evolve(node, parts=tuple(map(of, node.parts)))
        if isinstance(node, OneOf):
            one = _union(node, meet) if node.is_slot else None
            return one or evolve(node, parts=tuple(map(of, node.parts)))
        if isinstance(node, Replaced):
            return evolve(node, part=of(node.part), by=of(node.by))
        if isinstance(node, Fill) and node.is_choice:
            nodes = [*node.nodes]
            if len(nodes) == len(node.sources) > 1:
                return _union(OneOf(node.weights, tuple(nodes)), meet) or node
        return Given(of(node.part), node.condition) if isinstance(node, Given) else node

    return of(root)


def _union(node: OneOf, meet: frozenset[Contact]) -> Draw | None:
    """Return a choice of single cards as one draw; None if that is not possible."""
    draws = [part for part in node.parts if isinstance(part, Draw)]
    if len(draws) < len(node.parts) or not all(
        draw.count == 1 and draw.total and not is_watched(draw, meet) for draw in draws
    ):
        return None
    copies = whole_weights(
        share * weight / draw.total
        for share, draw in zip(node.shares, draws, strict=True)
        for weight in draw.weights
    )
    places = [draw.place for draw in draws if draw.place is not None]
    name = " + ".join(place.sheet for place in places)
    cards: list[PackCard] = [card for each in places for card in each.cards]
    return Draw(copies, 1, replacement=True, place=LeafPlace(name, tuple(cards)))


def is_watched(node: Draw, meet: frozenset[Contact]) -> bool:
    """Return whether other nodes depend on the copies or tokens that a draw takes."""
    return marks(node, meet) or shares(node, meet)


def shares(node: Draw, meet: frozenset[Contact]) -> bool:
    """Return whether other nodes take copies from the same supply."""
    supply = None if node.place is None else node.place.supply
    return supply in meet and not node.replacement and not node.fresh


def marks(node: Draw, meet: frozenset[Contact]) -> bool:
    """Return whether other nodes depend on the tokens that a draw takes."""
    tokens = node.tokens
    if tokens is None or meet.isdisjoint(tokens):
        return False
    return any(number and token in meet for token, number in zip(tokens, node.copies, strict=True))


@cache
def digits(limits: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """Return limits in groups. One random number contains the digits of a group."""
    groups: list[tuple[int, ...]] = []
    for limit in limits:
        wider = (*groups[-1], limit) if groups else ()
        if wider and number_size(prod(wider)) <= max(CODES):
            groups[-1] = wider
        else:
            groups.append((limit,))
    return tuple(groups)


def orders(size: int) -> tuple[tuple[int, ...], ...]:
    """Return the limits of the digits that shuffle *size* cards."""
    return digits(tuple(range(size, 1, -1)))


def first_sizes(node: Node) -> tuple[int, ...] | None:
    """Return the sizes in bytes of the numbers that a node reads first; None if it reads singly."""
    if isinstance(node, Draw):
        return (number_size(node.total),) * node.count if node.total else ()
    if isinstance(node, Classes):
        if not node.count:
            return ()
        limits = (node.ends[-1],), *card_digits(node), *orders(node.count)
        return tuple(number_size(prod(each)) for each in limits)
    if isinstance(node, Seq) and not node.shuffled:
        each = [*map(first_sizes, node.parts)]
        return None if None in each else tuple(size for sizes in each for size in sizes or ())
    if isinstance(node, Fill) and not node.count:
        return ()
    only = node.only if isinstance(node, Fill) else None
    return None if only is None else first_sizes(only)


def expanded(nodes: Iterable[Node]) -> list[Node]:
    """Return the parts of *nodes*, with sequences replaced by their parts."""
    parts: list[Node] = []
    stack = [*nodes][::-1]
    while stack:
        node = stack.pop()
        if isinstance(node, Seq):
            stack += reversed(node.parts)
        else:
            parts.append(node)
    return parts


def card_digits(node: Classes) -> tuple[tuple[int, ...], ...]:
    """Return the limits of the digits that select the cards of classes."""
    return digits((max(1, *(draw.total for draw in node.parts)),) * node.count)


def read_together(parts: Iterable[Node]) -> Iterator[list[Node]]:
    """Yield the parts of a sequence in groups whose first numbers are read at once."""
    for is_read, group in groupby(parts, lambda part: first_sizes(part) is not None):
        its = [*group]
        yield from [its] if is_read else ([part] for part in its)
