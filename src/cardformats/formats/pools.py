"""The cards among which packs choose by what their properties say."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, Final, Generic, Protocol, TypeAlias, TypeVar
from unicodedata import normalize

from .. import catalog as _catalog  # noqa: F401 - before its modules
from ..catalog import NearestNames

#: Of more different values of a property, the rarest are not compared with what is like none.
_MOST_VALUES: Final = 5000
#: Maximum number of values to show for a key whose value in a pack no card has.
_SHOWN: Final = 6

#: A property, and a value of it.
Pair: TypeAlias = tuple[str, str]
KeyT = TypeVar("KeyT", bound=Hashable)


class PoolItem(Protocol):
    """A card of a pool."""

    def value(self, key: str) -> str:
        """Return the value of a property; empty if there is none."""

    @property
    def keys(self) -> Iterable[str]:
        """Return the properties that have a value, without the name."""


ItemT = TypeVar("ItemT", bound=PoolItem)


def comparable(value: str) -> str:
    """Return *value* as OCTGN compares it: ignoring case, and how accents are encoded."""
    if value.isascii():
        return value.lower() if value.strip() else ""
    return normalize("NFC", value).casefold() if value.strip() else ""


class Pool(Generic[ItemT]):
    """Cards in order; finds those that have values.

    Cards are looked up by what they have, once for each key and once for each set of wishes, so
    that time grows with the cards and the wishes, not with their product.  What does grow so, the
    cards that many different wishes let through, is for the caller to bound.

    Attributes:
        cards: all of them.
        folded: how values are compared.
        name: the key of the names, which all cards have.
    """

    name = "name"

    def __init__(self, cards: Sequence[ItemT], folded: Callable[[str], str] = comparable) -> None:
        """Choose among *cards*."""
        self.cards = cards
        self.folded = folded
        self._by_value: dict[str, dict[str, list[int]]] = {}
        self._near: dict[str, NearestNames] = {}

    def values(self, key: str) -> Counter[str]:
        """Count the cards by their value of *key*, as the first card spells it."""
        by_value = self.by_value(key).items()
        return Counter(
            {self.cards[numbers[0]].value(key): len(numbers) for text, numbers in by_value if text}
        )

    def nearest(self, key: str, value: str) -> str | None:
        """Return the value of *key* that is most like *value*; None if none is near."""
        if key not in self._near:
            values = self.values(key).most_common(_MOST_VALUES)
            self._near[key] = NearestNames((each, each) for each, _ in values)
        return next(self._near[key].near(value), None)

    def by_value(self, key: str) -> Mapping[str, list[int]]:
        """Return the indices of the cards that have *key*, by its value as it is compared."""
        if key not in self._by_value:
            by_value = self._by_value.setdefault(key, {})
            having = range(len(self.cards)) if key == self.name else self._having.get(key, ())
            for number in having:
                by_value.setdefault(self.folded(self.cards[number].value(key)), []).append(number)
        return self._by_value[key]

    def numbers(self, key: str, value: str) -> list[int]:
        """Return the indices of the cards whose value of *key* equals *value* as it is compared."""
        by_value = self.by_value(key)
        if not value and key != self.name:
            having = {n for text, numbers in by_value.items() if text for n in numbers}
            return [number for number in range(len(self.cards)) if number not in having]
        return by_value.get(value, [])

    @cached_property
    def _having(self) -> dict[str, list[int]]:
        """Return the indices of the cards that have each property."""
        having: defaultdict[str, list[int]] = defaultdict(list)
        for number, card in enumerate(self.cards):
            for key in card.keys:
                having[key].append(number)
        return having

    def what_there_is(self, key: str, value: str) -> Iterator[str]:
        """Yield notes on a *value* of a *key* that no card has: the nearest one, and the others."""
        values = self.values(key)
        if near := self.nearest(key, value):
            yield f"did you mean {near!r} ({in_words(values[near])})?"
        if values:
            shown = ", ".join(f"{each!r} {n}" for each, n in values.most_common(_SHOWN))
            more = f" and {len(values) - _SHOWN} more" if len(values) > _SHOWN else ""
            yield f"the cards have, as {key}: {shown}{more}"
        else:
            yield f"no card has a value of {key}"

    def why_none(self, wishes: Iterable[tuple[str, str, str, int]]) -> Iterator[str]:
        """Yield notes on why no card has all that is wished for.

        A wish is a key, a value, both as messages show them, and the number of cards that have it.
        """
        wishes = [*wishes]
        if all(count for *_, count in wishes):
            alone = (f"{in_words(count)} {shown}" for _, _, shown, count in wishes)
            yield f"no card has all of it; by itself, {', '.join(alone)}"
        for key, value, _, count in wishes:
            if not count:
                yield from self.what_there_is(key, value)


def in_words(count: int) -> str:
    """Return the number of cards in words."""
    return f"{count} cards" if count != 1 else "1 card"


def pairs_in_common(cards: Sequence[ItemT], first: Iterable[str]) -> list[Pair]:
    """Return the values that all *cards* have in common, those of the *first* keys first."""
    if not cards:
        return []
    keys = dict.fromkeys(key for card in cards for key in card.keys)
    usual = dict.fromkeys((*(key for key in first if key in keys or key == Pool.name), *keys))
    return [
        (key, value)
        for key in usual
        for value in (cards[0].value(key),)
        if value.strip() and all(card.value(key) == value for card in cards)
    ]


def fewest(pairs: Sequence[Any], fits: Callable[[tuple[Any, ...]], bool]) -> tuple[Any, ...] | None:
    """Return as few of *pairs* as still *fit*, dropping the last ones first; None if all do not."""
    kept = tuple(pairs)
    if not fits(kept):
        return None
    for pair in reversed(pairs):
        fewer = tuple(other for other in kept if other != pair)
        if fits(fewer):
            kept = fewer
    return kept
