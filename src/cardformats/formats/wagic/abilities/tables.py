"""What Lark makes of a grammar: what to do in each state, and what productions make.

Lark's tables are taken as they are, and then made shorter where that changes nothing: a state in
which all that can be done is to call a symbol by another name is skipped.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple


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
        found, waiting = {start}, [start]
        while waiting:
            for symbol in self.expansions.get(waiting.pop(), ()):
                if symbol not in found:
                    found.add(symbol)
                    waiting.append(symbol)
        terminals = [each for each in self.terminals if each.name in found]
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
