"""Replaying: the state that the actions of a log lead to."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, Protocol, Self, TypeVar

from ..errors import DraftError


class Playable(Protocol):
    """A state that actions lead on from; each state machine has actions of its own."""

    def do(self, action: Any) -> Self:
        """The state after an action."""


class Recorded(Protocol):
    """A record in a log."""

    @property
    def action(self) -> object:
        """What was done."""


StartT = TypeVar("StartT")
StateT = TypeVar("StateT", bound=Playable)


def replayed(
    actions: Iterable[object], start: type[StartT], begin: Callable[[StartT], StateT], what: str
) -> StateT:
    """The state that *actions* lead to, of which the first is the *start* of *what*.

    Raises:
        DraftError: it is not, or an action is not allowed.
    """
    rest = iter(actions)
    first = next(rest, None)
    if not isinstance(first, start):
        message = f"a log begins with the start of {what}"
        raise DraftError(message)
    state = begin(first)
    for action in rest:
        state = state.do(action)
    return state


def actions_of(log: Iterable[Any], record: type[Recorded]) -> Iterator[object]:
    """The actions of records.

    Raises:
        DraftError: there is something else among them.
    """
    for each in log:
        if not isinstance(each, record):
            message = f"a log holds Records, not {each!r}"
            raise DraftError(message)
        yield each.action
