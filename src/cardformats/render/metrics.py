"""How wide text is: the widths of Helvetica, and what is usual in other scripts."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from typing import Final

#: A symbol in a text.
SYMBOL: Final = re.compile(r"\{[^{}\s]{1,8}\}")
#: The fonts that have these widths, and any other without serifs.
FONTS: Final = "Arimo, 'Liberation Sans', Arial, Helvetica, sans-serif"
#: Width of bold letters, as a multiple of the width of regular ones.
_BOLD: Final = 1.07
#: Thousandths of the font's size, of the characters from the space to the tilde.
_ASCII: Final = (
    278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278,
    556, 556, 556, 556, 556, 556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556,
    1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833, 722, 778,
    667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556,
    333, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556,
    556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584,
)  # fmt: skip
_FIRST: Final = ord(" ")
_FULL, _OTHER = 1000, 620
_OTHERS: Final = {"—": 1000, "–": 556, "…": 1000, "’": 222, "“": 333, "”": 333, "•": 350, "·": 278}
_INVISIBLE: Final = ("Mn", "Me", "Cf", "Cc")


def width(text: str, size: float, *, bold: bool = False) -> float:
    """Return the width of a text at a size, in the same unit."""
    return sum(map(_width, text)) * size / 1000 * (_BOLD if bold else 1)


@lru_cache(maxsize=8192)
def _width(character: str) -> int:
    """Return the width of a character, in thousandths of the font's size."""
    place = ord(character) - _FIRST
    if 0 <= place < len(_ASCII):
        return _ASCII[place]
    if character in _OTHERS:
        return _OTHERS[character]
    if unicodedata.category(character) in _INVISIBLE:
        return 0
    if is_wide(character):
        return _FULL
    base = unicodedata.normalize("NFD", character)[0]
    return _width(base) if base != character else _OTHER


def is_wide(character: str) -> bool:
    """Return whether a character is as wide as high, as Chinese ones are."""
    return unicodedata.east_asian_width(character) in "WF"


def is_right_to_left(text: str) -> bool:
    """Return whether the first letter with a direction runs from right to left.

    Symbols have none.
    """
    for character in SYMBOL.sub("", text):
        direction = unicodedata.bidirectional(character)
        if direction in ("L", "R", "AL"):
            return direction != "L"
    return False
