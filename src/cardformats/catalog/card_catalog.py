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
    """Cards that can be found by any of their names.

    A card is found by its own name, by the names of all its faces joined by ``//``, by the name of
    its front alone, and by its printed English name. The name of its back, its other half or its
    adventure alone finds it too, unless another card has that name. Case, accents, ligatures, the
    kind of apostrophes, and one or two slashes between faces make no difference.

    The first printing of a name is the preferred one. Printings are compared by these criteria, in
    this order: the requested language, on paper, not a promo, not oversized, not a token, not from
    a joke set, the newest, the lowest number. Cards without such facts in their card data keep
    their order.
    """

    def __init__(self, cards: Iterable[Card], language: str = "en") -> None:
        """Index *cards*.

        Args:
            cards: The cards to be found.
            language: The language code of preferred printings, such as ``en``.
        """
        self._order = partial(preference, language=language)
        self._by_name = {
            name: tuple(sorted(same, key=self._order)) if len(same) > 1 else tuple(same)
            for name, same in by_key((card, keys(card)) for card in cards).items()
        }

    def printings(self, name: str) -> tuple[Card, ...]:
        """Return all printings of the card called *name*.

        The preferred printing comes first. The tuple is empty if there is no such card.
        """
        return tuple(meant(name, self._cards_of))

    def card(self, ref: str | CardRef) -> Card | None:
        """Return the printing that a name or a reference refers to, or None if there is none.

        If several printings match, the preferred one is returned. The set code, number and id of a
        reference must all agree, where it has them. Set codes are compared without regard to case.
        A string is a name, or has the form ``Name (SET) 123``.
        """
        return printing_of(ref, self)

    def with_id(self, scheme: str, value: str) -> Card | None:
        """Return the preferred card with an id, or None if there is none.

        Args:
            scheme: The kind of id, for example ``mtgjson`` or ``multiverse``.
            value: The id.
        """
        cards = self._by_id.get((scheme, value))
        return min(cards, key=self._order) if cards else None

    def near(self, name: str, most: int = 1) -> tuple[str, ...]:
        """Return the names that are most similar to *name*, the most similar first.

        If a card has this name, its own name is the only result. At most *most* names are returned.
        """
        cards = self.printings(name)
        if cards:
            return (own_name(cards[0]),)
        return tuple(self._near.near(name, most))

    def beginning(self, start: str, most: int) -> tuple[str, ...]:
        """Return the names that begin with *start*, in order.

        At most *most* names are returned.
        """
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
    """Yield the scheme and value of each id of *card*.

    Ids of its back (``…_back``) have the scheme of its front.
    """
    for scheme, value in card.ids.items():
        yield scheme.removesuffix("_back"), value


def printing_of(ref: str | CardRef, catalog: Catalog) -> Card | None:
    """Return the first printing in *catalog* that agrees with everything *ref* says.

    Return None if there is none. A string is a name, or has the form ``Name (SET) 123``.
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
    """Return *catalog*, or a catalog of its cards if it is a card set.

    A card set knows cards by their own names only; the result knows all names of a card.
    """
    return CardCatalog(catalog.cards) if isinstance(catalog, CardSet) else catalog
