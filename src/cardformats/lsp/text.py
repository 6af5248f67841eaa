"""Texts as editors count them: lines, and columns in the units of an encoding."""

from __future__ import annotations

import re
from array import array
from bisect import bisect_right
from collections.abc import Sequence
from functools import cached_property, lru_cache
from itertools import accumulate
from typing import Self, TypeAlias, TypeVar

from lsprotocol import types
from pygls.workspace import PositionCodec, TextDocument

from ..caching import Caching

T = TypeVar("T")

#: In what the columns of a line are counted: pieces of 16 or of 8 bits, or characters.
Units: TypeAlias = types.PositionEncodingKind | str

_LINE = re.compile(r"[^\r\n]*(?:\r\n?|\n)|[^\r\n]+")


def split_lines(text: str) -> list[str]:
    """Return the lines of a text with their ends; what follows the last end is a line, too."""
    lines = _LINE.findall(text)
    if not lines or lines[-1].endswith(("\n", "\r")):
        lines.append("")
    return lines


def width(text: str, units: Units) -> int:
    """Return the number of *units* of a part of a line."""
    if units == "utf-32" or text.isascii():
        return len(text)
    if units == "utf-8":
        return len(text.encode("utf-8", "surrogatepass"))
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


def prefix(line: str, column: int, units: Units) -> str:
    """Return the characters of a line before a column, which cuts none; at most the whole line.

    The end of the line is not among them.
    """
    end = len(line) - len(line[-2:]) + len(line[-2:].rstrip("\r\n"))
    return line[: min(bisect_right(_columns(line, units), column), end)]


@lru_cache(maxsize=8)  # a long line is asked for often, one position after the other
def _columns(line: str, units: Units) -> Sequence[int]:
    """Return the column after each character of a line."""
    if width(line, units) == len(line):
        return range(1, len(line) + 1)
    return array("Q", accumulate(width(each, units) for each in line))


def common(one: Sequence[T], other: Sequence[T]) -> int:
    """Return the number of characters, or other items, that both begin with."""
    low, high = 0, min(len(one), len(other))
    while low < high:
        middle = (low + high + 1) // 2
        if one[low:middle] == other[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low


class LineIndex(Caching):
    """The lines of a text that does not change any more, for positions of the protocol."""

    def __init__(self, lines: Sequence[str], units: Units = "utf-16") -> None:
        """Take lines with their ends; the last one has none."""
        self._lines = lines
        self._units = units

    @classmethod
    def of(cls, text: str, units: Units = "utf-16") -> Self:
        """Return the lines of a text."""
        return cls(split_lines(text), units)

    @cached_property
    def starts(self) -> list[int]:
        """Return the offset of each line, and that of the end."""
        return list(accumulate(map(len, self._lines), initial=0))

    def number(self, offset: int) -> int:
        """Return the number, from 0, of the line that an offset is in."""
        return min(bisect_right(self.starts, offset), len(self._lines)) - 1

    def place(self, offset: int) -> tuple[int, int]:
        """Return the line and the column of an offset."""
        number = self.number(offset)
        columns = _columns(self._lines[number], self._units)
        before = min(offset - self.starts[number], len(columns))
        return number, columns[before - 1] if before else 0

    def position(self, offset: int) -> types.Position:
        """Return the position of an offset."""
        return types.Position(*self.place(offset))

    def range(self, start: int, end: int) -> types.Range:
        """Return the range from an offset to another one."""
        return types.Range(self.position(start), self.position(end))

    def offset(self, position: types.Position) -> int:
        """Return the offset of a position; of one that does not exist, the nearest before it."""
        if position.line >= len(self._lines):
            return self.starts[-1]
        line = self._lines[position.line]
        return self.starts[position.line] + len(prefix(line, position.character, self._units))


class TypedText(TextDocument):
    """A document that is being typed; a change takes the time of its lines, not of the whole text.

    Lines end as the protocol says.  The base class also ends them at other characters, such as
    U+2028, which card texts have, and splits the whole text for each change.
    """

    def __init__(
        self,
        uri: str,
        text: str,
        version: int | None = None,
        language_id: str | None = None,
        codec: PositionCodec | None = None,
    ) -> None:
        """Begin with a text; a codec has the units of positions."""
        super().__init__(uri, None, version, language_id, position_codec=codec)
        self._lines = split_lines(text)

    @property
    def source(self) -> str:
        """Return the current text."""
        return "".join(self._lines)

    @property
    def lines(self) -> Sequence[str]:
        """Return the current lines."""
        return self._lines.copy()

    @property
    def units(self) -> Units:
        """Return the units of its positions."""
        return self.position_codec.encoding or "utf-16"

    def apply_change(self, change: types.TextDocumentContentChangeEvent) -> None:
        """Change a range, or the whole text.

        A position that does not exist is the nearest before it; if the end is before the start,
        they are exchanged.
        """
        if not isinstance(change, types.TextDocumentContentChangePartial):
            self._lines = split_lines(change.text)
            return
        lines = self._lines
        (first, before), (last, after) = (
            self._place(each) for each in sorted((change.range.start, change.range.end))
        )
        middle = lines[first][:before] + change.text + lines[last][after:]
        if first and middle.startswith("\n") and lines[first - 1].endswith("\r"):
            first -= 1  # they become one line end
            middle = lines[first] + middle
        own = split_lines(middle)
        if last + 1 < len(lines):
            own.pop()  # it ends as the last line did, which is not the last of all
        lines[first : last + 1] = own

    def _place(self, position: types.Position) -> tuple[int, int]:
        """Return the number of a line, and the number of its characters before a position."""
        if position.line >= len(self._lines):
            return len(self._lines) - 1, len(self._lines[-1])
        line = self._lines[position.line]
        return position.line, len(prefix(line, position.character, self.units))
