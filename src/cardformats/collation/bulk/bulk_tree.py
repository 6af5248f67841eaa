"""The tree of a booster's choices for many packs at once: which plans they lead to."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate

import numpy as np
from attrs import frozen

from ..drawers.columns import ClassColumns
from ..peers.draftmancer_columns import LayoutPlan
from ..plan.pack_plan import PackPlan
from ..plan.tree import Fork, Node
from .arrays import Array
from .bulk_plan import BulkPlan, Vocabulary
from .numbers import WIDEST, below, words
from .step_plan import StepPlan
from .ways import Ways, example, ways_below

#: Fewer packs of a plan than this are not worth an array.
_FEW = 24

#: Choices are looked up by so many bits of their numbers.
_TABLE = 12

#: More prepared plans than this are not kept for the next packs.
_MOST_PLANS = 20_000


@frozen(eq=False)
class Leaf:
    """Packs of the same plan.

    Attributes:
        plan: how they are made; None if each is to be made by itself.
        rows: which packs.
        ways: those of their balanced slots, a row for each.
    """

    plan: BulkPlan | StepPlan | None
    rows: Array
    ways: Array


class BulkTree:
    """The plans of packs, prepared when packs come to them.

    Attributes:
        vocabulary: the cards of the plans.
    """

    def __init__(self, vocabulary: Vocabulary) -> None:
        self.vocabulary = vocabulary
        self._plans: dict[PackPlan, BulkPlan | StepPlan | None] = {}
        self._by_ways: dict[Fork, _ByWays] = {}
        self._choices: dict[Fork, _Choice] = {}

    @property
    def size(self) -> int:
        """How many plans and choices there are."""
        return len(self._plans) + len(self._by_ways) + len(self._choices)

    def forget_many(self) -> None:
        """Forget plans that are too many to keep."""
        if self.size > _MOST_PLANS:
            self._plans.clear()
            self._by_ways.clear()
            self._choices.clear()
            self.vocabulary.forget_arrays()

    def leaves(self, root: Node, data: Array) -> Iterator[Leaf]:
        """Where packs are led from *root* by their first bytes."""
        stack = [(root, np.arange(len(data)))]
        while stack:
            node, rows = stack.pop()
            if isinstance(node, PackPlan):
                yield Leaf(self._of_pack(node) if _enough(rows) else None, rows, _no_ways(rows))
            elif node.start + node.size > data.shape[1]:
                yield Leaf(None, rows, _no_ways(rows))
            elif by_ways := self._of_fork(node):
                yield from by_ways.leaves(rows, data)
            else:
                chosen, skipped = self._choice(node).of(rows, data)
                wrong, kept, chosen = rows[skipped], rows[~skipped], chosen[~skipped]
                yield Leaf(None, wrong, _no_ways(wrong))
                stack += [(node.option(chosen[own[0]]), kept[own]) for own in _parted(chosen)]

    def _choice(self, fork: Fork) -> _Choice:
        if fork not in self._choices:
            self._choices[fork] = _Choice(fork)
        return self._choices[fork]

    def _of_pack(self, pack_plan: PackPlan) -> BulkPlan | StepPlan | None:
        if pack_plan not in self._plans:
            self._plans[pack_plan] = _bulk_plan(pack_plan, self.vocabulary, {})
        return self._plans[pack_plan]

    def _of_fork(self, fork: Fork) -> _ByWays | None:
        if (each_ways := ways_below(fork)) is None:
            return None
        if fork not in self._by_ways:
            self._by_ways[fork] = _ByWays(each_ways, self.vocabulary)
        return self._by_ways[fork]


class _ByWays:
    """The plans of packs that differ only in how many cards of each class balanced slots have."""

    def __init__(self, each_ways: Sequence[Ways], vocabulary: Vocabulary) -> None:
        self._each_ways = each_ways
        self._choices = [_Choice(ways.fork) for ways in each_ways]
        self._vocabulary = vocabulary
        self._made: dict[tuple[int, ...], BulkPlan | StepPlan | None] = {}

    def leaves(self, rows: Array, data: Array) -> Iterator[Leaf]:
        """The packs of *rows*, by plan."""
        last = self._each_ways[-1].fork
        if last.start + last.size > data.shape[1]:
            yield Leaf(None, rows, _no_ways(rows))
            return
        wrong = np.zeros(len(rows), np.bool_)
        group = np.zeros(len(rows), np.intp)
        patterns, ways = np.empty((2, len(self._each_ways), len(rows)), np.intp)
        for slot, each in enumerate(self._each_ways):
            chosen, skipped = self._choices[slot].of(rows, data)
            wrong |= skipped
            patterns[slot], ways[slot] = each.places.take(chosen, axis=1)
            group = group * len(each.patterns) + patterns[slot]
        yield Leaf(None, rows[wrong], ways[:, wrong])
        kept = np.flatnonzero(~wrong)
        for own in _parted(group[kept]):
            its = kept[own]
            plan = self._bulk_plan(tuple(patterns[:, its[0]].tolist())) if _enough(its) else None
            yield Leaf(plan, rows[its], ways[:, its])

    def _bulk_plan(self, numbers: tuple[int, ...]) -> BulkPlan | StepPlan | None:
        """The plan of packs whose slots have the patterns of these numbers."""
        if numbers not in self._made:
            pairs = list(zip(self._each_ways, numbers, strict=True))
            patterns = [ways.patterns[number] for ways, number in pairs]
            classes = {ways.slot: ways.patterns[number].classes for ways, number in pairs}
            pack_plan = example(self._each_ways, patterns)
            self._made[numbers] = _bulk_plan(pack_plan, self._vocabulary, classes)
        return self._made[numbers]


def _bulk_plan(
    pack_plan: PackPlan, vocabulary: Vocabulary, classes: Mapping[int, ClassColumns]
) -> BulkPlan | StepPlan | None:
    """How packs of a plan are made; None if each is to be made by itself."""
    plan = pack_plan.at_once
    if isinstance(pack_plan, LayoutPlan) or plan is None:
        if isinstance(pack_plan, LayoutPlan):
            steps = pack_plan.bulk_plan(vocabulary)
        else:
            steps = None if classes else StepPlan.of(pack_plan, vocabulary)
        return steps if steps and steps.block >= _FEW else None
    if max(plan.limits.sizes, default=0) > WIDEST:
        return None
    return BulkPlan(pack_plan.layout, plan, vocabulary, classes)


def _enough(rows: Array) -> bool:
    """Whether so many packs of a plan are worth an array."""
    return len(rows) >= _FEW


def _no_ways(rows: Array) -> Array:
    """The ways of packs without balanced slots."""
    return np.empty((0, len(rows)), np.intp)


class _Choice:
    """A fork's choice for many packs at once."""

    def __init__(self, fork: Fork) -> None:
        self._fork = fork
        self._ends = list(accumulate(fork.weights))
        self._kind = np.min_scalar_type(len(self._ends))  # small numbers are sorted faster
        if fork.size <= WIDEST:
            dtype = np.dtype(f"<u{fork.size}")
            self._limit = np.array([fork.limit], dtype)
            self._shift = np.array(max(fork.limit.bit_length() - _TABLE, 0), dtype)
            self._sorted = np.array(self._ends, dtype)
            rounded = np.arange((fork.limit >> int(self._shift)) + 1, dtype=dtype) << self._shift
            self._firsts = np.searchsorted(self._sorted, rounded, "right").astype(self._kind)

    def of(self, rows: Array, data: Array) -> tuple[Array, Array]:
        """The options of packs, and which packs have a number to be skipped instead."""
        fork = self._fork
        if fork.size > WIDEST:
            wide = data[rows, fork.start : fork.start + fork.size]
            large = [int.from_bytes(each, "little") for each in wide]
            options = [bisect_right(self._ends, value % fork.limit) for value in large]
            skipped = np.array([value >= fork.bound for value in large], np.bool_)
            return np.array(options, self._kind), skipped
        values = words(data, fork.start, fork.size)[0][rows]
        numbers, skipped = below(values, self._limit)
        chosen = self._firsts[numbers >> self._shift]
        low = np.flatnonzero(self._sorted[chosen] <= numbers)  # the rounded number's is another
        chosen[low] = np.searchsorted(self._sorted, numbers[low], "right")
        return chosen, skipped


def _parted(chosen: Array) -> Iterator[Array]:
    """Where each of the options that are *chosen* is, in order."""
    order = chosen.argsort(kind="stable")
    ordered = chosen[order]
    ends = np.flatnonzero(ordered[1:] != ordered[:-1]) + 1
    yield from np.split(order, ends) if len(order) else ()
