"""The documents that an editor has open, as they are at a moment, and what is wrong in them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from pathlib import Path
from threading import Lock
from typing import Any

from attrs import field, frozen
from lsprotocol import types

from ..caching import Caching
from ..diagnostics import Diagnostic
from ..source import SourceText
from .answers import TextAnswers
from .text import Units


@frozen(slots=False, eq=False)
class OpenDocument(Caching):
    """A document at a moment; it does not change any more, and any thread may use it.

    Attributes:
        uri: what the editor calls it.
        path: where its file is, or would be.
        version: the editor's number of this state.
        text: all of it.
        answers: makes answers about it.
        format: the id of its format; None if it has none.
        lock: held by the thread that reads it, for which others wait.
    """

    uri: str
    path: Path
    version: int
    text: str = field(repr=False)
    answers: TextAnswers = field(repr=False)
    format: str | None = None
    lock: Any = field(factory=Lock, init=False, repr=False)

    @cached_property
    def source(self) -> SourceText:
        """Return its text as a source of spans."""
        return SourceText(str(self.path), self.text)


def _as_tuple(diagnostics: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
    return tuple(diagnostics)


@frozen(slots=False, eq=False)
class DocumentPart(Caching):
    """A part of a document: the whole, or some of its lines, with its diagnostics.

    A part that is moved keeps its value, and with it the computed positions.

    Attributes:
        source: The text of the part, in which its spans are.
        diagnostics: The diagnostics in it.
        known_answers: Makes answers about it, if that is known already.
    """

    source: SourceText
    diagnostics: tuple[Diagnostic, ...] = field(converter=_as_tuple)
    known_answers: TextAnswers | None = field(default=None, repr=False)

    @cached_property
    def published(self) -> dict[object, list[types.Diagnostic]]:
        """Return the protocol's form of its diagnostics, by line, units and form."""
        return {}

    def answers(self, units: Units) -> TextAnswers:
        """Return what makes answers about it."""
        return self.known_answers or TextAnswers.of(self.source.text, units)

    def only(self, diagnostics: Iterable[Diagnostic]) -> DocumentPart:
        """Return the part with some of its diagnostics; itself if these are all."""
        kept = [*diagnostics]
        is_same = len(kept) == len(self.diagnostics)
        return self if is_same else DocumentPart(self.source, kept, self.known_answers)


@frozen
class CheckedDocument:
    """The result of checking a document.

    Attributes:
        parts: Its parts with diagnostics, in order, each with the offset and the line (from 0) of
            its beginning, which is that of a line.
        is_complete: Whether all of the document was checked.
    """

    parts: tuple[tuple[int, int, DocumentPart], ...] = ()
    is_complete: bool = True

    def diagnostics(self, document: OpenDocument) -> Iterator[Diagnostic]:
        """Yield all diagnostics with their positions in the document."""
        for offset, _, part in self.parts:
            place = document.source.span(offset).part
            yield from (each.moved(place) if offset else each for each in part.diagnostics)

    @classmethod
    def of(cls, document: OpenDocument, diagnostics: Iterable[Diagnostic]) -> CheckedDocument:
        """Return the result for a document that is checked as a whole."""
        return cls(((0, 0, DocumentPart(document.source, diagnostics, document.answers)),))
