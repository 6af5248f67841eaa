"""Files of observations: one line of JSON each, with a kind, a key and a value."""

from __future__ import annotations

import json
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from hashlib import blake2b
from pathlib import Path
from types import FrameType
from typing import Any, BinaryIO, Final, TypeAlias

#: The kind and the key of an observation.
Name: TypeAlias = tuple[str, str]

#: Maximum processor time of one observation, in seconds.
_SECONDS: Final = 20


class TookTooLong(BaseException):
    """An observation took more than its time."""


@contextmanager
def _in_time() -> Iterator[None]:
    """Stop what is done after its processor time, where the system can."""
    if not hasattr(signal, "setitimer"):
        yield
        return

    def stop(_number: int, _frame: FrameType | None) -> None:
        raise TookTooLong

    before = signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, _SECONDS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


class Observations:
    """Writes observations to a file."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file

    def add(self, kind: str, key: str, make: Callable[..., Any], *args: Any) -> Any:
        """Store what *make* returns for *args*, or the class of the exception that it raises.

        Returns:
            the value; None if there was an exception.
        """
        value: Any = None
        try:
            with _in_time():
                value = stored = make(*args)
        except TookTooLong:
            stored = {"raises": f"nothing: it takes more than {_SECONDS} seconds"}
        except Exception as error:  # noqa: BLE001 - which one it is, is what is compared
            stored = {"raises": type(error).__name__}
        line = json.dumps([kind, key, stored], default=str, sort_keys=True)
        self._file.write(line.encode() + b"\n")
        return value


class Stored:
    """The observations in a file, by name."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._places: dict[Name, tuple[int, int, bytes]] = {}
        start = 0
        with path.open("rb") as file:
            for line in file:
                kind, key, _ = json.loads(line)
                self._places[kind, key] = start, len(line), blake2b(line).digest()
                start += len(line)

    def __iter__(self) -> Iterator[Name]:
        """Yield the names, in order."""
        return iter(self._places)

    def __contains__(self, name: Name) -> bool:
        """Return whether there is an observation of that name."""
        return name in self._places

    def differs(self, name: Name, other: Stored) -> bool:
        """Return whether another file has another value of that name."""
        return self._places[name][1:] != other._places[name][1:]

    def size(self, name: Name) -> int:
        """Return how many bytes an observation has."""
        return self._places[name][1]

    def value(self, name: Name) -> Any:
        """Return the value of an observation."""
        start, length, _ = self._places[name]
        with self._path.open("rb") as file:
            file.seek(start)
            return json.loads(file.read(length))[2]
