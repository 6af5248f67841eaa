"""Reads and writes ``.dek`` files, Magic Online's decks in XML."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain, islice
from typing import Final

from ...diagnostic_log import DiagnosticLog
from ...losses import Loss, LossLog
from ...model import Card, CardRef, CardSet, Face
from ..deck_sheets import card_of
from ..xml_decks import DeckForm, DeckRow
from ..xml_recovery import XmlForm
from ..xml_text import Document, block, document, element, is_allowed
from .codes import DeckCode
from .format import DEK_CAPABILITIES, DEK_ROOT
from .from_model import sections_of
from .reader import DECK, MAX_COPIES, SIDEBOARD

_SECTIONS: Final = {"true": SIDEBOARD, "false": DECK}
_LONGEST: Final = 80


def _rows(xml: Document, log: DiagnosticLog) -> Iterator[DeckRow]:
    """Yield the section, the card and the copies of each element."""
    if xml.root.find("Cards") is None:
        log.add(DeckCode.NO_CARDS, xml.span(xml.root))
    for each in xml.root.iterchildren("Cards"):
        quantity, side = each.get("Quantity", "1"), each.get("Sideboard", "false").lower()
        copies = int(quantity) if quantity.isdecimal() and len(quantity) < 10 else None  # noqa: PLR2004 - digits
        wrong = {}
        if copies is None or copies > MAX_COPIES:
            wrong["Quantity"] = quantity, f"a number up to {MAX_COPIES}"
        if side not in _SECTIONS:
            wrong["Sideboard"] = side, "true or false"
        for name, (value, kind) in wrong.items():
            data = {"attribute": name, "value": value[:_LONGEST], "kind": kind}
            log.add(DeckCode.BAD_ATTRIBUTE, xml.attribute_span(each, name), **data)
        number, name = each.get("CatID", ""), each.get("Name", "")
        if not name.strip():
            name = number
        if not name.strip():
            log.add(DeckCode.NO_NAME, xml.span(each), left_out=1)
            continue
        card = Card(Face(name), ids={"mtgo": number} if number else {})
        count = 1 if copies is None else min(copies, MAX_COPIES)
        yield _SECTIONS.get(side, DECK), card, count


def _text(cardset: CardSet, losses: LossLog, order: Iterable[str]) -> str:
    """Return the text of a deck written from scratch; its sections alternate as in *order*."""
    lines = []
    entries = sections_of(cardset, losses)
    sections = {name: iter(own) for name, own in entries.items()}
    turns = chain(order, (name for name, own in entries.items() for _ in own))
    first: dict[tuple[str | None, str], CardRef] = {}
    rows = [(name, row) for name in turns for row in islice(sections.get(name, iter(())), 1)]
    for section, entry in rows:
        if section not in (DECK, SIDEBOARD):
            losses.changed(Loss.SHEET, section, "sections", DECK)
        if entry.copies > MAX_COPIES:
            losses.changed(Loss.COPIES, entry.card.name, f"more than {MAX_COPIES} copies")
        card = card_of(cardset, entry.card, "mtgo")
        ref = card.ref if card else entry.card
        number = card.ids.get("mtgo") if card else ref.id
        if ref.number is not None:
            losses.dropped(Loss.NUMBER, ref.name, "the number of an entry")
        if ref.set_code is not None:
            losses.dropped(Loss.SET, ref.name)
        if first.setdefault((number, ref.name), ref) != ref:
            losses.dropped(Loss.CARD, ref.name, "cards with the same element as others")
        if not is_allowed(entry.card.name):
            losses.changed(Loss.NAME, entry.card.name)
        attributes = {
            "CatID": number,
            "Quantity": str(min(entry.copies, MAX_COPIES)),
            "Sideboard": str(section == SIDEBOARD).lower(),
            "Name": entry.card.name,
        }
        lines.append(element("Cards", attributes))
    return document(block(DEK_ROOT, {}, lines))


_FORM: Final = DeckForm(
    XmlForm("dek", DEK_ROOT, DeckCode.BAD_XML, DeckCode.WRONG_ROOT),
    "mtgo", DEK_CAPABILITIES, _rows, _text,
)  # fmt: skip
read, write = _FORM.read, _FORM.write
