"""Answers to questions, packs that are passed on or added, and actions taken together."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..errors import DraftError
from .actions import AddPack, Answer, PassPack
from .cards import DraftCard
from .duties import next_pack, question_of, seat_of
from .effects import kind_of, rule_for
from .passing import pass_on, settle
from .table import MAX_CARDS
from .turn import Turn

if TYPE_CHECKING:
    from .booster import BoosterDraft


def verify_pass(state: BoosterDraft, action: PassPack) -> None:
    """Refuse to pass a pack that is to be drafted from.

    Raises:
        DraftError: which rule it is against.
    """
    next_pack(state, action.seat)
    seat = state.seats[action.seat]
    if not seat.is_out and not seat.skips:
        message = "has to draft from this pack before it is passed"
        raise DraftError(message, action.seat, "CR 905.1a")


def apply_pass(turn: Turn, action: PassPack, _: BoosterDraft) -> None:
    """Pass the pack."""
    seat = turn.seats[action.seat]
    if not seat.is_out:
        turn.change(action.seat, skips=seat.skips - 1)
    if turn.table.rules == "draftmancer":
        # there a pack that is passed counts as a pick
        turn.change(action.seat, picks=seat.picks + 1)
    pass_on(turn, action.seat)
    settle(turn)


def verify_answer(state: BoosterDraft, action: Answer) -> None:
    """Refuse an answer to no question, or one that is no option.

    Raises:
        DraftError: which rule it is against.
    """
    seat_of(state, action.seat)
    question = question_of(state, action.seat)
    if question is None:
        message = "is not asked anything"
        raise DraftError(message, action.seat, "CR 905.2")
    if action.answer is None:
        if not question.options:
            message = f"{question.effect} has no options, and is not answered by chance"
            raise DraftError(message, action.seat, "CR 905.2")
        return
    rule, is_text = rule_for(question.effect), isinstance(action.answer, str)
    if not is_text or not rule.accepts(question, action.answer, state.table.rules):
        options = ", ".join(question.options)
        message = f"{question.effect} is answered by one of {options}, not {action.answer!r}"
        raise DraftError(message, action.seat, "CR 905.2")


def apply_answer(turn: Turn, action: Answer, state: BoosterDraft) -> None:
    """Do what the effect does with the answer."""
    question = question_of(state, action.seat)
    assert question is not None  # noqa: S101 - verified before
    turn.questions = tuple([each for each in turn.questions if each is not question])
    answer = turn.by_chance(question) if action.answer is None else action.answer
    rule_for(question.effect).answered(turn, question, answer)
    settle(turn)


def verify_add(state: BoosterDraft, action: AddPack) -> None:
    """Refuse a pack that no seat adds.

    Raises:
        DraftError: which rule it is against; or no rule is known for a card's effect.
    """
    seat_of(state, action.seat)
    if not any(order.seat == action.seat for order in state.orders):
        message = "adds no pack to the draft"
        raise DraftError(message, action.seat, "CR 905.2")
    cards = len(state.cards) + len(action.cards)
    if cards > MAX_CARDS:
        message = f"a draft has up to {MAX_CARDS} cards, and would have {cards} with this pack"
        raise DraftError(message, action.seat)
    for card in action.cards:
        if not isinstance(card, DraftCard):
            message = f"an added pack holds DraftCards, not {card!r}; DraftCards.of looks them up"
            raise DraftError(message, action.seat)
        for effect in [effect for each in (card, *card.adds) for effect in each.effects]:
            rule_for(kind_of(effect))


def apply_add(turn: Turn, action: AddPack, _: BoosterDraft) -> None:
    """Open the pack; without cards there was none to open."""
    order = next(order for order in turn.orders if order.seat == action.seat)
    turn.orders = tuple([each for each in turn.orders if each is not order])
    if action.cards:
        turn.add_pack(action.seat, action.cards)
    settle(turn)
