"""The contacts of the parts of a tree: the state through which one part can affect another."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import Any, TypeAlias

from .leaves import LEAVES, Draw, Hands, Leaf, Run, Sampler
from .tree import Fill, Node, OneOf, children

#: A token, a supply, a print run that continues, or :data:`CARRIED`.
Contact: TypeAlias = Hashable

#: The contact of slots that draw the missing cards of earlier slots.
CARRIED = "carried"


class Contacts:
    """The contacts that the nodes of a tree change, and those that they depend on."""

    def __init__(self) -> None:
        self._marks: dict[int, tuple[Node, frozenset[Contact]]] = {}
        self._looks: dict[int, tuple[Node, frozenset[Contact]]] = {}

    def marks(self, node: Node) -> frozenset[Contact]:
        """Return the contacts that a node changes for later nodes."""
        if id(node) not in self._marks:
            if isinstance(node, LEAVES):
                its = frozenset(_marks(node))
            else:
                its = frozenset[Contact]().union(*map(self.marks, _different(node)))
                if isinstance(node, Fill) and "carry" in node.on_short and not node.unlimited:
                    its |= {CARRIED}
            self._marks[id(node)] = node, its
        return self._marks[id(node)][1]

    def looks(self, node: Node) -> frozenset[Contact]:
        """Return the contacts that a node depends on if an earlier node changed them."""
        if id(node) not in self._looks:
            if isinstance(node, LEAVES):
                its = frozenset(_looks(node))
            else:
                its = frozenset[Contact]().union(*map(self.looks, _different(node)))
                if isinstance(node, Fill) and node.most_carried:
                    its |= {CARRIED}
            self._looks[id(node)] = node, its
        return self._looks[id(node)][1]

    def both(self, node: Node) -> frozenset[Contact]:
        """Return the contacts that a node changes or depends on."""
        return self.marks(node) | self.looks(node)

    def groups(self, parts: Sequence[Node]) -> list[list[int]]:
        """Return the numbers of consecutive *parts* in groups that depend on one another."""
        joined = list(range(len(parts)))

        def root(number: int) -> int:
            while joined[number] != number:
                joined[number] = joined[joined[number]]
                number = joined[number]
            return number

        markers: dict[Contact, list[int]] = {}
        for number, part in enumerate(parts):
            for contact in self.looks(part):
                for other in markers.get(contact, ()):
                    one, two = sorted((root(number), root(other)))
                    joined[two] = one
                if contact in markers:
                    markers[contact] = [number]
            for contact in self.marks(part):
                markers.setdefault(contact, []).append(number)
        groups: dict[int, list[int]] = {}
        for number in range(len(parts)):
            groups.setdefault(root(number), []).append(number)
        return list(groups.values())


def _different(node: Node) -> Iterable[Node]:
    """Return the different child nodes of a node."""
    return {id(each): each for each in children(node)}.values()


def meeting(node: Node) -> frozenset[Contact]:
    """Return the contacts that more than one leaf of a pack can have."""
    return _met(node, lambda leaf: {*_marks(leaf), *_looks(leaf)}, lambda own, its: own & its)


def shared(node: Node) -> frozenset[Contact]:
    """Return the contacts that several parts of a pack can have, if a slot counts as one part."""
    return _met(node, lambda leaf: {*_marks(leaf)}, lambda own, its: own & its, slots=True)


def in_order_beside_chance(node: Node) -> frozenset[Contact]:
    """Return the supplies of which one pack can have cards both in order and at random."""

    def of_leaf(leaf: Leaf) -> set[tuple[Hashable, bool]]:
        supply = None if leaf.place is None else leaf.place.supply
        return set() if supply is None else {(supply, isinstance(leaf, Draw))}

    def both(own: set[tuple[Hashable, bool]], its: set[tuple[Hashable, bool]]) -> set[Contact]:
        return {supply for supply, by_chance in own if (supply, not by_chance) in its}

    return _met(node, of_leaf, both)


def _met(
    root: Node,
    of_leaf: Callable[[Leaf], set[Any]],
    both: Callable[[set[Any], set[Any]], set[Any]],
    *,
    slots: bool = False,
) -> frozenset[Contact]:
    """Return the contacts of parts that occur together, as found by *both*.

    A part that occurs several times meets itself, unless *slots* count as one part.
    """
    met: set[Contact] = set()
    known: dict[int, set[Any]] = {}

    def walk(node: Node) -> set[Any]:
        if id(node) in known:
            return known[id(node)]
        own: set[Any] = set()
        if isinstance(node, LEAVES):
            own |= of_leaf(node)
        else:
            is_choice = isinstance(node, Fill) and (slots or node.is_choice)
            together = not isinstance(node, OneOf) and not is_choice
            for each in _different(node) if slots else children(node):
                its = walk(each)
                if together:
                    met.update(both(own, its))
                own |= its
            if isinstance(node, Fill) and together:  # its parts come any number of times
                met.update(both(own, own))
        known[id(node)] = own
        return own

    walk(root)
    return frozenset(met)


def _tokens(leaf: Leaf) -> Iterable[Contact]:
    tokens = leaf.place.tokens if leaf.place is not None else None
    if tokens is None:
        return ()
    if isinstance(leaf, Hands):
        return {tokens[entry] for hand in leaf.hands for entry in hand}
    if isinstance(leaf, Sampler):
        return tokens
    return {token for token, number in zip(tokens, leaf.copies, strict=True) if number}


def _marks(leaf: Leaf) -> list[Contact]:
    its = list(_tokens(leaf))
    if isinstance(leaf, Run) and leaf.key is not None:
        its.append(leaf.key)
    if leaf.place is not None and leaf.place.supply is not None and not _is_endless(leaf):
        its.append(leaf.place.supply)
    return its


def _looks(leaf: Leaf) -> list[Contact]:
    if isinstance(leaf, Draw) and not leaf.fresh:
        return _marks(leaf)
    return [leaf.key] if isinstance(leaf, Run) and leaf.key is not None else []


def _is_endless(leaf: Leaf) -> bool:
    return isinstance(leaf, Draw) and leaf.replacement
