"""The colours that a game's own words stand for."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from ....model import Color
from .words import GRAMMAR

#: Between the parts of a value, as in ``Fire/Nature`` and ``Light / Nature``.
COLOR_SEPARATOR: Final = GRAMMAR.rule("COLOR_GAP")


class ColorTable:
    """What words stand for which colours, and back.

    A value that is no word of the table is taken apart, as ``Fire/Nature``.
    """

    def __init__(self, letters: Mapping[str, str]) -> None:
        """Take words with the *letters* of their colours; of some alike, the first is written."""
        self._colors: dict[str, frozenset[Color] | None] = {
            word: frozenset(map(Color, own)) for word, own in letters.items()
        }
        self._words = {colors: word for word, colors in reversed(self._colors.items())}

    def colors(self, text: str) -> frozenset[Color] | None:
        """The colours that *text* stands for; None if a part of it is unknown."""
        if text not in self._colors:
            parts = [self._colors.get(part) for part in COLOR_SEPARATOR.split(text.strip())]
            known = [part for part in parts if part is not None]
            self._colors[text] = frozenset().union(*known) if len(known) == len(parts) else None
        return self._colors[text]

    def words(self, colors: frozenset[Color]) -> str:
        """The words for *colors*; empty if the table does not have them all."""
        if colors in self._words:
            return self._words[colors]
        parts = [self._words.get(frozenset((each,))) for each in Color if each in colors]
        return "" if None in parts else "/".join(part for part in parts if part)
