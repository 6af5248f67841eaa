"""Simulation: counts over many packs, cut into chunks that can run anywhere."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from collections.abc import Generator as PyGenerator
from contextlib import closing
from fractions import Fraction
from itertools import islice
from math import sqrt
from typing import TYPE_CHECKING, Any

from attrs import evolve, field, frozen

from ..bits import MAX_NUMBER
from ..errors import CollationError
from ..model import CardRef, FrozenDict, Pack, PackCard
from ..model.refs import as_ref
from .blocks import made_singly
from .bulk_packs import NO_CARD, BulkPacks
from .generator import Generator
from .odds.cards import What, what_is
from .words import Words

if TYPE_CHECKING:
    from concurrent.futures import Executor, Future

#: So many packs are one task for an executor.
_CHUNK = 20_000

#: So many tasks wait at most, so that a long simulation takes little memory.
_WAITING = 64


@frozen
class Seen:
    """How often packs had a card in a finish.

    Attributes:
        packs: how many packs had it.
        copies: how many copies of it there were.
        squares: the sum, over all packs, of the squares of their copies.
    """

    packs: int = 0
    copies: int = 0
    squares: int = 0

    def __add__(self, other: Seen) -> Seen:
        """How often the packs of both had it."""
        return Seen(
            self.packs + other.packs, self.copies + other.copies, self.squares + other.squares
        )


_NEVER = Seen()


def _frozen_dict(values: Mapping[Any, Any]) -> FrozenDict[Any, Any]:
    return FrozenDict(values)


@frozen
class Simulation:
    """What packs had; the sum of two is what the packs of both had.

    All counts are whole, so that the same packs give an equal simulation, however they were cut.

    Attributes:
        packs: how many there were.
        layouts: how many had each layout, by its name.
        cards: for each card and finish, how often packs had it.
        words: the names of cards and layouts that packs could have; None if they are not known.
    """

    packs: int = 0
    layouts: Mapping[str, int] = field(factory=dict, converter=_frozen_dict)
    cards: Mapping[What, Seen] = field(factory=dict, converter=_frozen_dict)
    words: Words | None = field(default=None, eq=False, repr=False)

    def __add__(self, other: Simulation) -> Simulation:
        """What the packs of both had."""
        layouts, cards = Counter(self.layouts), dict(self.cards)
        layouts.update(other.layouts)
        for what, seen in other.cards.items():
            cards[what] = cards.get(what, _NEVER) + seen
        words = [each for each in (self.words, other.words) if each is not None]
        whole = Words.joined(words) if words else None
        return Simulation(self.packs + other.packs, layouts, cards, whole)

    def seen(self, card: str | CardRef, finish: str | None = None) -> Seen:
        """How often packs had a card in a finish, None for the usual one.

        Raises:
            CollationError: the set has no such card or finish, or several cards of that name.
        """
        if self.words is None:
            return self.cards.get((as_ref(card), finish), _NEVER)
        what = self.words.printing(card), self.words.finish(finish)
        return self.cards.get(what, _NEVER)

    def expected(self, card: str | CardRef, finish: str | None = None) -> Fraction:
        """How many copies a pack had on average; 0 if there was no pack."""
        return Fraction(self.seen(card, finish).copies, self.packs or 1)

    def at_least_one(self, card: str | CardRef, finish: str | None = None) -> Fraction:
        """The share of packs that had the card; 0 if there was no pack."""
        return Fraction(self.seen(card, finish).packs, self.packs or 1)

    def error(self, card: str | CardRef, finish: str | None = None) -> float:
        """The standard error of :meth:`expected`; 0.0 if there was no pack."""
        mean = self.expected(card, finish)
        variance = Fraction(self.seen(card, finish).squares, self.packs or 1) - mean * mean
        return sqrt(variance / (self.packs or 1))

    def layout_share(self, name: str) -> Fraction:
        """The share of packs that had the layout of that name; 0 if there was no pack.

        Raises:
            CollationError: the booster has no such layout.
        """
        name = name if self.words is None else self.words.layout(name)
        return Fraction(self.layouts.get(name, 0), self.packs or 1)


def simulate(
    gen: Generator,
    n: int,
    executor: Executor | None = None,
    *,
    start: int = 0,
    progress: Callable[[int, int], object] | None = None,
) -> Simulation:
    """Make *n* packs and count what they have.

    The packs are the generator's own, from number *start* on; the result is the same without an
    executor and with any.

    Args:
        gen: makes the packs; it is sent to the executor with each 20,000 of them.
        n: how many packs.
        executor: where they are made: threads, processes, or the executor of a cluster; here and
            now if there is none.
        start: the number of the first pack.
        progress: called with how many packs are counted and how many there will be, after each
            20,000, by the thread that called this.  What it raises ends the simulation, and comes
            to the caller: packs that no executor has begun with are not made.

    Raises:
        CollationError: a number is negative, or too high for a pack.
        EmptySheetError: a pack cannot be filled.
    """
    if n < 0 or start < 0 or start + n > MAX_NUMBER:
        raise CollationError(
            f"packs are numbered from 0 to {MAX_NUMBER - 1}; not all of {n} from {start} are"
        )
    end = start + n
    chunks = ((gen, at, min(_CHUNK, end - at)) for at in range(start, end, _CHUNK))
    parts = (counted(*chunk) for chunk in chunks) if executor is None else _run(executor, chunks)
    whole = Simulation()
    with closing(parts):  # tasks that wait are cancelled, whatever happens
        for part in parts:
            whole += part
            if progress is not None:
                progress(whole.packs, n)
    return evolve(whole, words=gen.words)


def _run(
    executor: Executor, chunks: Iterator[tuple[Generator, int, int]]
) -> PyGenerator[Simulation, None, None]:
    """The results of *chunks*, in their order."""
    waiting: deque[Future[Simulation]] = deque()
    try:
        waiting.extend(executor.submit(counted, *chunk) for chunk in islice(chunks, _WAITING))
        while waiting:
            yield waiting.popleft().result()
            waiting.extend(executor.submit(counted, *chunk) for chunk in islice(chunks, 1))
    finally:
        for each in waiting:
            each.cancel()


def counted(gen: Generator, start: int, count: int) -> Simulation:
    """What *count* packs from number *start* on have, made here and now."""
    if made_singly(count) == count:
        return _of_packs(gen.packs(count, start))
    whole = Simulation()
    end = start + count
    while start < end:
        size = min(gen.blocks.most, end - start)
        packs, left = gen.blocks.arrays(start, size)
        if packs is not None:
            whole += _of_arrays(packs, left)
        whole += _of_packs(gen.pack(start + place) for place in left)
        start += size
    return whole


def _of_arrays(packs: BulkPacks, left: Sequence[int]) -> Simulation:
    """What *packs* have, without those that are *left* out."""
    import numpy as np  # noqa: PLC0415 - numpy is optional

    layouts = np.bincount(np.delete(packs.layout, left), minlength=len(packs.layouts))
    number_of: dict[What, int] = {}
    numbers = [number_of.setdefault(what_is(card), len(number_of)) for card in packs.cards]
    whats = np.array([*numbers, NO_CARD], np.int32)[np.delete(packs.indices, left, axis=0)]
    whats.sort(axis=1)
    # the cards of a kind lie side by side in each pack
    first = np.ones(whats.shape, np.bool_)
    first[:, 1:] = whats[:, 1:] != whats[:, :-1]
    places = np.flatnonzero(first)
    kinds = whats.ravel()[places] - NO_CARD
    copies = np.diff(places, append=whats.size)
    columns = [
        np.bincount(kinds, weights, len(number_of) + 1)[1:].astype(np.int64).tolist()
        for weights in (None, copies, copies * copies)
    ]
    seen = zip(number_of, map(Seen, *columns), strict=True)
    return Simulation(
        len(whats),
        {
            name: number
            for name, number in zip(packs.layouts, layouts.tolist(), strict=True)
            if number
        },
        {what: each for what, each in seen if each.packs},
    )


def _of_packs(packs: Iterable[Pack]) -> Simulation:
    """What *packs* have."""
    layouts: Counter[str] = Counter()
    once: Counter[int] = Counter()
    cards: dict[int, Seen] = {}
    numbers = _Numbers()
    for pack in packs:
        layouts[pack.layout] += 1
        drawn = numbers.of(pack.cards)
        if len(set(drawn)) == len(drawn):
            once.update(drawn)
            continue
        for number, copies in Counter(drawn).items():
            cards[number] = cards.get(number, _NEVER) + Seen(1, copies, copies * copies)
    for number, times in once.items():
        cards[number] = cards.get(number, _NEVER) + Seen(times, times, times)
    whats = numbers.whats
    seen = {whats[number]: each for number, each in cards.items()}
    return Simulation(layouts.total(), layouts, seen)


class _Numbers:
    """Numbers for cards and finishes, which count faster than the cards themselves."""

    def __init__(self) -> None:
        self._by_id: dict[int, int] = {}
        self._by_what: dict[What, int] = {}
        self._kept: list[PackCard] = []

    @property
    def whats(self) -> list[What]:
        """The card and finish of each number."""
        return list(self._by_what)

    def of(self, cards: Sequence[PackCard]) -> list[int]:
        """The numbers of *cards*."""
        try:
            return [self._by_id[id(card)] for card in cards]
        except KeyError:
            return [self._number(card) for card in cards]

    def _number(self, card: PackCard) -> int:
        if id(card) not in self._by_id:
            self._by_id[id(card)] = self._by_what.setdefault(what_is(card), len(self._by_what))
            self._kept.append(card)  # an id is its card's as long as the card lives
        return self._by_id[id(card)]
