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

#: So many bits are multiplied in one step of work.
_BITS_A_STEP = 64

#: How many cards of each group, with what probability; what does not happen is left out.
Counts: TypeAlias = Mapping[tuple[int, ...], Fraction]


class Chances(dict[K, Fraction]):
    """Probabilities, or numbers on average, by what they are of."""

    def add(self, key: K, chance: Fraction) -> None:
        """Add to what there is of a key."""
        self[key] = self[key] + chance if key in self else chance

    def of(self, key: K) -> Fraction:
        """What there is of a key."""
        return self.get(key, Fraction())

    def times(self, share: Fraction) -> Chances[K]:
        """The same with so much of each; nothing if it is 0."""
        return Chances({key: share * chance for key, chance in self.items()} if share else {})


def summed(pairs: Iterable[tuple[K, V]]) -> dict[K, V]:
    """The sum of the values of each key."""
    sums: dict[K, V] = {}
    for key, value in pairs:
        sums[key] = sums[key] + value if key in sums else value
    return sums


def mixed(parts: Iterable[tuple[Fraction, Counts]]) -> Counts:
    """The distribution of what happens if one of several distributions is chosen by chance."""
    together: dict[tuple[int, ...], Fraction] = {}
    for share, counts in parts:
        spend(len(counts))
        for numbers, chance in counts.items():
            together[numbers] = together.get(numbers, Fraction()) + share * chance
    return together


def added(parts: Iterable[Counts], groups: int) -> Counts:
    """The distribution of the sum of independent numbers of *groups*."""
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
    """The distribution of the sum of so many independent numbers of *groups* with the same one."""
    if times == 1:
        return counts
    if groups == 1:
        whole = repeated({number: chance for (number,), chance in counts.items()}, times)
        return {(number,): chance for number, chance in whole.items()}
    half = multiplied(counts, times // 2, groups) if times > 1 else {(0,) * groups: Fraction(1)}
    return added([half, half, *([counts] if times % 2 else [])], groups)


def repeated(counts: Mapping[int, Fraction], times: int) -> Mapping[int, Fraction]:
    """The distribution of the sum of so many independent numbers that have the same one.

    The power of a polynomial: its coefficients lie in one large number, far enough apart.

    Raises:
        TooMuchWorkError: it would take too long.
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
    """All ways to divide *total* into as many parts, each up to its *most*, in order."""
    later = [*accumulate(reversed(most), initial=0)][-2::-1]  # what the parts after each can have
    parts: list[int] = []
    left = [total]

    def choices() -> Iterator[int]:
        """The sizes that the next part can have."""
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
