"""Effects that show a card to all, and the one by which last cards are passed to its drafter."""

from __future__ import annotations

from ..state import Question, Standing
from ..step import BoosterStep
from .rule import EffectRule, Held, PickInProgress


class FaceUp(EffectRule):
    """The card is drafted face up (CR 905.2c)."""

    def drafted(self, step: BoosterStep, held: Held, pick: PickInProgress) -> None:
        """Turn it up."""
        step.turn_up(held.seat, held.card)


class Reveal(EffectRule):
    """The card is revealed as it is drafted (CR 905.2b)."""

    def drafted(self, step: BoosterStep, held: Held, pick: PickInProgress) -> None:
        """Show it."""
        step.reveal(held.seat, held.card)


class CanalDredger(EffectRule):
    """The last card of each pack is passed to a seat that drafted such a card."""

    takes_last = True

    def drafted(self, step: BoosterStep, held: Held, pick: PickInProgress) -> None:
        """Take last cards from now on."""
        step.stand(Standing("CanalDredger", held.seat, held.card))

    def answered(self, step: BoosterStep, question: Question, answer: str) -> None:
        """Pass the last card to the seat that was chosen."""
        step.pass_pack(question.seat, int(answer))
