"""How many cards packs take from the sheets of a supply that lasts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction

from attrs import frozen

from ..effort import TooMuchWorkError
from ..leaves import Dealt
from ..tree import Fill, Node, OneOf, Replaced, Seq


@frozen(eq=False)
class Taken:
    """How many cards of a sheet a pack takes.

    Attributes:
        least, most: at least, and at most.
        means: how many it has on average, by the identity of their places in a pack.
    """

    least: int
    most: int
    means: Mapping[int, Fraction]


#: What a pack takes of each sheet.
TakenOf = dict[str, Taken]


def taken(node: Node) -> TakenOf:
    """How many cards packs of a tree take of the sheets of a supply, if these last.

    Raises:
        TooMuchWorkError: that is not known.
    """
    if isinstance(node, OneOf):
        return _one_of(zip(node.shares, map(taken, node.parts), strict=True))
    if isinstance(node, Seq):
        return _together(map(taken, node.parts))
    if isinstance(node, Fill):
        return _of_fill(node)
    if isinstance(node, Replaced):
        part, by = taken(node.part), taken(node.by)
        if not isinstance(node.part, Fill) or node.part.count == 0:
            if not part:
                return by
            raise TooMuchWorkError("what replaces cards of a supply")
        kept = 1 - node.chance / node.part.count
        return _together(
            [
                {name: _scaled(its, kept) for name, its in part.items()},
                {name: _scaled(its, node.chance, least=0) for name, its in by.items()},
            ]
        )
    return {}


def _of_fill(node: Fill) -> TakenOf:
    shares = [Fraction(weight, node.ends[-1]) for weight in node.weights]
    options: list[TakenOf] = []
    for source in node.sources:
        part = source.of(node.count) if node.count else None
        if not isinstance(part, Dealt) or part.place is None:
            options.append({})
            continue
        count = Fraction(node.count)
        options.append({source.sheet: Taken(node.count, node.count, {id(part.place): count})})
    return _one_of(zip(shares, options, strict=True))


def _scaled(its: Taken, share: Fraction, least: int | None = None) -> Taken:
    means = {place: share * mean for place, mean in its.means.items()}
    return Taken(its.least if least is None else least, its.most, means)


def _one_of(options: Iterable[tuple[Fraction, TakenOf]]) -> TakenOf:
    pairs = list(options)
    result = {}
    for name in dict.fromkeys(name for _, its in pairs for name in its):
        each = [(share, its.get(name, Taken(0, 0, {}))) for share, its in pairs]
        means: dict[int, Fraction] = {}
        for share, one in each:
            for place, mean in one.means.items():
                means[place] = means.get(place, Fraction()) + share * mean
        least = min(one.least for _, one in each)
        result[name] = Taken(least, max(one.most for _, one in each), means)
    return result


def _together(parts: Iterable[TakenOf]) -> TakenOf:
    every = list(parts)
    result = {}
    for name in dict.fromkeys(name for its in every for name in its):
        each = [its[name] for its in every if name in its]
        means: dict[int, Fraction] = {}
        for one in each:
            for place, mean in one.means.items():
                means[place] = means.get(place, Fraction()) + mean
        least, most = sum(one.least for one in each), sum(one.most for one in each)
        result[name] = Taken(least, most, means)
    return result
