"""What single words say: costs, colours, types, rarities and counts, by any usual spelling."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from ..errors import ModelError
from ..model import Color, ManaCost
from ..model.cards import split_types
from .grammar import Grammar

GRAMMAR: Final = Grammar(__package__, "card_words.lark")
_RARITIES: Final = {
    "c": "common",
    "u": "uncommon",
    "r": "rare",
    "m": "mythic",
    "mr": "mythic",
    "mythic rare": "mythic",
    "s": "special",
    "l": "land",
    "basic": "land",
    "basic land": "land",
    "t": "token",
}
#: The maximum number of copies in one cell.
MOST_COPIES: Final = 999_999
#: The rarities that the field has.
RARITIES: Final = ("common", "uncommon", "rare", "mythic", "special", "land", "token", "bonus")
_COLOR_WORDS: Final = {color.name.lower(): color for color in Color}
_LETTERS: Final = {color.value.lower(): color for color in Color}
_NOT_COLORS: Final = frozenset(["", "c", "colorless", "colourless", "none", "-", "n/a"])
_SYMBOL, _COUNT, _STATS, _DASH, _WORD = map(
    GRAMMAR.rule, ("SYMBOL", "count", "stats", "DASH", "WORD")
)
SET_CODE, SUM = GRAMMAR.rule("SET_CODE"), GRAMMAR.rule("SUM")
#: What stands between the letters of colours.
_BETWEEN_COLORS: Final = str.maketrans("{}/,;", " " * 5)
_TRUE: Final = frozenset(["true", "yes", "y", "x", "1"])
_FALSE: Final = frozenset(["", "false", "no", "n", "0"])
_FINISHES: Final[Mapping[str, str | None]] = {
    "non-foil": None,
    "nonfoil": None,
    "normal": None,
    "regular": None,
    **dict.fromkeys(_FALSE),
    **dict.fromkeys(_TRUE, "foil"),
}


def mana_cost(text: str) -> ManaCost:
    """Parse a cost with or without braces: ``{2}{U}``, ``2U``.

    Raises:
        ModelError: If *text* is not a cost.
    """
    compact = "".join(text.split())
    symbols = _SYMBOL.findall(compact)
    if "".join(symbols) != compact:
        raise ModelError(f"{text!r} is not a mana cost")
    return ManaCost([symbol.strip("{}") for symbol in symbols])


def colors(text: str) -> frozenset[Color] | None:
    """Parse colours, as letters or as words; return None if there is anything else."""
    folded = text.strip().lower()
    if folded in _NOT_COLORS:
        return frozenset()
    words = _WORD.findall(folded)
    if all(word in _COLOR_WORDS for word in words) and words:
        return frozenset(_COLOR_WORDS[word] for word in words)
    letters = "".join(folded.translate(_BETWEEN_COLORS).split())
    known = frozenset(_LETTERS[each] for each in letters if each in _LETTERS)
    return known if letters and all(each in _LETTERS for each in letters) else None


def type_line(text: str) -> tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]:
    """Split a type line into supertypes, types and subtypes."""
    words, *subtypes = _DASH.split(text.strip(), maxsplit=1)
    supertypes, types = split_types(words.split())
    return supertypes, types, tuple(subtypes[0].split() if subtypes else ())


def stats(text: str) -> tuple[str, str] | None:
    """Power and toughness, written with a slash between; None if it is anything else."""
    match = _STATS.fullmatch(text)
    return (match["POWER"], match["TOUGHNESS"]) if match else None


@lru_cache(maxsize=1024)
def rarity(text: str) -> str:
    """Return the rarity in lower-case words."""
    folded = " ".join(text.lower().split())
    return _RARITIES.get(folded, folded)


def count(text: str) -> int | None:
    """Parse a number of copies; return None if it is no number up to :data:`MOST_COPIES`."""
    match = _COUNT.fullmatch(text)
    return int(match["NUMBER"]) if match else None


def finish(text: str) -> str | None:
    """Return the finish in lower case; None for the usual one."""
    folded = text.lower()
    return _FINISHES.get(folded, folded)


def is_true(text: str) -> bool | None:
    """Return whether *text* means yes; None if it means neither yes nor no."""
    folded = text.lower()
    return True if folded in _TRUE else False if folded in _FALSE else None
