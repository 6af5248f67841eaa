"""Picks in Draftmancer's logs: an object of one of three forms, read and written."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import accumulate
from typing import Any

from ..errors import ModelError
from ..formats.json_text import Path
from ..model import CardRef
from ..model.frozen import EMPTY, FrozenDict, Value, thaw
from .codes import RecordCode
from .draftmancer_values import (
    FORMAT,
    OWN,
    LogReading,
    Values,
    are_ids,
    are_lists_of_ids,
    is_count,
    is_id,
    is_list,
    is_place,
)
from .record import PickRecord

#: Number of cells of a grid; cards after them are in reserve.
_GRID = 9

#: The extras that say in which cells of a grid the cards are, and how many there are if not nine.
_CELLS, _SIZE = "cells", "size"

#: A member that Draftmancer does not write: how many cards of each pile lay face down.
_HIDDEN = "hidden"
_TWO = 2

#: The kinds whose picks are without numbers.
_UNNUMBERED = frozenset({"grid", "rotisserie"})

#: The ids of cards.
Ids = Callable[[CardRef], str]


def cell_extras(cells: Sequence[int], size: int) -> Mapping[str, Mapping[str, Value]]:
    """Return the extras of a pick from a grid of *size* cells, some of which may be empty."""
    if len(cells) == size:
        return EMPTY
    own: dict[str, Value] = {_CELLS: tuple(cells)}
    if size != _GRID:
        own[_SIZE] = size
    return FrozenDict({OWN: FrozenDict(own)})


def read_pick(
    reading: LogReading, path: Path, value: Any, kind: str, number: int
) -> PickRecord | None:
    """Read a player's pick of that *number* from an object; None if it is none.

    Where picks have no numbers they are numbered from 0.
    """
    if not isinstance(value, dict):
        return None
    values = Values(reading, path, value)
    try:
        if "booster" in value:
            return _read_table(values, kind, number)
        if "piles" in value:
            return _read_piles(values, kind, number)
        if "revealedCards" in value:
            return _read_exchange(values)
    except ModelError:  # what is written there contradicts itself
        return None
    return None


def _read_table(values: Values, kind: str, number: int) -> PickRecord | None:
    """Read a pick from a pack or a table; in a grid a card has a cell, and cells can be empty."""
    booster = values.get("booster", is_list)
    if booster is None or not all(each is None or is_id(each) for each in booster):
        return None
    cells = [cell for cell, card in enumerate(booster) if card is not None]
    places = {cell: place for place, cell in enumerate(cells)}
    picked, burned = _places(values, places)
    values.own.update(thaw(cell_extras(cells, len(booster)).get(OWN, EMPTY)))
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
    """Return the places of the cards that were picked and burned: those that are *at* some cell."""
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


def _read_piles(values: Values, kind: str, number: int) -> PickRecord | None:
    """Read a pile that was taken, or the top of the stack, which nobody could see.

    In a Winston Draft the piles after the one that was taken were not seen either.
    """
    piles = values.get("piles", are_lists_of_ids)
    if piles is None:
        return None
    pile = values.get("pickedPile", is_count)
    down = _face_down(values, piles)
    shown = [each[: len(each) - count] for each, count in zip(piles, down, strict=True)]
    unseen = [each[len(each) - count :] for each, count in zip(piles, down, strict=True)]
    names = {"piles", "pickedPile", _HIDDEN}
    if pile is None and is_id(values.members.get("randomCard")):
        unseen.append([values.members["randomCard"]])
        names.add("randomCard")
    starts = [*accumulate(map(len, [*shown, *unseen]), initial=0)]
    if len(unseen) > len(shown):
        picked = [starts[-2]]
    elif pile is not None and pile < len(shown):
        under = pile + len(shown)
        picked = [*range(starts[pile], starts[pile + 1]), *range(starts[under], starts[under + 1])]
    else:
        return None
    hidden = sum(map(len, unseen))
    if kind == "winston" and pile is not None:
        hidden += sum(map(len, shown[pile + 1 :]))
    return PickRecord(
        0,
        number,
        values.reading.cards(card for each in (*shown, *unseen) for card in each),
        picked,
        piles=[*map(len, shown)],
        pile=pile,
        hidden=hidden,
        extras=values.extras(names),
    )


def _face_down(values: Values, piles: list[list[Any]]) -> list[int]:
    """Return how many cards of each pile lay face down; they are its last ones.

    Draftmancer has no such piles, and leaves the member out.
    """
    down = values.get(_HIDDEN, is_place)
    if down is None:
        return [0] * len(piles)
    fits = isinstance(down, list) and len(down) == len(piles) == _TWO
    if not fits or any(count > len(pile) for count, pile in zip(down, piles, strict=True)):
        values.wrong(_HIDDEN, "number of cards for each of two piles")
        return [0] * len(piles)
    counts: list[int] = down
    return counts


def _read_exchange(values: Values) -> PickRecord | None:
    """Read an exchange of a card of a hand for one of those that lie open."""
    table, hand = values.get("revealedCards", are_ids), values.get("hand", are_ids)
    if table is None or hand is None:
        return None
    exchanged = [values.get(name, is_count) for name in ("picked", "replaced")]
    has_kept = not {"picked", "replaced"} & values.members.keys()  # as some rules allow
    if None in exchanged and not has_kept:
        return None
    picked, replaced = [[] if has_kept else [each] for each in exchanged]
    names = {"round", "exchange", "revealedCards", "hand", "picked", "replaced"}
    return PickRecord(
        values.get("round", is_count, 0),
        values.get("exchange", is_count, 0),
        values.reading.cards(table),
        picked,
        hand=values.reading.cards(hand),
        replaced=replaced,
        extras=values.extras(names),
    )


def write_pick(pick: PickRecord, kind: str, ids: Ids) -> dict[str, Any]:
    """Write the object of a pick."""
    if pick.hand:
        output = _exchange_from(pick, ids)
    elif pick.piles or pick.pile is not None or (kind == "winston" and pick.hidden):
        output = _piles_from(pick, ids)
    else:
        output = _table_from(pick, kind, pick.extras.get(OWN, EMPTY), ids)
    return {**output, **thaw(pick.extras.get(FORMAT, EMPTY))}


def _table_from(pick: PickRecord, kind: str, own: Mapping[str, Value], ids: Ids) -> dict[str, Any]:
    cells, size = own.get(_CELLS), own.get(_SIZE, _GRID)
    at = list(cells) if isinstance(cells, tuple) else []
    if len(at) != len(pick.pack) or type(size) is not int:
        at, size = [*range(len(pick.pack))], len(pick.pack)
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
    cards = iter([ids(card) for card in pick.pack])
    piles = [[next(cards) for _ in range(size)] for size in pick.piles]
    if pick.pile is None:
        return {"randomCard": ids(pick.taken[0]) if pick.picked else "", "piles": piles}
    output: dict[str, Any] = {"pickedPile": pick.pile, "piles": piles}
    if sum(pick.piles) < len(pick.pack) and len(piles) == _TWO:  # some lie face down in them
        output[_HIDDEN] = [0] * len(piles)
        for place, card in enumerate(cards, sum(pick.piles)):
            pile = pick.pile if place in pick.picked else 1 - pick.pile
            piles[pile].append(card)
            output[_HIDDEN][pile] += 1
    return output


def _exchange_from(pick: PickRecord, ids: Ids) -> dict[str, Any]:
    output: dict[str, Any] = {
        "round": pick.round,
        "exchange": pick.number,
        "revealedCards": [*map(ids, pick.pack)],
        "hand": [*map(ids, pick.hand)],
    }
    if pick.picked and pick.replaced:
        output |= {"picked": pick.picked[0], "replaced": pick.replaced[0]}
    return output
