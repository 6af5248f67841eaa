"""Decks in XML: read and written by what a format says of its rows."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TypeAlias

from attrs import evolve, field, frozen

from ..diagnostic_log import DiagnosticLog
from ..diagnostics import Report
from ..losses import LossLog
from ..model import Card, CardSet
from ..source import SourceText
from .base import Input, Options, Written
from .capabilities import Capabilities, report_unsupported
from .deck_sheets import deck_of
from .nameless import without_nameless
from .xml_patch import rewritten
from .xml_recovery import XmlForm
from .xml_text import Document

#: The section, the card and the copies of an element.
DeckRow: TypeAlias = tuple[str, Card, int]


@frozen(eq=False)
class XmlDeckText:
    """The text of a deck of a format, and the sections of its rows, in order."""

    format_id: str
    source: SourceText
    sections: Sequence[str]


@frozen
class DeckForm:
    """A format of decks in XML.

    Attributes:
        xml: its XML.
        scheme: the scheme of the ids that it names cards by.
        can: what it can say.
        rows: reads the rows of a deck, and reports what is wrong with them.
        text: writes a deck, whose sections may alternate as in a given order.
        meta: reads the metadata of a deck.
    """

    xml: XmlForm
    scheme: str
    can: Capabilities
    rows: Callable[[Document, DiagnosticLog], Iterator[DeckRow]]
    text: Callable[[CardSet, LossLog, Iterable[str]], str]
    meta: Callable[[Document], Mapping[str, str]] = field(default=lambda _: {})

    def read(self, input_: Input, options: Options) -> Report[CardSet]:
        """Read a deck."""
        log = DiagnosticLog(options.max_diagnostics)
        source = input_.source()
        name = input_.path.stem if input_.path else ""
        document = self.xml.read(source, log)
        if document is None:
            return Report(CardSet(name), log.finish())
        rows = [*self.rows(document, log)]
        deck = evolve(deck_of(rows, self.scheme), name=name, meta=self.meta(document))
        text = XmlDeckText(self.xml.format_id, source, [section for section, _, _ in rows])
        return Report(deck.with_syntax(text), log.finish())

    def write(self, cardset: CardSet, options: Options) -> Report[Written]:
        """Write *cardset* as a deck; of one that was read only what has changed."""
        losses = LossLog(self.xml.format_id)
        syntax, as_read = cardset.syntax, cardset.as_read
        deck = syntax if isinstance(syntax, XmlDeckText) and not options.canonical else None
        if deck is not None and deck.format_id != self.xml.format_id:
            deck = None
        if deck is not None and cardset == as_read:
            return Report(Written.of(deck.source))
        cardset = without_nameless(cardset, losses, self.scheme, has_empty_names=False)
        report_unsupported(cardset, self.can, losses)
        from_scratch = self.text(cardset, losses, ())
        if deck is None or as_read is None:
            return Report(Written(from_scratch), losses.finish())
        before, after = (self._text(each, deck) for each in (as_read, cardset))

        def says(changed: SourceText) -> str:
            again = self.read(Input(changed.name, None, changed.text), Options())
            return self._text(again.value, deck)

        what = "a deck as it was read"
        source = rewritten(deck.source, before, after, says, losses, what)
        return Report(Written.of(source), losses.finish())

    def _text(self, cardset: CardSet, deck: XmlDeckText) -> str:
        """Return the text of a deck in the order of the one that was read."""
        return self.text(cardset, LossLog(""), deck.sections)
