"""Boxes: packs that are made one after the other and then shuffled."""

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

#: The maximum number of packs in a box.
MAX_PACKS = 100_000

#: The number of packs of a box with each combination of the names in its quotas.
Groups: TypeAlias = dict[Having, int]


class Boxes:
    """The boxes of a booster.

    The packs of a box depend on one another through quotas, print runs that continue through the
    box, and cards that occur at most once in the box.

    Attributes:
        size: The number of packs in a box.
        root: The tree of a pack without regard to quotas.
        sharing: The state that packs of a box can share.
        shares: Whether they share any state.
        related: Whether the packs of a box depend on one another.
    """

    def __init__(self, cardset: CardSet, booster: Booster) -> None:
        """Prepare to make boxes.

        Raises:
            CollationError: If a box is too large, the booster cannot be made, or a quota has an
                unknown name or more packs than the box.
        """
        self.box: Box = booster.box or Box()
        self.size: int = self.box.packs
        if self.size > MAX_PACKS:
            message = f"a box has {self.size} packs, but at most {MAX_PACKS} are allowed"
            raise CollationError(message)
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
                    f"the quota of {quota.of!r} names no sheet or layout of {self._booster.name!r}"
                )
            most = max(each.packs for each in quota.counts)
            if most > self.size:
                raise CollationError(f"the quota of {quota.of!r} is {most} of {self.size} packs")

    @cached_property
    def _quotas(self) -> list[tuple[str, list[int], list[int]]]:
        """Return the name, the numbers of packs and the running totals of weights of each quota."""
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
        """Return the tree of packs with exactly the names *having* of the names in quotas.

        Raises:
            CollationError: If there is no such pack.
        """
        if having in self._parted:
            return self._parted[having][1]
        quoted = dict.fromkeys(quota.of for quota in self.box.quotas)
        parts = [f"{'with' if name in having else 'without'} {name!r}" for name in quoted]
        raise CollationError(
            f"box quotas of {self._booster.name!r} cannot be met: there is no pack"
            f" {' and '.join(parts)}"
        )

    def ways(self) -> list[tuple[Fraction, Groups]]:
        """Return the possible groups of packs by their names in quotas, with probabilities."""
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
        """Return the packs of box *number*.

        Packs with the same names of quotas are made one after the other.
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
        """Return the contacts that more than one leaf of a box can have."""
        return meeting(Seq((self.root, self.root)))

    def _forget(self, state: State) -> None:
        """Discard the state of a pack that does not affect the next pack."""
        if not self.sharing.tokens:
            state.taken.clear()
        for supply in [each for each in state.used if each[0] not in self.sharing.supplies]:
            del state.used[supply]
        for key in [each for each in state.positions if each[1] != "box"]:
            del state.positions[key]
        state.carried = 0
