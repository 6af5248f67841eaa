"""The bytes of many packs: an array with a row for each."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import repeat

import numpy as np
from attrs import evolve, frozen

from ...bits import SHARE, Source
from .arrays import Array

#: So many pairs of packs are hashed before their bytes are put together.
_HASHED = 2**12

#: The bytes of a block after the first.
_BLOCK = 64


@frozen(eq=False)
class Streams:
    """The bytes of some packs, from where they are not used yet.

    Attributes:
        source: gives them.
        start: the number of the pack 0.
        packs: which packs, counted from there.
        data: bytes of each, one after the other.
        used: how many of these are used; None if it is none.
        before: how many bytes came before these: no more than the first, or whole blocks after it.
    """

    source: Source
    start: int
    packs: Array
    data: Array
    used: Array | None = None
    before: int = 0

    @classmethod
    def of_all(cls, source: Source, start: int, first: int, count: int) -> Streams:
        """Those of *count* packs from the one *first* after number *start* on."""
        number = start + first
        begin, end = number >> 1, (number + count + 1) >> 1
        data = np.empty((2 * (end - begin), SHARE), np.uint8)
        for half in range(begin, end, _HASHED):
            halves = range(half, min(half + _HASHED, end))
            pairs = np.frombuffer(b"".join(map(source.pair, halves)), np.uint8)
            at = 2 * (half - begin)
            data[at : at + 2 * len(halves)] = pairs.reshape(-1, SHARE)
        own = data[number & 1 :][:count]
        return cls(source, start, np.arange(first, first + count), own)

    @classmethod
    def joined(cls, parts: Sequence[Streams]) -> Streams:
        """Those of all *parts*, one or more, which are parts of the same."""
        parts = [each for each in parts if len(each)] or parts[:1]
        width = min(each.data.shape[1] for each in parts)
        used = [each.used for each in parts if each.used is not None]
        return evolve(
            parts[0],
            packs=np.concatenate([each.packs for each in parts]),
            data=np.concatenate([each.data[:, :width] for each in parts]),
            used=np.concatenate(used) if used else None,
        )

    def __len__(self) -> int:
        return len(self.packs)

    def of(self, which: Array | slice) -> Streams:
        """Those of some of the packs, by their places among these."""
        used = None if self.used is None else self.used[which]
        data = self.data[which] if isinstance(which, slice) else self.data.take(which, axis=0)
        return evolve(self, packs=self.packs[which], data=data, used=used)

    def after(self, used: Array | int) -> Streams:
        """The same with so many more bytes of each used."""
        before = np.zeros(len(self), np.intp) if self.used is None else self.used
        return evolve(self, used=before + used)

    def cut(self) -> Streams:
        """The same without the blocks that all packs have used."""
        if self.used is None:
            return self
        used = int(self.used.min(initial=self.data.shape[1]))
        cut = (self.before + used - SHARE) // _BLOCK * _BLOCK + SHARE - self.before
        if cut <= 0:
            return self
        return evolve(self, data=self.data[:, cut:], used=self.used - cut, before=self.before + cut)

    def longer(self, size: int) -> Streams:
        """The same with *size* bytes or more that are not used."""
        width = self.data.shape[1]
        size += 0 if self.used is None else int(self.used.max(initial=0))
        if size <= width:
            return self
        numbers = [self.start + pack for pack in self.packs.tolist()]
        parts = [self.data]
        ends = self.before + width, self.before + size
        first, last = (-(-(end - SHARE) // _BLOCK) for end in ends)
        for block in range(first + 1, last + 1):
            joined = b"".join(map(self.source.more, numbers, repeat(block)))
            parts.append(np.frombuffer(joined, np.uint8).reshape(len(self), _BLOCK))
        return evolve(self, data=np.hstack(parts))

    @property
    def unused(self) -> Array:
        """The bytes of each pack that are there and not used: as many of each."""
        if self.used is None:
            return np.ascontiguousarray(self.data)
        width = self.data.shape[1] - int(self.used.max(initial=0))
        return np.take_along_axis(self.data, self.used[:, None] + np.arange(width), axis=1)
