"""Cards of a record by the names that a card set has for them."""

from __future__ import annotations

from collections.abc import Iterable

from attrs import evolve

from ..draft.cards import agree
from ..model import CardRef, CardSet
from .record import DraftRecord, PickRecord, SeatRecord


def named_as(record: DraftRecord, cardset: CardSet) -> DraftRecord:
    """Return the record with its cards named as the sheets of a card set name them.

    A list names ``Opt``, and a log of it has the printing that the site took.  So the packs of a
    log can be tested against the odds of its list.  A card that no sheet names, or that several
    entries may mean, stays as it is.
    """
    names = _Names(cardset)
    return evolve(
        record,
        seats=[_seat(seat, names) for seat in record.seats],
        packs=[names.refs(pack) for pack in record.packs],
    )


class _Names:
    """The names of the cards on a set's sheets."""

    def __init__(self, cardset: CardSet) -> None:
        self._by_name: dict[str, dict[CardRef, None]] = {}
        self._known: dict[CardRef, CardRef] = {}
        for sheet in cardset.sheets.values():
            for entry in sheet.entries:
                self._by_name.setdefault(entry.card.name, {})[entry.card] = None
                self._known[entry.card] = entry.card

    def refs(self, refs: Iterable[CardRef]) -> list[CardRef]:
        """Return the names of cards."""
        return [self._known.get(ref) or self._look_up(ref) for ref in refs]

    def _look_up(self, ref: CardRef) -> CardRef:
        for name in (ref.name, ref.name.partition(" // ")[0]):
            wanted = CardRef(name, ref.set_code, ref.number)  # a list has no ids
            fitting = [each for each in self._by_name.get(name, ()) if agree(each, wanted)]
            if fitting:
                break
        self._known[ref] = fitting[0] if len(fitting) == 1 else ref
        return self._known[ref]


def _seat(seat: SeatRecord, names: _Names) -> SeatRecord:
    deck = seat.deck
    if deck is not None:
        deck = evolve(deck, main=names.refs(deck.main), side=names.refs(deck.side))
    picks = [_pick(pick, names) for pick in seat.picks]
    return evolve(seat, picks=picks, cards=names.refs(seat.cards), deck=deck)


def _pick(pick: PickRecord, names: _Names) -> PickRecord:
    return evolve(pick, pack=names.refs(pick.pack), hand=names.refs(pick.hand))
