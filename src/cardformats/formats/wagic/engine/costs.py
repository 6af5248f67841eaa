"""Costs exactly as the engine reads them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from attrs import field, frozen

from ...grammar import Grammar
from ..syntax import kept_if_short

#: What the engine reads of lines, of which costs are a part.
GRAMMAR: Final = Grammar(__package__, "lines.lark")
#: The colours by letter, with their bits; the last is colourless mana that only itself can pay.
COLOR_BITS = {"g": 2, "u": 4, "r": 8, "b": 16, "w": 32}
_SYMBOL: Final = GRAMMAR.rule("symbol")
#: Number of bits of the engine's count of generic mana, including the sign.
_BITS = 16
#: Longer numbers are all the largest that the engine can read, whose last bits are ones.
_LONGEST_NUMBER, _LARGEST_NUMBER = 18, 2**63 - 1


@frozen
class EngineCost:
    """A cost.

    Attributes:
        generic: the number of the generic symbols, one more for each snow symbol; in 16 bits.
        letters: the coloured symbols and ``c``, in order of appearance.
        hybrids: the hybrid symbols' halves, each a number or a letter.
        phyrexian: the letters of the Phyrexian symbols.
        snow: how many snow symbols there are.
        has_x: whether there is an X; how many is forgotten.
        extra: the other symbols, braces included.
    """

    generic: int = 0
    letters: tuple[str, ...] = ()
    hybrids: tuple[tuple[str, str], ...] = ()
    phyrexian: tuple[str, ...] = ()
    snow: int = 0
    has_x: bool = False
    extra: tuple[str, ...] = field(default=())

    @property
    def mana_value(self) -> int:
        """Return the sum; a hybrid counts as its larger half, a snow symbol twice."""
        hybrids = sum(max(map(_half, halves)) for halves in self.hybrids)
        return self.generic + len(self.letters) + hybrids + len(self.phyrexian) + self.snow

    @property
    def color_bits(self) -> int:
        """Return the colours of its symbols; Phyrexian ones have none."""
        letters = {*self.letters, *(half for halves in self.hybrids for half in halves)}
        return sum(bit for letter, bit in COLOR_BITS.items() if letter in letters)

    def __str__(self) -> str:
        """Return the symbols in braces, generic mana first."""
        symbols = ["x"] if self.has_x else []
        symbols += [str(self.generic)] if self.generic else []
        symbols += [*self.letters, *map("".join, self.hybrids)]
        symbols += [f"p({letter})" for letter in self.phyrexian]
        return "".join(f"{{{symbol}}}" for symbol in symbols) + "".join(self.extra)


@kept_if_short
def engine_cost(text: str) -> EngineCost:
    """Return the cost of *text*, in lower case; what stands outside of braces does not count."""
    # up to the last brace that closes, so that each one that opens is closed
    return total(map(_read, _SYMBOL.finditer(text, 0, text.rfind("}") + 1)))


def total(costs: Iterable[EngineCost]) -> EngineCost:
    """Return all *costs* together, as repeated ``mana=`` lines add up."""
    costs = tuple(costs)
    return EngineCost(
        _wrapped(sum(each.generic for each in costs)),
        tuple(letter for each in costs for letter in each.letters),
        tuple(hybrid for each in costs for hybrid in each.hybrids),
        tuple(letter for each in costs for letter in each.phyrexian),
        sum(each.snow for each in costs),
        any(each.has_x for each in costs),
        tuple(symbol for each in costs for symbol in each.extra),
    )


def _read(symbol: re.Match[str]) -> EngineCost:
    written = symbol[0][1:-1]
    match symbol.lastgroup:
        case "PLAIN":
            cost = EngineCost(letters=(written,))
        case "X":
            cost = EngineCost(has_x=True)
        case "SNOW":
            cost = EngineCost(1, snow=1)
        case "GENERIC":
            number = int(written) if len(written) <= _LONGEST_NUMBER else _LARGEST_NUMBER
            cost = EngineCost(_wrapped(number))
        case "phyrexian":
            cost = EngineCost(phyrexian=(symbol["PAID"],))
        case "hybrid":
            # without a second half, that is whatever is in memory
            cost = EngineCost(hybrids=((written[0], symbol["PLAIN_2"] or ""),))
        case _:
            cost = EngineCost(extra=(symbol[0],))
    return cost


def _wrapped(number: int) -> int:
    """Return *number* in 16 bits with a sign."""
    half = 1 << (_BITS - 1)
    return (number + half) % (1 << _BITS) - half


def _half(half: str) -> int:
    return int(half) if half.isdigit() else 1
