"""OCTGN's sets and decks, for editors."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, islice
from typing import Any, Final
from weakref import WeakKeyDictionary

from lsprotocol import types

from ...collation import OddsTable
from ...formats.guids import guid
from ...formats.octgn.format import OctgnOptions
from ...model import Booster
from ...source import Span
from ..answers import ColoredToken
from ..documents import OpenDocument
from ..language import EditorLanguage
from ..xml_tokens import tags
from .completion import completions
from .game_texts import GameAround, KeptTexts, source_at
from .hover import SetModel, hover
from .outline import folds, symbols, tokens
from .set_text import SetDocument, SetMention

#: So many places of a name are told.
_MOST_PLACES: Final = 2000


class Octgn(EditorLanguage):
    """Answers about sets and decks: what the game around them has, and what packs have."""

    def __init__(self, *args: Any) -> None:
        """As any language."""
        super().__init__(*args)
        self._texts: WeakKeyDictionary[OpenDocument, SetDocument] = WeakKeyDictionary()
        self._kept = KeptTexts()

    def hover(self, document: OpenDocument, offset: int) -> types.Hover | None:
        """A card with its odds, a property, a pick, a pack, or what an element is for."""
        with self.workspace.overlay():
            return hover(self._text(document), self._model(document), offset)

    def completions(self, document: OpenDocument, offset: int) -> Iterable[types.CompletionItem]:
        """Elements, attributes and values."""
        with self.workspace.overlay():
            return list(completions(self._text(document), self._around(document), offset))

    def definitions(self, document: OpenDocument, offset: int) -> Iterable[Span]:
        """Where a property, a size, a symbol, a card or a set is defined."""
        named = self._text(document).named_at(offset)
        with self.workspace.overlay():
            return list(self._definitions(document, named)) if named else []

    def references(self, document: OpenDocument, offset: int) -> Iterable[Span]:
        """Where a card, a set, a property, … is named in the sets of the game."""
        its = self._text(document)
        named = its.named_at(offset)
        if named is None:
            return []
        with self.workspace.overlay():
            texts = self._around(document).texts()
            others = (SetDocument(each) for each in texts if each.name != document.source.name)
            places = (span for each in chain((its,), others) for span in each.places_of(named))
            return list(islice(places, _MOST_PLACES))

    def symbols(self, document: OpenDocument) -> Iterable[types.DocumentSymbol]:
        """Packs, markers and cards; sections of decks."""
        return symbols(self._text(document))

    def folds(self, document: OpenDocument) -> Iterable[types.FoldingRange]:
        """Elements and comments of several lines."""
        return folds(self._text(document))

    def tokens(self, document: OpenDocument, start: int, end: int) -> Iterable[ColoredToken]:
        """The words of tags."""
        return tokens(self._text(document), start, end)

    def _text(self, document: OpenDocument) -> SetDocument:
        if document not in self._texts:
            self._texts[document] = SetDocument(document.source, document.answers)
        return self._texts[document]

    # -- what is around

    def _around(self, document: OpenDocument) -> GameAround:
        known = OctgnOptions.names("read")
        options = self.workspace.options_of(document, self.format)
        its = {name: value for name, value in options.items() if name in known}
        own = OctgnOptions.make("octgn", "read", its)
        return GameAround(self._kept, document.path, own)

    def _model(self, document: OpenDocument) -> SetModel:
        def odds(boosters: Sequence[Booster]) -> Sequence[OddsTable | None]:
            return self.workspace.odds.of(document, self.report(document), boosters)

        return SetModel(self._around(document), lambda: self.report(document).value, odds)

    def _definitions(self, document: OpenDocument, named: SetMention) -> Iterator[Span]:
        game = self._around(document)
        if named.kind in ("card", "set"):
            for path, index in game.sets():
                cards = (each.start for each in index.cards if each.id == named.name)
                of_set = index.start if index.set.id == named.name else None
                start = of_set if named.kind == "set" else next(cards, None)
                if start is not None:
                    yield next(tags(source_at(path), start)).span
                    return
        for tag in () if named.kind in ("card", "set") else game.definition_tags:
            values = {} if tag.is_closing or tag.name != named.kind else tag.values()
            own = values.get("name" if named.kind in ("property", "size") else "id", "")
            if (guid(own) if named.kind == "game" else own) == named.name:
                yield tag.span
                return
