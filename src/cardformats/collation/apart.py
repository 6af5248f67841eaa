"""One more pack of a tree, as it is among several: what holds within a pack is its own."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from attrs import evolve, frozen

from .contacts import Contact
from .leaves import Leaf, Place, Run
from .tree import Change, Fill, Node, Source, leaves


@frozen
class Sharing:
    """What packs share with one another.

    Attributes:
        runs: print runs that continue through a box.
        tokens: cards that come once do so in all of them together.
        supplies: the first parts of those supplies whose copies are gone for later packs.
    """

    runs: bool
    tokens: bool
    supplies: Collection[str]

    def lasts(self, contact: Contact) -> bool:
        """Whether a contact of parts of a pack is also one between packs."""
        if isinstance(contact, int):
            return self.tokens
        return isinstance(contact, tuple) and (
            contact[0] in self.supplies or (self.runs and contact[1] == "box")
        )


def another(root: Node, number: int, sharing: Sharing) -> Node:
    """The tree of the pack of that number among packs of a tree that share something."""
    return _Another(root, number, sharing).of(root)


class _Another(Change):
    def __init__(self, root: Node, number: int, sharing: Sharing) -> None:
        super().__init__(self._of_leaf, self._of_fill)
        places = [leaf.place for leaf in leaves(root) if leaf.place is not None]
        span = 1 + max((max(place.tokens or (0,)) for place in places), default=0)
        self._number, self._first = number, number * span
        self._sharing = sharing
        self._places: dict[int, Place] = {}

    def _of_leaf(self, leaf: Leaf) -> Leaf:
        place = leaf.place
        if place is not None:
            place = self._places.setdefault(id(place), self._place(place))
        lasts = ("", "box") if self._sharing.runs else ("",)
        if isinstance(leaf, Run) and leaf.continues not in lasts:
            return evolve(leaf, place=place, continues=f"pack {self._number}")
        return leaf if place is leaf.place else evolve(leaf, place=place)

    def _of_fill(self, node: Fill) -> Node:
        return evolve(node, sources=tuple(map(self._source, node.sources)))

    def _place(self, place: Place) -> Place:
        tokens, supply = place.tokens, self._supply(place.supply)
        if tokens is not None and not self._sharing.tokens:
            tokens = tuple([self._first + token for token in tokens])
        if tokens is place.tokens and supply is place.supply:
            return place
        return evolve(place, made=place.cards, tokens=tokens, supply=supply)

    def _supply(self, supply: Any) -> Any:
        is_own = supply is not None and supply[0] not in self._sharing.supplies
        return (*supply, self._number) if is_own else supply

    def _source(self, source: Source) -> Source:
        return Source(
            source.sheet,
            lambda count: self.of(source.of(count)),
            self._supply(source.supply),
            source.varies,
        )
