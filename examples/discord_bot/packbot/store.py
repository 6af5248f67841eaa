"""What the bot keeps: the lists of each server, the draft of each channel, in a SQLite file."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from threading import Lock
from typing import Any, Final

from table_service import Stored

_SCHEMA: Final = """
CREATE TABLE IF NOT EXISTS lists (
    guild INTEGER, name TEXT, owner INTEGER, data BLOB, PRIMARY KEY (guild, name)
);
CREATE TABLE IF NOT EXISTS drafts (
    channel INTEGER PRIMARY KEY, guild INTEGER, title TEXT,
    data BLOB, seed TEXT, seconds REAL, players TEXT, state TEXT
);
"""


@dataclass(frozen=True)
class StoredList:
    """A list of a server, who has uploaded it, and its bytes."""

    name: str
    owner: int
    data: bytes


@dataclass(frozen=True)
class StoredDraft:
    """The draft of a channel; *title* is the name of its list."""

    channel: int
    guild: int
    title: str
    table: Stored


class Store:
    """The file.  Each method is a transaction of its own, and can be called in any thread."""

    def __init__(self, path: Path) -> None:
        self._lock = Lock()
        self._database = sqlite3.connect(path, check_same_thread=False)
        self._database.executescript(_SCHEMA)

    def _do(self, sql: str, *values: object) -> list[tuple[Any, ...]]:
        with self._lock, self._database:
            return self._database.execute(sql, values).fetchall()

    def close(self) -> None:
        """Close the file."""
        with self._lock:
            self._database.close()

    def lists(self, guild: int) -> list[str]:
        """The names of a server's lists."""
        sql = "SELECT name FROM lists WHERE guild = ? ORDER BY name"
        return [name for (name,) in self._do(sql, guild)]

    def list(self, guild: int, name: str) -> StoredList | None:
        """A list of a server."""
        sql = "SELECT name, owner, data FROM lists WHERE guild = ? AND name = ?"
        return next((StoredList(*row) for row in self._do(sql, guild, name)), None)

    def put_list(self, guild: int, each: StoredList) -> None:
        """Keep a list, in place of one of the same name."""
        sql = "INSERT OR REPLACE INTO lists VALUES (?, ?, ?, ?)"
        self._do(sql, guild, each.name, each.owner, each.data)

    def remove_list(self, guild: int, name: str) -> None:
        """Forget a list."""
        self._do("DELETE FROM lists WHERE guild = ? AND name = ?", guild, name)

    def drafts(self) -> Iterator[StoredDraft]:
        """All drafts."""
        for channel, guild, title, data, seed, seconds, players, state in self._do(
            "SELECT channel, guild, title, data, seed, seconds, players, state FROM drafts"
        ):
            table = Stored(data, seed, seconds, tuple(json.loads(players)), state)
            yield StoredDraft(channel, guild, title, table)

    def put_draft(self, each: StoredDraft) -> None:
        """Keep the draft of a channel, in place of another one."""
        own = each.table
        head = (each.channel, each.guild, each.title)
        tail = (own.data, own.seed, own.seconds, json.dumps(own.players), own.text)
        self._do("INSERT OR REPLACE INTO drafts VALUES (?, ?, ?, ?, ?, ?, ?, ?)", *head, *tail)

    def keep_draft(self, channel: int, table: Stored) -> None:
        """Keep what has changed in a draft."""
        sql = "UPDATE drafts SET players = ?, state = ? WHERE channel = ?"
        self._do(sql, json.dumps(table.players), table.text, channel)

    def remove_draft(self, channel: int) -> None:
        """Forget the draft of a channel."""
        self._do("DELETE FROM drafts WHERE channel = ?", channel)
