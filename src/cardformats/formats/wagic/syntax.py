"""What a card file says, record by record, with offsets into its source; nothing is lost.

A file that was not changed is written back by writing its source.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache, wraps
from typing import Final, TypeVar

from attrs import evolve, frozen

from ... import model as _model  # noqa: F401 - before its modules: see cardformats.__getattr__
from ...model.frozen import EMPTY
from ...source import SourceText, Span

#: The rarities by the letter that stands for each in files and filters.
RARITIES: Final = {
    "C": "common", "U": "uncommon", "R": "rare", "M": "mythic", "L": "land", "S": "special",
    "T": "token",
}  # fmt: skip
_LINE_ENDS: Final = re.compile(r"[\r\n]+")
_LONGEST_KEPT: Final = 200
_ResultT = TypeVar("_ResultT")
_SURROGATE: Final = re.compile(r"[\ud800-\udfff]")


def one_line(text: str) -> str:
    """*text* with a space in place of line ends, and a mark for what no encoding has."""
    return _SURROGATE.sub("?", _LINE_ENDS.sub(" ", text))


def kept_if_short(function: Callable[[str], _ResultT]) -> Callable[[str], _ResultT]:
    """A decorator that keeps results; longer texts are rare, and many would fill the memory."""
    kept = lru_cache(maxsize=4096)(function)
    return wraps(function)(
        lambda text: kept(text) if len(text) <= _LONGEST_KEPT else function(text)
    )


def closing(text: str, start: int, brackets: str) -> int | None:
    """Where the bracket at *start*, the first of the two *brackets*, is closed; None if nowhere."""
    depth = 0
    for offset in range(start, len(text)):
        depth += (text[offset] == brackets[0]) - (text[offset] == brackets[1])
        if depth == 0:
            return offset
    return None


def only_place(text: str, part: str) -> int | None:
    """Return where *part* begins in *text*; None if it is not there, or more than once."""
    start = text.find(part)
    return start if start >= 0 and text.find(part, start + 1) < 0 else None


@frozen
class Field:
    """A ``key=value`` line of a block.

    Attributes:
        key, value: as written, white space included; the value ends before the line end.
        start: offset of the key.
    """

    key: str
    value: str
    start: int

    @property
    def value_start(self) -> int:
        """Offset of the value."""
        return self.start + len(self.key) + 1


@frozen
class MacroDefinition:
    """A line ``#AUTO_DEFINE name($a,$b) body``.

    Attributes:
        name: as written; calls match it without regard to case.
        params: the parameters as written; None if there is no parameter list.
        body: what a call is replaced by.
        span: the whole line.
    """

    name: str
    params: tuple[str, ...] | None
    body: str
    span: Span


@frozen
class CardFile:
    """A ``_cards.dat`` or primitives file.

    Attributes:
        source: its text.
        starts: where the opening line of each block begins.
        texts: what each block says: its opening line without the bracket, and the lines up to the
            closing line, without the line end before that.
        macros: the macro definitions in order, wherever they stand.
        grade: the grade of the cards after it, or None.
        grade_start: offset of the line that sets it.
    """

    source: SourceText
    starts: Sequence[int]
    texts: Sequence[str]
    macros: tuple[MacroDefinition, ...]
    grade: str | None = None
    grade_start: int = 0

    def part(self, blocks: Iterable[int], texts: Mapping[int, str] = EMPTY) -> CardFile:
        """The file with some of its *blocks* only, of which some say other *texts*."""
        numbers = sorted(blocks)
        own = [texts.get(number, self.texts[number]) for number in numbers]
        return evolve(self, starts=[self.starts[number] for number in numbers], texts=own)

    def grade_at(self, number: int) -> str | None:
        """The grade that holds for the block *number*."""
        return self.grade if self.starts[number] > self.grade_start else None


def kind_of(text: str) -> str:
    """The kind of a block that says *text*; the engine looks at one letter."""
    return "meta" if text.startswith("m") else "card"
