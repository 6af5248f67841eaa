"""The components of a tree: parts that depend on one another only through common choices."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterator
from functools import cached_property

from ...model import PackCard
from ..contacts import Contact, Contacts
from ..leaves import Leaf, entries_of
from ..tree import NOTHING, Node, OneOf, Seq, TreeChange, leaves
from .alike import pile_key


class Components:
    """The components of a tree. Those that a query does not depend on can be omitted.

    Attributes:
        node: The tree.
        count: The number of components.
    """

    def __init__(self, node: Node) -> None:
        """Find the draws that depend on one another."""
        self.node = node
        self._contacts = Contacts()
        self._atoms = {id(atom): atom for atom in _atoms(node)}
        self._of = self._joined()
        self.count: int = len(set(self._of.values()))
        self._known: dict[frozenset[int], Node] = {frozenset(self._of.values()): node}

    def _joined(self) -> dict[int, int]:
        """Return the component of each atom."""
        of = dict(zip(self._atoms, range(len(self._atoms)), strict=True))
        first: dict[Contact, int] = {}
        members: dict[int, list[int]] = {number: [key] for key, number in of.items()}
        for key, atom in self._atoms.items():
            for contact in self._contacts.both(atom):
                one, other = of[first.setdefault(contact, key)], of[key]
                if one != other:
                    small, large = sorted((one, other), key=lambda each: len(members[each]))
                    for each in members[small]:
                        of[each] = large
                    members[large] += members.pop(small)
        return of

    def contacts(self) -> dict[int, set[Contact]]:
        """Return the contacts of the draws of each component."""
        contacts: dict[int, set[Contact]] = {}
        for key, atom in self._atoms.items():
            contacts.setdefault(self._of[key], set()).update(self._contacts.both(atom))
        return contacts

    def with_card(self, test: Callable[[PackCard], bool]) -> set[int]:
        """Return the components with a card that passes a test."""
        return {
            number
            for number, its in self._leaves.items()
            if any(
                test(leaf.place.cards[entry])
                for leaf in its.values()
                if leaf.place is not None
                for entry in entries_of(leaf)
            )
        }

    @cached_property
    def _leaves(self) -> dict[int, dict[Hashable, Leaf]]:
        """Return the leaves with different cards of each component."""
        every: dict[int, dict[Hashable, Leaf]] = {}
        for key, atom in self._atoms.items():
            own = every.setdefault(self._of[key], {})
            own.update({pile_key(leaf): leaf for leaf in leaves(atom)})
        return every

    def each(self) -> list[Node]:
        """Return the tree of each component alone."""
        return [self.only({number}) for number in dict.fromkeys(self._of.values())]

    def only(self, numbers: Collection[int]) -> Node:
        """Return the tree with some of the components."""
        key = frozenset(numbers)
        if key not in self._known:
            kept = {atom for atom, number in self._of.items() if number in key}

            def of_atom(node: Node) -> Node:
                return node if id(node) in kept else NOTHING

            self._known[key] = _Pruned(of_atom, self._atoms).of(self.node)
        return self._known[key]


class _Pruned(TreeChange):
    def __init__(self, of_atom: Callable[[Node], Node], atoms: Collection[int]) -> None:
        super().__init__(of_atom, of_atom)
        self._of_atom = of_atom
        self._atoms = atoms

    def _made(self, node: Node) -> Node:
        return self._of_atom(node) if id(node) in self._atoms else super()._made(node)


def _atoms(node: Node) -> Iterator[Node]:
    """Yield the nodes that are kept or omitted as a whole."""
    seen: set[int] = set()
    stack = [node]
    while stack:
        one = stack.pop()
        if id(one) in seen:
            continue
        seen.add(id(one))
        if isinstance(one, OneOf) or (isinstance(one, Seq) and not one.shuffled):
            stack += reversed(one.parts)
        else:
            yield one
