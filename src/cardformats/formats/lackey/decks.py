"""Reads and writes decks: XML with an element for each copy.

Decks that are lines of copies and names are deck lists, whose sections they have.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain
from typing import Final

from ...diagnostic_log import DiagnosticLog
from ...losses import Loss, LossLog
from ...model import Card, CardSet, Entry, Face
from ..deck_sheets import card_of
from ..xml_decks import DeckForm, DeckRow
from ..xml_recovery import XmlForm
from ..xml_text import Document, block, content, document, element
from .codes import LackeyCode
from .format import DECK_CAPABILITIES, DECK_ROOT

#: The zone of cards that are in none.
_DECK: Final = "Deck"
_VERSION: Final = "0.8"
_MOST: Final = 10_000


def _rows(xml: Document, log: DiagnosticLog) -> Iterator[DeckRow]:
    """Yield the zone, the card and the one copy of each element."""
    for zone in xml.root.iterchildren("superzone"):
        for each in zone.iterchildren("card"):
            name = each.find("name")
            text = "" if name is None else name.text or ""
            image = "" if name is None else name.get("id", "")
            if not text and not image:
                log.add(LackeyCode.NO_NAME, xml.span(each), left_out=1)
                continue
            ids = {"lackey": image} if image else {}
            card = Card(Face(text or image), each.findtext("set") or None, ids=ids)
            yield zone.get("name", _DECK), card, 1


def _meta(xml: Document) -> dict[str, str]:
    game = (xml.root.findtext("meta/game") or "").strip()
    return {"game": game} if game else {}


def _text(cardset: CardSet, losses: LossLog, _order: Iterable[str]) -> str:
    """Return the text of a deck written from scratch."""
    zones = {name: each.entries for name, each in cardset.sheets.items()}
    zones = zones or {_DECK: tuple(Entry(card) for card in cardset.cards)}
    lines = block("meta", {}, [element("game", {}, content(cardset.meta.get("game", "")))])
    for name, entries in zones.items():
        cards: list[str] = []
        for entry in entries:
            if entry.copies > _MOST:
                losses.changed(Loss.COPIES, entry.card.name, f"more than {_MOST} copies")
            cards += [_element(cardset, entry)] * min(entry.copies, _MOST)
        lines = chain(lines, block("superzone", {"name": name}, cards))
    return document(block(DECK_ROOT, {"version": _VERSION}, lines))


def _element(cardset: CardSet, entry: Entry) -> str:
    card = card_of(cardset, entry.card, "lackey")
    image = card.ids.get("lackey") if card else entry.card.id
    code = (card.set_code if card else entry.card.set_code) or ""
    name = element("name", {"id": image}, content(entry.card.name))
    return element("card", {}, name + element("set", {}, content(code)))


_FORM: Final = DeckForm(
    XmlForm("lackey-deck", DECK_ROOT, LackeyCode.BAD_XML, LackeyCode.WRONG_ROOT),
    "lackey", DECK_CAPABILITIES, _rows, _text, _meta,
)  # fmt: skip
read, write = _FORM.read, _FORM.write
