"""Python's collector of cyclic garbage, which pauses while many values without cycles are made."""

from __future__ import annotations

import gc
import os
from collections.abc import Iterator
from contextlib import contextmanager
from threading import RLock


class _Pauses:
    """The pauses that last, of all threads; the last one to end restores what was before them."""

    def __init__(self) -> None:
        self._lock = RLock()
        self._lasting: set[object] = set()
        self._was_enabled = False
        if hasattr(os, "register_at_fork"):
            os.register_at_fork(after_in_child=self._forget)

    def _forget(self) -> None:
        """End all pauses: a new process has none of the other threads that would end theirs."""
        self._lock = RLock()
        if self._lasting and self._was_enabled:
            gc.enable()
        self._lasting.clear()

    def begin(self, pause: object) -> None:
        """Pause, or stay paused."""
        with self._lock:
            if not self._lasting:
                self._was_enabled = gc.isenabled()
                gc.disable()
            self._lasting.add(pause)

    def end(self, pause: object) -> None:
        """Let the collector work again if this was the last pause and it worked before."""
        with self._lock:
            if pause in self._lasting:
                self._lasting.remove(pause)
                if not self._lasting and self._was_enabled:
                    gc.enable()


_PAUSES = _Pauses()


@contextmanager
def paused_collector() -> Iterator[None]:
    """Look for no cyclic garbage meanwhile.

    The collector scans all new values repeatedly as their number grows, without effect if their
    references have no cycles, as in the model.  It pauses for the whole process; pauses
    may be nested, and may overlap in several threads.
    """
    pause = object()
    _PAUSES.begin(pause)
    try:
        yield
    finally:
        _PAUSES.end(pause)
