"""What seats do in a booster draft: what it changes, and how the draft goes on."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from attrs import evolve

from ...errors import DraftError
from ..actions import AddPack, Answer, PassPack, Pick, UseCard
from ..asking import Ask
from ..outcomes import Announced, Drafted, Refused, Used
from .asks import (
    ask_add,
    ask_answer,
    ask_pass,
    ask_pick,
    ask_use,
    cards_due,
    cards_for,
    effects_used,
    pick_choice,
    removals_of,
    uses_anytime,
)
from .effects import LAST_CARD, is_blind, rule_for, rules_of, shows_removed
from .rule import Held, PickInProgress
from .state import (
    Announcement,
    Question,
    TablePack,
    question_of,
)
from .step import BoosterStep


class Move(NamedTuple):
    """What an action does, and when a seat is asked for it.

    Attributes:
        apply: is called with the step and the action, and changes the step.
        ask: is called with the game and a seat, and returns what the seat can do of this now; it
            raises a DraftError if that is nothing.  The seat is None for actions that are of no
            seat.
    """

    apply: Callable[[Any, Any], None]
    ask: Callable[[Any, Any], Ask]


# picks


def _apply_pick(step: BoosterStep, pick: Pick) -> None:
    """Draft the cards, once others have answered what they are asked before."""
    questions = _ask_before(step, pick)
    if questions:
        step.announced += (Announcement(pick, questions),)
        step.tell(Announced(pick.seat, step.seats[pick.seat].packs[0].number))
    else:
        _draft(step, pick)


def _ask_before(step: BoosterStep, pick: Pick) -> tuple[Question, ...]:
    """Ask what effects ask before the cards are drafted, and return the questions."""
    coming = [each for each in step.standing if rule_for(each.effect).comes_before]
    if not coming or not cards_due(step, pick.seat, effects_used(step, pick))[0]:
        return ()
    pack, is_random = step.seats[pick.seat].packs[0], is_blind(step, pick.seat)
    announced = PickInProgress(pick.seat, pack.number, pack.passer, (), is_random)
    before = len(step.questions)
    for standing in coming:
        rule_for(standing.effect).announced(step, standing, announced)
    return step.questions[before:]


def _draft_announced(step: BoosterStep) -> None:
    """Draft what was announced, if all that was asked before it is answered."""
    for each in step.announced:
        if any(question in step.questions for question in each.questions):
            continue
        step.announced = tuple([other for other in step.announced if other is not each])
        try:  # effects of others may have changed what it says
            pick_choice(step, each.seat).verify(each.pick)
        except DraftError as error:
            step.tell(Refused(each.seat, str(error)))
        else:
            _draft(step, each.pick)


def _draft(step: BoosterStep, pick: Pick) -> None:
    """Draft the cards, do what they and the cards used do, and pass the pack."""
    used = effects_used(step, pick)
    number, mine = pick.seat, step.seats[pick.seat]
    step.drafting = number
    pack, *others = mine.packs
    cards, burned = pick.cards, pick.burns
    is_random = is_blind(step, number)
    if is_random:
        count, burns = cards_due(step, number, used)
        drawn = tuple(step.bits().shuffled(pack.cards))
        cards, burned = drawn[:count], drawn[count : count + burns]
    gone = {*cards, *burned}
    smaller = TablePack(pack.number, tuple([c for c in pack.cards if c not in gone]), pack.passer)
    step.change(number, packs=(smaller, *others), picks=mine.picks + 1)
    step.tell(Drafted(number, cards, len(cards), pack.number, is_random))
    whole = PickInProgress(number, pack.number, pack.passer, cards, is_random)
    removals = removals_of(step, pick, cards, used)
    # by Draftmancer's rules a pick is one event, otherwise cards are drafted one by one
    for event in [cards] if step.table.rules == "draftmancer" else [(card,) for card in cards]:
        remover = removals.get(event[0]) if event else None
        _receive(step, evolve(whole, cards=event), remover)
    for held, rule in used:
        rule.used(step, held, evolve(whole, cards=cards_for(held, pick, cards)))
    step.burn(number, burned)
    step.drafting = None
    _pass_on(step, number)


def _receive(step: BoosterStep, pick: PickInProgress, remover: Held | None) -> None:
    """Put drafted cards into the pool, and let effects know; then remove them if they are to be.

    What is removed is drafted all the same, and does before what it does as it is drafted; by
    Draftmancer's rules it does nothing.
    """
    mine = step.seats[pick.seat]
    pool, drafted = mine.pool + pick.cards, mine.drafted + len(pick.cards)
    step.change(pick.seat, pool=pool, drafted=drafted)
    for standing in step.standing:
        rule_for(standing.effect).watched(step, standing, pick)
    if remover is None or step.table.rules == "cr":
        for card in pick.cards:
            rules = rules_of(step.cards[card])
            rules.sort(key=lambda each: each[1].comes_last)
            for effect, rule in rules:
                rule.drafted(step, Held(pick.seat, card, effect), pick)
    if remover is not None:
        _remove(step, remover, pick.cards)


def _remove(step: BoosterStep, remover: Held, cards: tuple[int, ...]) -> None:
    """Remove cards of the pool from the draft, and let the effects of what removes them know."""
    source = step.cards[remover.card]
    is_face_up = shows_removed(source)
    for card in step.remove_from_pool(remover.seat, remover.card, cards, is_face_up=is_face_up):
        for effect, rule in rules_of(source):
            rule.removed(step, Held(remover.seat, remover.card, effect), card)


# packs that are passed, and questions


def _apply_pass(step: BoosterStep, action: PassPack) -> None:
    """Pass the pack."""
    seat = step.seats[action.seat]
    if not seat.is_out:
        step.change(action.seat, skips=seat.skips - 1)
    if step.table.rules == "draftmancer":
        # there a pack that is passed counts as a pick
        step.change(action.seat, picks=seat.picks + 1)
    _pass_on(step, action.seat)


def _pass_on(step: BoosterStep, seat: int) -> None:
    """Pass the pack in front of a seat, or take it away if it is empty or to be discarded.

    A last card goes to a seat that takes last cards; if there are several, the passing seat chooses
    among them, and keeps the pack until then.  A seat that drafts no more in this round gets such
    cards, too, and passes them on to one that still drafts, or else as any pack.
    """
    cards, is_out = step.seats[seat].packs[0].cards, step.seats[seat].is_out
    if len(cards) <= step.table.discard_at:
        step.drop_pack(seat)
        return
    taking = [
        each
        for each in step.standing
        if len(cards) == 1
        and rule_for(each.effect).takes_last
        and not (is_out and step.seats[each.seat].is_out)
    ]
    takers = sorted({each.seat for each in taking})
    if not takers:
        step.pass_pack(seat, (seat + step.table.rounds[step.round].step) % step.table.seats)
    elif len(takers) == 1:
        step.pass_pack(seat, takers[0])
    else:
        question = Question(seat, LAST_CARD, taking[0].card, tuple(map(str, takers)), cards[0])
        # before what else the seat is asked: an answer to that may put a pack in front of this one
        step.questions = (question, *step.questions)


def _apply_answer(step: BoosterStep, action: Answer) -> None:
    """Do what the effect does with the answer."""
    question = question_of(step, action.seat)
    assert question is not None  # noqa: S101 - verified before
    step.questions = tuple([each for each in step.questions if each is not question])
    rule, answer = rule_for(question.effect), action.answer
    rule.answered(step, question, rule.by_chance(step, question) if answer is None else answer)


# cards that are used at any time


def _apply_use(step: BoosterStep, action: UseCard) -> None:
    """Do what the card does with what is chosen."""
    held, rule, choices = uses_anytime(step, action.seat, [action.card])[action.card]
    choice = action.choice
    if choice is None:
        choice = choices[step.bits().below(len(choices))]
    step.tell(Used(action.seat, action.card, choice))
    rule.chosen(step, held, choice)


# packs that are added


def _apply_add(step: BoosterStep, action: AddPack) -> None:
    """Open the pack; without cards there was none to open."""
    order = next(order for order in step.orders if order.seat == action.seat)
    step.orders = tuple([each for each in step.orders if each is not order])
    if action.cards:
        step.add_pack(action.seat, action.cards)


#: What a seat can do.
MOVES: dict[type, Move] = {
    Pick: Move(_apply_pick, ask_pick),
    PassPack: Move(_apply_pass, ask_pass),
    Answer: Move(_apply_answer, ask_answer),
    UseCard: Move(_apply_use, ask_use),
    AddPack: Move(_apply_add, ask_add),
}


# how the draft goes on


def settle(step: BoosterStep) -> None:
    """Go on to the next step, round or the end, when nothing is left to do before it.

    An effect that now stands or asks, and for which no rule is known, is refused.
    """
    for effect in dict.fromkeys(
        [s.effect for s in step.standing] + [q.effect for q in step.questions]
    ):
        rule_for(effect)
    if step.announced:
        _draft_announced(step)
    while not (step.is_over or step.questions or step.orders):
        if any(seat.packs and not seat.has_stepped for seat in step.seats):
            if not all(seat.is_out for seat in step.seats):
                return
            _discard_all(step)
        elif any(seat.coming or seat.packs for seat in step.seats):
            for number, seat in enumerate(step.seats):
                packs = (*seat.packs, *seat.coming)
                step.change(number, packs=packs, coming=(), has_stepped=False)
        elif not (step.is_drafted and _goes_on_after(step)):
            step.round += 1
            if step.is_over:
                step.end_draft()
            else:
                step.begin_round()


def _goes_on_after(step: BoosterStep) -> bool:
    """Let one of the effects that come after the draft happen, any (CR 905.2a), if there is one."""
    coming = [each for each in step.standing if rule_for(each.effect).comes_after]
    if not coming:
        return False
    standing = coming[step.bits().below(len(coming)) if len(coming) > 1 else 0]
    step.end(standing)
    rule_for(standing.effect).after_draft(step, standing)
    return True


def _discard_all(step: BoosterStep) -> None:
    """Burn what is left, since no seat drafts in this round any more."""
    for number, seat in enumerate(step.seats):
        step.change(number, packs=(*seat.packs, *seat.coming), coming=())
        while step.seats[number].packs:
            step.drop_pack(number)
