"""A program for many packs at once: from their bytes to the cards."""

from __future__ import annotations

from itertools import groupby

import numpy as np

from ..leaf import Program
from .columns import Columns, columns_of
from .packs import Array, Vocabulary

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


class Plan:
    """A program for many packs at once.

    Attributes:
        end: how many bytes of a pack it reads if none is skipped.
        width: how many cards a pack has.
        block: how many packs to do at a time.
    """

    def __init__(self, program: Program, vocabulary: Vocabulary) -> None:
        """Prepare a program without numbers of more than :data:`WIDEST` bytes."""
        self.end = program.end
        self.block = min(max(_CACHED // max(len(program.limits), 1), _LEAST), _MOST)
        # Signed where a number of 64 bits would do, so that it can be an index.
        narrow = np.min_scalar_type(max(program.limits, default=1) - 1)
        self._type = narrow if narrow.itemsize < WIDEST else np.dtype(np.int64)
        self._start = program.start
        self._each = list(zip(program.sizes, program.bounds, program.limits, strict=True))
        self._runs: list[tuple[int, int, Array, Array]] = []
        at = program.start
        for size, run in groupby(self._each, lambda each: each[0]):
            numbers = list(run)
            last = np.array([[bound - 1] for _, bound, _ in numbers], f"<u{size}")
            limits = np.array([[limit] for _, _, limit in numbers], f"<u{size}")
            self._runs.append((at, size, last, limits))
            at += size * len(numbers)
        self._parts: list[tuple[int, slice, Columns]] = []
        self.width = self._room = 0
        for part in program.parts:
            if part.replaces:
                self.width = max(self.width - 1, 0)
            if part.drawer.count:
                columns = columns_of(part.drawer, vocabulary.array(part.cards))
                own = slice(part.start, part.start + len(part.drawer.limits))
                self._parts.append((self.width, own, columns))
                self.width += part.drawer.count
                self._room = max(self._room, self.width)

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

    def numbers_skipping(self, data: Array) -> tuple[Array, Array]:
        """The numbers of packs, each after what it skips, and which need more bytes than these."""
        packs, width = data.shape
        numbers = np.empty((len(self._each), packs), self._type)
        rows = np.arange(packs)[:, None]
        at = np.full(packs, self._start)
        for row, (size, bound, limit) in enumerate(self._each):
            while True:
                window = np.minimum(at, width - size)[:, None] + np.arange(size)
                values = words(np.ascontiguousarray(data[rows, window]), 0, size)[0]
                skipped = (values > bound - 1) & (at < width)
                if not skipped.any():
                    break
                at[skipped] += size
            numbers[row] = values % limit
            at += size
        return numbers, at > width

    def cards(self, numbers: Array, kind: np.dtype[np.signedinteger]) -> Array:
        """The cards that *numbers* stand for: a row of type *kind* for each card of a pack."""
        cards = np.empty((self._room, numbers.shape[1]), kind)
        for at, own, columns in self._parts:
            drawn = columns(numbers[own])
            cards[at : at + len(drawn)] = drawn
        return cards[: self.width]
