"""A pack as a tree of parts.  Everything that is asked of packs is an interpretation of that tree.

:class:`Draw` takes cards from a sheet, :class:`Seq` has one part after the other, :class:`OneOf`
chooses one of several parts by weight.  There is one rule of drawing: *take a copy until its token
is free*.  A copy that may come again has no token; copies of a card that comes once share the
card's token; each copy that comes once has a token of its own.

Further nodes say what these three cannot:

- :class:`Hands`, :class:`Run` and :class:`Walk` give cards in the order of the sheet, whatever came
  before;
- :class:`Classes` is a choice of how many cards each of several draws gives, in random order;
- :class:`Replaced` takes the last card of a part away for one of another part;
- :class:`Fill` is a slot whose sheets may run out, with what it does then;
- :class:`Given` keeps the packs that keep a condition;
- :class:`Sampler` calls a function: nothing is known of its odds.

Leaves name entries of a sheet by their numbers, from 0.  What a leaf gives in a pack is its
:class:`Place`, which the compiler adds; collators make leaves without one.
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
from .leaves import LEAVES, Draw, Leaf, Place, integers, weighted


def _nodes(values: Iterable[Node]) -> tuple[Node, ...]:
    return tuple(values)


@frozen(eq=False)
class Seq:
    """One part after the other.

    Attributes:
        parts: the parts, in order.
        shuffled: their cards come in random order.
    """

    parts: tuple[Node, ...] = field(converter=_nodes)
    shuffled: bool = False


@frozen(eq=False, slots=False)
class OneOf(Caching):
    """One of several parts, by weight.

    Attributes:
        weights: whole weights of the parts.
        parts: the parts.
        names: the names of layouts, if the parts are whole packs.
        is_slot: it is the only card of a slot, from one of its sheets.
    """

    weights: tuple[int, ...] = field(converter=integers)
    parts: tuple[Node, ...]
    names: tuple[str, ...] = ()
    is_slot: bool = False

    @classmethod
    def of(cls, options: Iterable[tuple[int | Fraction, Node]]) -> Node:
        """One of several parts by their weights, or the only part of positive weight.

        Raises:
            CollationError: no part has a positive weight.
        """
        pairs: list[tuple[int, Node]] = weighted(options)
        if len(pairs) == 1:
            return pairs[0][1]
        return cls(tuple(weight for weight, _ in pairs), tuple(part for _, part in pairs))

    @cached_property
    def ends(self) -> list[int]:
        """The running totals of the weights."""
        return list(accumulate(self.weights))

    @property
    def shares(self) -> list[Fraction]:
        """The probability of each part."""
        return [Fraction(weight, self.ends[-1]) for weight in self.weights]


@frozen(eq=False, slots=False)
class Classes(Caching):
    """So many cards of each of several classes, in random order.

    Attributes:
        ways: how many cards of each class.
        weights: whole weights of the ways.
        parts: what draws from each class; a way says how many cards.
    """

    ways: tuple[tuple[int, ...], ...]
    weights: tuple[int, ...] = field(converter=integers)
    parts: tuple[Draw, ...]

    @cached_property
    def ends(self) -> list[int]:
        """The running totals of the weights."""
        return list(accumulate(self.weights))

    @property
    def count(self) -> int:
        """The number of cards."""
        return sum(self.ways[0])

    @cached_property
    def apart(self) -> bool:
        """Whether no card is in two classes."""
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
        """What draws *count* cards of the class of that number; the same each time."""
        key = number, count
        if key not in self._draws:
            self._draws[key] = evolve(self.parts[number], count=count)
        return self._draws[key]


@frozen(eq=False)
class Replaced:
    """A part whose last card makes way for one of another part, with a probability.

    Where the part gave no card, or the other one gives none, nothing is replaced.

    Attributes:
        part: the part.
        by: gives the other card.
        chance: the probability.
    """

    part: Node
    by: Node
    chance: Fraction


@frozen(eq=False, slots=False)
class Source(Caching):
    """A sheet that a slot may draw from.

    Attributes:
        sheet: its name.
        make: makes the node that takes so many cards from it.
        supply: what its copies are taken out of.
        varies: the node is of another kind for another count.
    """

    sheet: str
    make: Callable[[int], Node]
    supply: Hashable
    varies: bool = False

    @cached_property
    def _made(self) -> dict[int, Node]:
        return {}

    def of(self, count: int) -> Node:
        """What takes so many cards; the same each time."""
        if count not in self._made:
            self._made[count] = self.make(count)
        return self._made[count]


@frozen(eq=False, slots=False)
class Fill(Caching):
    """A slot whose sheets may run out.

    Attributes:
        name: the slot's name.
        count: how many cards it should have.
        weights: whole weights of its sheets.
        sources: the sheets.
        sheets: their names, with those of sheets that are never chosen.
        each: every card chooses a sheet, not the slot.
        on_short: what to do when a sheet runs out; see :class:`~cardformats.Slot`.
        unlimited: the slot has as many cards as there are.
        most_carried: how many cards earlier slots can leave to it at most.
    """

    name: str
    count: int
    weights: tuple[int, ...]
    sources: tuple[Source, ...]
    sheets: tuple[str, ...]
    each: bool
    on_short: tuple[str, ...]
    unlimited: bool
    most_carried: int = 0

    @cached_property
    def ends(self) -> list[int]:
        """The running totals of the weights."""
        return list(accumulate(self.weights))

    @property
    def chosen(self) -> list[str]:
        """The names of the sheets that it chooses from."""
        return [source.sheet for source in self.sources]

    @property
    def is_choice(self) -> bool:
        """Whether one card is to be from one of its sheets, and nothing else."""
        return self.count == 1 and not self.each and not self.most_carried

    @property
    def may_be_short(self) -> bool:
        """Whether packs can have fewer cards of it; otherwise there is an error instead."""
        return self.unlimited or not {"skip", "carry"}.isdisjoint(self.on_short)

    @property
    def only(self) -> Node | None:
        """What draws from its only sheet, if nothing is carried on to it; None if it has more."""
        return self.sources[0].of(self.count) if len(self.sources) == 1 else None

    @property
    def nodes(self) -> Iterator[Node]:
        """What it can draw with; one node for many counts where these do not matter."""
        most = 1 if self.each else self.count + self.most_carried
        for source in self.sources:
            for count in range(1, most + 1) if source.varies else (most,):
                with suppress(CollationError):  # that number may never be asked for
                    yield source.of(count)

    def carried(self, missing: int) -> int | None:
        """How many cards the next slot has to draw more; None if that is an error."""
        if not missing or self.unlimited or "skip" in self.on_short:
            return 0
        return missing if "carry" in self.on_short else None

    def message(self, wanted: int, missing: int) -> str:
        """Why the slot cannot be filled."""
        sheets = ", ".join(map(repr, self.sheets))
        return f"slot {self.name!r} is {missing} of {wanted} cards short; it has {sheets}"


class Condition(Protocol):
    """What is to be true of the cards of a part."""

    @property
    def tests(self) -> Sequence[Callable[[PackCard], bool]]:
        """Which cards are counted."""

    def hold(self, numbers: Iterable[int]) -> bool:
        """Whether it holds where so many cards pass each test."""

    def message(self, tries: int) -> str:
        """What to say where none of so many tries kept it."""


@frozen(eq=False)
class OneOfEach:
    """A card of each of some classes; of a draw, of those that have cards left.

    Attributes:
        sheet: the name of the sheet.
        classes: the entries of each class.
        place: what the entries are in a pack.
    """

    sheet: str
    classes: tuple[frozenset[int], ...]
    place: Place | None = field(default=None, repr=False)

    @property
    def tests(self) -> Sequence[Callable[[PackCard], bool]]:
        cards = self.place.cards if self.place else ()
        return [frozenset(cards[entry] for entry in its).__contains__ for its in self.classes]

    def hold(self, numbers: Iterable[int]) -> bool:
        return all(numbers)

    def message(self, tries: int) -> str:
        return (
            f"sheet {self.sheet!r}: none of {tries:,} tries gave a card of each of"
            f" {len(self.classes)} classes, as the rule of balance 'reject' demands"
        )


@frozen(eq=False)
class Given:
    """What a part gives, if that keeps a condition; otherwise it is drawn again.

    Attributes:
        part: the part.
        condition: what its cards keep.
    """

    part: Node
    condition: Condition


Node: TypeAlias = Leaf | Seq | OneOf | Classes | Replaced | Fill | Given

#: The types of nodes.
NODES = (*LEAVES, Seq, OneOf, Classes, Replaced, Fill, Given)

#: What gives no card.
NOTHING = Seq(())


def children(node: Node) -> Iterable[Node]:
    """The nodes directly below a node."""
    if isinstance(node, (Seq, OneOf, Classes)):
        return node.parts
    if isinstance(node, Replaced):
        return node.part, node.by
    if isinstance(node, Fill):
        return node.nodes
    return (node.part,) if isinstance(node, Given) else ()


def nodes_of(node: Node) -> Iterator[Node]:
    """The different nodes of a tree, each before those below it, in order."""
    seen: set[int] = set()
    stack = [node]
    while stack:
        one = stack.pop()
        if id(one) not in seen:
            seen.add(id(one))
            yield one
            stack += reversed([*children(one)])


def leaves(node: Node) -> Iterator[Leaf]:
    """The different leaves of a tree, in order; of classes, those that draw from each."""
    return (each for each in nodes_of(node) if isinstance(each, LEAVES))


class Change:
    """Makes trees from others: another node for each leaf, and for each slot that may be short.

    What is the same node in one is the same in the other.
    """

    def __init__(self, leaf: Callable[[Leaf], Node], fill: Callable[[Fill], Node]) -> None:
        """Take what each leaf and each slot becomes."""
        self._leaf = leaf
        self._fill = fill
        self._known: dict[int, tuple[Node, Node]] = {}

    def of(self, node: Node) -> Node:
        """What a node becomes."""
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


def placed(node: Node, place: Place) -> Node:
    """A tree that a collator made, with what its entries are in a pack."""
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
