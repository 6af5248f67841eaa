"""The plan of an event: what sheets the parts of packs draw from, and how many copies there are."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Literal, TypeAlias

from attrs import evolve, frozen

from ...errors import DraftError
from ...flow import allot
from .requirements import Kind, Stock, check_size, kind_of, parts_of
from .rules import CLASSES, DeckbuilderRules, PackShape, Part

#: How many copies there are of each card, by rarity; ``enough`` for as few as will do, and for
#: rarities that are not named.
CopiesOfEach: TypeAlias = Literal["enough"] | Mapping[str, int]

#: ``strict``: every pack has the classes of its shape.  ``loose``: a class that is short is filled
#: from the other classes of its rarities.
Representative: TypeAlias = Literal["strict", "loose"]

_Demand: TypeAlias = tuple[Collection[Kind], int]


@frozen
class PartPlan:
    """Where the cards of a part come from.

    Attributes:
        shape, part: which part.
        packs: how many packs there are of the shape.
        own: the kinds of its rarities and classes that have cards.
        others: the kinds of its rarities and other classes, if these may stand in.
        count: how many cards of a pack are its own; others stand in for the rest.
        met: how many cards of all packs can be its own.
        wanting: how many cards of all packs cannot be had at all.
    """

    shape: PackShape
    part: Part
    packs: int
    own: tuple[Kind, ...]
    others: tuple[Kind, ...]
    count: int
    met: int = 0
    wanting: int = 0

    @property
    def kind(self) -> str:
        """Return its rarities and classes in words."""
        return kind_of(self.shape.rarities, self.part.classes)

    @property
    def wanted(self) -> int:
        """Return how many cards all packs together have in this part."""
        return self.packs * self.part.count

    @property
    def filled(self) -> int:
        """Return how many of them are of other classes."""
        return self.wanted - self.met - self.wanting


@frozen
class Plan:
    """How packs are made from a stock.

    Attributes:
        stock: the cards.
        copies: of each kind how many copies there are of each card.
        parts: in the order of the shapes.
    """

    stock: Stock
    copies: Mapping[Kind, int]
    parts: tuple[PartPlan, ...]

    @property
    def shapes(self) -> dict[str, list[PartPlan]]:
        """Return the parts of each shape, by its name."""
        shapes: dict[str, list[PartPlan]] = {}
        for each in self.parts:
            shapes.setdefault(each.shape.name, []).append(each)
        return shapes


def plan_of(
    stock: Stock,
    players: int,
    rounds: int,
    rules: DeckbuilderRules,
    copies: CopiesOfEach,
    representative: Representative,
) -> Plan:
    """Plan how packs are made from a stock.

    Raises:
        DraftError: If the number of players or of rounds, the copies or the word *representative*
            are impossible.
    """
    check_size(players, rounds)
    if representative not in ("strict", "loose"):
        raise DraftError(f"representative is strict or loose, not {representative!r}")
    fixed = {} if copies == "enough" else copies
    if not isinstance(fixed, Mapping):
        raise DraftError(f"copies are 'enough', or a number for each rarity, not {copies!r}")
    rarities = {rarity for rarity, _ in stock.sheets}
    for rarity, number in fixed.items():
        if rarity not in rarities:
            known = ", ".join(sorted(rarities))
            raise DraftError(f"there are no copies of cards that are {rarity!r}, only of {known}")
        if type(number) is not int or number < 0:
            raise DraftError(
                f"the number of copies of cards that are {rarity} is 0 or more, not {number!r}"
            )
    is_loose = representative == "loose"
    parts = [
        _sources(stock, shape, part, rules.packs(shape, players, rounds), is_loose=is_loose)
        for shape, part in parts_of(rules)
    ]
    numbers = {kind: fixed[kind[0]] for kind in stock.sheets if kind[0] in fixed}
    _add_enough(numbers, stock, parts)
    supply = {kind: number * len(stock.sheets[kind]) for kind, number in numbers.items()}
    return Plan(stock, numbers, tuple(_met(parts, supply)))


def _sources(stock: Stock, shape: PackShape, part: Part, packs: int, *, is_loose: bool) -> PartPlan:
    """Return the kinds that a part can draw from, before it is known how many there are."""
    own = stock.kinds(shape.rarities, part.classes)
    rest = [word for word in CLASSES if is_loose and word not in part.classes]
    others = stock.kinds(shape.rarities, rest)
    # nobody would call a pack representative that has one card several times
    count = min(part.count, sum(map(stock.distinct, own))) if others else part.count
    return PartPlan(shape, part, packs, own, others, count)


def _add_enough(numbers: dict[Kind, int], stock: Stock, parts: Sequence[PartPlan]) -> None:
    """Find how many copies are enough of the cards of kinds that have no fixed number."""
    demands = [demand for each in parts for demand in _demands(each)]
    free = [kind for kind in stock.sheets if kind not in numbers]
    sizes = {kind: len(cards) for kind, cards in stock.sheets.items()}
    is_contested = any(rivals(parts))
    for kind in free:
        needed = sum(
            count
            for kinds, count in demands
            if (kind in kinds if is_contested else {*kinds} == {kind})
        )
        numbers[kind] = max(1, -(-needed // sizes[kind]))

    def met(level: int) -> int:
        supply = {k: max(n, level if k in raised else 0) * sizes[k] for k, n in numbers.items()}
        return sum(allot(demands, supply))

    most = sum(count for _, count in demands)
    for group in _groups(demands):
        raised = group.intersection(free)
        enough = bisect_left(range(most), met(most), key=met)
        numbers.update({kind: max(numbers[kind], enough) for kind in raised})


def _demands(part: PartPlan) -> Iterator[_Demand]:
    """Return what all packs together need for a part: of its own kinds, and of others."""
    if part.own:
        yield part.own, part.packs * part.count
    if part.others and part.count < part.part.count:
        yield part.others, part.packs * (part.part.count - part.count)


def rivals(parts: Sequence[PartPlan]) -> Iterator[tuple[PartPlan, PartPlan]]:
    """Parts, each with one that can take cards, in dealing, that it cannot do without.

    A part that has others to stand in can do without; what is dealt later takes nothing; and what
    is dealt before and draws from fewer kinds takes no other cards than it has to.
    """
    order = list(dict.fromkeys(each.shape.name for each in parts))
    for one in parts:
        for other in parts:
            mine, theirs = set(one.own), set(other.own)
            if other.others or mine == theirs or not mine & theirs:
                continue
            at, its = order.index(one.shape.name), order.index(other.shape.name)
            if at == its or (at < its and not mine < theirs):
                yield other, one


def _groups(demands: Sequence[_Demand]) -> list[set[Kind]]:
    """Kinds that have to do with one another, as something is wanted of any of them."""
    groups: list[set[Kind]] = []
    for kinds, _ in demands:
        joined = set(kinds)
        for group in [each for each in groups if each & joined]:
            joined |= group
            groups.remove(group)
        groups.append(joined)
    return groups


def _met(parts: Sequence[PartPlan], supply: Mapping[Kind, int]) -> list[PartPlan]:
    """Return the parts, with how much of what they want can be had.

    The most specific parts come first, so that shortages are reported for them.
    """
    order = sorted(range(len(parts)), key=lambda n: len(parts[n].part.classes))
    own: list[_Demand] = [(parts[n].own, parts[n].packs * parts[n].count) for n in order]
    met = allot(own, supply)
    kept: list[_Demand] = [(kinds, count) for (kinds, _), count in zip(own, met, strict=True)]
    rest: list[_Demand] = [
        (parts[n].others, parts[n].wanted - count) for n, count in zip(order, met, strict=True)
    ]
    also_met = allot([*kept, *rest], supply)[len(kept) :]
    planned = [*parts]
    for n, count, (_, missing), more in zip(order, met, rest, also_met, strict=True):
        planned[n] = evolve(parts[n], met=count, wanting=missing - more)
    return planned
