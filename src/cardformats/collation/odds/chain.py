"""The exact distribution of the cards of dependent parts of a pack.

Each node of a tree maps a distribution of states to the next one. A state contains the number of
drawn cards of each class of equivalent cards.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Sequence
from fractions import Fraction
from functools import singledispatchmethod
from typing import Any

from ..bounds import bounds
from ..effort import MAX_WORK, TooMuchWorkError, effort, spend
from ..leaves import ORDERED, Draw
from ..replaced import UncertainError, without_last
from ..tree import Classes, Fill, Given, Node, OneOf, OneOfEach, Replaced, Seq
from .alike import MOST_STATES, NEVER, Alike, Label, Status, unknown
from .counts import Chances
from .drawing import Numbers
from .taking import State, States, Taking

#: The multiple of the effort above which a computation is not tried.
_HOPELESS = 10

#: The maximum number of cards in an estimate of the work.
_MOST_DRAWS = 500

#: States of a slot, each with the number of cards it has supplied, or of those it lacks.
Counted = Chances[tuple[State, int]]


class Chain:
    """The states of a part of a pack.

    Attributes:
        classes: Its classes of equivalent cards.
    """

    def __init__(self, node: Node, label: Label = lambda _: None, size: int = 0) -> None:
        """Create the chain of a part, given groups of cards numbered from 0 to *size* - 1.

        Raises:
            TooMuchWorkError: If there is no closed form.
        """
        self._node = node
        self._size = size
        self.classes: Alike = Alike(node, label, size)
        self._taking = Taking(self.classes)
        self._shorter: dict[int, tuple[Node, Node]] = {}

    def expected(self) -> dict[Hashable, Fraction] | None:
        """Return the mean number of cards of each kind of entry; see :meth:`Alike.spot`.

        None if entries of a kind differ, or if the part has a condition.

        Raises:
            TooMuchWorkError: If there is no closed form.
        """
        classes = self.classes
        if not classes.alike or classes.tests:
            return None
        flows = self._taking.flows = Chances[tuple[int, int]]()
        self._check()
        self._run(self._node, self._start, frozenset())
        means: dict[Hashable, Fraction] = {}
        for pile in classes.piles.values():
            total = sum(map(pile.weight, range(len(pile.copies))))
            for entry, copies in enumerate(pile.copies):
                kind = classes.spot(pile, entry)[1] if copies else None
                if kind is None or kind in means:
                    continue
                where = classes.class_of.get((pile.number, entry))
                if not pile.by_chance:
                    means[kind] = self._taking.hand_flows.of((pile.number, entry))
                elif where is None:
                    means[kind] = flows.of((-1 - pile.number, 0)) * Fraction(
                        pile.weight(entry), total or 1
                    )
                else:
                    own = 1 if classes.atoms[pile.number, entry][0] == "token" else copies
                    means[kind] = flows.of(where) * Fraction(own, classes.sizes[where[0]])
        return means

    def _check(self) -> None:
        """Reject a part that needs too much work, to leave work for the rest of the pack.

        Raises:
            TooMuchWorkError: If the estimated work is too much.
        """
        if self.classes.uneven and self.too_much().effort > _HOPELESS * effort():
            raise self.too_much()

    def too_much(self) -> TooMuchWorkError:
        """Return the error with the maximum work of the part."""
        node, classes = self._node, self.classes
        if isinstance(node, Classes) and node.apart:  # they are independent
            each = [
                classes.too_much(max(way[at] for way in node.ways), classes.looked(part))
                for at, part in enumerate(node.parts)
            ]
            return max(each, key=lambda one: one.effort)
        # cards of as many copies are drawn at once
        draws = bounds(node, lambda card: id(card) in classes.uneven)[1]
        return classes.too_much(min(draws, _MOST_DRAWS), range(len(classes.sizes)))

    def counts(self, most: Numbers | None = None) -> dict[Numbers, Fraction]:
        """Return the joint distribution of the numbers of cards of each group, up to *most*.

        Raises:
            TooMuchWorkError: If there is no closed form.
        """
        self._taking.caps = most
        counts = Chances[Numbers]()
        for (_, numbers, _), chance in self._run(self._node, self._start, frozenset()).items():
            totals = self._of_groups(numbers) if self.classes.tests else numbers
            if totals is None:
                continue
            if most is None or all(n <= limit for n, limit in zip(totals, most, strict=True)):
                counts.add(totals, chance)
        return counts

    def _of_groups(self, numbers: Numbers) -> Numbers | None:
        """Return the numbers of the requested groups; None if cards occurred that must not."""
        totals = [0] * self._size
        for (label, _), at in self.classes.labels.items():
            if label == NEVER and numbers[at]:
                return None
            if label is not None and label != NEVER:
                totals[label] += numbers[at]
        return tuple(totals)

    @property
    def _start(self) -> States:
        nothing: State = (), (0,) * len(self.classes.labels), ((), 0)
        return Chances({nothing: Fraction(1)})

    # -- the tree

    def _run(self, node: Node, states: States, later: frozenset[int]) -> States:
        """Return the states after a part. They keep only classes that *later* parts depend on."""
        spend(len(states))
        if len(states) > MOST_STATES * effort():
            raise TooMuchWorkError("too many states", MAX_WORK * effort(), 2 * effort())
        return self._after(node, states, later)

    @singledispatchmethod
    def _after(self, node: Any, states: States, later: frozenset[int]) -> States:
        """Return the states after a leaf."""
        after: States = Chances()
        for state, share in states.items():
            for (its, got), chance in self._taking.leaf(node, state, share).items():
                if isinstance(node, Draw) and got < node.count:
                    raise unknown("a sheet that becomes empty")
                after.add(_without(its, later), share * chance)
        return after

    @_after.register
    def _of_seq(self, node: Seq, states: States, later: frozenset[int]) -> States:
        rest = [later]
        for part in reversed(node.parts[1:]):
            rest.append(rest[-1] | self.classes.looked(part))
        for part, its in zip(node.parts, reversed(rest), strict=False):
            states = self._run(part, states, its)
        return states

    @_after.register
    def _of_one(self, node: OneOf, states: States, later: frozenset[int]) -> States:
        parts = zip(node.shares, node.parts, strict=True)
        return _summed(*(self._run(part, states.times(n), later) for n, part in parts))

    @_after.register
    def _of_classes(self, node: Classes, states: States, later: frozenset[int]) -> States:
        layer: Chances[tuple[tuple[int, ...], State]] = Chances(
            {
                (way, state): share * Fraction(weight, node.ends[-1])
                for state, share in states.items()
                for way, weight in zip(node.ways, node.weights, strict=True)
            }
        )
        rest = later.union(*map(self.classes.looked, node.parts[1:]))
        for number in range(len(node.parts)):
            spend(len(layer))
            if node.apart:
                rest = later.union(*map(self.classes.looked, node.parts[number + 1 :]))
            after: Chances[tuple[tuple[int, ...], State]] = Chances()
            for (way, state), share in layer.items():
                if not way[0]:
                    after.add((way[1:], _without(state, rest)), share)
                    continue
                draw = node.draw(number, way[0])
                for (its, _), chance in self._taking.leaf(draw, state, share).items():
                    after.add((way[1:], _without(its, rest)), share * chance)
            layer = after
        return Chances({state: share for (_, state), share in layer.items()})

    @_after.register
    def _of_given(self, node: Given, states: States, later: frozenset[int]) -> States:
        """Return the states that meet a condition, conditional on the state before."""
        condition, tests, conditions = node.condition, node.condition.tests, self.classes.conditions
        at = next(number for number, each in enumerate(conditions) if each is node)
        first = sum(len(each.condition.tests) for each in conditions[:at])
        hits = {number: its for (_, its), number in self.classes.labels.items()}
        result: States = Chances()
        for state, share in states.items():
            demanded: Sequence[int] = range(len(tests))
            if isinstance(node.part, Draw) and isinstance(condition, OneOfEach):
                there = self._taking.labels(node.part, state)
                passed = {
                    test for label in there if label is not None for test in hits.get(label, ())
                }
                demanded = [test for test in demanded if first + test in passed]
            kept: States = Chances()
            for after, chance in self._run(node.part, Chances({state: Fraction(1)}), later).items():
                more = [b - a for a, b in zip(state[1], after[1], strict=True)]
                numbers = [
                    sum(n for number, n in enumerate(more) if first + test in hits[number])
                    for test in demanded
                ]
                if condition.hold(numbers):
                    kept[after] = chance
            whole = sum(kept.values(), Fraction())
            if not whole:
                raise unknown("a condition that does not hold")
            for after, chance in kept.items():
                result.add(after, share * chance / whole)
        return result

    @_after.register
    def _of_replaced(self, node: Replaced, states: States, later: frozenset[int]) -> States:
        """Return the states after a slot whose last card may be replaced."""
        looked = later | self.classes.looked(node.by)
        with_it: States = Chances()
        for state, share in self._lost(node.part, states.times(node.chance), looked).items():
            cells, numbers, (runs, carried) = state
            own: States = Chances({(cells, numbers, (runs, 0)): share})
            for (its, counted, (then, _)), chance in self._run(node.by, own, later).items():
                with_it.add((its, counted, (then, carried)), chance)
        without = self._run(node.part, states.times(1 - node.chance), later)
        return _summed(with_it, without)

    def _lost(self, node: Node, states: States, later: frozenset[int]) -> States:
        """Return the states after a part whose last card is not in the pack.

        Raises:
            TooMuchWorkError: If the part may supply no card.
        """
        if isinstance(node, Fill):
            return self._filled(node, states, later, lost=True)
        if isinstance(node, Replaced):
            looked = later | self.classes.looked(node.by)
            happens = self._lost(node.part, states.times(node.chance), looked)
            without = self._lost(node.part, states.times(1 - node.chance), later)
            return _summed(self._lost(node.by, happens, later), without)
        return self._run(self._without_last(node), states, later)

    def _without_last(self, node: Node) -> Node:
        if id(node) not in self._shorter:
            try:
                self._shorter[id(node)] = node, without_last(node)
            except UncertainError:
                raise unknown("a replacement in a slot that can be short") from None
        return self._shorter[id(node)][1]

    # -- slots that may be short

    @_after.register
    def _of_fill(self, node: Fill, states: States, later: frozenset[int]) -> States:
        return self._filled(node, states, later, lost=False)

    def _filled(self, node: Fill, states: States, later: frozenset[int], *, lost: bool) -> States:
        """Return the states after a slot. If its last card is *lost*, it must be full."""
        done: States = Chances()
        for (cells, numbers, (runs, carried)), share in states.items():
            wanted = node.count + carried
            layer: Counted = Chances({((cells, numbers, (runs, 0)), 0): share})
            turns, count = (wanted, 1) if node.each else (1, wanted)
            for turn in range(turns):
                layer = self._turn(node, count, layer, lost=lost and turn == turns - 1)
            for ((its, counted, (positions, _)), missing), chance in layer.items():
                on = node.carried(missing)
                if on is None:
                    raise unknown(f"slot {node.name!r}, which can be short of cards")
                done.add(_without((its, counted, (positions, on)), later), chance)
        return done

    def _turn(self, node: Fill, count: int, layer: Counted, *, lost: bool) -> Counted:
        """Return the states after *count* cards of a chosen sheet, with the numbers missing."""
        after: Counted = Chances()
        for (state, missing), share in layer.items():
            for first, weight in enumerate(node.weights):
                if not weight:
                    continue
                chance = share * Fraction(weight, node.ends[-1])
                own: Counted = Chances({(state, count): chance})
                take = self._shortened if lost else self._took
                for (its, less), part in take(node, first, own).items():
                    after.add((its, missing + less), part)
        return after

    def _shortened(self, node: Fill, first: int, layer: Counted) -> Counted:
        """Return the states of :meth:`_took` without the last card."""
        ((state, count), share) = next(iter(layer.items()))
        after: Counted = Chances()
        part = self._without_last(node.sources[first].of(count))
        for (its, got), chance in self._part(part, state, share).items():
            if got < count:
                raise unknown("a replacement in a slot that is short")
            after.add((its, 0), share * chance)
        return after

    def _took(self, node: Fill, first: int, layer: Counted) -> Counted:
        """Return the states after missing cards of a sheet, or of its substitutes."""
        others = [n for n in range(len(node.sources)) if n != first and "next" in node.on_short]
        for number in (first, *others):
            layer = self._from(node, number, layer)
        while "refill" in node.on_short and any(missing for _, missing in layer):
            full: Counted = Chances()
            for (its, missing), chance in layer.items():
                back = self._refilled(its, node.sources[first].supply) if missing else its
                full.add((back, missing), chance)
            layer = self._from(node, first, full)
            if _missing(layer) == _missing(full):
                break
        return layer

    def _from(self, node: Fill, number: int, layer: Counted) -> Counted:
        """Return the states after missing cards of one sheet."""
        after: Counted = Chances()
        for (state, missing), share in layer.items():
            if not missing:
                after.add((state, 0), share)
                continue
            part = node.sources[number].of(missing)
            for (its, got), chance in self._part(part, state, share).items():
                after.add((its, missing - got), share * chance)
        return after

    def _part(self, node: Node, state: State, share: Fraction) -> Counted:
        """Return the states after a part of a slot, each with its number of cards."""
        if isinstance(node, (Draw, *ORDERED)):
            return self._taking.leaf(node, state, share)
        if isinstance(node, OneOf):
            options = list(zip(node.shares, node.parts, strict=True))
        elif isinstance(node, Classes):
            options = [
                (
                    Fraction(weight, node.ends[-1]),
                    Seq([node.draw(at, n) for at, n in enumerate(way) if n]),
                )
                for weight, way in zip(node.weights, node.ways, strict=True)
            ]
        elif isinstance(node, Seq):
            return self._parts(node, state, share)
        else:
            raise unknown("a collation that can be short of cards")
        after: Counted = Chances()
        for chance, part in options:
            for key, more in self._part(part, state, share * chance).items():
                after.add(key, chance * more)
        return after

    def _parts(self, node: Seq, state: State, share: Fraction) -> Counted:
        layer: Counted = Chances({(state, 0): Fraction(1)})
        for part in node.parts:
            after: Counted = Chances()
            for (its, got), chance in layer.items():
                for (then, new), more in self._part(part, its, share * chance).items():
                    after.add((then, got + new), chance * more)
            layer = after
        return layer

    def _refilled(self, state: State, supply: Hashable) -> State:
        """Return the state after a supply is refilled."""
        back = self.classes.supplied(supply)
        cells: Counter[tuple[int, Status]] = Counter()
        for class_, status, number in state[0]:
            its = list(status)
            for own, spot in back:
                if own == class_:
                    its[0 if spot is None else 1 + spot] = 0
            cells[class_, tuple(its)] += number
        kept = sorted((c, s, n) for (c, s), n in cells.items() if s != self.classes.first[c])
        return tuple(kept), state[1], state[2]


def _missing(layer: Counted) -> Fraction:
    """Return the mean number of missing cards."""
    return sum((missing * chance for (_, missing), chance in layer.items()), Fraction())


def _without(state: State, later: frozenset[int]) -> State:
    """Return a state without the classes that no later part depends on."""
    cells = state[0]
    if all(cell[0] in later for cell in cells):
        return state
    return tuple(cell for cell in cells if cell[0] in later), state[1], state[2]


def _summed(*parts: States) -> States:
    """Return all states of *parts* together."""
    together: States = Chances()
    for each in parts:
        for state, chance in each.items():
            together.add(state, chance)
    return together
