"""The language of Wagic's card files."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from lsprotocol import types

from ...budget import Budget
from ...diagnostic_log import DiagnosticLog
from ...formats.base import Format
from ...formats.wagic.format import CARDS_FILE, WagicOptions
from ...formats.wagic.primitives import Primitives
from ...formats.wagic.printings import Printings
from ...formats.wagic.reader import scan
from ...formats.wagic.syntax import CardFile, kind_of
from ...model import Card
from ...source import SourceText, Span
from ..answers import TextAnswers
from ..documents import CheckedDocument, OpenDocument
from ..language import TextLanguage
from ..workspace import Workspace
from .checking import PrimitivesCheck
from .completions import completions
from .cursor import Cursor
from .hovers import card_hover, line_hover
from .outline import COLORS, folds, symbols
from .places import definitions, name_at, references
from .tree import CardTree


class Wagic(TextLanguage[CardFile]):
    """Answers questions about sets and files of primitives."""

    colors = COLORS

    def __init__(self, workspace: Workspace, format_: Format) -> None:
        super().__init__(_records, workspace, format_)
        #: The checks of primitives, by the documents' names, with what they read with.
        self._checks: dict[str, tuple[WagicOptions, int, PrimitivesCheck]] = {}
        self._tree = CardTree(workspace)

    def check(self, document: OpenDocument) -> Iterator[CheckedDocument | None]:
        options = self._options(document)
        rules = self.workspace.config(document.path).rules
        if document.path.name == CARDS_FILE or options.engine == "exact" or rules:
            yield from super().check(document)
            return
        known = self._checks.get(document.uri)
        configured = self.workspace.configured
        if known is None or known[:2] != (options, configured):
            known = options, configured, PrimitivesCheck(self.workspace, options, document)
            self._checks[document.uri] = known
        yield from known[2].run(document)

    def closed(self, document: OpenDocument) -> None:
        self._checks.pop(document.uri, None)

    def hover(self, document: OpenDocument, offset: int) -> types.Hover | None:
        cursor, primitives = self._at(document, offset)
        card = self._card(cursor, primitives)
        hover = line_hover(cursor, card, primitives.macros)
        if hover is not None:
            return hover
        name = name_at(cursor, primitives)
        if cursor.has_key and cursor.key == "backside" and name:
            primitive = primitives.get(name) or primitives.get_stripped(name)
            card = Card(primitives.body(primitive)[0].face) if primitive else None
        if name is None or card is None or cursor.line.startswith("#"):
            return None
        namings = self._tree.namings(document, self._options(document), name)
        sets = (Path(each.source.name).parent.name for each in namings if _is_set(each))
        start = cursor.line_start
        end = start + len(cursor.line)
        return document.answers.hover(card_hover(card, sets), start, end)

    def completions(self, document: OpenDocument, offset: int) -> Iterable[types.CompletionItem]:
        return completions(*self._at(document, offset))

    def definitions(self, document: OpenDocument, offset: int) -> Iterable[Span]:
        return definitions(*self._at(document, offset))

    def references(self, document: OpenDocument, offset: int) -> Iterable[Span]:
        options = self._options(document)
        return references(
            *self._at(document, offset),
            lambda name: self._tree.namings(document, options, name),
            lambda: self._tree.sources(document, options),
        )

    def symbols(self, document: OpenDocument) -> Iterable[types.DocumentSymbol]:
        return symbols(self.text(document), document.answers)

    def folds(self, document: OpenDocument) -> Iterable[types.FoldingRange]:
        return folds(self.text(document), document.answers)

    def _options(self, document: OpenDocument) -> WagicOptions:
        values = {"thorough": True, **self.workspace.options_of(document, self.format)}
        return WagicOptions.make(self.format.id, "read", values)

    def _at(self, document: OpenDocument, offset: int) -> tuple[Cursor, Primitives]:
        """Return a position, and the primitives that the document refers to."""
        primitives = self._tree.primitives(document, self._options(document))
        return Cursor(document, offset), primitives

    def _card(self, cursor: Cursor, primitives: Primitives) -> Card | None:
        """Return the card of the block at a position, with the values of its primitive."""
        file = cursor.block
        if file is None or not file.texts or kind_of(file.texts[0]) != "card":
            return None
        options = self._options(cursor.document)
        printings = Printings(primitives, options, DiagnosticLog(0), Budget(options.max_work))
        is_set = cursor.document.path.name == CARDS_FILE
        code = cursor.document.path.parent.name if is_set else None
        return printings.outcome(file, 0, code, primitives.macros).card


def _is_set(span: Span) -> bool:
    """Return whether a position is in the file of a set."""
    return Path(span.source.name).name == CARDS_FILE


def _records(source: SourceText, _answers: TextAnswers) -> CardFile:
    return scan(source, DiagnosticLog(0))
