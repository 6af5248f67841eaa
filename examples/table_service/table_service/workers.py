"""Worker processes: work with a limit in time, while the event loop goes on."""

from __future__ import annotations

import asyncio
import os
import signal
import threading
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor
from multiprocessing import get_context, parent_process
from types import FrameType
from typing import NoReturn, ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")


class BusyError(Exception):
    """Too much work waits already."""


class TooSlowError(Exception):
    """A piece of work took longer than it may."""


class _TimeIsUp(BaseException):
    """Ends a piece of work."""


class Workers:
    """Processes that work for an event loop.

    Attributes:
        seconds: how long a piece of work may take (not on Windows, which has no such clock).
        waiting: how many pieces may wait or be worked on at a time.
    """

    def __init__(self, processes: int = 2, *, seconds: float = 10, waiting: int = 64) -> None:
        self.seconds = seconds
        self.waiting = waiting
        self._processes = processes
        self._pool: ProcessPoolExecutor | None = None
        self._count = 0

    async def run(self, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """What a function of a module comes to, worked out in another process.

        Raises:
            BusyError: there is too much to do, or the process died.
            TooSlowError: it took too long.
            Exception: what the function itself raises.
        """
        if self._count >= self.waiting:
            raise BusyError(f"{self.waiting} pieces of work wait already")
        if self._pool is None:
            self._pool = ProcessPoolExecutor(self._processes, get_context("spawn"), _begin)
        pool = self._pool
        self._count += 1
        try:
            done = pool.submit(_timed, self.seconds, function, args, kwargs)
            return await asyncio.wrap_future(done)
        except BrokenExecutor:
            if self._pool is pool:
                self._pool = None  # the next piece gets new processes
            raise BusyError("the process that worked on it has died") from None
        finally:
            self._count -= 1

    def close(self) -> None:
        """Let the processes end, after what they are working on."""
        if self._pool is not None:
            self._pool.shutdown(cancel_futures=True)
            self._pool = None


def _timed(
    seconds: float, function: Callable[..., T], args: tuple[object, ...], kwargs: dict[str, object]
) -> T:
    if not hasattr(signal, "setitimer"):
        return function(*args, **kwargs)
    try:
        try:
            signal.setitimer(signal.ITIMER_REAL, seconds, 1)  # again and again, if it is caught
            return function(*args, **kwargs)
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
    except _TimeIsUp:
        signal.setitimer(signal.ITIMER_REAL, 0)
        raise TooSlowError(f"this takes longer than {seconds:g} seconds") from None


def _begin() -> None:
    """What a worker does first: it leaves Ctrl-C to its parent, and ends with it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(signal, "SIGALRM"):
        signal.signal(signal.SIGALRM, _time_is_up)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _time_is_up(_signal: int, _frame: FrameType | None) -> NoReturn:
    raise _TimeIsUp


def _end_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)  # nobody waits for what it is working on
