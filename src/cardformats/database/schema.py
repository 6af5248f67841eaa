"""The layout of a card database, and what tells one from other files.

``cards`` has every card once for each set that has it, in the order of its set; one of those that
are the same printing has its code.  ``sets`` has what a set has besides, and from which card to
which its cards are; a set without a first card has all cards with its code, and ``last`` is their
number.  Codes are upper case; sets without one have their name instead.  Of the cards of a name
that of rank 0 is preferred.  ``spellings`` are the names that others may nearly be, and
``letter_groups`` has for each three letters the numbers of the spellings that have them, of four
bytes each.
"""

from __future__ import annotations

import struct
from pathlib import Path
from typing import Final

from ..errors import CardDatabaseError
from ..files import naming

#: What SQLite files of this library have in their headers.
APPLICATION_ID: Final = 0x63664442
#: A change of the tables, of what is in them, or of how cards are encoded is another version.
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
#: The size of a page, how many there are, the application's version and its id.
_HEADER = struct.Struct(">16xH10xI28xI4xI28x")


def is_database(path: Path) -> bool:
    """Whether a file is a card database, of whatever version.

    Raises:
        OSError: it cannot be read.
    """
    return path.is_file() and _header(path)[-1] == APPLICATION_ID


def check_header(path: Path) -> None:
    """Refuse what is not a card database of this version.

    Raises:
        CardDatabaseError: it is none.
        OSError: it cannot be read.
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
    """What the header of a file says; zeros if it has none."""
    with naming(path), path.open("rb") as file:
        head = file.read(_HEADER.size)
    if len(head) < _HEADER.size or not head.startswith(_MAGIC):
        return 0, 0, 0, 0
    page_size, pages, version, application_id = _HEADER.unpack(head)
    return page_size, pages, version, application_id
