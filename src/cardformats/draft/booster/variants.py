"""Kinds of booster draft: Glimpse, where cards are burned with each pick, and Supreme, alone."""

from __future__ import annotations

from typing import Any, ClassVar

from attrs import evolve, frozen

from ...bits import Seed
from ...model import Event, Round
from ..cards import DraftCards
from ..zones.game import ZoneSupply
from ..zones.kinds import DraftKind, Packs, first_packs
from ..zones.settings import number
from .game import BoosterDraft, start
from .state import MAX_CARDS, MAX_SEATS


@frozen
class GlimpseSettings:
    """What can be settled before a Glimpse Draft."""

    packs: int = number(9, "how many packs for each player", 1)
    picks: int = number(1, "how many cards a pick is of", 1)
    burns: int = number(2, "how many cards are burned with each pick", 1)
    discard_at: ClassVar[int] = 0


@frozen
class SupremeSettings:
    """What can be settled before a Supreme Draft."""

    burns: ClassVar[int] = 0
    discard_at: ClassVar[int] = MAX_CARDS

    packs: int = number(18, "how many packs", 1)
    picks: int = number(2, "how many cards of each pack", 1)


def _supply(players: int, settings: GlimpseSettings | SupremeSettings) -> ZoneSupply:
    return ZoneSupply(packs=settings.packs * players)


def _start(
    _kind: DraftKind, packs: Packs, cards: DraftCards, players: int, seed: Seed, settings: Any
) -> BoosterDraft:
    """Begin by the rounds of the list; the settings are for those without picks and burns."""
    rounds = [
        evolve(each, picks=each.picks or (settings.picks,), burns=each.burns or (settings.burns,))
        for each in (cards.event and cards.event.rounds) or (Round(),)
    ]
    count = settings.packs
    dealt = first_packs(packs, count * players)
    each = [dealt[first : first + players] for first in range(0, len(dealt), players)]
    event = evolve(cards.event or Event(), rounds=rounds, boosters_per_player=count)
    return start(each, cards, seed=seed, event=event, discard_at=settings.discard_at)


GLIMPSE = DraftKind(
    "glimpse",
    "a booster draft in which cards are burned with each pick",
    BoosterDraft,
    GlimpseSettings,
    _supply,
    most=MAX_SEATS,
    start=_start,
)
SUPREME = DraftKind(
    "supreme",
    "a booster draft alone: a few cards of each pack, the rest is discarded",
    BoosterDraft,
    SupremeSettings,
    _supply,
    least=1,
    most=1,
    start=_start,
)
