"""Lark's tables of the grammar ``abilities.lark``, and its terminals as text is split by them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from importlib.resources import files
from typing import Any, Final

from attrs import frozen
from lark import Lark
from lark.lexer import TerminalDef
from lark.parse_tree_builder import ParseTreeBuilder
from lark.parsers.lalr_analysis import ParseTableBase, Shift
from lark.parsers.lalr_parser_state import ParseConf

from ..lexicon import words
from .table_cache import stored

#: The words of classes: all, those with arguments, or those that can stand without.
_WORD_LIST: Final = re.compile(r'"@(?P<kinds>[\w|]+)(?P<which>[(.]?)"')
_RULE_NAME: Final = re.compile(r"(?m)^\??([a-z_]+)(?:\{\w+\})?:")
_TERMINAL_NAME: Final = re.compile(r"(?m)^([A-Z_]+)(?:\.-?\d+)?:")
#: What ends a word in the grammar: ``_END: /(?![a-z0-9])/``.
_END_OF_WORD: Final = "(?![a-z0-9])"
_VOCABULARY: Final = re.compile(
    rf"(?P<minus>(?:\(\?:)?\\?-\)?\?)?\(\?:(?P<words>(?:[^()|]+\|)*[^()|]+)\){re.escape(_END_OF_WORD)}"
)
_WORD: Final = re.compile(r"[a-z][a-z0-9]*")
#: The terminal of words that are looked up.
CATCH_ALL: Final = "WORD"
#: What a terminal has to stand behind.
_BEHIND: Final = re.compile(r"\(\?<[=!](?:\\.|\[(?:\\.|[^\]\\])*\]|[^()\\])*\)")


def grammar() -> str:
    """Return the grammar, with the words of the lexicon in their places."""
    text = files(__package__).joinpath("abilities.lark").read_text("utf-8")
    return _WORD_LIST.sub(_alternatives, text)


def _alternatives(place: re.Match[str]) -> str:
    every = [word for kind in place["kinds"].split("|") for word in words(kind).values()]
    if place["which"] == "(":
        every = [word for word in every if word.takes]
    elif place["which"] == ".":
        every = [word for word in every if word.arguments[:1] in ("", "[")]
    return f"({' | '.join(json.dumps(word.text) for word in every)})"


@frozen
class Terminals:
    """The terminals that can occur in what a rule reads.

    Attributes:
        vocabulary: By each word that is looked up, the name of its terminal.
        shapes: By their names, the patterns of all else; those come first that are preferred.
        placed: A pattern of texts that some terminals take in some positions only, or nothing.
    """

    vocabulary: Mapping[str, str]
    shapes: Mapping[str, str]
    placed: str


class Tables:
    """Lark's tables with all rules that text is read by."""

    def __init__(self, rules: Iterable[str], nodes: Mapping[str, Any]) -> None:
        """Load them, or make them; text is read by *rules*, and *nodes* have the names of rules."""
        text = grammar()
        terminals = set(map(str.lower, _TERMINAL_NAME.findall(text)))
        #: The rules that text is read by, those of parts included.
        self.starts: list[str] = sorted({*rules, *terminals.intersection(_RULE_NAME.findall(text))})
        self._lark = stored(f"{text}\n{self.starts}", lambda: _made(text, self.starts))
        make: Any = ParseTreeBuilder  # without types
        trees = make(self._lark.rules, _Run, maybe_placeholders=True)
        self._callbacks = trees.create_callback(_Makers(nodes))

    def configuration(self, start: str) -> ParseConf[Any]:
        """Return what Lark's parser state needs to read by the rule *start*."""
        return ParseConf(_table(self._lark, start), self._callbacks, start)

    def terminals(self, start: str) -> Terminals:
        """Return the terminals that can occur below the rule *start*."""
        vocabulary: dict[str, str] = {}
        shapes: dict[str, str] = {}
        for terminal in self._below(start):
            pattern = terminal.pattern.to_regexp()
            if many := _VOCABULARY.fullmatch(pattern):
                every = many["words"].split("|")
                for word in filter(_WORD.fullmatch, every):
                    vocabulary.setdefault(word, terminal.name)
                    if many["minus"]:
                        vocabulary.setdefault(f"-{word}", terminal.name)
                phrases = "|".join(word for word in every if not _WORD.fullmatch(word))
                pattern = phrases and f"{many['minus'] or ''}(?:{phrases}){_END_OF_WORD}"
            if pattern:
                shapes[terminal.name] = pattern
        if vocabulary:
            shapes.setdefault(CATCH_ALL, _WORD.pattern)
        placed = [_BEHIND.sub("", each) for each in shapes.values() if _BEHIND.search(each)]
        return Terminals(vocabulary, shapes, "|".join(f"(?:{each})" for each in placed))

    def _below(self, start: str) -> Iterator[TerminalDef]:
        """Yield the terminals that can occur below *start*, in Lark's order."""
        expansions: dict[str, set[str]] = {}
        for rule in self._lark.rules:
            symbols = expansions.setdefault(rule.origin.name, set())
            symbols.update(each.name for each in rule.expansion)
        reached, waiting = {start}, [start]
        while waiting:
            new = expansions.get(waiting.pop(), set()) - reached
            reached |= new
            waiting.extend(new)
        below = [each for each in self._lark.terminals if each.name in reached]
        yield from sorted(below, key=_preference)


def _preference(terminal: TerminalDef) -> tuple[object, ...]:
    """Return what Lark sorts terminals by."""
    pattern = terminal.pattern
    return (-terminal.priority, -pattern.max_width, -len(pattern.value), terminal.name)


class _Makers:
    """What Lark calls for a rule: it makes the node of that name."""

    def __init__(self, nodes: Mapping[str, Any]) -> None:
        self._nodes = nodes

    def __getattr__(self, rule: str) -> Any:
        node = self._nodes.get(rule)
        if node is None:
            raise AttributeError(rule)
        return (lambda parts: node(tuple(parts))) if node.IS_GROUP else (lambda parts: node(*parts))


class _Run:
    """What Lark makes of a rule without a node: its parts are parts of the node above."""

    __slots__ = ("children",)

    def __init__(self, _rule: str, children: list[Any]) -> None:
        self.children = children


def _made(text: str, starts: list[str]) -> Lark:
    """Return Lark with the tables of the grammar *text*."""
    made = Lark(text, parser="lalr", lexer="basic", start=starts, keep_all_tokens=True)
    _skip_units(_table(made, starts[0]))
    return made


def _table(lark: Lark, start: str) -> ParseTableBase[Any]:
    """Return the one table, in which each *start* has a state."""
    return lark.parse_interactive(start=start).parser_state.parse_conf.parse_table


def _skip_units(table: ParseTableBase[Any]) -> None:
    """Go on at once where all that can be done is to call a symbol by the name of its rule."""
    units = {}
    for state, actions in table.states.items():
        [(action, rule), *others] = set(actions.values()) or {(Shift, None)}
        if action is Shift or others or rule.alias or len(rule.expansion) != 1:
            continue
        if rule.options.expand1 and not any(rule.options.empty_indices):
            units[state] = rule.origin.name
    ends = table.end_states.values()  # which Lark asks for after it has made a rule
    for actions in table.states.values():
        for symbol in actions:
            while actions[symbol][0] is Shift and (unit := units.get(actions[symbol][1])):
                if actions[unit][1] in ends:
                    break
                actions[symbol] = actions[unit]
