"""Samplers of single packs: each node becomes a function that adds cards to a list.

Random numbers are read from the pack's bytes as :meth:`Bits.below` reads them. A node that reads
several numbers at once reads them consecutively. A number that would make some copies more probable
than others is rejected.

- A draw reads as many numbers as it has cards. For a number that is rejected or selects a copy that
  must not be drawn, it reads further numbers, one by one. After a few of them, only the remaining
  copies are drawn from, so every draw ends.
- Cards in random order are shuffled by numbers whose digits are the positions that cards are
  exchanged with. A digit is below the number of cards that are not in order yet. One number has as
  many digits as fit into 8 bytes.
- Classes read the index of their way, then the cards of that way as digits of as few numbers as
  possible, then the numbers of the shuffle. Rejected numbers are replaced as in a draw, below the
  number of copies of the card's class.
- In a sequence, the first numbers of consecutive draws and classes are read before any
  replacements. A slot with one sheet that may become empty counts as a draw from the sheet.
- A choice of single cards that are independent of the other cards is one draw, by weight.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Sequence
from functools import cache, singledispatch
from itertools import accumulate
from math import prod
from typing import Any, TypeAlias, TypeVar

from ..bits import SHORT, Bits, number_bound, number_size, struct_of
from ..errors import CollationError, EmptySheetError
from ..model import PackCard
from .contacts import Contact, meeting
from .draws import Copies, Kind, RemainingCopies, State, mark_supply
from .hands import hand_of
from .leaves import Draw, Hands, Ordered, Run, Sampler, Walk
from .reading import (
    card_digits,
    expanded,
    first_sizes,
    flattened,
    is_watched,
    orders,
    read_together,
)
from .tree import Classes, Fill, Given, Node, OneOf, OneOfEach, Replaced, Seq

__all__ = ["State", "Step", "Steps", "sampler"]

#: The maximum number of packs that are drawn until one meets a condition.
TRIES = 10_000

T = TypeVar("T")

#: A function that adds the cards of a node to a list.
Step: TypeAlias = Callable[[Bits, State, list[PackCard]], None]

#: A function that adds the cards of a node, given the numbers that it reads first.
Take: TypeAlias = Callable[[Sequence[int], Bits, State, list[PackCard]], None]


def sampler(root: Node, meet: frozenset[Contact] | None = None) -> Step:
    """Return the function that makes the packs of a tree; *meet* has further contacts."""
    if meet is None:
        return Steps(meeting(root)).step(flattened(root))
    return Steps(meet).step(flattened(root, meet))


class Steps:
    """The samplers of the nodes of a tree. A node that occurs twice has one sampler."""

    def __init__(self, meet: Iterable[Contact]) -> None:
        """Create samplers, given the contacts of leaves, or those that last between packs."""
        self.meet: frozenset[Contact] = frozenset(meet)
        self._known: dict[int, tuple[Node, Step]] = {}
        self._first: dict[int, tuple[Node, Take]] = {}

    def step(self, node: Node) -> Step:
        """Return the sampler of a node."""
        if id(node) not in self._known:
            self._known[id(node)] = node, self._made(node)
        return self._known[id(node)][1]

    def _made(self, node: Node) -> Step:
        return _step(node, self) if first_sizes(node) is None else self._together([node])

    def sequence(self, parts: Sequence[Node]) -> list[Step]:
        """Return the samplers of consecutive nodes."""
        groups = read_together(parts)
        return [self.step(its[0]) if len(its) == 1 else self._together(its) for its in groups]

    def _together(self, nodes: Sequence[Node]) -> Step:
        """Return the sampler of nodes whose first numbers are read at once."""
        values_of = struct_of(sum((first_sizes(node) or () for node in nodes), ()))
        takes = self.takes(nodes)
        if len(takes) == 1:
            ((only, _),) = takes
            return lambda bits, state, cards: only(bits.values(values_of), bits, state, cards)

        def together(bits: Bits, state: State, cards: list[PackCard]) -> None:
            values = bits.values(values_of)
            for take, its in takes:
                take(values[its], bits, state, cards)

        return together

    def takes(self, nodes: Sequence[Node]) -> list[tuple[Take, slice]]:
        """Return the functions of consecutive nodes for their first numbers, with index ranges."""
        parts = expanded(nodes)
        ends = [*accumulate((len(first_sizes(node) or ()) for node in parts), initial=0)]
        own = map(slice, ends, ends[1:])
        return [(self._take(node), its) for node, its in zip(parts, own, strict=False)]

    def _take(self, node: Node) -> Take:
        """Return the function of a node for its first numbers."""
        if id(node) not in self._first:
            self._first[id(node)] = node, self._taking(node)
        return self._first[id(node)][1]

    def _taking(self, node: Node) -> Take:
        if isinstance(node, Classes):
            return _take_classes(node, self.meet)
        if isinstance(node, Fill):
            return _Filling(node, self).with_first
        assert isinstance(node, Draw)  # noqa: S101 - others read nothing first
        return _take_draw(node, self.meet)


def _take_nothing(values: Sequence[int], bits: Bits, state: State, cards: list[PackCard]) -> None:
    """Add no cards, for a node without cards."""


def _take_draw(node: Draw, meet: frozenset[Contact]) -> Take:
    """Return the function of a draw for its first numbers."""
    if not node.count or not node.total:
        return _take_nothing
    copies = Copies([node], meet, apart=True)
    total, _, bound = copies.kinds[0]
    kinds = [0] * node.count

    def again(values: Sequence[int], bits: Bits, state: State, cards: list[PackCard]) -> None:
        numbers = [value % total if value < bound else -1 for value in values]
        copies.again(kinds, numbers, bits, state, cards)

    return _take_simple(copies, node.count, again) if copies.simple else again


def _take_simple(copies: Copies, count: int, again: Take) -> Take:
    """Return a fast function for copies with one mark each; *again* handles rejected numbers."""
    single, marked, pile = copies.single, copies.marks, copies.cards
    total, _, bound = copies.kinds[0]
    copy_marks = copies.copy_marks or range(total)
    least = count if copies.copy_marks else 1

    def one(values: Sequence[int], bits: Bits, state: State, cards: list[PackCard]) -> None:
        (value,) = values
        copy = value % total
        if value >= bound or (marked and copy_marks[copy] in state.taken):
            again(values, bits, state, cards)
            return
        cards.append(pile[copy])
        if marked:
            state.taken.add(copy_marks[copy])

    def several(values: Sequence[int], bits: Bits, state: State, cards: list[PackCard]) -> None:
        numbers = [value % total for value in values]
        drawn = {*numbers} if single else {copy_marks[copy] for copy in numbers}
        if (
            len(drawn) < least
            or max(values) >= bound
            or (marked and not drawn.isdisjoint(state.taken))
        ):
            again(values, bits, state, cards)
        else:
            cards += [pile[copy] for copy in numbers]
            if marked:
                state.taken |= drawn

    return one if count == 1 else several


def _take_classes(node: Classes, meet: frozenset[Contact]) -> Take:
    """Return the function of classes for their first numbers."""
    if not node.count:
        return _take_nothing
    copies = Copies(node.parts, meet, apart=node.apart)
    simple, single, marked = copies.simple, copies.single, copies.marks
    pile = copies.cards if simple else []
    copy_marks = copies.copy_marks or range(len(pile))
    least = node.count if copies.copy_marks else 1
    first = _ClassNumbers(node, copies)

    def take(values: Sequence[int], bits: Bits, state: State, cards: list[PackCard]) -> None:
        kinds, numbers = first.copies(values, bits)
        own: list[PackCard] = []
        if simple and min(numbers) >= 0:
            drawn = {*numbers} if single else {copy_marks[copy] for copy in numbers}
            if len(drawn) >= least and not (marked and not drawn.isdisjoint(state.taken)):
                own = [pile[copy] for copy in numbers]
                if marked:
                    state.taken |= drawn
        if not own:
            copies.again(kinds, numbers, bits, state, own)
        is_full = len(own) == node.count
        cards += in_random_order(own, bits, values[first.order_at :] if is_full else None)

    return take


class _ClassNumbers:
    """The interpretation of the first numbers of classes.

    Attributes:
        order_at: The index of the first number that shuffles the cards.
    """

    def __init__(self, node: Classes, copies: Copies) -> None:
        """Create the interpretation for classes and their copies."""
        self._node = node
        self._kinds = copies.kinds
        self._whole = node.ends[-1]
        self._bound = number_bound(self._whole, number_size(self._whole))
        self._groups = card_digits(node)
        self._sizes = [number_size(prod(group)) for group in self._groups]
        self._ways: list[_Way | None] = [None] * len(node.ways)
        self.order_at = 1 + len(self._groups)

    def copies(self, values: Sequence[int], bits: Bits) -> tuple[Sequence[int], list[int]]:
        """Return the class and the copy of each card; the copy is -1 if its number is rejected."""
        value, whole = values[0], self._whole
        way = bisect_right(
            self._node.ends, value % whole if value < self._bound else bits.below(whole)
        )
        kinds, digits_of = self._ways[way] or self._way(way)
        numbers: list[int] = []
        for (bound, its), value in zip(digits_of, values[1 : self.order_at], strict=True):
            if value >= bound:
                numbers += [-1] * len(its)
                continue
            left = value
            for total, start, _ in its:
                left, copy = divmod(left, total)
                numbers.append(start + copy)
        return kinds, numbers

    def _way(self, number: int) -> _Way:
        """Return the interpretation of the numbers for one way."""
        counts = self._node.ways[number]
        kinds = [kind for kind, count in enumerate(counts) for _ in range(count)]
        left = iter(self._kinds[kind] for kind in kinds)
        digits_of: list[tuple[int, list[Kind]]] = []
        for group, size in zip(self._groups, self._sizes, strict=True):
            its = [next(left) for _ in group]
            whole = prod(total for total, *_ in its)
            digits_of.append((number_bound(whole, size) if whole else 0, its))
        way = self._ways[number] = kinds, digits_of
        return way


#: The class of each card of a way. For each number whose digits are cards, the lowest rejected
#: value and the kinds.
_Way: TypeAlias = tuple[list[int], list[tuple[int, list[Kind]]]]


@singledispatch
def _step(node: Any, steps: Steps) -> Step:
    del steps
    message = f"not a node of a tree: {node!r:.200}"
    raise CollationError(message)


def _marked(node: Ordered | Sampler, steps: Steps) -> Callable[[State, Sequence[int]], None]:
    """Return a function that marks entries as drawn for other nodes."""
    place = node.place
    assert place is not None  # noqa: S101 - collators' nodes get one
    tokens, supply = place.tokens, place.supply
    marked = tokens is not None and not steps.meet.isdisjoint(tokens)
    if not marked and supply not in steps.meet:
        return lambda _, __: None

    def mark(state: State, entries: Sequence[int]) -> None:
        if tokens is not None:
            state.taken.update([tokens[entry] for entry in entries])
        if supply is not None:
            mark_supply(state, supply, entries)

    return mark


@_step.register(Hands)
@_step.register(Run)
@_step.register(Walk)
@_step.register(Sampler)
def _in_order(node: Ordered | Sampler, steps: Steps) -> Step:
    assert node.place is not None  # noqa: S101 - collators' nodes get one
    cards_of, hand_of_node, mark = node.place.cards, hand_of(node), _marked(node, steps)

    def give(bits: Bits, state: State, cards: list[PackCard]) -> None:
        hand = hand_of_node(bits, state)
        mark(state, hand)
        cards += [cards_of[entry] for entry in node.kept(hand)]

    return give


@_step.register
def _of_seq(node: Seq, steps: Steps) -> Step:
    parts = steps.sequence(node.parts)

    def each(bits: Bits, state: State, cards: list[PackCard]) -> None:
        for part in parts:
            part(bits, state, cards)

    if not node.shuffled:
        return parts[0] if len(parts) == 1 else each

    def shuffled(bits: Bits, state: State, cards: list[PackCard]) -> None:
        drawn: list[PackCard] = []
        each(bits, state, drawn)
        cards += in_random_order(drawn, bits)

    return shuffled


def in_random_order(cards: list[T], bits: Bits, values: Sequence[int] | None = None) -> list[T]:
    """Shuffle *cards* in place and return them; *values* are numbers already read for it."""
    groups = _orders(len(cards))
    if values is None:
        values = bits.values(struct_of(tuple(size for size, *_ in groups)))
    for (_, whole, bound, limits), value in zip(groups, values, strict=True):
        left = value % whole if value < bound else bits.below(whole)
        for limit in limits:
            left, other = divmod(left, limit)
            cards[other], cards[limit - 1] = cards[limit - 1], cards[other]
    return cards


@cache
def _orders(size: int) -> list[tuple[int, int, int, tuple[int, ...]]]:
    """Return the size, limit, bound and digit limits of each number that shuffles *size* cards."""
    wholes = [(prod(limits), limits) for limits in orders(size)]
    each = [(number_size(whole), whole, limits) for whole, limits in wholes]
    return [(own, whole, number_bound(whole, own), limits) for own, whole, limits in each]


@_step.register
def _of_one_of(node: OneOf, steps: Steps) -> Step:
    ends, names = node.ends, node.names
    parts: list[Step | None] = [None] * len(node.parts)

    def part(number: int) -> Step:
        step = parts[number]
        if step is None:
            step = parts[number] = steps.step(node.parts[number])
        return step

    def choose(bits: Bits, state: State, cards: list[PackCard]) -> None:
        number = bits.index(ends) if len(parts) > 1 else 0
        if names:
            state.layout = names[number]
        (parts[number] or part(number))(bits, state, cards)

    if len(parts) > 1 or not names:
        return choose
    only, name = steps.step(node.parts[0]), names[0]

    def give(bits: Bits, state: State, cards: list[PackCard]) -> None:
        state.layout = name
        only(bits, state, cards)

    return give


@_step.register
def _of_replaced(node: Replaced, steps: Steps) -> Step:
    part, by = steps.step(node.part), steps.step(node.by)
    ends = [node.chance.numerator, node.chance.denominator]

    def replace(bits: Bits, state: State, cards: list[PackCard]) -> None:
        before = len(cards)
        happens = ends[0] == ends[1] or not bits.index(ends)
        part(bits, state, cards)
        if happens and len(cards) > before:
            carried, state.carried = state.carried, 0
            new: list[PackCard] = []
            by(bits, state, new)
            state.carried = carried if not state.carried else state.carried
            if new:
                cards[-1:] = new

    return replace


@_step.register
def _of_given(node: Given, steps: Steps) -> Step:
    part, condition = steps.step(node.part), node.condition
    tests = condition.tests
    draw = node.part if isinstance(node.part, Draw) else None
    if draw is not None and not is_watched(draw, steps.meet):
        draw = None
    passed: dict[int, tuple[PackCard, list[int]]] = {}  # by the identity of cards

    def counts(drawn: Iterable[PackCard]) -> list[int]:
        """Return the number of cards that pass each test."""
        numbers = [0] * len(tests)
        for card in drawn:
            if id(card) not in passed:
                passed[id(card)] = card, [n for n, test in enumerate(tests) if test(card)]
            for number in passed[id(card)][1]:
                numbers[number] += 1
        return numbers

    def keep(bits: Bits, state: State, cards: list[PackCard]) -> None:
        demanded: Sequence[int] = range(len(tests))
        if draw is not None and isinstance(condition, OneOfEach):
            there = RemainingCopies(draw, state, SHORT).free().keys()
            demanded = [n for n in demanded if not condition.classes[n].isdisjoint(there)]
        for _ in range(TRIES):
            own = state.copy()
            drawn: list[PackCard] = []
            part(bits, own, drawn)
            numbers = counts(drawn)
            if condition.hold(numbers[n] for n in demanded):
                state.taken, state.used, state.positions = own.taken, own.used, own.positions
                state.carried, state.layout = own.carried, own.layout
                cards += drawn
                return
        raise CollationError(condition.message(TRIES))

    return keep


@_step.register
def _of_fill(node: Fill, steps: Steps) -> Step:
    return _Filling(node, steps).fill


class _Filling:
    """The sampler of a slot whose sheets may become empty."""

    def __init__(self, node: Fill, steps: Steps) -> None:
        """Create the sampler of a slot with the samplers of its tree."""
        self._node = node
        self._steps = steps
        only = node.only if node.count else None
        is_read = only is not None and first_sizes(only) is not None
        self._takes = steps.takes([only] if only is not None and is_read else [])

    def with_first(
        self, values: Sequence[int], bits: Bits, state: State, cards: list[PackCard]
    ) -> None:
        """Fill the slot with its first numbers, which are ignored if cards are carried on to it."""
        if state.carried:
            self.fill(bits, state, cards)
            return
        drawn: list[PackCard] = []
        for take, its in self._takes:
            take(values[its], bits, state, drawn)
        self._others(0, self._node.count - len(drawn), bits, state, drawn)
        self._end(self._node.count, drawn, state, cards)

    def fill(self, bits: Bits, state: State, cards: list[PackCard]) -> None:
        """Fill the slot."""
        node, wanted = self._node, self._node.count + state.carried
        state.carried = 0
        drawn: list[PackCard] = []
        for _ in range(wanted if node.each else min(wanted, 1)):
            first = bits.index(node.ends) if len(node.ends) > 1 else 0
            count = self._from(first, 1 if node.each else wanted, bits, state, drawn)
            self._others(first, count, bits, state, drawn)
        self._end(wanted, drawn, state, cards)

    def _from(
        self, number: int, count: int, bits: Bits, state: State, cards: list[PackCard]
    ) -> int:
        """Add up to *count* cards of a sheet, and return the number of missing cards."""
        before = len(cards)
        self._steps.step(self._node.sources[number].of(count))(bits, state, cards)
        return count - (len(cards) - before)

    def _others(
        self, first: int, count: int, bits: Bits, state: State, cards: list[PackCard]
    ) -> None:
        """Add cards that the chosen sheet lacked."""
        node = self._node
        for other in range(len(node.sources)) if "next" in node.on_short else ():
            if count and other != first:
                count = self._from(other, count, bits, state, cards)
        while count and "refill" in node.on_short:
            state.used.pop(node.sources[first].supply, None)
            before, count = count, self._from(first, count, bits, state, cards)
            if count == before:
                return

    def _end(self, wanted: int, drawn: list[PackCard], state: State, cards: list[PackCard]) -> None:
        """Add the cards of the slot, and carry missing cards on.

        Raises:
            EmptySheetError: If the slot has no remedy for missing cards.
        """
        cards += drawn
        missing = wanted - len(drawn)
        carried = self._node.carried(missing)
        if carried is None:
            raise EmptySheetError(self._node.message(wanted, missing))
        state.carried = carried
