"""What small boxes are: packs one after the other, and what they leave for the next."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations, product

import cardformats as cf
from tests.oracle import Card, Oracle, ShortError, State, shown
from tests.oracle_draws import ONE, by_weight

#: What each pack is to have, and not to have: names of sheets and layouts.
Wishes = tuple[tuple[tuple[str, bool], ...], ...]


def cards_of(packs) -> tuple[Card, ...]:
    """All cards of packs that the library made, in the order of their fields."""
    return tuple(sorted(card for pack in packs for card in shown(pack)[1]))


def boxes(made: cf.CardSet, booster: cf.Booster) -> dict[tuple[Card, ...], Fraction]:
    """The probability of each box, as all of its cards.

    Raises:
        ShortError: some box cannot be filled, or its quotas cannot be kept.
    """
    oracle = Oracle(made, booster)
    plans = oracle.plans()
    found: Counter = Counter()
    for share, wishes in wishes_of(booster.box):
        states = {((), State()): share}
        for wish in sorted(wishes, key=lambda its: sorted(name for name, wanted in its if wanted)):
            after: Counter = Counter()
            for (cards, before), part in states.items():
                for (pack, then), chance in next_pack(oracle, plans, before, dict(wish)).items():
                    after[tuple(sorted((*cards, *pack))), then] += part * chance
            states = after
        for (cards, _), part in states.items():
            found[cards] += part
    return dict(found)


def next_pack(oracle: Oracle, plans, before: State, wish: dict[str, bool]) -> dict:
    """The packs that can come and have what is wished, with what matters to those after them."""
    packs: Counter = Counter()
    for share, (layout, steps) in plans:
        if not can_agree(layout, steps, wish):
            continue
        for state, chance in oracle.drawn(steps, before).items():
            if agrees(layout, steps, wish, state.pack) and oracle.kept(state.pack):
                packs[state.pack, left_of(oracle, state)] += share * chance
    whole = sum(packs.values())
    if not whole:
        raise ShortError
    return {key: share / whole for key, share in packs.items()}


def left_of(oracle: Oracle, state: State) -> State:
    """What matters to the next pack: runs that go on through the box, and what came in it."""
    sheets = oracle.cardset.sheets
    runs = tuple(pair for pair in state.runs if sheets[pair[0]].collation.continues == "box")
    if oracle.booster.distinct_scope != "box":
        return State(runs=runs)
    kept = {name for name, sheet in sheets.items() if not oracle.repeats(sheet)}
    gone = tuple(pair for pair in state.gone if pair[0] in kept)
    return State(taken=state.taken, gone=gone, runs=runs)


def can_agree(layout: str, steps, wish: dict[str, bool]) -> bool:
    """Whether a pack can have, and not have, what is wished, whatever its cards choose."""
    steps = [step for step in steps if step.count]
    some = {layout}.union(*(step.sheets for step in steps if step.sheet is not None))
    every = {layout}.union(*(step.sheets for step in steps))
    return all(name in every if wanted else name not in some for name, wanted in wish.items())


def agrees(layout: str, steps, wish: dict[str, bool], pack: tuple[Card, ...]) -> bool:
    """Whether a pack has, and has not, what is wished; each card of some slots chooses a sheet."""
    steps = [step for step in steps if step.count]
    having = {layout}.union(*(step.sheets for step in steps if step.sheet is not None))
    choosing = {step.slot.name for step in steps if step.sheet is None}
    having |= {card[1] for card in pack if card[0] in choosing}
    return all((name in having) is wanted for name, wanted in wish.items())


def wishes_of(box: cf.model.Box) -> list[tuple[Fraction, Wishes]]:
    """How likely it is that the packs of a box are to have what."""
    ways = [(ONE, ((),) * box.packs)]
    for quota in box.quotas:
        numbers = by_weight([(each.weight, each.packs) for each in quota.counts])
        chosen = [
            (share / len(some), each)
            for share, number in numbers
            for some in [[*combinations(range(box.packs), number)]]
            for each in some
        ]
        ways = [
            (
                share * chance,
                tuple((*wish, (quota.of, at in having)) for at, wish in enumerate(wishes)),
            )
            for (share, wishes), (chance, having) in product(ways, chosen)
        ]
    return ways
