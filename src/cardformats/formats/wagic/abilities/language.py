"""Reading a language by its ``.lark`` file: Lark's tables, and a driver that reads parts once.

Lark makes the tables from the grammar; what drives them here does less than Lark's own parser,
and does it once for every piece of text:

* A token is what one of the terminals takes, with the blanks after it.  What it is is looked up
  by its text.
* A terminal with the name of a rule is a part: its text is read by that rule, and the node is
  what the token stands for from then on.
* A terminal with the name of a node, and no such rule, is that node with the text in it.
* Vocabulary, a terminal of many words, is looked up rather than searched for.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from importlib.resources import files
from itertools import accumulate, chain, pairwise
from typing import Any, Final, NamedTuple

from ...grammar import GrammarProblem

#: How many characters of text are remembered, with what they stand for.
_REMEMBERED: Final = 2_000_000
#: How deep what is read may be nested; real lines have some sixty symbols open at most.
_DEEPEST: Final = 150
_RULE_NAME: Final = re.compile(r"(?m)^\??([a-z_]+)(?:\{\w+\})?:")
_TERMINAL_NAME: Final = re.compile(r"(?m)^([A-Z_]+)(?:\.-?\d+)?:")
#: What ends a word in a grammar: ``_END: /(?![a-z0-9])/``.
_END_OF_WORD: Final = "(?![a-z0-9])"
_VOCABULARY: Final = re.compile(
    rf"(?P<minus>(?:\(\?:)?\\?-\)?\?)?\(\?:(?P<words>(?:[^()|]+\|)*[^()|]+)\){re.escape(_END_OF_WORD)}"
)
_WORD: Final = re.compile(r"[a-z][a-z0-9]*")
#: Words in a pattern; what is escaped or in brackets is none.
_WORDS: Final = re.compile(r"(?<![\\\[a-z])[a-z]{2,}[0-9]*(?![a-z]*-)")
_CATCH_ALL: Final = "WORD"
#: What a terminal has to stand behind.
_BEHIND: Final = re.compile(r"\(\?<[=!](?:\\.|\[(?:\\.|[^\]\\])*\]|[^()\\])*\)")
_BLANKS: Final = r"[ \t]*"
_END: Final = "$END"


class Language:
    """The rules of a grammar that can be read by themselves, and the nodes they make."""

    def __init__(
        self, package: str, file: str, roots: Iterable[str], nodes: Mapping[str, Any], stray: Any
    ) -> None:
        """Read *file* of *package* on first use.

        Args:
            package: where the grammar is.
            file: its name.
            roots: the rules that text is read by; parts are read by those they are named after.
            nodes: what rules and terminals make, by the name of the rule.
            stray: makes a node of a part that its rule does not allow.
        """
        self.package, self.file = package, file
        self.roots = tuple(roots)
        self.nodes, self.stray = nodes, stray
        self._remembered = 0

    def read(self, start: str, text: str) -> Any:
        """The node of *text* by the rule *start*.

        Raises:
            GrammarProblem: *text* is not what the rule says.
        """
        reader = self._readers[start]
        tokens = reader.tokens(text)
        state, last = reader.first, reader.last
        states, values = [state], list[Any]()
        coming = iter(tokens)
        for kind, value in coming:
            while (action := state.get(kind)).__class__ is Production:
                size, symbol, make = action
                make(values)
                if size > 1:
                    del states[1 - size :]
                elif not size:
                    states.append(state)
                states[-1] = state = states[-2][symbol]
                if state is last and kind == _END:
                    return values[-1]
            if action is None:
                at = len(tokens) - len(list(coming)) - 1
                raise GrammarProblem(reader.offset(text, at), frozenset(state))
            states.append(action)
            values.append(value)
            state = action
            if len(states) > _DEEPEST:
                raise GrammarProblem(len(text), frozenset())
        raise AssertionError  # pragma: no cover - the end is always accepted or refused

    def token(self, kind: str, text: str) -> tuple[str, Any]:
        """The terminal *kind*, and what its *text* stands for."""
        self._remembered += len(text)
        if self._remembered > _REMEMBERED:
            for reader in self._readers.values():
                reader.clear()
            self._remembered = 0
        name = kind.lower()
        if name in self.starts:
            try:
                return kind, self.read(name, text)
            except GrammarProblem:
                return kind, self.stray(text, name)
        node = self.nodes.get(name)
        return kind, text if node is None else node(text)

    def vocabulary(self, start: str) -> frozenset[str]:
        """The words that can occur in what the rule *start* reads."""
        patterns = (each.pattern.value for each in self._tables.terminals_of(start))
        return frozenset(chain(*map(_WORDS.findall, patterns)))

    @cached_property
    def grammar(self) -> str:
        """The text of the grammar."""
        return files(self.package).joinpath(self.file).read_text("utf-8")

    @cached_property
    def starts(self) -> frozenset[str]:
        """The rules that text, or a part of it, is read by."""
        terminals = set(map(str.lower, _TERMINAL_NAME.findall(self.grammar)))
        return frozenset((*self.roots, *terminals.intersection(_RULE_NAME.findall(self.grammar))))

    @cached_property
    def _tables(self) -> Tables:
        return Tables(self.grammar, self.starts, self.nodes)

    @cached_property
    def _readers(self) -> dict[str, _Reader]:
        return {start: _Reader(self, start, self._tables) for start in self.starts}


class _Reader(dict[str, tuple[str, Any]]):
    """The tokens of one rule: what each text is, remembered."""

    def __init__(self, language: Language, start: str, tables: Tables) -> None:
        super().__init__()
        self._language = language
        self.first, self.last = tables.first[start], tables.last[start]
        self.vocabulary: dict[str, str] = {}
        shapes = []
        for terminal in tables.terminals_of(start):
            pattern = terminal.pattern.to_regexp()
            if words := _VOCABULARY.fullmatch(pattern):
                phrases = []
                for word in words["words"].split("|"):
                    if not _WORD.fullmatch(word):
                        phrases.append(word)
                        continue
                    self.vocabulary.setdefault(word, terminal.name)
                    if words["minus"]:
                        self.vocabulary.setdefault(f"-{word}", terminal.name)
                minus = words["minus"] or ""
                pattern = f"{minus}(?:{'|'.join(phrases)}){_END_OF_WORD}" if phrases else ""
            if pattern:
                shapes.append((terminal.name, pattern))
        if self.vocabulary and _CATCH_ALL not in dict(shapes):
            shapes.append((_CATCH_ALL, r"[a-z][a-z0-9]*"))
        union = "|".join(f"(?P<{name}>{pattern})" for name, pattern in shapes)
        plain = "|".join(f"(?:{pattern})" for _, pattern in shapes)
        #: What some terminals take in some places only; this is not remembered by its text.
        placed = [_BEHIND.sub("", pattern) for _, pattern in shapes if _BEHIND.search(pattern)]
        self._placed = re.compile("|".join(f"(?:{each})" for each in placed)) if placed else None
        self._named = re.compile(union)
        self._all = re.compile(rf"(?:{plain}|[^ \t]){_BLANKS}")

    def tokens(self, text: str) -> list[tuple[str, Any]]:
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
                    if self._placed is None or not self._placed.fullmatch(plain):
                        self[token] = result[number]
                at += len(token)
        result.append((_END, None))
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


class Production(NamedTuple):
    """How many values become one, which symbol that is, and how it is made."""

    size: int
    symbol: str
    make: Callable[[list[Any]], None]


class State(dict[str, Any]):
    """By each symbol that can come: the next state, or the production that is to be made first."""


class Tables:
    """What to do in each state on each symbol.

    Attributes:
        first, last: by the rules that text is read by, the states before it and after it.
        terminals: those of the grammar.
    """

    def __init__(self, grammar: str, starts: frozenset[str], nodes: Mapping[str, Any]) -> None:
        """Have Lark make tables for *starts*, and productions make *nodes* by their names."""
        from lark import Lark  # noqa: PLC0415 - loaded only when needed
        from lark.grammar import Rule  # noqa: PLC0415 - as above
        from lark.lexer import TerminalDef  # noqa: PLC0415 - as above

        lark = Lark(
            grammar,
            parser="lalr",
            lexer="basic",
            start=list(starts),
            keep_all_tokens=True,
            maybe_placeholders=True,
        )
        data, memo = lark.memo_serialize([TerminalDef, Rule])
        table = data["parser"]["parser"]
        names = table["tokens"]
        rules = {key: rule for key, rule in memo.items() if rule["__type__"] == "Rule"}
        runs = _runs(rules.values())
        numbers = {key: number for number, key in enumerate(rules)}
        self.terminals = lark.terminals
        productions = [_production(rule, runs, nodes) for rule in rules.values()]
        actions: dict[int, dict[str, int]] = {
            state: {
                names[token]: argument if kind == 0 else ~numbers[argument["@"]]
                for token, (kind, argument) in row.items()
            }
            for state, row in table["states"].items()
        }
        _skip_units(actions, productions, starts)
        states = _states(actions, productions)
        self.first = {start: states[number] for start, number in table["start_states"].items()}
        self.last = {start: states[number] for start, number in table["end_states"].items()}
        self.expansions: dict[str, set[str]] = {}
        for rule in rules.values():
            symbols = self.expansions.setdefault(rule["origin"]["name"], set())
            symbols.update(symbol["name"] for symbol in rule["expansion"])

    def terminals_of(self, start: str) -> list[Any]:
        """The terminals that can occur below *start*, those first that are preferred."""
        reached, waiting = {start}, [start]
        while waiting:
            for symbol in self.expansions.get(waiting.pop(), ()):
                if symbol not in reached:
                    reached.add(symbol)
                    waiting.append(symbol)
        terminals = [each for each in self.terminals if each.name in reached]
        return sorted(terminals, key=_preference)


def _states(actions: dict[int, dict[str, int]], productions: list[Production]) -> dict[int, State]:
    """The same with the states and productions themselves in the place of numbers."""
    states = {number: State() for number in actions}
    for number, row in actions.items():
        for symbol, action in row.items():
            states[number][symbol] = states[action] if action >= 0 else productions[~action]
    return states


def _skip_units(
    actions: dict[int, dict[str, int]], productions: list[Production], starts: frozenset[str]
) -> None:
    """Go on at once where all that can be done is to call a symbol by the name of its rule."""
    units = {}
    for state, symbols in actions.items():
        (first, *others) = set(symbols.values()) or {0}
        if others or first >= 0:
            continue
        production = productions[~first]
        if production.make is _only and production.symbol not in starts:
            units[state] = productions[~first].symbol
    for symbols in actions.values():
        for symbol in symbols:
            while symbols[symbol] in units:
                symbols[symbol] = symbols[units[symbols[symbol]]]


def _preference(terminal: Any) -> tuple[object, ...]:
    """Lark's order of terminals."""
    pattern = terminal.pattern
    return (-terminal.priority, -pattern.max_width, -len(pattern.value), terminal.name)


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


def _production(rule: Any, runs: frozenset[str], nodes: Mapping[str, Any]) -> Production:
    symbols = [symbol["name"] for symbol in rule["expansion"]]
    name = rule["origin"]["name"]
    options = rule["options"]
    gaps = [0] * (len(symbols) + 1)
    if options["empty_indices"]:
        gaps = [
            len(gap) for gap in "".join("01"[gap] for gap in options["empty_indices"]).split("0")
        ]
    flat = _flattening(symbols, runs, gaps)
    size = len(symbols)
    if name in runs:
        is_extension = size == 2 and symbols[0] == name and symbols[1] not in runs  # noqa: PLR2004 - a run, and one more
        make = _extend if is_extension else _run_maker(size, flat)
    elif size == 1 and not any(gaps) and (name.startswith("_") or options["expand1"]):
        make = _only if not rule["alias"] else _maker(nodes[rule["alias"]], size, flat)
    else:
        make = _maker(nodes[rule["alias"] or name], size, flat)
    return Production(size, name, make)


def _only(values: list[Any]) -> None:
    """One value stays what it is."""


def _maker(
    node: Any, size: int, flat: Callable[[list[Any]], list[Any]] | None
) -> Callable[[list[Any]], None]:
    """What puts *node* in the place of the last *size* values."""
    if flat is None and not node.IS_GROUP:
        return _small_maker(node, size)

    def make(values: list[Any]) -> None:
        first = len(values) - size  # size may be 0
        last = values[first:] if flat is None else flat(values[first:])
        values[first:] = [node(tuple(last)) if node.IS_GROUP else node(*last)]

    return make


def _small_maker(node: Any, size: int) -> Callable[[list[Any]], None]:
    """The same for values that are parts of *node* as they are; most nodes have one or two."""
    if size == 1:

        def make(values: list[Any]) -> None:
            values[-1] = node(values[-1])

    elif size == 2:  # noqa: PLR2004 - the second is popped

        def make(values: list[Any]) -> None:
            last = values.pop()
            values[-1] = node(values[-1], last)

    else:

        def make(values: list[Any]) -> None:
            values[-size:] = [node(*values[-size:])]

    return make


def _run_maker(
    size: int, flat: Callable[[list[Any]], list[Any]] | None
) -> Callable[[list[Any]], None]:
    """What makes one run of the last *size* values."""

    def make(values: list[Any]) -> None:
        values[-size:] = [values[-size:] if flat is None else flat(values[-size:])]

    return make


def _extend(values: list[Any]) -> None:
    """The last value is one more of the run before it."""
    last = values.pop()
    values[-1].append(last)


def _flattening(
    symbols: list[str], runs: frozenset[str], gaps: list[int]
) -> Callable[[list[Any]], list[Any]] | None:
    """What puts the values of helper rules among the others, and None where nothing stands."""
    if not any(gaps) and not any(symbol in runs for symbol in symbols):
        return None
    are_runs = [symbol in runs for symbol in symbols]
    if are_runs == [False, True] and not any(gaps):
        return lambda values: [values[0], *values[1]]

    def flattened(values: list[Any]) -> list[Any]:
        result: list[Any] = [None] * gaps[0]
        for value, is_run, gap in zip(values, are_runs, gaps[1:], strict=True):
            if is_run:
                result.extend(value)
            else:
                result.append(value)
            if gap:
                result.extend([None] * gap)
        return result

    return flattened
