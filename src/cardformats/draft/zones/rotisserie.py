"""Rotisserie Draft: all cards lie face up from the beginning, and are drafted one by one."""

from __future__ import annotations

from attrs import frozen

from ..engine import Record, refuse
from ..script import Script
from .face_up import FaceUpDraft, TakeCard, horseshoe, pick
from .game import ZoneStart, ZoneSupply
from .kinds import DraftKind
from .settings import flag, number, word
from .state import ZoneOutcome, ZoneStep


@frozen
class RotisserieSettings:
    """What can be settled before a Rotisserie Draft."""

    cards_from: str = word(
        ("list", "packs"), "what lies on the table, every card of the list once or packs"
    )
    cards: int = number(45, "how many cards each player drafts of a list", 1)
    exact: bool = flag("lay out no more cards of a list than are drafted, at random", default=False)
    packs: int = number(3, "how many packs for each player, all of which is drafted", 1)


@frozen(kw_only=True)
class StartRotisserie(ZoneStart):
    """Cards are on the table: a pack of all of a list, or packs."""

    tag = "start_rotisserie"

    settings: RotisserieSettings = RotisserieSettings()


def _picks(step: ZoneStep) -> int:
    """Return how many cards are drafted."""
    settings: RotisserieSettings = step.settings
    drafted = settings.cards * len(step.seats)
    return len(step.cards) if settings.cards_from == "packs" else drafted


@frozen(repr=False)
class RotisserieDraft(FaceUpDraft):
    """A Rotisserie Draft at one moment."""

    log: tuple[Record[StartRotisserie | TakeCard, ZoneOutcome], ...] = ()

    title = "a Rotisserie Draft"
    kind = "rotisserie"
    start = StartRotisserie
    laid = ()  # too many cards for a record of each turn

    @staticmethod
    def supply(players: int, settings: RotisserieSettings) -> ZoneSupply:
        """Return what the draft is held with."""
        if settings.cards_from == "packs":
            return ZoneSupply(packs=settings.packs * players)
        return ZoneSupply(pool=True)

    @staticmethod
    def set_up(step: ZoneStep) -> None:
        """Lay out all cards, or as many as are drafted."""
        settings: RotisserieSettings = step.settings
        count, picks = len(step.cards), _picks(step)
        if count < picks:
            refuse(None, f"this takes {picks} cards; there are {count}")
        if settings.exact:
            left_out = {*step.bits().shuffled(range(count))[picks:]}
            for pack in step.several("pack"):
                step.discard([card for card in pack.numbers if card in left_out], pack.key)
        for pack in step.several("pack"):
            step.show(pack.key, None)

    @staticmethod
    def take_turn(step: ZoneStep) -> Script:
        """Let a player take a card; the end after the last."""
        if step.turn < _picks(step):
            yield from pick(step, horseshoe(step.turn, len(step.seats)), step.several("pack"))
        else:
            step.end("pack")


KIND = DraftKind(
    "rotisserie",
    "all cards lie face up, and are drafted one by one around the table and back",
    RotisserieDraft,
    RotisserieSettings,
)
