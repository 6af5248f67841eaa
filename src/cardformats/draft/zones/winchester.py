"""Winchester Draft: take one of the piles that lie open; then each of them gets a card."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from attrs import frozen

from ..asking import Ask, Option
from ..engine import Move, Record, taking
from .game import ZoneDraft, ZoneStart, ZoneView, counted
from .kinds import DraftKind, ZoneSupply
from .settings import flag, number
from .state import STACK, Zone, ZoneOutcome, ZoneState, ZoneStep


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


def _take(step: ZoneStep, action: TakeOpenPile) -> None:
    """Take the whole pile; the next player goes on, unless there are no cards left."""
    pile = "pile", action.pile
    step.take(action.seat, step.zone(*pile).numbers, pile)
    step.next_turn((step.turn + 1) % len(step.seats))
    _grow(step)


def _grow(step: ZoneStep) -> None:
    """Put a card on each pile, as long as the stack lasts; the end if no pile has any."""
    for pile in step.several("pile"):
        step.move(step.top(1), STACK, pile.key)
    if not any(pile.cards for pile in step.several("pile")):
        step.end()


@frozen(repr=False)
class WinchesterDraft(ZoneState, ZoneDraft):
    """A Winchester Draft at one moment."""

    log: tuple[Record[StartWinchester | TakeOpenPile, ZoneOutcome], ...] = ()

    title = "a Winchester Draft"
    kind = "winchester"
    start = StartWinchester
    view_class = WinchesterView
    laid = ("pile",)
    has_open_pools = True
    moves: ClassVar[dict[type, Move]] = {TakeOpenPile: Move(_take)}

    take_open_pile = taking(TakeOpenPile)

    @staticmethod
    def set_up(step: ZoneStep) -> None:
        """Shuffle the packs to a stack, and lay out the piles."""
        step.merge("pack")
        for pile in range(step.settings.piles):
            step.put(Zone("pile", pile))
        _grow(step)

    def asks(self, seat: int) -> Iterator[Ask]:
        """Ask for one of the piles."""
        yield Ask(TakeOpenPile, [[pile.number for pile in self.several("pile") if pile.cards]])


def _supply(players: int, settings: WinchesterSettings) -> ZoneSupply:
    return ZoneSupply(packs=settings.packs * players, without_basics=settings.remove_basics)


KIND = DraftKind(
    "winchester",
    "piles that lie open; one player after the other takes one, and each gets a card",
    WinchesterDraft,
    WinchesterSettings,
    _supply,
)
