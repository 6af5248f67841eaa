"""Random bits: a hash of a seed and a pack's number, the same on every machine and Python.

The words of pack *i* are the 32-bit little-endian words of the blocks

    BLAKE2b-512(key, pack number || block number)

where both numbers are 64-bit little-endian, blocks count from 0, and the key is BLAKE2b-256 of the
seed's bytes under the personalisation ``cardformats/1``.  An int seed is ``i`` and its decimal
digits, a str seed is ``s`` and its UTF-8, a bytes seed is ``b`` and itself.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from hashlib import blake2b
from struct import Struct
from typing import TypeAlias

from ..errors import CollationError

#: Packs are numbered below this.
MAX_PACKS = 2**64

Seed: TypeAlias = int | str | bytes

_PERSON = b"cardformats/1"
_COUNTERS = Struct("<QQ")
_WORDS = Struct("<16I")
_WORD_BITS = 32
_WORD = 1 << _WORD_BITS


def seed_key(seed: Seed) -> bytes:
    """The 32-byte key of *seed*.

    Raises:
        CollationError: it is no int, str or bytes.
    """
    if not isinstance(seed, (int, str, bytes)):
        message = f"a seed is an int, a str or bytes, not {seed!r}"
        raise CollationError(message)
    if isinstance(seed, bytes):
        data = b"b" + seed
    elif isinstance(seed, str):
        data = b"s" + seed.encode("utf-8", "surrogatepass")
    else:
        data = b"i%d" % seed
    return blake2b(data, digest_size=32, person=_PERSON).digest()


class Bits:
    """The random words of one pack, consumed in order."""

    __slots__ = ("_block", "_key", "_pack", "_words")

    def __init__(self, key: bytes, pack: int) -> None:
        """The words of pack number *pack* under a seed's *key*."""
        self._key = key
        self._pack = pack
        self._block = 0
        self._words: list[int] = []

    def word(self) -> int:
        """The next word, uniform from 0 to 2**32 - 1."""
        if not self._words:
            counters = _COUNTERS.pack(self._pack, self._block)
            self._words = list(_WORDS.unpack(blake2b(counters, key=self._key).digest())[::-1])
            self._block += 1
        return self._words.pop()

    def below(self, limit: int) -> int:
        """A uniform number from 0 to *limit* - 1, exactly: words that would bias it are skipped.

        The product of the words (the first is the most significant) and *limit* is divided by the
        number of values the words can have; a remainder below that number modulo *limit* is
        skipped.
        """
        space, words = _WORD, 1
        while limit > space:
            space, words = space << _WORD_BITS, words + 1
        while True:
            value = self.word()
            for _ in range(words - 1):
                value = value << _WORD_BITS | self.word()
            result, remainder = divmod(value * limit, space)
            if remainder >= limit or remainder >= space % limit:
                return result

    def index(self, cumulative: Sequence[int]) -> int:
        """An index by weight; *cumulative* holds the running totals of whole weights."""
        return bisect_right(cumulative, self.below(cumulative[-1]))
