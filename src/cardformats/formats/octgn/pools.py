"""The pool of a pack: the cards that picks choose among, and which of them match."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
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
    """Cards in order; finds those that match the filters of picks."""

    def __init__(self, cards: Sequence[PoolCard]) -> None:
        """Choose among *cards*."""
        self.cards = cards
        self._by_value: dict[str, dict[str, list[int]]] = {}
        self._found: dict[tuple[Key, ...], tuple[PoolCard, ...]] = {}

    def matching(self, pick: Pick) -> tuple[PoolCard, ...]:
        """The cards that all filters of *pick* let through, in order."""
        keys = filter_keys(pick.filters)
        if keys not in self._found:
            self._found[keys] = tuple(self._matching(keys))
        return self._found[keys]

    def _matching(self, keys: tuple[Key, ...]) -> Iterator[PoolCard]:
        numbers = sorted((self._numbers(*key) for key in keys), key=len)
        others = [set(each) for each in numbers[1:]]
        for number in numbers[0]:
            if all(number in each for each in others):
                yield self.cards[number]

    def _numbers(self, key: str, value: str) -> list[int]:
        """The numbers of the cards whose value of *key* compares as *value*."""
        if key not in self._by_value:
            by_value = self._by_value.setdefault(key, {})
            for number, card in enumerate(self.cards):
                by_value.setdefault(comparable(card.value(key)), []).append(number)
        return self._by_value[key].get(value, [])


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
