"""Writes ``abilities.json``: the tables that lines of Wagic's abilities are read by.

Lark makes them from the grammar ``abilities.lark``, with the words of the lexicon in their places.
That takes longer than all else that a command does, so that the package has the tables rather than
the time.  With ``--check`` nothing is written;
the exit status is 1 if the file is not what would be written.

The file has:

* ``states``: of each state, rows ``[action, "SYMBOLS"]``.  An action from 0 on is the next state;
  -1 is the first production, -2 the second.
* ``productions``: ``[size, symbol, node, shape]``: so many values become one, which is that symbol
  and that node.  No node: the one value stays what it is; ``[]``: the values become a list, and
  ``+`` adds the last value to the list before it.  The shape, if values are not parts of the node
  as they are, has a sign for each part: ``.`` for a value, ``*`` for a list, ``-`` for nothing.
* ``rules``: of each rule that text is read by, its first and last state; ``words``, those that
  are looked up, by their terminals; ``shapes``, the patterns of other terminals, those first that
  are preferred; and ``placed``, a pattern of texts that some terminals take in some places only.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Final

from generated import Generated
from lark import Lark
from lark.grammar import Rule
from lark.lexer import TerminalDef

from cardformats.formats.wagic.abilities import reading
from cardformats.formats.wagic.lexicon import words

ROOT = Path(__file__).parent.parent
TABLES = Path(str(reading.__file__)).parent / "abilities.json"
GRAMMAR = TABLES.with_suffix(".lark")

#: The words of classes: all, those with arguments, or those that can stand without.
_WORD_LIST: Final = re.compile(r'"@(?P<kinds>[\w|]+)(?P<which>[(.]?)"')
_RULE_NAME: Final = re.compile(r"(?m)^\??([a-z_]+)(?:\{\w+\})?:")
_TERMINAL_NAME: Final = re.compile(r"(?m)^([A-Z_]+)(?:\.-?\d+)?:")
#: What ends a word in a grammar: ``_END: /(?![a-z0-9])/``.
_END_OF_WORD: Final = "(?![a-z0-9])"
_VOCABULARY: Final = re.compile(
    rf"(?P<minus>(?:\(\?:)?\\?-\)?\?)?\(\?:(?P<words>(?:[^()|]+\|)*[^()|]+)\){re.escape(_END_OF_WORD)}"
)
_WORD: Final = re.compile(r"[a-z][a-z0-9]*")
#: The terminal of words that are looked up.
_CATCH_ALL: Final = ("WORD", "[a-z][a-z0-9]*")
#: What a terminal has to stand behind.
_BEHIND: Final = re.compile(r"\(\?<[=!](?:\\.|\[(?:\\.|[^\]\\])*\]|[^()\\])*\)")

#: By symbols, the next state, or below 0 the number of a production.
Actions = dict[str, int]
Production = tuple[int, str, str, str]


def grammar() -> str:
    """The grammar, with the words of the lexicon in their places."""
    return _WORD_LIST.sub(_alternatives, GRAMMAR.read_text("utf-8"))


def _alternatives(place: re.Match[str]) -> str:
    every = [word for kind in place["kinds"].split("|") for word in words(kind).values()]
    if place["which"] == "(":
        every = [word for word in every if word.arguments]
    elif place["which"] == ".":
        every = [word for word in every if word.arguments[:1] in ("", "[")]
    return f"({' | '.join(json.dumps(word.text) for word in every)})"


def tables() -> dict[str, Any]:
    """All tables, with numbers that are the same whatever Lark numbers first."""
    text = grammar()
    terminals = set(map(str.lower, _TERMINAL_NAME.findall(text)))
    starts = sorted({*reading.RULES, *terminals.intersection(_RULE_NAME.findall(text))})
    lark = Lark(
        text,
        parser="lalr",
        lexer="basic",
        start=starts,
        keep_all_tokens=True,
        maybe_placeholders=True,
    )
    data, memo = lark.memo_serialize([TerminalDef, Rule])
    table = data["parser"]["parser"]
    names = table["tokens"]
    rules = {key: rule for key, rule in memo.items() if rule["__type__"] == "Rule"}
    runs = _runs(rules.values())
    numbers = {key: number for number, key in enumerate(rules)}
    productions = [_production(rule, runs) for rule in rules.values()]
    actions: dict[int, Actions] = {
        state: {
            names[token]: argument if kind == 0 else ~numbers[argument["@"]]
            for token, (kind, argument) in row.items()
        }
        for state, row in table["states"].items()
    }
    _skip_units(actions, productions, starts)
    order = _reached(actions, [table["start_states"][start] for start in starts])
    state_numbers = {state: number for number, state in enumerate(order)}
    used = dict.fromkeys(
        each for state in order for _, each in sorted(actions[state].items()) if each < 0
    )
    production_numbers = {each: ~number for number, each in enumerate(used)}
    return {
        "rules": {
            start: {
                "first": state_numbers[table["start_states"][start]],
                "last": state_numbers[table["end_states"][start]],
                **_tokens(_terminals_below(start, lark.terminals, rules.values())),
            }
            for start in starts
        },
        "productions": [productions[~each] for each in used],
        "states": [
            _rows(actions[state], {**state_numbers, **production_numbers}) for state in order
        ],
    }


# --------------------------------------------------------------------------------- Productions


def _runs(rules: Iterable[Any]) -> frozenset[str]:
    """The helper rules that make several values, which become values of the rule above."""
    expansions: dict[str, list[list[str]]] = {}
    for rule in rules:
        names = [symbol["name"] for symbol in rule["expansion"]]
        expansions.setdefault(rule["origin"]["name"], []).append(names)
    runs = {name for name in expansions if name.startswith("_")}
    changed = True
    while changed:
        single = {
            name
            for name in runs
            if all(len(each) == 1 and each[0] not in runs for each in expansions[name])
        }
        changed = bool(single)
        runs -= single
    return frozenset(runs)


def _production(rule: Any, runs: frozenset[str]) -> Production:
    symbols = [symbol["name"] for symbol in rule["expansion"]]
    name, alias, options = rule["origin"]["name"], rule["alias"], rule["options"]
    gaps = [0] * (len(symbols) + 1)
    if options["empty_indices"]:
        signs = "".join("01"[gap] for gap in options["empty_indices"])
        gaps = [len(gap) for gap in signs.split("0")]
    parts = [
        ".*"[symbol in runs] + "-" * gap for symbol, gap in zip(symbols, gaps[1:], strict=True)
    ]
    shape = "-" * gaps[0] + "".join(parts)
    if set(shape) <= {"."}:
        shape = ""
    size = len(symbols)
    if name in runs:
        is_one_more = symbols[0] == name and shape == "*."
        return (size, name, "+", "") if is_one_more else (size, name, "[]", shape)
    if size == 1 and not any(gaps) and not alias and (name.startswith("_") or options["expand1"]):
        return (size, name, "", "")
    return (size, name, alias or name, shape)


# -------------------------------------------------------------------------------------- States


def _skip_units(
    actions: dict[int, Actions], productions: list[Production], starts: Iterable[str]
) -> None:
    """Go on at once where all that can be done is to call a symbol by the name of its rule."""
    units = {}
    for state, symbols in actions.items():
        (first, *others) = set(symbols.values()) or {0}
        if others or first >= 0:
            continue
        _, symbol, node, _ = productions[~first]
        if not node and symbol not in starts:
            units[state] = symbol
    for symbols in actions.values():
        for symbol in symbols:
            while symbols[symbol] in units:
                symbols[symbol] = symbols[units[symbols[symbol]]]


def _reached(actions: dict[int, Actions], firsts: list[int]) -> list[int]:
    """The states that can be reached, in the order of the symbols that lead to them."""
    order = dict.fromkeys(firsts)
    waiting = list(order)
    for state in waiting:  # which grows
        for _, action in sorted(actions[state].items()):
            if action >= 0 and action not in order:
                order[action] = None
                waiting.append(action)
    return waiting


def _rows(symbols: Actions, numbers: dict[int, int]) -> list[tuple[int, str]]:
    """What to do in a state, with the new *numbers* of states and productions."""
    by_action: dict[int, list[str]] = {}
    for symbol, action in sorted(symbols.items()):
        by_action.setdefault(numbers[action], []).append(symbol)
    return [(action, " ".join(each)) for action, each in by_action.items()]


# -------------------------------------------------------------------------------------- Tokens


def _terminals_below(start: str, terminals: Iterable[Any], rules: Iterable[Any]) -> Iterator[Any]:
    """The terminals that can occur below *start*, in Lark's order."""
    expansions: dict[str, set[str]] = {}
    for rule in rules:
        symbols = expansions.setdefault(rule["origin"]["name"], set())
        symbols.update(symbol["name"] for symbol in rule["expansion"])
    reached, waiting = {start}, [start]
    while waiting:
        new = expansions.get(waiting.pop(), set()) - reached
        reached |= new
        waiting.extend(new)
    yield from sorted((each for each in terminals if each.name in reached), key=_preference)


def _preference(terminal: Any) -> tuple[object, ...]:
    """Lark's order of terminals."""
    pattern = terminal.pattern
    return (-terminal.priority, -pattern.max_width, -len(pattern.value), terminal.name)


def _tokens(terminals: Iterable[Any]) -> dict[str, Any]:
    """Words that can be looked up, and patterns of all else."""
    words: dict[str, str] = {}
    shapes: dict[str, str] = {}
    for terminal in terminals:
        pattern = terminal.pattern.to_regexp()
        if many := _VOCABULARY.fullmatch(pattern):
            phrases = []
            for word in many["words"].split("|"):
                if not _WORD.fullmatch(word):
                    phrases.append(word)
                    continue
                words.setdefault(word, terminal.name)
                if many["minus"]:
                    words.setdefault(f"-{word}", terminal.name)
            several = f"(?:{'|'.join(phrases)}){_END_OF_WORD}"
            pattern = f"{many['minus'] or ''}{several}" if phrases else ""
        if pattern:
            shapes[terminal.name] = pattern
    if words:
        shapes.setdefault(*_CATCH_ALL)
    placed = [_BEHIND.sub("", each) for each in shapes.values() if _BEHIND.search(each)]
    by_terminal: dict[str, list[str]] = {}
    for word, name in words.items():
        by_terminal.setdefault(name, []).append(word)
    return {
        "words": {name: " ".join(each) for name, each in by_terminal.items()},
        "shapes": shapes,
        "placed": "|".join(f"(?:{each})" for each in placed),
    }


# ---------------------------------------------------------------------------------------- File


def text() -> str:
    """The text of the file: a state, a production or a pattern a line."""
    return json.dumps(tables(), indent=None, separators=(",", ":")).replace("],[", "],\n[") + "\n"


FILE = Generated(TABLES, text)

if __name__ == "__main__":
    sys.exit(FILE.main())
