"""Draftmancer's lists, for editors."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from typing import Any

from lsprotocol import types

from ...catalog import as_catalog, printing_of
from ...collation import OddsTable
from ...model import Card, CardRef
from ...source import Span
from ..documents import OpenDocument
from ..language import TextLanguage
from .completion import completions
from .hover import ListModel, hover
from .list_text import ListText
from .outline import COLORS, folds, symbols


class Draftmancer(TextLanguage[ListText]):
    """Answers about lists: what is named where, what cards say, and how often packs have them."""

    colors = COLORS

    def __init__(self, *args: Any) -> None:
        super().__init__(ListText, *args)

    def hover(self, document: OpenDocument, offset: int) -> types.Hover | None:
        """Return a card with its odds, a sheet, a layout, a key or a word."""
        return hover(self.text(document), lambda: self._model(document), offset)

    def completions(self, document: OpenDocument, offset: int) -> Iterable[types.CompletionItem]:
        """Sections, keys, values and names."""
        return completions(self.text(document), partial(self._names, document), offset)

    def definitions(self, document: OpenDocument, offset: int) -> Iterable[Span]:
        """Return the declarations of the sheet, layout or custom card at an offset."""
        its = self.text(document)
        target = its.target_at(offset)
        return its.declarations(target) if target else ()

    def references(self, document: OpenDocument, offset: int) -> Iterable[Span]:
        """Return the references to the sheet, layout or card at an offset."""
        its = self.text(document)
        target = its.target_at(offset)
        return its.references(target) if target else ()

    def symbols(self, document: OpenDocument) -> Iterable[types.DocumentSymbol]:
        """Sections, layouts and custom cards."""
        return symbols(self.text(document))

    def folds(self, document: OpenDocument) -> Iterable[types.FoldingRange]:
        """Sections, JSON and comments of several lines."""
        return folds(self.text(document))

    def _model(self, document: OpenDocument) -> ListModel:
        report = self.report(document)

        def odds() -> OddsTable | None:
            return self.workspace.odds.of(document, report, [None])[0]

        def official(ref: CardRef) -> Card | None:
            catalog = self._catalog(document)
            return printing_of(ref, catalog) if catalog is not None else None

        return ListModel(report.value, odds, official)

    def _catalog(self, document: OpenDocument) -> Any:
        """Return the catalog for cards that the list only names; None if there is none."""
        return self.workspace.options_of(document, self.format).get("catalog")

    def _names(self, document: OpenDocument, start: str, most: int) -> Sequence[str]:
        """Return the names of the catalog that begin with a text."""
        catalog = self._catalog(document)
        beginning = None if catalog is None else getattr(as_catalog(catalog), "beginning", None)
        names: Sequence[str] = beginning(start, most) if beginning else ()
        return names
