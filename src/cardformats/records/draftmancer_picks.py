"""Picks in Draftmancer's logs: an object of one of three forms, read and written."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from operator import gt, sub
from typing import Any

from ..errors import ModelError
from ..formats.json_text import Path
from ..model import CardRef
from ..model.frozen import EMPTY, Value, thaw
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
    is_place,
)
from .record import PickRecord

#: Number of cells of a grid; cards after them are in reserve.
_GRID = 9

#: The extras that say in which cells of a grid the cards are, and how many there are.
_CELLS, _SIZE = "cells", "size"

#: A member that Draftmancer does not write: how many cards of each pile lay face down.
_HIDDEN = "hidden"
_TWO = 2

#: The kinds whose picks are without numbers.
_UNNUMBERED = frozenset({"grid", "rotisserie"})

#: The ids of cards.
Ids = Callable[[CardRef], str]


def words_of_cells(cells: Sequence[int], size: int) -> dict[str, Value]:
    """Return the words for the cells of a pick from a grid of *size* cells, if some are empty."""
    return {} if len(cells) == size else {_CELLS: tuple(cells), _SIZE: size}


def read_pick(
    reading: LogReading, path: Path, value: Any, kind: str, number: int
) -> PickRecord | None:
    """Read a player's pick of that *number* from an object; None if it is none.

    Where picks have no numbers they are numbered from 0.
    """
    if not isinstance(value, dict):
        return None
    values = Values(reading, path, value)
    with suppress(ModelError):  # what is written there contradicts itself
        for name, read in _FORMS.items():
            if name in value:
                return read(values, kind, number)
    return None


def _read_table(values: Values, kind: str, number: int) -> PickRecord | None:
    """Read a pick from a pack or a table; in a grid a card has a cell, and cells can be empty."""
    booster = values.get("booster", list)
    if booster is None or not all(each is None or is_id(each) for each in booster):
        return None
    cells = [cell for cell, card in enumerate(booster) if card is not None]
    places = {cell: place for place, cell in enumerate(cells)}
    picked, burned = _places(values, places)
    values.own |= words_of_cells(cells, len(booster))
    return PickRecord(
        values.get("packNum", is_count, 0),
        values.get("pickNum", is_count, number),
        values.reading.cards(booster[cell] for cell in cells),
        picked,
        burned,
        hidden=sum(cell >= _GRID for cell in cells) if kind == "grid" else 0,
        extras=values.extras,
    )


def _places(values: Values, at: Mapping[int, int]) -> list[list[int]]:
    """Return the places of the cards that were picked and burned: those that are *at* some cell."""
    places = []
    used: set[int] = set()
    for name in ("pick", "burn"):
        value = values.get(name, is_place, [])
        wanted = value if isinstance(value, list) else [value]
        right = [at[cell] for cell in dict.fromkeys(wanted) if cell in at and at[cell] not in used]
        if len(right) < len(wanted):
            values.keep(name, RecordCode.BAD_PICK, places=wanted, size=len(at))
        used.update(right)
        places.append(right)
    return places


def _read_piles(values: Values, kind: str, number: int) -> PickRecord | None:
    """Read a pile that was taken, or the top of the stack, which nobody could see.

    In a Winston Draft the piles after the one that was taken were not seen either.
    """
    piles, pile = values.get("piles", are_lists_of_ids), values.get("pickedPile", is_count)
    blind = values.get("randomCard", is_id) if pile is None else None
    if piles is None or (blind is None if pile is None else pile >= len(piles)):
        return None
    down = values.get(_HIDDEN, is_place) or [0] * len(piles)
    sizes = [*map(len, piles)]
    is_list = isinstance(down, list) and len(down) == len(piles)
    if not is_list or any(map(gt, down, sizes)) or (any(down) and len(piles) != _TWO):
        expected = "number of cards for each of two piles"
        values.keep(_HIDDEN, RecordCode.WRONG_TYPE, what=repr(_HIDDEN), expected=expected)
        down = [0] * len(piles)
    up = [*map(sub, sizes, down)]
    laid = [(at, card) for at, cards in enumerate(piles) for card in cards[: up[at]]]
    unseen: list[Any] = [(at, card) for at, cards in enumerate(piles) for card in cards[up[at] :]]
    unseen += [(None, blind)] * (pile is None)
    later = sum(up[pile + 1 :]) if kind == "winston" and pile is not None else 0
    return PickRecord(
        0,
        number,
        values.reading.cards(card for _, card in laid + unseen),
        [place for place, (at, _) in enumerate(laid + unseen) if at == pile],
        piles=up,
        pile=pile,
        hidden=len(unseen) + later,
        extras=values.extras,
    )


def _read_exchange(values: Values, _kind: str, _number: int) -> PickRecord | None:
    """Read an exchange of a card of a hand for one of those that lie open."""
    table, hand = values.get("revealedCards", are_ids), values.get("hand", are_ids)
    # a hand may be kept, as some rules allow
    names = [name for name in ("picked", "replaced") if name in values.members]
    exchanged = [values.get(name, is_count) for name in names]
    if None in (table, hand, *exchanged) or len(exchanged) == 1:
        return None
    return PickRecord(
        values.get("round", is_count, 0),
        values.get("exchange", is_count, 0),
        values.reading.cards(table),
        exchanged[:1],
        hand=values.reading.cards(hand),
        replaced=exchanged[1:],
        extras=values.extras,
    )


#: What reads a pick, by the member that only picks of this form have.
_FORMS = {"booster": _read_table, "piles": _read_piles, "revealedCards": _read_exchange}


# writing


def write_pick(pick: PickRecord, kind: str, ids: Ids) -> dict[str, Any]:
    """Write the object of a pick."""
    if pick.hand:
        output = _exchange_from(pick, ids)
    elif pick.piles or pick.pile is not None or (kind == "winston" and pick.hidden):
        output = _piles_from(pick, ids)
    else:
        output = _table_from(pick, kind, ids)
    return {**output, **thaw(pick.extras.get(FORMAT, EMPTY))}


def _table_from(pick: PickRecord, kind: str, ids: Ids) -> dict[str, Any]:
    own: Mapping[str, Any] = pick.extras.get(OWN, EMPTY)
    at, size = own.get(_CELLS, ()), own.get(_SIZE, 0)
    if len(at) != len(pick.pack):
        at, size = range(len(pick.pack)), len(pick.pack)
    cards = dict(zip(at, map(ids, pick.pack), strict=True))
    output: dict[str, Any] = {}
    if kind not in _UNNUMBERED:
        output = {"packNum": pick.round, "pickNum": pick.number}
    output["pick"] = [at[place] for place in pick.picked]
    if pick.burned or kind == "booster":
        output["burn"] = [at[place] for place in pick.burned]
    return output | {"booster": [cards.get(cell) for cell in range(size)]}


def _piles_from(pick: PickRecord, ids: Ids) -> dict[str, Any]:
    cards = iter([ids(card) for card in pick.pack])
    piles = [[next(cards) for _ in range(size)] for size in pick.piles]
    if pick.pile is None:
        return {"randomCard": ids(pick.taken[0]) if pick.picked else "", "piles": piles}
    output: dict[str, Any] = {"pickedPile": pick.pile, "piles": piles}
    down = range(sum(pick.piles), len(pick.pack))
    under = [pick.pile if place in pick.picked else 1 - pick.pile for place in down]
    if under and len(piles) == _TWO:  # some lie face down in them
        output[_HIDDEN] = [under.count(pile) for pile in range(_TWO)]
        for pile, card in zip(under, cards, strict=True):
            piles[pile].append(card)
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
