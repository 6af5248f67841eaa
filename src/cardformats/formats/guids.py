"""GUIDs in whatever form they are written."""

from __future__ import annotations

from typing import Final

from .grammar import Grammar
from .xml_tags import WHITE_SPACE

_GUIDS: Final = Grammar(__package__, "guids.lark")
_USUAL, _ANY = _GUIDS.rule("GUID"), _GUIDS.rule("ANY_GUID")


def guid(written: str) -> str:
    """A GUID in its usual form, bare, hyphenated and in lower case; else what is written."""
    if _USUAL.fullmatch(written) or not is_guid(written):
        return written
    digits = "".join(filter(str.isalnum, written)).lower()
    return "-".join((digits[:8], digits[8:12], digits[12:16], digits[16:20], digits[20:]))


def is_guid(text: str) -> bool:
    """Whether *text* is a GUID, in whatever form."""
    return _ANY.fullmatch(text.strip(WHITE_SPACE).lower()) is not None
