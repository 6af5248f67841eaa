"""Drafts of single cards that lie face up, one card a turn, around the table and back."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from attrs import frozen

from ...errors import DraftError
from ..asking import Ask
from ..engine import taking
from ..script import Script
from .game import ZoneDraft, ZoneView
from .state import Zone, ZoneStep


@frozen
class TakeCard:
    """A player drafts a card that lies face up."""

    tag = "take_card"

    seat: int
    card: int


def horseshoe(pick: int, seats: int, first: int = 0, direction: int = 1) -> int:
    """Return the seat of a pick: around the table and back; the last seat has two in a row.

    Args:
        pick: how many picks were made before.
        seats: how many seats there are.
        first: the seat of pick 0.
        direction: 1 to the next seat, -1 to the one before.
    """
    lap, offset = divmod(pick, seats)
    offset = seats - 1 - offset if lap % 2 else offset
    return (first + direction * offset) % seats


def pick(step: ZoneStep, seat: int, zones: Sequence[Zone]) -> Script:
    """Let a seat take a card that lies face up in one of the zones, and return which."""
    action = yield {seat: [Ask(TakeCard, [[card for zone in zones for card in zone.numbers]])]}
    source = next(zone.key for zone in zones if action.card in zone.cards)
    step.take(seat, [action.card], source)
    step.next_turn()
    return action.card


@frozen
class FaceUpView(ZoneView):
    """All that a seat may see; cards that can be taken are chosen by name as well."""

    @property
    def question(self) -> str:
        """Return the question to a person."""
        return f"which card? its name, or 1 to {len(self.options)}"

    def read(self, reply: str) -> TakeCard:
        """Return the action that takes the card of that name, or of that place among the options.

        Raises:
            DraftError: If no option has that name or place, or several have that name.
        """
        cards = [card for option in self.options for card in option.cards]
        name = reply.strip().casefold()
        named = [card for card in cards if self.cards[card].name.casefold() == name]
        if len(named) > 1:
            raise DraftError(f"{len(named)} cards are called {reply!r}: choose one by its number")
        action: TakeCard = TakeCard(self.seat, named[0]) if named else super().read(reply)
        return action


class FaceUpDraft(ZoneDraft):
    """A draft in which a seat takes one of the cards that lie face up."""

    __slots__ = ()

    view_class: ClassVar[type[ZoneView]] = FaceUpView
    has_open_pools: ClassVar[bool] = True

    take_card = taking(TakeCard)
