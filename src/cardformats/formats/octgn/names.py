"""The cards of a game by their names."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import Final

from ...caching import Caching
from ...catalog import NearestNames, by_key, key, keys, meant
from ...model import Card, Face
from ..mapping.game_mapping import GameMapping
from .set_index import IndexedCard, IndexedSet

#: What types of alternates are in all games.
_USUAL: Final = GameMapping()


class GameNames(Caching):
    """Finds cards as a catalog does, but not by their backs."""

    def __init__(self, cards: Iterable[IndexedCard], sets: Mapping[str, IndexedSet]) -> None:
        """Take the *cards*, and their *sets* by the GUIDs."""
        self._cards = tuple(cards)
        self._sets = sets

    def printings(self, name: str) -> tuple[IndexedCard, ...]:
        """Return the cards that *name* means, in the order in which they are taken.

        Those of sets that players see come first, then those of the newest set, then the first of
        the game; cards of one GUID are one.
        """
        named = meant(name, self._named)
        cards = {card.ids["octgn"]: self._by_id[card.ids["octgn"]] for card in named}
        return tuple(sorted(cards.values(), key=self._newness, reverse=True))

    def near(self, name: str, most: int = 3) -> tuple[str, ...]:
        """Return the names that *name* is most like, the nearest first."""
        return tuple(self._near.near(name, most))

    def set_of(self, card: IndexedCard) -> IndexedSet:
        """Return the set of *card*."""
        return self._sets[card.set_id]

    def _newness(self, card: IndexedCard) -> tuple[bool, str]:
        of_set = self.set_of(card)
        return not of_set.is_hidden, of_set.released

    def _named(self, wanted: str) -> tuple[Card, ...]:
        return tuple(map(_card, self._by_key.get(wanted, ())))

    @cached_property
    def _by_id(self) -> dict[str, IndexedCard]:
        return {card.id: card for card in reversed(self._cards)}

    @cached_property
    def _by_key(self) -> dict[str, list[IndexedCard]]:
        return by_key((card, _keys(card)) for card in self._cards)

    @cached_property
    def _near(self) -> NearestNames:
        return NearestNames((card.name, card.name) for card in self._cards)


def _keys(card: IndexedCard) -> Sequence[Sequence[str]]:
    """Return the keys of the names of *card* by rank, without those of its backs."""
    if not card.alternates and "/" not in card.name:  # most cards; much faster
        return ((key(card.name),),)
    own, others, _ = keys(_card(card))
    return own, others


def _card(card: IndexedCard) -> Card:
    """Return *card* with no more than its names."""
    kinds = map(_USUAL.kind, card.alternates)
    backs = (Face(name, kind=kind) for name, kind in zip(card.alternate_names, kinds, strict=True))
    return Card((Face(card.name), *backs), ids={"octgn": card.id})
