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


class TooMuchWorkError(CollationError):
    """Exact odds have no closed form, or would take too long; whoever asks does without them."""


@contextmanager
def limited(more: int = 0, *, kept: bool = False) -> Iterator[None]:
    """What is worked out within takes :data:`MAX_WORK` and so many *more* steps at most.

    A question within another one is part of its work, unless its answer is *kept*: then it has the
    same steps whoever asks first.

    Raises:
        TooMuchWorkError: from :func:`spend`, once they are spent.
    """
    if _budget.get() is not None and not kept:
        yield
        return
    with within(Budget(MAX_WORK + more)):
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
        raise TooMuchWorkError(f"exact odds would take more than {budget.limit} steps")
