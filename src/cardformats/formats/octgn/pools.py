"""The pool of a pack: the cards that picks choose among, and which of them match."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any
from unicodedata import normalize

from attrs import frozen

from ...model import CardRef, FrozenDict
from .packaging import Pick
from .syntax import CardRecord

#: What a filter compares: its key, and the value as it is compared.
Key = tuple[str, str]


@frozen
class PoolCard:
    """A card of a pool.

    Attributes:
        ref: what sheets call it.
        record: what its set says of it.
        overrides: properties that it has otherwise in this pool; None for those it has not.
    """

    ref: CardRef
    record: CardRecord
    overrides: Mapping[str, str | None] = FrozenDict()

    def value(self, key: str) -> str:
        """The value that a filter with *key* compares; empty if there is none."""
        if key.lower() == "name":
            return self.record.name
        if key in self.overrides:
            return self.overrides[key] or ""
        return self.record.properties.get(key) or ""


def comparable(value: str) -> str:
    """*value* as OCTGN compares it: without regard to case, and to how accents are encoded."""
    if value.isascii():
        return value.lower() if value.strip() else ""
    return normalize("NFC", value).casefold() if value.strip() else ""


class Pool:
    """Cards in order; finds those that match the filters of picks.

    Cards are looked up by what they have, once for each key and once for each set of filters, so
    that time grows with the cards and the picks, not with their product.  What does grow so, the
    cards that many different filters let through, is for the caller to bound.
    """

    def __init__(self, cards: Sequence[PoolCard]) -> None:
        """Choose among *cards*."""
        self.cards = cards
        self._by_value: dict[str, dict[str, list[int]]] = {}
        self._sets: dict[Key, frozenset[int]] = {}
        self._found: dict[tuple[Key, ...], tuple[PoolCard, ...]] = {}
        self._spelled: dict[tuple[tuple[Key, ...], str], list[str]] = {}

    def knows(self, pick: Pick) -> bool:
        """Whether the cards that match *pick* were asked for already."""
        return filter_keys(pick.filters) in self._found

    def matching(self, pick: Pick) -> tuple[PoolCard, ...]:
        """The cards that all filters of *pick* let through, in order."""
        keys = filter_keys(pick.filters)
        if keys not in self._found:
            self._found[keys] = tuple(self._matching(keys))
        return self._found[keys]

    def spelled(self, pick: Pick, key: str) -> list[str]:
        """How the cards that match *pick* spell their values of one of its keys, in order."""
        keys = filter_keys(pick.filters)
        if (keys, key) not in self._spelled:
            self._spelled[keys, key] = sorted({card.value(key) for card in self.matching(pick)})
        return self._spelled[keys, key]

    def _matching(self, keys: tuple[Key, ...]) -> Iterator[PoolCard]:
        first, *others = sorted(keys, key=lambda key: len(self._numbers(*key)))
        sets = [self._set(key) for key in others]
        for number in self._numbers(*first):
            if all(number in each for each in sets):
                yield self.cards[number]

    def _set(self, key: Key) -> frozenset[int]:
        """The same as :meth:`_numbers`, as a set."""
        if key not in self._sets:
            self._sets[key] = frozenset(self._numbers(*key))
        return self._sets[key]

    def _numbers(self, key: str, value: str) -> list[int]:
        """The numbers of the cards whose value of *key* compares as *value*."""
        if key not in self._by_value:
            by_value = self._by_value.setdefault(key, {})
            for number in range(len(self.cards)) if key == "name" else self._having.get(key, ()):
                said = comparable(self.cards[number].value(key))
                by_value.setdefault(said, []).append(number)
        by_value = self._by_value[key]
        if not value and key != "name":
            having = {n for said, numbers in by_value.items() if said for n in numbers}
            return [number for number in range(len(self.cards)) if number not in having]
        return by_value.get(value, [])

    @cached_property
    def _having(self) -> dict[str, list[int]]:
        """The numbers of the cards that say something of each property."""
        having: dict[str, list[int]] = {}
        for number, card in enumerate(self.cards):
            for key in {**card.record.properties, **card.overrides}:
                having.setdefault(key, []).append(number)
        return having


def filter_keys(filters: Sequence[tuple[str, str]]) -> tuple[Key, ...]:
    """What *filters* compare; two picks that compare the same choose among the same cards."""
    pairs = (
        ("name" if key.lower() == "name" else key, comparable(value)) for key, value in filters
    )
    return tuple(dict.fromkeys(pairs))


def described(filters: Sequence[tuple[str, Any]]) -> str:
    """*filters* in words, as messages have them."""
    return " and ".join(
        f"{key} {value!r}" if str(value).strip() else f"no {key}" for key, value in filters
    )
