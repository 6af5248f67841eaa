"""Packs of one plan in bulk: their numbers and cards as arrays."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, TypeAlias

import numpy as np
from attrs import evolve, frozen

from ...model import PackCard
from ..drawers import chance
from ..drawers.columns import ClassColumns, Columns, WayColumns, columns_of
from ..drawers.drawer import StraightDrawer
from ..plan.attempt import Attempt, Stretch, UndisturbedDrawer
from ..plan.pack_plan import PackPlan
from .arrays import Array
from .numbers import Numbers, Reader

#: So many numbers, of all packs of a block together, stay in the processor's cache.
_CACHED = 2**17

#: Blocks have as many packs as fit, within these.
_LEAST, _MOST = 64, 8192


#: So many bytes are for cards that are drawn again.
_SPARE = 32


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

    def forget_arrays(self) -> None:
        """Forget the arrays, but no card."""
        self._known.clear()

    def cards(self) -> tuple[PackCard, ...]:
        """The cards in the order of their numbers."""
        if len(self._cards) < len(self._numbers):
            self._cards = tuple(self._numbers)
        return self._cards


#: Makes of the first bytes of packs, the ways of their balanced slots, and the type of the numbers
#: of cards: the cards, which packs are wrong, and how far they read.
Pass: TypeAlias = Callable[[Array, Array, "np.dtype[Any]"], tuple[Array, Array, Array]]

#: Makes cards of numbers of packs, and of the ways of their balanced slots.
_Cards: TypeAlias = Callable[[Array, Array], Array]


@frozen(eq=False)
class _Draw:
    """Some numbers of a pack.

    Attributes:
        rows: which.
        keys: makes what tells the cards apart that they stand for; None if that does not matter.
        again: whether a number is drawn again if its card has come.
        group: of the slots whose cards may keep each other away.
        read: whether the numbers are yet to be read.
    """

    rows: slice
    keys: _Cards | None = None
    again: bool = False
    group: int = -1
    read: bool = True


def _plain(columns: Columns) -> _Cards:
    return lambda numbers, _: columns(numbers)


def _by_way(columns: WayColumns, slot: int) -> _Cards:
    """The same for a balanced slot, whose ways are that row."""
    return lambda numbers, ways: columns(numbers, ways[slot])


def _draws(drawer: StraightDrawer, start: int, keys: Array) -> Iterator[_Draw]:
    """The numbers of a drawer, from row *start* on; *keys* are those of its entries."""
    rows = slice(start, start + len(drawer.limits))
    again = isinstance(drawer, UndisturbedDrawer)
    if again or not isinstance(drawer, chance.ShuffledDrawer):
        yield _Draw(rows, _plain(columns_of(drawer, keys)), again)
        return
    for each in drawer.drawers:
        yield from _draws(each, start, keys)
        start += len(each.limits)
    yield _Draw(slice(start, rows.stop))


def _balanced_draws(slot: int, classes: ClassColumns, rows: slice, keys: Array) -> Iterator[_Draw]:
    """The numbers of a balanced slot."""
    at = rows.start
    for own, manner, columns in classes.runs(keys):
        at = rows.start + own.stop
        its = slice(rows.start + own.start, at)
        yield _Draw(its, _by_way(columns, slot), again=manner == chance.AGAIN)
    yield _Draw(slice(at, rows.stop))


def _narrow(keys: Sequence[int]) -> Array:
    """*keys* as an array of small numbers, which are compared faster."""
    signed = [min(key, ~key) for key in keys]
    return np.array(keys, np.min_scalar_type(min(signed, default=-1)))


def _any_same(keys: Array, others: Iterable[Array]) -> Array:
    """Which of the keys are the same as in any of the *others*."""
    same = np.zeros(len(keys), np.bool_)
    for other in others:
        same |= other == keys
    return same


class BulkPlan:
    """How the packs of a plan are made many at once.

    Packs without a clash are what they are drawn straight; others have cards drawn again.

    Attributes:
        layout: the name of their layout.
        passes: what draws packs from so many of their bytes; the next for those that are wrong.
        width: how many cards a pack has.
        block: how many packs to do at a time.
    """

    def __init__(
        self,
        layout: str,
        plan: PackPlan | Attempt,
        vocabulary: Vocabulary,
        classes: Mapping[int, ClassColumns],
    ) -> None:
        """Prepare a plan of straight fills, without numbers of more bytes than numpy has.

        *classes* are those of balanced slots, in the order of the ways that packs come with.
        """
        self.layout = layout
        self._plan = plan
        self._classes = {slot: (row, its) for row, (slot, its) in enumerate(classes.items())}
        by_row = {plan.straight[slot].start: each for slot, each in self._classes.items()}
        self._numbers = Numbers(plan.limits, by_row)
        end = self._numbers.end
        self.passes: tuple[tuple[Pass, int], ...] = (
            (self.straight, end),
            (self.again, end + (_SPARE if plan.groups else 0)),
        )
        self.block = min(max(_CACHED // max(self._numbers.count, 1), _LEAST), _MOST)
        self._parts: list[tuple[int, slice, _Cards]] = []
        self.width = self._room = 0
        for slot, fill in enumerate(plan.straight):
            drawer = fill.drawer
            if fill.step.replaces:
                self.width = max(self.width - 1, 0)
            if drawer.count:
                ids = vocabulary.array(fill.cards)
                if slot in self._classes:
                    row, its = self._classes[slot]
                    cards = _by_way(its.columns(ids), row)
                else:
                    cards = _plain(columns_of(drawer, ids))
                self._parts.append((self.width, fill.rows, cards))
                self.width += drawer.count
                self._room = max(self._room, self.width)
        # where copies keep others away, it matters which
        self._redraws = 0 if plan.by_copies else chance.REDRAWS - 1
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
        for slot, fill in enumerate(self._plan.straight):
            group, its = stretches.get(at if fill.drawer.count else -1, (-1, None))
            if its is None:
                own = [_Draw(fill.rows)]
            elif slot in self._classes:
                own = [*_balanced_draws(*self._classes[slot], fill.rows, _narrow(its.numbers))]
            else:
                own = [*_draws(fill.drawer, fill.start, _narrow(its.numbers))]
            for draw in own:
                read = draw.rows.start >= rows_read  # a print run goes on by the same number
                draws.append(evolve(draw, group=group, read=read))
            at += fill.drawer.count
            rows_read = max(rows_read, fill.rows.stop)
        return draws

    @staticmethod
    def _group(group: Sequence[Stretch], vocabulary: Vocabulary) -> tuple[Array, Array]:
        """Where the cards of some slots are, and what tells the cards of the vocabulary apart."""
        keys = [_narrow(each.numbers) for each in group]
        key_of = np.zeros(len(vocabulary), np.result_type(*keys))
        for each, numbers in zip(group, keys, strict=True):
            key_of[vocabulary.array(each.cards)] = numbers
        return np.concatenate([np.arange(each.start, each.end) for each in group]), key_of

    def straight(self, data: Array, ways: Array, kind: np.dtype[Any]) -> tuple[Array, Array, Array]:
        """The cards of packs if none is drawn again, which packs are wrong, and how far they read.

        Args:
            data: the first bytes of each pack.
            ways: those of their balanced slots, a row for each.
            kind: the type of the cards' numbers.
        """
        numbers, wrong = self._numbers.straight(data, ways)
        cards = self._cards(numbers, ways, kind)
        return cards, wrong | self._clashes(cards), np.array(self._numbers.end)

    def again(self, data: Array, ways: Array, kind: np.dtype[Any]) -> tuple[Array, Array, Array]:
        """The same with cards drawn again; wrong are those that need more bytes, or another way."""
        packs = len(data)
        numbers = np.empty((self._numbers.count, packs), self._numbers.type)
        wrong = np.zeros(packs, np.bool_)
        reader = self._numbers.reader(data, ways)
        taken: dict[int, list[Array]] = {}
        for draw in self._draws:
            its = taken.setdefault(draw.group, [])
            for row in range(len(numbers))[draw.rows] if draw.read else ():
                numbers[row] = reader.next(row)
                if draw.again:
                    wrong |= self._distinct(draw, reader, numbers[row], row, ways, its)
            if draw.keys is not None and not draw.again:
                its += [*draw.keys(numbers[draw.rows], ways)]
        return self._cards(numbers, ways, kind), wrong | reader.is_past, reader.at

    def _distinct(
        self, draw: _Draw, reader: Reader, numbers: Array, row: int, ways: Array, taken: list[Array]
    ) -> Array:
        """Draw again what is *taken*, in place, and note the others; where that took too long."""
        assert draw.keys is not None  # noqa: S101 - what is drawn again has keys
        keys = draw.keys(numbers[None], ways)[0].copy()
        left = np.flatnonzero(_any_same(keys, taken))
        for _ in range(self._redraws):
            if not len(left):
                break
            numbers[left] = reader.next(row, left)
            keys[left] = draw.keys(numbers[None, left], ways[:, left])[0]
            left = left[_any_same(keys[left], (other[left] for other in taken))]
        taken.append(keys)
        wrong = np.zeros(len(keys), np.bool_)
        wrong[left] = True
        return wrong

    def _clashes(self, cards: Array) -> Array:
        """In which packs two cards may keep each other away."""
        clash = np.zeros(cards.shape[1], np.bool_)
        for rows, key_of in self._groups:
            keys = key_of[cards[rows]]
            for number in range(1, len(keys)):
                clash |= (keys[number:] == keys[:-number]).any(axis=0)
        return clash

    def _cards(self, numbers: Array, ways: Array, kind: np.dtype[Any]) -> Array:
        """The cards that *numbers* stand for: a row of type *kind* for each card of a pack."""
        cards = np.empty((self._room, numbers.shape[1]), kind)
        for at, own, make in self._parts:
            drawn = make(numbers[own], ways)
            cards[at : at + len(drawn)] = drawn
        return cards[: self.width]
