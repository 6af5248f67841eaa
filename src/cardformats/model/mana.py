"""Mana costs in the field's common notation (``{2}{W/B}``), colours, mana value (CR 107.4, 202)."""

from __future__ import annotations

import re
from collections.abc import Iterable
from enum import Enum
from fractions import Fraction
from functools import cached_property, lru_cache
from typing import Any, cast

from attrs import field, frozen

from ..caching import Caching
from ..errors import ModelError
from .frozen import sequence
from .validate import strings


class Color(Enum):
    """The five colours, in the order of the colour wheel (CR 105.1)."""

    WHITE = "W"
    BLUE = "U"
    BLACK = "B"
    RED = "R"
    GREEN = "G"

    def __repr__(self) -> str:
        """Return ``Color.WHITE``, which is a valid expression."""
        return f"Color.{self.name}"


_COLOR = frozenset([Color])
_COLORS = {color.value: color for color in Color}

#: The halves of two-colour hybrid symbols stand in this order on cards.
_PAIRS = ("WU", "UB", "BR", "RG", "GW", "WB", "UR", "BG", "RW", "GU")
_HYBRID_ORDER = {frozenset(pair): "/".join(pair) for pair in _PAIRS}
_SYMBOL = re.compile(
    r"[0-9]{1,9} | [WUBRGCSXYZP] | [WUBRG]/[WUBRG] | [2C]/[WUBRG]"
    r" | [WUBRG]/P | [WUBRG]/[WUBRG]/P | H[WUBRG] | ½",
    re.VERBOSE,
)
#: Longer texts are rare and not worth keeping.
_CACHED = 200
_BRACED = re.compile(r"\{([^{}]*)\}")


@lru_cache(maxsize=1024)
def _canonical_symbol(symbol: str) -> str:
    """Return *symbol* (without braces) as it is printed; raise ModelError if it does not exist."""
    upper = symbol.upper()
    if not _SYMBOL.fullmatch(upper):
        message = f"{{{symbol}}} is not a mana symbol"
        raise ModelError(message)
    if upper.isdigit():
        return str(int(upper))
    halves, phyrexian = upper.removesuffix("/P"), upper.endswith("/P")
    if len(halves) == len("W/U") and halves[0] in "WUBRG":
        pair = _HYBRID_ORDER.get(frozenset((halves[0], halves[2])))
        if pair is None:
            message = f"{{{symbol}}} is not a mana symbol: both halves are the same"
            raise ModelError(message)
        return pair + "/P" * phyrexian
    return upper


def _symbols(symbols: Iterable[str]) -> tuple[str, ...]:
    items: Any = sequence(symbols)
    if not isinstance(items, tuple) or not all(isinstance(symbol, str) for symbol in items):
        return cast("tuple[str, ...]", items)  # the validator refuses it
    return tuple(map(_canonical_symbol, items))


@frozen(slots=False, repr=False)
class ManaCost(Caching):
    """A mana cost; ``str()`` gives ``{2}{W/B}``.

    Attributes:
        symbols: the symbols in order, without braces: ``("2", "W/B")``.  Symbols are numbers,
            ``W U B R G C S X Y Z``, the pawprint ``P``, hybrids ``W/U 2/W C/W``, Phyrexian
            ``W/P W/U/P``, and the half
            mana of silver-bordered cards (``HW``, ``½``).

    Raises:
        ModelError: If a symbol is not one of these.
    """

    symbols: tuple[str, ...] = field(default=(), converter=_symbols, validator=strings)

    @classmethod
    def parse(cls, text: str) -> ManaCost:
        """Parse a cost such as ``{2}{W/B}``; empty text is the empty cost.

        Raises:
            ModelError: If *text* has anything but symbols in braces.
        """
        return _parse(text) if len(text) <= _CACHED else _parse.__wrapped__(text)

    def __repr__(self) -> str:
        """Return the expression that parses it."""
        return f"ManaCost.parse({str(self)!r})"

    def __str__(self) -> str:
        """Return the symbols in braces."""
        return "".join(f"{{{symbol}}}" for symbol in self.symbols)

    @cached_property
    def mana_value(self) -> int | Fraction:
        """Its mana value (CR 202.3): X is 0, of a hybrid symbol the larger half counts."""
        total = sum((_symbol_value(symbol) for symbol in self.symbols), Fraction(0))
        return int(total) if total.denominator == 1 else total

    @cached_property
    def colors(self) -> frozenset[Color]:
        """The colours of its symbols (CR 202.2)."""
        letters = set("".join(self.symbols))
        return frozenset(color for color in Color if color.value in letters)


@lru_cache(maxsize=4096)
def _parse(text: str) -> ManaCost:
    symbols = tuple(_BRACED.findall(text))
    if sum(map(len, symbols)) + 2 * len(symbols) != len(text):
        message = f"{text!r} is not a mana cost: expected symbols in braces, e.g. {{2}}{{W}}"
        raise ModelError(message)
    return ManaCost(symbols)


def _symbol_value(symbol: str) -> Fraction:
    if symbol.isdigit():
        return Fraction(int(symbol))
    if symbol in ("X", "Y", "Z", "P"):
        return Fraction(0)
    if symbol == "½" or symbol.startswith("H"):
        return Fraction(1, 2)
    if symbol.startswith("2/"):
        return Fraction(2)
    return Fraction(1)


def as_cost(value: ManaCost | str | None) -> ManaCost | None:
    """Convert a string to a cost; a converter that type checkers understand."""
    return ManaCost.parse(value) if isinstance(value, str) else value


def as_colors(colors: Iterable[Color | str]) -> frozenset[Color]:
    """Return *colors* as a frozen set; letters stand for colours.

    If one is no colour it is a tuple, for a validator to refuse.
    """
    if type(colors) is frozenset and _COLOR.issuperset(map(type, colors)):
        return cast("frozenset[Color]", colors)
    items: Any = colors if isinstance(colors, str) else sequence(colors)
    if not isinstance(items, (str, tuple)):
        return cast("frozenset[Color]", items)
    known: Any = tuple(
        [_COLORS.get(each, each) if isinstance(each, str) else each for each in items]
    )
    return cast(
        "frozenset[Color]", frozenset(known) if _COLOR.issuperset(map(type, known)) else known
    )
