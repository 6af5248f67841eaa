"""Winston Draft: take a face-down pile that you have looked at, or go on to the next."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import ClassVar, TypeAlias

from attrs import define, frozen

from ..asking import Ask, Option
from ..engine import Move, Record, taking
from .game import ZoneDraft, ZoneStart, ZoneView, counted
from .kinds import DraftKind, ZoneSupply
from .settings import flag, number
from .state import STACK, Zone, ZoneKey, ZoneOutcome, ZoneState, ZoneStep


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
        later = [zone for zone in self.zones if zone.name == "pile" and zone.number > self.pile]
        following = next((zone for zone in later if zone.size), None)
        if following is None:
            return Option(action, "get the top card of the stack, unseen", unseen=1)
        text = f"look at pile {following.number + 1}, {counted(following.size)}"
        return Option(action, text, unseen=following.size)


@define(init=False, eq=False, repr=False)
class WinstonState(ZoneState):
    """The fields of a Winston Draft.

    Attributes:
        pile: the number of the pile that the player is looking at.
    """

    pile: int = 0

    @property
    def next_pile(self) -> int | None:
        """Return the next pile with cards after the current one; None if there is none."""
        later = [each.number for each in self.several("pile") if each.cards]
        return next((each for each in later if each > self.pile), None)

    @property
    def is_last(self) -> bool:
        """Return whether the pile that is looked at is the last."""
        settings: WinstonSettings = self.settings
        return self.pile == settings.piles - 1


class WinstonStep(WinstonState, ZoneStep):
    """A Winston Draft that is being changed."""

    def look(self, pile: int) -> None:
        """Let the player look at a pile."""
        self.pile = pile
        self.show(("pile", pile), self.actors)

    def grow(self, pile: int) -> None:
        """Put the top card of the stack on a pile, unseen."""
        self.show(("pile", pile), ())
        self.move(self.top(1), STACK, ("pile", pile))

    def begin_turn(self) -> None:
        """Let the player look at the first pile that has cards; the end if there is none."""
        piles = [each.number for each in self.several("pile") if each.cards]
        if piles:
            self.look(piles[0])
        else:
            self.end("stack")

    def end_turn(self) -> None:
        """Go on with the next player."""
        self.next_turn((self.turn + 1) % len(self.seats))
        self.begin_turn()


def _pile(state: WinstonState) -> ZoneKey:
    return "pile", state.pile


def _take(step: WinstonStep, action: TakePile) -> None:
    """Take the whole pile; a card of the stack begins it again."""
    pile = _pile(step)
    step.take(action.seat, step.zone(*pile).numbers, pile)
    step.grow(step.pile)
    step.end_turn()


def _skip(step: WinstonStep, action: SkipPile) -> None:
    """Go on to the next pile; after the last, the player gets the top card of the stack."""
    left = len(step.zone(*STACK).cards)
    if left > 1 or (left == 1 and not step.is_last):
        step.grow(step.pile)
    else:
        step.show(_pile(step), ())
    following = step.next_pile
    if following is not None:
        step.look(following)
        return
    step.take(action.seat, step.top(1), STACK)
    step.end_turn()


@frozen(repr=False)
class WinstonDraft(WinstonState, ZoneDraft):
    """A Winston Draft at one moment."""

    log: tuple[Record[StartWinston | WinstonAction, ZoneOutcome], ...] = ()

    title = "a Winston Draft"
    kind = "winston"
    start = StartWinston
    step = WinstonStep
    view_class = WinstonView
    laid = ("pile",)
    moves: ClassVar[dict[type, Move]] = {
        TakePile: Move(_take),
        SkipPile: Move(_skip),
    }

    take_pile = taking(TakePile)
    skip_pile = taking(SkipPile)

    @staticmethod
    def set_up(step: WinstonStep) -> None:
        """Shuffle the packs to a stack; lay out the piles, if there is a card for each."""
        step.merge("pack")
        for pile in range(step.settings.piles):
            step.put(Zone("pile", pile, (), ()))
        if len(step.zone(*STACK).cards) >= step.settings.piles:
            for pile in range(step.settings.piles):
                step.grow(pile)
        step.begin_turn()

    def asks(self, seat: int) -> Iterator[Ask]:
        """Ask to take the pile, or to leave it if there are other cards."""
        yield Ask(TakePile)
        if self.zone(*STACK).cards or self.next_pile is not None:
            yield Ask(SkipPile)

    def more_to_see(self, seat: int) -> Mapping[str, int]:
        """Return the number of the pile that is looked at."""
        return {"pile": self.pile}


def _supply(players: int, settings: WinstonSettings) -> ZoneSupply:
    return ZoneSupply(packs=settings.packs * players, without_basics=settings.remove_basics)


KIND = DraftKind(
    "winston",
    "piles that one player after the other looks at, takes or leaves",
    WinstonDraft,
    WinstonSettings,
    _supply,
)
