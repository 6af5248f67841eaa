"""How copies are drawn until their tokens are free."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from functools import cached_property
from itertools import accumulate
from typing import Any, TypeAlias

from ..bits import CODES, Bits, number_bound, number_size
from ..model import PackCard
from .contacts import Contact
from .effort import spend
from .reading import marks, signs_of, struct_of
from .tree import Draw

#: So many numbers are tried for a card; then only the copies that are left are drawn from.
TRIES = 8

#: After so many rounds a draw goes on with the copies that are left.
ROUNDS = 4

#: To look at so many entries is a step of work.
_ENTRIES_A_STEP = 16


#: What a copy is drawn from: how many copies, the number of the first, and the least value in vain.
Kind: TypeAlias = tuple[int, int, int]


#: Which copies of each entry are gone.
Used: TypeAlias = dict[int, set[int]]


class State:
    """What has been drawn for a pack so far.

    Attributes:
        taken: the tokens of cards that should not come again.
        used: for each supply which copies of each entry are gone.
        positions: for each sheet the copy where its print run goes on.
        carried: how many cards the next slot has to draw more.
        layout: the name of the pack's layout.
    """

    __slots__ = ("carried", "layout", "positions", "taken", "used")

    def __init__(self) -> None:
        self.taken: set[int] = set()
        self.used: dict[Any, Used] = {}
        self.positions: dict[str, int] = {}
        self.carried = 0
        self.layout = ""

    def copy(self) -> State:
        """The same for another try."""
        other = State()
        other.taken = {*self.taken}
        other.used = {
            supply: {entry: {*copies} for entry, copies in its.items()}
            for supply, its in self.used.items()
        }
        other.positions = {**self.positions}
        other.carried, other.layout = self.carried, self.layout
        return other


def several(bits: Bits, limit: int, count: int) -> list[int]:
    """*count* numbers below a limit, -1 for each that is in vain."""
    size = number_size(limit)
    bound = number_bound(limit, size)
    if size in CODES:
        values: Iterable[int] = bits.values(struct_of((size,) * count))
    else:
        values = [bits.take(size) for _ in range(count)]
    return [value % limit if value < bound else -1 for value in values]


def draw(node: Draw, bits: Bits, state: State, came: Sequence[int] | None = None) -> list[int]:
    """The entries that a draw gives, fewer than its count if copies run out.

    *came* are the copies of its first rounds, if these are over.
    """
    tokens = None if node.fresh else node.tokens
    supply = node.place.supply if node.place else None
    used: Used | None = None
    if not node.replacement and (tokens is None or supply is not None):
        own = node.fresh or supply is None
        used = {} if own else state.used.setdefault(supply, {})
    pile = _Pile(node, tokens, used)
    drawn = [pile.take(copy, state) for copy in came or ()]
    rounds = ROUNDS if came is None else 0
    while len(drawn) < node.count:
        for _ in range(rounds if pile.total else 0):
            numbers = several(bits, pile.total, node.count - len(drawn))
            entries = [-1 if number < 0 else pile.take(number, state) for number in numbers]
            drawn += [entry for entry in entries if entry >= 0]
            if len(drawn) == node.count:
                return drawn
        rounds = ROUNDS
        if not pile.reduce(state):
            break
    return drawn


class _Pile:
    """What a draw takes copies from: all copies first, later those that were left.

    Attributes:
        total: how many copies there are.
    """

    def __init__(self, node: Draw, tokens: tuple[int, ...] | None, used: Used | None) -> None:
        self._node = node
        self._tokens = tokens
        self._used = used
        self._gone: dict[int, list[int]] = {}
        self._entries: Sequence[int] | None = None
        self._ends = node.ends
        self.total = node.total
        self._again = False

    def take(self, number: int, state: State) -> int:
        """Take a copy by its number; its entry, or -1 if its token is taken."""
        if self._entries is None:
            entry = at = self._node.entry(number)
        else:
            at = bisect_right(self._ends, number)
            entry = self._entries[at]
        if self._tokens is not None and not self._again and self._tokens[entry] in state.taken:
            return -1
        if self._used is not None:
            copy = number - (self._ends[at - 1] if at else 0)
            for each in self._gone.get(entry, ()):
                copy += each <= copy
            own = self._used.setdefault(entry, set())
            if copy in own:
                return -1
            own.add(copy)
        if self._node.tokens is not None:
            state.taken.add(self._node.tokens[entry])
        return entry

    def reduce(self, state: State) -> bool:
        """Go on with the copies that may still come; False if there are none."""
        spend(1 + len(self._node.copies) // _ENTRIES_A_STEP)
        self._gone = {entry: sorted(copies) for entry, copies in (self._used or {}).items()}
        left = {
            entry: number - len(self._gone.get(entry, ()))
            for entry, number in enumerate(self._node.copies)
            if number > len(self._gone.get(entry, ()))
        }
        tokens, taken = self._tokens, state.taken
        if tokens is not None and not self._again:
            free = {entry: n for entry, n in left.items() if tokens[entry] not in taken}
            self._again = not free
            left = free or left
        self._entries = list(left)
        self._ends = list(accumulate(left.values()))
        self.total = self._ends[-1] if left else 0
        return bool(left)


class Copies:
    """Copies that draws are from, numbered through.

    Attributes:
        signs: what no two cards may have in common; None if copies come again.
        marks: it matters to others which tokens are taken.
        single: each copy has its own sign, and nothing else has.
        size: how many bytes a number has that makes up for another one.
        kinds: of each draw.
    """

    def __init__(self, draws: Sequence[Draw], meet: frozenset[Contact]) -> None:
        self._draws = draws
        self.signs = signs_of(draws)
        self.marks = any(marks(draw, meet) for draw in draws)
        signs = self.signs or ()
        alone = isinstance(signs, range) or len({*signs}) == sum(draw.total for draw in draws)
        self.single = alone and not self.marks
        self.size = number_size(max(draw.total for draw in draws))
        self._one = struct_of((self.size,))
        starts = accumulate((draw.total for draw in draws), initial=0)
        self.kinds: list[Kind] = [
            (draw.total, start, number_bound(max(draw.total, 1), self.size))
            for draw, start in zip(draws, starts, strict=False)
        ]

    @cached_property
    def cards(self) -> list[PackCard]:
        """The card of each."""
        return [
            draw.place.cards[entry]
            for draw in self._draws
            if draw.place is not None
            for entry in draw.listed or ()
        ]

    def again(
        self,
        draws: Sequence[tuple[Draw, Kind]],
        kinds: Sequence[Kind],
        copies: Sequence[int],
        bits: Bits,
        state: State,
        cards: list[PackCard],
    ) -> None:
        """Add the cards of copies, and others for those in vain (-1) or whose token is taken.

        *kinds* are those of the copies, and *draws* what the cards are for.
        """
        signs, once = self.signs or (), self.signs is not None
        taken: set[int] = {*state.taken} if self.marks else set()
        drawn: list[int] = []
        for first, kind in zip(copies, kinds, strict=True):
            copy = first
            if copy < 0 or (once and signs[copy] in taken):
                copy = self._another(kind, taken, bits)
                if copy < 0:
                    break
            drawn.append(copy)
            if once:
                taken.add(signs[copy])
        else:
            cards += [self.cards[copy] for copy in drawn]
            if self.marks:
                state.taken |= taken
            return
        own = state if self.marks else State()
        for each, (total, start, _) in draws:
            came = [copy - start for copy in drawn if start <= copy < start + total]
            assert each.place is not None  # noqa: S101 - collators' nodes get one
            cards += [each.place.cards[entry] for entry in draw(each, bits, own, came)]

    def _another(self, kind: Kind, taken: set[int], bits: Bits) -> int:
        """A copy of the next numbers whose token is free; -1 if several are in vain."""
        total, start, bound = kind
        for _ in range(1, TRIES):
            (value,) = bits.values(self._one)
            copy = start + value % total
            if value < bound and not (self.signs and self.signs[copy] in taken):
                return copy
        return -1
