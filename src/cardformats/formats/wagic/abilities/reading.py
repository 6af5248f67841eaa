"""Reads lines of abilities, and the values of other keys, to trees; a line is read once."""

from __future__ import annotations

from functools import cache
from threading import Lock
from typing import TYPE_CHECKING, Any, Final

from ....caching import Remembered
from ....source import SourceText, TextEdit
from ...grammar import GrammarProblem
from .brackets import has_lone_bracket
from .lines import Line
from .nodes import Node, Unknown, unread_nodes

if TYPE_CHECKING:
    from .language import Language

#: The rules that text can be read by.
RULES: Final = ("ability", "target", "conditions", "price")

#: Longer lines are not read; real ones have up to 3,600 characters.
LONGEST: Final = 5_000
#: How many characters of lines are remembered, with their trees.
_MOST_REMEMBERED: Final = 4_000_000

#: The lines that were read, by their texts and rules.
REMEMBERED: Final = Remembered[tuple[str, str], Line](_MOST_REMEMBERED)
_LOADING: Final = Lock()


def parse(text: str, rule: str = "ability") -> Line:
    """Return the tree of *text*, which is a line of abilities, or what another *rule* says.

    What cannot be read is an :class:`Unknown` node; ``str`` of the result is always *text*.

    Args:
        text: a line, e.g. what stands after ``auto=``, with its macros expanded.
        rule: ``ability``, ``target`` (the value of ``target=``), ``conditions``
            (``restriction=``) or ``price`` (``kicker=`` and its like).

    Raises:
        ValueError: If there is no such rule.
    """
    if (known := REMEMBERED.get((text, rule))) is not None:
        return known
    indent, content = divided(text, rule)
    body: Node | None = None
    if content:
        try:
            body = read(rule, content)
            if has_lone_bracket(content):
                body = _repaired_bracket(rule, content, body)
        except GrammarProblem:
            body = _repaired(rule, content) or Unknown(content, rule)
    line = Line(indent, body)
    REMEMBERED.put((text, rule), line, len(text))
    return line


def divided(text: str, rule: str) -> tuple[str, str]:
    """Return the spaces before *text*, and the rest, which *rule* can read.

    Raises:
        ValueError: If there is no such rule.
    """
    if rule not in RULES:
        raise ValueError(f"no rule {rule!r}; there are {', '.join(RULES)}")
    content = text.lstrip(" \t")
    return text[: len(text) - len(content)], content


def read(rule: str, text: str) -> Node:
    """Return the node of *text* by any *rule* that parts are read by.

    Raises:
        GrammarProblem: If *text* does not follow the rule, or is too long.
    """
    if len(text) > LONGEST:
        raise GrammarProblem(LONGEST, frozenset())
    node: Node = _language().read(rule, text)
    return node


def part(kind: str, text: str) -> Any:
    """Return the node of *text*, which is a token of a *kind*: what cannot be read is unknown.

    Args:
        kind: the terminal of the grammar, as ``TARGETING``.
        text: the written token, with the spaces after it.
    """
    return Unknown(text, kind.lower()) if len(text) > LONGEST else _language().part(kind, text)


def _repaired_bracket(rule: str, text: str, node: Node) -> Node:
    """Return *node*, or the node of *text* with a missing bracket if that is better."""
    closed = _language().closed(rule, text)
    return node if closed is None or unread_nodes(closed[1]) >= unread_nodes(node) else closed[1]


def _repaired(rule: str, text: str) -> Node | None:
    return None if len(text) > LONGEST else _language().repaired(rule, text)


def missing(text: str, rule: str = "ability") -> TextEdit | None:
    """Return the bracket that *text* lacks to be what *rule* says, if one is enough."""
    indent, content = divided(text, rule)
    closed = None if len(text) > LONGEST else _language().closed(rule, content)
    if closed is None:
        return None
    edit = closed[0]
    return TextEdit(SourceText("", text).span(edit.span.start + len(indent)), edit.new)


def vocabulary(rule: str) -> frozenset[str]:
    """Return the words that can occur in what *rule* reads."""
    return _language().readers[rule].words


def _language() -> Language:
    """Return the language, which takes a while to load; the first thread that asks loads it."""
    with _LOADING:
        return _loaded()


@cache
def _loaded() -> Language:
    from .language import Language  # noqa: PLC0415 - loads Lark

    return Language(RULES)
