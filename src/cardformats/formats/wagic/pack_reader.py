"""Reads a pack file by itself: one booster, of cards that are given or of none."""

from __future__ import annotations

from ...diagnostics import DiagnosticLog, Report
from ...model import CardSet
from ..base import Input
from .boosters import PackLowering
from .codes import WagicCode
from .format import WagicPackOptions
from .pack_files import read_pack


def read(given: Input, options: WagicPackOptions) -> Report[CardSet]:
    """Read *given* as a pack; its cards are those of ``options.draw_from`` that it can hold."""
    log = DiagnosticLog(options.max_diagnostics)
    source = given.source()
    pack = read_pack(source, log)
    if pack is None:
        return Report(CardSet(), log.finish())
    cards = None if options.draw_from is None else options.draw_from.cards
    if cards is None:
        log.add(WagicCode.NO_CARDS, source.span(0))
    lowering = PackLowering(cards, options.engine, log)
    booster = lowering.booster(pack, name=pack.name, code=None)
    drawn = {entry.card for sheet in lowering.sheets.values() for entry in sheet.entries}
    held = [card for card in cards or () if card.ref in drawn]
    boosters = (booster,) if booster else ()
    cardset = CardSet(pack.name, None, held, lowering.sheets.values(), boosters)
    return Report(cardset.with_syntax(source), log.finish())
