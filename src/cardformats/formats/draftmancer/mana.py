"""Mana costs: between the texts of custom cards and costs of the model."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from ...errors import ModelError
from ...losses import Loss, LossLog
from ...model import ManaCost

#: The numbers that are symbols.
_NUMBERS = frozenset(map(str, (*range(21), 100, 1_000_000)))
_LARGEST = 20
#: Longer ones would take too many symbols.
_LONGEST_NUMBER = 3
#: Half mana of the other colours has no symbol.
_NO_HALVES = ("HU", "HB", "HG")

_BRACKETS = str.maketrans("()[]<>", "{}{}{}")
_BLANKS = re.compile(r"\s+")
#: The longest symbol wins; case counts.
_SYMBOL = re.compile(
    r"\{([^{}]*)\}|([WUBRG]/[WUBRG]/P|[2CWUBRG]/[WUBRGP]|H[WUBRG]|1000000|100|20|1[0-9]|[0-9]|PW|[WUBRGCSXYZP½])"
)


#: Scryfall's symbols of mana, which are Draftmancer's.
_USUAL = re.compile(
    "(?:W/U|W/B|B/R|B/G|U/B|U/R|R/G|R/W|G/W|G/U)(?:/P)?|[2C]/[WUBRG]|[WUBRGC]/P|HW|HR"
    "|1000000|100|1[0-9]|20|[0-9]|[WUBRGCSXYZP½]"
)


class Cost(NamedTuple):
    """What the text of a cost says.

    Attributes:
        mana: the cost; None if there is none, or it cannot be understood.
        problem: a sentence that says why it cannot.
        unusual: a symbol that Draftmancer refuses, and how it is written there, if it is.
    """

    mana: ManaCost | None = None
    problem: str | None = None
    unusual: tuple[str, str | None] | None = None


#: Longer texts are rare and not worth keeping.
_CACHED = 200


def parse_mana_cost(text: str) -> Cost:
    """The cost written as *text*; of a split card's only what stands before ``//`` counts."""
    return _parse(text) if len(text) <= _CACHED else _parse.__wrapped__(text)


@lru_cache(maxsize=4096)
def _parse(text: str) -> Cost:
    first = text.partition("//")[0].strip()
    symbols, position, unusual = [], 0, None
    while position < len(first):
        match = _SYMBOL.match(first, position)
        if match is None:
            if first[position] == "{":
                return Cost(problem=f"a brace in the mana cost {text!r} is not closed")
            begins = f"{first[position]!r} begins no mana symbol in the mana cost {text!r}"
            return Cost(problem=begins)
        symbol = match[1] if match[1] is not None else match[2]
        if symbol != symbol.upper() or not _has_symbol(symbol):
            named = (
                f"{match[0]} is not a mana symbol; symbols are upper-case, and numbers at most 20"
            )
            return Cost(problem=named)
        if unusual is None and not _USUAL.fullmatch(symbol):
            other = re.sub(r"^(\w)/(\w)", r"\2/\1", symbol)
            unusual = match[0], f"{{{other}}}" if _USUAL.fullmatch(other) else None
        symbols.append(symbol)
        position = match.end()
    try:
        return Cost(ManaCost(tuple(symbols)) if symbols else None, None, unusual)
    except ModelError as error:
        return Cost(problem=str(error))


def corrected_cost(text: str) -> str | None:
    """A cost that is written as *text* but for case, blanks and the kind of brackets; or None."""
    braces = text.translate(_BRACKETS)
    for each in (text.upper(), _BLANKS.sub("", braces.upper())):
        cost = parse_mana_cost(each)
        if cost.mana is not None and cost.unusual is None:
            return each
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
            losses.changed(Loss.COST, card, "a number in a cost that has no symbol", "several")
            twenties, rest = divmod(int(symbol), _LARGEST)
            symbols += [str(_LARGEST)] * twenties + [str(rest)]
        else:
            losses.changed(Loss.COST, card, f"the symbol {{{symbol}}} in a cost", "a whole one")
            symbols.append(symbol[1:] if symbol in _NO_HALVES else "1000000")
    return "".join(f"{{{symbol}}}" for symbol in symbols)
