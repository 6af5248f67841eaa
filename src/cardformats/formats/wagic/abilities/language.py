"""Reads text by the rules of the grammar ``abilities.lark``; what was read before is remembered.

Lark's tables say which tokens can follow which.  What splits text into tokens here does less than
Lark's own lexer, and does it once for every piece of text:

* A token is what one of the terminals takes, with the spaces after it.  Its kind is looked up
  by its text.
* A terminal with the name of a rule is a part: its text is read by that rule, and the node is
  what the token stands for from then on.
* A terminal with the name of a node, and no such rule, is that node with the text in it.
* Vocabulary, a terminal of many words, is looked up rather than searched for.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import cached_property
from itertools import accumulate, chain, pairwise
from typing import Any, Final

from ....source import SourceText, TextEdit
from ...grammar import GrammarProblem
from . import conditions, effects, lines, nodes
from .brackets import partners
from .driver import END, STRAY, MisplacedError, Token, made, repaired
from .nodes import Node, Unknown, rule_of, unread_nodes, without
from .tables import CATCH_ALL, Tables, Terminals

#: How many characters of parts are remembered, with what they stand for.
_REMEMBERED: Final = 2_000_000
#: Words in a pattern; what is escaped or in brackets is none.
_WORDS: Final = re.compile(r"(?<![\\\[a-z])[a-z]{2,}[0-9]*(?![a-z]*-)")
_SPACES: Final = r"[ \t]*"
_END: Final = Token(END, None)

_MODULES: Final = (nodes, conditions, effects, lines)
#: Every type of node, by the name of its rule or terminal.
NODES: Final[dict[str, Any]] = {
    rule_of(each): each
    for each in chain(*(vars(module).values() for module in _MODULES))
    if isinstance(each, type) and issubclass(each, Node)
}


class Language:
    """The rules that text can be read by."""

    def __init__(self, rules: Iterable[str]) -> None:
        """Load the tables of *rules*, and of those that parts are read by."""
        self._remembered = 0
        tables = Tables(rules, NODES)
        #: What each rule that text is read by knows of its tokens.
        self.readers: dict[str, _Reader] = {
            start: _Reader(self, tables, start) for start in tables.starts
        }

    def read(self, start: str, text: str) -> Any:
        """Return the node of *text* by the rule *start*.

        Raises:
            GrammarProblem: If *text* does not follow the rule.
        """
        reader = self.readers[start]
        try:
            return made(reader.configuration, reader.tokens(text))
        except MisplacedError as fault:
            problem = GrammarProblem(reader.offset(text, fault.number), fault.expected)
        raise problem

    def repaired(self, start: str, text: str) -> Any:
        """Return the node of *text*, which has faults; None if it has too many.

        A bracket that has no partner gets one, if that makes the text right.
        """
        if (closed := self.closed(start, text)) is not None:
            return closed[1]
        reader = self.readers[start]
        if STRAY not in reader.terminals.shapes:
            return None
        tokens = repaired(reader.configuration, reader.tokens(text))
        return None if tokens is None else made(reader.configuration, tokens)

    def closed(self, start: str, text: str) -> tuple[TextEdit, Any] | None:
        """Return the bracket that makes *text* right, if one does, and the node with it.

        The bracket is in the node only as far as it decides what the other parts are.
        """
        best: tuple[int, int, str, Any] | None = None
        for offset, sign in partners(text, self.readers[start].words):
            try:
                node = self.read(start, f"{text[:offset]}{sign}{text[offset:]}")
            except GrammarProblem:
                continue
            unread = unread_nodes(node)
            if best is None or unread < best[0]:
                best = unread, offset, sign, node
            if not unread:
                break
        if best is None:
            return None
        _, offset, sign, node = best
        return TextEdit(SourceText("", text).span(offset), sign), without(node, offset)

    def part(self, kind: str, text: str) -> Any:
        """Return what the *text* of a terminal *kind* stands for."""
        return self.token(kind, text).value

    def token(self, kind: str, text: str) -> Token:
        """Return the terminal *kind*, and what its *text* stands for."""
        self._remembered += len(text)
        if self._remembered > _REMEMBERED:
            for reader in self.readers.values():
                reader.clear()
            self._remembered = 0
        name = kind.lower()
        if name in self.readers:
            try:
                return Token(kind, self.read(name, text))
            except GrammarProblem:
                return Token(kind, self.repaired(name, text) or Unknown(text, name))
        node = NODES.get(name)
        return Token(kind, text if node is None else node(text))


class _Reader(dict[str, Token]):
    """The tokens of one rule: what each text is, remembered."""

    def __init__(self, language: Language, tables: Tables, start: str) -> None:
        super().__init__()
        self._language, self._tables, self._start = language, tables, start
        self.configuration = tables.configuration(start)

    @cached_property
    def terminals(self) -> Terminals:
        """Return the terminals that can occur in the text."""
        return self._tables.terminals(self._start)

    @cached_property
    def _named(self) -> re.Pattern[str]:
        return re.compile(
            "|".join(f"(?P<{name}>{each})" for name, each in self.terminals.shapes.items())
        )

    @cached_property
    def _all(self) -> re.Pattern[str]:
        plain = "|".join(f"(?:{each})" for each in self.terminals.shapes.values())
        return re.compile(rf"(?:{plain}|[^ \t]){_SPACES}")

    @cached_property
    def words(self) -> frozenset[str]:
        """Return the words that can occur in the text."""
        patterns = chain.from_iterable(map(_WORDS.findall, self.terminals.shapes.values()))
        return frozenset(
            (*patterns, *(word.removeprefix("-") for word in self.terminals.vocabulary))
        )

    @cached_property
    def _is_placed(self) -> Callable[[str], object] | None:
        """Return whether the terminal of a text depends on its position."""
        placed = self.terminals.placed
        return re.compile(placed).fullmatch if placed else None

    def tokens(self, text: str) -> list[Token]:
        """Return the terminals and ends of the tokens of *text*, which has no leading spaces."""
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
        result.append(_END)
        return result

    def offset(self, text: str, number: int) -> int:
        """Return the offset of the token *number* of *text*."""
        return sum(map(len, self._all.findall(_lower(text))[:number]))

    def _kind(self, lowered: str, at: int, token: str) -> str:
        """Return the terminal of the *token* *at* an offset of the text."""
        match = self._named.match(lowered, at)
        kind = "" if match is None else str(match.lastgroup)
        return self.terminals.vocabulary.get(token, kind) if kind == CATCH_ALL else kind


def _lower(text: str) -> str:
    """Return *text* in lower case, with the same length."""
    lowered = text.lower()
    if len(lowered) != len(text):
        lowered = "".join(sign if len(sign.lower()) > 1 else sign.lower() for sign in text)
    return lowered
