"""Mana costs: conversion between the texts of custom cards and costs of the model."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

from ...errors import ModelError
from ...losses import Loss, LossLog
from ...model import ManaCost
from ..grammar import Grammar
from .syntax import WHITE_SPACE

_GRAMMAR: Final = Grammar(__package__, "mana.lark")
_SYMBOL, _OTHER = _GRAMMAR.rule("symbol"), _GRAMMAR.rule("other")
_NAME: Final = _GRAMMAR.rule("SYMBOL")

#: The largest number that is a symbol and has others below it.
_LARGEST = 20
#: The maximum number of digits of a number in a cost.
_LONGEST_NUMBER = 3
#: Half mana of the other colours has no symbol.
_NO_HALVES = ("HU", "HB", "HG")
_MILLION = "1000000"

_BRACKETS = str.maketrans("()[]<>", "{}{}{}")


class ParsedCost(NamedTuple):
    """A parsed cost.

    Attributes:
        mana: The cost; None if there is none, or if it is invalid.
        problem: The reason why Draftmancer rejects it; None if it does not.
        no_mana: A symbol that Draftmancer accepts, but that is not a mana symbol.
    """

    mana: ManaCost | None = None
    problem: str | None = None
    no_mana: str | None = None


#: The maximum length of texts that are cached.
_CACHED = 200


def parse_mana_cost(text: str) -> ParsedCost:
    """Return the cost written as *text*; only the part before ``//`` is used."""
    return _parse(text) if len(text) <= _CACHED else _parse.__wrapped__(text)


@lru_cache(maxsize=4096)
def _parse(text: str) -> ParsedCost:
    first = text.partition("//")[0].strip(WHITE_SPACE)
    symbols, position = [], 0
    while position < len(first):
        match = _SYMBOL.match(first, position)
        if match is None:
            return ParsedCost(problem=_problem(first, position, text))
        symbols.append(match[0].strip("{}"))
        position = match.end()
    try:
        return ParsedCost(ManaCost(tuple(symbols)) if symbols else None)
    except ModelError:
        return ParsedCost(no_mana=next(each for each in symbols if not _is_mana(each)))


def _problem(cost: str, position: int, text: str) -> str:
    """Return why no symbol of Draftmancer begins at a *position* of a *cost*."""
    other = _OTHER.match(cost, position)
    if other is None:
        kind = "a brace" if cost[position] == "{" else repr(cost[position])
        closed = "is not closed" if cost[position] == "{" else "does not start a mana symbol"
        return f"{kind} in the mana cost {text!r} {closed}"
    instead = _in_order(other[0])
    better = f"; the order is {instead}" if instead != other[0] else ""
    return f"{other[0]!r} in the mana cost {text!r} is not a symbol of Draftmancer{better}"


def _in_order(symbol: str) -> str:
    """Return a hybrid symbol with its halves in the other order, if that is a symbol."""
    first, slash, rest = symbol.partition("/")
    other = f"{first[:-1]}{rest[:1]}/{first[-1:]}{rest[1:]}" if slash else symbol
    return other if _SYMBOL.fullmatch(other) else symbol


def _is_mana(symbol: str) -> bool:
    try:
        return bool(ManaCost((symbol,)))
    except ModelError:
        return False


def is_cost(text: str) -> bool:
    """Return whether Draftmancer accepts the cost *text*."""
    return parse_mana_cost(text).problem is None


def corrected_cost(text: object) -> str | None:
    """Return the cost that is intended by *text*; None if it is not clear.

    It differs in case, white space, the kind of brackets and the order of the parts of a symbol.
    """
    if not isinstance(text, str):
        return None
    braces = "".join(text.translate(_BRACKETS).upper().split())
    ordered = _OTHER.sub(lambda match: _in_order(match[0]), text)
    for each in (ordered, text.upper(), braces, _OTHER.sub(lambda m: _in_order(m[0]), braces)):
        if parse_mana_cost(each).mana is not None:
            return each
    return None


def mana_cost_from_model(cost: ManaCost | None, card: str, losses: LossLog) -> str:
    """Return the text of *cost*, which belongs to *card*, in symbols of Draftmancer."""
    if cost is None:
        return ""
    symbols: list[str] = []
    for symbol in cost.symbols:
        if _NAME.fullmatch(symbol):
            symbols.append(symbol)
        elif symbol.isdigit() and len(symbol) <= _LONGEST_NUMBER:
            losses.changed(Loss.COST, card, "a number in a cost that has no symbol", "several")
            twenties, rest = divmod(int(symbol), _LARGEST)
            symbols += [str(_LARGEST)] * twenties + [str(rest)]
        else:
            losses.changed(Loss.COST, card, f"the symbol {{{symbol}}} in a cost", "a whole one")
            symbols.append(symbol[1:] if symbol in _NO_HALVES else _MILLION)
    return "".join(f"{{{symbol}}}" for symbol in symbols)
