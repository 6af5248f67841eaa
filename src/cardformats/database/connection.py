"""Queries of an SQLite file, possibly damaged, from several threads and forked processes."""

from __future__ import annotations

import os
import sqlite3
import weakref
from collections.abc import Callable, Collection
from itertools import islice
from pathlib import Path
from threading import Lock
from typing import Any, TypeVar

from attrs import frozen

from ..errors import CardDatabaseError
from .schema import TABLES, check_header

T = TypeVar("T")

#: A query may run for `_MOST_TIMES` times `_STEPS` steps of SQLite's virtual machine.
_STEPS, _MOST_TIMES = 100_000, 2_000
#: A query may return at most this many times the size of the file: a card may have several
#: names and ids.
_MOST_READ = 4
#: The greatest number of values in one query: older versions of SQLite allow 999.
_MOST_VALUES = 900
#: SQLite's number for the limit on the length of a text.
_LIMIT_LENGTH = 0


@frozen
class _Opened:
    """A file that is open in one process.

    Attributes:
        process: The process id.
        connection: The connection, which only the thread that holds the lock may use.
        lock: The lock.
        size: The size of the file in bytes, which limits the result of a query.
    """

    process: int
    connection: sqlite3.Connection
    lock: Lock
    size: int


class Connection:
    """A read-only card database for any number of threads.

    A forked process opens the file again. Until it does so, it uses the same file, even if another
    one has replaced it.
    """

    def __init__(self, path: Path) -> None:
        """Open the file at *path*.

        Raises:
            CardDatabaseError: If it is not a card database, or has another version.
            OSError: If it cannot be read.
        """
        self.path = path
        self._opened = self._open()
        schema = [sql for (sql,) in self.rows("SELECT sql FROM sqlite_schema WHERE sql NOT NULL")]
        if sorted(map(str, schema)) != sorted(TABLES):
            raise CardDatabaseError(f"{path} does not have the tables of a card database")

    def rows(self, query: str, *values: object) -> list[tuple[Any, ...]]:
        """Return all rows of a query.

        Raises:
            CardDatabaseError: If the file is damaged.
        """
        return self._ask(_all_rows, query, values)

    def row(self, query: str, *values: object) -> tuple[Any, ...] | None:
        """Return the first row of a query, or None.

        Raises:
            CardDatabaseError: If the file is damaged.
        """
        return self._ask(_first_row, query, values)

    def chosen(self, query: str, values: Collection[object]) -> list[tuple[Any, ...]]:
        """Return the rows whose key, the last word of *query*, is one of *values*.

        Raises:
            CardDatabaseError: If the file is damaged.
        """
        parts = iter(values)
        rows: list[tuple[Any, ...]] = []
        while part := [*islice(parts, _MOST_VALUES)]:
            rows += self.rows(f"{query} IN ({', '.join('?' * len(part))})", *part)
        return rows

    def close(self) -> None:
        """Close the file; later queries are errors."""
        with self._opened.lock:
            self._opened.connection.close()

    def _ask(
        self,
        fetch: Callable[[sqlite3.Cursor, int], T],
        query: str,
        values: tuple[object, ...],
    ) -> T:
        opened = self._opened
        if opened.process != os.getpid():  # forked: neither lock nor connection can be used
            opened = self._opened = self._open()
        with opened.lock:
            try:
                _limit_work(opened.connection)
                return fetch(opened.connection.execute(query, values), opened.size)
            except (sqlite3.Error, sqlite3.Warning, UnicodeError) as error:
                raise CardDatabaseError(f"{self.path} cannot be read: {error}") from None
            except _TooMuchError:
                raise CardDatabaseError(f"{self.path} is damaged; rebuild it") from None

    def _open(self) -> _Opened:
        check_header(self.path)
        size = self.path.stat().st_size
        try:
            # immutable: another file may replace it, but the file itself does not change
            connection = sqlite3.connect(
                f"{self.path.as_uri()}?mode=ro&immutable=1",
                uri=True,
                check_same_thread=False,
                isolation_level=None,
            )
            weakref.finalize(self, connection.close)
            connection.setlimit(_LIMIT_LENGTH, max(size, 10_000))
            for setting in ("trusted_schema = OFF", "cell_size_check = ON", "query_only = ON"):
                connection.execute(f"PRAGMA {setting}")
        except sqlite3.Error as error:
            raise CardDatabaseError(f"{self.path} cannot be opened: {error}") from None
        return _Opened(os.getpid(), connection, Lock(), size)


class _TooMuchError(Exception):
    """More rows are read than the file can have."""


def _limit_work(connection: sqlite3.Connection) -> None:
    """Limit the time of the next query, because damaged pages may form an endless loop."""
    left = _MOST_TIMES

    def is_too_much() -> bool:
        nonlocal left
        left -= 1
        return left < 0

    connection.set_progress_handler(is_too_much, _STEPS)


def _all_rows(cursor: sqlite3.Cursor, size: int) -> list[tuple[Any, ...]]:
    rows, left = [], _MOST_READ * size
    for row in cursor:
        left -= sum(len(each) for each in row if isinstance(each, (str, bytes))) + 1
        if left < 0:
            raise _TooMuchError
        rows.append(row)
    return rows


def _first_row(cursor: sqlite3.Cursor, _size: int) -> tuple[Any, ...] | None:
    row: tuple[Any, ...] | None = cursor.fetchone()
    return row
