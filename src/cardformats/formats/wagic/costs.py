"""Costs as Wagic writes them: ``{2}{WB}{p(r)}``, extra costs such as ``{S(creature)}`` too.

``cost.lark`` is the grammar; patterns of its terminals take the symbols of mana faster.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from attrs import frozen

from ...model import ManaCost
from ..grammar import Grammar, GrammarProblem
from .codes import WagicCode

_GRAMMAR: Final = Grammar(__package__, "cost.lark", "start", "extra")
_TERMINALS: Final = ("GENERIC", "COLORED", "SNOW", "VARIABLE", "HYBRID", "PHYREXIAN")
_MANA: Final = re.compile(
    "|".join(f"(?P<{terminal}>{_GRAMMAR.pattern(terminal)})" for terminal in _TERMINALS)
)
#: An extra cost that is a word alone, or a word and one argument without brackets in it.
_PLAIN_EXTRA: Final = re.compile(r"([A-Za-z][A-Za-z0-9]*)(?:\(([^(){}]*)\)|[:;,]([^{}]*))?")
#: Phyrexian symbols without parentheses, which the engine recurses over without end.
_CRASH: Final = re.compile(r"p\(?([wubrg])\)?", re.IGNORECASE)

#: What the words of extra costs ask for; ``k`` begins offerings (``{kgoblin}``).
EXTRA_COSTS: Final = {
    "t": "tap", "q": "untap", "s": "sacrifice", "s2l": "put on the library",
    "s2g": "put into the graveyard", "saclands": "sacrifice lands", "e": "exile",
    "emerge": "emerge", "eval": "a computed amount of mana", "h": "return to hand",
    "l": "pay life", "l2e": "exile from the library", "d": "discard at random",
    "discard": "discard", "delve": "delve", "m": "mill", "mycost": "its own cost",
    "myevictcost": "its own evicted cost", "n": "ninjutsu", "improvise": "improvise",
    "convoke": "convoke", "cycle": "cycling", "crew": "crew",
    "chosencolor": "mana of the chosen colour", "c": "put or remove counters",
    "value": "a computed number", "unattach": "unattach",
}  # fmt: skip
_OFFERING: Final = "k"


@frozen
class ExtraCost:
    """A part of a cost that is no mana.

    Attributes:
        word: what it asks for, in lower case: a key of :data:`EXTRA_COSTS`, or an offering.
        argument: what stands in parentheses or after a mark, as written; None if nothing does.
        text: the symbol as written, braces included.
    """

    word: str
    argument: str | None
    text: str

    @property
    def is_known(self) -> bool:
        """Whether the engine knows the word."""
        return self.word in EXTRA_COSTS or self.word.startswith(_OFFERING)


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
        extra: the other symbols.
        problems: what was wrong with it.
    """

    mana: ManaCost | None
    extra: tuple[ExtraCost, ...] = ()
    problems: tuple[Problem, ...] = ()


#: Longer texts are rare and not worth keeping.
_CACHED: Final = 200


def parse_cost(text: str) -> Cost:
    """The cost written as *text*; whatever is wrong with it is in ``problems``."""
    return _parse(text) if len(text) <= _CACHED else _parse.__wrapped__(text)


@lru_cache(maxsize=4096)
def _parse(text: str) -> Cost:
    symbols: list[str] = []
    extra: list[ExtraCost] = []
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
        mana, other, problem = _symbol(symbol)
        symbols += mana
        extra += other
        if problem is not None:
            right = f"{{p({(mana or '?')[0][0].lower()})}}"
            data = (("symbol", symbol), ("right", right))
            problems.append(Problem(problem, opened, closed + 1, data))
        position = closed + 1
    cost = ManaCost(tuple(symbols)) if symbols or extra else None
    return Cost(cost, tuple(extra), tuple(problems))


def _symbol(symbol: str) -> tuple[list[str], list[ExtraCost], WagicCode | None]:
    """The common symbol and the extra cost in *symbol*, braces included, and what is wrong."""
    content = symbol[1:-1].strip()
    match = _MANA.match(content + "}")
    if match is not None and match.end() == len(content):
        mana, kind = content.upper(), match.lastgroup
        if kind == "VARIABLE" and len(content) > 1:
            return ["X"], [ExtraCost("x", content[2:], symbol)], None
        if kind == "HYBRID":
            halves = mana.replace("/", "")
            if halves[0] == halves[1]:
                return [], [ExtraCost(content.lower(), None, symbol)], WagicCode.MANA_SYMBOL
            # the engine reads beyond the end of the symbol if there is a slash
            wrong = WagicCode.MANA_SYMBOL if "/" in mana else None
            return [f"{halves[0]}/{halves[1]}"], [], wrong
        common = {"SNOW": "S", "PHYREXIAN": f"{mana[2:3]}/P"}
        return [common.get(kind or "", mana)], [], None
    if crash := _CRASH.fullmatch(content):
        return [f"{crash[1].upper()}/P"], [], WagicCode.MANA_CRASH
    other = _extra(content, symbol)
    return [], [other], None if other.is_known else WagicCode.MANA_SYMBOL


def _extra(content: str, symbol: str) -> ExtraCost:
    """The extra cost in *content*; one without a known word if it is not understood."""
    plain = _PLAIN_EXTRA.fullmatch(content)
    if plain is not None:
        return ExtraCost(plain[1].lower(), plain[2] if plain[2] is not None else plain[3], symbol)
    try:
        word = str(_GRAMMAR.tree("extra", content).children[0])
    except GrammarProblem:
        return ExtraCost("", content, symbol)
    argument = content[len(word) :]
    return ExtraCost(word.lower(), argument[1:-1] if argument[-1:] == ")" else argument, symbol)


def _closing_brace(text: str, start: int) -> int | None:
    depth = 0
    for offset in range(start, len(text)):
        depth += (text[offset] == "{") - (text[offset] == "}")
        if depth == 0:
            return offset
    return None


def wagic_cost(cost: ManaCost) -> str:
    """*cost* as card files write it."""
    return "".join(f"{{{_written(symbol)}}}" for symbol in cost.symbols)


def _written(symbol: str) -> str:
    first, slash, second = symbol.partition("/")
    if second == "P":
        return f"p({first})"
    return first + second if slash else {"S": "i"}.get(symbol, symbol)
