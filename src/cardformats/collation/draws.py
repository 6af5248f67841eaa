"""Draws of copies until their tokens are free."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import accumulate
from itertools import count as count_from
from typing import Any, TypeAlias

from ..bits import Bits, number_bound, number_size, struct_of
from ..model import PackCard
from .contacts import Contact
from .effort import spend
from .leaves import Draw
from .reading import marks, shares

#: The number of random numbers tried for a card before only the remaining copies are drawn from.
TRIES = 8

#: The number of entries whose examination counts as one step of work.
_ENTRIES_A_STEP = 16


#: A range of copies: their number, the number of the first, and the lowest rejected random value.
Kind: TypeAlias = tuple[int, int, int]


#: The drawn copies of each entry.
Used: TypeAlias = dict[int, set[int]]


class State:
    """The state of a pack during its draws.

    Attributes:
        taken: The tokens of cards that should not occur again.
        used: The drawn copies of each entry, for each supply.
        positions: The copy at which each print run continues, by its key.
        carried: The number of additional cards that the next slot must draw.
        layout: The name of the pack's layout.
    """

    __slots__ = ("carried", "layout", "positions", "taken", "used")

    def __init__(self) -> None:
        self.taken: set[int] = set()
        self.used: dict[Any, Used] = {}
        self.positions: dict[tuple[str, str], int] = {}
        self.carried: int = 0
        self.layout: str = ""

    def copy(self) -> State:
        """Return a copy of the state for another try."""
        other = State()
        other.taken = {*self.taken}
        other.used = {
            supply: {entry: {*copies} for entry, copies in its.items()}
            for supply, its in self.used.items()
        }
        other.positions = {**self.positions}
        other.carried, other.layout = self.carried, self.layout
        return other


class RemainingCopies:
    """The copies that a draw takes from: all copies first, later only the remaining ones.

    Attributes:
        total: The sum of the rates of its copies.
    """

    def __init__(self, node: Draw, state: State, size: int) -> None:
        """Create a pile for a draw and its state. Further random numbers have *size* bytes."""
        self._node = node
        self._state = state
        self._tokens = None if node.fresh else node.tokens
        supply = node.place.supply if node.place else None
        self._used: Used | None = None
        if not node.replacement and (self._tokens is None or supply is not None):
            own = node.fresh or supply is None
            self._used = {} if own else state.used.setdefault(supply, {})
        self._reader = struct_of((size,))
        self._bound = number_bound(max(node.total, 1), size)
        self._entries: Sequence[int] | None = None
        self._gone: dict[int, list[int]] = {}
        self._ends = node.ends
        self._again = False
        self.total: int = node.total

    def card(self, first: int, bits: Bits) -> int:
        """Take a card by its first random number, or by further numbers; return its entry.

        The first number is -1 if it was rejected. Return -1 if no copies are left.
        """
        if not self.total:
            return -1
        entry = self.take(first) if first >= 0 else -1
        for _ in range(1, TRIES):
            if entry >= 0 or self._entries is not None:
                break
            (value,) = bits.values(self._reader)
            entry = self.take(value % self.total) if value < self._bound else -1
        return entry if entry >= 0 else self.left(bits)

    def left(self, bits: Bits) -> int:
        """Take one of the remaining copies; return its entry, or -1 if there is none."""
        for _ in range(TRIES if self._entries is not None else 0):
            entry = self._of_left(bits.below(self.total))
            if entry >= 0:
                return entry
        if not self._reduce():
            return -1
        return self._of_left(bits.below(self.total))

    def take(self, number: int) -> int:
        """Take a copy by its number among all; return its entry, or -1 if it must not be drawn."""
        return self._taken(*self._node.copy(number))

    def _of_left(self, number: int) -> int:
        """Take a copy by its number among the remaining copies; return its entry or -1."""
        assert self._entries is not None  # noqa: S101 - the caller has checked it
        at = bisect_right(self._ends, number)
        entry = self._entries[at]
        copy = (number - (self._ends[at - 1] if at else 0)) // self._node.rate(entry)
        for each in self._gone.get(entry, ()):
            copy += each <= copy
        return self._taken(entry, copy)

    def _taken(self, entry: int, copy: int) -> int:
        state = self._state
        if self._tokens is not None and not self._again and self._tokens[entry] in state.taken:
            return -1
        if self._used is not None:
            own = self._used.setdefault(entry, set())
            if copy in own:
                return -1
            own.add(copy)
        if self._node.tokens is not None:
            state.taken.add(self._node.tokens[entry])
        return entry

    def _reduce(self) -> bool:
        """Continue with the copies that can still be drawn; return False if there are none."""
        spend(1 + len(self._node.copies) // _ENTRIES_A_STEP)
        free = self.free()
        self._entries = list(free)
        self._ends = list(accumulate(free.values()))
        self.total = self._ends[-1] if free else 0
        return bool(free)

    def free(self) -> dict[int, int]:
        """Return the sum of the rates of the drawable copies of each entry."""
        node, tokens, taken = self._node, self._tokens, self._state.taken
        used = self._used or {}
        self._gone = {entry: sorted(used[entry]) for entry, _ in node.there if entry in used}
        left = {
            entry: (number - len(self._gone.get(entry, ()))) * node.rate(entry)
            for entry, number in node.there
        }
        left = {entry: number for entry, number in left.items() if number > 0}
        if tokens is not None and not self._again:
            free = {entry: n for entry, n in left.items() if tokens[entry] not in taken}
            self._again = not free
            left = free or left
        return left


def mark_supply(state: State, supply: Any, entries: Iterable[int]) -> None:
    """Remove copies of *entries* from a supply: the first ones that are left."""
    used = state.used.setdefault(supply, {})
    for entry in entries:
        copies = used.setdefault(entry, set())
        copies.add(next(copy for copy in count_from(0) if copy not in copies))


class Copies:
    """The copies of several draws, numbered consecutively.

    Attributes:
        kinds: The range of copies of each draw.
        size: The number of bytes of a random number that replaces a rejected one.
        copy_marks: For each copy, the mark that no other drawn card may have; None if copies are
            put back.
        marks: Whether other nodes depend on the taken tokens.
        single: Whether each copy has its own mark, and no other node depends on it.
        simple: Whether a copy has at most one mark, and no other state is involved.
    """

    def __init__(self, draws: Sequence[Draw], meet: frozenset[Contact], *, apart: bool) -> None:
        """Create the copies of *draws*. *apart* tells whether no card is in two of them."""
        self._draws = draws
        self.size: int = number_size(max(1, *(draw.total for draw in draws)))
        self._one = struct_of((self.size,))
        starts = accumulate((draw.total for draw in draws), initial=0)
        self.kinds: list[Kind] = [
            (draw.total, start, number_bound(max(draw.total, 1), self.size))
            for draw, start in zip(draws, starts, strict=False)
        ]
        self.marks: bool = any(marks(draw, meet) for draw in draws)
        alike = {(draw.fresh, draw.replacement, draw.tokens is None) for draw in draws}
        self.simple: bool = (
            len(alike) == 1
            and (apart or draws[0].tokens is not None)
            and not any(shares(draw, meet) or (draw.fresh and self.marks) for draw in draws)
            and all(draw.listed is not None and draw.kept for draw in draws)
        )
        self.copy_marks: list[int] | None = (
            [*_copy_marks(draws)] if self.simple and _come_once(draws[0]) else None
        )
        copy_marks = self.copy_marks or ()
        self.single: bool = (
            len({*copy_marks}) == sum(draw.total for draw in draws) and not self.marks
        )

    @cached_property
    def cards(self) -> list[PackCard]:
        """Return the card of each copy."""
        return [
            draw.place.cards[entry]
            for draw in self._draws
            if draw.place is not None
            for entry in draw.listed or ()
        ]

    def again(
        self,
        kinds: Sequence[int],
        firsts: Sequence[int],
        bits: Bits,
        state: State,
        cards: list[PackCard],
    ) -> None:
        """Add the cards of first numbers. Replace those that are rejected (-1) or not free.

        *kinds* are the indices of the cards' draws. First numbers count the copies of all draws.
        """
        if not self.simple:
            self._from_piles(kinds, firsts, bits, state, cards)
            return
        copy_marks, once = self.copy_marks or (), self.copy_marks is not None
        taken: set[int] = {*state.taken} if self.marks else set()
        drawn: list[int] = []
        for kind, first in zip(kinds, firsts, strict=True):
            copy = first
            if copy < 0 or (once and copy_marks[copy] in taken):
                copy = self._another(kind, taken, bits)
                if copy < 0:
                    break
            drawn.append(copy)
            if once:
                taken.add(copy_marks[copy])
        else:
            cards += [self.cards[copy] for copy in drawn]
            if self.marks:
                state.taken |= taken
            return
        failed = len(drawn)
        sure = [*drawn, -1, *firsts[failed + 1 :]]
        self._from_piles(kinds, sure, bits, state if self.marks else State(), cards, failed)

    def _another(self, kind: int, taken: set[int], bits: Bits) -> int:
        """Return a copy whose mark is free, by further random numbers; -1 if all are rejected."""
        total, start, bound = self.kinds[kind]
        for _ in range(1, TRIES):
            (value,) = bits.values(self._one)
            copy = start + value % total
            if value < bound and not (self.copy_marks and self.copy_marks[copy] in taken):
                return copy
        return -1

    def _from_piles(
        self,
        kinds: Sequence[int],
        firsts: Sequence[int],
        bits: Bits,
        state: State,
        cards: list[PackCard],
        failed: int = -1,
    ) -> None:
        """Add cards like :meth:`again`, with piles.

        All numbers of the card *failed* were rejected already.
        """
        piles = [RemainingCopies(draw, state, self.size) for draw in self._draws]
        for number, (kind, first) in enumerate(zip(kinds, firsts, strict=True)):
            draw, pile, start = self._draws[kind], piles[kind], self.kinds[kind][1]
            own = first - start if first >= 0 else -1
            entry = pile.left(bits) if number == failed else pile.card(own, bits)
            if entry >= 0 and draw.kept and draw.place is not None:
                cards.append(draw.place.cards[entry])


def _come_once(draw: Draw) -> bool:
    """Return whether no copy occurs twice."""
    return not draw.replacement or (draw.tokens is not None and not draw.fresh)


def _copy_marks(draws: Sequence[Draw]) -> Iterator[int]:
    """Yield the mark of each copy: its token, or its number."""
    own = 0
    for draw in draws:
        if draw.tokens is not None and not draw.fresh:
            yield from (draw.tokens[entry] for entry in draw.listed or ())
            continue
        for entry, number in enumerate(draw.copies):
            for copy in range(number if draw.rate(entry) else 0):
                yield from [own + copy] * draw.rate(entry)
            own += number
