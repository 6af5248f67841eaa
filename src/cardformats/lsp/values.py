"""What languages answer: plain values that know nothing of the protocol.

Places in the document that was asked about are offsets, places elsewhere are spans.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import Any, Final, Literal, TypeAlias

from attrs import field, frozen

from ..caching import Caching
from ..diagnostics import Diagnostic
from ..source import SourceText
from .documents import Document
from .text import Lines

#: What an offer to complete is, which is shown as a picture.
CompletionKind: TypeAlias = Literal[
    "card", "set", "sheet", "slot", "key", "value", "keyword", "word", "macro", "file", "snippet"
]
#: What a part of a document is.
SymbolKind: TypeAlias = Literal[
    "card", "set", "sheet", "slot", "layout", "setting", "macro", "pack"
]
#: What a piece of text is, which gives it a colour.
TokenKind: TypeAlias = Literal[
    "card", "set", "sheet", "slot", "key", "value", "keyword", "word", "macro", "number", "string",
    "comment", "operator",
]  # fmt: skip
TOKEN_KINDS: Final[tuple[TokenKind, ...]] = (
    "card", "set", "sheet", "slot", "key", "value", "keyword", "word", "macro", "number", "string",
    "comment", "operator",
)  # fmt: skip


def _as_diagnostics(diagnostics: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
    return tuple(diagnostics)


@frozen(slots=False, eq=False)
class Part(Caching):
    """A part of a document: the whole, or some of its lines, with its diagnostics.

    A part that is moved keeps its value, and with it the computed positions.

    Attributes:
        source: The text of the part, in which its spans are.
        diagnostics: The diagnostics in it.
        known_lines: Its lines, if they are known already.
    """

    source: SourceText
    diagnostics: tuple[Diagnostic, ...] = field(converter=_as_diagnostics)
    known_lines: Lines | None = field(default=None, repr=False)

    @cached_property
    def lines(self) -> Lines:
        """The lines of the part."""
        return self.known_lines or Lines.of(self.source.text)

    @cached_property
    def kept(self) -> dict[str, Any]:
        """What the protocol made of it."""
        return {}


@frozen
class Checked:
    """The result of checking a document.

    Attributes:
        parts: Its parts with diagnostics, in order, each with the offset and the line (from 0) of
            its beginning, which is that of a line.
        is_complete: Whether all of the document was checked.
    """

    parts: tuple[tuple[int, int, Part], ...] = ()
    is_complete: bool = True

    def diagnostics(self, document: Document) -> Iterator[Diagnostic]:
        """Yield all diagnostics with their positions in the document."""
        for offset, _, part in self.parts:
            place = document.source.span(offset).part
            yield from (each.moved(place) if offset else each for each in part.diagnostics)

    @classmethod
    def of(cls, document: Document, diagnostics: Iterable[Diagnostic]) -> Checked:
        """Those of a document that is looked at as a whole."""
        return cls(((0, 0, Part(document.source, diagnostics, document.lines)),))


@frozen
class Hover:
    """What is shown about a piece of text.

    Attributes:
        markdown: what is shown.
        start, end: the piece.
    """

    markdown: str
    start: int
    end: int


@frozen
class Completion:
    """An offer to write something.

    Attributes:
        label: what is shown, and matched with what is typed.
        kind: what it is.
        start, end: what it replaces: the word that is being typed.
        new: what is written; None for the label.
        detail: a few words beside the label.
        markdown: more about it.
        is_snippet: whether *new* has places to fill in, as ``${1:name}``.
    """

    label: str
    kind: CompletionKind
    start: int
    end: int
    new: str | None = None
    detail: str = ""
    markdown: str = ""
    is_snippet: bool = False


@frozen
class Symbol:
    """A part of a document that has a name.

    Attributes:
        name: what it is called.
        kind: what it is.
        start, end: all of it.
        name_start, name_end: its name, within that.
        detail: a few words more.
        children: the parts of it.
    """

    name: str
    kind: SymbolKind
    start: int
    end: int
    name_start: int
    name_end: int
    detail: str = ""
    children: tuple[Symbol, ...] = ()


@frozen
class Fold:
    """A part of a document that can be folded to its first line.

    Attributes:
        start, end: from the first line to the last one that is hidden.
        is_comment: whether it is a comment.
    """

    start: int
    end: int
    is_comment: bool = False


@frozen
class Token:
    """A piece of text that has a colour; it ends on its line.

    Attributes:
        start, end: the piece.
        kind: what it is.
    """

    start: int
    end: int
    kind: TokenKind
