"""Random bits: a hash of a seed and a number, the same on every machine and Python version.

A seed produces several kinds of things: packs, boxes, deals, packs added to them, and product
choices. Each number of each kind has its own stream of bytes. The first 32 bytes of number *i* are
one half of

    BLAKE2b-512(key || i // 2)

namely the first half if *i* is even. Further bytes come in blocks of 64,

    BLAKE2b-512(key || i || n)    for n = 1, 2, 3, …

where numbers are 64-bit little-endian. The key is BLAKE2b-256 of the seed's bytes, with a
personalisation that names the kind. The bytes of an int seed are ``i`` and its decimal digits,
those of a str seed ``s`` and its UTF-8, those of a bytes seed ``b`` and the seed itself.
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

#: The exclusive upper limit of the numbers of packs, boxes, deals and added packs.
MAX_NUMBER = 2**64

Seed: TypeAlias = int | str | bytes

T = TypeVar("T")

#: The bytes of a stream that come from the block which it shares with a neighbouring stream.
SHARE = 32

#: The bytes of a random number below a limit of 256 or less.
SHORT = 2

#: The format characters of :mod:`struct` for integers, by their size in bytes.
CODES = {2: "H", 4: "I", 8: "Q"}

_ONE = Struct("<Q")
_TWO = Struct("<QQ")


def seed_key(seed: Seed, kind: str) -> bytes:
    """Return the 32-byte key of *seed* for a kind of things.

    Args:
        seed: The seed.
        kind: ``pack``, ``box``, ``deal``, ``more`` or ``prod``.

    Raises:
        CollationError: If the seed is not an int, str or bytes.
    """
    if isinstance(seed, bytes):
        data = b"b" + seed
    elif isinstance(seed, str):
        data = b"s" + seed.encode("utf-8", "surrogatepass")
    elif isinstance(seed, int):
        data = b"i" + _digits(seed)
    else:
        message = f"the seed must be an int, a str or bytes, but is {seed!r}"
        raise CollationError(message)
    return blake2b(data, digest_size=32, person=b"cardformats/" + kind.encode()).digest()


def _digits(number: int) -> bytes:
    """Return the decimal digits of *number*; Python's own conversion stops at 4,300 digits."""
    try:
        return b"%d" % number
    except ValueError:
        sign, number = (b"-", -number) if number < 0 else (b"", number)
        size = number.bit_length() * 1234 // 8192  # less than half of the digits
        high, low = divmod(number, 10**size)
        return sign + _digits(high) + _digits(low).zfill(size)


class Source:
    """The random streams of one kind of things of a seed, by number."""

    __slots__ = ("_hash", "_key")

    def __init__(self, seed: Seed, kind: str = "pack") -> None:
        """Compute the key of *seed* for *kind*; see :func:`seed_key`."""
        self.__setstate__(seed_key(seed, kind))

    def __getstate__(self) -> bytes:
        """Return the key, because a hash object cannot be pickled."""
        return self._key

    def __setstate__(self, key: bytes) -> None:
        """Restore the hash from its key."""
        self._key = key
        self._hash = blake2b(key)

    def pair(self, half: int) -> bytes:
        """Return the first 32 bytes of number 2 × *half*, followed by those of the next number."""
        hashed = self._hash.copy()
        hashed.update(_ONE.pack(half))
        return hashed.digest()

    def start(self, number: int) -> bytes:
        """Return the first 32 bytes of *number*."""
        pair = self.pair(number >> 1)
        return pair[SHARE:] if number & 1 else pair[:SHARE]

    def more(self, number: int, block: int) -> bytes:
        """Return the 64 bytes of block *block* (1, 2, …) of *number*."""
        hashed = self._hash.copy()
        hashed.update(_TWO.pack(number, block))
        return hashed.digest()

    def longer(self, number: int, start: bytes, size: int) -> bytes:
        """Return at least the first *size* bytes of *number*, of which *start* are the first 32."""
        blocks = range(1, (size - SHARE + 63) // 64 + 1)
        return start + b"".join([self.more(number, block) for block in blocks])

    def blocks(self, number: int, known: int = 0) -> Iterator[bytes]:
        """Yield the blocks of bytes of *number*, without the first *known* blocks."""
        if not known:
            yield self.start(number)
        for block in count(known or 1):
            yield self.more(number, block)


def number_size(limit: int) -> int:
    """Return how many bytes a random number below *limit* takes: 2, 4, 8, 16, 24, 32, ….

    These bytes have at least 256 values for each possible number, so that few values are rejected.
    """
    bits = (limit - 1).bit_length() + 8
    return SHORT if bits <= 16 else 4 if bits <= 32 else -(-bits // 64) * 8  # noqa: PLR2004 - bits of two and four bytes


def number_bound(limit: int, size: int) -> int:
    """Return the first value of *size* bytes that is rejected to keep the numbers uniform."""
    space: int = 256**size
    return space - space % limit


@lru_cache(4096)
def _size_and_bound(limit: int) -> tuple[int, int]:
    size = number_size(limit)
    return size, number_bound(limit, size)


#: The number of random numbers that are read at once.
_AT_ONCE = 64


@lru_cache(4096)
def _falling(first: int, count: int) -> tuple[Struct | Wide, tuple[int, ...]]:
    """Return the layout and the rejection bounds of numbers below *first*, *first* - 1, …."""
    pairs = [_size_and_bound(limit) for limit in range(first, first - count, -1)]
    sizes, bounds = zip(*pairs, strict=True)
    return _struct(sizes), bounds


class Wide:
    """The layout of integers of which some are longer than 8 bytes; used like a :class:`Struct`."""

    def __init__(self, sizes: Sequence[int]) -> None:
        """Create the layout of integers with these *sizes* in bytes."""
        self.size: int = sum(sizes)
        self._ends = [*accumulate(sizes, initial=0)]

    def unpack_from(self, data: bytes, at: int = 0) -> tuple[int, ...]:
        """Return the integers that begin at the byte *at* of *data*."""
        pairs = pairwise(self._ends)
        return tuple(int.from_bytes(data[at + a : at + b], "little") for a, b in pairs)


@cache
def struct_of(sizes: tuple[int, ...]) -> Struct | Wide:
    """Return the layout of consecutive integers with these *sizes* in bytes."""
    return _struct(sizes)


def _struct(sizes: tuple[int, ...]) -> Struct | Wide:
    if not CODES.keys() >= {*sizes}:
        return Wide(sizes)
    return Struct("<" + "".join([CODES[size] for size in sizes]))


class Bits:
    """The random stream of one number, consumed in order."""

    __slots__ = ("_at", "_data", "_number", "_pieces", "_source")

    def __init__(self, source: Source, number: int, start: int = 0, data: bytes = b"") -> None:
        """Begin the stream of *number* at byte *start*; *data* are its first whole blocks."""
        self._source = source
        self._number = number
        self._pieces = (len(data) + SHARE) // 64
        self._data = data
        self._at = start
        while self._at > len(self._data):
            self._at -= len(self._data)
            self._data = self._piece()

    def _piece(self) -> bytes:
        """Return the next block of the stream."""
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
        """Consume *size* bytes, which must have been looked at before."""
        self._at += size

    def take(self, size: int) -> int:
        """Consume *size* bytes, and return them as a little-endian number."""
        value = int.from_bytes(self.look(size), "little")
        self._at += size
        return value

    def below(self, limit: int) -> int:
        """Return a random number from 0 to *limit* - 1, all exactly equally likely.

        The number is the next 2, 4, 8, … bytes modulo *limit*. Values that would make some numbers
        more likely are rejected.
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
        """Consume and return the integers that the layout *struct* describes."""
        end = self._at + struct.size
        if end > len(self._data):
            self.look(struct.size)
            end = self._at + struct.size
        values = struct.unpack_from(self._data, self._at)
        self._at = end
        return values

    def several(self, limit: int, number: int) -> list[int]:
        """Return *number* random numbers below *limit*, equal to those of separate calls."""
        size, bound = _size_and_bound(limit)
        if size in CODES:
            values = unpack(f"<{number}{CODES[size]}", self.look(number * size))
            if max(values, default=0) < bound:
                self.skip(number * size)
                return [value % limit for value in values]
        return [self.below(limit) for _ in range(number)]

    def falling(self, first: int, number: int) -> list[int]:
        """Return *number* random numbers below *first*, *first* - 1, ….

        They are the same as those of separate calls of :meth:`below`.
        """
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
        """Return a random index by weight; *cumulative* are the running totals of whole weights."""
        return bisect_right(cumulative, self.below(cumulative[-1]))

    def shuffled(self, items: Iterable[T]) -> list[T]:
        """Return the items in a random order; its first *n* items are a random sample of *n*."""
        left = list(items)
        return [left.pop(self.below(len(left))) for _ in range(len(left))]
