"""Deals after a draft: one card is revealed, others are offered for it, one offer is accepted."""

from __future__ import annotations

from collections.abc import Iterable

from .. import outcomes
from .rule import EffectRule, Held, PickInProgress
from .state import Question, Standing
from .step import BoosterStep

#: What asks which card to reveal, which one to offer for it, and which offer to accept.
DEAL, OFFER, ACCEPT = "DealBroker", "DealBrokerOffer", "DealBrokerAccept"

#: The answer that there is no deal; all others are numbers of cards.
NO = "no"


def _options(cards: Iterable[int]) -> tuple[str, ...]:
    return (NO, *map(str, cards))


class _DealBroker(EffectRule):
    """Its drafter may reveal a card after the draft, for which others may offer one each."""

    comes_after = True

    def drafted(self, step: BoosterStep, held: Held, pick: PickInProgress) -> None:
        if step.table.rules == "cr":
            step.stand(Standing(DEAL, held.seat, held.card))

    def after_draft(self, step: BoosterStep, standing: Standing) -> None:
        mine = step.seats[standing.seat].pool
        if mine:
            step.ask(Question(standing.seat, DEAL, standing.card, _options(mine)))

    def answered(self, step: BoosterStep, question: Question, answer: str) -> None:
        if answer == NO:
            return
        revealed = int(answer)
        step.reveal(question.seat, revealed)
        for seat, other in enumerate(step.seats):
            if seat != question.seat and other.pool:
                options = _options(other.pool)
                step.ask(Question(seat, OFFER, question.card, options, about=revealed))


class _Offer(EffectRule):
    """A card is offered for the one that was revealed; when all have answered, one is accepted."""

    def answered(self, step: BoosterStep, question: Question, answer: str) -> None:
        revealed = question.about
        assert revealed is not None  # noqa: S101 - every question of this effect is about a card
        owner = _owner(step, revealed)
        if answer != NO:
            offered = int(answer)
            step.stand(Standing(OFFER, question.seat, question.card, about=offered))
            step.tell(outcomes.Offered(question.seat, (offered,), 1, owner))
        if any(each.effect == OFFER for each in step.questions):
            return
        offers = [each.about for each in step.standing if each.effect == OFFER]
        if offers:
            options = _options(card for card in offers if card is not None)
            step.ask(Question(owner, ACCEPT, question.card, options, about=revealed))


class _Accept(EffectRule):
    """The card that is accepted goes to the seat that revealed one, and that one to its owner."""

    def answered(self, step: BoosterStep, question: Question, answer: str) -> None:
        for standing in step.standing:
            if standing.effect == OFFER:
                step.end(standing)
        if answer != NO and question.about is not None:
            accepted = int(answer)
            step.trade(question.seat, question.about, _owner(step, accepted), accepted)


def _owner(step: BoosterStep, card: int) -> int:
    """The seat whose pool a card is in."""
    return next(seat for seat, mine in enumerate(step.seats) if card in mine.pool)


def offered_in(question: Question) -> list[int]:
    """The cards of others that a question to a seat is about: revealed, or offered to it."""
    if question.effect == OFFER and question.about is not None:
        return [question.about]
    if question.effect == ACCEPT:
        return [int(each) for each in question.options if each != NO]
    return []


#: The rules of these effects and of what they ask.
DEAL_RULES: dict[str, EffectRule] = {DEAL: _DealBroker(), OFFER: _Offer(), ACCEPT: _Accept()}
