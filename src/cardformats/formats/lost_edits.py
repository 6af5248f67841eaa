"""What an edit of a set that was read loses: what does not come back when it is read again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import zip_longest
from typing import Final

from attrs import evolve

from ..losses import Loss, LossLog
from ..model import Booster, Card, CardSet, Entry, Sheet


def report_lost_edits(
    before: CardSet,
    meant: CardSet,
    again: CardSet,
    losses: LossLog,
    *,
    cards: Iterable[Card] | None = None,
) -> None:
    """Report what was changed of *before* and does not come back.

    Args:
        before: the set as it was read.
        meant: the set as it is.
        again: what readers make of what was written of it.
        losses: where that is reported; extras do not count, which may be of an old spelling.
        cards: those of *meant* that do not come back, if that is known.
    """
    for name, code in _OF_SETS.items():
        own = getattr(meant, name)
        if own != getattr(before, name) and own != getattr(again, name):
            losses.changed(code, meant.name, f"a new {name} of the set")
    known = set(map(id, before.cards))
    if cards is None:
        pairs = zip_longest(meant.cards, again.cards)
        cards = (card for card, read in pairs if card is not None and _bare(card) != _bare(read))
    for card in cards:
        if id(card) not in known:
            losses.changed(Loss.CARD, card.name, "changes of cards")
    order = [_bare(card) for card in meant.cards if id(card) in known]
    same = {*order}
    read_order = [card for card in map(_bare, again.cards) if card in same]
    if order != read_order and Counter(order) == Counter(read_order):
        losses.changed(Loss.CARD, meant.name, "a new order of cards")
    for sheet in meant.sheets.values():
        was, read_sheet = (each.sheets.get(sheet.name) for each in (before, again))
        if was is not sheet and _bare(sheet) not in (_bare(was), _bare(read_sheet)):
            losses.changed(Loss.SHEET, sheet.name, "changes of sheets")
    _report_lost_boosters(before, meant, again, losses)


def _report_lost_boosters(before: CardSet, meant: CardSet, again: CardSet, losses: LossLog) -> None:
    """Report the boosters of *meant* that do not come back, and those that come though gone."""
    for booster, *others in zip_longest(meant.boosters, before.boosters, again.boosters):
        if booster is not None and _bare(booster) not in map(_bare, others):
            losses.changed(Loss.BOOSTER, booster.name, "changes of boosters")
        elif booster is None and None not in others:
            losses.changed(Loss.BOOSTER, meant.name, "a set without a booster", "one all the same")


_OF_SETS: Final = {
    "name": Loss.NAME,
    "code": Loss.SET,
    "meta": Loss.METADATA,
    "event": Loss.EVENT,
}


def _bare(value: Card | Sheet | Booster | None) -> object:
    """Return *value* without extras, and with the entries of a sheet in a canonical order."""
    if value is None:
        return None
    if isinstance(value, Sheet):
        entries: list[Entry] = sorted(value.entries, key=repr)
        value = evolve(value, entries=entries)
    return evolve(value, extras={})
