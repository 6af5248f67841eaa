"""The cards among which packs choose by criteria, and the sheets of the cards that satisfy them."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import count
from typing import Any, Final, Generic, NamedTuple, Protocol, TypeAlias, TypeVar
from unicodedata import normalize

from .. import catalog as _catalog  # noqa: F401 - before its modules
from ..catalog import NearestNames
from ..model import CardRef, FrozenDict, Sheet, trusted
from ..model.frozen import EMPTY

#: Of more different values of a property, the rarest are not compared with what is like none.
_MOST_VALUES: Final = 5000
#: Maximum number of values to show for a key whose value in a pack no card has.
_SHOWN: Final = 6

#: A property, and a value of it.
Pair: TypeAlias = tuple[str, str]
#: Whether the value of a card satisfies a criterion, by the name of the test.
TESTS: Final[Mapping[str, Callable[[str, str], bool]]] = {
    "IS": lambda value, wanted: value == wanted,
    "CONTAINS": lambda value, wanted: wanted in value,
    "DOESNTCONTAIN": lambda value, wanted: wanted not in value,
}
IS, CONTAINS, _ = TESTS


class Criterion(NamedTuple):
    """What a card has to satisfy: a property, a test, and what its value is compared with."""

    key: str
    test: str
    value: str


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
    """Cards in order; finds those that satisfy criteria.

    Cards are looked up by what they have, once for each key and once for each set of criteria, so
    that time grows with the cards and the criteria, not with their product.  What does grow so,
    the cards that satisfy many different criteria, is for the caller to bound.

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
        self._satisfying: dict[Criterion, frozenset[int]] = {}
        self._matching: dict[tuple[Criterion, ...], tuple[ItemT, ...]] = {}
        self._spelled: dict[tuple[tuple[Criterion, ...], str], list[str]] = {}

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

    def satisfying(self, criterion: Criterion) -> frozenset[int]:
        """Return the indices of the cards that satisfy a criterion; none if its test is unknown."""
        if criterion not in self._satisfying:
            self._satisfying[criterion] = frozenset(self._numbers(*criterion))
        return self._satisfying[criterion]

    def _numbers(self, key: str, test: str, wanted: str) -> Iterator[int]:
        satisfies = TESTS.get(test)
        if satisfies is None:
            return
        by_value = self.by_value(key)
        for value in (wanted,) if test == IS else by_value:
            if value and satisfies(value, wanted):
                yield from by_value.get(value, ())
        if satisfies("", wanted):
            having = {number for value, own in by_value.items() if value for number in own}
            yield from (number for number in range(len(self.cards)) if number not in having)

    def matching(self, criteria: tuple[Criterion, ...]) -> tuple[ItemT, ...]:
        """Return the cards that satisfy all criteria, in order."""
        if criteria not in self._matching:
            sets = sorted(map(self.satisfying, criteria), key=len)
            numbers = sorted(sets[0].intersection(*sets[1:])) if sets else range(len(self.cards))
            self._matching[criteria] = tuple(self.cards[number] for number in numbers)
        return self._matching[criteria]

    def spelled(self, criteria: tuple[Criterion, ...], key: str) -> list[str]:
        """Return the values of a property of the cards that satisfy criteria, in order."""
        if (criteria, key) not in self._spelled:
            self._spelled[criteria, key] = sorted({c.value(key) for c in self.matching(criteria)})
        return self._spelled[criteria, key]

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

    def why_none(self, wishes: Iterable[tuple[str, str, str, Criterion]]) -> Iterator[str]:
        """Yield notes on why no card satisfies all of several criteria.

        A wish is a key, a value, both as messages show them, and the criterion.
        """
        counts = [
            (key, value, shown, len(self.satisfying(criterion)))
            for key, value, shown, criterion in wishes
        ]
        if all(number for *_, number in counts):
            alone = (f"{in_words(number)} {shown}" for _, _, shown, number in counts)
            yield f"no card has all of it; by itself, {', '.join(alone)}"
        for key, value, _, number in counts:
            if not number:
                yield from self.what_there_is(key, value)


def in_words(number: int) -> str:
    """Return the number of cards in words."""
    return f"{number} cards" if number != 1 else "1 card"


class SheetMaker:
    """Makes the sheets of cards that satisfy criteria, each of them once."""

    def __init__(self, sheets: dict[str, Sheet]) -> None:
        """Put new sheets into *sheets*, by name."""
        self.sheets = sheets
        self._known: dict[Hashable, Sheet] = {}
        self._numbers: dict[str, Iterator[int]] = {}

    def knows(self, key: Hashable) -> bool:
        """Return whether the sheet with this *key* was made already."""
        return key in self._known

    def sheet(
        self,
        key: Hashable,
        names: Sequence[str],
        cards: Iterable[tuple[CardRef, FrozenDict[str, Any] | None]],
        **others: Any,
    ) -> Sheet:
        """Return the sheet with this *key*; if there is none yet, make it.

        Args:
            key: what distinguishes it from other sheets.
            names: what it may be called, the best first; the last gets a number if all are taken.
            cards: its cards, and their overrides or None.
            **others: the other fields of a sheet.
        """
        if key not in self._known:
            name = next((each for each in names if each not in self.sheets), names[-1])
            numbers = self._numbers.setdefault(name, count(2))
            while name in self.sheets:
                name = f"{names[-1]} {next(numbers)}"
            # most have no overrides, and None is compared in no time
            entries = [
                trusted.entry(ref, copies, None, overrides or EMPTY)
                for (ref, overrides), copies in Counter(cards).items()
            ]
            self.sheets[name] = self._known[key] = Sheet(name, entries, **others)
        return self._known[key]


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


def texts_in(kept: object, size: int) -> Iterator[tuple[str, ...]]:
    """Yield the tuples of *size* texts that are kept of criteria; what else is there is ignored."""
    for each in kept if isinstance(kept, tuple) else ():
        if isinstance(each, tuple) and [*map(type, each)] == [str] * size:
            yield each
