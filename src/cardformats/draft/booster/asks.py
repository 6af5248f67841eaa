"""What seats are asked in a booster draft: when, with which values, and how they go together."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from itertools import cycle
from typing import Any, TypeAlias

from ...model import SimpleEffect
from ..actions import AddPack, Answer, PassPack, Pick, UseCard
from ..asking import ANY_TUPLE, Ask, One, Some, Suggested
from ..cards import DraftCard
from ..engine import refuse
from .effects import is_blind, rule_for, rules_of
from .rule import EffectRule, Held
from .state import (
    MAX_CARDS,
    BoosterState,
    Seat,
    TablePack,
    question_of,
)
from .step import BoosterStep

#: The effects that a seat uses, with their rules.
UsedEffects: TypeAlias = list[tuple[Held, EffectRule]]

#: The effect of a card that is used at any time, its rule, and what can be chosen.
UsedAnytime: TypeAlias = tuple[Held, EffectRule, tuple[str, ...]]


def _seat(state: BoosterState, number: int) -> Seat:
    """Return the seat of that number, in a draft that goes on."""
    if state.is_over:
        refuse(number, "the draft is over", "CR 905.1d")
    return state.seats[number]


def _unasked(state: BoosterState, number: int) -> Seat:
    """Return the seat of that number, which has nothing to answer."""
    seat = _seat(state, number)
    question = question_of(state, number)
    if question is not None:
        name = state.cards[question.card].name
        refuse(number, f"has to answer what {name!r} asks first", "CR 905.2")
    return seat


def _next_pack(state: BoosterState, number: int) -> TablePack:
    """Return the pack that a seat drafts from now, or refuse if it has to wait or answer."""
    seat = _unasked(state, number)
    if (obstacle := state.waits_for(number)) is not None:
        refuse(number, *obstacle)
    return seat.packs[0]


# picks


def ask_pick(state: BoosterState, seat: int) -> Ask:
    """Ask a seat for cards of its pack, and what it uses with them."""
    _next_pack(state, seat)
    return pick_choice(state, seat)


def pick_choice(state: BoosterState, number: int) -> Ask:
    """Return the picks that a seat can make whose turn it is."""
    seat = state.seats[number]
    if seat.is_out:
        refuse(number, "drafts no more cards in this round", "CR 905.2")
    if seat.skips:
        refuse(number, "has to pass this pack without drafting from it", "CR 905.2")
    pack, pool = seat.packs[0].cards, seat.pool
    due, burns = cards_due(state, number, [])
    there = Some(pack, "in the pack", "CR 905.1a", usual=1 if due == 1 else None)
    if is_blind(state, number):
        there = Some((), "to be chosen, since its seat drafts at random", "CR 905.2", usual=0)
    burned = Some(there.cards, there.where, there.rule, usual=None if burns else 0)
    drafted = Some(there.cards, "drafted", "CR 905.2", may_repeat=True, usual=0)
    owned = Some(pool, "in its pool", "CR 905.2", usual=0)
    removers = Some(pool, "used to remove others", "CR 905.2", may_repeat=True, usual=0)
    together = partial(_verify_together, state)
    return Ask(Pick, (there, burned, owned, drafted, drafted, removers), together)


def _verify_together(state: BoosterState, pick: Pick) -> None:
    """Refuse a pick whose parts do not go together, or not with what it uses."""
    number, pack = pick.seat, state.seats[pick.seat].packs[0].cards
    used = effects_used(state, pick)
    count, burns = cards_due(state, number, used)
    if count > len(pack):
        reason = f"needs {count} cards in the pack to draft; it has {len(pack)}"
        refuse(number, reason, "CR 905.2")
    removals_of(state, pick, pick.cards, used)
    if pick.about:
        _verify_about(state, pick)
    if is_blind(state, number):
        return
    if len(pick.cards) != count or len(pick.burns) != burns:
        due = f"{count} to draft and {burns} to burn"
        reason = f"this pick is of {due}, not of {len(pick.cards)} and {len(pick.burns)}"
        refuse(number, reason, "CR 905.1a")
    if burns and not {*pick.cards}.isdisjoint(pick.burns):
        refuse(number, "the same card is named twice", "CR 905.1a")
    for held, rule in used:
        refusal = rule.refusal(BoosterStep(state), held, cards_for(held, pick, pick.cards))
        if refusal is not None:
            refuse(number, refusal, "CR 905.2")


def effects_used(state: BoosterState, pick: Pick) -> UsedEffects:
    """Return the effects that a pick uses; refuse those that cannot be used, or not together."""
    used: UsedEffects = []
    if not pick.using:
        return used
    for card in pick.using:
        effects = usable_effects(state, pick.seat, card)
        if not effects:
            why = "is face down" if _is_down(state, pick.seat, card) else "has no effect to use"
            refuse(pick.seat, f"{state.cards[card].name!r} {why}", "CR 905.2c")
        used += effects
    clash = _clash(used)
    if clash is not None:
        refuse(pick.seat, clash, "CR 905.2")
    return used


def usable_effects(
    state: BoosterState, seat: int, card: int, *, anytime: bool = False
) -> UsedEffects:
    """Return the effects of a card in its pool that a seat can use now; none if it is face down.

    They are those that are used with a pick, or those that are used at any time.
    """
    return [
        (Held(seat, card, effect), rule)
        for effect, rule in rules_of(state.cards[card])
        if (rule.is_usable_anytime if anytime else rule.is_usable)
        and not _is_down(state, seat, card)
    ]


def _is_down(state: BoosterState, seat: int, card: int) -> bool:
    """Return whether a card of a seat was drafted face up, and is not any more."""
    is_seen = SimpleEffect.FACE_UP in state.cards[card].effects
    return is_seen and card not in state.seats[seat].face_up


def _clash(used: UsedEffects) -> str | None:
    """Return why these effects cannot be used together; None if they can."""
    takers = adders = 0
    for _, rule in used:
        takers += rule.takes_pack
        adders += rule.extra_cards > 0
    if takers and takers + adders > 1:
        return "the whole pack and additional cards do not go together"
    return None


def removals_of(
    state: BoosterState, pick: Pick, cards: tuple[int, ...], used: UsedEffects
) -> dict[int, Held]:
    """Return the cards drafted that are removed, each with the card used that removes it.

    Raises:
        DraftError: If a removed card was not drafted, or is removed without a card that can remove
            it.
    """
    if not (used or pick.removing or pick.removers):  # as usual
        return {}
    removers = {held.card: held for held, rule in used if rule.removes}
    removing = pick.removing or (cards[:1] if removers else ())
    as_a_whole = state.table.rules == "draftmancer"
    if len(removers) > 1:
        _verify_removers(pick, {*removers}, 0 if as_a_whole else len(cards))
    if not {*removers}.issuperset(pick.removers):
        refuse(pick.seat, "a card is not used to remove others", "CR 905.2")
    if pick.removers and len(pick.removers) != len(removing):
        refuse(pick.seat, "names another number of removers than it removes cards", "CR 905.2")
    if pick.removing and not removers:
        refuse(pick.seat, "uses no card that removes others from the draft", "CR 905.2")
    if not {*cards}.issuperset(pick.removing):
        refuse(pick.seat, "removes a card that is not drafted", "CR 905.2")
    if len({*pick.removing}) < len(pick.removing):
        refuse(pick.seat, "the same card is named twice", "CR 905.2")
    if as_a_whole and 0 < len(pick.removing) < len(cards):
        refuse(pick.seat, "by Draftmancer's rules a pick is removed as a whole")
    by = zip(removing, pick.removers or cycle(removers), strict=False)
    return {card: removers[remover] for card, remover in by}


def _verify_removers(pick: Pick, removers: set[int], most: int) -> None:
    """Refuse several cards that remove others, unless each removes cards of its own."""
    if len(removers) > most:
        refuse(pick.seat, "a card leaves the draft once only", "CR 905.2")
    if {*pick.removers} != removers or len(pick.removers) != len(pick.removing):
        reason = "does not say, with removing and removers, which card removes which"
        refuse(pick.seat, reason, "CR 905.2")


def _verify_about(state: BoosterState, pick: Pick) -> None:
    """Refuse to use a card for what is not drafted."""
    if len(pick.about) > len(pick.using):
        refuse(pick.seat, "names more cards than it uses others for", "CR 905.2")
    if not {*pick.cards}.issuperset(pick.about):
        refuse(pick.seat, "uses a card for one that is not drafted", "CR 905.2")
    if state.table.rules == "draftmancer" and {*pick.about} - {*pick.cards[:1]}:
        refuse(pick.seat, "by Draftmancer's rules a card is used for the first of a pick")


def cards_for(held: Held, pick: Pick, cards: tuple[int, ...]) -> tuple[int, ...]:
    """Return the cards drafted, with the one first for which a card is used."""
    place = pick.using.index(held.card)
    if place >= len(pick.about):
        return cards
    first = pick.about[place]
    return (first, *[card for card in cards if card != first])


def cards_due(state: BoosterState, seat: int, used: UsedEffects) -> tuple[int, int]:
    """Return how many cards the next pick of a seat drafts and burns when it uses these effects."""
    mine = state.seats[seat]
    size = len(mine.packs[0].cards)
    count, burns = state.table.rounds[state.round].cards_due(mine.picks, size)
    if not used:
        return count, burns
    if any(rule.takes_pack for _, rule in used):
        return size, 0
    count += sum(rule.extra_cards for _, rule in used)
    return count, min(burns, max(size - count, 0))


def first_cards(step: BoosterStep, seat: int, used: UsedEffects) -> tuple[int, ...]:
    """Return the cards of its pack one of which a seat has to draft first if it uses these effects.

    There are none if it cannot use them with this pack.
    """
    pack = step.seats[seat].packs[0].cards
    count, _ = cards_due(step, seat, used)
    if _clash(used) is not None or not 0 < count <= len(pack):
        return ()
    if is_blind(step, seat):
        return pack  # which of them will do is nothing that the seat may know
    for held, rule in used:
        pack = tuple([card for card in pack if rule.refusal(step, held, (card,)) is None])
    return pack


# packs that are passed, questions, cards used at any time, packs that are added


def ask_pass(state: BoosterState, seat: int) -> Ask:
    """Ask a seat to pass the pack that it does not draft from."""
    _next_pack(state, seat)
    mine = state.seats[seat]
    if not mine.is_out and not mine.skips:
        refuse(seat, "has to draft from this pack before it is passed", "CR 905.1a")
    return Ask(PassPack)


def ask_answer(state: BoosterState, seat: int) -> Ask:
    """Ask a seat its first question; None leaves the answer to chance, if there are options."""
    _seat(state, seat)
    question = question_of(state, seat)
    if question is None:
        refuse(seat, "is not asked anything", "CR 905.2")
    rule, options = rule_for(question.effect), question.options

    def accepts(answer: Any) -> bool:
        if answer is None:
            return bool(options)
        return isinstance(answer, str) and rule.accepts(question, answer, state.table.rules)

    what = f"the answer to {question.effect}"
    return Ask(Answer, [Suggested(options, accepts, what)], rule="CR 905.2")


def uses_anytime(state: BoosterState, seat: int, cards: Iterable[int]) -> dict[int, UsedAnytime]:
    """Return how a seat can use those of its cards that it can use now without a pick."""
    step, uses = BoosterStep(state), dict[int, UsedAnytime]()
    for card in () if state.is_drafted else cards:
        for held, rule in usable_effects(state, seat, card, anytime=True):
            if choices := rule.choices(step, held):
                uses.setdefault(card, (held, rule, choices))
    return uses


def ask_use(state: BoosterState, seat: int) -> Ask:
    """Ask a seat for a card of its pool that it uses without a pick."""
    pool = _unasked(state, seat).pool
    if state.is_drafted:
        refuse(seat, "uses cards during the draft, and all packs are drafted", "CR 905.2")
    uses = {card: choices for card, (*_, choices) in uses_anytime(state, seat, pool).items()}

    def verify(action: UseCard) -> None:
        choices = uses[action.card]
        if action.choice is not None and action.choice not in choices:
            reason = f"the choice is one of {', '.join(choices)}, not {action.choice!r}"
            refuse(seat, reason, "CR 905.2")

    every = dict.fromkeys(choice for each in uses.values() for choice in each)
    any_choice = Suggested((None, *every), lambda _: True)
    usable = One(uses, "in its pool to be used now: it is face down, or there is nothing to choose")
    return Ask(UseCard, [usable, any_choice], verify, "CR 905.2")


def ask_add(state: BoosterState, seat: int) -> Ask:
    """Ask for the pack that a seat adds: cards whose effects have a rule, or none."""
    _seat(state, seat)
    if not any(order.seat == seat for order in state.orders):
        refuse(seat, "adds no pack to the draft", "CR 905.2")

    def verify(action: AddPack) -> None:
        cards = len(state.cards) + len(action.cards)
        if cards > MAX_CARDS:
            reason = f"a draft has up to {MAX_CARDS} cards, and would have {cards} with this pack"
            refuse(seat, reason)
        for card in action.cards:
            if not isinstance(card, DraftCard):
                reason = (
                    f"an added pack holds DraftCards, not {card!r}; DraftCards.of looks them up"
                )
                refuse(seat, reason)
            for each in (card, *card.adds):
                rules_of(each)

    return Ask(AddPack, [ANY_TUPLE], verify)
