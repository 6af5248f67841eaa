"""The language of XML: all that it knows of a format is in the table of its elements."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, TypeVar

from lsprotocol import types

from ...model import Booster, Card, CardSet
from ..cards_shown import card_markdown, escaped, odds_markdown
from ..documents import OpenDocument
from ..language import TextLanguage
from .completion import ValueOffer, completions
from .hover import hover
from .markup import XmlPlace
from .outline import folds, symbols
from .text import XmlText

#: The number of boosters whose odds are shown.
_MOST_BOOSTERS = 8


T = TypeVar("T", bound=XmlText)


class XmlLanguage(TextLanguage[T]):
    """Answers about XML documents; a format has more to say in the methods *offers* and *about*."""

    def offers(
        self, document: OpenDocument, place: XmlPlace, kind: str, name: str
    ) -> Iterable[ValueOffer]:
        """Return the values, besides those in the table, of an attribute or the text of a kind."""
        return ()

    def about(self, document: OpenDocument, place: XmlPlace) -> Iterable[str]:
        """Return what is known about a tag, or its attribute, besides what is in the table."""
        return ()

    def hover(self, document: OpenDocument, offset: int) -> types.Hover | None:
        """Return what is shown about a card with its odds, an element or an attribute."""
        with self.workspace.overlay():
            return hover(
                self.text(document),
                lambda place: self.about(document, place),
                lambda name: self._card_named(document, name),
                offset,
            )

    def completions(self, document: OpenDocument, offset: int) -> Iterable[types.CompletionItem]:
        """Return elements, attributes and values."""
        with self.workspace.overlay():
            offers = completions(
                self.text(document), lambda *place: self.offers(document, *place), offset
            )
            return list(offers)

    def symbols(self, document: OpenDocument) -> Iterable[types.DocumentSymbol]:
        """Return the elements that are symbols in the table."""
        return symbols(self.text(document))

    def folds(self, document: OpenDocument) -> Iterable[types.FoldingRange]:
        """Return elements and comments of several lines."""
        return folds(self.text(document))

    def odds_of(self, document: OpenDocument, boosters: Sequence[Booster | None]) -> Sequence[Any]:
        """Return the odds of boosters, as far as they are known."""
        return self.workspace.odds.of(document, self.report(document), boosters)

    def about_card(self, document: OpenDocument, cardset: CardSet, card: Card) -> Iterator[str]:
        """Yield a card, and its odds."""
        yield card_markdown(card)
        boosters = cardset.boosters[:_MOST_BOOSTERS]
        tables = zip(boosters, self.odds_of(document, boosters), strict=True)
        shown = [(each.name, odds_markdown(odds, card.ref)) for each, odds in tables]
        lines = [f"{escaped(name)}: {odds}" for name, odds in shown if odds]
        if lines:
            yield "  \n".join(lines)

    def _card_named(self, document: OpenDocument, name: str) -> Iterator[str]:
        cardset = self.report(document).value
        if (card := cardset.card(name)) is not None:
            yield from self.about_card(document, cardset, card)
