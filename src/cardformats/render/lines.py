"""Text in lines: broken to a width, in the largest size in which it fits."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from attrs import frozen

from .metrics import SYMBOL, is_wide, width

#: A symbol, whitespace, or the text between them.
_TOKENS: Final = re.compile(rf"({SYMBOL.pattern})|(\s+)|([^\s{{]+|\{{)")
#: Width of a symbol and the gap after it, as a multiple of the height of the letters.
_SYMBOL: Final = 1.04
#: From one line to the next, and from one paragraph to the next.
LEADING, _BETWEEN = 1.18, 0.35
_SIZES: Final = (15.0, 14.0, 13.0, 12.0, 11.0, 10.0, 9.0, 8.0, 7.0, 6.0, 5.0)
_CUT: Final = "…"
#: No line begins with these.
_CLOSING: Final = "、。，．：；！？）］｝」』】〉》…ー,.:;!?)]}"


@frozen
class Piece:
    """Text in one line, or a symbol.

    Attributes:
        text: what it says; the symbol in braces.
        x: where it begins in its line.
        width: how wide it is.
    """

    text: str
    x: float
    width: float

    @property
    def is_symbol(self) -> bool:
        """Return whether it is drawn as a symbol."""
        return _is_symbol(self.text)


@frozen
class TextLine:
    """A line of a text.

    Attributes:
        pieces: from the beginning of the line.
        y: where its letters stand, below the top of the text.
        paragraph: the text of its paragraph, which says the direction.
    """

    pieces: tuple[Piece, ...]
    y: float
    paragraph: str


@frozen
class Fitted:
    """A text in lines.

    Attributes:
        size: of its letters.
        lines: from the top; what did not fit in the smallest size is a mark at the end.
    """

    size: float
    lines: tuple[TextLine, ...]


def fit(text: str, wide: float, high: float, sizes: Sequence[float] = _SIZES) -> Fitted:
    """Return a text in the largest size in which it fits; otherwise it is cut."""
    # only the letters that fit in the smallest size need to be broken into lines
    most = int(wide / (sizes[-1] * 0.2) + 1) * int(high / sizes[-1] + 1)
    shown = text[:most]
    for size in sizes:
        lines = tuple(_lines(shown, wide, size))
        if not lines or lines[-1].y + size * (LEADING - 1) <= high:
            return Fitted(size, lines)
    size = sizes[-1]
    lines = tuple(each for each in lines if each.y + size * (LEADING - 1) <= high)
    return Fitted(size, (*lines[:-1], *(_cut(each, wide, size) for each in lines[-1:])))


def shortened(text: str, wide: float, size: float, *, bold: bool = False) -> tuple[str, float]:
    """Return a text and a size at which it fits, at least half of *size*; or cut it."""
    text = text[:1000]
    needed = width(text, size, bold=bold)
    if needed <= wide:
        return text, size
    if needed <= 2 * wide:
        return text, size * wide / needed
    size /= 2
    while text and width(text + _CUT, size, bold=bold) > wide:
        text = text[:-1]
    return text.rstrip() + _CUT, size


def _lines(text: str, wide: float, size: float) -> Iterator[TextLine]:
    y = 0.0
    for number, paragraph in enumerate(text.split("\n")):
        if number:
            y += size * _BETWEEN
        for pieces in _broken(paragraph, wide, size):
            y += size * (1 if y == 0 else LEADING)
            yield TextLine(tuple(pieces), y, paragraph)


def _broken(paragraph: str, wide: float, size: float) -> Iterator[list[Piece]]:
    """Yield the pieces of each line of a paragraph."""
    line: list[Piece] = []
    x = 0.0
    is_glued = False  # to the token before it, without a space
    for token in _words(paragraph):
        if not token.strip():
            if line:
                x += width(" ", size)
            is_glued = False
            continue
        for part in _parts(token, wide, size):
            its = _width_of(part, size)
            if line and x + its > wide:
                yield line
                line, x, is_glued = [], 0.0, False
            if line and not _is_symbol(part) and not line[-1].is_symbol:
                last = line.pop()
                joined = last.text + ("" if is_glued else " ") + part
                line.append(Piece(joined, last.x, width(joined, size)))
                x = last.x + line[-1].width
            else:
                line.append(Piece(part, x, its))
                x += its
            is_glued = True
    if line:
        yield line


def _words(paragraph: str) -> Iterator[str]:
    """Yield symbols, whitespace and words; a line may break between any wide characters."""
    for match in _TOKENS.finditer(paragraph):
        token = match[0]
        if match[3] and any(map(is_wide, token)):
            yield from _syllables(token)
        else:
            yield token


def _syllables(token: str) -> Iterator[str]:
    word = ""
    for character in token:
        if word and (is_wide(character) or is_wide(word[-1])) and character not in _CLOSING:
            yield word
            word = ""
        word += character
    yield word


def _parts(token: str, wide: float, size: float) -> Iterable[str]:
    """Yield a token, in parts if it is wider than a line."""
    if _width_of(token, size) <= wide:
        return (token,)
    parts = [""]
    for character in token:
        if parts[-1] and width(parts[-1] + character, size) > wide:
            parts.append("")
        parts[-1] += character
    return parts


def _width_of(part: str, size: float) -> float:
    return size * _SYMBOL if _is_symbol(part) else width(part, size)


def _is_symbol(text: str) -> bool:
    return SYMBOL.fullmatch(text) is not None


def _cut(line: TextLine, wide: float, size: float) -> TextLine:
    """Return a line with a mark of omission at its end."""
    pieces = list(line.pieces)
    mark = width(_CUT, size)
    while pieces and pieces[-1].x + mark > wide:
        pieces.pop()
    if not pieces:
        return TextLine((Piece(_CUT, 0, mark),), line.y, line.paragraph)
    last = pieces.pop()
    if last.is_symbol:
        x = min(last.x + last.width, wide - mark)
        return TextLine((*pieces, last, Piece(_CUT, x, mark)), line.y, line.paragraph)
    text = last.text
    while text and last.x + width(text, size) + mark > wide:
        text = text[:-1]
    text = text.rstrip() + _CUT
    return TextLine((*pieces, Piece(text, last.x, width(text, size))), line.y, line.paragraph)
