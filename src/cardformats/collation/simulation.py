"""Simulations: counts over many packs, in chunks that can run in any executor."""

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

#: The number of packs in a task for an executor.
_CHUNK = 20_000

#: The maximum number of waiting tasks, to limit the memory of a long simulation.
_WAITING = 64


@frozen
class SeenPacks:
    """The frequency of a card with a finish in packs.

    Attributes:
        packs: The number of packs that had it.
        copies: The number of copies.
        squares: The sum of the squares of the copies in each pack.
    """

    packs: int = 0
    copies: int = 0
    squares: int = 0

    def __add__(self, other: SeenPacks) -> SeenPacks:
        """Return the frequency in the packs of both."""
        return SeenPacks(
            self.packs + other.packs, self.copies + other.copies, self.squares + other.squares
        )


_NEVER = SeenPacks()


def _frozen_dict(values: Mapping[Any, Any]) -> FrozenDict[Any, Any]:
    return FrozenDict(values)


@frozen
class Simulation:
    """The counts of simulated packs. The sum of two is the counts of the packs of both.

    All counts are integers, so the same packs give equal simulations, however they are divided.

    Attributes:
        packs: The number of packs.
        layouts: The number of packs with each layout, by its name.
        cards: The frequency of each card and finish.
        words: The names of possible cards and layouts; None if they are not known.
    """

    packs: int = 0
    layouts: Mapping[str, int] = field(factory=dict, converter=_frozen_dict)
    cards: Mapping[What, SeenPacks] = field(factory=dict, converter=_frozen_dict)
    words: Words | None = field(default=None, eq=False, repr=False)

    def __add__(self, other: Simulation) -> Simulation:
        """Return the counts of the packs of both."""
        layouts, cards = Counter(self.layouts), dict(self.cards)
        layouts.update(other.layouts)
        for what, seen in other.cards.items():
            cards[what] = cards.get(what, _NEVER) + seen
        words = [each for each in (self.words, other.words) if each is not None]
        whole = Words.joined(words) if words else None
        return Simulation(self.packs + other.packs, layouts, cards, whole)

    def seen(self, card: str | CardRef, finish: str | None = None) -> SeenPacks:
        """Return the frequency of a card with a finish; None is the default finish.

        Raises:
            CollationError: If the set has no such card or finish, or several cards of that name.
        """
        if self.words is None:
            return self.cards.get((as_ref(card), finish), _NEVER)
        what = self.words.printing(card), self.words.finish(finish)
        return self.cards.get(what, _NEVER)

    def expected(self, card: str | CardRef, finish: str | None = None) -> Fraction:
        """Return the mean number of copies in a pack; 0 if there was no pack."""
        return Fraction(self.seen(card, finish).copies, self.packs or 1)

    def at_least_one(self, card: str | CardRef, finish: str | None = None) -> Fraction:
        """Return the share of packs that had the card; 0 if there was no pack."""
        return Fraction(self.seen(card, finish).packs, self.packs or 1)

    def error(self, card: str | CardRef, finish: str | None = None) -> float:
        """Return the standard error of :meth:`expected`; 0.0 if there was no pack."""
        mean = self.expected(card, finish)
        variance = Fraction(self.seen(card, finish).squares, self.packs or 1) - mean * mean
        return sqrt(variance / (self.packs or 1))

    def layout_share(self, name: str) -> Fraction:
        """Return the share of packs that had a layout; 0 if there was no pack.

        Raises:
            CollationError: If the booster has no such layout.
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
    """Make *n* packs and count their cards.

    The packs are the generator's own, beginning with number *start*. The result does not depend on
    the executor.

    Args:
        gen: The generator. It is sent to the executor for each chunk of 20,000 packs.
        n: The number of packs.
        executor: The executor of threads, processes or a cluster. If it is None, the packs are made
            in the calling thread.
        start: The number of the first pack.
        progress: A function that is called by the calling thread after each 20,000 packs, with the
            number of counted packs and the total. An exception that it raises ends the simulation
            and is propagated; chunks that have not started are cancelled.

    Raises:
        CollationError: If a number is negative or too high for a pack.
        EmptySheetError: If a pack cannot be filled.
    """
    if n < 0 or start < 0 or start + n > MAX_NUMBER:
        raise CollationError(
            f"packs are numbered from 0 to {MAX_NUMBER - 1}; {n} packs from {start} are too many"
        )
    end = start + n
    chunks = ((gen, at, min(_CHUNK, end - at)) for at in range(start, end, _CHUNK))
    parts = (counted(*chunk) for chunk in chunks) if executor is None else _run(executor, chunks)
    whole = Simulation()
    with closing(parts):  # waiting tasks are cancelled in any case
        for part in parts:
            whole += part
            if progress is not None:
                progress(whole.packs, n)
    return evolve(whole, words=gen.words)


def _run(
    executor: Executor, chunks: Iterator[tuple[Generator, int, int]]
) -> PyGenerator[Simulation, None, None]:
    """Yield the results of *chunks*, in order."""
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
    """Return the counts of *count* packs from number *start*, made in this thread."""
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
    """Return the counts of *packs*, without the packs whose indices are in *left*."""
    import numpy as np  # noqa: PLC0415 - numpy is optional

    layouts = np.bincount(np.delete(packs.layout, left), minlength=len(packs.layouts))
    number_of: dict[What, int] = {}
    numbers = [number_of.setdefault(what_is(card), len(number_of)) for card in packs.cards]
    whats = np.array([*numbers, NO_CARD], np.int32)[np.delete(packs.indices, left, axis=0)]
    whats.sort(axis=1)
    # equal cards are adjacent in each pack
    first = np.ones(whats.shape, np.bool_)
    first[:, 1:] = whats[:, 1:] != whats[:, :-1]
    places = np.flatnonzero(first)
    kinds = whats.ravel()[places] - NO_CARD
    copies = np.diff(places, append=whats.size)
    columns = [
        np.bincount(kinds, weights, len(number_of) + 1)[1:].astype(np.int64).tolist()
        for weights in (None, copies, copies * copies)
    ]
    seen = zip(number_of, map(SeenPacks, *columns), strict=True)
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
    """Return the counts of *packs*."""
    layouts: Counter[str] = Counter()
    once: Counter[int] = Counter()
    cards: dict[int, SeenPacks] = {}
    numbers = _Numbers()
    for pack in packs:
        layouts[pack.layout] += 1
        drawn = numbers.of(pack.cards)
        if len(set(drawn)) == len(drawn):
            once.update(drawn)
            continue
        for number, copies in Counter(drawn).items():
            cards[number] = cards.get(number, _NEVER) + SeenPacks(1, copies, copies * copies)
    for number, times in once.items():
        cards[number] = cards.get(number, _NEVER) + SeenPacks(times, times, times)
    whats = numbers.whats
    seen = {whats[number]: each for number, each in cards.items()}
    return Simulation(layouts.total(), layouts, seen)


class _Numbers:
    """Numbers of cards and finishes, which are counted faster than the cards."""

    def __init__(self) -> None:
        self._by_id: dict[int, int] = {}
        self._by_what: dict[What, int] = {}
        self._kept: list[PackCard] = []

    @property
    def whats(self) -> list[What]:
        """Return the card and finish of each number."""
        return list(self._by_what)

    def of(self, cards: Sequence[PackCard]) -> list[int]:
        """Return the numbers of *cards*."""
        try:
            return [self._by_id[id(card)] for card in cards]
        except KeyError:
            return [self._number(card) for card in cards]

    def _number(self, card: PackCard) -> int:
        if id(card) not in self._by_id:
            self._by_id[id(card)] = self._by_what.setdefault(what_is(card), len(self._by_what))
            self._kept.append(card)  # the id is valid as long as the card exists
        return self._by_id[id(card)]
