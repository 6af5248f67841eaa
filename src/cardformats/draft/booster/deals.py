"""Deals after a draft: one card is revealed, others are offered for it, one offer is accepted.

Offers are revealed at the same time, when all have answered; until then nobody knows of one.
"""

from __future__ import annotations

from collections.abc import Iterable

from ..outcomes import Offered
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
            step.stand(Standing(OFFER, question.seat, question.card, about=int(answer)))
        if any(each.effect == OFFER for each in step.questions):
            return
        offers = {
            each.about: each.seat
            for each in step.standing
            if each.effect == OFFER and each.about is not None
        }
        for card, seat in offers.items():
            step.tell(Offered(seat, card, owner))
        if offers:
            step.ask(Question(owner, ACCEPT, question.card, _options(offers), about=revealed))


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
    """Return the seat whose pool a card is in."""
    return next(seat for seat, mine in enumerate(step.seats) if card in mine.pool)


def offered_in(questions: Iterable[Question]) -> list[int]:
    """Return the cards of a deal that all see: the one revealed, then those offered."""
    open_: list[int] = []
    for each in questions:
        if each.effect in (OFFER, ACCEPT) and each.about is not None:
            options = each.options if each.effect == ACCEPT else ()
            open_ = [each.about, *[int(option) for option in options if option != NO]]
    return open_


#: The rules of these effects and of what they ask.
DEAL_RULES: dict[str, EffectRule] = {DEAL: _DealBroker(), OFFER: _Offer(), ACCEPT: _Accept()}
