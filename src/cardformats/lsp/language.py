"""What the server asks of a format's language; the default is what every format has."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from re import Pattern
from typing import ClassVar, Generic, TypeVar
from weakref import WeakKeyDictionary

from lsprotocol import types

from .. import checking as _checking  # noqa: F401 - before its modules
from ..checking.formatting import formatted
from ..checking.rules import with_rules
from ..diagnostics import Diagnostic, Report
from ..formats.base import Format
from ..io import check_report
from ..model import CardSet
from ..source import SourceText, Span
from .answers import ColoredToken, TextAnswers
from .documents import CheckedDocument, OpenDocument
from .workspace import Workspace

T = TypeVar("T")


class EditorLanguage:
    """Answers questions about the documents of a format; offsets are in the document's text.

    Two threads use it: one checks, one answers all else; an answer is given up if the document
    changes meanwhile.  What it raises is logged, and the answer is none.

    Attributes:
        workspace: the documents that are open, and how files are read.
        format: the format.
        colors: finds what is colored; its groups are called as kinds of tokens.
    """

    colors: ClassVar[Pattern[str] | None] = None

    def __init__(self, workspace: Workspace, format_: Format) -> None:
        self.workspace = workspace
        self.format = format_
        self._reports: WeakKeyDictionary[OpenDocument, tuple[int, Report[CardSet]]] = (
            WeakKeyDictionary()
        )

    def check(self, document: OpenDocument) -> Iterator[CheckedDocument | None]:
        """Yield the diagnostics of a document, more complete each time; the last is complete.

        None lets others have their turn, which is due after some 50 ms; the rest may never be asked
        for, if the document changes.
        """
        yield CheckedDocument.of(document, self.in_document(document, self.report(document)))

    def in_document(self, document: OpenDocument, report: Report[CardSet]) -> Iterable[Diagnostic]:
        """Return the diagnostics of a report that are in a document and selected."""
        own = (
            each
            for each in report.diagnostics
            if each.span is None or each.span.source.name == document.source.name
        )
        return self.workspace.counting(document, own)

    def report(self, document: OpenDocument) -> Report[CardSet]:
        """Return the report of a document, read with the texts of all open documents."""
        with document.lock:
            revision = self.workspace.revision
            known = self._reports.get(document)
            if known is None or known[0] != revision:
                options = {"thorough": True, **self.workspace.options_of(document, self.format)}
                with self.workspace.overlay():
                    read = check_report(document.path, self.format.id, **options)
                rules = self.workspace.config(document.path).rules
                known = revision, with_rules(read, str(document.path), rules)
                self._reports[document] = known
            return known[1]

    def closed(self, document: OpenDocument) -> None:
        """Forget what is known of *document*, which is closed."""

    def hover(self, document: OpenDocument, offset: int) -> types.Hover | None:
        """Return what is shown at an offset."""

    def completions(self, document: OpenDocument, offset: int) -> Iterable[types.CompletionItem]:
        """Return the completions at an offset."""
        return ()

    def definitions(self, document: OpenDocument, offset: int) -> Iterable[Span]:
        """Return the definitions of what is named at an offset, in any file."""
        return ()

    def references(self, document: OpenDocument, offset: int) -> Iterable[Span]:
        """Return the references to what is named or defined at an offset, in any file.

        Where it is defined may be among them.
        """
        return ()

    def symbols(self, document: OpenDocument) -> Iterable[types.DocumentSymbol]:
        """Return the named parts of a document, in order."""
        return ()

    def folds(self, document: OpenDocument) -> Iterable[types.FoldingRange]:
        """Return the foldable regions of a document, in order."""
        return ()

    def tokens(self, document: OpenDocument, start: int, end: int) -> Iterable[ColoredToken]:
        """Yield the colored pieces of a document between two offsets."""
        return ColoredToken.of(self.colors, document.text, start, end) if self.colors else ()

    def formatted(self, document: OpenDocument) -> str | None:
        """Return the formatted text of a document; None if it cannot be formatted."""
        if self.format.formatter is None:
            return None
        return formatted(document.source, self.format, self.workspace.config(document.path)).text


class TextLanguage(EditorLanguage, Generic[T]):
    """A language that makes a value of its own of each text, once."""

    def __init__(
        self, make: Callable[[SourceText, TextAnswers], T], workspace: Workspace, format_: Format
    ) -> None:
        super().__init__(workspace, format_)
        self._make = make
        self._texts: WeakKeyDictionary[OpenDocument, T] = WeakKeyDictionary()

    def text(self, document: OpenDocument) -> T:
        """Return the value made of the text of a document."""
        if document not in self._texts:
            self._texts[document] = self._make(document.source, document.answers)
        return self._texts[document]
