"""Copies and lists in random order, by the shuffle of Fisher and Yates.

The number *x* below *n* takes item *x* of the *n* that are left, and the last of them goes to its
place.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypeVar

from ..bits import Bits
from .leaves import Draw

T = TypeVar("T")

#: A pile of more copies for each that is drawn is not copied.
_PILE = 50


def drawn(pile: Draw, count: int, bits: Bits) -> list[int]:
    """The entries of so many copies of a pile, or of all if it has fewer, in random order."""
    count = min(count, pile.total)
    numbers = bits.falling(pile.total, count)
    if pile.listed is None or pile.total > _PILE * count:
        return [*in_turn(pile, numbers)]
    left = pile.listed.copy()
    _take(left, numbers)
    return left[: -count - 1 : -1]


def in_turn(pile: Draw, numbers: Iterable[int]) -> Iterator[int]:
    """The entries of copies by such numbers; memory goes with what is taken."""
    moved: dict[int, int] = {}
    for last, number in zip(range(pile.total - 1, -1, -1), numbers, strict=False):
        yield pile.entry(moved.get(number, number))
        moved[number] = moved.get(last, last)


def shuffle(items: list[T], bits: Bits) -> list[T]:
    """*items*, shuffled in place."""
    _take(items, bits.falling(len(items), max(len(items) - 1, 0)))
    return items


def _take(items: list[T], numbers: Iterable[int]) -> None:
    """Put items at the end, one by one."""
    last = len(items)
    for number in numbers:
        last -= 1
        items[number], items[last] = items[last], items[number]
