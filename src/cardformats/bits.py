"""Random bits: a hash of a seed and a pack's number, the same on every machine and Python.

Every kind of thing that a seed makes (packs, boxes, deals, packs that are added to them, choices of
products) has a stream of bytes for each of its numbers.  The first 32 bytes of number *i* are a
half of

    BLAKE2b-512(key || i // 2)

the first half if *i* is even; further bytes come in blocks of 64,

    BLAKE2b-512(key || i || n)    for n = 1, 2, 3, …

where numbers are 64-bit little-endian.  The key is BLAKE2b-256 of the seed's bytes under a
personalisation that names the kind.  An int seed is ``i`` and its decimal digits, a str seed is
``s`` and its UTF-8, a bytes seed is ``b`` and itself.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from functools import cache, lru_cache
from hashlib import blake2b
from itertools import accumulate, count, pairwise
from operator import lt, mod
from struct import Struct, unpack
from typing import TypeAlias, TypeVar

from .errors import CollationError

#: Packs, boxes, deals and added packs are numbered below this.
MAX_NUMBER = 2**64

Seed: TypeAlias = int | str | bytes

T = TypeVar("T")

#: Bytes of a number's share of the block it has with its neighbour.
SHARE = 32

#: Bytes of a number below a limit of 256 or less.
SHORT = 2

#: How :mod:`struct` calls numbers of so many bytes.
CODES = {2: "H", 4: "I", 8: "Q"}

_ONE = Struct("<Q")
_TWO = Struct("<QQ")


def seed_key(seed: Seed, kind: str) -> bytes:
    """Return the 32-byte key of *seed* for a *kind*, such as ``pack``, ``box`` or ``deal``.

    Raises:
        CollationError: the seed is no int, str or bytes.
    """
    if isinstance(seed, bytes):
        data = b"b" + seed
    elif isinstance(seed, str):
        data = b"s" + seed.encode("utf-8", "surrogatepass")
    elif isinstance(seed, int):
        data = b"i" + _digits(seed)
    else:
        message = f"a seed is an int, a str or bytes, not {seed!r}"
        raise CollationError(message)
    return blake2b(data, digest_size=32, person=b"cardformats/" + kind.encode()).digest()


def _digits(number: int) -> bytes:
    """Decimal digits, of any number of them; Python's own conversion stops at 4,300."""
    try:
        return b"%d" % number
    except ValueError:
        sign, number = (b"-", -number) if number < 0 else (b"", number)
        size = number.bit_length() * 1234 // 8192  # less than half of the digits
        high, low = divmod(number, 10**size)
        return sign + _digits(high) + _digits(low).zfill(size)


class Source:
    """The streams of a seed's things of one kind, by number."""

    __slots__ = ("_hash", "_key")

    def __init__(self, seed: Seed, kind: str = "pack") -> None:
        """Take the key of *seed* for *kind*; see :func:`seed_key`."""
        self.__setstate__(seed_key(seed, kind))

    def __getstate__(self) -> bytes:
        """Return the key; a hash that has begun cannot be pickled."""
        return self._key

    def __setstate__(self, key: bytes) -> None:
        """Begin the hash with that key."""
        self._key = key
        self._hash = blake2b(key)

    def pair(self, half: int) -> bytes:
        """Return the first 32 bytes of number 2 × *half*, then those of the next number."""
        hashed = self._hash.copy()
        hashed.update(_ONE.pack(half))
        return hashed.digest()

    def start(self, number: int) -> bytes:
        """Return the first 32 bytes of *number*."""
        pair = self.pair(number >> 1)
        return pair[SHARE:] if number & 1 else pair[:SHARE]

    def more(self, number: int, block: int) -> bytes:
        """Return the 64 bytes of *number* in its block 1, 2, …."""
        hashed = self._hash.copy()
        hashed.update(_TWO.pack(number, block))
        return hashed.digest()

    def longer(self, number: int, start: bytes, size: int) -> bytes:
        """Return the first *size* bytes of *number*, or more; *start* are the first 32."""
        blocks = range(1, (size - SHARE + 63) // 64 + 1)
        return start + b"".join([self.more(number, block) for block in blocks])

    def blocks(self, number: int, known: int = 0) -> Iterator[bytes]:
        """Yield the bytes of *number* in pieces, without the first bytes, which are *known*."""
        if not known:
            yield self.start(number)
        for block in count(known or 1):
            yield self.more(number, block)


def number_size(limit: int) -> int:
    """Return the number of bytes of a number below *limit*: 2, 4, 8, 16, 24, 32, ….

    They have at least 256 values for each of the numbers, so that few are skipped.
    """
    bits = (limit - 1).bit_length() + 8
    return SHORT if bits <= 16 else 4 if bits <= 32 else -(-bits // 64) * 8  # noqa: PLR2004 - bits of two and four bytes


def number_bound(limit: int, size: int) -> int:
    """Return the bound of the values of *size* bytes; skipping larger ones avoids bias."""
    space: int = 256**size
    return space - space % limit


@lru_cache(4096)
def _size_and_bound(limit: int) -> tuple[int, int]:
    size = number_size(limit)
    return size, number_bound(limit, size)


#: So many numbers are read at once.
_AT_ONCE = 64


@lru_cache(4096)
def _falling(first: int, count: int) -> tuple[Struct | Wide, tuple[int, ...]]:
    """Return what reads numbers below *first*, *first* - 1, …, and the bounds of the values."""
    pairs = [_size_and_bound(limit) for limit in range(first, first - count, -1)]
    sizes, bounds = zip(*pairs, strict=True)
    return _struct(sizes), bounds


class Wide:
    """Numbers of which some have more than 8 bytes, read as a :class:`Struct` reads others."""

    def __init__(self, sizes: Sequence[int]) -> None:
        """Take how many bytes each has."""
        self.size: int = sum(sizes)
        self._ends = [*accumulate(sizes, initial=0)]

    def unpack_from(self, data: bytes, at: int = 0) -> tuple[int, ...]:
        """Return the numbers from a position on."""
        pairs = pairwise(self._ends)
        return tuple(int.from_bytes(data[at + a : at + b], "little") for a, b in pairs)


@cache
def struct_of(sizes: tuple[int, ...]) -> Struct | Wide:
    """Return the struct of a number of values of *size* bytes."""
    return _struct(sizes)


def _struct(sizes: tuple[int, ...]) -> Struct | Wide:
    if not CODES.keys() >= {*sizes}:
        return Wide(sizes)
    return Struct("<" + "".join([CODES[size] for size in sizes]))


class Bits:
    """The stream of one number, consumed in order."""

    __slots__ = ("_at", "_data", "_number", "_pieces", "_source")

    def __init__(self, source: Source, number: int, start: int = 0, data: bytes = b"") -> None:
        """Start the stream of *number* at byte *start*; *data* are its first whole pieces."""
        self._source = source
        self._number = number
        self._pieces = (len(data) + SHARE) // 64
        self._data = data
        self._at = start
        while self._at > len(self._data):
            self._at -= len(self._data)
            self._data = self._piece()

    def _piece(self) -> bytes:
        """Return the next piece of the stream."""
        piece, self._pieces = self._pieces, self._pieces + 1
        return self._source.more(self._number, piece) if piece else self._source.start(self._number)

    def look(self, size: int) -> bytes:
        """Return the next *size* bytes without consuming them."""
        end = self._at + size
        if end > len(self._data):
            data = self._data[self._at :]
            while len(data) < size:
                data += b"".join([self._piece() for _ in range(-(-(size - len(data)) // 64))])
            self._data, self._at, end = data, 0, size
        return self._data[self._at : end]

    def skip(self, size: int) -> None:
        """Pass over bytes that were looked at."""
        self._at += size

    def take(self, size: int) -> int:
        """Consume the next *size* bytes as a number, least significant byte first."""
        value = int.from_bytes(self.look(size), "little")
        self._at += size
        return value

    def below(self, limit: int) -> int:
        """Return a uniform number from 0 to *limit* - 1, exactly.

        The next 2, 4, 8, … bytes modulo *limit*; values that would make some numbers likelier are
        skipped.
        """
        size, bound = _size_and_bound(limit)
        while True:
            end = self._at + size
            if end <= len(self._data):  # as take() does
                value = int.from_bytes(self._data[self._at : end], "little")
                self._at = end
            else:
                value = self.take(size)
            if value < bound:
                return value % limit

    def values(self, struct: Struct | Wide) -> tuple[int, ...]:
        """Consume the next bytes as the numbers of *struct*."""
        end = self._at + struct.size
        if end > len(self._data):
            self.look(struct.size)
            end = self._at + struct.size
        values = struct.unpack_from(self._data, self._at)
        self._at = end
        return values

    def several(self, limit: int, number: int) -> list[int]:
        """Return several numbers below *limit*, the same as one after the other."""
        size, bound = _size_and_bound(limit)
        if size in CODES:
            values = unpack(f"<{number}{CODES[size]}", self.look(number * size))
            if max(values, default=0) < bound:
                self.skip(number * size)
                return [value % limit for value in values]
        return [self.below(limit) for _ in range(number)]

    def falling(self, first: int, number: int) -> list[int]:
        """Return several numbers below *first*, *first* - 1, …, the same as one after the other."""
        numbers: list[int] = []
        while number:
            some = min(_AT_ONCE, number)
            struct, bounds = _falling(first, some)
            limits = range(first, first - some, -1)
            values = struct.unpack_from(self.look(struct.size))
            if all(map(lt, values, bounds)):
                self.skip(struct.size)
                numbers += map(mod, values, limits)
            else:
                numbers += map(self.below, limits)
            first, number = first - some, number - some
        return numbers

    def index(self, cumulative: Sequence[int]) -> int:
        """Return an index by weight; *cumulative* holds the running totals of whole weights."""
        return bisect_right(cumulative, self.below(cumulative[-1]))

    def shuffled(self, items: Iterable[T]) -> list[T]:
        """Return the items in a random order; its first *n* are a sample of *n*."""
        left = list(items)
        return [left.pop(self.below(len(left))) for _ in range(len(left))]
