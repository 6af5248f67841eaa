"""Effects that show a card to all, and the one by which last cards are passed to its drafter."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..table import Question, Standing
from .rule import EffectRule, Held, PickInProgress

if TYPE_CHECKING:
    from ..turn import Turn


class FaceUp(EffectRule):
    """The card is drafted face up (CR 905.2c)."""

    def drafted(self, turn: Turn, held: Held, pick: PickInProgress) -> None:
        """Turn it up."""
        turn.turn_up(held.seat, held.card)


class Reveal(EffectRule):
    """The card is revealed as it is drafted (CR 905.2b)."""

    def drafted(self, turn: Turn, held: Held, pick: PickInProgress) -> None:
        """Show it."""
        turn.reveal(held.seat, held.card)


class CanalDredger(EffectRule):
    """The last card of each pack is passed to a seat that drafted such a card."""

    takes_last = True

    def drafted(self, turn: Turn, held: Held, pick: PickInProgress) -> None:
        """Take last cards from now on."""
        turn.stand(Standing("CanalDredger", held.seat, held.card))

    def answered(self, turn: Turn, question: Question, answer: str) -> None:
        """Pass the last card to the seat that was chosen."""
        turn.pass_pack(question.seat, int(answer))
