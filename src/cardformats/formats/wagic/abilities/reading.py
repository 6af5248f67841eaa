"""Reads lines of abilities, and the values of other keys, to trees; a line is read once.

Lark makes tables from the grammar ``abilities.lark``, and ``scripts/make_ability_tables.py`` keeps
them in ``abilities.json``.  What drives them here does less than Lark's own parser, and does it
once for every piece of text:

* A token is what one of the terminals takes, with the blanks after it.  What it is is looked up
  by its text.
* A terminal with the name of a rule is a part: its text is read by that rule, and the node is
  what the token stands for from then on.
* A terminal with the name of a node, and no such rule, is that node with the text in it.
* Vocabulary, a terminal of many words, is looked up rather than searched for.
"""

from __future__ import annotations

import json
import re
from functools import cache, cached_property
from importlib.resources import files
from itertools import accumulate, chain, pairwise
from typing import Any, Final

from ....source import SourceText, TextEdit
from ...grammar import GrammarProblem
from . import conditions, effects, lines, nodes
from .brackets import has_lone_bracket, partners
from .driver import END, STRAY, MisplacedError, Production, State, Token, made, maker, repaired
from .lines import Line
from .nodes import Node, Unknown, rule_of, without

#: The rules that text can be read by.
RULES: Final = ("ability", "target", "conditions", "price")

#: Longer lines are not read; real ones have up to 3,600 characters.
LONGEST: Final = 5_000
#: How many characters of lines are remembered, with their trees.
_MOST_REMEMBERED: Final = 4_000_000
#: How many characters of parts are remembered, with what they stand for.
_REMEMBERED: Final = 2_000_000
#: Words in a pattern; what is escaped or in brackets is none.
_WORDS: Final = re.compile(r"(?<![\\\[a-z])[a-z]{2,}[0-9]*(?![a-z]*-)")
_CATCH_ALL: Final = "WORD"
_BLANKS: Final = r"[ \t]*"

_MODULES: Final = (nodes, conditions, effects, lines)
#: Every type of node, by the name of its rule or terminal.
_NODES: Final[dict[str, Any]] = {
    rule_of(each): each
    for each in chain(*(vars(module).values() for module in _MODULES))
    if isinstance(each, type) and issubclass(each, Node)
}


class Language:
    """The rules that text can be read by; the tables are loaded on first use."""

    def __init__(self) -> None:
        self._remembered = 0

    def read(self, start: str, text: str) -> Any:
        """The node of *text* by the rule *start*.

        Raises:
            GrammarProblem: *text* is not what the rule says.
        """
        reader = self.readers[start]
        try:
            return made(reader.first, reader.last, reader.tokens(text))
        except MisplacedError as fault:
            problem = GrammarProblem(reader.offset(text, fault.number), fault.expected)
        raise problem

    def repaired(self, start: str, text: str) -> Any:
        """The node of *text*, which has faults; None if it has too many.

        A bracket that has no partner gets one, if that makes the text right.
        """
        if (closed := self.closed(start, text)) is not None:
            return closed[1]
        reader = self.readers[start]
        if STRAY not in reader.shapes:
            return None
        tokens = repaired(reader.first, reader.last, reader.tokens(text))
        return None if tokens is None else made(reader.first, reader.last, tokens)

    def closed(self, start: str, text: str) -> tuple[TextEdit, Any] | None:
        """Return the bracket that makes *text* right, if one does, and the node with it.

        The bracket is in the node only as far as it decides what the other parts are.
        """
        best: tuple[int, int, str, Any] | None = None
        for offset, sign in partners(text, vocabulary(start)):
            try:
                node = self.read(start, f"{text[:offset]}{sign}{text[offset:]}")
            except GrammarProblem:
                continue
            unread = _unread(node)
            if best is None or unread < best[0]:
                best = unread, offset, sign, node
            if not unread:
                break
        if best is None:
            return None
        _, offset, sign, node = best
        return TextEdit(SourceText("", text).span(offset), sign), without(node, offset)

    def token(self, kind: str, text: str) -> Token:
        """The terminal *kind*, and what its *text* stands for."""
        self._remembered += len(text)
        if self._remembered > _REMEMBERED:
            for reader in self.readers.values():
                reader.clear()
            self._remembered = 0
        name = kind.lower()
        if name in self.readers:
            try:
                return kind, self.read(name, text)
            except GrammarProblem:
                return kind, self.repaired(name, text) or Unknown(text, name)
        node = _NODES.get(name)
        return kind, text if node is None else node(text)

    @cached_property
    def readers(self) -> dict[str, _Reader]:
        """What each rule that text is read by knows of its tokens."""
        tables = json.loads(files(__package__).joinpath("abilities.json").read_text("utf-8"))
        productions = [
            Production(size, symbol, maker(size, _NODES.get(node, node), shape))
            for size, symbol, node, shape in tables["productions"]
        ]
        states = [State() for _ in tables["states"]]
        for state, rows in zip(states, tables["states"], strict=True):
            for action, symbols in rows:
                target = states[action] if action >= 0 else productions[~action]
                state.update(dict.fromkeys(symbols.split(), target))
        return {start: _Reader(self, states, table) for start, table in tables["rules"].items()}


class _Reader(dict[str, Token]):
    """The tokens of one rule: what each text is, remembered."""

    def __init__(self, language: Language, states: list[State], table: dict[str, Any]) -> None:
        super().__init__()
        self._language = language
        self.first, self.last = states[table["first"]], states[table["last"]]
        words: dict[str, str] = table["words"]
        self.vocabulary = {word: name for name, each in words.items() for word in each.split()}
        self.shapes: dict[str, str] = table["shapes"]
        #: What some terminals take in some places only; this is not remembered by its text.
        self._is_placed = re.compile(table["placed"]).fullmatch if table["placed"] else None

    @cached_property
    def _named(self) -> re.Pattern[str]:
        return re.compile("|".join(f"(?P<{name}>{each})" for name, each in self.shapes.items()))

    @cached_property
    def _all(self) -> re.Pattern[str]:
        plain = "|".join(f"(?:{each})" for each in self.shapes.values())
        return re.compile(rf"(?:{plain}|[^ \t]){_BLANKS}")

    def tokens(self, text: str) -> list[Token]:
        """What each token of *text* is, and its end; no blanks come first."""
        lowered = _lower(text)
        texts = lowered_texts = self._all.findall(lowered)
        if lowered != text:
            ends = list(accumulate(map(len, lowered_texts), initial=0))
            texts = [text[start:end] for start, end in pairwise(ends)]
        result: list[Any] = list(map(self.get, texts))
        if None in result:
            at = 0
            for number, token in enumerate(texts):
                if result[number] is None:
                    plain = lowered_texts[number].rstrip()
                    result[number] = self._language.token(self._kind(lowered, at, plain), token)
                    if self._is_placed is None or not self._is_placed(plain):
                        self[token] = result[number]
                at += len(token)
        result.append((END, None))
        return result

    def offset(self, text: str, number: int) -> int:
        """Where the token *number* of *text* begins."""
        return sum(map(len, self._all.findall(_lower(text))[:number]))

    def _kind(self, lowered: str, at: int, token: str) -> str:
        """Which terminal the *token* is that stands in the text *at* this offset."""
        match = self._named.match(lowered, at)
        kind = "" if match is None else str(match.lastgroup)
        return self.vocabulary.get(token, kind) if kind == _CATCH_ALL else kind


def _lower(text: str) -> str:
    """*text* in lower case, of the same length."""
    lowered = text.lower()
    if len(lowered) != len(text):
        lowered = "".join(sign if len(sign.lower()) > 1 else sign.lower() for sign in text)
    return lowered


_LANGUAGE: Final = Language()
_lines: dict[tuple[str, str], Line] = {}
_remembered = 0


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
    _remembered += len(text)
    if _remembered > _MOST_REMEMBERED:
        _lines.clear()
        _remembered = len(text)
    _lines[text, rule] = line
    return line


def divided(text: str, rule: str) -> tuple[str, str]:
    """The blanks before *text*, and the rest, which *rule* can read.

    Raises:
        ValueError: there is no such rule.
    """
    if rule not in RULES:
        raise ValueError(f"no rule {rule!r}; there are {', '.join(RULES)}")
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


def _repaired_bracket(rule: str, text: str, node: Node) -> Node:
    """*node*, which *text* is, or what the text is with a bracket that it lacks."""
    closed = _LANGUAGE.closed(rule, text)
    return node if closed is None or _unread(closed[1]) >= _unread(node) else closed[1]


def _unread(node: Node) -> int:
    return sum(isinstance(each, Unknown) for _, each in node.walk())


def _repaired(rule: str, text: str) -> Node | None:
    return None if len(text) > LONGEST else _LANGUAGE.repaired(rule, text)


def missing(text: str, rule: str = "ability") -> TextEdit | None:
    """Return the bracket that *text* lacks to be what *rule* says, if one is enough."""
    indent, content = divided(text, rule)
    closed = None if len(text) > LONGEST else _LANGUAGE.closed(rule, content)
    if closed is None:
        return None
    edit = closed[0]
    return TextEdit(SourceText("", text).span(edit.span.start + len(indent)), edit.new)


@cache
def vocabulary(rule: str) -> frozenset[str]:
    """The words that can occur in what *rule* reads."""
    reader = _LANGUAGE.readers[rule]
    patterns = chain.from_iterable(map(_WORDS.findall, reader.shapes.values()))
    return frozenset((*patterns, *(word.removeprefix("-") for word in reader.vocabulary)))
