"""Which numbers the parts of a pack read first, all at once."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from itertools import groupby
from math import prod
from struct import Struct

from attrs import evolve

from ..bits import CODES, number_size
from ..model import PackCard
from ..model.weights import whole_weights
from .contacts import Contact
from .tree import MOST_LISTED, Classes, Draw, Given, Node, OneOf, Place, Seq


def flattened(root: Node, meet: frozenset[Contact]) -> Node:
    """The same with choices of single cards as draws, and sequences without sequences in them."""
    known: dict[int, Node] = {}

    def of(node: Node) -> Node:
        if id(node) not in known:
            known[id(node)] = made(node)
        return known[id(node)]

    def made(node: Node) -> Node:
        if isinstance(node, Seq):
            parts: list[Node] = []
            for part in map(of, node.parts):
                parts += part.parts if isinstance(part, Seq) and not part.shuffled else (part,)
            return evolve(node, parts=tuple(parts))
        if isinstance(node, OneOf):
            node = evolve(node, parts=tuple(map(of, node.parts)))
            return (None if node.names else _union(node, meet)) or node
        return Given(of(node.part), node.condition) if isinstance(node, Given) else node

    return of(root)


def _union(node: OneOf, meet: frozenset[Contact]) -> Draw | None:
    """A choice of single cards as one draw; None if there is more to it."""
    draws = [part for part in node.parts if isinstance(part, Draw)]
    if len(draws) < len(node.parts) or not all(
        draw.count == 1 and is_plain(draw, meet) and not marks(draw, meet) for draw in draws
    ):
        return None
    copies = whole_weights(
        share * number / draw.total
        for share, draw in zip(node.shares, draws, strict=True)
        for number in draw.copies
    )
    places = [draw.place for draw in draws if draw.place is not None]
    name = " + ".join(place.sheet for place in places)
    cards: list[PackCard] = [card for each in places for card in each.cards]
    place = Place(name, tuple(cards))
    return Draw(copies, 1, replacement=True, place=place) if sum(copies) <= MOST_LISTED else None


def marks(node: Draw, meet: frozenset[Contact]) -> bool:
    """Whether it matters to others which tokens a draw takes."""
    return node.tokens is not None and not meet.isdisjoint(node.tokens)


def is_plain(node: Draw, meet: frozenset[Contact]) -> bool:
    """Whether a draw takes a copy until its token is free, and no more."""
    assert node.place is not None  # noqa: S101 - collators' nodes get one
    shares = node.place.supply in meet and not node.replacement
    return bool(node.listed and node.kept) and not (shares or (node.fresh and marks(node, meet)))


def signs_of(draws: Sequence[Draw]) -> Sequence[int] | None:
    """For each copy what no other card of some draws may have; None if copies come again."""
    if draws[0].tokens is None or draws[0].fresh:
        return None if draws[0].replacement else range(sum(draw.total for draw in draws))
    return [draw.tokens[entry] for draw in draws if draw.tokens for entry in draw.listed or ()]


@cache
def digits(limits: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """Limits in groups: the digits of one number have those of a group."""
    groups: list[tuple[int, ...]] = []
    for limit in limits:
        wider = (*groups[-1], limit) if groups else ()
        if wider and number_size(prod(wider)) <= max(CODES):
            groups[-1] = wider
        else:
            groups.append((limit,))
    return tuple(groups)


def orders(size: int) -> tuple[tuple[int, ...], ...]:
    """The limits of the digits that shuffle so many cards."""
    return digits(tuple(range(size, 1, -1)))


def first_sizes(node: Node, meet: frozenset[Contact]) -> tuple[int, ...]:
    """How many bytes each number has that a node reads first; none if it reads one by one."""
    if isinstance(node, Draw):
        return (number_size(node.total),) * node.count if is_plain(node, meet) else ()
    if not isinstance(node, Classes) or not node.apart or not node.count:
        return ()
    draws = [draw for draw in node.parts if draw.total]
    alike = {(draw.fresh, draw.replacement, draw.tokens) for draw in draws}
    if len(alike) > 1 or not all(is_plain(draw, meet) for draw in draws):
        return ()
    most = max(draw.total for draw in draws)
    limits = (node.ends[-1],), *digits((most,) * node.count), *orders(node.count)
    sizes = tuple(number_size(prod(each)) for each in limits)
    return sizes if CODES.keys() >= {*sizes} else ()


def read_together(
    parts: Iterable[Node], sizes: Callable[[Node], tuple[int, ...]]
) -> Iterator[list[Node]]:
    """The parts of a sequence, those together whose first numbers are read at once."""
    for is_read, group in groupby(parts, lambda part: bool(sizes(part))):
        its = [*group]
        yield from [its] if is_read else ([part] for part in its)


@cache
def struct_of(sizes: tuple[int, ...]) -> Struct:
    """Numbers of so many bytes."""
    return Struct("<" + "".join(CODES[size] for size in sizes))
