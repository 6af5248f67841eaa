"""What stands at a place of a card file: the line with its key, the word, the block."""

from __future__ import annotations

import re
from functools import cached_property
from typing import Final

from attrs import frozen

from ...caching import Caching
from ...diagnostic_log import DiagnosticLog
from ...formats.wagic.reader import scan
from ...formats.wagic.syntax import CardFile
from ...source import SourceText
from ..documents import OpenDocument

#: Words of the ability language; names of macros begin and end with ``_``.
_WORD: Final = re.compile(r"[\w&'*+-]+")
_OPENER: Final = "\n[card"


@frozen(slots=False)
class Cursor(Caching):
    """A place of a document.

    Attributes:
        document: the document.
        offset: the place.
    """

    document: OpenDocument
    offset: int

    @cached_property
    def line_start(self) -> int:
        """Return the offset of the beginning of the line."""
        return self.document.text.rfind("\n", 0, self.offset) + 1

    @cached_property
    def line(self) -> str:
        """Return the line without its end."""
        end = self.document.text.find("\n", self.offset)
        return self.document.text[self.line_start : end if end >= 0 else None].rstrip("\r")

    @cached_property
    def column(self) -> int:
        """Return the number of characters of the line before the position."""
        return self.offset - self.line_start

    @property
    def has_key(self) -> bool:
        """Return whether the line has a key and the position is after it."""
        equals = self.line.find("=")
        return 0 <= equals < self.column and not self.line.startswith("#")

    @property
    def key(self) -> str:
        """Return the key of the line in lower case; empty if it has none."""
        key, equals, _ = self.line.partition("=")
        return key.strip().lower() if equals and not key.startswith("#") else ""

    @property
    def value(self) -> str:
        """Return the value of the line."""
        return self.line.partition("=")[2]

    @property
    def value_start(self) -> int:
        """Return the offset of the value."""
        return self.line_start + self.line.find("=") + 1

    @cached_property
    def word(self) -> tuple[str, int, int]:
        """Return the word at the position, and its range."""
        for match in _WORD.finditer(self.line):
            if match.start() <= self.column <= match.end():
                return match[0], self.line_start + match.start(), self.line_start + match.end()
        return "", self.offset, self.offset

    @property
    def is_meta(self) -> bool:
        """Return whether the position is in a block about the set."""
        opener = f"\n{self.document.text[: self.line_start]}".rpartition("\n[")[2]
        return opener.startswith("meta]")

    @cached_property
    def block(self) -> CardFile | None:
        """Return the block at the position as a file of its own; None if there is none."""
        text = self.document.text
        start = text.rfind(_OPENER, 0, self.line_start + len(_OPENER)) + 1
        if not text.startswith(_OPENER[1:], start):
            return None
        end = text.find(_OPENER, start)
        source = SourceText(self.document.source.name, text[start : end if end >= 0 else None])
        file = scan(source, DiagnosticLog(0))
        closed = (
            not file.texts or start + 1 + len(file.texts[0]) + len("\n[/card]") < self.line_start
        )
        return None if closed else file
