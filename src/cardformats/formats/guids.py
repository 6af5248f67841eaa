"""GUIDs in whatever form they are written."""

from __future__ import annotations

from typing import Final

from .grammar import Grammar
from .xml_tags import WHITE_SPACE

_GUIDS: Final = Grammar(__package__, "guids.lark")
_USUAL, _ANY = _GUIDS.rule("GUID"), _GUIDS.rule("ANY_GUID")


def guid(written: str) -> str:
    """Return a GUID hyphenated, in lower case and without braces; other texts unchanged."""
    if _USUAL.fullmatch(written) or not is_guid(written):
        return written
    digits = "".join(filter(str.isalnum, written)).lower()
    return "-".join((digits[:8], digits[8:12], digits[12:16], digits[16:20], digits[20:]))


def is_guid(text: str) -> bool:
    """Return whether *text* is a GUID in any form."""
    return _ANY.fullmatch(text.strip(WHITE_SPACE).lower()) is not None
