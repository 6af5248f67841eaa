"""What takes cards from a sheet: copies numbered through, the protocols, and what drawers share."""

from __future__ import annotations

from abc import ABC, abstractmethod
from bisect import bisect_right
from collections.abc import Callable, Hashable, Sequence
from fractions import Fraction
from functools import cached_property
from itertools import accumulate
from typing import Any, Protocol, TypeAlias, TypeVar, runtime_checkable

from attrs import define, field, frozen

from ...bits import Bits
from ...caching import Caching
from ...model import Entry, PackCard
from .odds import MixtureOdds, Odds

T = TypeVar("T")

#: What tells cards from one another that should not come twice.
Key: TypeAlias = Callable[[Entry | PackCard], Hashable]

#: Up to so many copies, a table says which entry each belongs to.
_TABLE = 20_000


class Copies:
    """The copies of entries, numbered through in order; memory goes with the entries.

    Attributes:
        counts: the copies of each entry.
        ends: the number after each entry's last copy.
        total: how many copies there are.
        numbers: those of the entries.
    """

    def __init__(self, counts: Sequence[int]) -> None:
        self.counts = tuple(counts)
        self.ends = list(accumulate(self.counts))
        self.total = self.ends[-1] if self.ends else 0
        self.numbers = range(len(self.counts))

    def entry(self, copy: int) -> int:
        """The number of the entry that *copy* belongs to."""
        return bisect_right(self.ends, copy)

    @property
    def is_listed(self) -> bool:
        """Whether there is a table of them: they are not too many."""
        return self.total <= _TABLE

    def table(self, values: Sequence[T]) -> list[T] | None:
        """For each copy the one of *values* that its entry has; None if there are too many."""
        if not self.is_listed:
            return None
        return [values[entry] for entry in self._entries]

    @cached_property
    def _entries(self) -> list[int]:
        """The entry of each copy."""
        return [entry for entry, count in enumerate(self.counts) for _ in range(count)]

    def look_up(self, values: Sequence[T]) -> Callable[[int], T]:
        """What finds, for a copy, the one of *values* that its entry has."""
        table = self.table(values)
        if table is not None:
            return table.__getitem__
        return lambda copy: values[bisect_right(self.ends, copy)]


#: Turns numbers into cards, which it adds to a list.
Pick: TypeAlias = Callable[[Sequence[int], list[T]], object]


@define
class State:
    """What has been drawn for one pack so far.

    Attributes:
        taken: the keys of cards that should not come again.
        used: for each sheet how many copies of its entries are gone.
        positions: for each sheet where a print run goes on.
    """

    taken: set[Hashable] = field(factory=set)
    used: dict[str, dict[int, int]] = field(factory=dict)
    positions: dict[str, int] = field(factory=dict)

    def copy(self) -> State:
        """The same for another try."""
        used = {name: dict(entries) for name, entries in self.used.items()}
        return State(set(self.taken), used, dict(self.positions))


@runtime_checkable
class Drawer(Protocol):
    """Takes a number of cards from one sheet."""

    def draw(self, bits: Bits, state: State) -> Sequence[int]:
        """The numbers of the entries it draws, in order; fewer than asked for if it runs out."""

    def odds(self) -> Odds | None:
        """The exact odds of what :meth:`draw` gives in a pack of its own; None if unknown."""


class StraightDrawer(Caching, ABC):
    """A drawer that turns a fixed number of independent numbers into cards.

    It looks at nothing but these numbers, so that a whole pack, or many packs, can get their
    numbers at once.

    Attributes:
        limits: each number is from 0 to the limit - 1.
        size: how many entries the sheet has.
        count: how many cards it draws.
    """

    limits: tuple[int, ...]
    size: int
    count: int

    def bound(self, values: Sequence[T], start: int = 0) -> Pick[T]:
        """The same as :meth:`bind`, made once for the same values."""
        key = (id(values), start)
        known = self._bound  # another thread may make another
        if key not in known:
            known[key] = values, self.bind(values, start)  # the id holds as long as they live
        pick: Pick[T] = known[key][1]
        return pick

    @cached_property
    def _bound(self) -> dict[tuple[int, int], tuple[Sequence[Any], Pick[Any]]]:
        return {}

    @abstractmethod
    def bind(self, values: Sequence[T], start: int = 0) -> Pick[T]:
        """What turns numbers into cards.

        Args:
            values: the cards of the entries.
            start: where the drawer's own numbers begin among those it will get.
        """

    @abstractmethod
    def odds(self) -> Odds | None:
        """The exact odds of what is drawn in a pack of its own; None if they are not known."""

    def draw(self, bits: Bits, state: State) -> Sequence[int]:  # noqa: ARG002 - it looks at nothing
        """The numbers of the entries it draws, in order."""
        entries: list[int] = []
        self._entries([bits.below(limit) for limit in self.limits], entries)
        return entries

    @cached_property
    def _entries(self) -> Pick[int]:
        return self.bind(range(self.size))


@frozen(slots=False)
class Variants:
    """Drawers to choose from by weight.

    Attributes:
        weights: whole, one for each drawer.
        drawers: what is chosen.
    """

    weights: tuple[int, ...]
    drawers: tuple[Drawer, ...]

    def draw(self, bits: Bits, state: State) -> Sequence[int]:
        return self.drawers[bits.index(self._cumulative)].draw(bits, state)

    def odds(self) -> Odds | None:
        total = self._cumulative[-1]
        shares = [Fraction(weight, total) for weight in self.weights]
        return MixtureOdds.of(shares, [drawer.odds() for drawer in self.drawers])

    @cached_property
    def _cumulative(self) -> list[int]:
        return list(accumulate(self.weights))
