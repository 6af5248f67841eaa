"""The documents that an editor has open, as they are at a moment."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path

from attrs import field, frozen

from ..caching import Caching
from ..source import SourceText
from .text import Lines, LiveText


@frozen(slots=False, eq=False)
class Document(Caching):
    """A document at a moment; it does not change any more, and any thread may use it.

    Attributes:
        uri: what the editor calls it.
        path: where its file is, or would be.
        version: the editor's number of this state.
        text: all of it.
        lines: its lines.
        format: the id of its format; None if it has none.
    """

    uri: str
    path: Path
    version: int
    text: str = field(repr=False)
    lines: Lines = field(repr=False)
    format: str | None = None

    @cached_property
    def source(self) -> SourceText:
        """Its text, for spans."""
        return SourceText(str(self.path), self.text)


@frozen
class OpenDocument:
    """A document that is open.

    Attributes:
        now: its state.
        live: its text, for the next change.
    """

    now: Document
    live: LiveText
