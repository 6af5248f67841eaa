"""A catalog of cards in memory."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property, partial
from heapq import nsmallest

from ..caching import Caching
from ..model import Card, CardRef, CardSet, Catalog
from .names import by_key, key, keys, meant, own_name
from .near import NearestNames
from .preference import preference


class CardCatalog(Caching):
    """Cards by any of their names.

    A card is found by its own name, by the names of all its faces joined by ``//``, by its front
    alone, and by its printed English name; and by its back, its other half or its adventure alone,
    unless that is the name of another card.  Case, accents, ligatures, the kind of apostrophes, and
    whether there is one slash between faces or two do not count.

    The first printing of a name is the preferred one: in the language asked for, on paper, no
    promo, not oversized, no token, not from a set of jokes, the newest, the lowest number.  Cards
    that no card data tells this about stay in their order.
    """

    def __init__(self, cards: Iterable[Card], language: str = "en") -> None:
        """Index *cards*; printings in *language*, a code such as ``en``, are preferred."""
        self._order = partial(preference, language=language)
        self._by_name = {
            name: tuple(sorted(same, key=self._order)) if len(same) > 1 else tuple(same)
            for name, same in by_key((card, keys(card)) for card in cards).items()
        }

    def printings(self, name: str) -> tuple[Card, ...]:
        """All printings of the card called *name*, the preferred one first; empty if none."""
        return tuple(meant(name, self._cards_of))

    def card(self, ref: str | CardRef) -> Card | None:
        """The printing that a name or a reference means, or None; the preferred one of several.

        A reference's set code, number and id, where it has them, must all agree; set codes compare
        without regard to case.
        """
        return printing_of(ref, self)

    def with_id(self, scheme: str, value: str) -> Card | None:
        """The preferred card with that id, e.g. of ``mtgjson`` or ``multiverse``, or None."""
        cards = self._by_id.get((scheme, value))
        return min(cards, key=self._order) if cards else None

    def near(self, name: str, most: int = 1) -> tuple[str, ...]:
        """The names that *name* is most like, at most so many, the nearest first."""
        cards = self.printings(name)
        if cards:
            return (own_name(cards[0]),)
        return tuple(self._near.near(name, most))

    def beginning(self, start: str, most: int) -> tuple[str, ...]:
        """The names that begin as *start* does, at most so many, in order."""
        wanted = key(start)
        first = nsmallest(most, (name for name in self._by_name if name.startswith(wanted)))
        return tuple(dict.fromkeys(own_name(self._by_name[name][0]) for name in first))

    def _cards_of(self, name: str) -> tuple[Card, ...]:
        return self._by_name.get(name, ())

    @cached_property
    def _near(self) -> NearestNames:
        return NearestNames((name, own_name(cards[0])) for name, cards in self._by_name.items())

    @cached_property
    def _by_id(self) -> dict[tuple[str, str], list[Card]]:
        by_id: dict[tuple[str, str], list[Card]] = {}
        for cards in self._by_name.values():
            for card in cards:
                for identity in identities(card):
                    same = by_id.setdefault(identity, [])
                    if not any(each is card for each in same):
                        same.append(card)
        return by_id


def identities(card: Card) -> Iterator[tuple[str, str]]:
    """The schemes and values of the ids of *card*; those of its back (``…_back``) are its own."""
    for scheme, value in card.ids.items():
        yield scheme.removesuffix("_back"), value


def printing_of(ref: str | CardRef, catalog: Catalog) -> Card | None:
    """The first printing in *catalog* that agrees with all that *ref* says, or None.

    A string is a name, or else ``Name (SET) 123``.
    """
    if isinstance(ref, str):
        cards = catalog.printings(ref)
        if cards:
            return cards[0]
        ref = CardRef.parse(ref)
    code = None if ref.set_code is None else ref.set_code.lower()
    for card in catalog.printings(ref.name):
        if (
            (code is None or (card.set_code or "").lower() == code)
            and (ref.number is None or card.number == ref.number)
            and (ref.id is None or ref.id in card.ids.values())
        ):
            return card
    return None


def as_catalog(catalog: Catalog) -> Catalog:
    """*catalog*, perhaps a card set, as one that knows all names of a card."""
    return CardCatalog(catalog.cards) if isinstance(catalog, CardSet) else catalog
