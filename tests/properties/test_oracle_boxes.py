"""Small boxes, and tiny events of a finite supply, beside all that they can be."""

from __future__ import annotations

from collections import Counter
from functools import cache
from random import Random
from statistics import fmean, pstdev

import pytest
from attrs import evolve

import cardformats as cf
from tests.oracle import Oracle, ShortError, assert_rows, shown
from tests.oracle_boxes import boxes, cards_of
from tests.small_boosters import (
    small_booster,
    with_box,
    with_fair_supply,
    with_small_supply,
    with_supply,
)

#: Boxes that only the oracle makes: a quota of slots whose cards choose and that
#: may carry, and of a sheet that only slots without cards name.
REFUSED = ("which can carry cards on, chooses a sheet", "names no sheet or layout")

#: More packs than this make too many boxes.
FEW = 40
BATCHES = [
    pytest.param([*range(20), 308], id="usual"),
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
        generator, every = cf.Generator(made, seed=1), boxes(made, made.boosters[0])
        generator.box(0)
    except ShortError:
        return None
    except cf.CollationError as error:
        if not any(map(str(error).__contains__, REFUSED)):
            raise
        return None
    return generator, every


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


def lasting(seeds, supplied):
    """Generators and players of tiny events whose sheets last."""
    for seed in seeds:
        made, players = supplied(small_booster(seed), chance(seed))
        generator = cf.Generator(made, seed=1)
        needs = generator.requirements(players).sheets
        if all(each.most <= made.sheets[each.name].total for each in needs):
            yield generator, players


def packs_together(made, number):
    """What so many packs have together that are dealt from the same shuffled sheets."""
    booster = made.boosters[0]
    parts = [cf.model.Choice(booster.layouts)] * number
    whole = evolve(booster, layouts=[cf.Layout("", 1, parts)])
    return Oracle(evolve(made, event=None), whole).packs()


@pytest.mark.parametrize("seeds", BATCHES)
def test_packs_and_rows_of_a_finite_event_are_those_that_can_be(seeds):
    """The rows of a pack, of those of a seat, and of those of a round."""
    for generator, players in lasting(seeds, with_supply):
        packs = packs_together(generator.cardset, 1)
        if len(packs) > FEW:
            continue
        every = {cards for _, cards in packs}
        for number in range(5):
            dealt = generator.deal(players, number=number).packs
            assert {shown(pack)[1] for pack in dealt} <= every
        rounds = generator.cardset.event.boosters_per_player
        for of, number in (("pack", 1), ("seat", rounds), ("round", players)):
            its = packs if number == 1 else packs_together(generator.cardset, number)
            table = generator.deal_odds(players, of=of, deals=5)
            assert_rows(table, ((cards, share) for (_, cards), share in its.items()))


@pytest.mark.parametrize(
    ("seeds", "deals"),
    [
        (range(12), 40),
        *(
            pytest.param(range(first, first + 25), 2_000, marks=pytest.mark.slow)
            for first in range(0, 300, 25)
        ),
    ],
    ids=str,
)
def test_rows_of_balanced_and_distinct_deals_come_as_often_as_they_say(seeds, deals):
    for generator, players in lasting(seeds, with_fair_supply):
        rounds = generator.cardset.event.boosters_per_player
        every = [generator.deal(players, number=number).packs for number in range(deals)]
        of_unit = {
            "pack": [[at] for at in range(players * rounds)],
            "seat": [range(at, players * rounds, players) for at in range(players)],
            "round": [range(at * players, (at + 1) * players) for at in range(rounds)],
        }
        for of, units in of_unit.items():
            for row in generator.deal_odds(players, of=of, deals=2):
                if row.exact:
                    what = row.card, row.finish
                    numbers = [[count_of(what, packs, unit) for unit in units] for packs in every]
                    means = [sum(its) / len(units) for its in numbers]
                    some = [sum(map(bool, its)) / len(units) for its in numbers]
                    for its, expected in ((means, row.expected), (some, row.at_least_one)):
                        error = max(pstdev(its), 0.05) / deals**0.5
                        assert abs(fmean(its) - expected) < 5 * error, (generator.cardset, of, row)


def count_of(what, packs, unit):
    """How many of a card the packs of a unit have."""
    return sum((card.card, card.finish) == what for at in unit for card in packs[at].cards)


@pytest.mark.parametrize(
    "collation", [cf.model.PrintRun(2, "box"), cf.model.Random(), cf.model.Random(replacement=True)]
)
def test_what_the_slots_of_a_shared_sheet_have_depends_on_their_order(collation):
    """One slot changes the finish, so that its cards have rows of their own."""
    copies = {"a": 1, "b": 1, "c": 3}
    entries = [cf.Entry(cf.CardRef(name), number) for name, number in copies.items()]
    choices = [cf.SheetChoice("X")]
    slots = [cf.Slot("s", 1, choices), cf.Slot("t", 1, choices, finish="etched")]
    booster = cf.Booster(
        "b", layouts=[cf.Layout("", 1, slots)], distinct_scope="box", box=cf.model.Box(2)
    )
    made = cf.CardSet(
        sheets=[cf.Sheet("X", entries, collation, duplicates=False)], boosters=[booster]
    )
    assert_rows(cf.Generator(made, seed=1).box_odds(boxes=5), boxes(made, booster).items())


def test_what_a_box_refuses_is_found_before():
    refused, found = [], []
    for seed in range(60):
        try:
            made = with_box(small_booster(seed), chance(seed))
        except ShortError:
            continue
        try:
            generator = cf.Generator(made, seed=1)
            codes = [each.code for each in generator.audit() if each.severity != cf.Severity.NOTE]
            for number in range(5):
                generator.box(number)
        except cf.CollationError:
            refused.append(seed)
            found += [seed] if codes else []
    assert found == refused
    assert len(refused) > 3


@pytest.mark.parametrize("more", [1, 2, 3])
@pytest.mark.parametrize("first", [0, pytest.param(200, marks=pytest.mark.slow)])
def test_what_a_deal_refuses_is_found_before(first, more):
    sure = doubtful = 0
    for seed in range(first, first + 70):
        made, players = with_small_supply(small_booster(seed), chance(seed), more)
        try:
            generator = cf.Generator(made, seed=1)
        except cf.CollationError:
            continue
        codes = {each.code for each in generator.audit(players)}
        refused = [number for number in range(8) if is_refused(generator, players, number)]
        if "CL030" in codes:
            sure += 1
            assert len(refused) == 8, (seed, made.boosters[0].layouts)
        elif refused:
            doubtful += 1
            assert "CL031" in codes, (seed, made.boosters[0].layouts)
    assert sure or more > 2
    assert doubtful


def is_refused(generator, players, number):
    try:
        generator.deal(players, number=number)
    except cf.CollationError:
        return True
    return False
