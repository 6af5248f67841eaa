"""Writes decks (``.o8d``): each sheet is a section."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Final

from ...diagnostics import LossLog, Report
from ...model import CardRef, CardSet, Entry, Face, Fixed, FrozenDict, Sheet
from ..base import Written
from .format import OctgnDeckOptions
from .raising import card_ids
from .rendering import attributes, content, document
from .syntax import GameTree

_STEP: Final = "  "
_MAIN: Final = "Main"


def write(cardset: CardSet, options: OctgnDeckOptions) -> Report[Written]:
    """Write *cardset* as a deck: each sheet is a section; without sheets there is one of all."""
    tree = cardset.syntax
    is_asked = options.canonical or options.game_id is not None
    if isinstance(tree, GameTree) and "deck" in tree.sources and not is_asked:
        source = tree.sources["deck"]
        return Report(Written(source.text, source.encoding))
    losses = LossLog("octgn-deck")
    about: Mapping[str, Any] = cardset.extras.get("octgn-deck", FrozenDict())
    game_id, ids = card_ids(cardset, options.game_id or about.get("game"))
    sheets = cardset.sheets.values() or [Sheet(_MAIN, [Entry(card.ref) for card in cardset.cards])]
    _report(cardset, losses)
    return Report(Written(document(_lines(sheets, about, game_id, ids))), losses.finish())


def _lines(
    sheets: Iterable[Sheet], about: Mapping[str, Any], game: str, ids: Callable[[CardRef], str]
) -> Iterator[str]:
    given = {key: value for key, value in about.items() if isinstance(value, str)}
    given = {key: value for key, value in given.items() if key not in ("notes", "sleeve")}
    yield f"<deck{attributes({**given, 'game': game})}>"
    shared = about.get("shared_sections") or ()
    for sheet in sheets:
        said = {"name": sheet.name, "shared": str(sheet.name in shared)}
        yield f"{_STEP}<section{attributes(said)}>"
        for entry in sheet.entries:
            card = attributes({"qty": str(entry.copies), "id": ids(entry.card)})
            yield f"{_STEP * 2}<card{card}>{content(entry.card.name)}</card>"
        yield f"{_STEP}</section>"
    for name in ("notes", "sleeve"):
        if name in about:
            yield f"{_STEP}<{name}>{content(str(about[name]))}</{name}>"
    yield "</deck>"


def _report(cardset: CardSet, losses: LossLog) -> None:
    """Tell what no deck can say."""
    for booster in cardset.boosters:
        losses.dropped("boosters", booster.name)
    if cardset.event is not None:
        losses.dropped("how the set is drafted", cardset.name)
    for sheet in cardset.sheets.values():
        if not isinstance(sheet.collation, Fixed):
            losses.changed("sheets of chance (now all of their cards)", sheet.name)
        for entry in sheet.entries:
            if entry.finish or sheet.finish:
                losses.dropped("finishes", entry.card.name)
            if entry.overrides:
                losses.dropped("overrides of an entry", entry.card.name)
    for card in cardset.cards:
        if card.faces != (Face(card.name),):
            losses.dropped("cards themselves (but for their names and ids)", card.name)
