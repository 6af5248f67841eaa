"""Picks in Draftmancer's logs: an object of one of three forms, read and written."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import accumulate, pairwise
from typing import Any

from ..errors import ModelError
from ..formats.json_text import Path
from ..model import CardRef
from ..model.frozen import EMPTY, Value, thaw
from .codes import RecordCode
from .draftmancer_values import (
    FORMAT,
    OWN,
    Reading,
    Values,
    are_ids,
    are_lists_of_ids,
    is_count,
    is_id,
    is_list,
    is_place,
)
from .record import PickRecord

#: So many cells has a grid; what follows them is in reserve.
_GRID = 9

#: The extras that say in which cells of a grid the cards are.
_CELLS = "cells"

#: The kinds whose picks are without numbers.
_UNNUMBERED = frozenset({"grid", "rotisserie"})

#: The ids of cards.
Ids = Callable[[CardRef], str]


def read_pick(
    reading: Reading, path: Path, value: Any, kind: str, number: int
) -> PickRecord | None:
    """The pick that an object says, which is a player's of that *number*; None if it says none.

    Where picks have no numbers they are numbered from 0.
    """
    if not isinstance(value, dict):
        return None
    values = Values(reading, path, value)
    try:
        if "booster" in value:
            return _read_table(values, kind, number)
        if "piles" in value:
            return _read_piles(values, number)
        if "revealedCards" in value:
            return _read_exchange(values)
    except ModelError:  # what is written there contradicts itself
        return None
    return None


def _read_table(values: Values, kind: str, number: int) -> PickRecord | None:
    """A pick from a pack or a table; in a grid a card has a cell, and cells can be empty."""
    booster = values.get("booster", is_list)
    if booster is None or not all(each is None or is_id(each) for each in booster):
        return None
    cells = [cell for cell, card in enumerate(booster) if card is not None]
    places = {cell: place for place, cell in enumerate(cells)}
    picked, burned = _places(values, places)
    if len(cells) < len(booster):
        values.own[_CELLS] = cells
    return PickRecord(
        values.get("packNum", is_count, 0),
        values.get("pickNum", is_count, number),
        values.reading.cards(booster[cell] for cell in cells),
        picked,
        burned,
        hidden=sum(cell >= _GRID for cell in cells) if kind == "grid" else 0,
        extras=values.extras({"packNum", "pickNum", "pick", "burn", "booster"}),
    )


def _places(values: Values, at: Mapping[int, int]) -> tuple[list[int], list[int]]:
    """The places of the cards that were picked and burned: those that are *at* some cell."""
    places = []
    used: set[int] = set()
    for name in ("pick", "burn"):
        value = values.get(name, is_place, [])
        wanted = value if isinstance(value, list) else [value]
        right = [at[cell] for cell in dict.fromkeys(wanted) if cell in at and at[cell] not in used]
        if len(right) < len(wanted):
            values.report(RecordCode.BAD_PICK, name, places=wanted, size=len(at))
            values.rest[name] = value
        used.update(right)
        places.append(right)
    return places[0], places[1]


def _read_piles(values: Values, number: int) -> PickRecord | None:
    """A pile that was taken, or the top of the stack, which nobody could see."""
    piles = values.get("piles", are_lists_of_ids)
    if piles is None:
        return None
    pile = values.get("pickedPile", is_count)
    hidden = [values.members["randomCard"]] if is_id(values.members.get("randomCard")) else []
    starts = [0, *accumulate(map(len, piles))]
    cards = [card for each in piles for card in each] + hidden
    if pile is not None:
        start, end = [*pairwise(starts)][pile] if pile < len(piles) else (0, -1)
        picked = range(start, end)
        if end < 0:
            return None
    elif hidden:
        picked = range(starts[-1], starts[-1] + 1)
    else:
        return None
    return PickRecord(
        0,
        number,
        values.reading.cards(cards),
        picked,
        piles=[*map(len, piles)],
        pile=pile,
        hidden=len(hidden),
        extras=values.extras({"piles", "pickedPile", "randomCard"}),
    )


def _read_exchange(values: Values) -> PickRecord | None:
    """A card of a hand that was exchanged for one of those that lie open."""
    table, hand = values.get("revealedCards", are_ids), values.get("hand", are_ids)
    picked, replaced = values.get("picked", is_count), values.get("replaced", is_count)
    if table is None or hand is None or picked is None or replaced is None:
        return None
    names = {"round", "exchange", "revealedCards", "hand", "picked", "replaced"}
    return PickRecord(
        values.get("round", is_count, 0),
        values.get("exchange", is_count, 0),
        values.reading.cards(table),
        [picked],
        hand=values.reading.cards(hand),
        replaced=[replaced],
        extras=values.extras(names),
    )


def write_pick(pick: PickRecord, kind: str, ids: Ids) -> dict[str, Any]:
    """The object that says a pick."""
    cells = pick.extras.get(OWN, EMPTY).get(_CELLS)
    if pick.hand:
        output = _exchange_from(pick, ids)
    elif pick.piles or pick.pile is not None:
        output = _piles_from(pick, ids)
    else:
        output = _table_from(pick, kind, cells, ids)
    return {**output, **thaw(pick.extras.get(FORMAT, EMPTY))}


def _table_from(pick: PickRecord, kind: str, cells: Value, ids: Ids) -> dict[str, Any]:
    own = list(cells) if isinstance(cells, tuple) else []
    at = own if len(own) == len(pick.pack) else [*range(len(pick.pack))]
    size = max(_GRID, max(at, default=-1) + 1) if own else len(at)
    booster: list[str | None] = [None] * size
    for cell, card in zip(at, pick.pack, strict=True):
        booster[cell] = ids(card)
    output: dict[str, Any] = {}
    if kind not in _UNNUMBERED:
        output = {"packNum": pick.round, "pickNum": pick.number}
    output["pick"] = [at[place] for place in pick.picked]
    if pick.burned or kind == "booster":
        output["burn"] = [at[place] for place in pick.burned]
    return output | {"booster": booster}


def _piles_from(pick: PickRecord, ids: Ids) -> dict[str, Any]:
    cards = iter(pick.pack)
    piles = [[ids(next(cards)) for _ in range(size)] for size in pick.piles]
    if pick.pile is not None:
        return {"pickedPile": pick.pile, "piles": piles}
    return {"randomCard": ids(pick.taken[0]) if pick.picked else "", "piles": piles}


def _exchange_from(pick: PickRecord, ids: Ids) -> dict[str, Any]:
    return {
        "round": pick.round,
        "exchange": pick.number,
        "revealedCards": [*map(ids, pick.pack)],
        "hand": [*map(ids, pick.hand)],
        "picked": pick.picked[0] if pick.picked else 0,
        "replaced": pick.replaced[0] if pick.replaced else 0,
    }
