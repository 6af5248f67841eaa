"""Numbers that have names, as the engine takes them apart."""

from __future__ import annotations

import re
from functools import cache
from typing import Final

from ..lexicon import words

#: `twice`, `halfup`: stand before any number, and change it; `stored`: it is another card's.
_CHANGING: Final = (
    "halfup", "halfdown", "thirdup", "thirddown", "twice", "thrice", "fourtimes", "fivetimes",
    "stored", "mytarg", "other",
)  # fmt: skip
_OPERATORS: Final = frozenset((*_CHANGING, "half", "third", "plus", "minus", "math"))
_SUM: Final = re.compile(r"(.+?)(?:plus(.+)plusend|minus(.+)minusend)")
_PRODUCT: Final = re.compile(r"(.*?)math(.+)mathend(.*)")
#: What stands before a measure in ``lastrollresultplustype:creature:mybattlefieldplusend``.
_SUMMAND: Final = re.compile(r"^\w*(?:plus|minus|math)(?=type|power|toughness|convertedcost)")
#: They go on with a number; others with the name of a counter, a type, a colour or a keyword.
_COUNTING: Final = frozenset(("genrand", "totalmana", "oppototalmana"))
#: Longer ones are not taken apart; real ones have some fifty characters.
_LONGEST: Final = 100
_PLAIN: Final = re.compile(r"[\d.]+|\*|0%0")


def is_number(word: str) -> bool:
    """Return whether the engine has a number for *word*, which is in lower case."""
    word = word.lstrip("+-")
    if len(word) > _LONGEST or _PLAIN.fullmatch(word) or word in words("variable"):
        return True
    if match := _PRODUCT.fullmatch(word):
        return is_number(match[2])
    if match := _SUM.fullmatch(word):
        return all(is_number(each) for each in match.groups() if each)
    if word.startswith(_CHANGING):
        return any(
            is_number(word.removeprefix(each))
            for each in _CHANGING
            if word.startswith(each) and word != each
        )
    return _has_argument(word)


def _has_argument(word: str) -> bool:
    """Return whether *word* begins with what takes an argument, and goes on with one."""
    if (match := _with_argument().match(word)) is None:
        return False
    head, argument = match[0], word[match.end() :]
    if head in _COUNTING:
        return is_number(argument)
    return argument in words("keyword") if head == "hasability" else bool(argument)


def is_measure(word: str) -> bool:
    """Return whether the engine counts something for *word*, which stands before a colon."""
    word = _SUMMAND.sub("", word.lstrip("+-"))
    changed = [each for each in _CHANGING if word.startswith(each) and len(word) <= _LONGEST]
    rest = any(is_measure(word.removeprefix(each)) for each in changed)
    return len(word) > _LONGEST or word in words("measure") or rest


@cache
def _with_argument() -> re.Pattern[str]:
    """Return a pattern of the beginnings of names that have an argument."""
    heads = sorted(set(words("variable_prefix")) - _OPERATORS, reverse=True)
    return re.compile("|".join(map(re.escape, heads)))
