"""Effects that change how cards are drafted from packs."""

from __future__ import annotations

from attrs import evolve

from ..state import Standing
from ..step import BoosterStep
from .rule import EffectRule, Held, PickInProgress

#: How many cards an Archdemon of Paliano makes its seat draft at random.
_RANDOM_CARDS = 3


class Librarian(EffectRule):
    """One card more is drafted, and the Cogwork Librarian goes into the pack."""

    is_usable = True
    extra_cards = 1

    def used(self, step: BoosterStep, held: Held, pick: PickInProgress) -> None:
        """Put it into the pack."""
        step.put_into_pack(held.seat, held.card)


class Agent(EffectRule):
    """All cards of the pack are drafted, and no more in this round."""

    is_usable = True
    takes_pack = True

    def used(self, step: BoosterStep, held: Held, pick: PickInProgress) -> None:
        """Turn it down; its seat is out."""
        step.turn_down(held.seat, held.card)
        step.change(held.seat, is_out=True)


class Operative(EffectRule):
    """One card more is drafted, and the next pack is passed without drafting from it."""

    is_usable = True
    extra_cards = 1

    def used(self, step: BoosterStep, held: Held, pick: PickInProgress) -> None:
        """Turn it down; its seat has to pass a pack."""
        step.turn_down(held.seat, held.card)
        step.change(held.seat, skips=step.seats[held.seat].skips + 1)


class Archdemon(EffectRule):
    """Its seat drafts at random until it has drafted three cards, and does not see its packs."""

    is_blind = True

    def drafted(self, step: BoosterStep, held: Held, pick: PickInProgress) -> None:
        """From now on."""
        step.stand(Standing("ArchdemonOfPaliano", held.seat, held.card, _RANDOM_CARDS))

    def watched(self, step: BoosterStep, standing: Standing, pick: PickInProgress) -> None:
        """Count the cards; after the last, turn it down."""
        if pick.seat != standing.seat:
            return
        left = standing.left - len(pick.cards)
        if left > 0:
            step.replace(standing, evolve(standing, left=left))
        else:
            step.end(standing)
            step.turn_down(standing.seat, standing.card)
