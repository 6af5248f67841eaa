"""Small boxes, and tiny events of a finite supply, beside all that they can be."""

from __future__ import annotations

from collections import Counter
from functools import cache
from random import Random

import pytest
from attrs import evolve

import cardformats as cf
from tests.oracle import Oracle, ShortError, assert_rows, shown
from tests.oracle_boxes import boxes, cards_of
from tests.small_boosters import small_booster, with_box, with_supply

#: More packs than this make too many boxes.
FEW = 40
BATCHES = [
    pytest.param([*range(30), 308], id="usual"),
    *(
        pytest.param(range(first, first + 50), id=f"from {first}", marks=pytest.mark.slow)
        for first in range(0, 1000, 50)
    ),
]


def chance(seed):
    return Random(seed)  # noqa: S311 - no secret


def boxed(seeds):
    """Small sets with the generators of their boxes, and all boxes."""
    return filter(None, map(known_box, seeds))


@cache
def known_box(seed):
    try:
        made = small_booster(seed)
        if not 0 < len(Oracle(made).packs()) < FEW:
            return None
        made = with_box(made, chance(seed))
        return cf.Generator(made, seed=1), boxes(made, made.boosters[0])
    except ShortError:
        return None


@pytest.mark.parametrize("seeds", BATCHES)
def test_boxes_are_possible(seeds):
    for generator, every in boxed(seeds):
        assert {cards_of(generator.box(number)) for number in range(20)} <= every.keys()


@pytest.mark.slow
@pytest.mark.parametrize("first", range(0, 500, 50))
def test_boxes_come_as_often_as_they_should(first):
    for generator, every in boxed(range(first, first + 50)):
        counts = Counter(cards_of(generator.box(number)) for number in range(2_000))
        assert counts.keys() <= every.keys()
        likely = {box: float(p) * 2_000 for box, p in every.items() if p * 2_000 > 5}
        far = sum((counts[box] - mean) ** 2 / mean for box, mean in likely.items()) - len(likely)
        assert far < 6 * (2 * len(likely) + 1) ** 0.5, generator.cardset


@pytest.mark.parametrize("seeds", BATCHES)
def test_rows_of_boxes_said_to_be_exact_are(seeds):
    for generator, every in boxed(seeds):
        assert_rows(generator.box_odds(boxes=5), every.items())


def dealt(seeds):
    """Tiny events, and all that a pack, a seat and a round can have of them."""
    for seed in seeds:
        made, players = with_supply(small_booster(seed), chance(seed))
        generator = cf.Generator(made, seed=1)
        needs = generator.requirements(players).sheets
        lasts = all(each.most <= made.sheets[each.name].total for each in needs)
        if lasts and len(packs_together(made, 1)) < FEW:
            yield generator, players


def packs_together(made, number):
    """What so many packs have together that are dealt from the same shuffled sheets."""
    booster = made.boosters[0]
    parts = [cf.Choice(booster.layouts)] * number
    whole = evolve(booster, layouts=[cf.Layout("", 1, parts)])
    return Oracle(evolve(made, event=None), whole).packs()


@pytest.mark.parametrize("seeds", BATCHES)
def test_packs_of_a_finite_event_are_possible(seeds):
    for generator, players in dealt(seeds):
        every = {cards for _, cards in packs_together(generator.cardset, 1)}
        for number in range(5):
            assert {
                shown(pack)[1] for pack in generator.deal(players, number=number).packs
            } <= every


@pytest.mark.parametrize("seeds", BATCHES)
def test_rows_of_deals_said_to_be_exact_are(seeds):
    """Of a pack, of those of a seat, and of those of a round."""
    for generator, players in dealt(seeds):
        rounds = generator.cardset.event.boosters_per_player
        for of, number in (("pack", 1), ("seat", rounds), ("round", players)):
            packs = packs_together(generator.cardset, number)
            table = generator.deal_odds(players, of=of, deals=5)
            assert_rows(table, ((cards, share) for (_, cards), share in packs.items()))


@pytest.mark.parametrize(
    "collation", [cf.PrintRun(2, "box"), cf.Random(), cf.Random(replacement=True)]
)
def test_what_the_slots_of_a_shared_sheet_have_depends_on_their_order(collation):
    """One slot changes the finish, so that its cards have rows of their own."""
    copies = {"a": 1, "b": 1, "c": 3}
    entries = [cf.Entry(cf.CardRef(name), number) for name, number in copies.items()]
    choices = [cf.SheetChoice("X")]
    slots = [cf.Slot("s", 1, choices), cf.Slot("t", 1, choices, finish="etched")]
    booster = cf.Booster(
        "b", layouts=[cf.Layout("", 1, slots)], distinct_scope="box", box=cf.Box(2)
    )
    made = cf.CardSet(
        sheets=[cf.Sheet("X", entries, collation, duplicates=False)], boosters=[booster]
    )
    assert_rows(cf.Generator(made, seed=1).box_odds(boxes=5), boxes(made, booster).items())
