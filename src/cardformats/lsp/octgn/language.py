"""OCTGN's sets and decks, for editors."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from itertools import chain, islice
from typing import Any, Final

from ...formats.guids import guid
from ...formats.octgn.format import OctgnOptions
from ...source import Span
from ..documents import OpenDocument
from ..xml.completion import ValueOffer
from ..xml.language import XmlLanguage
from ..xml.markup import XmlPlace, tags
from .about import SetModel, about
from .game_texts import GameAround, KeptTexts, source_at
from .offers import offers
from .set_text import SetDocument, SetMention

#: Maximum number of references to a name in an answer.
_MOST_PLACES: Final = 2000


class Octgn(XmlLanguage[SetDocument]):
    """Answers about sets and decks: what the game around them has, and what packs have."""

    def __init__(self, *args: Any) -> None:
        super().__init__(SetDocument, *args)
        self._kept = KeptTexts()

    def offers(
        self, document: OpenDocument, place: XmlPlace, kind: str, name: str
    ) -> Iterable[ValueOffer]:
        """Return what the game around the document defines, and what the set has."""
        return offers(self.text(document), self._around(document), place, kind, name)

    def about(self, document: OpenDocument, place: XmlPlace) -> Iterable[str]:
        """Return a card with its odds, a property, a pick or a pack."""
        model = SetModel(
            self._around(document),
            lambda: self.report(document).value,
            partial(self.about_card, document),
        )
        return about(self.text(document), model, place)

    def definitions(self, document: OpenDocument, offset: int) -> Iterable[Span]:
        """Return the definition of a property, size, symbol, card or set."""
        named = self.text(document).named_at(offset)
        with self.workspace.overlay():
            return list(self._definitions(document, named)) if named else []

    def references(self, document: OpenDocument, offset: int) -> Iterable[Span]:
        """Return the references to a card, set, property and so on in all sets of the game."""
        its = self.text(document)
        named = its.named_at(offset)
        if named is None:
            return []
        with self.workspace.overlay():
            texts = self._around(document).texts()
            others = (SetDocument(each) for each in texts if each.name != document.source.name)
            places = (span for each in chain((its,), others) for span in each.places_of(named))
            return list(islice(places, _MOST_PLACES))

    # -- what is around

    def _around(self, document: OpenDocument) -> GameAround:
        known = OctgnOptions.names("read")
        options = self.workspace.options_of(document, self.format)
        its = {name: value for name, value in options.items() if name in known}
        own = OctgnOptions.make("octgn", "read", its)
        return GameAround(self._kept, document.path, own)

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
