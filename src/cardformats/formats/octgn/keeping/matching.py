"""Which card is which: the cards of a set as they are, in those that it is to have."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from typing import Final, TypeAlias

from attrs import evolve, frozen

from ....catalog import key as name_key
from ....model import Card
from ...guids import guid

#: What tells a card from others; None if the card has nothing of the kind.
_Key: TypeAlias = Callable[[Card], Hashable]

#: Pairs of alike cards that are compared with each other; of more, the order counts alone.
_MOST_PAIRS: Final = 10_000
_FIELDS: Final = (
    "name", "kind", "mana_cost", "colors", "supertypes", "types", "subtypes", "text", "power",
    "toughness", "loyalty",
)  # fmt: skip


@frozen
class CardMatch:
    """A card that is there already.

    Attributes:
        card: as it is there.
        is_doubtful: it may be another one: it has another name, or others are called so too.
    """

    card: Card
    is_doubtful: bool = False


def matches(new: Sequence[Card], old: Sequence[Card]) -> dict[int, CardMatch]:
    """Return the place among *old* cards of each *new* card; each is used once.

    A card that says its GUID is the one with it.  Of others, the first that counts is the name with
    the number and the names of all faces; then the name with the number, also where a copy of a
    card is counted behind it (``12-2``), as lists do it; then a name that is neither twice in *new*
    nor in *old*; then the name alone, which is doubtful; then, with another name, the number with
    the type and the other faces, which is doubtful too.  Of several cards that are alike in these,
    those are the same whose faces are most alike.
    """
    pairing = _Pairing(new, old)
    for exactly in (lambda card: (card.name, card.number or "", _names(card)), _whole, _numbered):
        pairing.pair(exactly)
    pairing.pair(_renumbered, _numbered)
    pairing.pair(_only(plain_name, new, old))
    pairing.pair(plain_name, is_doubtful=True)
    pairing.pair(_only(_nameless, pairing.new_left(), pairing.old_left()), is_doubtful=True)
    return pairing.matches


class _Pairing:
    """The cards that have found each other so far."""

    def __init__(self, new: Sequence[Card], old: Sequence[Card]) -> None:
        self.matches: dict[int, CardMatch] = {}
        self._new = dict(enumerate(new))
        self._old = dict(enumerate(old))
        by_guid: defaultdict[str, list[int]] = defaultdict(list)
        for place, card in self._old.items():
            by_guid[guid(card.ids.get("octgn", ""))].append(place)
        for place, card in enumerate(new):
            if own := card.ids.get("octgn"):
                del self._new[place]
                if places := by_guid[guid(own)]:
                    self.matches[place] = CardMatch(self._old.pop(places.pop(0)))

    def new_left(self) -> Sequence[Card]:
        """Return the new cards that have not been found."""
        return [*self._new.values()]

    def old_left(self) -> Sequence[Card]:
        """Return the old ones that no new one is."""
        return [*self._old.values()]

    def pair(self, key: _Key, old_key: _Key | None = None, *, is_doubtful: bool = False) -> None:
        """Find those that have the same *key*; the *old_key* of an old one may be another."""
        places = _by_key(self._old.items(), old_key or key)
        for own, news in _by_key(self._new.items(), key).items():
            for place, other in self._alike(news, places.get(own, ())):
                del self._new[place]
                self.matches[place] = CardMatch(self._old.pop(other), is_doubtful)

    def _alike(self, news: Sequence[int], olds: Sequence[int]) -> Iterable[tuple[int, int]]:
        """Pairs of *news* and *olds*, the most alike first, else in order."""
        if not (len(news) > 1 or len(olds) > 1) or len(news) * len(olds) > _MOST_PAIRS:
            return zip(news, olds, strict=False)
        pairs = sorted(
            (-_likeness(self._new[place], self._old[other]), abs(number - rank), number, rank)
            for number, place in enumerate(news)
            for rank, other in enumerate(olds)
        )
        taken: tuple[dict[int, int], set[int]] = ({}, set())
        for _, _, number, rank in pairs:
            if number not in taken[0] and rank not in taken[1]:
                taken[0][number] = rank
                taken[1].add(rank)
        return [(news[number], olds[rank]) for number, rank in taken[0].items()]


def _by_key(cards: Iterable[tuple[int, Card]], key: _Key) -> Mapping[Hashable, Sequence[int]]:
    places: defaultdict[Hashable, list[int]] = defaultdict(list)
    for place, card in cards:
        if (own := key(card)) is not None:
            places[own].append(place)
    return places


def _only(key: _Key, *sides: Sequence[Card]) -> _Key:
    """Return *key* of those cards that alone have it on each of the *sides*."""
    uses = [_by_key(enumerate(side), key) for side in sides]
    only = {own for own in uses[0] if all(len(each.get(own, ())) == 1 for each in uses)}
    return lambda card: own if (own := key(card)) in only else None


def _likeness(one: Card, other: Card) -> int:
    """Return the number of values in which two cards agree."""
    faces = zip(one.faces, other.faces, strict=False)
    fields = [getattr(a, name) == getattr(b, name) for a, b in faces for name in _FIELDS]
    return sum(
        (
            *fields,
            len(one.faces) == len(other.faces),
            one.rarity == other.rarity,
            one.set_code == other.set_code,
            one.faces[0].properties == other.faces[0].properties,
        )
    )


def spelled_alike(name: str) -> str:
    """Return *name* as names are compared: as catalogs do, and ignoring differences in spaces."""
    return " ".join(name_key(name).split())


def plain_name(card: Card) -> str:
    """Return the name of a card for comparisons; for halves, the first name."""
    return spelled_alike(card.name.split(" // ")[0])


def _names(card: Card) -> tuple[str, ...]:
    return tuple(face.name for face in card.faces)


def _number(card: Card) -> str:
    """Return the number without leading zeros and punctuation."""
    signs = (each if each.isalnum() else " " for each in (card.number or "").casefold())
    return " ".join("".join(signs).split()).lstrip("0")


def _whole(card: Card) -> Hashable:
    return plain_name(card), _number(card), tuple(map(spelled_alike, _names(card)))


def _numbered(card: Card) -> Hashable:
    return plain_name(card), _number(card)


def _renumbered(card: Card) -> Hashable:
    number = (card.number or "").rpartition("-")
    return _numbered(evolve(card, number=number[0])) if number[0] and number[2].isdigit() else None


def _nameless(card: Card) -> Hashable:
    """Return the identity of a renamed card: its number, or else its text."""
    front = card.faces[0]
    number = _number(card)
    telling = number or front.text
    words = " ".join((*front.supertypes, *front.types, *front.subtypes)).casefold().split()
    others = tuple(map(spelled_alike, _names(card)[1:]))
    return (bool(number), telling, frozenset(words), others) if telling else None
