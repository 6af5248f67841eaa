"""The states after a leaf of a tree."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import repeat
from typing import TypeAlias

from attrs import frozen

from ..effort import spend
from ..leaves import ORDERED, Draw, Leaf, Ordered, Run, entries_of
from .alike import NEVER, Alike, unknown
from .counts import Chances
from .drawing import Cells, DrawDistribution, Moves, Numbers, added_up, moved

#: The positions of print runs, and the number of additional cards for the next slot.
Extra: TypeAlias = tuple[tuple[tuple[tuple[str, str], int], ...], int]

State: TypeAlias = tuple[Cells, Numbers, Extra]
States: TypeAlias = Chances[State]


@frozen
class Hand:
    """The relevant properties of cards in the order of their sheet.

    Attributes:
        classes: The number of cards of each class.
        numbers: The number of cards of each group.
        never: Whether some of them must not occur.
        end: The position at which the run continues.
        size: The number of cards.
    """

    classes: tuple[tuple[int, int], ...]
    numbers: Numbers
    never: bool
    end: int | None
    size: int


#: The hands of an ordered leaf: their relevant properties, their probability, and the number of
#: cards of each entry times this probability.
Listed: TypeAlias = list[tuple[Hand, Fraction, Mapping[int, Fraction]]]


def hands_of(leaf: Ordered) -> Sequence[tuple[int, Sequence[int]]]:
    """Return the hands of an ordered leaf, with integer weights.

    Raises:
        TooMuchWorkError: If there are too many.
    """
    if isinstance(leaf, Run):
        spend(1 + leaf.starts * leaf.count)
    hands = leaf.each
    if hands is None:
        raise unknown("stripes with too many ways through them")
    hands = [*hands] or [(1, ())]
    if not isinstance(leaf, Run):
        spend(1 + sum(len(hand) for _, hand in hands) // 4)
    return hands


class Taking:
    """The transitions of states by leaves.

    Attributes:
        caps: The maximum number of cards of each group that matters; None if all do.
        flows: The mean number of drawn cards of each class and spot, if it is requested.
        hand_flows: The mean number of cards of each entry of ordered piles.
    """

    def __init__(self, alike: Alike) -> None:
        """Create transitions for the classes of cards."""
        self._alike = alike
        self.caps: Numbers | None = None
        self.flows: Chances[tuple[int, int]] | None = None
        self.hand_flows: Chances[tuple[int, int]] = Chances()
        self._moves = Moves(alike)
        self._drawings: dict[Hashable, DrawDistribution] = {}
        self._hands: dict[int, Listed] = {}

    def leaf(self, leaf: Leaf, state: State, share: Fraction) -> Chances[tuple[State, int]]:
        """Return the states after a leaf, each with its number of cards."""
        if not isinstance(leaf, Draw):
            return self._in_order(leaf, state, share)
        if not leaf.count:
            return Chances({(state, 0): Fraction(1)})
        cells, numbers, extra = state
        base = (0,) * len(numbers) if self.caps is None else numbers
        drawing = self._drawing(leaf, cells, base)
        if self.flows is not None and leaf.kept:
            for spot, flow in drawing.flows.items():
                self.flows.add(spot, share * flow)
        after: Chances[tuple[State, int]] = Chances()
        for (its, more, missing), chance in drawing.done.items():
            counted = added_up(numbers, more) if self.caps is None else more
            after[(its, counted, extra), leaf.count - missing] = chance
        return after

    def labels(self, leaf: Draw, state: State) -> set[int | None]:
        """Return the groups of the cards that can be the first of a draw."""
        drawing = DrawDistribution(leaf, self._alike.pile(leaf), self._alike, self._moves)
        return drawing.labels(state[0])

    def _drawing(self, leaf: Draw, cells: Cells, numbers: Numbers) -> DrawDistribution:
        """Return the distribution of a draw, from the cache if possible."""
        pile = self._alike.pile(leaf)
        key = (pile.number, leaf.count, leaf.kept, leaf.fresh, cells, numbers)
        if key not in self._drawings:
            drawing = DrawDistribution(leaf, pile, self._alike, self._moves)
            drawing.work_out(cells, numbers, self.caps)
            self._drawings[key] = drawing
        return self._drawings[key]

    def _in_order(self, leaf: Leaf, state: State, share: Fraction) -> Chances[tuple[State, int]]:
        """Return the states after cards in the order of their sheet."""
        cells, numbers, (runs, carried) = state
        pile = self._alike.pile(leaf)
        key = leaf.key if isinstance(leaf, Run) and leaf.key in self._alike.meeting else None
        position = None if key is None else dict(runs).get(key)
        after: Chances[tuple[State, int]] = Chances()
        for hand, chance, entries in self._hands_of(leaf, position):
            for entry, number in entries.items():
                self.hand_flows.add((pile.number, entry), share * number)
            counted = added_up(numbers, hand.numbers)
            if hand.never or self._is_beyond(counted):
                continue
            positions = runs
            if key is not None and hand.end is not None:
                positions = tuple(sorted({**dict(runs), key: hand.end}.items()))
            after.add(
                ((self._marked(cells, hand), counted, (positions, carried)), hand.size), chance
            )
        return after

    def _is_beyond(self, numbers: Numbers) -> bool:
        """Return whether some group has more cards than matter."""
        if self.caps is None or self._alike.tests:
            return False
        return any(n > most for n, most in zip(numbers, self.caps, strict=True))

    def _marked(self, cells: Cells, hand: Hand) -> Cells:
        """Return the cells after the cards of a hand."""
        its = cells
        for class_, number in hand.classes:
            first = status = self._alike.first[class_]
            if self._alike.sizes[class_] == 1:
                status = next((s for c, s, _ in cells if c == class_), first)
            its = moved(its, class_, status, (1, *status[1:]), number, first)
        return its

    def _hands_of(self, leaf: Leaf, position: int | None) -> Listed:
        """Return the possible hands of a leaf. Hands with equal relevant properties are merged."""
        assert isinstance(leaf, ORDERED)  # noqa: S101 - others are in no order
        if position is not None and isinstance(leaf, Run):
            return self._listed(leaf, [(1, leaf.hand(position))], [position])
        if id(leaf) not in self._hands:
            starts: Iterable[int] = repeat(0)
            if isinstance(leaf, Run):
                starts = (leaf.group * number for number in range(max(leaf.starts, 1)))
            self._hands[id(leaf)] = self._listed(leaf, hands_of(leaf), starts)
        return self._hands[id(leaf)]

    def _listed(
        self, leaf: Ordered, hands: Sequence[tuple[int, Sequence[int]]], starts: Iterable[int]
    ) -> Listed:
        pile, is_run = self._alike.pile(leaf), isinstance(leaf, Run) and leaf.key is not None
        cards = pile.place.cards
        labels = {entry: self._alike.label(cards[entry]) for entry in entries_of(leaf)}
        tokens = pile.place.tokens
        if tokens is not None and self._alike.meeting.isdisjoint(tokens):
            tokens = None  # no other part depends on these cards
        weights: dict[Hand, int] = {}
        entries: dict[Hand, Counter[int]] = {}
        for (weight, hand), start in zip(hands, starts, strict=False):
            kept = leaf.kept(hand)
            numbers, never = [0] * len(self._alike.labels), False
            for entry in kept:
                label = labels[entry]
                if label == NEVER:
                    never = True
                elif label is not None:
                    numbers[label] += 1
            classes: Counter[int] = Counter()
            if tokens is not None:
                for entry in {tokens[entry]: entry for entry in hand}.values():
                    classes[self._alike.class_of[pile.number, entry][0]] += 1
            end = start + leaf.count if isinstance(leaf, Run) and is_run else None
            its = Hand(tuple(sorted(classes.items())), tuple(numbers), never, end, len(hand))
            weights[its] = weights.get(its, 0) + weight
            if self.flows is not None:
                own = entries.setdefault(its, Counter())
                for entry in kept:
                    own[entry] += weight
        whole = sum(weights.values())
        return [
            (
                hand,
                Fraction(weight, whole),
                {entry: Fraction(n, whole) for entry, n in entries.get(hand, {}).items()},
            )
            for hand, weight in weights.items()
        ]
