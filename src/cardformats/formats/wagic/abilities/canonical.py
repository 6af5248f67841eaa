"""Lines as they are best written, and trees made of other trees.

Spaces mean little to authors and much to the engine, which looks for ``" controller"`` with its
space, and for ``}:`` without one.  :func:`normalise` writes a line with the required spaces;
:func:`transform` changes the nodes of a tree.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable
from typing import Any, Final

from attrs import evolve, fields

from . import conditions as c
from . import effects as e
from . import lines as l
from .nodes import Group, Leaf, Node, Unknown, is_too_deep, plain_text
from .reading import parse

_WORD_END: Final = re.compile(r"[\w']$")
_WORD_START: Final = re.compile(r"[\w'*]")
#: Nodes whose parts stand apart.
_APART: Final = (
    l.Triggered, l.Activated, l.Clause, l.Sequence, l.Change, l.Types, l.Restricted, l.Named,
    l.May, l.Choice, l.PaidWith, l.Stated, l.Conditional, l.Alternatives, l.Payable, l.UnlessPaid,
    l.Scheduled, l.Revealing, l.Scrying, l.Rolling, l.Flipping, l.Choosing, l.Granting, l.Option,
    l.Outcome, l.Afterwards, c.When, c.Trigger, c.Limits, c.PhaseEvent,
)  # fmt: skip
#: Nodes whose texts can be names of cards and menus.
_NAMING: Final = (l.Name, e.Cast, e.Dynamic, e.Limit, e.Call)


def normalise(text: str, rule: str = "ability") -> str:
    """Return *text* with one space between words, and none where the engine allows none.

    Only the spaces of the tree change. A line of which a part cannot be read, and one that is
    nested more deeply than any real one, is returned without surrounding spaces.

    Args:
        text: a line, or what another *rule* reads.
        rule: what it is, as for :func:`~.parse`.

    Raises:
        ValueError: If there is no such rule.

    Example:
        ``{T} : draw:1  &&life:2`` becomes ``{T}:draw:1 && life:2``.
    """
    line = parse(text, rule)
    written = canonical(line)
    # without its space, the cost `{p( U)}` is a symbol of mana
    return written if parse(written, rule) == line else text.strip(" \t")


def canonical(node: Node) -> str:
    """Return the text of *node* with exactly the spaces that the engine requires."""
    if is_too_deep(node) or any(isinstance(each, Unknown) for _, each in node.walk()):
        return str(node).strip(" \t")
    return _text(node)


def _plain(text: str, *, is_name: bool) -> str:
    # within a name, `^ ` stands for a comma and its space
    return text if text == "^ " else plain_text(text, is_name=is_name)


def _text(node: Node) -> str:
    if isinstance(node, Leaf):
        return _plain(node.text, is_name=isinstance(node, _NAMING))
    apart, has_names = isinstance(node, _APART), isinstance(node, _NAMING)
    texts = [
        _text(part) if isinstance(part, Node) else _plain(part, is_name=has_names)
        for part in node.parts
    ]
    result = ""
    for text in filter(None, texts):
        result += " " * (bool(result) and _need_space(result, text, apart=apart)) + text
    return result


def _need_space(left: str, right: str, *, apart: bool) -> bool:
    if apart:
        return left[-1] not in ":?@" and right[0] not in ":?"
    if left[-1] == right[0] == "!":
        return True
    return bool(_WORD_END.search(left) and _WORD_START.match(right))


def transform(tree: Node, change: Callable[[Node], Node]) -> Node:
    """Replace every node of *tree* by what *change* makes of it, parts before what they are in.

    Args:
        tree: from :func:`~.parse`, or a part of what it returns.
        change: takes a node, whose parts are changed already, and returns it or another one.

    Raises:
        TypeError: If *change* returns something that is not a node.
        RecursionError: If the tree is nested more deeply than Python's calls may be. No real line
            is.

    Example:
        ``transform(line, lambda node: Integer("3") if isinstance(node, Integer) else node)``
    """
    if isinstance(tree, Leaf):
        return _checked(change(tree))
    names = ["items"] if isinstance(tree, Group) else [each.name for each in fields(type(tree))]
    changes = {}
    for name in names:
        value = getattr(tree, name)
        if (new := _transformed(value, change)) is not value:
            changes[name] = new
    return _checked(change(evolve(tree, **changes) if changes else tree))


def _checked(node: Node) -> Node:
    if not isinstance(node, Node):
        raise TypeError(f"a change of a tree has to return a node, not {type(node).__name__}")
    return node


def _transformed(value: Any, change: Callable[[Node], Node]) -> Any:
    """Return the value of a field after the *change*: the same object if nothing in it changes."""
    if isinstance(value, tuple):
        items = tuple(_transformed(item, change) for item in value)
        return items if any(map(operator.is_not, items, value)) else value
    return transform(value, change) if isinstance(value, Node) else value
