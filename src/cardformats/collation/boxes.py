"""Boxes: packs that are made one after the other, and then shuffled."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import cached_property
from itertools import accumulate, product
from math import comb, prod
from typing import TypeAlias

from ..bits import Bits
from ..errors import CollationError
from ..model import Booster, Box, CardSet, Pack, PackCard, PrintRun
from ..model.weights import whole_weights
from .apart import Sharing
from .compile import Compiler
from .contacts import Contact, meeting
from .distinct import may_repeat
from .effort import spend
from .having import Having, Parted, names_of, parted
from .odds.counts import divided
from .rounds import named_layouts
from .sample import State, Step, in_random_order, sampler
from .tree import Node, Seq

#: A box cannot have more packs.
MAX_PACKS = 100_000

#: How many packs of a box have which of the names that its quotas are of.
Groups: TypeAlias = dict[Having, int]


class Boxes:
    """The boxes of a booster.

    What the packs of a box have to do with one another is what their quotas demand, print runs that
    continue through a box, and cards that come once in a box.

    Attributes:
        size: how many packs a box has.
        root: the tree of a pack, whatever quotas demand.
        sharing: what packs of a box can share.
        shares: whether they do share anything.
        related: whether the packs of a box have to do with one another.
    """

    def __init__(self, cardset: CardSet, booster: Booster) -> None:
        """Prepare to make boxes.

        Raises:
            CollationError: a box is too large, the booster cannot be made, or a quota is of what
                there is not, or of more packs than a box has.
        """
        self.box: Box = booster.box or Box()
        self.size: int = self.box.packs
        if self.size > MAX_PACKS:
            raise CollationError(f"a box of {self.size} packs is more than {MAX_PACKS}")
        self._booster = booster
        quoted = {quota.of for quota in self.box.quotas}
        is_distinct = booster.distinct_scope == "box"
        compiler = Compiler(cardset, booster, named=quoted)
        packs = self.size if is_distinct else 1
        self.root: Node = compiler.tree(named_layouts(booster, ()), packs)
        names = names_of(self.root)
        self._check_quotas(names)
        sheets = [sheet for name, sheet in cardset.sheets.items() if name in names]
        once = [each.name for each in sheets if is_distinct and not may_repeat(booster, each)]
        self.sharing: Sharing = Sharing(runs=True, tokens=is_distinct, supplies=once)
        goes_on = any(
            isinstance(sheet.collation, PrintRun) and sheet.collation.continues == "box"
            for sheet in sheets
        )
        self.shares: bool = goes_on or bool(once)
        self.related: bool = bool(self.box.quotas) or self.shares
        self._steps: dict[Having, Step] = {}

    def _check_quotas(self, names: set[str]) -> None:
        for quota in self.box.quotas:
            if quota.of not in names:
                raise CollationError(
                    f"the quota of {quota.of!r} is of no sheet or layout of {self._booster.name!r}"
                )
            most = max(each.packs for each in quota.counts)
            if most > self.size:
                raise CollationError(f"the quota of {quota.of!r} is {most} of {self.size} packs")

    @cached_property
    def _quotas(self) -> list[tuple[str, list[int], list[int]]]:
        """For each quota its name, and the numbers of packs with the running totals of weights."""
        return [
            (
                quota.of,
                [each.packs for each in quota.counts],
                list(accumulate(whole_weights(each.weight for each in quota.counts))),
            )
            for quota in self.box.quotas
        ]

    @cached_property
    def _parted(self) -> Parted:
        return parted(self.root, {quota.of for quota in self.box.quotas})

    def tree(self, having: Having) -> Node:
        """The tree of the packs that have these of the names that quotas are of, and no others.

        Raises:
            CollationError: there is no such pack.
        """
        if having in self._parted:
            return self._parted[having][1]
        quoted = dict.fromkeys(quota.of for quota in self.box.quotas)
        parts = [f"{'with' if name in having else 'without'} {name!r}" for name in quoted]
        raise CollationError(
            f"box quotas of {self._booster.name!r} cannot be kept: there is no pack"
            f" {' and '.join(parts)}"
        )

    def ways(self) -> list[tuple[Fraction, Groups]]:
        """How likely so many packs of a box have which names."""
        ways: list[tuple[Fraction, Groups]] = [(Fraction(1), {frozenset(): self.size})]
        for quota in self.box.quotas:
            total = sum(each.weight for each in quota.counts)
            split: dict[tuple[tuple[Having, int], ...], Fraction] = {}
            for (share, groups), each in product(ways, quota.counts):
                whole = share * Fraction(each.weight) / total / comb(self.size, each.packs)
                sizes = list(groups.values())
                for parts in divided(each.packs, sizes) if each.weight else ():
                    spend(1 + len(parts))
                    after: Counter[Having] = Counter()
                    for (having, size), part in zip(groups.items(), parts, strict=True):
                        after[having | {quota.of}] += part
                        after[having] += size - part
                    key = tuple((its, number) for its, number in after.items() if number)
                    split[key] = split.get(key, Fraction()) + whole * prod(map(comb, sizes, parts))
            ways = [(share, dict(groups)) for groups, share in split.items()]
        return ways

    def open(self, number: int, bits: Bits) -> tuple[Pack, ...]:
        """The packs of the box of that number.

        Those that have the same of what quotas are of are made one after the other.
        """
        wishes: list[set[str]] = [set() for _ in range(self.size)]
        for name, numbers, ends in self._quotas:
            having = numbers[bits.index(ends)]
            for pack in in_random_order(list(range(self.size)), bits)[:having]:
                wishes[pack].add(name)
        state = State()
        packs: list[tuple[str, tuple[PackCard, ...]]] = []
        for wish in sorted(wishes, key=sorted):
            cards: list[PackCard] = []
            self._step(frozenset(wish))(bits, state, cards)
            packs.append((state.layout, tuple(cards)))
            self._forget(state)
        first, name = number * self.size, self._booster.name
        shuffled = in_random_order(packs, bits)
        return tuple(Pack(first + at, name, *pack) for at, pack in enumerate(shuffled))

    def _step(self, having: Having) -> Step:
        if having not in self._steps:
            self._steps[having] = sampler(self.tree(having), self._meet)
        return self._steps[having]

    @cached_property
    def _meet(self) -> frozenset[Contact]:
        """What more than one leaf of a box can have to do with."""
        return meeting(Seq((self.root, self.root)))

    def _forget(self, state: State) -> None:
        """Forget after a pack what does not matter for the next."""
        if not self.sharing.tokens:
            state.taken.clear()
        for supply in [each for each in state.used if each[0] not in self.sharing.supplies]:
            del state.used[supply]
        for key in [each for each in state.positions if each[1] != "box"]:
            del state.positions[key]
        state.carried = 0
