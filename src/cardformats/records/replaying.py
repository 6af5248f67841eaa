"""A draft played again from its record, by the engine's own rules.

The library's own logs contain what was settled before the draft; of other logs the caller gives
what is not usual.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..bits import Seed
from ..draft import BoosterDraft, DraftCards, DraftRules, KnowsCards
from ..model import CardSet, Event
from .booster_replay import replay_booster
from .record import DraftRecord
from .zone_replay import replay_zones


def replay(
    record: DraftRecord,
    cards: CardSet | None = None,
    *catalogs: KnowsCards,
    event: Event | None = None,
    rules: DraftRules | None = None,
    discard_at: int | None = None,
    settings: Mapping[str, Any] | None = None,
    seed: Seed = 0,
) -> Any:
    """Play the draft of a record, as far as the record goes: of boosters, or of zones.

    What is not given is as in the record, if it is the library's own, or else as usual.  The cards
    of a draft of zones are dealt so that the shuffles of its seed result in what the record
    contains; so its packs may have one another's cards.

    Args:
        record: a draft with all players' picks and its packs.
        cards: where it is looked up what the cards do in a draft. [default: those of the record]
        *catalogs: where else that is looked up.
        event: the number of cards that are picked and burned in each round, and the direction in
            which packs are passed. [default: one card, none, and left, right and left again]
        rules: whose rules hold where they differ. [default: ``cr``]
        discard_at: a pack with this number of cards or fewer after a pick is discarded.
            [default: 0]
        settings: the settings of a draft of zones, by name. [default: those of its kind]
        seed: what chance is derived from, where rules leave something to it.

    Raises:
        DraftError: If it is a draft of another kind, something is missing, or a pick cannot have
            been made by the rules; with the seat, and where the record and the rules part.
        CollationError: If the seed is not an int, str or bytes.
    """
    known = DraftCards(record.cards if cards is None else cards, *catalogs)
    if record.kind != BoosterDraft.kind:
        return replay_zones(record, known, seed, settings)
    return replay_booster(record, known, seed, event, rules=rules, discard_at=discard_at)
