"""Results that are kept: by the value they are of, or for all threads up to a limit."""

from __future__ import annotations

from collections.abc import Hashable
from functools import cached_property
from threading import Lock
from typing import Any, Generic, TypeVar

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class Caching:
    """A class whose cached properties are no part of its pickles and copies.

    What is cached may be impossible to pickle, may be large, or may know objects by ``id()``, which
    is another one in a copy; a copy works it out again.
    """

    def __getstate__(self) -> dict[str, Any]:
        """Return all attributes except the cached ones."""
        kind = type(self)
        return {
            name: value
            for name, value in vars(self).items()
            if not isinstance(getattr(kind, name, None), cached_property)
        }


class Remembered(Generic[K, V]):
    """Results by key, for all threads, up to a total size; then it begins again.

    Attributes:
        size: The total size of the results.
    """

    def __init__(self, limit: int) -> None:
        self.size = 0
        self._limit = limit
        self._values: dict[K, V] = {}
        self._lock = Lock()

    def get(self, key: K) -> V | None:
        """Return the result of a key; None if there is none."""
        return self._values.get(key)

    def put(self, key: K, value: V, size: int = 1) -> None:
        """Keep a result that has a size, unless that alone is over the limit."""
        with self._lock:
            if key in self._values or size > self._limit:
                return
            if self.size + size > self._limit:
                self._values.clear()
                self.size = 0
            self._values[key] = value
            self.size += size
