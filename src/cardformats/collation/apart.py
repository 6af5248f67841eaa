"""Trees of further packs that share cards, print runs or supplies with earlier packs."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from attrs import evolve, frozen

from .contacts import Contact
from .leaves import Leaf, LeafPlace, Run
from .tree import Fill, Node, SheetSource, TreeChange, leaves


@frozen
class Sharing:
    """The state that packs share with one another.

    Attributes:
        runs: Whether print runs continue through a box.
        tokens: Whether the rule against duplicates covers all packs together.
        supplies: The first parts of the supply keys whose copies later packs cannot draw again.
    """

    runs: bool
    tokens: bool
    supplies: Collection[str]

    def lasts(self, contact: Contact) -> bool:
        """Return whether a contact between parts of one pack is also a contact between packs."""
        if isinstance(contact, int):
            return self.tokens
        return isinstance(contact, tuple) and (
            contact[0] in self.supplies or (self.runs and contact[1] == "box")
        )


def another(root: Node, number: int, sharing: Sharing) -> Node:
    """Return the tree of pack *number* among packs that share state as *sharing* specifies."""
    return _Another(root, number, sharing).of(root)


class _Another(TreeChange):
    def __init__(self, root: Node, number: int, sharing: Sharing) -> None:
        super().__init__(self._of_leaf, self._of_fill)
        places = [leaf.place for leaf in leaves(root) if leaf.place is not None]
        span = 1 + max((max(place.tokens or (0,)) for place in places), default=0)
        self._number, self._first = number, number * span
        self._sharing = sharing
        self._places: dict[int, LeafPlace] = {}

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

    def _place(self, place: LeafPlace) -> LeafPlace:
        tokens, supply = place.tokens, self._supply(place.supply)
        if tokens is not None and not self._sharing.tokens:
            tokens = tuple([self._first + token for token in tokens])
        if tokens is place.tokens and supply is place.supply:
            return place
        return evolve(place, made=place.cards, tokens=tokens, supply=supply)

    def _supply(self, supply: Any) -> Any:
        is_own = supply is not None and supply[0] not in self._sharing.supplies
        return (*supply, self._number) if is_own else supply

    def _source(self, source: SheetSource) -> SheetSource:
        return SheetSource(
            source.sheet,
            lambda count: self.of(source.of(count)),
            self._supply(source.supply),
            source.varies,
        )
