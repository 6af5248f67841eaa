"""Winston Draft: take a face-down pile that you have looked at, or go on to the next."""

from __future__ import annotations

from typing import TypeAlias

from attrs import frozen

from ..asking import Ask, Option
from ..engine import Record, taking
from ..script import Script
from .game import ZoneDraft, ZoneStart, ZoneSupply, ZoneView, counted
from .kinds import DraftKind
from .settings import flag, number
from .state import STACK, Zone, ZoneOutcome, ZoneStep


@frozen
class WinstonSettings:
    """What can be settled before a Winston Draft."""

    packs: int = number(3, "how many packs for each player", 1)
    piles: int = number(3, "how many piles there are", 2, 8)
    remove_basics: bool = flag("leave out basic land cards", default=True)


@frozen(kw_only=True)
class StartWinston(ZoneStart):
    """Packs are shuffled to one stack, and each pile has a card of it."""

    tag = "start_winston"

    settings: WinstonSettings = WinstonSettings()


@frozen
class TakePile:
    """A player takes the pile that was looked at."""

    tag = "take_pile"

    seat: int


@frozen
class SkipPile:
    """A player leaves the pile that was looked at, to which a card is added unseen."""

    tag = "skip_pile"

    seat: int


#: What a player can do.
WinstonAction: TypeAlias = TakePile | SkipPile


@frozen
class WinstonView(ZoneView):
    """All that a seat may see of a Winston Draft at one moment.

    Attributes:
        pile: the number of the pile that is looked at, by the seat whose turn it is.
    """

    pile: int

    def describe(self, action: WinstonAction) -> Option:
        """Describe taking the pile, or leaving it for the next one or the top of the stack."""
        if isinstance(action, TakePile):
            pile = self.zone("pile", self.pile)
            return Option(action, f"take pile {self.pile + 1}, {counted(pile.size)}", pile.cards)
        for pile in self.zones:
            if pile.name == "pile" and pile.number > self.pile and pile.size:
                text = f"look at pile {pile.number + 1}, {counted(pile.size)}"
                return Option(action, text, unseen=pile.size)
        return Option(action, "get the top card of the stack, unseen", unseen=1)


@frozen(repr=False)
class WinstonDraft(ZoneDraft):
    """A Winston Draft at one moment."""

    log: tuple[Record[StartWinston | WinstonAction, ZoneOutcome], ...] = ()

    title = "a Winston Draft"
    kind = "winston"
    start = StartWinston
    view_class = WinstonView
    laid = ("pile",)

    take_pile = taking(TakePile)
    skip_pile = taking(SkipPile)

    @property
    def pile(self) -> int:
        """Return the number of the pile that is looked at."""
        pile: int = self.shown["pile"]
        return pile

    @staticmethod
    def supply(players: int, settings: WinstonSettings) -> ZoneSupply:
        """Return what the draft is held with."""
        return ZoneSupply(packs=settings.packs * players, without_basics=settings.remove_basics)

    @staticmethod
    def set_up(step: ZoneStep) -> None:
        """Shuffle the packs to a stack; lay out the piles, if there is a card for each."""
        step.merge("pack")
        step.publish(pile=0)
        piles = range(step.settings.piles)
        is_enough = len(step.zone(*STACK).cards) >= len(piles)
        for pile in piles:
            step.put(Zone("pile", pile, (), ()))
            step.move(step.top(int(is_enough)), STACK, ("pile", pile))

    @staticmethod
    def take_turn(step: ZoneStep) -> Script:
        """Let a player look at one pile after the other, and take one or the top of the stack."""
        settings: WinstonSettings = step.settings
        seat = step.turn % len(step.seats)
        piles = [pile for pile in step.several("pile") if pile.cards]
        if not piles:
            step.end("stack")
            return
        for pile in piles:
            step.publish(pile=pile.number)
            step.show(pile.key, (seat,))
            left = len(step.zone(*STACK).cards)
            has_others = left or pile is not piles[-1]
            action = yield {seat: [Ask(TakePile), *([Ask(SkipPile)] if has_others else [])]}
            step.show(pile.key, ())
            if isinstance(action, TakePile):
                step.take(seat, pile.numbers, pile.key)
                step.move(step.top(1), STACK, pile.key)
                break
            if left > (pile.number == settings.piles - 1):  # one is left to get instead of the last
                step.move(step.top(1), STACK, pile.key)
        else:
            step.take(seat, step.top(1), STACK)
        step.next_turn()


KIND = DraftKind(
    "winston",
    "piles that one player after the other looks at, takes or leaves",
    WinstonDraft,
    WinstonSettings,
)
