"""Limits of processor time, and what runs when one is reached."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Final

import cardformats

#: Where the library is.
PACKAGE: Final = Path(cardformats.__file__).parent


class Overdue(BaseException):
    """Something took too long; no `except Exception` of what runs gets it.

    Attributes:
        places: the functions of the library in which it was raised, the outermost first.
    """

    def __init__(self, places: tuple[str, ...]) -> None:
        super().__init__(*places[-1:])
        self.places = places

    @property
    def where(self) -> str:
        """The innermost function."""
        return (self.places or ("no file of the library",))[-1]


@contextmanager
def alarm(seconds: float) -> Iterator[None]:
    """Raise `Overdue` after so many processor seconds, where the system has such a signal."""
    if not hasattr(signal, "setitimer") or threading.current_thread() != threading.main_thread():
        yield
        return

    def ring(_number: int, frame: FrameType | None) -> None:
        raise Overdue(places_in_library(frame))

    before = signal.signal(signal.SIGPROF, ring)
    rest, _ = signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)
        if rest:  # the limit around this one
            signal.setitimer(signal.ITIMER_PROF, rest)


def places_in_library(frame: FrameType | None) -> tuple[str, ...]:
    """Return the functions of the library on the stack of *frame*, the outermost first."""
    found: list[str] = []
    while frame is not None:
        path = Path(frame.f_code.co_filename)
        if path.is_relative_to(PACKAGE) and not path.is_relative_to(PACKAGE / "testing"):
            function = frame.f_code.co_qualname.partition(".<locals>")[0]
            found.append(f"{path.relative_to(PACKAGE).as_posix()} {function}")
        frame = frame.f_back
    return tuple(dict.fromkeys(reversed(found)))


def place_in_library(frame: FrameType | None) -> str:
    """Return the innermost function of the library that *frame* is in or was called by, if any."""
    return (places_in_library(frame) or ("",))[-1]
