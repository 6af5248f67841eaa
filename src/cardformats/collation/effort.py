"""The work limit of exact odds."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Final

from ..budget import Budget
from ..errors import CollationError

#: The maximum number of steps (states or terms of sums) of one query, a few seconds of work.
MAX_WORK: Final = 300_000

#: The remaining budget of the current query. Each thread has its own.
_budget: ContextVar[Budget | None] = ContextVar("budget", default=None)


#: The multiple of :data:`MAX_WORK` that a query may use.
_effort: ContextVar[int] = ContextVar("effort", default=1)

#: The collected reasons why exact odds are not known; None if they are not collected.
_reasons: ContextVar[list[TooMuchWorkError] | None] = ContextVar("reasons", default=None)

#: The approximate number of steps in a second.
_STEPS_A_SECOND = 100_000


class TooMuchWorkError(CollationError):
    """An error that exact odds have no closed form or exceed the work limit. Callers catch it.

    Attributes:
        work: The approximate number of steps required; None if there is no closed form.
        effort: The effort that would be sufficient.
    """

    def __init__(self, message: str, work: int | None = None, effort: int = 1) -> None:
        super().__init__(message)
        self.work = work
        self.effort: int = 1 if work is None else max(effort, -(-work // MAX_WORK))

    def in_words(self) -> str:
        """Return the message for users, with the estimated time."""
        if self.work is None:
            return f"{self}: no closed form"
        seconds = max(1, self.work // _STEPS_A_SECOND)
        return (
            f"{self}: about {self.work:.3g} steps, some {seconds:.3g} s, with effort={self.effort}"
        )


def effort() -> int:
    """Return the multiple of the standard work limit that a query may use."""
    return _effort.get()


@contextmanager
def with_effort(number: int) -> Iterator[None]:
    """Allow queries inside the context *number* times the standard work.

    Raises:
        CollationError: If *number* is less than 1.
    """
    if number < 1:
        raise CollationError(f"the effort must be at least 1, not {number}")
    token = _effort.set(number)
    try:
        yield
    finally:
        _effort.reset(token)


@contextmanager
def collected() -> Iterator[list[TooMuchWorkError]]:
    """Collect the reasons that are noted inside the context."""
    reasons: list[TooMuchWorkError] = []
    token = _reasons.set(reasons)
    try:
        yield reasons
    finally:
        _reasons.reset(token)


def note(reason: TooMuchWorkError) -> None:
    """Record why exact odds are not known, if reasons are collected."""
    reasons = _reasons.get()
    if reasons is not None:
        reasons.append(reason)


@contextmanager
def limited(more: int = 0, *, kept: bool = False) -> Iterator[None]:
    """Limit the work inside the context.

    The limit is :data:`MAX_WORK` steps, times the effort, plus *more*. A query inside another one
    uses the budget of the outer query, unless its answer is *kept*: then its limit does not depend
    on the first caller.

    Raises:
        TooMuchWorkError: If :func:`spend` exceeds the limit.
    """
    if _budget.get() is not None and not kept:
        yield
        return
    with within(Budget(MAX_WORK * effort() + more)):
        yield


@contextmanager
def within(budget: Budget | None) -> Iterator[None]:
    """Count the work inside the context against *budget*; None means no limit.

    Raises:
        TooMuchWorkError: If :func:`spend` exceeds the budget.
    """
    token = _budget.set(budget)
    try:
        yield
    finally:
        _budget.reset(token)


def spend(steps: int) -> None:
    """Count *steps* steps of work.

    Raises:
        TooMuchWorkError: If the budget of the current query is exhausted.
    """
    budget = _budget.get()
    if budget is not None and not budget.spend(steps):
        more = 2 * budget.limit
        message = f"exact odds would take more than {budget.limit} steps"
        raise TooMuchWorkError(message, more, 2 * effort())
