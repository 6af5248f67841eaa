"""Filters of packs: which cards an entry may be; ``filter.lark`` is the grammar.

The sane reading takes a filter as it is meant, the exact one as the engine reads it, which takes
whatever it does not understand for a filter that every card passes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Any, Final, TypeAlias

from attrs import frozen

from ...model import Card
from ..grammar import Grammar, GrammarProblem
from .codes import WagicCode
from .engine_card import number

_GRAMMAR: Final = Grammar(__package__, "filter.lark", "start")
_MAX_DEPTH: Final = 32
_MAX_LEAVES: Final = 300

#: The keys by their short forms.
_KEYS: Final = {
    "r": "rarity", "rarity": "rarity", "c": "color", "color": "color", "nc": "ncolor",
    "ncolor": "ncolor", "xc": "xcolor", "xcolor": "xcolor", "s": "set", "set": "set",
    "alpha": "alpha", "t": "type", "type": "type", "a": "ability", "ability": "ability",
    "cmc": "cmc", "ma": "produces", "produces": "produces", "pow": "power", "power": "power",
    "tgh": "toughness", "tough": "toughness", "toughness": "toughness",
}  # fmt: skip
#: The rarities by the letter that decides.
RARITY_WORDS: Final = {
    "S": "special", "M": "mythic", "R": "rare", "U": "uncommon", "C": "common", "L": "land",
    "T": "token",
}  # fmt: skip
_COLORS: Final = "wubrg"
_BASIC_LANDS: Final = {"w": "Plains", "u": "Island", "b": "Swamp", "r": "Mountain", "g": "Forest"}


@frozen
class Everything:
    """A filter that every card passes."""

    def __str__(self) -> str:
        """No filter at all."""
        return ""


@frozen
class Leaf:
    """``key:value;``, by the key's long form."""

    key: str
    value: str

    def __str__(self) -> str:
        """As a pack has it."""
        return f"{self.key}:{self.value};"


@frozen
class Not:
    """``{…}``."""

    inner: Filter

    def __str__(self) -> str:
        """As a pack has it."""
        return f"{{{self.inner}}}"


@frozen
class Both:
    """``…&…``; the engine binds to the right."""

    first: Filter
    second: Filter

    def __str__(self) -> str:
        """As a pack has it."""
        return f"{_grouped(self.first)}&{self.second}"


@frozen
class Either:
    """``…|…``; the engine binds to the right."""

    first: Filter
    second: Filter

    def __str__(self) -> str:
        """As a pack has it."""
        return f"{_grouped(self.first)}|{self.second}"


Filter: TypeAlias = Everything | Leaf | Not | Both | Either


@frozen
class FilterProblem:
    """What is wrong with ``text[start:end]``, and what the engine makes of it."""

    code: WagicCode
    start: int
    end: int
    data: tuple[tuple[str, str], ...] = ()


def passes(card: Card, condition: Filter) -> bool:
    """Whether *card* passes *condition*."""
    match condition:
        case Everything():
            return True
        case Leaf():
            return _LEAVES[condition.key](card, condition.value)
        case Not():
            return not passes(card, condition.inner)
        case Both():
            return passes(card, condition.first) and passes(card, condition.second)
        case Either():
            return passes(card, condition.first) or passes(card, condition.second)


@lru_cache(maxsize=1024)
def parse_filter(text: str) -> tuple[Filter, tuple[FilterProblem, ...]]:
    """The filter *text* as it is meant, and where the engine reads something else."""
    problems: list[FilterProblem] = []
    if not text.strip():
        return Everything(), ()
    if _is_too_large(text):
        data = (("expected", f"at most {_MAX_DEPTH} brackets and {_MAX_LEAVES} conditions"),)
        return Everything(), (FilterProblem(WagicCode.FILTER, 0, len(text), data),)
    try:
        tree = _GRAMMAR.tree("start", text)
    except GrammarProblem as problem:
        expected = "«key:value;»" if "KEY" in problem.expected else "«;», «&», «|» or the end"
        data = (("expected", expected),)
        return Everything(), (
            FilterProblem(WagicCode.FILTER, problem.offset, problem.offset + 1, data),
        )
    return _filter(tree, text, problems), tuple(problems)


def _filter(tree: Any, text: str, problems: list[FilterProblem]) -> Filter:
    """The filter of a tree ``start``: operands with signs between them, read from the right."""
    parts = list(tree.children)
    result = _operand(parts.pop().children[0], text, problems)
    while parts:
        sign = str(parts.pop()) if not hasattr(parts[-1], "data") else None
        operand = parts.pop()
        if sign is None or (
            text[operand.meta.end_pos - 1] in ")}" and text[operand.meta.end_pos] != sign
        ):
            _report(problems, WagicCode.FILTER_ONE, operand.meta.end_pos, len(text))
        first = _operand(operand.children[0], text, problems)
        result = Either(first, result) if sign == "|" else Both(first, result)
    return result


def _operand(tree: Any, text: str, problems: list[FilterProblem]) -> Filter:
    if tree.data == "leaf":
        return _leaf(tree, problems)
    inner = _filter(tree.children[0], text, problems)
    return Not(inner) if tree.data == "negation" else inner


def _leaf(tree: Any, problems: list[FilterProblem]) -> Filter:
    name, value, semicolon = tree.children
    start, end = tree.meta.start_pos, tree.meta.end_pos
    key = _KEYS.get("".join(name.lower().split()))
    if key is None:
        _report(problems, WagicCode.FILTER_KEY, start, start + len(name), key=str(name))
        return Everything()
    if semicolon is None:
        _report(problems, WagicCode.FILTER_END, start, end)
    meant = str(value)[1:].strip()
    if meant != str(value)[1:]:
        _report(problems, WagicCode.FILTER_BLANK, value.start_pos + 1, end, value=str(value)[1:])
    return Leaf(key, meant)


def _report(
    problems: list[FilterProblem], code: WagicCode, start: int, end: int, **data: str
) -> None:
    problems.append(FilterProblem(code, start, max(start + 1, end), tuple(data.items())))


def engine_filter(text: str) -> Filter:
    """The filter that the engine makes of *text*."""
    return Everything() if _is_too_large(text) else _engine_filter(text)


def _is_too_large(text: str) -> bool:
    signs = text.count(":") + text.count("&") + text.count("|")
    return text.count("(") + text.count("{") > _MAX_DEPTH or signs > 2 * _MAX_LEAVES


def _engine_filter(text: str) -> Filter:
    text = text.lstrip(" \t\f\v\n\r")
    for position, char in enumerate(text):
        if char in "({":
            closing = _closing(text, position, char)
            if closing is None:
                return Everything()
            # the engine takes too much if a bracket does not stand first, but nothing after it
            inner = _engine_filter(text[position + 1 : position + closing])
            first = Not(inner) if char == "{" else inner
            sign = text[closing + 1 : closing + 2]
            if sign not in ("&", "|"):
                return first
            second = _engine_filter(text[closing + 2 :])
            return Either(first, second) if sign == "|" else Both(first, second)
        if char in "&|":
            first = _engine_filter(text[:position])
            second = _engine_filter(text[position + 1 :])
            return Either(first, second) if char == "|" else Both(first, second)
    name, colon, rest = text.partition(":")
    value, semicolon, _ = rest.partition(";")
    key = _KEYS.get("".join(name.lower().split()))
    return Leaf(key, value) if key and colon and semicolon else Everything()


def _closing(text: str, start: int, opening: str) -> int | None:
    """Where the bracket at *start* is closed."""
    closing, depth = {"(": ")", "{": "}"}[opening], 0
    for position in range(start, len(text)):
        depth += (text[position] == opening) - (text[position] == closing)
        if depth == 0:
            return position
    return None


def _grouped(condition: Filter) -> str:
    return f"({condition})" if isinstance(condition, (Both, Either)) else str(condition)


def _letters(card: Card) -> set[str]:
    return {color.value.lower() for color in card.colors}


def _rarity(card: Card, value: str) -> bool:
    wanted = RARITY_WORDS.get(value[:1].upper())
    return wanted is None or card.rarity == wanted


def _color(card: Card, value: str) -> bool:
    letter = value[:1].lower()
    if letter == "x":
        return "Artifact" in card.types
    return "Land" in card.types if letter == "l" else letter in _letters(card)


def _not_color(card: Card, value: str) -> bool:
    letter = value[:1].lower()
    if letter == "x":
        return bool(card.colors)
    if letter not in _COLORS + "lc":
        return len(card.colors) > 1
    return not _color(card, value)


def _only_color(card: Card, value: str) -> bool:
    own = _letters(card) | ({"x"} if "Artifact" in card.types else set())
    own |= {"l"} if "Land" in card.types else set()
    return own == {value[:1].lower()}


def _type(card: Card, value: str) -> bool:
    words = (*card.supertypes, *card.types, *card.subtypes)
    return value.lower() in (word.lower() for word in words)


def _ability(card: Card, value: str) -> bool:
    kept: Any = card.extras.get("wagic", {}).get("abilities", ())
    words = (word.strip() for line in kept for word in str(line).lower().split(","))
    return value.lower() in words


def _produces(card: Card, value: str) -> bool:
    letter = value[:1].lower()
    if _BASIC_LANDS.get(letter) in card.subtypes:
        return True
    kept: Any = card.extras.get("wagic", {})
    lines = kept.get("expanded", {}).get("auto", kept.get("auto", ()))
    return any(f"{{{letter}}}" in part for line in lines for part in _after_add(str(line).lower()))


def _after_add(line: str) -> Iterator[str]:
    """The symbols that *line* adds to a mana pool."""
    for part in line.split("add{")[1:]:
        end = part.find(" ")
        yield "{" + (part if end < 0 else part[:end])


def _alpha(card: Card, value: str) -> bool:
    letter, first = value[:1].lower() or "a", card.name[:1].lower()
    return first == letter or (letter == "#" and bool(first) and not first.isalpha())


def _of_set(card: Card, value: str) -> bool:
    return (card.set_code or "").lower() == value.lower()


def _number_is(attribute: str) -> Callable[[Card, str], bool]:
    return lambda card, value: number(str(getattr(card, attribute) or 0)) == number(value)


def _mana_value(card: Card, value: str) -> bool:
    own = card.extras.get("wagic", {}).get("mana_value")
    return (own or (card.mana_cost.mana_value if card.mana_cost else 0)) == number(value)


_LEAVES: Final[dict[str, Callable[[Card, str], bool]]] = {
    "rarity": _rarity, "color": _color, "ncolor": _not_color, "xcolor": _only_color,
    "set": _of_set, "alpha": _alpha, "type": _type, "ability": _ability, "cmc": _mana_value,
    "produces": _produces, "power": _number_is("power"), "toughness": _number_is("toughness"),
}  # fmt: skip
