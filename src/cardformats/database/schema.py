"""The tables of a card database, and how a database is recognised.

``cards`` has every card once for each set that contains it, in the order of the set. Only one of
several cards that are the same printing has its set code. ``sets`` has the other data of a set, and
the numbers of its first and last card. A set without a first card has all cards with its code, and
``last`` is their number. Codes are in upper case; a set without one has its name instead. In
``names``, the printing of rank 0 is the preferred one of its name. ``spellings`` has the names that
misspelt names may refer to. ``letter_groups`` has, for every three letters, the numbers of the
spellings in which they occur, in four bytes each.
"""

from __future__ import annotations

import struct
from pathlib import Path
from typing import Final

from ..errors import CardDatabaseError
from ..files import naming

#: The application id in the headers of this library's SQLite files.
APPLICATION_ID: Final = 0x63664442
#: The version of the format: it changes with the tables, their contents and the encoding of cards.
VERSION: Final = 2

TABLES: Final = (
    "CREATE TABLE sets (id INTEGER PRIMARY KEY, code TEXT, first INTEGER, last INTEGER,"
    " boosters INTEGER, summary TEXT, data TEXT)",
    "CREATE INDEX sets_by_code ON sets (code, id)",
    "CREATE TABLE cards (id INTEGER PRIMARY KEY, code TEXT, data TEXT)",
    "CREATE INDEX cards_by_code ON cards (code, id)",
    "CREATE TABLE names (name TEXT, rank INTEGER, card INTEGER, PRIMARY KEY (name, rank))"
    " WITHOUT ROWID",
    "CREATE TABLE ids (scheme TEXT, value TEXT, card INTEGER, PRIMARY KEY (scheme, value))"
    " WITHOUT ROWID",
    "CREATE TABLE spellings (id INTEGER PRIMARY KEY, letters TEXT, name TEXT)",
    "CREATE TABLE letter_groups (letters TEXT PRIMARY KEY, spellings BLOB) WITHOUT ROWID",
)

_MAGIC = b"SQLite format 3\x00"
#: The size of a page, the number of pages, the user version and the application id.
_HEADER = struct.Struct(">16xH10xI28xI4xI28x")


def is_database(path: Path) -> bool:
    """Return whether a file is a card database, of any version.

    Raises:
        OSError: If it cannot be read.
    """
    return path.is_file() and _header(path)[-1] == APPLICATION_ID


def check_header(path: Path) -> None:
    """Check that a file is a card database of this version.

    Raises:
        CardDatabaseError: If it is not.
        OSError: If it cannot be read.
    """
    if path.exists() and not path.is_file():
        raise CardDatabaseError(f"{path} is not a card database")
    page_size, pages, version, application_id = _header(path)
    if application_id != APPLICATION_ID:
        raise CardDatabaseError(f"{path} is not a card database")
    if version != VERSION:
        raise CardDatabaseError(
            f"{path} is a card database of version {version}, not {VERSION}; rebuild it"
        )
    if path.stat().st_size < page_size * pages:
        raise CardDatabaseError(f"{path} is incomplete; rebuild it")


def _header(path: Path) -> tuple[int, int, int, int]:
    """Return the four fields of the header of a file; zeros if it is not an SQLite file."""
    with naming(path), path.open("rb") as file:
        head = file.read(_HEADER.size)
    if len(head) < _HEADER.size or not head.startswith(_MAGIC):
        return 0, 0, 0, 0
    page_size, pages, version, application_id = _HEADER.unpack(head)
    return page_size, pages, version, application_id
