"""Numbers from random bytes: many below fixed limits at once."""

from __future__ import annotations

from collections.abc import Sequence
from operator import ge, mod
from struct import Struct

from ...bits import Bits, number_bound, number_size

_CODES = {2: "H", 4: "I", 8: "Q"}

#: Bytes to look at beyond those that are needed if none is skipped.
_SPARE = 64

#: The top byte of every value that is skipped.
_TOP = 255


class Limits:
    """Numbers from 0 to fixed limits - 1, the same as one after the other, but faster.

    Attributes:
        limits: one for each number.
        sizes: how many bytes each takes.
        bounds: from which value on it is skipped.
        start, end: where in a stream they are, as long as none is skipped.
    """

    def __init__(self, limits: Sequence[int], start: int = 0) -> None:
        """Take the limits; *start* is where in a stream the numbers begin."""
        self.limits = tuple(limits)
        self.sizes = tuple(map(number_size, limits))
        self.bounds = tuple(map(number_bound, limits, self.sizes))
        self.start = start
        self.end = start + sum(self.sizes)
        plain = all(size in _CODES for size in self.sizes)
        codes = "".join(_CODES[size] for size in self.sizes) if plain else ""
        self._unpack = Struct(f"<{start}x{codes}").unpack_from if plain else None

    def numbers(self, data: bytes) -> list[int] | None:
        """The numbers in the first bytes of a stream; None if some values are to be skipped."""
        if self._unpack is None:
            return None
        values = self._unpack(data)
        if _TOP in data and any(map(ge, values, self.bounds)):
            return None
        return list(map(mod, values, self.limits))

    def draw(self, bits: Bits) -> list[int]:
        """The next numbers of *bits*; these are limits that start at 0."""
        data = bits.look(self.end)
        numbers = self.numbers(data)
        if numbers is None:
            return self._draw_skipping(bits)
        bits.skip(self.end)
        return numbers

    def _draw_skipping(self, bits: Bits) -> list[int]:
        """The same one after the other, since some values are to be skipped."""
        numbers = []
        data = bits.look(self.end + _SPARE)
        at = 0
        for limit, size, bound in zip(self.limits, self.sizes, self.bounds, strict=True):
            value = bound
            while value >= bound:
                if at + size > len(data):
                    bits.skip(at)
                    data, at = bits.look(self.end + _SPARE), 0
                value = int.from_bytes(data[at : at + size], "little")
                at += size
            numbers.append(value % limit)
        bits.skip(at)
        return numbers
