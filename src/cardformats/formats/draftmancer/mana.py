"""Mana costs: between the texts of custom cards and costs of the model."""

from __future__ import annotations

import re
from functools import lru_cache

from ...diagnostics import LossLog
from ...errors import ModelError
from ...model import ManaCost

#: The numbers that are symbols.
_NUMBERS = frozenset(map(str, (*range(21), 100, 1_000_000)))
_LARGEST = 20
#: Longer ones would take too many symbols.
_LONGEST_NUMBER = 3
#: Half mana of the other colours has no symbol.
_NO_HALVES = ("HU", "HB", "HG")

#: The longest symbol wins; case counts.
_SYMBOL = re.compile(
    r"\{([^{}]*)\}|([WUBRG]/[WUBRG]/P|[2CWUBRG]/[WUBRGP]|H[WUBRG]|1000000|100|20|1[0-9]|[0-9]|PW|[WUBRGCSXYZP½])"
)


#: Scryfall's symbols of mana, which are Draftmancer's.
_USUAL = re.compile(
    "(?:W/U|W/B|B/R|B/G|U/B|U/R|R/G|R/W|G/W|G/U)(?:/P)?|[2C]/[WUBRG]|[WUBRGC]/P|HW|HR"
    "|1000000|100|1[0-9]|20|[0-9]|[WUBRGCSXYZP½]"
)


#: Longer texts are rare and not worth keeping.
_CACHED = 200


def parse_mana_cost(text: str) -> ManaCost | str | None:
    """The cost written as *text*: None if it is empty, a sentence if it cannot be understood.

    Of a split card's cost only what stands before ``//`` counts.
    """
    return _parse(text) if len(text) <= _CACHED else _parse.__wrapped__(text)


@lru_cache(maxsize=4096)
def _parse(text: str) -> ManaCost | str | None:
    first = text.partition("//")[0].strip()
    symbols, position = [], 0
    while position < len(first):
        match = _SYMBOL.match(first, position)
        if match is None:
            if first[position] == "{":
                return f"a brace in the mana cost {text!r} is never closed"
            return f"{first[position]!r} begins no mana symbol in the mana cost {text!r}"
        symbol = match[1] if match[1] is not None else match[2]
        if symbol != symbol.upper() or not _has_symbol(symbol):
            return f"{match[0]} is no mana symbol; they are upper-case, numbers up to 20"
        symbols.append(symbol)
        position = match.end()
    if not symbols:
        return None
    try:
        return ManaCost(tuple(symbols))
    except ModelError as error:
        return str(error)


def unusual_symbol(text: str) -> tuple[str, str | None] | None:
    """A symbol of the cost *text* that Draftmancer refuses, and how it is written there, if it is.

    *text* is a cost that can be understood.
    """
    return _unusual(text) if len(text) <= _CACHED else _unusual.__wrapped__(text)


@lru_cache(maxsize=4096)
def _unusual(text: str) -> tuple[str, str | None] | None:
    for match in _SYMBOL.finditer(text.partition("//")[0]):
        symbol = match[1] if match[1] is not None else match[2]
        if not _USUAL.fullmatch(symbol):
            first, slash, rest = symbol.partition("/")
            second, slash_again, phyrexian = rest.partition("/")
            other = f"{second}{slash}{first}{slash_again}{phyrexian}"
            return match[0], f"{{{other}}}" if _USUAL.fullmatch(other) else None
    return None


def _has_symbol(symbol: str) -> bool:
    return symbol not in _NO_HALVES and (not symbol.isdigit() or symbol in _NUMBERS)


def mana_cost_from_model(cost: ManaCost | None, card: str, losses: LossLog) -> str:
    """The text of *cost*, which belongs to *card*, in symbols that Draftmancer has."""
    if cost is None:
        return ""
    symbols: list[str] = []
    for symbol in cost.symbols:
        if _has_symbol(symbol):
            symbols.append(symbol)
        elif symbol.isdigit() and len(symbol) <= _LONGEST_NUMBER:
            losses.changed("a number in a cost that has no symbol (now several)", card)
            twenties, rest = divmod(int(symbol), _LARGEST)
            symbols += [str(_LARGEST)] * twenties + [str(rest)]
        else:
            losses.changed(f"the symbol {{{symbol}}} in a cost (now a whole one)", card)
            symbols.append(symbol[1:] if symbol in _NO_HALVES else "1000000")
    return "".join(f"{{{symbol}}}" for symbol in symbols)
