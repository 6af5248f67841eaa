"""Effects that remove drafted cards from the draft, and tell what was removed."""

from __future__ import annotations

from ..step import BoosterStep
from .rule import EffectRule, Held


class RemoveDraftCard(EffectRule):
    """Cards of a pick are removed from the draft; its card stays as it is."""

    is_usable = True
    removes = True


class TrackNames(EffectRule):
    """The cards that its card removed are there for all to see, and their names."""

    shows_removed = True

    def removed(self, step: BoosterStep, held: Held, card: int) -> None:
        """Note the name."""
        step.note(held.seat, held.card, "TrackRemovedCardsNames", step.cards[card].name)


class TrackSubtypes(EffectRule):
    """The subtypes of the cards that its card removed are there for all to see, each once."""

    def removed(self, step: BoosterStep, held: Held, card: int) -> None:
        """Note those that are new."""
        for subtype in step.cards[card].subtypes:
            if subtype not in step.noted(held.card, "TrackRemovedCardsSubtypes"):
                step.note(held.seat, held.card, "TrackRemovedCardsSubtypes", subtype)


class CountRemoved(EffectRule):
    """The number of cards that its card removed is there for all to see."""

    def removed(self, step: BoosterStep, held: Held, card: int) -> None:
        """Note the number in place of the last one."""
        count = sum(each.by == held.card for each in step.removals)
        step.forget(held.card, "CogworkGrinder")
        step.note(held.seat, held.card, "CogworkGrinder", count)
