"""What a card file says, record by record, with offsets into its source; nothing is lost.

A file that was not changed is written back by writing its source.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache, wraps
from typing import Final, TypeVar

from attrs import evolve, frozen

from ... import model as _model  # noqa: F401 - before its modules: see cardformats.__getattr__
from ...source import SourceText, Span, without_surrogates
from ..grammar import Grammar

GRAMMAR: Final = Grammar(__package__, "cards.lark")
MACROS: Final = Grammar(__package__, "macros.lark", "arguments")
#: What follows ``#AUTO_DEFINE``, with the parts that are there.
DEFINED: Final = MACROS.rule("definition")
#: The blocks of a file, and what stands between them, one after the other.
ITEMS: Final = GRAMMAR.rule("item")
#: The lines of a block that are not empty: each has a key and a value, or is a text.
LINES: Final = GRAMMAR.rule("line")
#: The rarities by the letter that stands for each in files and filters.
RARITIES: Final = {
    "C": "common", "U": "uncommon", "R": "rare", "M": "mythic", "L": "land", "S": "special",
    "T": "token",
}  # fmt: skip
#: A word of values that have commas between them.
WORD: Final = GRAMMAR.rule("WORD")
_BRACKET: Final = GRAMMAR.rule("BRACKET")
LINE_ENDS: Final = GRAMMAR.rule("LINE_ENDS")
_LONGEST_KEPT: Final = 200
_ResultT = TypeVar("_ResultT")


def one_line(text: str) -> str:
    """Return *text* with a space in place of line ends, and no unpaired surrogates."""
    return without_surrogates(LINE_ENDS.sub(" ", text))


def kept_if_short(function: Callable[[str], _ResultT]) -> Callable[[str], _ResultT]:
    """Cache the results of *function* for short texts; many long ones would need much memory."""
    kept = lru_cache(maxsize=4096)(function)
    return wraps(function)(
        lambda text: kept(text) if len(text) <= _LONGEST_KEPT else function(text)
    )


def closers(text: str, brackets: str) -> dict[int, int]:
    """Return the closing position for each opening position of a pair of *brackets*."""
    ends: dict[int, int] = {}
    opened: list[int] = []
    for bracket in _BRACKET.finditer(text):
        if bracket[0] == brackets[0]:
            opened.append(bracket.start())
        elif bracket[0] == brackets[1] and opened:
            ends[opened.pop()] = bracket.start()
    return ends


def closing(text: str, start: int, brackets: str) -> int | None:
    """Return the position that closes the bracket at *start*; None if there is none."""
    return closers(text, brackets).get(start)


def only_place(text: str, part: str) -> int | None:
    """Return where *part* begins in *text*; None if it is not there, or more than once."""
    start = text.find(part)
    return start if start >= 0 and text.find(part, start + 1) < 0 else None


def meant_key(key: str) -> str:
    """Return the key that the engine reads *key* as: in lower case, without surrounding spaces.

    Of a primitive's, the engine reads no more than the first letters.
    """
    key = key.strip().lower()
    return "primitive" if key.startswith("pr") else key


def lines_of(text: str) -> list[tuple[str, str, str]]:
    """Return the key, the value and the text of each line in a block that says *text*."""
    return LINES.findall(text, text.find("\n") + 1 or len(text))


def values_of(text: str, *keys: str) -> Iterator[str]:
    """Yield the values, as written, of the lines in *text* that the engine reads as *keys*."""
    for key, value, other in LINES.findall(text):
        if not other and meant_key(key) in keys:
            yield value


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

    def part(self, blocks: Iterable[int]) -> CardFile:
        """Return the file with some of its *blocks* only."""
        numbers = sorted(blocks)
        starts = [self.starts[number] for number in numbers]
        return evolve(self, starts=starts, texts=[self.texts[number] for number in numbers])

    def grade_at(self, number: int) -> str | None:
        """Return the grade that holds for the block *number*."""
        return self.grade if self.starts[number] > self.grade_start else None


def kind_of(text: str) -> str:
    """Return the kind of a block that says *text*; the engine looks at one letter."""
    return "meta" if text.startswith("m") else "card"
