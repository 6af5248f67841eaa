"""Mana costs as custom cards write them: in braces, or loosely without (``2WWU``, ``W/BG``)."""

from __future__ import annotations

import re
from functools import lru_cache

from ...errors import ModelError
from ...model import ManaCost

#: The longest symbol wins; case counts.
_SYMBOL = re.compile(
    r"\{([^{}]*)\}|([WUBRG]/[WUBRG]/P|[2CWUBRG]/[WUBRGP]|H[WUBRG]|[0-9]+|[WUBRGCSXYZP½])"
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
        if symbol != symbol.upper():
            return f"{match[0]} is no mana symbol; symbols are upper-case"
        symbols.append(symbol)
        position = match.end()
    if not symbols:
        return None
    try:
        return ManaCost(tuple(symbols))
    except ModelError as error:
        return str(error)
