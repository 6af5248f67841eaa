"""Winchester Draft: take one of the piles that lie open; then each of them gets a card."""

from __future__ import annotations

from attrs import frozen

from ..asking import Ask, Option
from ..engine import Record, taking
from ..script import Script
from .game import ZoneDraft, ZoneStart, ZoneSupply, ZoneView, counted
from .kinds import DraftKind
from .settings import flag, number
from .state import STACK, Zone, ZoneOutcome, ZoneStep


@frozen
class WinchesterSettings:
    """What can be settled before a Winchester Draft."""

    packs: int = number(3, "how many packs for each player", 1, 12)
    piles: int = number(4, "how many piles there are", 2, 8)
    remove_basics: bool = flag("leave out basic land cards", default=True)


@frozen(kw_only=True)
class StartWinchester(ZoneStart):
    """Packs are shuffled to one stack, and each pile has a card of it, face up."""

    tag = "start_winchester"

    settings: WinchesterSettings = WinchesterSettings()


@frozen
class TakeOpenPile:
    """A player takes the pile of that number, from 0."""

    tag = "take_open_pile"

    seat: int
    pile: int


@frozen
class WinchesterView(ZoneView):
    """All that a seat may see of a Winchester Draft at one moment."""

    def describe(self, action: TakeOpenPile) -> Option:
        """Describe taking a pile."""
        pile = self.zone("pile", action.pile)
        text = f"take pile {action.pile + 1}, {counted(pile.size)}"
        return Option(action, text, pile.cards)


@frozen(repr=False)
class WinchesterDraft(ZoneDraft):
    """A Winchester Draft at one moment."""

    log: tuple[Record[StartWinchester | TakeOpenPile, ZoneOutcome], ...] = ()

    title = "a Winchester Draft"
    kind = "winchester"
    start = StartWinchester
    view_class = WinchesterView
    laid = ("pile",)
    has_open_pools = True

    take_open_pile = taking(TakeOpenPile)

    @staticmethod
    def supply(players: int, settings: WinchesterSettings) -> ZoneSupply:
        """Return what the draft is held with."""
        return ZoneSupply(packs=settings.packs * players, without_basics=settings.remove_basics)

    @staticmethod
    def set_up(step: ZoneStep) -> None:
        """Shuffle the packs to a stack, beside which the piles begin."""
        step.merge("pack")
        for pile in range(step.settings.piles):
            step.put(Zone("pile", pile))
        _grow(step)

    @staticmethod
    def take_turn(step: ZoneStep) -> Script:
        """Let a player take a pile; then each of them gets a card."""
        piles = [pile.number for pile in step.several("pile") if pile.cards]
        if not piles:
            step.end()
            return
        seat = step.turn % len(step.seats)
        action = yield {seat: [Ask(TakeOpenPile, [piles])]}
        taken = step.zone("pile", action.pile)
        step.take(seat, taken.numbers, taken.key)
        _grow(step)
        step.next_turn()


def _grow(step: ZoneStep) -> None:
    """Put a card on each pile, as long as the stack lasts."""
    for pile in step.several("pile"):
        step.move(step.top(1), STACK, pile.key)


KIND = DraftKind(
    "winchester",
    "piles that lie open; one player after the other takes one, and each gets a card",
    WinchesterDraft,
    WinchesterSettings,
)
