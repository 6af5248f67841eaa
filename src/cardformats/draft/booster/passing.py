"""Packs that are passed or added, questions that are answered, and the end of rounds."""

from __future__ import annotations

from ...errors import DraftError
from ..actions import AddPack, Answer, PassPack
from ..cards import DraftCard
from .effects import kind_of, rule_for
from .state import MAX_CARDS, BoosterState, Question, Seat, next_pack, question_of, seat_of
from .step import BoosterStep

#: Which seat gets a last card, if there are several.
LAST_CARD = "CanalDredger"


def next_seat(step: BoosterStep, seat: int) -> int:
    """The seat that a seat passes its packs to in this round."""
    return (seat + step.table.rounds[step.round].step) % step.table.seats


def pass_on(step: BoosterStep, seat: int) -> None:
    """Pass the pack in front of a seat, or take it away if it is empty or to be discarded.

    A last card goes to a seat that takes last cards; if there are several, the passing seat chooses
    among them, and keeps the pack until then.
    """
    cards = step.seats[seat].packs[0].cards
    if len(cards) <= step.table.discard_at:
        step.drop_pack(seat)
        return
    takers = _takers(step) if len(cards) == 1 else []
    if len(takers) > 1:
        card = next(each.card for each in step.standing if rule_for(each.effect).takes_last)
        question = Question(seat, LAST_CARD, card, tuple(map(str, takers)), cards[0])
        # before what else the seat is asked: an answer to that may put a pack in front of this one
        step.questions = (question, *step.questions)
        return
    step.pass_pack(seat, takers[0] if takers else next_seat(step, seat))


def _takers(step: BoosterStep) -> list[int]:
    """The seats that take last cards, and still draft in this round."""
    standing = (each for each in step.standing if rule_for(each.effect).takes_last)
    return sorted({each.seat for each in standing if not step.seats[each.seat].is_out})


def settle(step: BoosterStep) -> None:
    """Go on to the next step, round or the end, when nothing is left to do before it.

    Raises:
        DraftError: no rule is known for an effect that now stands or asks.
    """
    for effect in [each.effect for each in step.standing] + [q.effect for q in step.questions]:
        rule_for(effect)
    while step.round < len(step.table.rounds) and not step.questions and not step.orders:
        if any(_may_act(seat) for seat in step.seats):
            if all(seat.is_out for seat in step.seats):
                _discard_all(step)
            else:
                return
        elif not any(seat.coming or seat.packs for seat in step.seats):
            step.round += 1
            if step.round == len(step.table.rounds):
                step.end_draft()
            else:
                step.begin_round()
        else:
            for number, seat in enumerate(step.seats):
                packs = (*seat.packs, *seat.coming)
                step.change(number, packs=packs, coming=(), has_stepped=False)


def _may_act(seat: Seat) -> bool:
    return bool(seat.packs) and not seat.has_stepped


def _discard_all(step: BoosterStep) -> None:
    """Burn what is left, since no seat drafts in this round any more."""
    for number in range(len(step.seats)):
        step.change(number, packs=(*step.seats[number].packs, *step.seats[number].coming))
        step.change(number, coming=())
        while step.seats[number].packs:
            step.drop_pack(number)


def verify_pass(state: BoosterState, action: PassPack) -> None:
    """Refuse to pass a pack that is to be drafted from.

    Raises:
        DraftError: which rule it is against.
    """
    next_pack(state, action.seat)
    seat = state.seats[action.seat]
    if not seat.is_out and not seat.skips:
        message = "has to draft from this pack before it is passed"
        raise DraftError(message, action.seat, "CR 905.1a")


def apply_pass(step: BoosterStep, action: PassPack) -> None:
    """Pass the pack."""
    seat = step.seats[action.seat]
    if not seat.is_out:
        step.change(action.seat, skips=seat.skips - 1)
    if step.table.rules == "draftmancer":
        # there a pack that is passed counts as a pick
        step.change(action.seat, picks=seat.picks + 1)
    pass_on(step, action.seat)


def verify_answer(state: BoosterState, action: Answer) -> None:
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


def apply_answer(step: BoosterStep, action: Answer) -> None:
    """Do what the effect does with the answer."""
    question = question_of(step, action.seat)
    assert question is not None  # noqa: S101 - verified before
    step.questions = tuple([each for each in step.questions if each is not question])
    answer = step.by_chance(question) if action.answer is None else action.answer
    rule_for(question.effect).answered(step, question, answer)


def verify_add(state: BoosterState, action: AddPack) -> None:
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


def apply_add(step: BoosterStep, action: AddPack) -> None:
    """Open the pack; without cards there was none to open."""
    order = next(order for order in step.orders if order.seat == action.seat)
    step.orders = tuple([each for each in step.orders if each is not order])
    if action.cards:
        step.add_pack(action.seat, action.cards)
