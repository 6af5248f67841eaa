"""Effects that add cards or packs to the draft, and the one that takes its own card away."""

from __future__ import annotations

from ....bits import Bits
from ....model import AddBooster, AddCards, CardRef, SimpleEffect
from ...cards import DraftCard
from ..state import PackOrder, Question
from ..step import BoosterStep
from .rule import EffectRule, Held, PickInProgress


class BurnAfterPicking(EffectRule):
    """The card does not stay in the pool."""

    comes_last = True

    def drafted(self, step: BoosterStep, held: Held, pick: PickInProgress) -> None:
        """Burn it."""
        step.burn_from_pool(held.seat, held.card)


class AddCardsRule(EffectRule):
    """Cards from outside the draft are added to the pool.

    Those that are drafted face up are face up, so that they can be used; what else they do as they
    are drafted does not happen, since they were not.
    """

    def drafted(self, step: BoosterStep, held: Held, pick: PickInProgress) -> None:
        """Add all cards, or some at random."""
        effect = held.effect
        assert isinstance(effect, AddCards)  # noqa: S101 - registered for this effect alone
        cards = _cards_of(step.cards[held.card], effect)
        if effect.count is not None:
            cards = _some(cards, effect, step.bits())
        for number in step.add_to_pool(held.seat, cards):
            if SimpleEffect.FACE_UP in step.cards[number].effects:
                step.turn_up(held.seat, number)


def _cards_of(card: DraftCard, effect: AddCards) -> list[DraftCard]:
    """Of all cards that a card's effects add, those of one of the effects."""
    known = {each.card: each for each in card.adds}
    return [known.get(ref) or DraftCard(ref) for ref in effect.cards]


def _some(cards: list[DraftCard], effect: AddCards, bits: Bits) -> list[DraftCard]:
    """So many of the cards at random; while there are others, no card twice if it is distinct."""
    left: list[DraftCard] = []
    seen: set[CardRef] = set()
    chosen: list[DraftCard] = []
    while len(chosen) < (effect.count or 0):
        if not left:
            left, seen = list(cards), set()
        card = left.pop(bits.below(len(left)))
        if card.card not in seen:
            chosen.append(card)
        if effect.distinct:
            seen.add(card.card)
    return chosen


class AddBoosterRule(EffectRule):
    """Its drafter may add a pack to the draft, and drafts from it next."""

    def drafted(self, step: BoosterStep, held: Held, pick: PickInProgress) -> None:
        """Ask whether to add one."""
        which = step.cards[held.card].effects.index(held.effect)
        step.ask(Question(held.seat, "AddBooster", held.card, ("yes", "no"), which))

    def answered(self, step: BoosterStep, question: Question, answer: str) -> None:
        """Order the pack."""
        effect = step.cards[question.card].effects[question.about or 0]
        if answer == "yes" and isinstance(effect, AddBooster):
            step.order(PackOrder(question.seat, question.card, effect.layouts))
