"""Writes decks: from scratch, or as changes of the text that was read."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Final

from attrs import evolve

from ....diagnostic_log import DiagnosticLog
from ....diagnostics import Report
from ....losses import Loss, LossLog
from ....model import CardSet, Entry, FrozenDict, Sheet
from ....source import SourceText
from ...base import Input, Written
from ...capabilities import report_unsupported
from ...guids import is_guid
from ...nameless import without_nameless
from ...patch import CannotPatchError
from ...xml_patch import xml_edits
from ...xml_text import content, element
from ..format import DECK_CAPABILITIES, NOTES, OctgnDeckOptions, OctgnOptions
from ..from_model import WrittenGame
from ..patch import with_edits
from ..render import render_deck
from ..syntax import OctgnDeckText
from .codes import OctgnDeckCode
from .of_game import MAIN, deck_of_game
from .reader import game_of, read

#: The maximum number of copies that OCTGN reads.
_MOST: Final = 999_999_999


def write(cardset: CardSet, options: OctgnDeckOptions) -> Report[Written]:
    """Write *cardset* as a deck: each sheet is a section; without sheets there is one of all.

    Of a deck that was read only what has changed is written; new cards that the game has not, if it
    was read with one, are refused.
    """
    losses, log = LossLog("octgn-deck"), DiagnosticLog(options.max_diagnostics)
    _report(cardset, losses)
    known, as_read = cardset.syntax, cardset.as_read
    if cardset.name and cardset.name != _name_of_file(cardset):
        losses.dropped(Loss.NAME, cardset.name, "the name of the deck")
    if isinstance(known, OctgnDeckText) and known.options.game is not None and as_read is not None:
        _report_edits(as_read, cardset, losses)
    if (game := game_of(options.game)) is not None:
        cardset = deck_of_game(cardset, game, losses, log)
    cardset = without_nameless(cardset, losses, "octgn")
    is_asked = options.canonical or options.game_id is not None
    if isinstance(known, OctgnDeckText) and as_read is not None and not is_asked:
        source: SourceText | None = known.source
        if cardset != as_read:
            source = _patched(cardset, as_read, known, options, losses)
        if source is not None:
            before = LossLog("octgn-deck")
            _report(as_read, before)
            new = losses.finish(before.finish())
            return Report(Written.of(source), (*new, *log.finish()))
        losses.changed(Loss.FILE, known.source.name, "a deck as it was read", "rewritten")
    return Report(Written(_text(cardset, options)), (*losses.finish(), *log.finish()))


def _name_of_file(cardset: CardSet) -> str:
    """Return the name of the file that *cardset* was read from."""
    source = getattr(cardset.syntax, "source", None)
    return Path(source.name).stem if isinstance(source, SourceText) else ""


def _patched(
    cardset: CardSet,
    as_read: CardSet,
    known: OctgnDeckText,
    options: OctgnDeckOptions,
    losses: LossLog,
) -> SourceText | None:
    """Return the text with the changes since *as_read*; None if that is impossible."""
    text = _text(cardset, options)
    before, reading = as_read, known.options
    if options.game is not None:  # what the game says otherwise has to change, too
        alone = evolve(reading, game=None)
        before = read(Input(known.source.name, None, known.source.text), alone).value
        reading = evolve(reading, game=options.game)
    try:
        edits = list(xml_edits(known.source.text, _text(before, options), text))
        source = with_edits(known.source, edits)
    except CannotPatchError:
        return None
    again = read(Input(source.name, None, source.text), reading)
    if _text(again.value, options) != text:
        return None
    old = {card.ids.get("octgn") for card in as_read.cards}
    for each in again.diagnostics if options.game is None else ():
        if each.code is OctgnDeckCode.DECK_CARD and each.data["id"] not in old:
            losses.refused("cards that the game does not have", each.data["id"])
    return source


def _text(cardset: CardSet, options: OctgnDeckOptions) -> str:
    """Return the text of a deck written from scratch."""
    about: Mapping[str, Any] = cardset.extras.get("octgn-deck", FrozenDict())
    game_id = options.game_id or about.get("game")
    own = OctgnOptions(game_id=game_id if game_id and is_guid(game_id) else None)
    game = WrittenGame(cardset, own, LossLog("octgn"))
    sheets = cardset.sheets.values() or [Sheet(MAIN, [Entry(card.ref) for card in cardset.cards])]
    notes = {NOTES: cardset.meta[NOTES]} if NOTES in cardset.meta else {}
    return _rendered(sheets, {**about, **notes}, game)


def _report(cardset: CardSet, losses: LossLog) -> None:
    report_unsupported(cardset, DECK_CAPABILITIES, losses)
    for card in cardset.cards:
        if card.set_code is not None:
            losses.dropped(Loss.SET, card.name, "the set of a card")
    for sheet in cardset.sheets.values():
        for entry in sheet.entries:
            if entry.copies > _MOST:
                losses.changed(Loss.COPIES, entry.card.name, f"more than {_MOST} copies")


def _report_edits(before: CardSet, after: CardSet, losses: LossLog) -> None:
    """Report changes of cards of the game: decks have them by their ids, as they are there."""
    own = {card.ids.get("octgn"): card for card in before.cards}
    for card in after.cards:
        if own.get(card.ids.get("octgn"), card) != card:
            losses.changed(Loss.CARD, card.name, "cards of the game", "as they are there")


def _rendered(sheets: Iterable[Sheet], about: Mapping[str, Any], game: WrittenGame) -> str:
    beside = (NOTES, "sleeve")
    own = {k: v for k, v in about.items() if isinstance(v, str) and k not in beside}
    shared = about.get("shared_sections") or ()
    sections = (
        (
            sheet.name,
            sheet.name in shared,
            [
                (min(each.copies, _MOST), game.locate(each.card).record.id, each.card.name)
                for each in sheet.entries
            ],
        )
        for sheet in sheets
    )
    others = (element(name, {}, content(str(about[name]))) for name in beside if name in about)
    return render_deck({**own, "game": game.game_id}, sections, others)
