"""GUIDs, by which OCTGN tells games, sets, packs and cards apart."""

from __future__ import annotations

import re
from typing import Final

_BLANKS: Final = " \t\r\n"
_GUID: Final = re.compile(
    r"[{(]?([0-9a-f]{8})-?([0-9a-f]{4})-?([0-9a-f]{4})-?([0-9a-f]{4})-?([0-9a-f]{12})[)}]?\Z"
)


def guid(written: str) -> str:
    """A GUID in its usual form, bare, hyphenated and in lower case; else what is written."""
    found = _GUID.match(written.strip(_BLANKS).lower())
    return "-".join(found.groups()) if found else written


def is_guid(text: str) -> bool:
    """Whether *text* is a GUID, in whatever form."""
    return _GUID.match(text.strip(_BLANKS).lower()) is not None
