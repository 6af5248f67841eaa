"""Search for similar names in a database."""

from __future__ import annotations

import sys
from array import array
from collections import Counter

from ..catalog import folded, groups, nearest
from ..catalog.near import LONGEST_NAME, MOST_LIKE
from ..errors import CardDatabaseError
from .connection import Connection

#: The number of candidates after which only letter groups of few names are considered.
_ENOUGH = 6_000
#: A letter group has few names if it has fewer than this.
_FEW = 400


def packed(numbers: array[int]) -> bytes:
    """Return the numbers of spellings as little-endian bytes."""
    return _in_order(numbers).tobytes()


def near(connection: Connection, name: str, most: int) -> list[str]:
    """Return the names most similar to *name*, at most *most*, the most similar first.

    Raises:
        CardDatabaseError: If the database is damaged.
    """
    letters = folded(name)
    if not letters or len(letters) > LONGEST_NAME:
        return []
    query = "SELECT spellings FROM letter_groups WHERE letters"
    having = [_unpacked(data) for (data,) in connection.chosen(query, groups(letters))]
    common: Counter[int] = Counter()
    # the letter groups of the fewest names tell most
    for numbers in sorted(having, key=len):
        if len(common) < _ENOUGH or len(numbers) < _FEW:
            common.update(numbers)
    like = [number for number, _ in common.most_common(MOST_LIKE)]
    rows = connection.chosen("SELECT letters, name FROM spellings WHERE id", like)
    meant = {str(letters): str(name) for letters, name in rows}
    return list(dict.fromkeys(meant[each] for each in nearest(letters, meant)))[:most]


def _unpacked(data: object) -> array[int]:
    numbers = array("I")
    try:
        numbers.frombytes(data)  # type: ignore[arg-type] # other types are refused
    except (TypeError, ValueError):
        raise CardDatabaseError("the card database is damaged; rebuild it") from None
    return _in_order(numbers)


def _in_order(numbers: array[int]) -> array[int]:
    """Convert *numbers* between the byte order of files and that of this machine."""
    if sys.byteorder == "big":
        numbers.byteswap()
    return numbers
