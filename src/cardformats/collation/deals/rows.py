"""Many numbers of a deal read at once; needs numpy."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ..plan.steps import Limits


class Rows(Limits):
    """The same for many numbers, all of which have the same size of 2, 4 or 8 bytes."""

    def __init__(self, limits: Sequence[int]) -> None:
        super().__init__(limits)
        self._type = np.dtype(f"<u{self.sizes[0]}")
        self._array = np.array(limits, self._type)
        #: Too large are values from the first of a last, partial run of numbers below the limit on.
        self._last = np.negative(self._array)
        #: The upper bytes of all such values.
        self._mark = b"\xff" * (self.sizes[0] - (max(limits).bit_length() + 7) // 8)

    def numbers(self, data: bytes) -> list[int] | None:
        values = np.frombuffer(data, self._type)
        numbers = values % self._array
        if self._mark in data and (values - numbers > self._last).any():
            return None
        made: list[int] = numbers.tolist()
        return made
