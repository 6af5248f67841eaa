"""The numbers of cards of each sheet that packs of a tree take: minimum, mean and maximum.

The numbers are those of packs whose sheets never become empty. A slot that may be short takes at
most all cards of a sheet.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from fractions import Fraction
from typing import NamedTuple, TypeAlias, TypeVar

from .bounds import size_of
from .leaves import LEAVES, Leaf
from .tree import Classes, Fill, Given, Node, OneOf, Replaced

K = TypeVar("K", bound=Hashable)


class NeededCards(NamedTuple):
    """A number of cards.

    Attributes:
        least: The minimum.
        mean: The mean.
        most: The maximum.
    """

    least: int
    mean: Fraction
    most: int


NONE = NeededCards(0, Fraction(), 0)

#: The need of each sheet, or of each other key of leaves.
Needs: TypeAlias = dict[K, NeededCards]


def needs(node: Node, key: Callable[[Leaf], K | None]) -> Needs[K]:
    """Return the numbers of cards that packs of a tree take, by a key of leaves.

    Leaves whose key is None are not counted.
    """
    if isinstance(node, (*LEAVES, Classes)):
        its = key(node.parts[0] if isinstance(node, Classes) else node)
        _, count = size_of(node)
        return {} if its is None or not count else {its: NeededCards(count, Fraction(count), count)}
    if isinstance(node, OneOf):
        return one_of(zip(node.shares, (needs(part, key) for part in node.parts), strict=True))
    if isinstance(node, Fill):
        return _of_fill(node, key)
    if isinstance(node, Given):
        return needs(node.part, key)
    if isinstance(node, Replaced):
        return _of_replaced(node, key)
    known = {id(part): needs(part, key) for part in node.parts}
    return together(known[id(part)] for part in node.parts)


def _of_fill(node: Fill, key: Callable[[Leaf], K | None]) -> Needs[K]:
    count = 1 if node.each else node.count
    shares = [Fraction(weight, node.ends[-1]) for weight in node.weights]
    options = [needs(each.of(count), key) if count else {} for each in node.sources]
    one = one_of(zip(shares, options, strict=True))
    return together([one] * node.count) if node.each else one


def _of_replaced(node: Replaced, key: Callable[[Leaf], K | None]) -> Needs[K]:
    """Return the needs of a part whose last card may be replaced; any card can be the last."""
    part, by = needs(node.part, key), needs(node.by, key)
    _, count = size_of(node.part)
    if not count:
        return part
    is_one = len(part) == 1
    less = {
        its: NeededCards(
            max(need.least - 1, 0), need.mean * (count - 1) / count, need.most - is_one
        )
        for its, need in part.items()
    }
    return one_of([(node.chance, together([less, by])), (1 - node.chance, part)])


def together(parts: Iterable[Needs[K]]) -> Needs[K]:
    """Return the sum of the needs of parts."""
    whole: Needs[K] = {}
    for part in parts:
        for key, need in part.items():
            least, mean, most = whole.get(key, NONE)
            whole[key] = NeededCards(least + need.least, mean + need.mean, most + need.most)
    return whole


def one_of(options: Iterable[tuple[Fraction, Needs[K]]]) -> Needs[K]:
    """Return the needs of one of several parts, given with their probabilities."""
    pairs = [(share, part) for share, part in options if share]
    every: dict[K, list[tuple[Fraction, NeededCards]]] = {}
    for share, part in pairs:
        for key, need in part.items():
            every.setdefault(key, []).append((share, need))
    whole: Needs[K] = {}
    for key, each in every.items():
        mean = sum((share * need.mean for share, need in each), Fraction())
        least, most = min(need.least for _, need in each), max(need.most for _, need in each)
        whole[key] = NeededCards(least if len(each) == len(pairs) else 0, mean, most)
    return whole
