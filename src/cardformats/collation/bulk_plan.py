"""Packs of one plan in bulk: their numbers and cards as arrays."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import groupby

import numpy as np
from attrs import evolve, frozen

from ..model import PackCard
from .bulk_packs import Array
from .drawers import chance
from .drawers.columns import Columns, columns_of
from .drawers.drawer import StraightDrawer
from .plan.attempt import Attempt, Stretch, UndisturbedDrawer
from .plan.pack_plan import PackPlan

#: Numbers of more bytes than this are beyond numpy.
WIDEST = 8

#: So many numbers, of all packs of a block together, stay in the processor's cache.
_CACHED = 2**17

#: Blocks have as many packs as fit, within these.
_LEAST, _MOST = 64, 8192


def words(data: Array, at: int, size: int, count: int = 1) -> Array:
    """*count* numbers of *size* bytes each from byte *at* of each row of *data*, as columns."""
    packs, width = data.shape
    return np.ndarray((count, packs), f"<u{size}", data, at, (size, width))


class Vocabulary:
    """The distinct cards so far."""

    def __init__(self) -> None:
        self._numbers: dict[PackCard, int] = {}
        self._known: dict[int, tuple[Sequence[PackCard], Array]] = {}
        self._cards: tuple[PackCard, ...] = ()

    def __len__(self) -> int:
        return len(self._numbers)

    def numbers(self, cards: Sequence[PackCard]) -> list[int]:
        """The numbers of *cards*, new ones for those that are new."""
        numbers = self._numbers
        return [numbers.setdefault(card, len(numbers)) for card in cards]

    def array(self, cards: Sequence[PackCard]) -> Array:
        """The same as an array, made once for the same sequence."""
        if id(cards) not in self._known:
            # The id holds as long as they live.
            self._known[id(cards)] = cards, np.array(self.numbers(cards), np.int32)
        return self._known[id(cards)][1]

    def cards(self) -> tuple[PackCard, ...]:
        """The cards in the order of their numbers."""
        if len(self._cards) < len(self._numbers):
            self._cards = tuple(self._numbers)
        return self._cards


#: So many bytes are for cards that are drawn again.
_SPARE = 32


@frozen(eq=False)
class _Draw:
    """Some numbers of a pack.

    Attributes:
        rows: which.
        group: of the slots whose cards may keep each other away.
        keys: what tells the cards apart that they stand for; None if that does not matter.
        again: whether a number is drawn again if its card has come.
        read: whether the numbers are yet to be read.
    """

    rows: slice
    group: int
    keys: Columns | None
    again: bool = False
    read: bool = True


def _draws(drawer: StraightDrawer, start: int, group: int, keys: Array | None) -> Iterator[_Draw]:
    """The numbers of a drawer, from row *start* on; *keys* are those of its entries."""
    rows = slice(start, start + len(drawer.limits))
    disturbed = isinstance(drawer, UndisturbedDrawer)
    if keys is None or disturbed or not isinstance(drawer, chance.ShuffledDrawer):
        columns = None if keys is None else columns_of(drawer, keys)
        yield _Draw(rows, group, columns, again=disturbed)
        return
    for each in drawer.drawers:
        yield from _draws(each, start, group, keys)
        start += len(each.limits)
    yield _Draw(slice(start, rows.stop), group, None)


class BulkPlan:
    """How the packs of a plan are made many at once.

    Packs without a clash are what they are drawn straight; others have cards drawn again.

    Attributes:
        end: how many bytes of a pack it reads if none is skipped.
        spare: how many more for cards that are drawn again.
        width: how many cards a pack has.
        block: how many packs to do at a time.
    """

    def __init__(self, plan: PackPlan | Attempt, vocabulary: Vocabulary) -> None:
        """Prepare a plan of straight fills, without numbers of more than :data:`WIDEST` bytes."""
        limits = plan.limits
        self.end = limits.end
        self.spare = _SPARE if plan.groups else 0
        self.block = min(max(_CACHED // max(len(limits.limits), 1), _LEAST), _MOST)
        # Signed where a number of 64 bits would do, so that it can be an index.
        narrow = np.min_scalar_type(max(limits.limits, default=1) - 1)
        self._type = narrow if narrow.itemsize < WIDEST else np.dtype(np.int64)
        self._start = at = limits.start
        self._each = list(zip(limits.sizes, limits.bounds, limits.limits, strict=True))
        self._runs: list[tuple[int, int, Array, Array]] = []
        for size, run in groupby(self._each, lambda each: each[0]):
            numbers = list(run)
            last = np.array([[bound - 1] for _, bound, _ in numbers], f"<u{size}")
            below = np.array([[limit] for _, _, limit in numbers], f"<u{size}")
            self._runs.append((at, size, last, below))
            at += size * len(numbers)
        self._plan = plan
        self._parts: list[tuple[int, slice, Columns]] = []
        self.width = self._room = 0
        for fill in plan.straight:
            drawer = fill.drawer
            if fill.step.replaces:
                self.width = max(self.width - 1, 0)
            if drawer.count:
                columns = columns_of(drawer, vocabulary.array(fill.cards))
                own = slice(fill.start, fill.start + len(drawer.limits))
                self._parts.append((self.width, own, columns))
                self.width += drawer.count
                self._room = max(self._room, self.width)
        # where copies keep others away, it matters which
        self._tries = 0 if plan.by_copies else chance.REDRAWS
        self._groups = [self._group(group, vocabulary) for group in plan.groups]

    @cached_property
    def _draws(self) -> list[_Draw]:
        """All numbers, in order."""
        stretches = {
            each.start: (number, each)
            for number, group in enumerate(self._plan.groups)
            for each in group
        }
        draws: list[_Draw] = []
        at = rows_read = 0
        for fill in self._plan.straight:
            drawer = fill.drawer
            group, its = stretches.get(at if drawer.count else -1, (-1, None))
            keys = None if its is None else np.array(its.numbers)
            for draw in _draws(drawer, fill.start, group, keys):
                read = draw.rows.start >= rows_read  # a print run goes on by the same number
                draws.append(evolve(draw, read=read))
            at += drawer.count
            rows_read = max(rows_read, fill.start + len(drawer.limits))
        return draws

    @staticmethod
    def _group(group: Sequence[Stretch], vocabulary: Vocabulary) -> tuple[Array, Array]:
        """Where the cards of some slots are, and what tells the cards of the vocabulary apart."""
        key_of = np.zeros(len(vocabulary), np.int64)
        for each in group:
            key_of[vocabulary.array(each.cards)] = each.numbers
        return np.concatenate([np.arange(each.start, each.end) for each in group]), key_of

    def numbers(self, data: Array) -> tuple[Array, Array]:
        """The numbers of packs, and which of these have some to be skipped and are wrong.

        Args:
            data: the first bytes of each pack.
        """
        packs = len(data)
        numbers = np.empty((len(self._each), packs), self._type)
        wrong = np.zeros(packs, np.bool_)
        row = 0
        for at, size, last, limits in self._runs:
            values = words(data, at, size, len(limits)).copy()
            wrong |= (values > last).any(axis=0)
            # Division and multiplication are several times faster than the remainder.
            whole = values // limits
            whole *= limits
            values -= whole
            numbers[row : row + len(limits)] = values
            row += len(limits)
        return numbers, wrong

    def numbers_again(self, data: Array) -> tuple[Array, Array]:
        """The numbers of packs, each after what it skips and what may not come again.

        Also which packs need more bytes than these, or another way, and are wrong.
        """
        packs, width = data.shape
        numbers = np.empty((len(self._each), packs), self._type)
        wrong = np.zeros(packs, np.bool_)
        at = np.full(packs, self._start)
        everyone = np.arange(packs)
        taken: dict[int, list[Array]] = {}
        for part in self._draws:
            its = taken.setdefault(part.group, [])
            for row in range(len(self._each))[part.rows] if part.read else ():
                numbers[row] = self._next(data, at, everyone, row)
                if part.again:
                    wrong |= self._distinct(part, data, at, numbers[row], row, its)
            if part.keys is not None and not part.again:
                its += [*part.keys(numbers[part.rows])]
        return numbers, wrong | (at > width)

    def _next(self, data: Array, at: Array, packs: Array, row: int) -> Array:
        """A number of some *packs*, from where each is *at*."""
        size, bound, limit = self._each[row]
        last = data.shape[1] - size
        values = np.empty(len(packs), f"<u{size}")
        left = np.arange(len(packs))
        while len(left):
            own = packs[left]
            window = np.minimum(at[own], last)[:, None] + np.arange(size)
            values[left] = words(np.ascontiguousarray(data[own[:, None], window]), 0, size)[0]
            past = at[own] > last  # there is nothing more to read; the pack is wrong
            at[own] += size
            left = left[(values[left] > bound - 1) & ~past]
        return values % limit

    def _distinct(
        self, part: _Draw, data: Array, at: Array, numbers: Array, row: int, taken: list[Array]
    ) -> Array:
        """Draw again what is *taken*, in place, and note the others; where that took too long."""
        assert part.keys is not None  # noqa: S101 - what is drawn again has keys
        keys = part.keys(numbers[None])[0].copy()
        left = np.arange(len(keys))
        for _ in range(self._tries):
            clash = np.zeros(len(left), np.bool_)
            for other in taken:
                clash |= other[left] == keys[left]
            left = left[clash]
            if not len(left):
                break
            numbers[left] = self._next(data, at, left, row)
            keys[left] = part.keys(numbers[None, left])[0]
        taken.append(keys)
        wrong = np.zeros(len(keys), np.bool_)
        wrong[left] = True
        return wrong

    def clashes(self, cards: Array) -> Array:
        """In which packs two cards may keep each other away."""
        clash = np.zeros(cards.shape[1], np.bool_)
        for rows, key_of in self._groups:
            keys = key_of[cards[rows]]
            for number in range(1, len(keys)):
                clash |= (keys[number:] == keys[:-number]).any(axis=0)
        return clash

    def cards(self, numbers: Array, kind: np.dtype[np.signedinteger]) -> Array:
        """The cards that *numbers* stand for: a row of type *kind* for each card of a pack."""
        cards = np.empty((self._room, numbers.shape[1]), kind)
        for at, own, columns in self._parts:
            drawn = columns(numbers[own])
            cards[at : at + len(drawn)] = drawn
        return cards[: self.width]
