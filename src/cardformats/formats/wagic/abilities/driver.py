"""Drives Lark's tables: tokens become a node, and faulty ones are repaired before.

Tokens are repaired where they stop being what the tables allow, by as few steps as possible: a
token is treated as an unknown word, or what was opened is closed first, by a token without
text.  The node that comes of it has all the text, whatever was wrong with it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from copy import copy
from typing import Any, Final, NamedTuple

from lark.exceptions import UnexpectedToken
from lark.parsers.lalr_analysis import Shift
from lark.parsers.lalr_parser_state import ParseConf, ParserState

END: Final = "$END"
#: How deep what is read may be nested; real lines have some sixty symbols open at most.
_DEEPEST: Final = 150
#: What stands for a token that cannot be where it is.
STRAY: Final = "STRAY"
#: How many steps a line is repaired by at most, and how many ways to do it are kept at a time.
_MOST_STEPS: Final = 10
_WAYS: Final = 6
#: Tokens are fed, so that Lark's parser state never asks for one.
_NO_LEXER: Final[Any] = None


class Token(NamedTuple):
    """A terminal, and what its text stands for."""

    type: str
    value: Any


class MisplacedError(Exception):
    """A token cannot stand where it stands."""

    def __init__(self, number: int, expected: frozenset[str]) -> None:
        super().__init__(number, expected)
        self.number, self.expected = number, expected


def made(configuration: ParseConf[Any], tokens: Sequence[Token]) -> Any:
    """Return what *tokens* are, the last of which is the end.

    Raises:
        MisplacedError: If they are nothing.
    """
    table, callbacks, end = (
        configuration.states, configuration.callbacks, configuration.end_state
    )  # fmt: skip
    states, values = [configuration.start_state], list[Any]()
    # as Lark's parser state does it, which takes a tenth longer for the corpus
    for number, (kind, value) in enumerate(tokens):
        while (action := table[states[-1]].get(kind)) is not None and action[0] is not Shift:
            rule = action[1]
            first = len(values) - len(rule.expansion)
            made_of = values[first:]
            del states[first + 1 :], values[first:]
            values.append(callbacks[rule](made_of))
            states.append(table[states[-1]][rule.origin.name][1])
            if kind == END and states[-1] == end:
                return values[-1]
        if action is None:
            raise MisplacedError(number, frozenset(filter(str.isupper, table[states[-1]])))
        states.append(action[1])
        values.append(value)
        if len(states) > _DEEPEST:
            break
    raise MisplacedError(len(tokens), frozenset())


class _Way(NamedTuple):
    """A way to repair the tokens so far: its steps, its states, and its tokens, last first."""

    configuration: ParseConf[Any]
    steps: int
    states: list[Any]
    tokens: tuple[Any, Token] | None

    @property
    def allowed(self) -> dict[str, Any]:
        """Return the symbols that the tables have for the last state."""
        return self.configuration.states[self.states[-1]]

    def onward(self, token: Any, steps: int = 0) -> _Way | None:
        """Return this way with one more *token*, if it can come."""
        if token.type not in self.allowed:
            return None
        state = ParserState(self.configuration, _NO_LEXER, self.states.copy())
        try:
            state.feed_token(token, token.type == END)
        except UnexpectedToken:
            return None
        if len(state.state_stack) > _DEEPEST:
            return None
        return self._replace(
            steps=self.steps + steps, states=state.state_stack, tokens=(self.tokens, token)
        )

    def onwards(self, token: Token) -> Iterator[_Way]:
        """Yield the ways from this one on over *token*."""
        if (right := self.onward(token)) is not None:
            yield right
            return
        unknown = None if token.type == END else Token(STRAY, str(token.value))
        stray = unknown and self.onward(unknown, 1)
        if stray:
            yield stray
        closed = self.closed()
        while closed is not None and closed.steps <= _MOST_STEPS:
            if (right := closed.onward(token)) is not None:
                yield right
                return
            if unknown and not stray and (stray := closed.onward(unknown, 1)):
                yield stray
            closed = closed.closed()

    def closed(self) -> _Way | None:
        """Return this way with an end of what was opened last."""
        for kind in sorted(self.allowed):
            is_end = kind == "RSQB" or (kind.endswith(("_END", "_CORE")) and kind != END)
            if is_end and (closed := self.onward(Token(kind, ""), 1)) is not None:
                return closed
        return None


def repaired(configuration: ParseConf[Any], tokens: Sequence[Token]) -> list[Token] | None:
    """Return *tokens* with those that make them something; None if too much is wrong with them."""
    bare = copy(configuration)
    bare.callbacks = {}  # no nodes are made before the tokens are right
    ways = [_Way(bare, 0, [bare.start_state], None)]
    for token in tokens:
        cheapest: dict[tuple[Any, ...], _Way] = {}
        for way in ways:
            for onward in way.onwards(token):
                key = tuple(onward.states)
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
