"""What changed from one version of a card set to another."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from typing import TypeAlias

from attrs import fields, frozen

from ..collation import OddsChange, odds_changes
from ..model import Card, CardSet, Face

_Key: TypeAlias = tuple[str, str, str]


@frozen
class Changes:
    """What changed: cards by name, and the odds of each booster.

    Attributes:
        added, removed: cards that only one of the versions has.
        changed: cards of both, with what is different.
        odds: for each booster of the version before.
    """

    added: tuple[str, ...]
    removed: tuple[str, ...]
    changed: tuple[tuple[str, str], ...]
    odds: tuple[OddsChange, ...]


def changes(before: CardSet, after: CardSet) -> Changes:
    """What changed from *before* to *after*; a card is the one of its name, set and number."""
    old, new = _by_key(before.cards), _by_key(after.cards)
    pairs = list(_pairs(old, new))
    changed = [(str(card.ref), ", ".join(_differences(was, card))) for was, card in pairs]
    paired = {id(card) for pair in pairs for card in pair}
    return Changes(
        tuple(str(card.ref) for card in after.cards if id(card) not in paired),
        tuple(str(card.ref) for card in before.cards if id(card) not in paired),
        tuple((card, what) for card, what in changed if what),
        tuple(odds_changes(before, after, ("cardformats", "cardformats"))),
    )


def _by_key(cards: Iterable[Card]) -> Mapping[_Key, list[Card]]:
    by_key: defaultdict[_Key, list[Card]] = defaultdict(list)
    for card in cards:
        by_key[card.name, (card.set_code or "").upper(), card.number or ""].append(card)
    return by_key


def _pairs(
    old: Mapping[_Key, list[Card]], new: Mapping[_Key, list[Card]]
) -> Iterator[tuple[Card, Card]]:
    """The cards that are the same; of one name each, whatever the set and the number."""
    for key, cards in old.items():
        yield from zip(cards, new.get(key, ()), strict=False)
    others = [_by_name(each, without=other) for each, other in ((old, new), (new, old))]
    for name, cards in others[0].items():
        if len(cards) == len(others[1].get(name, ())) == 1:
            yield cards[0], others[1][name][0]


def _by_name(
    cards: Mapping[_Key, list[Card]], *, without: Mapping[_Key, list[Card]]
) -> Mapping[str, list[Card]]:
    by_name: defaultdict[str, list[Card]] = defaultdict(list)
    for key, its in cards.items():
        if key not in without:
            by_name[key[0]] += its
    return by_name


def _differences(was: Card, card: Card) -> Iterator[str]:
    """The fields that are different; those of faces by their own names."""
    for each in fields(Card):
        name = each.name
        if name == "extras" or getattr(was, name) == getattr(card, name):
            continue
        if name != "faces" or len(was.faces) != len(card.faces):
            yield name.replace("_", " ")
            continue
        different = {
            attribute.name.replace("_", " "): None
            for one, other in zip(was.faces, card.faces, strict=True)
            for attribute in fields(Face)
            if getattr(one, attribute.name) != getattr(other, attribute.name)
        }
        yield from different
