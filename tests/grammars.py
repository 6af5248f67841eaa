"""What Lark reads by a rule of a grammar, beside what its compiled expression reads."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from importlib.resources import files

from lark import Lark, Token, Tree, UnexpectedInput
from lark.lexer import PatternRE, TerminalDef
from lark.visitors import CollapseAmbiguities

from cardformats.formats.grammar import Grammar

#: The text of each part by its name, as groups of expressions are called.
Parts = dict[str, str]


@cache
def earley(grammar: Grammar, rule: str) -> Lark:
    """Lark's parser that finds each way to read a text."""
    text = files(grammar.package).joinpath(grammar.file).read_text("utf-8")
    return Lark(
        text,
        start=rule,
        parser="earley",
        lexer="dynamic_complete",
        ambiguity="explicit",
        keep_all_tokens=True,
        maybe_placeholders=False,
        edit_terminals=_as_long_as_possible,
    )


def _as_long_as_possible(terminal: TerminalDef) -> None:
    """Make a terminal that is as short as possible a long one: Lark tries what is shorter, too."""
    if isinstance(terminal.pattern, PatternRE) and "(?>" not in terminal.pattern.value:
        value = re.sub(r"(?<!\\)([*+])\?", r"\1", terminal.pattern.value)
        terminal.pattern = PatternRE(value, terminal.pattern.flags)


def read_by_lark(grammar: Grammar, rule: str, text: str) -> list[Parts]:
    """Return the parts of *text* in each way in which Lark can read it."""
    try:
        tree = earley(grammar, rule).parse(text)
    except UnexpectedInput:
        return []
    return [dict(_parts(each)) for each in CollapseAmbiguities().transform(tree)]


def _parts(tree: Tree[Token]) -> Iterator[tuple[str, str]]:
    counts: dict[str, int] = {}
    for each in tree.iter_subtrees_topdown():
        for child in each.children:
            name = str(child.type if isinstance(child, Token) else child.data)
            text = _text(child)
            if not name.startswith("_"):
                number = counts[name] = counts.get(name, 0) + 1
                yield (name if number == 1 else f"{name}_{number}"), text


def _text(node: Token | Tree[Token]) -> str:
    if isinstance(node, Token):
        return str(node)
    return "".join(map(_text, node.children))


def check_agrees(grammar: Grammar, rule: str, text: str) -> None:
    """Check that a rule's expression reads a text in one of Lark's ways, or neither reads it."""
    match = grammar.rule(rule).fullmatch(text)
    ways = read_by_lark(grammar, rule, text)
    if match is None:
        assert not ways, (rule, text, ways)
        return
    own = {name: part for name, part in match.groupdict().items() if part is not None}
    ways = [{name: part for name, part in way.items() if name in match.groupdict()} for way in ways]
    assert own in ways, (rule, text, own, ways)
