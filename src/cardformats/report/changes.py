"""What changed from one version of a card set to another."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from itertools import zip_longest
from typing import TypeAlias

from attrs import fields, frozen

from ..collation import OddsChange, odds_changes
from ..model import Card, CardSet, Color, Face
from ..render import card_of

_Key: TypeAlias = tuple[str, str, str]


@frozen
class Changes:
    """What changed: cards by name, and the odds of each booster.

    Attributes:
        added, removed: cards that only one of the versions has.
        changed: cards of both, with each field that is different: its name, before and now.
        odds: for each booster of the version before.
    """

    added: tuple[str, ...]
    removed: tuple[str, ...]
    changed: tuple[tuple[str, Sequence[tuple[str, str, str]]], ...]
    odds: tuple[OddsChange, ...]


def changes(before: CardSet, after: CardSet) -> Changes:
    """What changed from *before* to *after*; a card is the one of its name, set and number."""
    old, new = _by_key(every_card(before)), _by_key(every_card(after))
    pairs = list(_pairs(old, new))
    changed = [(str(card.ref), list(_differences(was, card))) for was, card in pairs]
    paired = {id(card) for pair in pairs for card in pair}
    return Changes(
        _without(new, paired),
        _without(old, paired),
        tuple((card, what) for card, what in changed if what),
        tuple(odds_changes(before, after, ("cardformats", "cardformats"))),
    )


def every_card(cardset: CardSet) -> Sequence[Card]:
    """The cards of *cardset*, and those that its sheets only name."""
    refs = (entry.card for sheet in cardset.sheets.values() for entry in sheet.entries)
    named = dict.fromkeys(ref for ref in refs if cardset.card(ref) is None)
    return [*cardset.cards, *(card_of(ref, cardset) for ref in named)]


def _without(cards: Mapping[_Key, list[Card]], paired: Container[int]) -> tuple[str, ...]:
    every = (card for its in cards.values() for card in its)
    return tuple(str(card.ref) for card in every if id(card) not in paired)


def _by_key(cards: Iterable[Card]) -> Mapping[_Key, list[Card]]:
    by_key: defaultdict[_Key, list[Card]] = defaultdict(list)
    for card in cards:
        by_key[card.name, (card.set_code or "").upper(), card.number or ""].append(card)
    return by_key


def _pairs(
    old: Mapping[_Key, list[Card]], new: Mapping[_Key, list[Card]]
) -> Iterator[tuple[Card, Card]]:
    """The cards that are the same; of those left those of one name, in order."""
    for key, cards in old.items():
        yield from zip(cards, new.get(key, ()), strict=False)
    others = [_by_name(each, without=other) for each, other in ((old, new), (new, old))]
    for name, cards in others[0].items():
        yield from zip(cards, others[1].get(name, ()), strict=False)


def _by_name(
    cards: Mapping[_Key, list[Card]], *, without: Mapping[_Key, list[Card]]
) -> Mapping[str, list[Card]]:
    by_name: defaultdict[str, list[Card]] = defaultdict(list)
    for key, its in cards.items():
        if key not in without:
            by_name[key[0]] += its
    return by_name


def _differences(was: Card, card: Card) -> Iterator[tuple[str, str, str]]:
    """The fields that are different, before and now; those of faces by their own names."""
    for each in fields(Card):
        if each.name not in ("extras", "faces"):
            yield from _difference(each.name, was, card)
    for old, new in zip_longest(was.faces, card.faces):
        if old is None or new is None:
            yield "face", "" if old is None else old.name, "" if new is None else new.name
            continue
        for attribute in fields(Face):
            yield from _difference(attribute.name, old, new)


def _difference(name: str, was: object, now: object) -> Iterator[tuple[str, str, str]]:
    old, new = getattr(was, name), getattr(now, name)
    if old != new:
        yield name.replace("_", " "), _words(old), _words(new)


def _words(value: object) -> str:
    """A value of a field as it is read."""
    if isinstance(value, Mapping):
        return "; ".join(f"{key}: {each}" for key, each in value.items())
    if isinstance(value, frozenset):
        return ", ".join(sorted(each.name.lower() for each in value if isinstance(each, Color)))
    if isinstance(value, tuple):
        return ", ".join(map(str, value))
    return "" if value is None else str(value)
