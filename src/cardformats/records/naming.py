"""Cards of a record by the names that a card set has for them."""

from __future__ import annotations

from functools import cache

from ..draft.cards import agree
from ..model import CardRef, CardSet
from .record import DraftRecord


def named_as(record: DraftRecord, cardset: CardSet) -> DraftRecord:
    """Return the record with its cards named as the sheets of a card set name them.

    A list names ``Opt``, and a log of it has the printing that the site took.  So the packs of a
    log can be tested against the odds of its list.  A card that no sheet names, or that several
    entries may mean, stays as it is.
    """
    by_name: dict[str, dict[CardRef, None]] = {}
    for sheet in cardset.sheets.values():
        for entry in sheet.entries:
            by_name.setdefault(entry.card.name, {})[entry.card] = None

    @cache
    def named(ref: CardRef) -> CardRef:
        if ref in by_name.get(ref.name, ()):
            return ref
        for name in (ref.name, ref.name.partition(" // ")[0]):
            wanted = CardRef(name, ref.set_code, ref.number)  # a list has no ids
            fitting = [each for each in by_name.get(name, ()) if agree(each, wanted)]
            if fitting:
                return fitting[0] if len(fitting) == 1 else ref
        return ref

    return record.with_refs(named)
