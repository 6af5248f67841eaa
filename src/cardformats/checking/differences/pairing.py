"""Which card of one version is which of another."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from typing import Final, TypeAlias

from attrs import evolve, frozen

from ...catalog import names
from ...model import Card

#: What two cards have in common that are the same, of a card and the code of its set; None for a
#: card that cannot be told by it.
_Key: TypeAlias = Callable[[Card, str], Hashable]

#: Keys of extras that say nothing about a card but how well it works, or repeat what others say.
_NO_CONTENT: Final = frozenset(("expanded", "grade"))


@frozen
class Pairing:
    """The cards of two versions.

    Attributes:
        pairs: those that are the same card, in the order of the old version, and by what they were
            found: ``name``, ``id``, ``spelling`` or ``text``.
        removed, added: the others.
    """

    pairs: Sequence[tuple[Card, Card, str]]
    removed: Sequence[Card]
    added: Sequence[Card]


def pair(
    old: Sequence[Card], new: Sequence[Card], codes: tuple[str | None, str | None] = (None, None)
) -> Pairing:
    """Find the same cards, the surest first.

    Those of one name, set, number and id; then of one name in one set, by number and by order; then
    the only ones of a name; then those of other names that have the same id, or whose names differ
    only in case, accents and punctuation, or that are the only ones of the same text or abilities.
    *codes* are those of the set before and after, which are one set.
    """
    places = {id(card): number for number, card in enumerate(old)}
    sides = zip((old, new), codes, strict=True)
    own = {id(card): _code(card, code) for side, code in sides for card in side}
    pairs: list[tuple[Card, Card, str]] = []
    removed, added = list(old), list(new)
    for by, is_alone, how in _ROUNDS:
        if not (removed and added):
            break
        olds, news = _by_key(removed, by, own), _by_key(added, by, own)
        paired: set[int] = set()
        for key, cards in olds.items():
            others = news.get(key, ())
            if not is_alone or len(cards) == len(others) == 1:
                for was, now in zip(cards, others, strict=False):
                    pairs.append((was, now, how))
                    paired |= {id(was), id(now)}
        removed = [card for card in removed if id(card) not in paired]
        added = [card for card in added if id(card) not in paired]
    return Pairing(sorted(pairs, key=lambda each: places[id(each[0])]), removed, added)


def _by_key(
    cards: Iterable[Card], by: _Key, codes: Mapping[int, str]
) -> dict[Hashable, list[Card]]:
    """Return the cards by a key, if they have one."""
    by_key: defaultdict[Hashable, list[Card]] = defaultdict(list)
    for card in cards:
        key = by(card, codes[id(card)])
        if key is not None:
            by_key[key].append(card)
    return by_key


def _code(card: Card, own: str | None) -> str:
    """Return the set code of a card; empty for the set's own code or none."""
    return "" if card.set_code == own else (card.set_code or "").upper()


def ids(card: Card) -> frozenset[tuple[str, str]] | None:
    """Return the ids of a card by scheme; None if it has none."""
    return frozenset(card.ids.items()) or None


def _content(card: Card, code: str) -> Hashable:
    """Return the content of a card without its name; None if it identifies no card."""
    extras = [
        (format_id, key, str(value))
        for format_id, kept in card.extras.items()
        for key, value in kept.items()
        if key not in _NO_CONTENT
    ]
    if not (extras or any(face.text for face in card.faces)):
        return None
    faces = [
        repr(evolve(face, name="", text=face.text.replace(face.name, "~"), images={}))
        if face.name
        else repr(face)
        for face in card.faces
    ]
    own = ((*each[:2], each[2].replace(card.name, "~")) for each in extras)
    return (code, tuple(faces), frozenset(own))


#: Keys that identify cards, whether the key of a match must be unique, and the name of the key.
_ROUNDS: Final[tuple[tuple[_Key, bool, str], ...]] = (
    (lambda card, code: (card.name, code, card.number, ids(card)), False, "name"),
    (lambda card, code: (card.name, code, card.number), False, "name"),
    (lambda card, code: (card.name, code, card.rarity), False, "name"),
    (lambda card, code: (card.name, code), False, "name"),
    (lambda card, _: card.name, True, "name"),
    (lambda card, code: ids(card) and (code, ids(card)), True, "id"),
    (lambda card, code: (names.key(card.name), code), True, "spelling"),
    (_content, True, "text"),
)
