"""Texts as editors count them: lines, and columns in the units of an encoding."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence
from functools import cached_property
from itertools import accumulate
from typing import Literal, TypeAlias, TypeVar

from ..caching import Caching

T = TypeVar("T")

#: In what the columns of a line are counted: pieces of 16 or of 8 bits, or characters.
Units: TypeAlias = Literal["utf-16", "utf-8", "utf-32"]
#: A line and a column, both from 0.
Position: TypeAlias = tuple[int, int]

_LINE = re.compile(r"[^\r\n]*(?:\r\n?|\n)|[^\r\n]+")
_LOW_SURROGATES = range(0xDC, 0xE0)
_LATER_BYTES = range(0x80, 0xC0)


def split_lines(text: str) -> list[str]:
    """The lines of *text* with their ends; what follows the last end is a line, too."""
    lines = _LINE.findall(text)
    if not lines or lines[-1].endswith(("\n", "\r")):
        lines.append("")
    return lines


def width(text: str, units: Units) -> int:
    """How many *units* a part of a line has."""
    if units == "utf-32" or text.isascii():
        return len(text)
    if units == "utf-8":
        return len(text.encode("utf-8", "surrogatepass"))
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


def prefix(line: str, column: int, units: Units) -> str:
    """The characters of *line* before *column*, which cuts none; all of it if that is behind it.

    The end of the line is not among them.
    """
    line = line.rstrip("\r\n")
    if units == "utf-32" or line.isascii():
        return line[:column]
    if units == "utf-8":
        data, cut = line.encode("utf-8", "surrogatepass"), column
        while 0 < cut < len(data) and data[cut] in _LATER_BYTES:
            cut -= 1
        return data[:cut].decode("utf-8", "surrogatepass")
    data, cut = line.encode("utf-16-le", "surrogatepass"), 2 * column
    if 0 < cut < len(data) and data[cut + 1] in _LOW_SURROGATES:
        cut -= 2 * (data[cut - 1] in range(0xD8, 0xDC))
    return data[:cut].decode("utf-16-le", "surrogatepass")


def common(one: Sequence[T], other: Sequence[T]) -> int:
    """How many characters, or other items, both begin with."""
    low, high = 0, min(len(one), len(other))
    while low < high:
        middle = (low + high + 1) // 2
        if one[low:middle] == other[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low


class Lines(Caching):
    """The lines of a text that does not change any more."""

    def __init__(self, lines: Sequence[str]) -> None:
        """*lines* with their ends; the last one has none."""
        self._lines = lines

    @classmethod
    def of(cls, text: str) -> Lines:
        """The lines of *text*."""
        return cls(split_lines(text))

    def __len__(self) -> int:
        """How many lines there are, one at least."""
        return len(self._lines)

    def __getitem__(self, number: int) -> str:
        """The line *number*, from 0, with its end."""
        return self._lines[number]

    @cached_property
    def starts(self) -> list[int]:
        """The offset of each line, and that of the end."""
        return list(accumulate(map(len, self._lines), initial=0))

    def position(self, offset: int, units: Units) -> Position:
        """Where *offset* is."""
        number = min(bisect_right(self.starts, offset), len(self)) - 1
        return number, width(self._lines[number][: offset - self.starts[number]], units)

    def offset(self, position: Position, units: Units) -> int:
        """The offset of *position*; of one that is not there, of the nearest before it."""
        number, column = position
        if number >= len(self):
            return self.starts[-1]
        return self.starts[number] + len(prefix(self._lines[number], column, units))


class LiveText:
    """A text that is being typed; a change takes the time of its lines, not of the whole text."""

    def __init__(self, text: str) -> None:
        self._lines = split_lines(text)

    def text(self) -> str:
        """The text as it is now."""
        return "".join(self._lines)

    def lines(self) -> Lines:
        """Its lines as they are now."""
        return Lines(self._lines.copy())

    def change(self, start: Position, end: Position, new: str, units: Units) -> None:
        """Write *new* in the place of what stands from *start* to *end*.

        A place that is not there is the nearest before it; if *end* is before *start*, they are
        exchanged.
        """
        lines = self._lines
        (first, before), (last, behind) = (
            self._place(each, units) for each in sorted((start, end))
        )
        middle = lines[first][:before] + new + lines[last][behind:]
        if first and middle.startswith("\n") and lines[first - 1].endswith("\r"):
            first -= 1  # they become one line end
            middle = lines[first] + middle
        own = split_lines(middle)
        if last + 1 < len(lines):
            own.pop()  # it ends as the last line did, which is not the last of all
        lines[first : last + 1] = own

    def _place(self, position: Position, units: Units) -> tuple[int, int]:
        """The number of a line, and how many characters of it stand before *position*."""
        number, column = position
        if number >= len(self._lines):
            number = len(self._lines) - 1
            return number, len(self._lines[number])
        return number, len(prefix(self._lines[number], column, units))
