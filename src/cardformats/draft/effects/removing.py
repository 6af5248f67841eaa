"""Effects that remove drafted cards from the draft, and tell what was removed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .rule import EffectRule, Held

if TYPE_CHECKING:
    from ..turn import Turn


class RemoveDraftCard(EffectRule):
    """Cards of a pick are removed from the draft; its card stays as it is."""

    is_usable = True
    removes = True


class TrackNames(EffectRule):
    """The cards that its card removed are there for all to see, and their names."""

    shows_removed = True

    def removed(self, turn: Turn, held: Held, card: int) -> None:
        """Note the name."""
        turn.note(held.seat, held.card, "TrackRemovedCardsNames", turn.cards[card].name)


class TrackSubtypes(EffectRule):
    """The subtypes of the cards that its card removed are there for all to see, each once."""

    def removed(self, turn: Turn, held: Held, card: int) -> None:
        """Note those that are new."""
        for subtype in turn.cards[card].subtypes:
            if subtype not in turn.noted(held.card, "TrackRemovedCardsSubtypes"):
                turn.note(held.seat, held.card, "TrackRemovedCardsSubtypes", subtype)


class CountRemoved(EffectRule):
    """The number of cards that its card removed is there for all to see."""

    def removed(self, turn: Turn, held: Held, card: int) -> None:
        """Note the number in place of the last one."""
        count = sum(each.by == held.card for each in turn.removals)
        turn.forget(held.card, "CogworkGrinder")
        turn.note(held.seat, held.card, "CogworkGrinder", count)
