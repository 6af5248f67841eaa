"""The leaves of a tree: nodes that supply cards of a sheet."""

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

#: The maximum number of copies of a sheet for which a table of their entries is made.
MOST_LISTED = 20_000

#: The maximum number of ways through stripes that are listed; above it, odds are simulated.
_MOST_WALKS = 100_000


def integers(values: Iterable[int]) -> tuple[int, ...]:
    """Return numbers as a tuple."""
    return tuple(values)


def weighted(pairs: Iterable[tuple[int | Fraction, Any]]) -> list[tuple[int, Any]]:
    """Return pairs with integer weights; pairs of weight 0 are omitted.

    Raises:
        CollationError: If no weight is positive.
    """
    kept = [(weight, part) for weight, part in pairs if weight]
    if not kept:
        raise CollationError("none of the weights is positive")
    weights = whole_weights(weight for weight, _ in kept)
    return [(weight, part) for weight, (_, part) in zip(weights, kept, strict=True)]


@frozen(eq=False, slots=False)
class LeafPlace(Caching):
    """The cards of a leaf's entries in a pack.

    Attributes:
        sheet: The name of the sheet.
        made: The card of each entry, or a function that returns these cards.
        tokens: The token of each entry's card; None if cards may occur again.
        supply: The key of the supply from which copies are removed for the rest of the pack; None
            if they need not be removed.
    """

    sheet: str
    made: tuple[PackCard, ...] | Callable[[], tuple[PackCard, ...]]
    tokens: tuple[int, ...] | None = None
    supply: Hashable = None

    @cached_property
    def cards(self) -> tuple[PackCard, ...]:
        """Return the card of each entry."""
        return self.made() if callable(self.made) else self.made


@frozen(eq=False, slots=False)
class Draw(Caching):
    """A draw of *count* cards at random, by copies.

    A card whose token is taken is not drawn while other cards are left. After that, any remaining
    copy is drawn.

    Attributes:
        copies: The number of copies of each entry of the sheet.
        count: The number of cards.
        replacement: Whether copies are put back at once, so that they are only weights.
        fresh: Whether earlier draws do not matter, and all copies are put back afterwards.
        kept: Whether the cards are in the pack. They take their tokens in any case.
        rates: The relative weight of a copy of each entry, as an integer; None if all are equal.
        place: The cards of the entries in a pack.
    """

    copies: tuple[int, ...] = field(converter=integers)
    count: int
    replacement: bool = False
    fresh: bool = False
    kept: bool = True
    rates: tuple[int, ...] | None = field(default=None, converter=optional(integers))
    place: LeafPlace | None = field(default=None, repr=False)

    def rate(self, entry: int) -> int:
        """Return the relative weight of a copy of an entry."""
        return 1 if self.rates is None else self.rates[entry]

    @cached_property
    def weights(self) -> tuple[int, ...]:
        """Return the weight of each entry: its number of copies times their rate."""
        if self.rates is None:
            return self.copies
        return tuple([n * rate for n, rate in zip(self.copies, self.rates, strict=True)])

    @cached_property
    def there(self) -> list[tuple[int, int]]:
        """Return the entries that have copies, with the numbers of copies."""
        return [(entry, number) for entry, number in enumerate(self.copies) if number]

    @cached_property
    def ends(self) -> list[int]:
        """Return the running totals of the weights."""
        return list(accumulate(self.weights))

    @property
    def total(self) -> int:
        """Return the number of copies; with rates, the sum of their rates."""
        return self.ends[-1] if self.ends else 0

    @cached_property
    def listed(self) -> list[int] | None:
        """Return the entry of each number below the total; None if there are too many."""
        if self.total > MOST_LISTED:
            return None
        return [entry for entry, number in enumerate(self.weights) for _ in range(number)]

    def entry(self, number: int) -> int:
        """Return the entry of a number below the total."""
        return self.listed[number] if self.listed is not None else bisect_right(self.ends, number)

    def copy(self, number: int) -> tuple[int, int]:
        """Return the entry of a number below the total, and the index of its copy."""
        entry = self.entry(number)
        return entry, (number - self.ends[entry]) // self.rate(entry) + self.copies[entry]

    @property
    def tokens(self) -> tuple[int, ...] | None:
        """Return the tokens of the entries."""
        return None if self.place is None else self.place.tokens

    @cached_property
    def capacity(self) -> int | None:
        """Return the number of cards before a duplicate or the end of the sheet; None: no limit."""
        if self.tokens is not None and not self.fresh:
            pairs = zip(self.tokens, self.weights, strict=True)
            return len({token for token, weight in pairs if weight})
        if self.replacement and self.total:
            return None
        return sum([n for n, weight in zip(self.copies, self.weights, strict=True) if weight])


@frozen(eq=False, slots=False)
class Dealt(Draw):
    """Cards that a deal takes from a supply; only a deal can draw them.

    Attributes:
        by: The property by whose classes they are balanced; None if they are not.
    """

    by: str | None = None


@frozen(eq=False, slots=False)
class Hands(Caching):
    """One of several hands of cards, chosen by weight, each in its order.

    Attributes:
        hands: The entries of each hand.
        weights: The integer weights of the hands.
        lost: The index of the card of each hand that is not in the pack; None if all are.
        place: The cards of the entries in a pack.
    """

    hands: tuple[tuple[int, ...], ...]
    weights: tuple[int, ...] = field(converter=integers)
    lost: int | None = None
    place: LeafPlace | None = field(default=None, repr=False)

    @property
    def each(self) -> Iterable[tuple[int, Sequence[int]]]:
        """Return the hands with their weights."""
        return zip(self.weights, self.hands, strict=True)

    def kept(self, hand: Sequence[int]) -> Sequence[int]:
        """Return the cards of a hand that are in the pack."""
        if self.lost is None:
            return hand
        at = self.lost % len(hand)
        return (*hand[:at], *hand[at + 1 :])

    @classmethod
    def of(cls, options: Iterable[tuple[int | Fraction, Iterable[int]]]) -> Hands:
        """Return hands with weights. Hands of weight 0 are omitted.

        Raises:
            CollationError: If no hand has a positive weight.
        """
        pairs = weighted((weight, tuple(hand)) for weight, hand in options)
        return cls(tuple(hand for _, hand in pairs), tuple(weight for weight, _ in pairs))

    @cached_property
    def ends(self) -> list[int]:
        """Return the running totals of the weights."""
        return list(accumulate(self.weights))


@frozen(eq=False, slots=False)
class Run(Caching):
    """The next *count* cards of a print run.

    The start is a random multiple of *group*. After the last copy follows the first. All leaves
    with the same key share one start, and each continues where the previous one stopped.

    Attributes:
        copies: The number of copies of each entry of the sheet, in order.
        count: The number of cards.
        group: The size of a group.
        continues: The name of the scope in which the run continues; empty if each leaf has its own
            start.
        lost: The number of cards at the end that are not in the pack.
        place: The cards of the entries in a pack.
    """

    copies: tuple[int, ...] = field(converter=integers)
    count: int
    group: int = 1
    continues: str = ""
    lost: int = 0
    place: LeafPlace | None = field(default=None, repr=False)

    @property
    def key(self) -> tuple[str, str] | None:
        """Return the common key of leaves that continue one another: their sheet and scope."""
        if not self.continues or self.place is None:
            return None
        return self.place.sheet, self.continues

    @cached_property
    def pile(self) -> Draw:
        """Return the copies as a draw, to look up entries."""
        return Draw(self.copies, 0)

    @property
    def each(self) -> list[tuple[int, list[int]]]:
        """Return the entries from each start, with weights; empty if there are no copies."""
        return [(1, self.hand(self.group * number)) for number in range(self.starts)]

    def kept(self, hand: Sequence[int]) -> Sequence[int]:
        """Return the cards of a hand that are in the pack."""
        return hand[: max(len(hand) - self.lost, 0)]

    @property
    def starts(self) -> int:
        """Return the number of possible starts."""
        return -(-self.pile.total // self.group)

    def hand(self, start: int) -> list[int]:
        """Return the entries beginning with the copy *start*."""
        total, entry = self.pile.total, self.pile.entry
        return [entry((start + step) % total) for step in range(self.count)]


@frozen(eq=False, slots=False)
class Walk(Caching):
    """The next *count* cards of stripes of a sheet; see :class:`~cardformats.model.Striped`.

    From a uniform start, a walk goes up within a stripe, then to the next column on the left. From
    the left edge it continues at the right end of the row above, in a stripe of a new width.

    Attributes:
        copies: The number of copies of each entry of the sheet, in order.
        count: The number of cards.
        length: The number of columns.
        shares: The weights of the widths 1, 2, 3, ….
        lost: The number of cards at the end that are not in the pack.
        place: The cards of the entries in a pack.
    """

    copies: tuple[int, ...] = field(converter=integers)
    count: int
    length: int
    shares: tuple[int, ...] = field(converter=integers)
    lost: int = 0
    place: LeafPlace | None = field(default=None, repr=False)

    @cached_property
    def pile(self) -> Draw:
        """Return the copies as a draw, to look up entries."""
        return Draw(self.copies, 0)

    @cached_property
    def widths(self) -> list[int]:
        """Return the possible widths of a stripe."""
        return [width for width, share in enumerate(self.shares, 1) if share]

    @cached_property
    def ends(self) -> list[int]:
        """Return the running totals of the weights of these widths."""
        return [*accumulate(self.shares[width - 1] for width in self.widths)]

    @cached_property
    def first_ends(self) -> list[int]:
        """Return the totals for the first stripe, which has as many starts as it is wide."""
        return [*accumulate(self.shares[width - 1] * width for width in self.widths)]

    def is_at_edge(self, cell: int, width: int, depth: int) -> bool:
        """Return whether the stripe ends after *cell*, at *depth* of its *width*."""
        return depth == width and cell % self.length == 0

    def inside(self, cell: int, width: int, depth: int) -> tuple[int, int]:
        """Return the next cell of a stripe, and its depth."""
        if depth < width:
            return (cell - self.length) % self.pile.total, depth + 1
        return (cell - 1 + (width - 1) * self.length) % self.pile.total, 1

    def kept(self, hand: Sequence[int]) -> Sequence[int]:
        """Return the cards of a walk that are in the pack."""
        return hand[: max(len(hand) - self.lost, 0)]

    @cached_property
    def each(self) -> list[tuple[int, list[int]]] | None:
        """Return the entries of all walks, with integer weights; None if they are too many."""
        total = self.pile.total
        if not total or not self.count:
            return [(1, [])]
        if total * sum(self.widths) > _MOST_WALKS:
            return None
        # the cells of a walk, its weight, how often it passed the edge, and its position
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
        sample: A function that returns the indices of entries, in order. It must take all
            randomness from the bits, and must not have any state.
        count: The maximum number of cards.
        place: The cards of the entries in a pack.
    """

    sample: Callable[[Bits], Sequence[int]]
    count: int
    place: LeafPlace | None = field(default=None, repr=False)

    @staticmethod
    def kept(hand: Sequence[int]) -> Sequence[int]:
        """Return the cards that are in the pack: all."""
        return hand


Ordered: TypeAlias = Hands | Run | Walk
Leaf: TypeAlias = Draw | Ordered | Sampler


def entries_of(leaf: Leaf) -> list[int]:
    """Return the entries of a leaf whose cards can be in the pack."""
    if isinstance(leaf, Hands):
        return sorted({entry for hand in leaf.hands for entry in leaf.kept(hand)})
    if isinstance(leaf, Sampler):
        return list(range(0 if leaf.place is None else len(leaf.place.cards)))
    return [entry for entry, number in enumerate(leaf.copies) if number]


#: The types of leaves that supply cards in an order.
ORDERED = (Hands, Run, Walk)

#: The types of leaves.
LEAVES = (Draw, *ORDERED, Sampler)
