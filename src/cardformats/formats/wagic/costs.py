"""Costs as Wagic writes them: ``{2}{WB}{p(r)}``, extra costs such as ``{S(creature)}`` too.

Mana is read by the compiled rule of ``cost.lark``; the arguments of extra costs nest.
"""

from __future__ import annotations

from typing import Final

from attrs import frozen

from ...diagnostics import Diagnostic, Fix
from ...model import ManaCost
from ...source import SourceText, Span
from ..grammar import Grammar, GrammarProblem
from .codes import WagicCode
from .repairs import braced, respelt_symbol
from .syntax import closers, kept_if_short

_GRAMMAR: Final = Grammar(__package__, "cost.lark", "nested")
_MANA: Final = _GRAMMAR.rule("mana")
_PLAIN: Final = _GRAMMAR.rule("plain")
#: The words of extra costs; what begins with ``k`` is an offering (``{kgoblin}``).
_EXTRA_COSTS: Final = frozenset((
    "t", "q", "s", "s2l", "s2g", "saclands", "e", "emerge", "eval", "h", "l", "l2e", "d",
    "discard", "delve", "m", "mycost", "myevictcost", "n", "improvise", "convoke", "cycle", "crew",
    "chosencolor", "c", "value", "unattach",
))  # fmt: skip
_OFFERING: Final = "k"


@frozen
class WagicCost:
    """A parsed cost.

    Attributes:
        mana: its mana symbols; None if it has no symbol of any kind.
        extra: the other symbols as written, braces included.
        diagnostics: what was wrong with it, in a source that has its text alone.
    """

    mana: ManaCost | None
    extra: tuple[str, ...] = ()
    diagnostics: tuple[Diagnostic, ...] = ()


@kept_if_short
def parse_cost(text: str) -> WagicCost:
    """Return the cost written as *text*, with diagnostics of what is wrong with it."""
    source = SourceText("", text)
    symbols: list[str] = []
    extra: list[str] = []
    diagnostics: list[Diagnostic] = []
    ends = closers(text, "{}")
    position = 0
    while position < len(text):
        opened = text.find("{", position)
        outside = text[position : opened if opened >= 0 else len(text)]
        if outside.strip():
            start = position + len(outside) - len(outside.lstrip())
            span = source.span(start, position + len(outside.rstrip()))
            fix = _replaced(span, braced(span.text))
            diagnostics.append(WagicCode.MANA_TEXT.at(span, fix, text=span.text))
        if opened < 0:
            break
        closed = ends.get(opened)
        if closed is None:
            span = source.span(opened, len(text.rstrip()))
            new = span.text + "}"
            meant = new if new.count("{") == 1 and _is_symbol(new) else None
            diagnostics.append(WagicCode.MANA_UNCLOSED.at(span, _replaced(span, meant)))
            break
        symbol = text[opened : closed + 1]
        mana, other, problem = _symbol(symbol)
        symbols += mana
        extra += other
        if problem is not None:
            right = f"{{p({(mana or '?')[0][0].lower()})}}"
            is_crash = problem is WagicCode.MANA_CRASH
            meant = right if is_crash else respelt_symbol(symbol, _is_symbol)
            span = source.span(opened, closed + 1)
            fix = _replaced(span, meant)
            diagnostics.append(problem.at(span, fix, symbol=symbol, right=right))
        position = closed + 1
    cost = ManaCost(tuple(symbols)) if symbols or extra else None
    return WagicCost(cost, tuple(extra), tuple(diagnostics))


def _replaced(span: Span, new: str | None) -> Fix | None:
    """Return the fix that writes *new*, if that is known."""
    return None if new is None else Fix.replace(span, new)


def _symbol(symbol: str) -> tuple[list[str], list[str], WagicCode | None]:
    """Return the symbol and the extra cost in *symbol*, with its braces, and what is wrong."""
    content = symbol[1:-1].strip()
    match = _MANA.fullmatch(content)
    if match is not None:
        mana, kind = content.upper(), match.lastgroup
        if kind == "CRASH":
            return [f"{mana.strip('P()')}/P"], [], WagicCode.MANA_CRASH
        if kind == "VARIABLE" and len(content) > 1:
            return ["X"], [symbol], None
        if kind == "HYBRID":
            halves = mana.replace("/", "")
            if halves[0] == halves[1]:
                return [], [symbol], WagicCode.MANA_SYMBOL
            # the engine reads beyond the end of the symbol if there is a slash
            wrong = WagicCode.MANA_SYMBOL if "/" in mana else None
            return [f"{halves[0]}/{halves[1]}"], [], wrong
        common = {"SNOW": "S", "PHYREXIAN": f"{mana[2:3]}/P"}
        return [common.get(kind or "", mana)], [], None
    word = _word(content)
    is_known = word in _EXTRA_COSTS or word.startswith(_OFFERING)
    return [], [symbol], None if is_known else WagicCode.MANA_SYMBOL


def _is_symbol(written: str) -> bool:
    """Return whether there is nothing wrong with a symbol, braces included."""
    return _symbol(written)[2] is None


def _word(content: str) -> str:
    """Return the word of the extra cost in *content*, in lower case; empty if it is unknown."""
    plain = _PLAIN.fullmatch(content)
    try:
        word = plain["WORD"] if plain else str(_GRAMMAR.tree("nested", content).children[0])
    except GrammarProblem:
        return ""
    return word.lower()


def wagic_cost(cost: ManaCost) -> str:
    """Return *cost* as card files write it."""
    return "".join(f"{{{_written(symbol)}}}" for symbol in cost.symbols)


def _written(symbol: str) -> str:
    first, slash, second = symbol.partition("/")
    if second == "P":
        return f"p({first})"
    return first + second if slash else {"S": "i"}.get(symbol, symbol)
