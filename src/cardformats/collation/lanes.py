"""Packs in the making as arrays: each node of a tree draws for many packs at once."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from functools import singledispatchmethod
from math import prod
from typing import Any

import numpy as np

from ..bits import SHARE, SHORT, Source, number_size
from .bulk_packs import NO_CARD, Array
from .contacts import Contact
from .draws import TRIES
from .leaves import Draw, Hands, LeafPlace, Run, Walk
from .reading import is_watched, orders
from .tables import WIDEST, ArrayCopies, NodeTables, parted, remainders, values_of
from .tree import Classes, Fill, Given, Node, OneOf, PartCondition, Replaced, Seq

#: The maximum number of draws until packs meet a condition; the rest is made one by one.
_TRIES = 100

#: The maximum number of packs of a part that are made one by one instead of as arrays.
_FEW = 4

#: The number of bytes in each block of a pack's random stream after the first.
_BLOCK = 64


class Lanes:
    """Packs in the making. Arrays have one column for each pack.

    Attributes:
        cards: The numbers of the cards.
        width: The number of cards of each pack.
        layout: The number of the layout of each pack.
        alone: Whether each pack must be made by itself.
    """

    def __init__(
        self, source: Source, numbers: range, data: Array, max_cards: int, tables: NodeTables
    ) -> None:
        """Create empty packs.

        Args:
            source: The random bytes of the packs.
            numbers: The numbers of the packs.
            data: The first random bytes of the packs, one row for each pack.
            max_cards: The maximum number of cards of a pack.
            tables: The tables of the tree of the packs.
        """
        count = len(numbers)
        self._source = source
        self._numbers = numbers
        self._data = np.ascontiguousarray(np.ascontiguousarray(data).view("<u2").T)
        self._have = np.full(count, len(self._data))
        self._at = np.zeros(count, np.intp)
        self._tables = tables
        self._words = tables.words
        self._meet = tables.meet
        self.cards = np.full((max_cards, count), NO_CARD, np.int32)
        self.width = np.zeros(count, np.intp)
        self.layout = np.zeros(count, np.int32)
        self.alone = np.zeros(count, np.bool_)
        #: The tokens and copies that cards took: their contacts, and one column for each pack.
        self._came: list[tuple[frozenset[Contact], Array]] = []
        self._runs: dict[Hashable, Array] = {}

    def draw(self, tree: Node) -> None:
        """Draw all packs."""
        self.run(tree, np.arange(len(self._numbers)))

    # -- numbers

    def _look(self, rows: Array, need: Array) -> None:
        """Load at least *need* words of the random bytes of packs."""
        short = need > self._have[rows]
        if not short.any():
            return
        rows, need = rows[short], need[short]
        first, size = SHARE // SHORT, _BLOCK // SHORT
        blocks, known = -(-(need - first) // size), (self._have[rows] - first) // size
        more = first + int(blocks.max()) * size - len(self._data)
        if more > 0:
            self._data = np.vstack([self._data, np.zeros((more, len(self._numbers)), "<u2")])
        for block in range(1, int(blocks.max()) + 1):
            own = rows[(blocks >= block) & (known < block)]
            its = b"".join([self._source.more(self._numbers[row], block) for row in own.tolist()])
            at = first + (block - 1) * size
            self._data[at : at + size, own] = np.frombuffer(its, "<u2").reshape(-1, size).T
        self._have[rows] = first + blocks * size

    def _raw(self, rows: Array, words: int) -> Array:
        """Return the next words of packs."""
        if not len(rows):
            return np.zeros((words, 0), "<u2")
        start = self._at[rows]
        first, packs = int(start.min()), len(self._numbers)
        self._look(rows, start + words)
        self._at[rows] += words
        if (start > first).any():
            places = start * packs + rows + packs * np.arange(words)[:, None]
            return self._data.ravel().take(places)
        raw = self._data[first : first + words]
        return raw if len(rows) == packs else raw.take(rows, axis=1)

    def below(self, rows: Array, limit: int, values: Array | None = None) -> Array:
        """Return the next number below *limit* of each pack; *values* are words already read."""
        size = number_size(limit)
        if values is None:
            values = values_of(self._raw(rows, size // SHORT), size)[0]
        numbers, rejected = remainders(values, limit, size)
        if rejected.any():
            numbers[rejected] = self.below(rows[rejected], limit)
        return numbers.astype(np.int64)

    def _index(
        self, rows: Array, node: OneOf | Classes | Hands | Fill, values: Array | None = None
    ) -> Array:
        """Return the index of an option for each pack, by weight."""
        ends = node.ends
        if len(ends) == 1 and values is None:
            return np.zeros(len(rows), np.intp)
        table = self._tables.kept(node, "ends", lambda: np.array(ends))
        return np.searchsorted(table, self.below(rows, ends[-1], values), "right")

    # -- nodes

    def run(self, node: Node, rows: Array) -> None:
        """Draw a node for some packs."""
        if not len(rows):
            return
        if len(rows) <= _FEW and len(self._numbers) > _FEW:
            self.alone[rows] = True
        else:
            self._run(node, rows)

    @singledispatchmethod
    def _run(self, node: Any, rows: Array) -> None:
        del node  # a node without an array form
        self.alone[rows] = True

    @_run.register(Given)
    def _(self, node: Given, rows: Array) -> None:
        if isinstance(node.part, Draw) and is_watched(node.part, self._meet):
            self.alone[rows] = True  # the condition depends on earlier cards
            return
        start, came = self.width.copy(), len(self._came)
        runs = {key: its.copy() for key, its in self._runs.items()}
        places = np.arange(len(self.cards))[:, None]
        for _ in range(_TRIES):
            self.run(node.part, rows)
            rows = rows[~self.alone[rows]]
            if not len(rows):
                return
            known = len(self._words.cards)  # now including the cards of the part
            about = self._tables.kept(
                node, f"tests of {known} cards", lambda: self._tests(node.condition)
            )
            drawn = np.where(places >= start[rows], self.cards[:, rows], NO_CARD)
            numbers, which = np.unique(
                np.array([each[drawn].sum(axis=0) for each in about]), axis=1, return_inverse=True
            )
            holds = np.array([node.condition.hold(column) for column in numbers.T.tolist()])
            rows = rows[~holds[which.ravel()]]
            if not len(rows):
                return
            self.cards[:, rows] = np.where(places < start[rows], self.cards[:, rows], NO_CARD)
            self.width[rows] = start[rows]
            for _, copy_marks in self._came[came:]:
                copy_marks[:, rows] = -1
            for key, its in self._runs.items():
                its[rows] = runs[key][rows] if key in runs else -1
        self.alone[rows] = True

    def _tests(self, condition: PartCondition) -> Array:
        """Return the cards that pass each test of a condition; a missing card passes none."""
        cards = self._words.cards
        return np.array([[*map(test, cards), False] for test in condition.tests], np.bool_)

    @_run.register(Seq)
    def _(self, node: Seq, rows: Array) -> None:
        before = self.width[rows]
        for part in self._tables.parts(node):
            if self._tables.sizes(part[0]) is not None:
                self._together(part, rows)
            else:
                self.run(part[0], rows)
        if node.shuffled:
            sizes = self.width[rows] - before
            for size in np.unique(sizes).tolist():
                self._shuffle(rows[sizes == size], size)

    @_run.register(OneOf)
    def _(self, node: OneOf, rows: Array) -> None:
        if number_size(node.ends[-1]) > WIDEST:
            self.alone[rows] = True
            return
        chosen = self._index(rows, node)
        if node.names:
            names = np.array([self._words.layout(name) for name in node.names], np.int32)
            self.layout[rows] = names[chosen]
        chosen = chosen.astype(np.min_scalar_type(len(node.parts)))
        order = np.argsort(chosen, kind="stable")
        ends = np.searchsorted(chosen[order], np.arange(len(node.parts) + 1))
        for number, part in enumerate(node.parts):
            self.run(part, rows[order[ends[number] : ends[number + 1]]])

    @_run.register(Replaced)
    def _(self, node: Replaced, rows: Array) -> None:
        ends = [node.chance.numerator, node.chance.denominator]
        if number_size(ends[1]) > WIDEST:
            self.alone[rows] = True
            return
        happens = rows if ends[0] == ends[1] else rows[self.below(rows, ends[1]) < ends[0]]
        before = self.width[happens]
        self.run(node.part, rows)
        happens = happens[(self.width[happens] > before) & ~self.alone[happens]]
        at = self.width[happens]
        self.run(node.by, happens)
        new = self.width[happens] > at
        happens, at = happens[new], at[new]
        self.cards[at - 1, happens] = self.cards[at, happens]
        self.cards[at, happens] = NO_CARD
        self.width[happens] = at

    @_run.register(Hands)
    def _(self, node: Hands, rows: Array) -> None:
        if number_size(node.ends[-1]) > WIDEST:
            self.alone[rows] = True
            return
        chosen = self._index(rows, node)
        sizes = np.array([len(hand) for hand in node.hands])
        for size in np.unique(sizes[sizes > 0]).tolist():
            its = np.flatnonzero(sizes == size)
            table = np.array([node.hands[number] for number in its], np.intp).reshape(-1, size)
            place_of = np.full(len(sizes), -1)
            place_of[its] = np.arange(len(its))
            own = place_of[chosen]
            mine = rows[own >= 0]
            entries = table[own[own >= 0]].T
            self._mark(node.place, entries, mine)
            if node.lost is not None and size:
                entries = np.delete(entries, node.lost % size, axis=0)
            self._put(self._tables.cards(_place(node.place))[entries], mine)

    @_run.register(Run)
    def _(self, node: Run, rows: Array) -> None:
        if not node.starts:
            return
        place, total = _place(node.place), node.pile.total
        listed = node.pile.listed
        if listed is None:
            self.alone[rows] = True
            return
        positions = None
        if node.key in self._meet:
            if node.key not in self._runs:
                self._runs[node.key] = np.full(len(self._numbers), -1)
            positions = self._runs[node.key]
        new = rows if positions is None else rows[positions[rows] < 0]
        starts = np.zeros(len(self._numbers), np.intp) if positions is None else positions
        starts[new] = self.below(new, node.starts) * (node.group % total)
        steps = np.arange(node.count)[:, None]
        table = self._tables.kept(node.pile, "listed", lambda: np.array(listed))
        entries = table[(starts[rows] + steps) % total]
        if positions is not None:
            positions[rows] += node.count
        self._mark(place, entries, rows)
        self._put(self._tables.cards(place)[entries[: max(node.count - node.lost, 0)]], rows)

    @_run.register(Walk)
    def _(self, node: Walk, rows: Array) -> None:
        place, total, listed = _place(node.place), node.pile.total, node.pile.listed
        if not total or not node.count:
            return
        if listed is None or number_size(node.first_ends[-1]) > WIDEST:
            self.alone[rows] = True
            return
        cell = self.below(rows, total)
        width = self._width(node, rows, node.first_ends)
        depth = np.ones(len(rows), np.intp)
        for each in np.unique(width[width > 1]).tolist():
            its = np.flatnonzero(width == each)
            depth[its] += self.below(rows[its], each)
        cells = [cell]
        for _ in range(node.count - 1):
            at_top = depth == width
            edge = np.flatnonzero(at_top & (cell % node.length == 0))
            cell = np.where(at_top, cell - 1 + (width - 1) * node.length, cell - node.length)
            depth = np.where(at_top, 1, depth + 1)
            cell[edge] = cells[-1][edge] - 1
            width[edge] = self._width(node, rows[edge], node.ends)
            cell %= total
            cells.append(cell)
        table = self._tables.kept(node.pile, "listed", lambda: np.array(listed))
        entries = table[np.array(cells)]
        self._mark(place, entries, rows)
        self._put(self._tables.cards(place)[entries[: max(node.count - node.lost, 0)]], rows)

    def _width(self, node: Walk, rows: Array, ends: Sequence[int]) -> Array:
        """Return random widths of stripes, by weight."""
        widths = np.array(node.widths)
        if len(ends) == 1:
            return np.full(len(rows), widths[0])
        return widths[np.searchsorted(np.array(ends), self.below(rows, ends[-1]), "right")]

    @_run.register(Classes)
    @_run.register(Draw)
    def _(self, node: Classes | Draw, rows: Array) -> None:
        self._together([node], rows)

    @_run.register(Fill)
    def _(self, node: Fill, rows: Array) -> None:
        if self._tables.sizes(node) is not None:
            self._together([node], rows)
            return
        if node.most_carried:
            self.alone[rows] = True
            return
        before = self.width[rows]
        for _ in range(node.count if node.each else 1):
            chosen = self._index(rows, node)
            for number, source in enumerate(node.sources):
                self.run(source.of(1 if node.each else node.count), rows[chosen == number])
        self._check_full(node, rows, before)

    def _check_full(self, node: Fill, rows: Array, before: Array) -> None:
        """Mark packs in which a slot lacks cards to be made one by one."""
        self.alone[rows[self.width[rows] - before < node.count]] = True

    # -- draws

    def _together(self, nodes: Sequence[Node], rows: Array) -> None:
        """Draw nodes whose first random numbers are read together."""
        takes = [self._tables.takes(node) for node in nodes]
        parts = [part for each in takes for part in each or ()]
        if None in takes:
            self.alone[rows] = True
            return
        raw, at = self._raw(rows, sum(words for _, words in parts)), 0
        for part, words in parts:
            self._take(part, rows, raw[at : at + words])
            at += words

    def _take(self, node: Node, rows: Array, raw: Array) -> None:
        """Draw a node with the words read first."""
        if isinstance(node, Fill):
            before, at = self.width[rows], 0
            for part, words in (self._tables.takes(node.only) or ()) if node.only else ():
                self._take(part, rows, raw[at : at + words])
                at += words
            self._check_full(node, rows, before)
        elif not len(raw):
            return
        elif isinstance(node, Draw):
            self._draw(node, rows, raw)
        elif isinstance(node, Classes):
            self._classes(node, rows, raw)

    def _draw(self, node: Draw, rows: Array, raw: Array) -> None:
        """Draw copies with the words read first."""
        own, size = self._tables.copies(node), number_size(node.total)
        copies, rejected = remainders(values_of(raw, size), node.total, size)
        self._settle(own, rows, copies, rejected, None)
        self._put(own.cards.take(copies), rows)

    def _classes(self, node: Classes, rows: Array, raw: Array) -> None:
        """Draw from classes with the words read first."""
        own = self._tables.copies(node)
        ways = self._tables.ways(node)
        first, *others = (size // SHORT for size in self._tables.sizes(node) or ())
        values = iter(parted(raw[first:], others))
        way = self._index(rows, node, values_of(raw[:first], first * SHORT)[0])
        copies = np.empty((node.count, len(rows)), np.int32)
        rejected = np.empty(copies.shape, np.bool_)
        at = 0
        for count, last in zip(ways.groups, ways.last, strict=True):
            value = next(values).astype(np.uint64)
            rejected[at : at + count] = value > last.take(way)
            for card in range(at, at + count):
                total = ways.totals[card].take(way)
                left = value // total
                copies[card] = value - left * total
                copies[card] += ways.starts[card].take(way)
                value = left
            at += count
        self._settle(own, rows, copies, rejected, ways.kinds.take(way, axis=1))
        self._reorder(copies, rows, values)
        self._put(own.cards.take(copies), rows)

    def _settle(
        self, own: ArrayCopies, rows: Array, copies: Array, rejected: Array, kinds: Array | None
    ) -> None:
        """Replace copies that are rejected, or whose token is taken."""
        came = [its for contacts, its in self._came if not contacts.isdisjoint(own.contacts)]
        if len(rows) < len(self._numbers):
            came = [its.take(rows, axis=1) for its in came]
        copy_marks = copies if own.copy_marks is None else own.copy_marks.take(copies)
        taken = [each for its in came for each in its]
        for card in range(len(copies)):
            before = [] if own.again else [*copy_marks[:card], *taken]
            for mark in before:
                rejected[card] |= copy_marks[card] == mark
            packs = np.flatnonzero(rejected[card])
            for _ in range(1, TRIES):
                if not len(packs):
                    break
                value = values_of(self._raw(rows[packs], own.words), own.words * SHORT)[0]
                kind = kinds[card, packs] if kinds is not None else np.zeros(len(packs), np.intp)
                copy = own.starts[kind] + value % own.totals[kind]
                copies[card, packs] = copy
                mark = copy if own.copy_marks is None else own.copy_marks.take(copy)
                copy_marks[card, packs] = mark
                clash = value > own.last[kind]
                for each in before:
                    clash |= each[packs] == mark
                packs = packs[clash]
            self.alone[rows[packs]] = True
        if own.contacts:
            self._record_marks(own.contacts, copy_marks, rows)

    def _mark(self, place: LeafPlace | None, entries: Array, rows: Array) -> None:
        """Mark the tokens of entries that are drawn in order as taken."""
        place = _place(place)
        tokens = self._meet.intersection(place.tokens or ())
        if tokens:
            table = self._tables.kept(place, "tokens", lambda: np.array(place.tokens, np.int32))
            self._record_marks(tokens, table[entries], rows)
        if place.supply in self._meet:
            self.alone[rows] = True

    def _record_marks(self, contacts: frozenset[Contact], copy_marks: Array, rows: Array) -> None:
        """Store which of some tokens, or copies of a supply, are taken."""
        if len(rows) < len(self._numbers):
            its = np.full((len(copy_marks), len(self._numbers)), -1, copy_marks.dtype)
            its[:, rows] = copy_marks
            copy_marks = its
        self._came.append((contacts, copy_marks))

    def _put(self, cards: Array, rows: Array) -> None:
        """Append the same number of cards to each pack."""
        if not len(cards) or not len(rows):
            return
        start = self.width[rows]
        if int(start.min()) == int(start.max()):
            at = int(start[0])
            if len(rows) == self.cards.shape[1]:
                self.cards[at : at + len(cards)] = cards
            else:
                self.cards[at : at + len(cards), rows] = cards
        else:
            for number, its in enumerate(cards):
                self.cards[start + number, rows] = its
        self.width[rows] = start + len(cards)

    def _shuffle(self, rows: Array, size: int) -> None:
        """Shuffle the last *size* cards of packs."""
        rows = rows[~self.alone[rows]]
        if size < 2 or not len(rows):  # noqa: PLR2004 - one card has no order
            return
        its = self.width[rows] - size + np.arange(size)[:, None], rows
        cards = np.ascontiguousarray(self.cards[its])
        words = [number_size(prod(limits)) // SHORT for limits in orders(size)]
        self._reorder(cards, rows, parted(self._raw(rows, sum(words)), words))
        self.cards[its] = cards

    def _reorder(self, cards: Array, rows: Array, values: Iterable[Array]) -> None:
        """Shuffle some cards of packs by random numbers already read."""
        size, packs = cards.shape
        flat, columns = cards.reshape(-1), np.arange(packs)
        for limits, value in zip(orders(size), values, strict=True):
            number = self.below(rows, prod(limits), value)
            for limit in limits:
                left = number // limit
                other = (number - left * limit) * packs + columns
                number = left
                last = slice((limit - 1) * packs, limit * packs)
                mine = flat[last].copy()
                flat[last] = flat.take(other)
                flat[other] = mine


def _place(place: LeafPlace | None) -> LeafPlace:
    assert place is not None  # noqa: S101 - collators' nodes get one
    return place
