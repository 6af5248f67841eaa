"""Equivalence classes of the cards in a part of a pack.

Cards are equivalent if they have the same copies in all piles and the same groups.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Hashable
from functools import cached_property
from itertools import accumulate
from typing import TypeAlias

from attrs import define, field, frozen

from ...model import PackCard
from ..contacts import in_order_beside_chance, meeting
from ..effort import TooMuchWorkError, spend
from ..leaves import Draw, Hands, Leaf, LeafPlace, Sampler
from ..tree import Fill, Given, Node, Seq, children, leaves, nodes_of

#: A function that returns the group of a card; None if it has no group.
Label: TypeAlias = Callable[[PackCard], int | None]

#: The maximum number of states with an effort of 1.
MOST_STATES = 20_000

#: The group of cards that must not occur.
NEVER = -1

#: The numbers of copies of a card that were taken: in total, and from each tracked supply.
Status: TypeAlias = tuple[int, ...]

#: A card that occurs at most once, by its token; or the copies of an entry, by their supply.
Atom: TypeAlias = tuple[Hashable, int]


@frozen
class Spot:
    """The copies of each card of a class in a pile.

    Attributes:
        pile: The number of the pile.
        copies: The number of copies of each card in the pile.
        rate: The relative weight of a copy.
        label: The group of the card that comes from the pile.
        supply: The index of the tracked supply that loses a copy; None if there is none.
    """

    pile: int
    copies: int
    rate: int
    label: int | None
    supply: int | None = None


@define(eq=False)
class SharedCopies:
    """The copies that leaves take cards from.

    Attributes:
        number: The number of the pile.
        place: The cards of the entries in a pack.
        copies: The number of copies of each entry.
        rates: The relative weight of a copy of each entry; None if all are equal.
        by_chance: Whether cards are drawn at random, and not in an order.
        free: The weight of copies of each group that can be drawn any number of times.
        classes: The classes of its cards.
    """

    number: int
    place: LeafPlace
    copies: tuple[int, ...]
    rates: tuple[int, ...] | None
    by_chance: bool
    free: Counter[int | None] = field(factory=Counter)
    classes: dict[int, None] = field(factory=dict)

    def weight(self, entry: int) -> int:
        """Return the weight of an entry: its number of copies times their rate."""
        return self.copies[entry] * (1 if self.rates is None else self.rates[entry])


def pile_key(leaf: Leaf) -> Hashable:
    """Return the common key of leaves that take cards from the same pile."""
    if isinstance(leaf, (Hands, Sampler)):
        return id(leaf)
    how = (leaf.replacement, leaf.fresh, leaf.rates) if isinstance(leaf, Draw) else ()
    return id(leaf.place), leaf.copies, type(leaf), how


def unknown(what: str) -> TooMuchWorkError:
    """Return the error for a node that has no closed form."""
    return TooMuchWorkError(what)


class Alike:
    """The equivalence classes of cards in a part of a pack.

    Attributes:
        class_of: The class of the card of each pile and entry, and the index of its spot; cards
            that can be drawn any number of times are omitted.
        sizes: The number of cards of each class.
        spots: The spots of the cards of each class.
        first: The status of a card of each class that has not been drawn.
        atoms: The atom of each pile and entry.
        conditions: The conditions inside the part.
        tests: The tests of all conditions.
        labels: The number of each group, and of each group of cards that pass the same tests.
        meeting: The common contacts of leaves.
        in_order: Whether cards that are drawn in an order are depended on, so that cards of one
            kind differ.
    """

    def __init__(self, node: Node, label: Label, size: int) -> None:
        """Find the classes of a part, given groups of cards numbered from 0 to *size* - 1.

        Raises:
            TooMuchWorkError: If there is no closed form.
        """
        self._node = node
        self.meeting = meeting(node)
        self._beside = in_order_beside_chance(node)
        self.conditions: list[Given] = [each for each in nodes_of(node) if isinstance(each, Given)]
        self.tests = [test for each in self.conditions for test in each.condition.tests]
        self.labels: dict[tuple[int | None, tuple[int, ...]], int] = {}
        self._user = label
        self.piles: dict[Hashable, SharedCopies] = {}
        self._by_leaf: dict[int, tuple[Leaf, SharedCopies]] = {}
        self.class_of: dict[tuple[int, int], tuple[int, int]] = {}
        self.sizes: list[int] = []
        self.spots: list[tuple[Spot, ...]] = []
        self.first: list[Status] = []
        self.in_order: bool = False
        self._looked: dict[int, tuple[Node, frozenset[int]]] = {}
        if not self.tests:
            self.labels = {(each, ()): each for each in range(size)}
        self._prepared = False
        self._prepare()
        self._prepared = True

    def pile(self, leaf: Leaf) -> SharedCopies:
        """Return the pile of a leaf."""
        if id(leaf) not in self._by_leaf:
            if isinstance(leaf, Sampler) or leaf.place is None:
                raise unknown("a collator's function")
            if isinstance(leaf, Hands):
                there = {entry for hand in leaf.hands for entry in hand}
                copies = tuple(int(entry in there) for entry in range(len(leaf.place.cards)))
            else:
                copies = leaf.copies
            key = pile_key(leaf)
            if key not in self.piles:
                if self._prepared:
                    raise unknown("ordered cards with a replacement")
                is_draw = isinstance(leaf, Draw)
                rates = leaf.rates if isinstance(leaf, Draw) else None
                self.piles[key] = SharedCopies(len(self.piles), leaf.place, copies, rates, is_draw)
            self._by_leaf[id(leaf)] = leaf, self.piles[key]
        return self._by_leaf[id(leaf)][1]

    def label(self, card: PackCard) -> int | None:
        label = self._user(card)
        if not self.tests:
            return label
        hits = self._hits(card)
        if label is None and not hits:
            return None
        return self.labels.setdefault((label, hits), len(self.labels))

    def _hits(self, card: PackCard) -> tuple[int, ...]:
        """Return the tests that a card passes."""
        return tuple([at for at, test in enumerate(self.tests) if test(card)])

    def _prepare(self) -> None:
        """Find the classes of all cards."""
        self._known: dict[Atom, list[Spot]] = {}
        self._sizes: dict[Atom, int] = {}
        self._watched: dict[Atom, dict[Hashable, int]] = {}
        self.atoms: dict[tuple[int, int], Atom] = {}
        for leaf in leaves(self._node):
            known = len(self.piles)
            pile = self.pile(leaf)
            if pile.number == known:
                self._look_at(leaf, pile)
        fresh = {(each, "fresh") for each in leaves(self._node)}
        has_fill = any(isinstance(each, Fill) for each in nodes_of(self._node))
        self._once = {
            atom
            for atom in self._known
            if not has_fill
            and (atom[0] == "token" or (self._sizes[atom] == 1 and atom[0] not in fresh))
        }
        self._classify()

    def _look_at(self, leaf: Leaf, pile: SharedCopies) -> None:
        """Find the atoms of the entries of a pile."""
        spend(1 + len(pile.copies) // 8)
        fresh = isinstance(leaf, Draw) and leaf.fresh
        endless = isinstance(leaf, Draw) and leaf.replacement
        if fresh and pile.place.tokens and not self.meeting.isdisjoint(pile.place.tokens):
            raise unknown("spread cards that other slots depend on")
        if not pile.by_chance and pile.place.supply in self._beside:
            raise unknown("cards of one sheet both in order and at random")
        supply = (leaf, "fresh") if fresh else pile.place.supply
        tokens = None if fresh else pile.place.tokens
        for entry, copies in enumerate(pile.copies):
            label = self.label(pile.place.cards[entry]) if copies else None
            weight = pile.weight(entry)
            if not weight:
                continue
            if tokens is None and (endless or not pile.by_chance):
                pile.free[label] += weight
                continue
            atom: Atom = (supply, entry) if tokens is None else ("token", tokens[entry])
            watch = None
            if tokens is None:
                if self._sizes.setdefault(atom, copies) != copies:
                    raise unknown("a sheet with several numbers of copies")
            elif supply is not None and not endless:
                watched = self._watched.setdefault(atom, {})
                watch = watched.setdefault((supply, entry), len(watched))
            spot = Spot(
                pile.number, 1 if tokens is None else copies, weight // copies, label, watch
            )
            self._known.setdefault(atom, []).append(spot)
            self.atoms[pile.number, entry] = atom

    def _classify(self) -> None:
        """Find the classes of atoms."""
        apart = self._distinguished()
        numbers: dict[Hashable, int] = {}
        class_of: dict[Atom, int] = {}
        piles = list(self.piles.values())
        for atom, spots in self._known.items():
            signature = tuple(spots), atom if atom in apart else None
            class_ = class_of[atom] = numbers.setdefault(signature, len(numbers))
            if class_ == len(self.sizes):
                self.sizes.append(0)
                self.spots.append(tuple(spots))
                watches = {spot.supply for spot in spots} - {None}
                self.first.append((0,) * (1 + len(watches)))
                for spot in spots:
                    piles[spot.pile].classes[class_] = None
            self.sizes[class_] += self._sizes.get(atom, 1)
        seen: Counter[Atom] = Counter()
        for where, atom in self.atoms.items():
            self.class_of[where] = class_of[atom], seen[atom]
            seen[atom] += 1

    def _distinguished(self) -> set[Hashable]:
        """Return the cards that are drawn in order after they may have been drawn before.

        Such cards have a class of their own.
        """
        before: set[int] = set()
        apart: set[Hashable] = set()
        again = _repeated(self._node)
        for leaf in leaves(self._node):
            pile = self.pile(leaf)
            tokens = pile.place.tokens
            if tokens is None:
                continue
            own = {token for token, n in zip(tokens, pile.copies, strict=True) if n}
            if not pile.by_chance and not self.meeting.isdisjoint(own):
                self.in_order = True
                if id(leaf) in again or not before.isdisjoint(own):
                    apart |= {("token", token) for token in own}
            before |= own
        return apart

    def looked(self, node: Node) -> frozenset[int]:
        """Return the classes of cards that a part depends on."""
        if id(node) not in self._looked:
            its = (self.pile(leaf) for leaf in leaves(node) if isinstance(leaf, Draw))
            self._looked[id(node)] = node, frozenset(each for pile in its for each in pile.classes)
        return self._looked[id(node)][1]

    def too_much(self, draws: int, classes: Collection[int]) -> TooMuchWorkError:
        """Return the error for the work of drawing *draws* cards of some classes."""
        ways = [1] + [0] * draws  # the number of ways to divide each number of cards into classes
        for size in (self.sizes[class_] for class_ in classes):
            sums = [0, *accumulate(ways)]
            ways = [sums[n + 1] - sums[max(0, n - size)] for n in range(draws + 1)]
        sheets = ", ".join(dict.fromkeys(repr(pile.place.sheet) for pile in self.piles.values()))
        return TooMuchWorkError(
            f"cards of {len(classes)} different weights in {sheets}",
            sum(ways) * len(classes),
            -(-max(ways) // MOST_STATES),
        )

    @cached_property
    def uneven(self) -> frozenset[int]:
        """Return the identities of the cards in piles whose cards have different weights."""
        weights: dict[int, set[int]] = {}
        for its in self.spots:
            for spot in its:
                weights.setdefault(spot.pile, set()).add(spot.copies * spot.rate)
        piles = (pile for pile in self.piles.values() if len(weights.get(pile.number, ())) > 1)
        return frozenset(id(card) for pile in piles for card in pile.place.cards)

    @property
    def alike(self) -> bool:
        """Return whether cards of one kind have the same odds."""
        return not self.in_order

    def spot(self, pile: SharedCopies, entry: int) -> tuple[Hashable, Hashable]:
        """Return the atom and the kind of an entry's card. Kinds with equal odds are equal."""
        where = self.class_of.get((pile.number, entry))
        if not pile.by_chance or where is None:
            if not pile.by_chance:
                return (pile.number, entry), (pile.number, "entry", entry)
            hits = self._hits(pile.place.cards[entry])  # a condition may distinguish cards
            return (pile.number, entry), (pile.number, "weight", pile.weight(entry), hits)
        atom = self.atoms[pile.number, entry]
        return atom, (*where, 1 if atom[0] == "token" else pile.copies[entry])

    def comes_once(self, atom: Hashable) -> bool:
        """Return whether random draws give a card at most once."""
        return atom in self._once

    @cached_property
    def _back(self) -> dict[Hashable, set[tuple[int, int | None]]]:
        return {}

    def supplied(self, supply: Hashable) -> set[tuple[int, int | None]]:
        """Return the classes of cards of a supply, each with the index of its tracked supply."""
        if supply not in self._back:
            pairs = (
                self.class_of[pile.number, entry]
                for pile in self.piles.values()
                if pile.place.supply == supply
                for entry, copies in enumerate(pile.copies)
                if copies and (pile.number, entry) in self.class_of
            )
            self._back[supply] = {(class_, self.spots[class_][at].supply) for class_, at in pairs}
        return self._back[supply]


def _repeated(node: Node) -> set[int]:
    """Return the identities of the leaves that can occur more than once in a pack."""
    repeated: set[int] = set()
    for one in nodes_of(node):
        below = list(children(one)) if isinstance(one, (Seq, Fill)) else []
        numbers = Counter(map(id, below))
        for each in below:
            if isinstance(one, Fill) or numbers[id(each)] > 1:
                repeated.update(map(id, leaves(each)))
    return repeated
