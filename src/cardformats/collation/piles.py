"""Copies and lists in random order, by the shuffle of Fisher and Yates."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeVar

from ..bits import Bits
from .leaves import Draw

T = TypeVar("T")


def in_turn(pile: Draw, bits: Bits, least: int = 1) -> Iterator[int]:
    """The entries of all copies of a pile in random order; memory goes with what is taken.

    A number is read below each limit from the total down to *least*.
    """
    moved: dict[int, int] = {}
    for last in range(pile.total - 1, -1, -1):
        number = bits.below(last + 1) if last + 1 >= least else 0
        yield pile.entry(moved.get(number, number))
        moved[number] = moved.get(last, last)


def shuffle(items: list[T], bits: Bits) -> list[T]:
    """*items*, shuffled in place."""
    for last in range(len(items) - 1, 0, -1):
        other = bits.below(last + 1)
        items[other], items[last] = items[last], items[other]
    return items
