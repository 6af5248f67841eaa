"""The library's own code, as the tests of it read it: each module is parsed once."""

from __future__ import annotations

import ast
from functools import cache

from tests.conftest import ROOT

SOURCE = ROOT / "src" / "cardformats"
MODULES = sorted(SOURCE.rglob("*.py"))


@cache
def tree_of(path):
    """The syntax tree of a module."""
    return ast.parse(path.read_text("utf-8"))


@cache
def nodes_of(path):
    """All nodes of the syntax tree of a module."""
    return tuple(ast.walk(tree_of(path)))
