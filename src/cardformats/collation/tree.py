"""Packs as trees of nodes. All computations about packs are interpretations of such a tree.

:class:`Draw` takes cards from a sheet, :class:`Seq` has one part after the other, and
:class:`OneOf` chooses one of several parts by weight. There is one drawing rule: *take a copy until
its token is free*. A copy that may occur again has no token. Copies of a card that occurs once
share the card's token. Each copy that occurs once has its own token.

Other nodes express what these three cannot:

- :class:`Hands`, :class:`Run` and :class:`Walk` supply cards in the order of the sheet,
  independently of earlier draws;
- :class:`Classes` is a choice of the number of cards from each of several draws, in random order;
- :class:`Replaced` replaces the last card of a part by a card of another part;
- :class:`Fill` is a slot whose sheets may become empty, with its remedies;
- :class:`Given` keeps only packs that meet a condition;
- :class:`Sampler` calls a function; its odds are not known.

Leaves identify the entries of a sheet by their numbers, from 0. The cards of a leaf in a pack are
its :class:`LeafPlace`, which the compiler adds. Collators make leaves without a place.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from contextlib import suppress
from fractions import Fraction
from functools import cached_property
from itertools import accumulate
from typing import Any, Protocol, TypeAlias

from attrs import evolve, field, frozen

from ..caching import Caching
from ..errors import CollationError
from ..model import PackCard
from .leaves import LEAVES, Draw, Leaf, LeafPlace, integers, weighted


def _nodes(values: Iterable[Node]) -> tuple[Node, ...]:
    return tuple(values)


@frozen(eq=False)
class Seq:
    """One part after the other.

    Attributes:
        parts: The parts, in order.
        shuffled: Whether their cards are shuffled.
    """

    parts: tuple[Node, ...] = field(converter=_nodes)
    shuffled: bool = False


@frozen(eq=False, slots=False)
class OneOf(Caching):
    """One of several parts, by weight.

    Attributes:
        weights: The integer weights of the parts.
        parts: The parts.
        names: The names of layouts, if the parts are whole packs.
        is_slot: Whether it is the only card of a slot, from one of its sheets.
    """

    weights: tuple[int, ...] = field(converter=integers)
    parts: tuple[Node, ...]
    names: tuple[str, ...] = ()
    is_slot: bool = False

    @classmethod
    def of(cls, options: Iterable[tuple[int | Fraction, Node]]) -> Node:
        """Return one of several parts by weight, or the only part of positive weight.

        Raises:
            CollationError: If no part has a positive weight.
        """
        pairs: list[tuple[int, Node]] = weighted(options)
        if len(pairs) == 1:
            return pairs[0][1]
        return cls(tuple(weight for weight, _ in pairs), tuple(part for _, part in pairs))

    @cached_property
    def ends(self) -> list[int]:
        """Return the running totals of the weights."""
        return list(accumulate(self.weights))

    @property
    def shares(self) -> list[Fraction]:
        """Return the probability of each part."""
        return [Fraction(weight, self.ends[-1]) for weight in self.weights]


@frozen(eq=False, slots=False)
class Classes(Caching):
    """Cards of several classes, with random numbers of each class, in random order.

    Attributes:
        ways: The possible numbers of cards of each class.
        weights: The integer weights of the ways.
        parts: The draw from each class; the way sets the number of cards.
    """

    ways: tuple[tuple[int, ...], ...]
    weights: tuple[int, ...] = field(converter=integers)
    parts: tuple[Draw, ...]

    @cached_property
    def ends(self) -> list[int]:
        """Return the running totals of the weights."""
        return list(accumulate(self.weights))

    @property
    def count(self) -> int:
        """Return the number of cards."""
        return sum(self.ways[0])

    @cached_property
    def apart(self) -> bool:
        """Return whether no card is in two classes."""
        cards = [
            {
                entry if part.tokens is None else part.tokens[entry]
                for entry, number in enumerate(part.copies)
                if number
            }
            for part in self.parts
        ]
        return len(set[int]().union(*cards)) == sum(map(len, cards))

    @cached_property
    def _draws(self) -> dict[tuple[int, int], Draw]:
        return {}

    def draw(self, number: int, count: int) -> Draw:
        """Return the draw of *count* cards of class *number*, from the cache if possible."""
        key = number, count
        if key not in self._draws:
            self._draws[key] = evolve(self.parts[number], count=count)
        return self._draws[key]


@frozen(eq=False)
class Replaced:
    """A part whose last card is replaced by a card of another part, with a probability.

    If one of the parts supplies no card, nothing is replaced.

    Attributes:
        part: The part.
        by: The part that supplies the other card.
        chance: The probability.
    """

    part: Node
    by: Node
    chance: Fraction


@frozen(eq=False, slots=False)
class SheetSource(Caching):
    """A sheet that a slot may draw from.

    Attributes:
        sheet: The name of the sheet.
        make: A function that makes the node for a number of cards.
        supply: The key of the supply from which its copies are removed.
        varies: Whether the kind of node depends on the number of cards.
    """

    sheet: str
    make: Callable[[int], Node]
    supply: Hashable
    varies: bool = False

    @cached_property
    def _made(self) -> dict[int, Node]:
        return {}

    def of(self, count: int) -> Node:
        """Return the node that takes *count* cards, from the cache if possible."""
        if count not in self._made:
            self._made[count] = self.make(count)
        return self._made[count]


@frozen(eq=False, slots=False)
class Fill(Caching):
    """A slot whose sheets may become empty.

    Attributes:
        name: The name of the slot.
        count: The number of cards that it should have.
        weights: The integer weights of its sheets.
        sources: The sheets.
        sheets: The names of the sheets, including those that are never chosen.
        each: Whether every card chooses a sheet, and not the slot.
        on_short: The remedies for an empty sheet; see :class:`~cardformats.Slot`.
        unlimited: Whether the slot takes all cards of its sheet.
        most_carried: The maximum number of cards that earlier slots can carry on to it.
    """

    name: str
    count: int
    weights: tuple[int, ...]
    sources: tuple[SheetSource, ...]
    sheets: tuple[str, ...]
    each: bool
    on_short: tuple[str, ...]
    unlimited: bool
    most_carried: int = 0

    @cached_property
    def ends(self) -> list[int]:
        """Return the running totals of the weights."""
        return list(accumulate(self.weights))

    @property
    def chosen(self) -> list[str]:
        """Return the names of the sheets that it chooses from."""
        return [source.sheet for source in self.sources]

    @property
    def is_choice(self) -> bool:
        """Return whether it is only a choice of one card from one of its sheets."""
        return self.count == 1 and not self.each and not self.most_carried

    @property
    def may_be_short(self) -> bool:
        """Return whether packs can lack cards of it; otherwise an error is raised."""
        return self.unlimited or not {"skip", "carry"}.isdisjoint(self.on_short)

    @property
    def only(self) -> Node | None:
        """Return the node of its only sheet, ignoring carried cards; None if it has several."""
        return self.sources[0].of(self.count) if len(self.sources) == 1 else None

    @property
    def nodes(self) -> Iterator[Node]:
        """Yield the nodes that it can draw with.

        If the kind of node does not depend on the count, there is one node for a sheet.
        """
        most = 1 if self.each else self.count + self.most_carried
        for source in self.sources:
            for count in range(1, most + 1) if source.varies else (most,):
                with suppress(CollationError):  # this number may never be requested
                    yield source.of(count)

    def carried(self, missing: int) -> int | None:
        """Return the number of cards carried on to the next slot; None if that is an error."""
        if not missing or self.unlimited or "skip" in self.on_short:
            return 0
        return missing if "carry" in self.on_short else None

    def message(self, wanted: int, missing: int) -> str:
        """Return the message that the slot cannot be filled."""
        needed = "1 card" if wanted == 1 else f"{wanted} cards"
        drawn = f"only {wanted - missing}" if missing < wanted else "none"
        sheets = f"sheet{'s' * (len(self.sheets) > 1)} {', '.join(map(repr, self.sheets))}"
        return f"slot {self.name!r} needs {needed}, but {drawn} can be drawn from the {sheets}"


class PartCondition(Protocol):
    """A condition for the cards of a part."""

    @property
    def tests(self) -> Sequence[Callable[[PackCard], bool]]:
        """Return the predicates of the cards that are counted."""

    def hold(self, numbers: Iterable[int]) -> bool:
        """Return whether the condition is met, given the number of cards that pass each test."""

    def message(self, tries: int) -> str:
        """Return the message for the case that none of *tries* draws met it."""


@frozen(eq=False)
class OneOfEach:
    """The condition that each of some classes occurs; in a draw, each that has cards left.

    Attributes:
        sheet: The name of the sheet.
        classes: The entries of each class.
        place: The cards of the entries in a pack.
    """

    sheet: str
    classes: tuple[frozenset[int], ...]
    place: LeafPlace | None = field(default=None, repr=False)

    @property
    def tests(self) -> Sequence[Callable[[PackCard], bool]]:
        cards = self.place.cards if self.place else ()
        return [frozenset(cards[entry] for entry in its).__contains__ for its in self.classes]

    def hold(self, numbers: Iterable[int]) -> bool:
        return all(numbers)

    def message(self, tries: int) -> str:
        return (
            f"sheet {self.sheet!r}: none of {tries:,} draws had a card of each of"
            f" {len(self.classes)} classes, as the balance rule 'reject' requires"
        )


@frozen(eq=False)
class Given:
    """The cards of a part that meet a condition; otherwise the part is drawn again.

    Attributes:
        part: The part.
        condition: The condition for its cards.
    """

    part: Node
    condition: PartCondition


Node: TypeAlias = Leaf | Seq | OneOf | Classes | Replaced | Fill | Given

#: The types of nodes.
NODES = (*LEAVES, Seq, OneOf, Classes, Replaced, Fill, Given)

#: The node without cards.
NOTHING = Seq(())


def children(node: Node) -> Iterable[Node]:
    """Return the nodes directly below a node."""
    if isinstance(node, (Seq, OneOf, Classes)):
        return node.parts
    if isinstance(node, Replaced):
        return node.part, node.by
    if isinstance(node, Fill):
        return node.nodes
    return (node.part,) if isinstance(node, Given) else ()


def nodes_of(node: Node) -> Iterator[Node]:
    """Yield the different nodes of a tree in order, each before its children."""
    seen: set[int] = set()
    stack = [node]
    while stack:
        one = stack.pop()
        if id(one) not in seen:
            seen.add(id(one))
            yield one
            stack += reversed([*children(one)])


def leaves(node: Node) -> Iterator[Leaf]:
    """Yield the different leaves of a tree in order, including the draws of classes."""
    return (each for each in nodes_of(node) if isinstance(each, LEAVES))


class TreeChange:
    """A transformation of trees that replaces leaves and slots that may be short.

    Shared nodes remain shared.
    """

    def __init__(self, leaf: Callable[[Leaf], Node], fill: Callable[[Fill], Node]) -> None:
        """Create a transformation from the functions for leaves and for slots."""
        self._leaf = leaf
        self._fill = fill
        self._known: dict[int, tuple[Node, Node]] = {}

    def of(self, node: Node) -> Node:
        """Return the transformed node."""
        if id(node) not in self._known:
            self._known[id(node)] = node, self._made(node)
        return self._known[id(node)][1]

    def _made(self, node: Node) -> Node:
        if isinstance(node, LEAVES):
            return self._leaf(node)
        if isinstance(node, Fill):
            return self._fill(node)
        if isinstance(node, Given):
            return Given(self.of(node.part), node.condition)
        if isinstance(node, Replaced):
            return evolve(node, part=self.of(node.part), by=self.of(node.by))
        parts: Any = tuple(map(self.of, node.parts))
        return evolve(node, parts=parts)


def placed(node: Node, place: LeafPlace) -> Node:
    """Return the tree of a collator with the cards of its entries in a pack."""
    if isinstance(node, LEAVES):
        return evolve(node, place=place)
    if isinstance(node, (Seq, OneOf, Classes)):
        known = {id(part): part for part in node.parts}
        made: dict[int, Any] = {key: placed(part, place) for key, part in known.items()}
        return evolve(node, parts=tuple(made[id(part)] for part in node.parts))
    if isinstance(node, Replaced):
        return evolve(node, part=placed(node.part, place), by=placed(node.by, place))
    if isinstance(node, Given):
        condition = node.condition
        if isinstance(condition, OneOfEach):
            condition = evolve(condition, place=place)
        return Given(placed(node.part, place), condition)
    return node
