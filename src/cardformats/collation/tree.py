"""A pack as a tree of parts.  Everything that is asked of packs is an interpretation of that tree.

:class:`Draw` takes cards from a sheet, :class:`Seq` has one part after the other, :class:`OneOf`
chooses one of several parts by weight.  There is one rule of drawing: *take a copy until its token
is free*.  A copy that may come again has no token; copies of a card that comes once share the
card's token; each copy that comes once has a token of its own.

Further nodes say what these three cannot:

- :class:`Hands` and :class:`Run` give cards in the order of the sheet, whatever came before;
- :class:`Classes` is a choice of how many cards each of several draws gives, in random order;
- :class:`Replaced` takes the last card of a part away for one of another part;
- :class:`Fill` is a slot whose sheets may run out, with what it does then;
- :class:`Given` keeps the packs that keep a condition;
- :class:`Sampler` calls a function: nothing is known of its odds.

Leaves name entries of a sheet by their numbers, from 0.  What a leaf gives in a pack is its
:class:`Place`, which the compiler adds; collators make leaves without one.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from contextlib import suppress
from fractions import Fraction
from functools import cached_property
from itertools import accumulate
from typing import Any, Protocol, TypeAlias

from attrs import evolve, field, frozen
from attrs.converters import optional

from ..bits import Bits
from ..caching import Caching
from ..errors import CollationError
from ..model import PackCard
from ..model.weights import whole_weights

#: Up to so many copies of a sheet, a table says which entry each belongs to.
MOST_LISTED = 20_000


def _integers(values: Iterable[int]) -> tuple[int, ...]:
    return tuple(values)


def _nodes(values: Iterable[Node]) -> tuple[Node, ...]:
    return tuple(values)


@frozen(eq=False, slots=False)
class Place(Caching):
    """What a leaf's entries are in a pack.

    Attributes:
        sheet: the name of the sheet.
        made: the card that each entry gives, or what makes these cards when they are needed.
        tokens: for each entry the token of its card; None if cards may come again.
        supply: what copies are taken out of for the rest of the pack; None if it does not matter.
    """

    sheet: str
    made: tuple[PackCard, ...] | Callable[[], tuple[PackCard, ...]]
    tokens: tuple[int, ...] | None = None
    supply: Hashable = None

    @cached_property
    def cards(self) -> tuple[PackCard, ...]:
        """The card that each entry gives."""
        return self.made() if callable(self.made) else self.made


@frozen(eq=False, slots=False)
class Draw(Caching):
    """*count* cards at random, by copies.

    A card whose token is taken does not come as long as there is another one; then any copy that
    is left does.

    Attributes:
        copies: those of each entry of the sheet.
        count: how many cards.
        replacement: copies return at once, so that they are only weights.
        fresh: what came before does not matter, and copies are back afterwards.
        kept: the cards are in the pack; they take their tokens in any case.
        rates: how likely a copy of each entry is beside others, as whole numbers; None if all are
            as likely.
        place: what the entries are in a pack.
    """

    copies: tuple[int, ...] = field(converter=_integers)
    count: int
    replacement: bool = False
    fresh: bool = False
    kept: bool = True
    rates: tuple[int, ...] | None = field(default=None, converter=optional(_integers))
    place: Place | None = field(default=None, repr=False)

    def rate(self, entry: int) -> int:
        """How likely a copy of an entry is beside others."""
        return 1 if self.rates is None else self.rates[entry]

    @cached_property
    def weights(self) -> tuple[int, ...]:
        """How likely each entry is: its copies times their rate."""
        if self.rates is None:
            return self.copies
        return tuple([n * rate for n, rate in zip(self.copies, self.rates, strict=True)])

    @cached_property
    def ends(self) -> list[int]:
        """The running totals of the weights."""
        return list(accumulate(self.weights))

    @property
    def total(self) -> int:
        """How many copies there are; with rates, what their rates add up to."""
        return self.ends[-1] if self.ends else 0

    @cached_property
    def listed(self) -> list[int] | None:
        """The entry that each number below the total means; None if there are too many."""
        if self.total > MOST_LISTED:
            return None
        return [entry for entry, number in enumerate(self.weights) for _ in range(number)]

    def entry(self, number: int) -> int:
        """The entry that a number below the total means."""
        return self.listed[number] if self.listed is not None else bisect_right(self.ends, number)

    def copy(self, number: int) -> tuple[int, int]:
        """The entry that a number below the total means, and which of its copies."""
        entry = self.entry(number)
        return entry, (number - self.ends[entry]) // self.rate(entry) + self.copies[entry]

    @property
    def tokens(self) -> tuple[int, ...] | None:
        """The tokens of the entries."""
        return None if self.place is None else self.place.tokens

    @cached_property
    def room(self) -> int | None:
        """How many cards come before one comes again or the sheet is empty; None: any number."""
        if self.tokens is not None and not self.fresh:
            pairs = zip(self.tokens, self.weights, strict=True)
            return len({token for token, weight in pairs if weight})
        if self.replacement and self.total:
            return None
        return sum([n for n, weight in zip(self.copies, self.weights, strict=True) if weight])


@frozen(eq=False, slots=False)
class Hands(Caching):
    """One of several hands of cards, by weight, each in its order.

    Attributes:
        hands: the entries of each hand.
        weights: whole weights of the hands.
        lost: which card of each hand is not in the pack; None if all are.
        place: what the entries are in a pack.
    """

    hands: tuple[tuple[int, ...], ...]
    weights: tuple[int, ...] = field(converter=_integers)
    lost: int | None = None
    place: Place | None = field(default=None, repr=False)

    def kept(self, hand: Sequence[int]) -> Sequence[int]:
        """The cards of a hand that are in the pack."""
        if self.lost is None:
            return hand
        at = self.lost % len(hand)
        return (*hand[:at], *hand[at + 1 :])

    @classmethod
    def of(cls, weighted: Iterable[tuple[int | Fraction, Iterable[int]]]) -> Hands:
        """Hands by their weights; those of weight 0 never come.

        Raises:
            CollationError: no hand has a positive weight.
        """
        pairs = _weighted((weight, tuple(hand)) for weight, hand in weighted)
        return cls(tuple(hand for _, hand in pairs), tuple(weight for weight, _ in pairs))

    @cached_property
    def ends(self) -> list[int]:
        """The running totals of the weights."""
        return list(accumulate(self.weights))


@frozen(eq=False, slots=False)
class Run(Caching):
    """The next *count* cards of a print run.

    The start is a multiple of *group*, at random; after the last copy comes the first.  A run that
    goes on has one start for all leaves of its sheet in a pack, each of which goes on where the
    last one stopped.

    Attributes:
        copies: those of each entry of the sheet, in order.
        count: how many cards.
        group: the size of a group.
        goes_on: whether it goes on.
        lost: how many of the last cards are not in the pack.
        place: what the entries are in a pack.
    """

    copies: tuple[int, ...] = field(converter=_integers)
    count: int
    group: int = 1
    goes_on: bool = False
    lost: int = 0
    place: Place | None = field(default=None, repr=False)

    @cached_property
    def pile(self) -> Draw:
        """The copies, to look entries up."""
        return Draw(self.copies, 0)

    @property
    def starts(self) -> int:
        """The number of places where it can start."""
        return -(-self.pile.total // self.group)

    def hand(self, start: int) -> list[int]:
        """The entries from the copy *start* on."""
        total, entry = self.pile.total, self.pile.entry
        return [entry((start + step) % total) for step in range(self.count)]


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
    """

    weights: tuple[int, ...] = field(converter=_integers)
    parts: tuple[Node, ...]
    names: tuple[str, ...] = ()

    @classmethod
    def of(cls, weighted: Iterable[tuple[int | Fraction, Node]]) -> Node:
        """One of several parts by their weights, or the only part of positive weight.

        Raises:
            CollationError: no part has a positive weight.
        """
        pairs: list[tuple[int, Node]] = _weighted(weighted)
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
    weights: tuple[int, ...] = field(converter=_integers)
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
        make: makes the node that takes so many cards from it.
        supply: what its copies are taken out of.
        varies: the node is of another kind for another count.
    """

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


@frozen(eq=False)
class Sampler:
    """Cards that a function chooses by random bits.

    Attributes:
        sample: gives the numbers of entries, in order.  It must take all randomness from the bits,
            and must not remember anything.
        count: how many cards it gives at most.
        place: what the entries are in a pack.
    """

    sample: Callable[[Bits], Sequence[int]]
    count: int
    place: Place | None = field(default=None, repr=False)


Leaf: TypeAlias = Draw | Hands | Run | Sampler
Node: TypeAlias = Leaf | Seq | OneOf | Classes | Replaced | Fill | Given

#: The types of leaves.
LEAVES = (Draw, Hands, Run, Sampler)
NODES = (*LEAVES, Seq, OneOf, Classes, Replaced, Fill, Given)

#: What gives no card.
NOTHING = Seq(())


def _weighted(pairs: Iterable[tuple[int | Fraction, Any]]) -> list[tuple[int, Any]]:
    kept = [(weight, part) for weight, part in pairs if weight]
    if not kept:
        raise CollationError("there is nothing to choose: no weight is positive")
    weights = whole_weights(weight for weight, _ in kept)
    return [(weight, part) for weight, (_, part) in zip(weights, kept, strict=True)]


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
