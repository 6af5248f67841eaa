"""Reads and writes decks: XML with an element for each copy.

Decks that are lines of copies and names are deck lists, whose sections they have.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import Final

from attrs import evolve, frozen

from ...diagnostic_log import DiagnosticLog
from ...diagnostics import Report
from ...losses import Loss, LossLog
from ...model import Card, CardSet, Entry, Face
from ...source import SourceText
from ..base import Input, Written
from ..capabilities import report_unsaid
from ..deck_sheets import deck_of
from ..nameless import without_nameless
from ..xml_patch import rewritten
from ..xml_recovery import read_document
from ..xml_text import block, content, document, element
from .codes import LackeyCode
from .format import DECK_CAPABILITIES, LackeyDeckOptions

#: The zone of cards that are in none.
_DECK: Final = "Deck"
_VERSION: Final = "0.8"
_MOST: Final = 10_000


@frozen(eq=False)
class DeckText:
    """The text of a deck."""

    source: SourceText


def read(input_: Input, options: LackeyDeckOptions) -> Report[CardSet]:
    """Read a deck."""
    log = DiagnosticLog(options.max_diagnostics)
    source = input_.source()
    meta: dict[str, str] = {}
    rows = [*_rows(source, meta, log)]
    name = input_.path.stem if input_.path else ""
    cardset = evolve(deck_of(rows, "lackey"), name=name, meta=meta)
    return Report(cardset.with_syntax(DeckText(source)), log.finish())


def _rows(
    source: SourceText, meta: dict[str, str], log: DiagnosticLog
) -> Iterator[tuple[str, Card, int]]:
    xml = read_document(source, "lackey-deck", LackeyCode.BAD_XML, log)
    if xml is None:
        return
    if xml.root.tag != "deck":
        shown = xml.shown(xml.root)
        log.add(LackeyCode.WRONG_ROOT, xml.span(xml.root), found=shown, expected="deck")
        return
    if game := (xml.root.findtext("meta/game") or "").strip():
        meta["game"] = game
    for zone in xml.root.iterchildren("superzone"):
        for each in zone.iterchildren("card"):
            name = each.find("name")
            text = "" if name is None else name.text or ""
            image = "" if name is None else name.get("id", "")
            if not text and not image:
                log.add(LackeyCode.NO_NAME, xml.span(each), left_out=1)
                continue
            ids = {"lackey": image} if image else {}
            yield (
                zone.get("name", _DECK),
                Card(Face(text or image), each.findtext("set") or None, ids=ids),
                1,
            )


def write(cardset: CardSet, options: LackeyDeckOptions) -> Report[Written]:
    """Write *cardset* as a deck; of one that was read only what has changed."""
    losses = LossLog("lackey-deck")
    deck, as_read = cardset.syntax, cardset.as_read
    deck = deck if isinstance(deck, DeckText) and not options.canonical else None
    if deck is not None and cardset == as_read:
        return Report(Written.of(deck.source))
    cardset = without_nameless(cardset, losses, "lackey")
    report_unsaid(cardset, DECK_CAPABILITIES, losses)
    text = _text(cardset, losses)
    if deck is None or as_read is None:
        return Report(Written(text), losses.finish())

    def says(changed: SourceText) -> str:
        again = read(Input(changed.name, None, changed.text), LackeyDeckOptions())
        return _text(again.value, LossLog(""))

    what = "a deck as it was read"
    source = rewritten(deck.source, _text(as_read, LossLog("")), text, says, losses, what)
    return Report(Written.of(source), losses.finish())


def _text(cardset: CardSet, losses: LossLog) -> str:
    """The text of a deck that is written anew."""
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
    return document(block("deck", {"version": _VERSION}, lines))


def _element(cardset: CardSet, entry: Entry) -> str:
    card = cardset.card(entry.card)
    image = card.ids.get("lackey") if card else entry.card.id
    code = (card.set_code if card else entry.card.set_code) or ""
    name = element("name", {"id": image}, content(entry.card.name))
    return element("card", {}, name + element("set", {}, content(code)))
