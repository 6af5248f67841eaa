"""Reads and writes ``.dek`` files, Magic Online's decks in XML."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, islice

from attrs import evolve, frozen

from ...diagnostic_log import DiagnosticLog
from ...diagnostics import Report
from ...losses import Loss, LossLog
from ...model import Card, CardSet, Face
from ...source import SourceText, Span
from ..base import Input, Written
from ..capabilities import report_unsaid
from ..deck_sheets import deck_of
from ..nameless import without_nameless
from ..xml_patch import rewritten
from ..xml_recovery import read_document
from ..xml_text import Document, block, document, element, is_allowed
from .codes import DeckCode
from .format import DEK_CAPABILITIES, DeckOptions
from .from_model import sections_of
from .reader import DECK, MAX_COPIES, SIDEBOARD

_SECTIONS = {"true": SIDEBOARD, "false": DECK}
_LONGEST = 80


@frozen(eq=False)
class DekText:
    """The text of a ``.dek`` file, and the sections of its rows, in order."""

    source: SourceText
    rows: Sequence[str]


def read(input_: Input, options: DeckOptions) -> Report[CardSet]:
    """Read a deck of Magic Online."""
    log = DiagnosticLog(options.max_diagnostics)
    source = input_.source()
    name = input_.path.stem if input_.path else ""
    xml = read_document(source, "dek", DeckCode.BAD_XML, log)
    if xml is None:
        return Report(CardSet(name), log.finish())
    if xml.root.tag != "Deck":
        log.add(DeckCode.WRONG_ROOT, xml.span(xml.root), tag=str(xml.root.tag)[:_LONGEST])
        return Report(CardSet(name), log.finish())
    rows = [*_rows(xml, log)]
    if not rows:
        log.add(DeckCode.NO_CARDS, xml.span(xml.root))
    cardset = evolve(deck_of(rows, "mtgo"), name=name)
    sections = tuple(section for section, _, _ in rows)
    return Report(cardset.with_syntax(DekText(source, sections)), log.finish())


def _rows(xml: Document, log: DiagnosticLog) -> Iterator[tuple[str, Card, int]]:
    """The section, the card and the copies of each element."""
    for each in xml.root.iterchildren("Cards"):
        quantity, side = each.get("Quantity", "1"), each.get("Sideboard", "false").lower()
        copies = int(quantity) if quantity.isdecimal() and len(quantity) < 10 else None  # noqa: PLR2004 - digits
        if copies is None or copies > MAX_COPIES:
            span = xml.attribute_span(each, "Quantity")
            kind = f"a number up to {MAX_COPIES}"
            _report(log, span, "Quantity", quantity, kind)
        if side not in _SECTIONS:
            _report(log, xml.attribute_span(each, "Sideboard"), "Sideboard", side, "true or false")
        number = each.get("CatID")
        card = Card(Face(each.get("Name", number or "")), ids={"mtgo": number} if number else {})
        count = 1 if copies is None else min(copies, MAX_COPIES)
        yield _SECTIONS.get(side, DECK), card, count


def _report(log: DiagnosticLog, span: Span, attribute: str, value: str, kind: str) -> None:
    log.add(DeckCode.BAD_ATTRIBUTE, span, attribute=attribute, value=value[:_LONGEST], kind=kind)


def write(cardset: CardSet, options: DeckOptions) -> Report[Written]:
    """Write *cardset* as a deck of Magic Online; of one that was read only what has changed."""
    losses = LossLog("dek")
    cardset = without_nameless(cardset, losses, "mtgo")
    syntax, as_read = cardset.syntax, cardset.as_read
    if isinstance(syntax, DekText) and cardset == as_read and not options.canonical:
        return Report(Written.of(syntax.source))
    report_unsaid(cardset, DEK_CAPABILITIES, losses)
    if not isinstance(syntax, DekText) or as_read is None or options.canonical:
        return Report(Written(_text(cardset, losses)), losses.finish())
    _text(cardset, losses)  # what a new text loses, one that was changed loses, too
    order = syntax.rows

    def says(source: SourceText) -> str:
        again = read(Input(source.name, None, source.text), DeckOptions()).value
        return _text(again, LossLog(""), order)

    before, after = (_text(each, LossLog(""), order) for each in (as_read, cardset))
    what = "a deck as it was read"
    source = rewritten(syntax.source, before, after, says, losses, what)
    return Report(Written.of(source), losses.finish())


def _text(cardset: CardSet, losses: LossLog, order: Iterable[str] = ()) -> str:
    """The text of a deck that is written anew; its sections alternate as in *order*."""
    lines = []
    entries = sections_of(cardset, losses)
    sections = {name: iter(own) for name, own in entries.items()}
    turns = chain(order, (name for name, own in entries.items() for _ in own))
    rows = [(name, row) for name in turns for row in islice(sections.get(name, iter(())), 1)]
    for section, entry in rows:
        if section not in (DECK, SIDEBOARD):
            losses.changed(Loss.SHEET, section, "sections", DECK)
        if entry.copies > MAX_COPIES:
            losses.changed(Loss.COPIES, entry.card.name, f"more than {MAX_COPIES} copies")
        if entry.card.number is not None:
            losses.dropped(Loss.NUMBER, entry.card.name, "the number of an entry")
        card = cardset.card(entry.card)
        number = card.ids.get("mtgo") if card else entry.card.id
        if entry.card.set_code is not None:
            losses.dropped(Loss.SET, entry.card.name)
        if not is_allowed(entry.card.name):
            losses.changed(Loss.NAME, entry.card.name)
        attributes = {
            "CatID": number,
            "Quantity": str(min(entry.copies, MAX_COPIES)),
            "Sideboard": str(section == SIDEBOARD).lower(),
            "Name": entry.card.name,
        }
        lines.append(element("Cards", attributes))
    return document(block("Deck", {}, lines))
