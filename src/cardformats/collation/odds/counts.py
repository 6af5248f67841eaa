"""Distributions of numbers of cards."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import accumulate
from math import lcm
from typing import TypeAlias, TypeVar

from ..effort import spend

K = TypeVar("K", bound=Hashable)
V = TypeVar("V", int, Fraction)

#: The number of bits that are multiplied in one step of work.
_BITS_A_STEP = 64

#: The probability of each tuple of numbers of cards; impossible tuples are omitted.
Counts: TypeAlias = Mapping[tuple[int, ...], Fraction]


class Chances(dict[K, Fraction]):
    """Probabilities, or mean numbers, by key."""

    def add(self, key: K, chance: Fraction) -> None:
        """Add *chance* to the value of a key."""
        self[key] = self[key] + chance if key in self else chance

    def of(self, key: K) -> Fraction:
        """Return the value of a key, or 0."""
        return self.get(key, Fraction())

    def times(self, share: Fraction) -> Chances[K]:
        """Return all values multiplied by *share*; empty if it is 0."""
        return Chances({key: share * chance for key, chance in self.items()} if share else {})


def summed(pairs: Iterable[tuple[K, V]]) -> dict[K, V]:
    """Return the sum of the values of each key."""
    sums: dict[K, V] = {}
    for key, value in pairs:
        sums[key] = sums[key] + value if key in sums else value
    return sums


def mixed(parts: Iterable[tuple[Fraction, Counts]]) -> Counts:
    """Return the mixture of several distributions, given with their probabilities."""
    together: dict[tuple[int, ...], Fraction] = {}
    for share, counts in parts:
        spend(len(counts))
        for numbers, chance in counts.items():
            together[numbers] = together.get(numbers, Fraction()) + share * chance
    return together


def added(parts: Iterable[Counts], groups: int) -> Counts:
    """Return the distribution of the sum of independent tuples of *groups* numbers."""
    together: dict[tuple[int, ...], Fraction] = {(0,) * groups: Fraction(1)}
    for counts in parts:
        spend(len(together) * len(counts))
        together = summed(
            (tuple(map(sum, zip(some, more, strict=True))), chance * other)
            for some, chance in together.items()
            for more, other in counts.items()
        )
    return together


def multiplied(counts: Counts, times: int, groups: int) -> Counts:
    """Return the distribution of the sum of *times* independent tuples of *groups* numbers."""
    if times == 1:
        return counts
    if groups == 1:
        whole = repeated({number: chance for (number,), chance in counts.items()}, times)
        return {(number,): chance for number, chance in whole.items()}
    half = multiplied(counts, times // 2, groups) if times > 1 else {(0,) * groups: Fraction(1)}
    return added([half, half, *([counts] if times % 2 else [])], groups)


def repeated(counts: Mapping[int, Fraction], times: int) -> Mapping[int, Fraction]:
    """Return the distribution of the sum of *times* independent, equally distributed numbers.

    It is computed as the power of a polynomial whose coefficients are packed into one large
    integer.

    Raises:
        TooMuchWorkError: If the work limit is exceeded.
    """
    if not counts:
        return {}
    whole = lcm(*(chance.denominator for chance in counts.values()))
    size = -(-(times * whole.bit_length() + 1) // 8)
    spend(8 * size * (max(counts) * times + 1) // _BITS_A_STEP)
    number = sum(int(chance * whole) << 8 * size * at for at, chance in counts.items())
    power, total = number**times, whole**times
    data = power.to_bytes(size * (max(counts) * times + 1), "little")
    ways = (int.from_bytes(data[at : at + size], "little") for at in range(0, len(data), size))
    return {at: Fraction(its, total) for at, its in enumerate(ways) if its}


def divided(total: int, most: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """Yield all ways to divide *total* into parts, each up to its maximum *most*, in order."""
    later = [*accumulate(reversed(most), initial=0)][-2::-1]  # the maximum of the parts after each
    parts: list[int] = []
    left = [total]

    def choices() -> Iterator[int]:
        """Return the possible sizes of the next part."""
        at = len(parts)
        return iter(range(max(left[-1] - later[at], 0), min(left[-1], most[at]) + 1))

    if not most:
        yield from () if total else ((),)
        return
    stack = [choices()]
    while stack:
        size = next(stack[-1], None)
        if size is None:
            stack.pop()
            if parts:
                parts.pop()
                left.pop()
        elif len(stack) == len(most):
            yield (*parts, size)
        else:
            parts.append(size)
            left.append(left[-1] - size)
            stack.append(choices())
