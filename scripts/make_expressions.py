"""Compile the regular rules of the ``.lark`` files to the regular expressions that are shipped.

Lark's own reading of a grammar is walked, so that the grammar stays the only text of a syntax.  A
rule is regular if no rule calls itself and nothing between its tokens is ignored; a grammar whose
language nests is read by Lark, and only its terminals are compiled.
"""

from __future__ import annotations

import ast
import json
import re
import sys
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent.parent))

from lark import Token, Tree
from lark.lexer import Pattern, PatternStr
from lark.load_grammar import Grammar, load_grammar
from scripts.generated import Generated

FORMATS = Path(__file__).parent.parent / "src" / "cardformats" / "formats"

#: The language of abilities nests, and is read by Lark alone.
_NOT_COMPILED = {"abilities.lark"}


class NotRegularError(Exception):
    """A rule calls itself, or its tokens have ignored text between them."""


def expressions(path: Path) -> dict[str, str]:
    """Return the expression of each terminal and each regular rule of the grammar at *path*."""
    source = path.read_text("utf-8")
    grammar, _ = load_grammar(source, str(path), [], False)  # type: ignore[no-untyped-call] # noqa: FBT003 - no name
    rules = [str(name) for name, *_ in grammar.rule_defs]
    terminals, _, ignored = grammar.compile(rules, "*")
    patterns = {each.name: each.pattern for each in terminals}
    named = {str(each[0]) for each in grammar.term_defs}
    made = {name: _of_terminal(patterns[name]) for name in patterns if name in named}
    if not ignored:
        for rule in rules:
            try:
                made[rule] = _Rules(grammar, patterns).expression(rule)
            except NotRegularError:
                continue
    for expression in made.values():
        re.compile(expression)
    return made


#: Classes of characters that are others in ASCII.
_CLASSES = re.compile(r"\\[bBdDsSwW]")


def _of_terminal(pattern: Pattern) -> str:
    is_text = isinstance(pattern, PatternStr)
    value = re.escape(pattern.value) if is_text else pattern.value
    flags = "".join(sorted(pattern.flags))
    if "i" in flags and not _CLASSES.search(value):
        flags = f"a{flags}"  # else the dotless i is an i, and the long s an s
    return value if is_text and not flags else f"(?{flags}:{value})"


class _Rules:
    """Compiles one rule; its tokens and the rules in it, save those with ``_``, become groups."""

    def __init__(self, grammar: Grammar, patterns: dict[str, Pattern]) -> None:
        self._bodies = {str(name): body for name, _, body, *_ in grammar.rule_defs}
        self._patterns = patterns
        self._groups: dict[str, int] = {}

    def expression(self, rule: str) -> str:
        return self._walk(self._bodies[rule], (rule,))

    def _group(self, name: str, inner: str) -> str:
        if name.startswith("_"):
            return f"(?:{inner})"
        number = self._groups[name] = self._groups.get(name, 0) + 1
        return f"(?P<{name if number == 1 else f'{name}_{number}'}>{inner})"

    def _named(self, name: str, within: tuple[str, ...]) -> str:
        if name in self._patterns:
            return self._group(name, _of_terminal(self._patterns[name]))
        if name in within:
            raise NotRegularError(name)
        return self._group(name, self._walk(self._bodies[name], (*within, name)))

    def _walk(self, node: Any, within: tuple[str, ...]) -> str:
        if not isinstance(node, Tree):
            return self._named(str(getattr(node, "name", node)), within)
        if node.data == "expr":
            inner, repeat, *more = node.children
            count = f"{{{','.join(map(str, more))}}}" if more else repeat
            return f"(?:{self._walk(inner, within)}){count}"
        if node.data == "literal":
            return re.escape(ast.literal_eval(str(node.children[0])))
        children = [
            each
            for each in node.children
            if not (isinstance(each, Token) and each.type == "RULE_ALIAS")
        ]
        parts = [self._walk(each, within) for each in children]
        if node.data == "alias":
            return parts[0]
        if node.data == "expansions":
            return parts[0] if len(parts) == 1 else f"(?:{'|'.join(parts)})"
        return f"(?:{parts[0]})?" if node.data == "maybe" else "".join(parts)


def text() -> str:
    """Return the text of the file with the expressions of all grammars."""
    made = {
        path.relative_to(FORMATS).as_posix(): expressions(path)
        for path in sorted(FORMATS.rglob("*.lark"))
        if path.name not in _NOT_COMPILED
    }
    return json.dumps(made, ensure_ascii=True, indent=1) + "\n"


FILE = Generated(FORMATS / "expressions.json", text)

if __name__ == "__main__":
    sys.exit(FILE.main())
