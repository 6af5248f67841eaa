"""What was settled before a draft of zones: as its record says, or as its picks show."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import product
from math import ceil
from typing import Any, TypeAlias

from ..draft import DraftKind, ZoneDraft, draft_kinds
from ..errors import DraftError
from ..model.frozen import EMPTY, thaw
from .draftmancer_values import FORMAT, OWN
from .of_zones import KIND, SETTINGS, START
from .record import DraftRecord, PickRecord

#: Settings by name.
Settings: TypeAlias = dict[str, Any]

_GRID = 9


def kind_of(record: DraftRecord) -> DraftKind:
    """The kind of draft that a record is of.

    Raises:
        DraftError: it is not known, or is no draft of zones.
    """
    name = record.extras.get(OWN, EMPTY).get(KIND)
    kind = draft_kinds().get(name if isinstance(name, str) else record.kind)
    if kind is None or not issubclass(kind.game, ZoneDraft):
        raise DraftError(f"drafts of the kind {record.kind[:80]!r} are not played again")
    return kind


def says_settings(record: DraftRecord) -> bool:
    """Whether a record says what was settled, and so has the packs that the draft was held with."""
    return isinstance(record.extras.get(OWN, EMPTY).get(SETTINGS), Mapping)


def start_of(record: DraftRecord) -> Mapping[str, Any]:
    """What the start of a record's draft has besides settings, if the record says so."""
    more = record.extras.get(OWN, EMPTY).get(START)
    return thaw(more) if isinstance(more, Mapping) else {}


def settings_of(record: DraftRecord, kind: DraftKind) -> Iterator[Settings]:
    """The settings that a draft may have had, the likely ones first.

    Raises:
        DraftError: the record does not show them.
    """
    if says_settings(record):
        yield thaw(record.extras[OWN][SETTINGS])
        return
    if not any(seat.picks for seat in record.seats):
        raise DraftError("the record has neither picks nor settings")
    yield from _SHOWN.get(kind.name, _default)(record)


def _default(_: DraftRecord) -> Iterator[Settings]:
    yield {}


def _first(record: DraftRecord) -> PickRecord:
    return next(seat.picks[0] for seat in record.seats if seat.picks)


def _count(record: DraftRecord) -> int:
    return sum(len(seat.picks) for seat in record.seats)


def _last(record: DraftRecord, name: str) -> int:
    last: int = max(getattr(pick, name) for seat in record.seats for pick in seat.picks)
    return last


def _piles(record: DraftRecord) -> Iterator[Settings]:
    yield {"piles": len(_first(record).piles)}


def _jumpstart(record: DraftRecord) -> Iterator[Settings]:
    yield {"offers": len(_first(record).piles)}


def _rochester(record: DraftRecord) -> Iterator[Settings]:
    packs = max(len(record.packs), _last(record, "round") + 1)
    for order in ("draftmancer", "mtr", "lucky-paper"):
        yield {"packs": ceil(packs / len(record.seats)), "order": order}


def _rotisserie(record: DraftRecord) -> Iterator[Settings]:
    yield {"cards": ceil(_count(record) / len(record.seats))}
    yield {"cards_from": "packs"}


def _grid(record: DraftRecord) -> Iterator[Settings]:
    seats = len(record.seats)
    sizes = {*map(len, record.packs)}
    for two_picks in (False, True) if seats == 2 else (False,):  # noqa: PLR2004 - players
        grids = ceil(_count(record) / (seats * (1 + two_picks)))
        is_dealt = len(sizes) == 1 and _GRID <= min(sizes) <= _GRID + 3
        yield {"grids": max(grids, len(record.packs) * is_dealt), "two_picks": two_picks}


def _housman(record: DraftRecord) -> Iterator[Settings]:
    first, seats = _first(record), len(record.seats)
    settings = {
        "hand": len(first.hand),
        "revealed": len(first.pack),
        "exchanges": ceil((_last(record, "number") + 1) / seats),
        "rounds": _last(record, "round") + 1,
        "may_keep": any(not pick.picked for seat in record.seats for pick in seat.picks),
    }
    for order in ("classic", "snake"):
        yield {**settings, "order": order}


def _solomon(record: DraftRecord) -> Iterator[Settings]:
    picks = max((seat.picks for seat in record.seats), key=len)
    first, last = len(picks[0].pack), len(picks[-1].pack)
    hidden = (first - sum(picks[0].piles)) // 2
    settings = {"cards": first, "rounds": len(picks), "hidden": hidden}
    yield {**settings, "last": 0 if last == first else last}


def _silent_auction(record: DraftRecord) -> Iterator[Settings]:
    settings: Settings = {"packs": ceil(len(record.packs) / len(record.seats)) or 1}
    auctions = record.extras.get(FORMAT, EMPTY).get("silentAuction")
    state = _member(auctions[0] if isinstance(auctions, tuple) and auctions else None, "state")
    players = _member(state, "players")
    if isinstance(players, tuple) and players:
        settings |= {
            "funds": _member(players[0], "funds"),
            "reserve": _member(state, "reservePrice"),
        }
    else:
        raise DraftError("the record does not contain the funds and the reserve")
    funds = ("more-funds", "less-funds")
    cards = ("fewer-cards", "more-cards")
    ties = [*product(funds, (*cards, "none")), *product(cards, (*funds, "none")), ("none", "none")]
    for (first, second), price in product(ties, ("first", "second")):
        yield {**settings, "price": price, "tiebreaker": first, "second_tiebreaker": second}


def _member(value: Any, name: str) -> Any:
    return value.get(name) if isinstance(value, Mapping) else None


def _minesweeper(_: DraftRecord) -> Iterator[Settings]:
    raise DraftError("the record does not contain the size of the grids and the open cards")


_SHOWN: Mapping[str, Callable[[DraftRecord], Iterator[Settings]]] = {
    "grid": _grid,
    "housman": _housman,
    "jumpstart": _jumpstart,
    "minesweeper": _minesweeper,
    "rochester": _rochester,
    "rotisserie": _rotisserie,
    "silent-auction": _silent_auction,
    "solomon": _solomon,
    "winchester": _piles,
    "winston": _piles,
}
