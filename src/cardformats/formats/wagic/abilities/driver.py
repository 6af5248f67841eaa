"""Drives the tables of the grammar: tokens become a node, and faulty ones are repaired before.

Tokens are repaired where they stop being what the tables allow, by as few steps as possible: a
token is taken for a word that nothing knows, or what was opened is closed first, by a token without
text.  The node that comes of it has all the text, whatever was wrong with it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from operator import itemgetter
from typing import Any, Final, NamedTuple, TypeAlias

END: Final = "$END"
#: How deep what is read may be nested; real lines have some sixty symbols open at most.
_DEEPEST: Final = 150
#: What stands for a token that cannot be where it is.
STRAY: Final = "STRAY"
#: How many steps a line is repaired by at most, and how many ways to do it are kept at a time.
_MOST_STEPS: Final = 10
_WAYS: Final = 6

#: A terminal, and what its text stands for.
Token: TypeAlias = tuple[str, Any]


class Production(NamedTuple):
    """How many values become one, which symbol that is, and how it is made."""

    size: int
    symbol: str
    make: Callable[[list[Any]], None] | None


class State(dict[str, Any]):
    """By each symbol that can come: the next state, or the production that is to be made first."""


class MisplacedError(Exception):
    """A token cannot stand where it stands."""

    def __init__(self, number: int, expected: frozenset[str]) -> None:
        super().__init__(number, expected)
        self.number, self.expected = number, expected


def made(first: State, last: State, tokens: Sequence[Token]) -> Any:
    """What *tokens* are, from the state *first* on.

    Raises:
        MisplacedError: they are nothing.
    """
    state = first
    states, values = [state], list[Any]()
    coming = iter(tokens)
    for kind, value in coming:
        while (action := state.get(kind)).__class__ is Production:
            size, symbol, make = action
            if make is not None:
                make(values)
            if size > 1:
                del states[1 - size :]
            elif not size:
                states.append(state)
            states[-1] = state = states[-2][symbol]
            if state is last and kind == END:
                return values[-1]
        if action is None:
            raise MisplacedError(len(tokens) - len(list(coming)) - 1, frozenset(state))
        states.append(action)
        values.append(value)
        state = action
        if len(states) > _DEEPEST:
            raise MisplacedError(len(tokens), frozenset())
    raise AssertionError  # pragma: no cover - the end is always accepted or refused


def maker(size: int, node: Any, shape: str) -> Callable[[list[Any]], None] | None:
    """What puts *node* in the place of the last *size* values; see the script for the signs.

    None: the one value stays what it is.
    """
    if not node:
        return None
    if node == "+":
        return _extend
    if node != "[]" and not node.IS_GROUP:
        return _maker_of_fields(size, node, shape)
    whole = list if node == "[]" else lambda parts: node(tuple(parts))

    def make_of_many(values: list[Any]) -> None:
        first = len(values) - size  # size may be 0
        values[first:] = [whole(_shaped(shape, values[first:]) if shape else values[first:])]

    def make_of_one(values: list[Any]) -> None:
        values[-1] = whole(values[-1:])

    def make_of_first_and_run(values: list[Any]) -> None:
        run = values.pop()
        values[-1] = whole((values[-1], *run))

    if shape == ".*":
        return make_of_first_and_run
    return make_of_one if size == 1 and not shape else make_of_many


def _maker_of_fields(size: int, node: Any, shape: str) -> Callable[[list[Any]], None]:
    """What makes a *node* of its fields, of which none is a run."""
    places = iter(range(size))
    pick = itemgetter(*(next(places) if sign == "." else -1 for sign in shape), -1)

    def make(values: list[Any]) -> None:
        first = len(values) - size
        values[first:] = [node(*values[first:])]

    def make_of_two(values: list[Any]) -> None:
        last = values.pop()
        values[-1] = node(values[-1], last)

    def make_with_gaps(values: list[Any]) -> None:
        first = len(values) - size
        values[first:] = [node(*pick((*values[first:], None))[:-1])]

    if shape:
        return make_with_gaps
    return make_of_two if size == 2 else make  # noqa: PLR2004 - as its name says


def _extend(values: list[Any]) -> None:
    """The last value is one more of the run before it."""
    last = values.pop()
    values[-1].append(last)


def _shaped(shape: str, values: list[Any]) -> list[Any]:
    """The values, with those of runs among the others, and None where nothing stands."""
    result: list[Any] = []
    coming = iter(values)
    for sign in shape:
        if sign == "*":
            result.extend(next(coming))
        else:
            result.append(next(coming) if sign == "." else None)
    return result


# ------------------------------------------------------------------------------------- Repairing


class _Way(NamedTuple):
    """A way to repair the tokens so far: its steps, its states, and its tokens, last first."""

    steps: int
    states: list[State]
    tokens: tuple[Any, Token] | None

    def onward(self, last: State, token: Token, steps: int = 0) -> _Way | None:
        """This way with one more *token*, if it can come."""
        states = _after(self.states, last, token[0])
        return None if states is None else _Way(self.steps + steps, states, (self.tokens, token))


def repaired(first: State, last: State, tokens: Sequence[Token]) -> list[Token] | None:
    """The *tokens* with those that make them something; None if too much is wrong with them."""
    ways = [_Way(0, [first], None)]
    for token in tokens:
        cheapest: dict[tuple[int, ...], _Way] = {}
        for way in ways:
            for onward in _onward(way, last, token):
                key = tuple(map(id, onward.states))
                if key not in cheapest or onward.steps < cheapest[key].steps:
                    cheapest[key] = onward
        ways = sorted(cheapest.values(), key=lambda way: way.steps)[:_WAYS]
        if not ways or ways[0].steps > _MOST_STEPS:
            return None
    result, rest = [], ways[0].tokens
    while rest is not None:
        rest, token = rest
        result.append(token)
    return result[::-1]


def _onward(way: _Way, last: State, token: Token) -> Iterator[_Way]:
    """The ways from this *way* on over *token*."""
    if (right := way.onward(last, token)) is not None:
        yield right
        return
    kind, value = token
    stray = kind != END and way.onward(last, (STRAY, str(value)), 1)
    if stray:
        yield stray
    closed = _closed(way, last)
    while closed is not None and closed.steps <= _MOST_STEPS:
        if (right := closed.onward(last, token)) is not None:
            yield right
            return
        if not stray and kind != END and (stray := closed.onward(last, (STRAY, str(value)), 1)):
            yield stray
        closed = _closed(closed, last)


def _closed(way: _Way, last: State) -> _Way | None:
    """The *way* with an end of what was opened last."""
    for kind in way.states[-1]:
        is_end = kind == "RSQB" or (kind.endswith(("_END", "_CORE")) and kind != END)
        if is_end and (closed := way.onward(last, (kind, ""), 1)) is not None:
            return closed
    return None


def _after(states: list[State], last: State, kind: str) -> list[State] | None:
    """The states after *states* if the terminal *kind* comes; None if it cannot."""
    state, states = states[-1], states.copy()
    while (action := state.get(kind)).__class__ is Production:
        size, symbol, _ = action
        if size > 1:
            del states[1 - size :]
        elif not size:
            states.append(state)
        states[-1] = state = states[-2][symbol]
        if state is last and kind == END:
            return states
    if action is None or len(states) >= _DEEPEST:
        return None
    states.append(action)
    return states
