"""Records of drafts of zones, of any kind; see :mod:`~cardformats.records.zone_turns`."""

from __future__ import annotations

from typing import Any

import attrs

from ..draft import ZoneDraft, ZoneStart, as_json, draft_kinds, pool_of
from ..model.frozen import freeze
from .draftmancer_values import FORMAT, OWN
from .of_draft import History, KnownCards, history_of, seat_id
from .record import PickRecord
from .zone_turns import Done, Turn, turns_of

#: The extras that say what was settled before a draft, by the library's own words.
KIND, SETTINGS, START = "kind", "settings", "start"


@history_of.register
def _of_zone_draft(game: ZoneDraft, known: KnownCards) -> History:
    refs = known.refs(card.card for card in game.cards)
    seats = range(game.table.seats)
    picks: list[list[PickRecord]] = [[] for _ in seats]
    auctions: list[dict[str, Any]] = []
    rules = turns_of(game.kind)
    begun: dict[int, Turn] = {}
    before: Any = type(game).from_start(game.table)
    for record in game.log[1:]:
        seat = record.action.seat
        after = before.do(record.action)
        if seat not in begun:
            begun[seat] = rules.begin(before, seat, len(picks[seat]))
        ended = rules.end(begun, Done(record, before, after))
        if ended and game.kind == "silent-auction":
            auctions.append(_auction(before, record))
        for turn in ended:
            picks[turn.seat].append(turn.record(refs))
            begun.pop(turn.seat, None)
        before = after
    pools = [[refs[card] for card in game.zones[pool_of(seat)].numbers] for seat in seats]
    packs = [[refs[card] for card in pack] for pack in game.table.packs]
    extras = {OWN: _settled(game)}
    if game.kind == "silent-auction":
        extras[FORMAT] = {"silentAuction": auctions}
    return History(picks, pools, packs, freeze(extras))


def _settled(game: ZoneDraft) -> dict[str, Any]:
    """What was settled before a draft: its kind, settings, and what its start has besides."""
    kinds = draft_kinds().values()
    own = [each for each in kinds if type(game) is each.game]
    fitting = [each for each in own if type(game.table.settings) is each.settings]
    settled: dict[str, Any] = {KIND: fitting[0].name if fitting else game.kind}
    settled[SETTINGS] = attrs.asdict(game.table.settings)
    usual = {each.name for each in attrs.fields(ZoneStart)} | {"settings"}
    more = {name: each for name, each in as_json(game.table).items() if name not in usual}
    return {**settled, START: more} if more else settled


def _auction(state: Any, record: Any) -> dict[str, Any]:
    """How the cards of a pack were sold, as Draftmancer's logs have it; the pack is in picks."""
    left = sum(1 for pack in state.several("pack") if pack.cards)
    settled = [each for each in record.outcomes if hasattr(each, "ranking")]
    return {
        "state": {
            "packCount": len(state.table.packs),
            "remainingPacks": left - 1,
            "reservePrice": state.settings.reserve,
            "players": [
                {"userID": seat_id(seat), "funds": funds, "bidCast": True}
                for seat, funds in enumerate(state.funds)
            ],
        },
        "results": [
            {
                "winner": None if each.winner is None else seat_id(each.winner),
                "bids": [
                    {
                        "userID": seat_id(bid.seat),
                        "bid": bid.bid,
                        "funds": bid.funds,
                        "won": bid.seat == each.winner,
                    }
                    for bid in each.ranking
                ],
            }
            for each in settled
        ],
    }
