"""Copies and lists in random order, by a Fisher-Yates shuffle.

A random number *x* below *n* takes item *x* of the *n* remaining ones, and the last of these moves
to its position.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypeVar

from ..bits import Bits
from .leaves import Draw

T = TypeVar("T")

#: The maximum number of copies for each drawn copy at which a pile is copied as a list.
_PILE = 50


def drawn(pile: Draw, count: int, bits: Bits) -> list[int]:
    """Return the entries of *count* copies of a pile, or of all, in random order."""
    count = min(count, pile.total)
    numbers = bits.falling(pile.total, count)
    if pile.listed is None or pile.total > _PILE * count:
        return [*in_turn(pile, numbers)]
    left = pile.listed.copy()
    _take(left, numbers)
    return left[: -count - 1 : -1]


def in_turn(pile: Draw, numbers: Iterable[int]) -> Iterator[int]:
    """Yield the entries of copies by random numbers. Memory grows with the number of entries."""
    moved: dict[int, int] = {}
    for last, number in zip(range(pile.total - 1, -1, -1), numbers, strict=False):
        yield pile.entry(moved.get(number, number))
        moved[number] = moved.get(last, last)


def shuffle(items: list[T], bits: Bits) -> list[T]:
    """Shuffle *items* in place and return them."""
    _take(items, bits.falling(len(items), max(len(items) - 1, 0)))
    return items


def _take(items: list[T], numbers: Iterable[int]) -> None:
    """Move items to the end, one by one."""
    last = len(items)
    for number in numbers:
        last -= 1
        items[number], items[last] = items[last], items[number]
