"""Reads lines of abilities, and the values of other keys, to trees; a line is read once."""

from __future__ import annotations

from functools import cache
from itertools import chain
from typing import Final

from attrs import frozen

from ...grammar import GrammarProblem
from . import conditions, effects, lines, nodes
from .language import Language
from .lines import Line
from .nodes import Node, Unknown, rule_of

#: The rules that text can be read by.
RULES: Final = ("ability", "target", "conditions", "price")

#: Longer lines are not read; real ones have up to 3,600 characters.
LONGEST: Final = 5_000
#: How many characters of lines are remembered, with their trees.
_MOST_REMEMBERED: Final = 4_000_000


def _nodes() -> dict[str, type[Node]]:
    """Every type of node, by the name of its rule or terminal."""
    every = chain(*(vars(module).values() for module in (nodes, conditions, effects, lines)))
    types = (each for each in every if isinstance(each, type) and issubclass(each, Node))
    return {rule_of(each): each for each in types}


_LANGUAGE: Final = Language(__package__, "abilities.lark", RULES, _nodes(), Unknown)
_lines: dict[tuple[str, str], Line] = {}
_remembered = 0


@frozen
class Fault:
    """Why a text is not what a rule says.

    Attributes:
        offset: where it goes wrong, in characters from the beginning.
        expected: the terminals of the grammar one of which could stand there.
    """

    offset: int
    expected: frozenset[str]


def parse(text: str, rule: str = "ability") -> Line:
    """The tree of *text*, which is a line of abilities, or what another *rule* says.

    What cannot be read is an :class:`Unknown` node; ``str`` of the result is always *text*.

    Args:
        text: a line, e.g. what stands after ``auto=``, with its macros expanded.
        rule: ``ability``, ``target`` (the value of ``target=``), ``conditions``
            (``restriction=``) or ``price`` (``kicker=`` and its like).

    Raises:
        ValueError: there is no such rule.
    """
    global _remembered  # noqa: PLW0603 - what is remembered is one thing for a process
    if (known := _lines.get((text, rule))) is not None:
        return known
    indent, content = _divided(text, rule)
    body: Node | None = None
    if content:
        try:
            body = read(rule, content)
        except GrammarProblem:
            body = Unknown(content, rule)
    line = Line(indent, body)
    _remembered += len(text)
    if _remembered > _MOST_REMEMBERED:
        _lines.clear()
        _remembered = len(text)
    _lines[text, rule] = line
    return line


def fault(text: str, rule: str = "ability") -> Fault | None:
    """Where and why *text* is not what *rule* says; None if it is, or if there is nothing.

    Raises:
        ValueError: there is no such rule.
    """
    indent, content = _divided(text, rule)
    try:
        if content:
            read(rule, content)
    except GrammarProblem as problem:
        return Fault(len(indent) + problem.offset, problem.expected)
    return None


def _divided(text: str, rule: str) -> tuple[str, str]:
    """The blanks before *text*, and the rest, which *rule* can read.

    Raises:
        ValueError: there is no such rule.
    """
    if rule not in RULES:
        message = f"no rule {rule!r}; there are {', '.join(RULES)}"
        raise ValueError(message)
    content = text.lstrip(" \t")
    return text[: len(text) - len(content)], content


def read(rule: str, text: str) -> Node:
    """The node of *text* by any *rule* that parts are read by.

    Raises:
        GrammarProblem: *text* is not what the rule says, or too long.
    """
    if len(text) > LONGEST:
        raise GrammarProblem(LONGEST, frozenset())
    node: Node = _LANGUAGE.read(rule, text)
    return node


@cache
def vocabulary(rule: str) -> frozenset[str]:
    """The words that can occur in what *rule* reads."""
    return _LANGUAGE.vocabulary(rule)
