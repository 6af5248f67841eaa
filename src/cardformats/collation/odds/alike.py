"""Which cards of a part of a pack are alike: those of the same copies in all piles and groups."""

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
from ..leaves import Draw, Hands, Leaf, Place, Sampler
from ..tree import Fill, Given, Node, Seq, children, leaves, nodes_of

#: The group of a card; None if it is in none.
Label: TypeAlias = Callable[[PackCard], int | None]

#: So many states take an effort of 1.
MOST_STATES = 20_000

#: The group of cards that must not come.
NEVER = -1

#: How often a card's copies have been taken: at all, and from each supply that is watched.
Status: TypeAlias = tuple[int, ...]

#: A card that comes once, by its token; or the copies of an entry, by their supply.
Atom: TypeAlias = tuple[Hashable, int]


@frozen
class Spot:
    """Where the cards of a class are.

    Attributes:
        pile: the number of the pile.
        copies: how many copies of each card the pile has.
        rate: how likely each of them is beside others.
        label: the group of the card that comes from it.
        supply: which of the supplies that are watched a copy is gone from; None if it is none.
    """

    pile: int
    copies: int
    rate: int
    label: int | None
    supply: int | None = None


@define(eq=False)
class Pile:
    """Copies that leaves take cards from.

    Attributes:
        number: its number.
        place: what its entries are in a pack.
        copies: those of each entry.
        rates: how likely a copy of each is beside others; None if all are as likely.
        by_chance: whether cards come by chance, and not in an order.
        free: for each group how many copies may come again and again; else nothing.
        classes: the classes of its cards.
    """

    number: int
    place: Place
    copies: tuple[int, ...]
    rates: tuple[int, ...] | None
    by_chance: bool
    free: Counter[int | None] = field(factory=Counter)
    classes: dict[int, None] = field(factory=dict)

    def weight(self, entry: int) -> int:
        """How likely an entry is: its copies times their rate."""
        return self.copies[entry] * (1 if self.rates is None else self.rates[entry])


def pile_key(leaf: Leaf) -> Hashable:
    """What leaves that take cards from the same pile have in common."""
    if isinstance(leaf, (Hands, Sampler)):
        return id(leaf)
    how = (leaf.replacement, leaf.fresh, leaf.rates) if isinstance(leaf, Draw) else ()
    return id(leaf.place), leaf.copies, type(leaf), how


def unknown(what: str) -> TooMuchWorkError:
    """The error for what has no closed form."""
    return TooMuchWorkError(what)


class Alike:
    """The classes of alike cards of a part of a pack.

    Attributes:
        class_of: for each pile and entry the class of its card, and which of the class's spots it
            is; not for cards that come again and again.
        sizes: how many cards each class has.
        spots: where the cards of each class are.
        first: the status of a card of each class that has not come.
        atoms: the atom of each pile and entry.
        conditions: the conditions within the part.
        tests: the tests of all conditions.
        labels: the number of each group, and of each group of cards that pass the same tests.
        meeting: what leaves have in common.
        in_order: some cards come in an order and are looked at, so that they are not alike.
    """

    def __init__(self, node: Node, label: Label, size: int) -> None:
        """Take a part and the groups of its cards, numbered from 0 to *size* - 1.

        Raises:
            TooMuchWorkError: it has no closed form.
        """
        self._node = node
        self.meeting = meeting(node)
        self._beside = in_order_beside_chance(node)
        self.conditions: list[Given] = [each for each in nodes_of(node) if isinstance(each, Given)]
        self.tests = [test for each in self.conditions for test in each.condition.tests]
        self.labels: dict[tuple[int | None, tuple[int, ...]], int] = {}
        self._user = label
        self.piles: dict[Hashable, Pile] = {}
        self._by_leaf: dict[int, tuple[Leaf, Pile]] = {}
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

    def pile(self, leaf: Leaf) -> Pile:
        """The pile of a leaf."""
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
                    raise unknown("cards in order, of which one is replaced")
                is_draw = isinstance(leaf, Draw)
                rates = leaf.rates if isinstance(leaf, Draw) else None
                self.piles[key] = Pile(len(self.piles), leaf.place, copies, rates, is_draw)
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
        """The tests that a card passes."""
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

    def _look_at(self, leaf: Leaf, pile: Pile) -> None:
        """Find the atoms of the entries of a pile."""
        spend(1 + len(pile.copies) // 8)
        fresh = isinstance(leaf, Draw) and leaf.fresh
        endless = isinstance(leaf, Draw) and leaf.replacement
        if fresh and pile.place.tokens and not self.meeting.isdisjoint(pile.place.tokens):
            raise unknown("cards that are spread, and looked at")
        if not pile.by_chance and pile.place.supply in self._beside:
            raise unknown("cards in order, beside others of their sheet at random")
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
        apart = self._told_apart()
        numbers: dict[Hashable, int] = {}
        class_of: dict[Atom, int] = {}
        piles = list(self.piles.values())
        for atom, spots in self._known.items():
            sign = tuple(spots), atom if atom in apart else None
            class_ = class_of[atom] = numbers.setdefault(sign, len(numbers))
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

    def _told_apart(self) -> set[Hashable]:
        """The cards that come in an order after they may have come before; these are not alike."""
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
        """The classes of cards that a part looks at."""
        if id(node) not in self._looked:
            its = (self.pile(leaf) for leaf in leaves(node) if isinstance(leaf, Draw))
            self._looked[id(node)] = node, frozenset(each for pile in its for each in pile.classes)
        return self._looked[id(node)][1]

    def too_much(self, draws: int, classes: Collection[int]) -> TooMuchWorkError:
        """How much work it is to draw so many cards of some classes, as the error that says so."""
        ways = [1] + [0] * draws  # in how many ways so many cards can be of the classes
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
        """The cards, by their identity, of piles of which some have more copies than others."""
        weights: dict[int, set[int]] = {}
        for its in self.spots:
            for spot in its:
                weights.setdefault(spot.pile, set()).add(spot.copies * spot.rate)
        piles = (pile for pile in self.piles.values() if len(weights.get(pile.number, ())) > 1)
        return frozenset(id(card) for pile in piles for card in pile.place.cards)

    @property
    def alike(self) -> bool:
        """Whether cards of a kind have the same odds."""
        return not self.in_order

    def spot(self, pile: Pile, entry: int) -> tuple[Hashable, Hashable]:
        """What an entry's card is, and its kind; those of the same kinds have the same odds."""
        where = self.class_of.get((pile.number, entry))
        if not pile.by_chance or where is None:
            if not pile.by_chance:
                return (pile.number, entry), (pile.number, "entry", entry)
            hits = self._hits(pile.place.cards[entry])  # a condition may tell cards apart
            return (pile.number, entry), (pile.number, "weight", pile.weight(entry), hits)
        atom = self.atoms[pile.number, entry]
        return atom, (*where, 1 if atom[0] == "token" else pile.copies[entry])

    def comes_once(self, atom: Hashable) -> bool:
        """Whether a card comes once at most, as far as chance is concerned."""
        return atom in self._once

    @cached_property
    def _back(self) -> dict[Hashable, set[tuple[int, int | None]]]:
        return {}

    def supplied(self, supply: Hashable) -> set[tuple[int, int | None]]:
        """The classes of cards of a supply, each with what watches its copies."""
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
    """The leaves, by their identity, that can come more than once in a pack."""
    repeated: set[int] = set()
    for one in nodes_of(node):
        below = list(children(one)) if isinstance(one, (Seq, Fill)) else []
        numbers = Counter(map(id, below))
        for each in below:
            if isinstance(one, Fill) or numbers[id(each)] > 1:
                repeated.update(map(id, leaves(each)))
    return repeated
