"""Texts that know which line they were cut from, and the ways in which the engine cuts them."""

from __future__ import annotations

from typing import Final, NamedTuple

_UPPER_TO_LOWER: Final = {code: code + 32 for code in range(ord("A"), ord("Z") + 1)}
_SPACES: Final = " \t"


def lowered(line: str) -> str:
    """Return a *line* as the engine reads it: A to Z in lower case, with the same length."""
    return line.lower() if line.isascii() else line.translate(_UPPER_TO_LOWER)


class LineText:
    """A piece of a line, or several pieces put together.

    Attributes:
        text: what is written.
        pieces: for each piece where it begins in the text, and how much further on that is in
            the line.
    """

    __slots__ = ("pieces", "text")

    def __init__(self, text: str, pieces: tuple[tuple[int, int], ...] = ((0, 0),)) -> None:
        self.text: str = text
        self.pieces: tuple[tuple[int, int], ...] = pieces

    def __add__(self, other: LineText) -> LineText:
        if not other.text:
            return self
        if not self.text:
            return other
        size = len(self.text)
        return LineText(
            self.text + other.text,
            self.pieces + tuple([(at + size, shift - size) for at, shift in other.pieces]),
        )

    def cut(self, start: int, end: int | None = None) -> LineText:
        """Return the part from *start* to *end*."""
        if not start and (end is None or end >= len(self.text)):
            return self
        text = self.text[start:end]
        pieces = self.pieces
        if len(pieces) == 1:
            return LineText(text, ((0, pieces[0][1] + start),))
        stop = start + len(text)
        first = 0
        while first + 1 < len(pieces) and pieces[first + 1][0] <= start:
            first += 1
        kept = [(0, pieces[first][1] + start)]
        for at, shift in pieces[first + 1 :]:
            if at >= stop:
                break
            kept.append((at - start, shift + start))
        return LineText(text, tuple(kept))

    def trimmed(self) -> LineText:
        """Return the text without surrounding spaces and tabs."""
        text = self.text
        if not text or (text[0] not in _SPACES and text[-1] not in _SPACES):
            return self
        start = len(text) - len(text.lstrip(_SPACES))
        return self.cut(start, max(start, len(text.rstrip(_SPACES))))

    def place(self, at: int) -> int:
        """Return the offset in the line of the character number *at*."""
        shift = self.pieces[0][1]
        for start, further in self.pieces:
            if start > at:
                break
            shift = further
        return at + shift

    def spans(self, start: int = 0, end: int | None = None) -> list[tuple[int, int]]:
        """Return the places in the line of the part from *start* to *end*, piece by piece."""
        stop = len(self.text) if end is None else min(end, len(self.text))
        pieces = self.pieces
        if len(pieces) == 1:
            shift = pieces[0][1]
            return [(start + shift, stop + shift)] if start < stop else []
        spans = []
        for number, (at, shift) in enumerate(pieces):
            until = pieces[number + 1][0] if number + 1 < len(pieces) else stop
            low, high = max(at, start), min(until, stop)
            if low < high:
                spans.append((low + shift, high + shift))
        return spans


#: No text.
NO_TEXT: Final = LineText("")


class Cut(NamedTuple):
    """A text cut in three by two marks: what is before, between and behind them.

    Of the second mark only the first sign is taken away, as the engine does.

    Attributes:
        start: where the first mark begins in the text.
        end: where the second begins; the end of the text without one.
    """

    before: LineText
    inside: LineText
    behind: LineText
    start: int
    end: int


def between(text: LineText, mark: str, stop: str, *, needs_stop: bool = True) -> Cut | None:
    """Cut *text* at the first *mark* and the first *stop* after it; None if there is none."""
    written = text.text
    start = written.find(mark)
    if start < 0:
        return None
    begin = start + len(mark)
    end = written.find(stop, begin)
    if end < 0:
        if needs_stop:
            return None
        size = len(written)
        return Cut(text.cut(0, start), text.cut(begin), NO_TEXT, start, size)
    return Cut(text.cut(0, start), text.cut(begin, end), text.cut(end + 1), start, end)


def inside(written: str, mark: str, stop: str) -> str | None:
    """Return the text between the first *mark* and the first *stop* after it."""
    start = written.find(mark)
    if start < 0:
        return None
    end = written.find(stop, start + len(mark))
    return None if end < 0 else written[start + len(mark) : end]


def divided(written: str, sign: str) -> list[str]:
    """Divide *written* at each *sign*; nothing after the last one is no part."""
    parts = written.split(sign)
    if not parts[-1]:
        parts.pop()
    return parts
