"""Records of drafts of zones, of any kind; see :mod:`~cardformats.records.zone_turns`."""

from __future__ import annotations

from typing import Any

import attrs

from ..draft import ZoneDraft, ZoneStart, as_json, draft_kinds
from ..model.frozen import freeze
from .draftmancer_values import OWN
from .of_draft import KIND, SETTINGS, START, History, KnownCards, history_of
from .record import PickRecord
from .zone_turns import Followed


@history_of.register
def _of_zone_draft(game: ZoneDraft, known: KnownCards) -> History:
    refs = known.refs(card.card for card in game.cards)
    picks: list[list[PickRecord]] = [[] for _ in range(game.table.seats)]
    followed = Followed(type(game).from_start(game.table))
    for record in game.log[1:]:
        followed, ended = followed.do(record.action)
        for turn in ended:
            picks[turn.seat].append(turn.record(refs))
    pools = [known.refs(card.card for card in game.pool(seat)) for seat in range(len(picks))]
    packs = [[refs[card] for card in pack] for pack in game.table.packs]
    return History(picks, pools, packs, freeze({OWN: _settled(game)}))


def _settled(game: ZoneDraft) -> dict[str, Any]:
    """Return what was settled before a draft: its kind, settings, and more of its start."""
    own = [each for each in draft_kinds().values() if type(game) is each.game]
    fitting = [each for each in own if type(game.table.settings) is each.settings]
    settled: dict[str, Any] = {KIND: fitting[0].name if fitting else game.kind}
    settled[SETTINGS] = attrs.asdict(game.table.settings)
    usual = {each.name for each in attrs.fields(ZoneStart)} | {"settings"}
    more = {name: each for name, each in as_json(game.table).items() if name not in usual}
    return {**settled, START: more} if more else settled
