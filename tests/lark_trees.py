"""Lark's own reading of Wagic's abilities, to compare ours with."""

from __future__ import annotations

from functools import cache

from lark import Lark, Token

from cardformats.formats.wagic.abilities.language import NODES
from cardformats.formats.wagic.abilities.tables import grammar


@cache
def lark() -> Lark:
    """Lark's parser; it reads lines in lower case, and nothing within their parts."""
    return Lark(
        grammar(),
        parser="lalr",
        lexer="basic",
        start="ability",
        keep_all_tokens=True,
        maybe_placeholders=True,
    )


def assert_same(tree, node):
    """Lark's *tree* has the same nodes with the same parts as *node*; tokens are parts as text."""
    if isinstance(tree, Token):
        assert str(node).strip(" \t") == tree.strip(" \t")
        return
    assert type(node) is NODES[tree.data]
    children = [child for child in tree.children if child is not None]
    for child, part in zip(children, node.parts, strict=True):
        assert_same(child, part)
