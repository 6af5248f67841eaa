"""Queries of an SQLite file that may hold anything, from threads and forked processes."""

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

#: A query may take so many times so many steps of SQLite's machine.
_STEPS, _MOST_TIMES = 100_000, 2_000
#: A query may give the whole file so often: a card may have several names and ids.
_MOST_READ = 4
#: So many values a query may have, as SQLite is usually built.
_MOST_VALUES = 900
#: SQLite's number of the limit of a text's length.
_LIMIT_LENGTH = 0


@frozen
class _Opened:
    """A file as one process has it open.

    Attributes:
        process: its id.
        connection: used by one thread at a time, which has the lock.
        size: bytes of the file; no query gives much more than it has.
    """

    process: int
    connection: sqlite3.Connection
    lock: Lock
    size: int


class Connection:
    """A card database that is only read, by any number of threads.

    A forked process opens the file anew; until then it is the same file, even if another one takes
    its place.
    """

    def __init__(self, path: Path) -> None:
        """Open the file at *path*.

        Raises:
            CardDatabaseError: it is no card database, or is of another version.
            OSError: it cannot be read.
        """
        self.path = path
        self._opened = self._open()
        schema = [sql for (sql,) in self.rows("SELECT sql FROM sqlite_schema WHERE sql NOT NULL")]
        if sorted(map(str, schema)) != sorted(TABLES):
            raise CardDatabaseError(f"{path} has other tables than a card database")

    def rows(self, query: str, *values: object) -> list[tuple[Any, ...]]:
        """All rows that a query gives.

        Raises:
            CardDatabaseError: the file is damaged.
        """
        return self._ask(_all_rows, query, values)

    def row(self, query: str, *values: object) -> tuple[Any, ...] | None:
        """The first row that a query gives, or None.

        Raises:
            CardDatabaseError: the file is damaged.
        """
        return self._ask(_first_row, query, values)

    def chosen(self, query: str, values: Collection[object]) -> list[tuple[Any, ...]]:
        """The rows whose key, at the end of *query*, is one of *values*.

        Raises:
            CardDatabaseError: the file is damaged.
        """
        parts = iter(values)
        rows: list[tuple[Any, ...]] = []
        while part := [*islice(parts, _MOST_VALUES)]:
            rows += self.rows(f"{query} IN ({', '.join('?' * len(part))})", *part)
        return rows

    def close(self) -> None:
        """Close the file; what is asked afterwards is an error."""
        with self._opened.lock:
            self._opened.connection.close()

    def _ask(
        self,
        fetch: Callable[[sqlite3.Cursor, int], T],
        query: str,
        values: tuple[object, ...],
    ) -> T:
        opened = self._opened
        if opened.process != os.getpid():  # forked: neither lock nor connection is of use
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
            # immutable: other files take its place, but it does not change
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
    """More is read than the file has."""


def _limit_work(connection: sqlite3.Connection) -> None:
    """Let the next query take only so long; pages that lead to each other have no end."""
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
