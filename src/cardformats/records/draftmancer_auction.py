"""Silent auctions in Draftmancer's logs, which have them pack by pack and not by player."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from typing import Any

from ..model import CardRef
from .codes import RecordCode
from .draftmancer_values import Reading, are_ids, is_list, member
from .record import DraftRecord, PickRecord

#: A pack has no more cards.
_MOST = 1000


def auction_picks(
    reading: Reading, auctions: list[Any], users: Collection[str]
) -> dict[str, list[PickRecord]]:
    """What each player bid and won, a pick for each pack that the player bid for.

    The list itself stays in the record's extras: it also says the order of bids, and funds.
    """
    picks: dict[str, list[PickRecord]] = {user: [] for user in users}
    for round_, auction in enumerate(auctions):
        pack = member(member(auction, "state"), "currentPack")
        results = member(auction, "results")
        if not are_ids(pack) or not is_list(results) or not len(results) <= len(pack) <= _MOST:
            what, expected = f"auction {round_ + 1}", "pack with results"
            path = ("silentAuction", round_)
            reading.report(RecordCode.WRONG_TYPE, path, what=what, expected=expected)
            continue
        cards = tuple(reading.cards(pack))
        won: dict[str, list[int]] = {}
        bids: dict[str, list[int]] = {}
        for place, result in enumerate(results):
            winner = member(result, "winner")
            if isinstance(winner, str):
                won.setdefault(winner, []).append(place)
            for user, bid in _bids(result):
                bids.setdefault(user, [0] * len(pack))[place] = bid
        for user in {**won, **bids}:
            if user in picks:
                own = PickRecord(round_, 0, cards, won.get(user, ()), bids=bids.get(user, ()))
                picks[user].append(own)
    return picks


def _bids(result: Any) -> Iterator[tuple[str, int]]:
    """Who bid how much for a card."""
    bids = member(result, "bids")
    for each in bids if is_list(bids) else ():
        user, bid = member(each, "userID"), member(each, "bid")
        if isinstance(user, str) and type(bid) is int:
            yield user, bid


def without_packs(
    auctions: list[Any], data: dict[str, Any], picks: dict[str, list[PickRecord]]
) -> list[Any]:
    """The auctions without the packs that picks have, whose cards are all as in the card data."""
    known = {pick.round for each in picks.values() for pick in each}
    bare = []
    for round_, auction in enumerate(auctions):
        state = member(auction, "state")
        pack = member(state, "currentPack")
        if round_ in known and all(data.get(member(card, "id")) == card for card in pack):
            state = {key: each for key, each in state.items() if key != "currentPack"}
            bare.append({**auction, "state": state})
        else:
            bare.append(auction)
    return bare


def with_packs(record: DraftRecord, auctions: Any, object_of: Callable[[CardRef], Any]) -> Any:
    """The auctions with the packs that picks have; see :func:`without_packs`."""
    packs = {pick.round: pick.pack for seat in record.seats for pick in seat.picks}
    if not is_list(auctions):
        return auctions
    whole = []
    for round_, auction in enumerate(auctions):
        state = member(auction, "state")
        if isinstance(state, dict) and "currentPack" not in state and round_ in packs:
            state = {"currentPack": [*map(object_of, packs[round_])], **state}
            whole.append({**auction, "state": state})
        else:
            whole.append(auction)
    return whole


def has_bids(record: DraftRecord) -> bool:
    """Whether there are bids in a record; an auction's log that was stripped has none."""
    return any(pick.bids for seat in record.seats for pick in seat.picks)


def auctions_of(record: DraftRecord, object_of: Callable[[CardRef], Any]) -> list[dict[str, Any]]:
    """The auctions of a record that has none from a log: packs, winners and bids."""
    rounds: dict[int, list[tuple[str, PickRecord]]] = {}
    for seat in record.seats:
        for pick in seat.picks:
            rounds.setdefault(pick.round, []).append((seat.id, pick))
    auctions = []
    for number, picks in sorted(rounds.items()):
        pack = picks[0][1].pack
        results = []
        for place in range(len(pack)):
            winner = next((user for user, pick in picks if place in pick.picked), None)
            made = [
                (user != winner, -pick.bids[place], user)
                for user, pick in picks
                if place < len(pick.bids)
            ]
            bids = [
                {"userID": user, "bid": -bid, "won": not lost} for lost, bid, user in sorted(made)
            ]
            results.append({"winner": winner, "bids": bids})
        state = {
            "currentPack": [*map(object_of, pack)],
            "packCount": len(rounds),
            "remainingPacks": len(rounds) - 1 - number,
        }
        auctions.append({"state": state, "results": results})
    return auctions
