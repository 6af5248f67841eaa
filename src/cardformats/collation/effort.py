"""How much work exact odds may take: a budget that ends what would take too long."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Final

from ..budget import Budget
from ..errors import CollationError

#: The steps of one question about odds, a few seconds' worth: each is a state or a term of a sum.
MAX_WORK: Final = 300_000

#: What is left for the question that is being answered; each thread has its own.
_budget: ContextVar[Budget | None] = ContextVar("budget", default=None)


#: How many times :data:`MAX_WORK` a question may take.
_effort: ContextVar[int] = ContextVar("effort", default=1)

#: Why exact odds are not known, as far as somebody collects that.
_reasons: ContextVar[list[TooMuchWorkError] | None] = ContextVar("reasons", default=None)

#: So many steps take a second or so.
_STEPS_A_SECOND = 100_000


class TooMuchWorkError(CollationError):
    """Exact odds have no closed form, or would take too long; whoever asks does without them.

    Attributes:
        work: about how many steps they would take; None if they have no closed form.
        effort: the effort that would do.
    """

    def __init__(self, message: str, work: int | None = None, effort: int = 1) -> None:
        super().__init__(message)
        self.work = work
        self.effort: int = 1 if work is None else max(effort, -(-work // MAX_WORK))

    def in_words(self) -> str:
        """What there is to say to those who ask, with the time that it would take."""
        if self.work is None:
            return f"{self}: no closed form"
        seconds = max(1, self.work // _STEPS_A_SECOND)
        return (
            f"{self}: about {self.work:.3g} steps, some {seconds:.3g} s, with effort={self.effort}"
        )


def effort() -> int:
    """How many times the usual work a question may take."""
    return _effort.get()


@contextmanager
def with_effort(number: int) -> Iterator[None]:
    """Questions within may take so many times the usual work.

    Raises:
        CollationError: it is less than 1.
    """
    if number < 1:
        raise CollationError(f"an effort is 1 or more, not {number}")
    token = _effort.set(number)
    try:
        yield
    finally:
        _effort.reset(token)


@contextmanager
def collected() -> Iterator[list[TooMuchWorkError]]:
    """The reasons that are noted within."""
    reasons: list[TooMuchWorkError] = []
    token = _reasons.set(reasons)
    try:
        yield reasons
    finally:
        _reasons.reset(token)


def note(reason: TooMuchWorkError) -> None:
    """Keep why exact odds are not known for whoever collects that."""
    reasons = _reasons.get()
    if reasons is not None:
        reasons.append(reason)


@contextmanager
def limited(more: int = 0, *, kept: bool = False) -> Iterator[None]:
    """What is worked out within has an end.

    That is after :data:`MAX_WORK` steps, times the effort, and so many *more*.  A question within
    another one is part of its work, unless its answer is *kept*: then it has the same steps whoever
    asks first.

    Raises:
        TooMuchWorkError: from :func:`spend`, once they are spent.
    """
    if _budget.get() is not None and not kept:
        yield
        return
    with within(Budget(MAX_WORK * effort() + more)):
        yield


@contextmanager
def within(budget: Budget | None) -> Iterator[None]:
    """What is worked out within takes its steps from *budget*; None is without end.

    Raises:
        TooMuchWorkError: from :func:`spend`, once they are spent.
    """
    token = _budget.set(budget)
    try:
        yield
    finally:
        _budget.reset(token)


def spend(steps: int) -> None:
    """Count so many steps of work.

    Raises:
        TooMuchWorkError: there are no more, here or ever in this question.
    """
    budget = _budget.get()
    if budget is not None and not budget.spend(steps):
        more = 2 * budget.limit
        message = f"exact odds would take more than {budget.limit} steps"
        raise TooMuchWorkError(message, more, 2 * effort())
