"""Mana costs as Wagic writes them: ``{2}{WB}{p(r)}``, extra costs such as ``{S(creature)}`` too."""

from __future__ import annotations

import re
from functools import lru_cache

from attrs import frozen

from ...model import ManaCost
from .codes import WagicCode

#: The heads of extra costs: tapping, sacrificing, discarding, paying life and so on.
_EXTRA_COSTS = frozenset(
    [
        "t",
        "q",
        "s",
        "s2l",
        "s2g",
        "saclands",
        "e",
        "emerge",
        "eval",
        "h",
        "l",
        "l2e",
        "d",
        "delve",
        "m",
        "mycost",
        "myevictcost",
        "n",
        "k",
        "kgoblin",
        "improvise",
        "convoke",
        "cycle",
        "crew",
        "chosencolor",
        "c",
        "value",
        "unattach",
        "discard",
    ]
)
_HEAD = re.compile(r"([a-z][a-z0-9]*)(?:[(:;,].*)?", re.DOTALL)
_PHYREXIAN = re.compile(r"p(\()?([wubrg])(\))?")
_PLAIN = re.compile(r"[0-9]{1,9}|[wubrgci]|x(?::.*)?", re.DOTALL)
_HYBRID = re.compile(r"([2wubrg])/?([wubrg])")


@frozen
class Problem:
    """A part of a cost that is not as it should be: ``text[start:end]``, and a code's data."""

    code: WagicCode
    start: int
    end: int
    data: tuple[tuple[str, str], ...] = ()


@frozen
class Cost:
    """A parsed cost.

    Attributes:
        mana: its mana symbols; None if it has no symbol of any kind.
        extra: the other symbols as written, braces included.
        problems: what was wrong with it.
    """

    mana: ManaCost | None
    extra: tuple[str, ...] = ()
    problems: tuple[Problem, ...] = ()


#: Longer texts are rare and not worth keeping.
_CACHED = 200


def parse_cost(text: str) -> Cost:
    """The cost written as *text*; whatever is wrong with it is in ``problems``."""
    return _parse(text) if len(text) <= _CACHED else _parse.__wrapped__(text)


@lru_cache(maxsize=4096)
def _parse(text: str) -> Cost:
    symbols: list[str] = []
    extra: list[str] = []
    problems: list[Problem] = []
    position = 0
    while position < len(text):
        opened = text.find("{", position)
        outside = text[position : opened if opened >= 0 else len(text)]
        if outside.strip():
            start = position + len(outside) - len(outside.lstrip())
            end = position + len(outside.rstrip())
            shown = (("text", outside.strip()),)
            problems.append(Problem(WagicCode.MANA_TEXT, start, end, shown))
        if opened < 0:
            break
        closed = _closing_brace(text, opened)
        if closed is None:
            problems.append(Problem(WagicCode.MANA_UNCLOSED, opened, len(text)))
            break
        symbol = text[opened : closed + 1]
        mana, problem = _symbol(symbol[1:-1].strip().lower())
        if mana is None or ":" in symbol:
            extra.append(symbol)
        if mana is not None:
            symbols.append(mana)
        if problem is not None:
            data = (("symbol", symbol), ("right", f"{{p({(mana or '?')[0].lower()})}}"))
            problems.append(Problem(problem, opened, closed + 1, data))
        position = closed + 1
    cost = ManaCost(tuple(symbols)) if symbols or extra else None
    return Cost(cost, tuple(extra), tuple(problems))


def _symbol(content: str) -> tuple[str | None, WagicCode | None]:
    """The common symbol (None for an extra cost) of what stands in braces, and what is wrong."""
    plain = _PLAIN.fullmatch(content)
    if plain:
        return {"i": "S"}.get(content, content.partition(":")[0].upper()), None
    hybrid = _HYBRID.fullmatch(content)
    if hybrid and hybrid[1] != hybrid[2]:
        # the engine reads beyond the end of the symbol if there is a slash
        wrong = WagicCode.MANA_SYMBOL if "/" in content else None
        return f"{hybrid[1]}/{hybrid[2]}".upper(), wrong
    phyrexian = _PHYREXIAN.fullmatch(content)
    if phyrexian:
        whole = phyrexian[1] and phyrexian[3]
        return f"{phyrexian[2]}/P".upper(), None if whole else WagicCode.MANA_CRASH
    head = _HEAD.fullmatch(content)
    if head and head[1] in _EXTRA_COSTS:
        return None, None
    return None, WagicCode.MANA_SYMBOL


def _closing_brace(text: str, start: int) -> int | None:
    depth = 0
    for offset in range(start, len(text)):
        depth += (text[offset] == "{") - (text[offset] == "}")
        if depth == 0:
            return offset
    return None
