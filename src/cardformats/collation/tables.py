"""Tables of the nodes of a tree, for packs as arrays."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from itertools import accumulate, pairwise
from math import prod
from typing import Any, TypeVar

import numpy as np
from attrs import frozen

from ..bits import SHORT, number_bound, number_size
from ..model import PackCard
from .bulk_packs import Array
from .contacts import Contact
from .draws import Copies
from .leaves import Draw, LeafPlace
from .reading import card_digits, expanded, first_sizes, marks, read_together
from .tree import Classes, Fill, Node, Seq

T = TypeVar("T")

#: The maximum number of copies in a draw for which tables are made.
_MOST_LISTED = 2**22

#: The number of bits for the number of a copy within its entry.
_BITS = 32

#: The maximum size in bytes of random numbers that arrays support.
WIDEST = 8


class CardNumbers:
    """The numbers of cards and layouts."""

    def __init__(self) -> None:
        self.cards: list[PackCard] = []
        self.layouts: dict[str, int] = {}
        self._numbers: dict[PackCard, int] = {}

    def number(self, card: PackCard) -> int:
        """Return the number of a card."""
        number = self._numbers.setdefault(card, len(self.cards))
        if number == len(self.cards):
            self.cards.append(card)
        return number

    def layout(self, name: str) -> int:
        """Return the number of a layout."""
        return self.layouts.setdefault(name, len(self.layouts))


class NodeTables:
    """The cached tables of the nodes of a tree.

    Attributes:
        meet: The contacts of its leaves.
        words: The numbers of cards and layouts.
    """

    def __init__(self, meet: frozenset[Contact], words: CardNumbers) -> None:
        self.meet = meet
        self.words = words
        self._kept: dict[Hashable, tuple[object, Any]] = {}

    def kept(self, key: object, kind: str, make: Callable[[], T]) -> T:
        """Return the cached object of a kind for *key*; *make* creates it."""
        if (id(key), kind) not in self._kept:
            self._kept[id(key), kind] = key, make()
        made: T = self._kept[id(key), kind][1]
        return made

    def cards(self, place: LeafPlace) -> Array:
        """Return the numbers of a place's cards."""
        number = self.words.number
        return self.kept(place, "cards", lambda: np.array([*map(number, place.cards)], np.int32))

    def sizes(self, node: Node) -> tuple[int, ...] | None:
        """Return the sizes in bytes of the numbers that a node reads first; None if it has none."""
        return self.kept(node, "sizes", lambda: first_sizes(node))

    def parts(self, node: Seq) -> Sequence[Sequence[Node]]:
        """Return the parts of a sequence in groups whose first numbers are read at once."""
        return self.kept(node, "parts", lambda: [*read_together(node.parts)])

    def takes(self, node: Node) -> Sequence[tuple[Node, int]] | None:
        """Return the parts of a node that reads numbers first, with the number of words of each.

        None if there are no tables for it.
        """
        return self.kept(node, "takes", lambda: self._takes(node))

    def _takes(self, node: Node) -> Sequence[tuple[Node, int]] | None:
        parts = [(part, first_sizes(part) or ()) for part in expanded([node])]
        if any(size > WIDEST for _, sizes in parts for size in sizes):
            return None
        if not all(self._has_tables(part) for part, _ in parts):
            return None
        return [(part, sum(sizes) // SHORT) for part, sizes in parts]

    def _has_tables(self, node: Node) -> bool:
        """Return whether arrays support the first numbers of a node."""
        if isinstance(node, Fill):
            only = node.only if node.count else None
            return not node.most_carried and (only is None or self.takes(only) is not None)
        draws = node.parts if isinstance(node, Classes) else [node]
        its = [draw for draw in draws if isinstance(draw, Draw)]
        alike = {(draw.fresh, draw.replacement, draw.tokens is None) for draw in its}
        return len(alike) == 1 and all(
            draw.kept
            and (draw is node or draw.total)
            and draw.total <= _MOST_LISTED
            and not (draw.fresh and marks(draw, self.meet))
            for draw in its
        )

    def copies(self, node: Draw | Classes) -> ArrayCopies:
        """Return the copies of a draw or of classes."""
        draws = (node,) if isinstance(node, Draw) else node.parts
        return self.kept(node, "copies", lambda: ArrayCopies(draws, self))

    def ways(self, node: Classes) -> Ways:
        """Return the ways of classes."""
        return self.kept(node, "ways", lambda: Ways.of(node, self.copies(node)))


class ArrayCopies:
    """The copies of several draws, numbered consecutively, and their tables.

    Attributes:
        cards: The number of the card of each copy.
        copy_marks: For each copy, the mark that no other drawn card may have; None if there is
            none, or if it is the copy itself.
        again: Whether copies are put back.
        contacts: The tokens, or the supply, that other nodes depend on.
        words: The number of words of a random number that replaces a rejected one.
        totals: The number of copies of each kind.
        starts: The number of the first copy of each kind.
        last: The highest value of each kind that is not rejected.
    """

    def __init__(self, draws: Sequence[Draw], tables: NodeTables) -> None:
        copies, meet = Copies(draws, tables.meet, apart=True), tables.meet
        pairs = [(_place(draw), _listed(draw)) for draw in draws]
        self.cards = np.concatenate([tables.cards(place)[listed] for place, listed in pairs])
        first = draws[0]
        self.again: bool = first.replacement and (first.tokens is None or first.fresh)
        self.copy_marks: Array | None = None
        self.contacts: frozenset[Contact] = frozenset[Contact]()
        if first.tokens is not None and not first.fresh:
            tokens = np.array(first.tokens, np.int32)
            self.copy_marks = np.concatenate([tokens[listed] for _, listed in pairs])
            self.contacts = meet.intersection(first.tokens) if copies.marks else self.contacts
        elif not first.replacement:
            self.copy_marks = np.concatenate([*map(_numbers, draws)])
            if not first.fresh:
                self.contacts = meet.intersection([_place(first).supply])
        if self.copy_marks is not None and not self.contacts:
            is_single = len(np.unique(self.copy_marks)) == len(self.copy_marks)
            self.copy_marks = None if is_single else self.copy_marks
        self.words: int = copies.size // SHORT
        self.totals, self.starts, bounds = np.array(copies.kinds, np.int64).T
        self.last = bounds - 1


def _place(draw: Draw) -> LeafPlace:
    assert draw.place is not None  # noqa: S101 - collators' nodes get one
    return draw.place


def _listed(draw: Draw) -> Array:
    """Return the entry of each number."""
    return np.repeat(np.arange(len(draw.copies)), draw.weights)


def _numbers(draw: Draw) -> Array:
    """Return the copy of each number, as a number that is unique in its sheet."""
    pairs = zip(draw.copies, draw.weights, strict=True)
    there = [number if weight else 0 for number, weight in pairs]
    entries = np.repeat(np.arange(len(there)), there)
    starts = np.repeat([*accumulate(there, initial=0)][:-1], there)
    copies = (entries << _BITS) + np.arange(len(entries)) - starts
    return copies if draw.rates is None else np.repeat(copies, np.array(draw.rates)[entries])


@frozen(eq=False)
class Ways:
    """The tables of classes.

    Attributes:
        kinds: The draw of each card and way.
        totals, starts: The number of copies of these draws, and the number of the first.
        last: The highest value that is not rejected, for each number that is read and each way.
        groups: The number of cards that each number contains.
    """

    kinds: Array
    totals: Array
    starts: Array
    last: Array
    groups: Sequence[int]

    @classmethod
    def of(cls, node: Classes, own: ArrayCopies) -> Ways:
        """Return the tables of a node."""
        groups = card_digits(node)
        sizes = [number_size(prod(group)) for group in groups]
        numbers = np.arange(len(node.parts))
        kinds = np.array([np.repeat(numbers, way) for way in node.ways]).T
        totals = own.totals[kinds].astype(np.uint64)
        ends = [*accumulate(map(len, groups), initial=0)]
        last = [
            [number_bound(prod(way), size) - 1 for way in totals[at:end].T.tolist()]
            for (at, end), size in zip(pairwise(ends), sizes, strict=True)
        ]
        starts = own.starts[kinds].astype(np.int32)
        return cls(kinds, totals, starts, np.array(last, np.uint64), [*map(len, groups)])


def values_of(raw: Array, size: int) -> Array:
    """Return numbers of *size* bytes from words, one row for each."""
    words = size // SHORT
    if words == 1:
        return raw
    kind = np.dtype(f"<u{size}")
    values = raw[::words].astype(kind)
    for word in range(1, words):
        values |= raw[word::words].astype(kind) << kind.type(16 * word)
    return values


def parted(raw: Array, words: Sequence[int]) -> Iterator[Array]:
    """Yield numbers of *words* words each."""
    at = 0
    for number in words:
        yield values_of(raw[at : at + number], number * SHORT)[0]
        at += number


def remainders(values: Array, limit: int, size: int) -> tuple[Array, Array]:
    """Return numbers below a limit, and whether they are rejected."""
    kind = values.dtype.type
    rejected = values > kind(number_bound(limit, size) - 1)
    return values - values // kind(limit) * kind(limit), rejected
