"""Picks: drafting cards from the pack in front of a seat."""

from __future__ import annotations

from collections.abc import Iterator

from ...errors import DraftError
from ...model import SimpleEffect
from ..actions import Pick
from ..outcomes import Drafted
from .effects import EffectRule, Held, PickInProgress, kind_of, rule_for, shows_removed
from .passing import pass_on
from .state import BoosterState, Table, next_pack
from .step import BoosterStep

#: What a seat uses, with the rules.
_Used = list[tuple[Held, EffectRule]]


def verify_pick(state: BoosterState, pick: Pick) -> None:
    """Refuse a pick that the rules do not allow.

    Raises:
        DraftError: which rule it is against.
    """
    pack = next_pack(state, pick.seat)
    for card in (*pick.cards, *pick.burns, *pick.using, *pick.removing):
        if type(card) is not int:  # True and 1.0 are equal to 1, but no names of cards
            _refuse(pick, f"a card is named by its number, not {card!r}", "CR 905.1a")
    seat = state.seats[pick.seat]
    if seat.is_out:
        _refuse(pick, "drafts no more cards in this round", "CR 905.2")
    if seat.skips:
        _refuse(pick, "has to pass this pack without drafting from it", "CR 905.2")
    used = _used(state, pick)
    count, burns = due(state, pick.seat, used)
    size = len(pack.cards)
    if count > size:
        _refuse(pick, f"needs {count} cards in the pack to draft; it has {size}", "CR 905.2")
    _verify_removing(state, pick, used)
    if is_blind(state, pick.seat):
        if pick.cards or pick.burns:
            _refuse(pick, "drafts at random and cannot choose", "CR 905.2")
        return
    _verify_cards(pick, pack.cards, count, burns)
    for held, rule in used:
        reason = rule.refusal(BoosterStep(state), held, pick.cards)
        if reason is not None:
            _refuse(pick, reason, "CR 905.2")


def _verify_cards(pick: Pick, pack: tuple[int, ...], count: int, burns: int) -> None:
    """Refuse cards that are not so many, or not those of the pack."""
    if len(pick.cards) != count or len(pick.burns) != burns:
        due_cards = f"{count} to draft and {burns} to burn"
        given = f"{len(pick.cards)} and {len(pick.burns)}"
        _refuse(pick, f"this pick is of {due_cards}, not of {given}", "CR 905.1a")
    chosen = pick.cards + pick.burns
    for card in chosen:
        if card not in pack:
            _refuse(pick, f"card {card} is not in the pack", "CR 905.1a")
    if len(set(chosen)) < len(chosen):
        _refuse(pick, "the same card is named twice", "CR 905.1a")


def _verify_removing(state: BoosterState, pick: Pick, used: _Used) -> None:
    """Refuse to remove what is not drafted, or not with a card that removes."""
    if not pick.removing:
        return
    if not any(rule.removes for _, rule in used):
        _refuse(pick, "uses no card that removes others from the draft", "CR 905.2")
    if len(set(pick.removing)) < len(pick.removing):
        _refuse(pick, "the same card is removed twice", "CR 905.2")
    for card in pick.removing:
        if card not in pick.cards:
            _refuse(pick, f"card {card}, which it removes, is not drafted", "CR 905.2")
    if _is_one_event(state.table) and len(pick.removing) < len(pick.cards):
        _refuse(pick, "by Draftmancer's rules a pick is removed as a whole", None)


def _is_one_event(table: Table) -> bool:
    """Whether a pick of several cards is one event; by the rules cards are drafted one by one."""
    return table.rules == "draftmancer"


def apply_pick(step: BoosterStep, pick: Pick) -> None:
    """Draft the cards, do what they and the cards used do, and pass the pack."""
    used = _used(step, pick)
    number, mine = pick.seat, step.seats[pick.seat]
    step.drafting = number
    pack, *others = mine.packs
    count, burns = due(step, number, used)
    cards, burned = pick.cards, pick.burns
    is_random = is_blind(step, number)
    if is_random:
        cards, burned = _at_random(step, pack.cards, count, burns)
    gone = {*cards, *burned}
    smaller = type(pack)(pack.number, tuple([c for c in pack.cards if c not in gone]), pack.passer)
    step.change(number, packs=(smaller, *others), picks=mine.picks + 1)
    step.tell(Drafted(number, cards, len(cards), pack.number, is_random))
    whole = PickInProgress(number, pack.number, pack.passer, cards)
    remover = next((held for held, rule in used if rule.removes), None)
    if _is_one_event(step.table):
        _receive(step, whole, remover)
    else:
        removed = pick.removing or cards[:1]
        for one in _one_by_one(whole):
            _receive(step, one, remover if one.cards[0] in removed else None)
    for held, rule in used:
        rule.used(step, held, whole)
    step.burn(number, burned)
    step.drafting = None
    pass_on(step, number)


def due(state: BoosterState, seat: int, used: _Used) -> tuple[int, int]:
    """How many cards the next pick of a seat drafts and burns when it uses these effects."""
    mine = state.seats[seat]
    size = len(mine.packs[0].cards)
    if any(rule.takes_pack for _, rule in used):
        return size, 0
    count, burns = state.table.rounds[state.round].cards_due(mine.picks, size)
    count += sum(rule.extra_cards for _, rule in used)
    return count, min(burns, max(size - count, 0))


def is_blind(state: BoosterState, seat: int) -> bool:
    """Whether a seat cannot look at its packs, and drafts at random."""
    return any(each.seat == seat and rule_for(each.effect).is_blind for each in state.standing)


def usable(state: BoosterState, seat: int) -> tuple[int, ...]:
    """The cards in a seat's pool whose effects it may use with its next pick."""
    pool = state.seats[seat].pool
    mine = (card for card in pool if state.cards[card].effects)
    return tuple([card for card in mine if _unusable(state, seat, card) is None])


def firsts(state: BoosterState, seat: int, card: int) -> tuple[int, ...]:
    """The cards of its pack one of which a seat has to draft first if it uses *card* alone.

    There are none if it cannot use the card with this pack.
    """
    used = _held(state, seat, card)
    pack = state.seats[seat].packs[0].cards
    count, _ = due(state, seat, used)
    if _clash(used) is not None or not 0 < count <= len(pack):
        return ()
    if is_blind(state, seat):
        return pack  # which of them will do is nothing that the seat may know
    step = BoosterStep(state)
    return tuple(
        [
            first
            for first in pack
            if all(rule.refusal(step, held, (first,)) is None for held, rule in used)
        ]
    )


def _unusable(state: BoosterState, seat: int, card: int) -> str | None:
    """Why a card of the seat's pool cannot be used; None if it can."""
    effects = state.cards[card].effects
    if not any(rule_for(kind_of(effect)).is_usable for effect in effects):
        return "has no effect to use"
    if SimpleEffect.FACE_UP in effects and card not in state.seats[seat].face_up:
        return "is face down"
    return None


def _used(state: BoosterState, pick: Pick) -> _Used:
    """The effects that a pick uses.

    Raises:
        DraftError: one cannot be used, or not with the others.
    """
    used: _Used = []
    if len(set(pick.using)) < len(pick.using):
        _refuse(pick, "the same card is used twice", "CR 905.2")
    for card in pick.using:
        if card not in state.seats[pick.seat].pool:
            _refuse(pick, f"card {card} is not in its pool", "CR 905.2")
        reason = _unusable(state, pick.seat, card)
        if reason is not None:
            _refuse(pick, f"{state.cards[card].name!r} {reason}", "CR 905.2c")
        used += _held(state, pick.seat, card)
    clash = _clash(used)
    if clash is not None:
        _refuse(pick, clash, "CR 905.2")
    return used


def _held(state: BoosterState, seat: int, card: int) -> _Used:
    """The effects of a card that can be used, with the rules."""
    rules = [(effect, rule_for(kind_of(effect))) for effect in state.cards[card].effects]
    return [(Held(seat, card, effect), rule) for effect, rule in rules if rule.is_usable]


def _clash(used: _Used) -> str | None:
    """Why these effects cannot be used together; None if they can."""
    rules = [rule for _, rule in used]
    if sum(rule.removes for rule in rules) > 1:
        return "a card leaves the draft once only"
    takers = sum(rule.takes_pack for rule in rules)
    if takers and takers + sum(rule.extra_cards > 0 for rule in rules) > 1:
        return "the whole pack and additional cards do not go together"
    return None


def _receive(step: BoosterStep, pick: PickInProgress, remover: Held | None) -> None:
    """Put drafted cards where they go, and let effects know."""
    mine = step.seats[pick.seat]
    drafted = mine.drafted + len(pick.cards)
    if remover is None:
        step.change(pick.seat, pool=mine.pool + pick.cards, drafted=drafted)
    else:
        step.change(pick.seat, drafted=drafted)
        is_face_up = shows_removed(step.cards[remover.card].effects)
        step.remove(pick.seat, remover.card, pick.cards, is_face_up=is_face_up)
    for standing in step.standing:
        rule_for(standing.effect).watched(step, standing, pick)
    for card in pick.cards:
        source = remover.card if remover else card
        rules = [(effect, rule_for(kind_of(effect))) for effect in step.cards[source].effects]
        for effect, rule in sorted(rules, key=lambda each: each[1].comes_last):
            held = Held(pick.seat, source, effect)
            if remover:
                rule.removed(step, held, card)
            else:
                rule.drafted(step, held, pick)


def _one_by_one(pick: PickInProgress) -> Iterator[PickInProgress]:
    for card in pick.cards:
        yield PickInProgress(pick.seat, pick.pack, pick.passer, (card,))


def _at_random(
    step: BoosterStep, cards: tuple[int, ...], count: int, burns: int
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """So many cards to draft and to burn."""
    drawn = tuple(step.bits().shuffled(cards))
    return drawn[:count], drawn[count : count + burns]


def _refuse(pick: Pick, reason: str, rule: str | None) -> None:
    raise DraftError(reason, pick.seat, rule)
