"""The leaves of a tree: what gives cards of a sheet."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Hashable, Iterable, Sequence
from fractions import Fraction
from functools import cached_property
from itertools import accumulate
from typing import Any, TypeAlias

from attrs import field, frozen
from attrs.converters import optional

from ..bits import Bits
from ..caching import Caching
from ..errors import CollationError
from ..model import PackCard
from ..model.weights import whole_weights

#: Up to so many copies of a sheet, a table says which entry each belongs to.
MOST_LISTED = 20_000

#: More ways through stripes than this are not listed, so that their odds are simulated.
_MOST_WALKS = 100_000


def integers(values: Iterable[int]) -> tuple[int, ...]:
    """Numbers as a tuple."""
    return tuple(values)


def weighted(pairs: Iterable[tuple[int | Fraction, Any]]) -> list[tuple[int, Any]]:
    """Pairs with whole weights, without those of weight 0.

    Raises:
        CollationError: no weight is positive.
    """
    kept = [(weight, part) for weight, part in pairs if weight]
    if not kept:
        raise CollationError("there is nothing to choose: no weight is positive")
    weights = whole_weights(weight for weight, _ in kept)
    return [(weight, part) for weight, (_, part) in zip(weights, kept, strict=True)]


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

    copies: tuple[int, ...] = field(converter=integers)
    count: int
    replacement: bool = False
    fresh: bool = False
    kept: bool = True
    rates: tuple[int, ...] | None = field(default=None, converter=optional(integers))
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
    def there(self) -> list[tuple[int, int]]:
        """The entries that have copies, with these."""
        return [(entry, number) for entry, number in enumerate(self.copies) if number]

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
class Dealt(Draw):
    """Cards that a deal gives from a supply that it shares out; only deals know what comes.

    Attributes:
        by: the property whose classes are balanced; None if none are.
    """

    by: str | None = None


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
    weights: tuple[int, ...] = field(converter=integers)
    lost: int | None = None
    place: Place | None = field(default=None, repr=False)

    @property
    def each(self) -> Iterable[tuple[int, Sequence[int]]]:
        """The hands with their weights."""
        return zip(self.weights, self.hands, strict=True)

    def kept(self, hand: Sequence[int]) -> Sequence[int]:
        """The cards of a hand that are in the pack."""
        if self.lost is None:
            return hand
        at = self.lost % len(hand)
        return (*hand[:at], *hand[at + 1 :])

    @classmethod
    def of(cls, options: Iterable[tuple[int | Fraction, Iterable[int]]]) -> Hands:
        """Hands by their weights; those of weight 0 never come.

        Raises:
            CollationError: no hand has a positive weight.
        """
        pairs = weighted((weight, tuple(hand)) for weight, hand in options)
        return cls(tuple(hand for _, hand in pairs), tuple(weight for weight, _ in pairs))

    @cached_property
    def ends(self) -> list[int]:
        """The running totals of the weights."""
        return list(accumulate(self.weights))


@frozen(eq=False, slots=False)
class Run(Caching):
    """The next *count* cards of a print run.

    The start is a multiple of *group*, at random; after the last copy comes the first.  A run that
    continues has one start for all leaves with its key, each of which goes on where the last one
    stopped.

    Attributes:
        copies: those of each entry of the sheet, in order.
        count: how many cards.
        group: the size of a group.
        continues: within what it continues, by a name; empty if each leaf has a start of its own.
        lost: how many of the last cards are not in the pack.
        place: what the entries are in a pack.
    """

    copies: tuple[int, ...] = field(converter=integers)
    count: int
    group: int = 1
    continues: str = ""
    lost: int = 0
    place: Place | None = field(default=None, repr=False)

    @property
    def key(self) -> tuple[str, str] | None:
        """What leaves that continue one another have in common: their sheet, and within what."""
        if not self.continues or self.place is None:
            return None
        return self.place.sheet, self.continues

    @cached_property
    def pile(self) -> Draw:
        """The copies, to look entries up."""
        return Draw(self.copies, 0)

    @property
    def each(self) -> list[tuple[int, list[int]]]:
        """The entries from each start, with weights; none if there are no copies."""
        return [(1, self.hand(self.group * number)) for number in range(self.starts)]

    def kept(self, hand: Sequence[int]) -> Sequence[int]:
        """The cards of a hand that are in the pack."""
        return hand[: max(len(hand) - self.lost, 0)]

    @property
    def starts(self) -> int:
        """The number of places where it can start."""
        return -(-self.pile.total // self.group)

    def hand(self, start: int) -> list[int]:
        """The entries from the copy *start* on."""
        total, entry = self.pile.total, self.pile.entry
        return [entry((start + step) % total) for step in range(self.count)]


@frozen(eq=False, slots=False)
class Walk(Caching):
    """The next *count* cards of stripes of a sheet; see :class:`~cardformats.model.Striped`.

    From a uniform start a walk goes up within a stripe, then to the next column on the left; at the
    left edge it goes on at the right end of the row above, in a stripe of a new width.

    Attributes:
        copies: those of each entry of the sheet, in order.
        count: how many cards.
        length: the number of columns.
        shares: the weights of the widths 1, 2, 3, ….
        lost: how many of the last cards are not in the pack.
        place: what the entries are in a pack.
    """

    copies: tuple[int, ...] = field(converter=integers)
    count: int
    length: int
    shares: tuple[int, ...] = field(converter=integers)
    lost: int = 0
    place: Place | None = field(default=None, repr=False)

    @cached_property
    def pile(self) -> Draw:
        """The copies, to look entries up."""
        return Draw(self.copies, 0)

    @cached_property
    def widths(self) -> list[int]:
        """The widths that a stripe can have."""
        return [width for width, share in enumerate(self.shares, 1) if share]

    @cached_property
    def ends(self) -> list[int]:
        """The running totals of the weights of these widths."""
        return [*accumulate(self.shares[width - 1] for width in self.widths)]

    @cached_property
    def first_ends(self) -> list[int]:
        """The same for the first stripe: it has as many places to start as it is wide."""
        return [*accumulate(self.shares[width - 1] * width for width in self.widths)]

    def is_at_edge(self, cell: int, width: int, depth: int) -> bool:
        """Whether the stripe ends after *cell*, at *depth* of its *width*."""
        return depth == width and cell % self.length == 0

    def inside(self, cell: int, width: int, depth: int) -> tuple[int, int]:
        """The next cell of a stripe, and its depth."""
        if depth < width:
            return (cell - self.length) % self.pile.total, depth + 1
        return (cell - 1 + (width - 1) * self.length) % self.pile.total, 1

    def kept(self, hand: Sequence[int]) -> Sequence[int]:
        """The cards of a walk that are in the pack."""
        return hand[: max(len(hand) - self.lost, 0)]

    @cached_property
    def each(self) -> list[tuple[int, list[int]]] | None:
        """The entries of all walks, with whole weights; None if they are too many."""
        total = self.pile.total
        if not total or not self.count:
            return [(1, [])]
        if total * sum(self.widths) > _MOST_WALKS:
            return None
        # what a walk has drawn, its weight, how often it passed the edge, and where it is
        walks: list[tuple[tuple[int, ...], int, int, int, int]] = [
            ((cell,), self.shares[width - 1], 0, width, depth)
            for cell in range(total)
            for width in self.widths
            for depth in range(1, width + 1)
        ]
        for _ in range(self.count - 1):
            after = []
            for cells, weight, edges, width, depth in walks:
                cell = cells[-1]
                if self.is_at_edge(cell, width, depth):
                    its = (*cells, (cell - 1) % total)
                    after += [
                        (its, weight * self.shares[new - 1], edges + 1, new, 1)
                        for new in self.widths
                    ]
                else:
                    cell, next_depth = self.inside(cell, width, depth)
                    after.append(((*cells, cell), weight, edges, width, next_depth))
            walks = after
            if len(walks) > _MOST_WALKS:
                return None
        most, whole = max(edges for _, _, edges, _, _ in walks), self.ends[-1]
        entry = self.pile.entry
        return [
            (weight * whole ** (most - edges), [entry(cell) for cell in cells])
            for cells, weight, edges, _, _ in walks
        ]


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

    @staticmethod
    def kept(hand: Sequence[int]) -> Sequence[int]:
        """The cards that are in the pack: all."""
        return hand


Ordered: TypeAlias = Hands | Run | Walk
Leaf: TypeAlias = Draw | Ordered | Sampler


def entries_of(leaf: Leaf) -> list[int]:
    """The entries of a leaf whose cards can be in the pack."""
    if isinstance(leaf, Hands):
        return sorted({entry for hand in leaf.hands for entry in leaf.kept(hand)})
    if isinstance(leaf, Sampler):
        return list(range(0 if leaf.place is None else len(leaf.place.cards)))
    return [entry for entry, number in enumerate(leaf.copies) if number]


#: The types of leaves that give cards in an order.
ORDERED = (Hands, Run, Walk)

#: The types of leaves.
LEAVES = (Draw, *ORDERED, Sampler)
