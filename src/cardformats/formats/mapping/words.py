"""What the words in properties mean where a mapping says nothing, and how they are written."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from itertools import pairwise
from typing import Final

from ...errors import ModelError
from ...model import Color, ManaCost
from ...model.cards import split_types
from .option import GRAMMAR

_RARITIES: Final = {
    "mythic rare": "mythic", "basic land": "land", "c": "common", "u": "uncommon", "r": "rare",
    "m": "mythic",
}  # fmt: skip
_OWN_COST, _RARITY, _DASH, _GAP = map(GRAMMAR.rule, ("own_cost", "RARITY", "DASH", "WORD_GAP"))
_HALVES: Final = " // "
_WHEEL: Final = "WUBRG"
_COLOR_NAMES: Final = {"W": "White", "U": "Blue", "B": "Black", "R": "Red", "G": "Green"}
_COLORS: Final = {name.lower(): Color(letter) for letter, name in _COLOR_NAMES.items()}
_NO_COLORS: Final = frozenset(("multicolor", "multicolour", "colorless", "colourless", "hybrid"))


def has_own_colors(cost: str) -> bool:
    """Return whether *cost* has letters of the game's own for colours, as ``4(GG)``."""
    return bool(_OWN_COST.fullmatch(cost))


@lru_cache(maxsize=4096)
def cost_of(text: str) -> ManaCost | None:
    """Parse a cost; those of the halves of a split card are added (CR 709.4b).

    Of one with colours of the game's own it is the number.
    """
    if match := _OWN_COST.fullmatch(text):
        text = match["COST"]
    try:
        if text.isascii() and text.isdigit():
            return ManaCost.parse(f"{{{int(text)}}}")
        return ManaCost.parse(text.replace(_HALVES, ""))
    except (ModelError, ValueError):
        return None


@lru_cache(maxsize=4096)
def colors_of(text: str) -> frozenset[Color] | None:
    """Return the colours that *text* names; None if it has other words."""
    words = _GAP.split(text.strip().lower())
    if not all(word in _COLORS or word in _NO_COLORS for word in words):
        return None
    return frozenset(_COLORS[word] for word in words if word in _COLORS)


@lru_cache(maxsize=64)
def color_names(colors: frozenset[Color]) -> str:
    """Return the names of *colors* in Magic's order, as ``Multicolor Green White``."""
    names = [_COLOR_NAMES[letter] for letter in _in_order(colors)]
    if not names:
        return "Colorless"
    return " ".join(names if len(names) == 1 else ("Multicolor", *names))


def _in_order(colors: frozenset[Color]) -> list[str]:
    """Letters in the order of Magic's wheel: with even steps, else from after a gap."""
    places = sorted(_WHEEL.index(color.value) for color in colors)
    turns = [places[turn:] + places[:turn] for turn in range(len(places))]

    def unevenness(turn: list[int]) -> tuple[int, int]:
        steps = [(after - before) % 5 for before, after in pairwise(turn)]
        is_uneven = len(set(steps)) > 1 or max(steps, default=0) > len(_WHEEL) // 2
        return is_uneven, sum(steps)

    return [_WHEEL[place] for place in min(turns, key=unevenness)] if turns else []


@lru_cache(maxsize=4096)
def types_of(text: str, *, is_magic: bool) -> tuple[tuple[str, ...], ...]:
    """Return the supertypes, types and subtypes in *text*, which is one type in other games."""
    if not is_magic:
        return (), (text,) if text.strip() else (), ()
    left: dict[str, None] = {}
    right: dict[str, None] = {}
    for half in text.split(_HALVES):
        before, *after = _DASH.split(half, maxsplit=1)
        left |= dict.fromkeys(before.split())
        right |= dict.fromkeys(" ".join(after).split())
    return (*split_types(left), tuple(right))


@lru_cache(maxsize=4096)
def rarity_of(text: str) -> str | None:
    """Return the rarity in lower case; None if *text* cannot be one."""
    word = text.strip().lower()
    if not _RARITY.fullmatch(word):
        return None
    return _RARITIES.get(word, word)


@lru_cache(maxsize=4096)
def rarity_words(rarity: str) -> str:
    """Return the text of a rarity in a property."""
    return {"mythic": "Mythic Rare", "land": "Basic Land"}.get(rarity, rarity.title())


def lines(text: str) -> str:
    r"""Return *text* with ``\n`` between its lines."""
    return text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text


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
        """Return the colours that *text* stands for; None if a part of it is unknown."""
        if text not in self._colors:
            parts = [self._colors.get(part) for part in COLOR_SEPARATOR.split(text.strip())]
            known = [part for part in parts if part is not None]
            self._colors[text] = frozenset().union(*known) if len(known) == len(parts) else None
        return self._colors[text]

    def words(self, colors: frozenset[Color]) -> str:
        """Return the words for *colors*; empty if the table lacks one of them."""
        if colors in self._words:
            return self._words[colors]
        parts = [self._words.get(frozenset((each,))) for each in Color if each in colors]
        return "" if None in parts else "/".join(part for part in parts if part)
