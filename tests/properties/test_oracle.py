"""Small boosters of all kinds: odds, likelihoods and packs are those that the documents say."""

from __future__ import annotations

from collections import Counter
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from functools import cache
from itertools import combinations
from math import sqrt
from multiprocessing import get_context

import numpy as np
import pytest

import cardformats as cf
from cardformats.collation.likelihood import likelihood
from tests.oracle import Oracle, ShortError, assert_rows, shown
from tests.small_boosters import small_booster

#: By default a few of each kind, those that replace the last card of each kind of slot, and those
#: that showed a fault before; 2,600 in the slow session.
USUAL = [*range(20), *range(2000, 2010), 67, 183, 245, 718, 34, 39, 52, 53, 59, 401, 443, 1841]
BATCHES = [
    pytest.param(USUAL, id="usual"),
    *(
        pytest.param(range(first, first + 50), id=f"from {first}", marks=pytest.mark.slow)
        for first in range(0, 2600, 50)
    ),
]


@cache
def known(seed):
    """A small booster and the probability of each of its packs; None if it cannot be opened."""
    made = small_booster(seed)
    try:
        packs = Oracle(made).packs()
    except ShortError:
        packs = {}
    return (made, packs) if packs else None


def some(seeds):
    """The boosters of these seeds with their packs and generators."""
    for each in filter(None, map(known, seeds)):
        yield *each, cf.Generator(each[0], seed=1)


@pytest.mark.parametrize("seeds", BATCHES)
def test_rows_said_to_be_exact_are(seeds):
    """Nearly all are, also where a card must come twice or a slot is short."""
    exact = tables = 0
    for _, packs, generator in some(seeds):
        table = generator.odds(packs=40)
        assert_rows(table, ((cards, share) for (_, cards), share in packs.items()))
        exact += table.exact
        tables += 1
    assert exact > 0.9 * tables


@pytest.mark.parametrize("seeds", BATCHES)
def test_cards_together_and_numbers_of_cards_are_those_of_the_packs(seeds):
    for made, packs, generator in some(seeds):
        table = generator.odds(packs=1)
        names = sorted({card[2] for _, cards in packs for card in cards})
        for pair in [*combinations(names, 2)][:4]:
            chance = sum(p for (_, cards), p in packs.items() if {*pair} <= {c[2] for c in cards})
            assert table.joint(*pair) in (chance, None), (made, pair)
        for sheet in made.sheets:
            numbers = Counter()
            for (_, cards), share in packs.items():
                numbers[sum(card[1] == sheet for card in cards)] += share
            assert table.counts("sheet", sheet) in (numbers, None), (made, sheet)


@pytest.mark.parametrize("seeds", BATCHES)
def test_packs_are_possible_and_as_likely_as_they_say(seeds):
    known = opened = 0
    for made, packs, generator in some(seeds):
        for pack in generator.packs(8):
            assert shown(pack) in packs, (made, pack)
            chance = likelihood(generator.exact, pack)
            assert chance in (packs[shown(pack)], None), (made, pack)
            known += chance is not None
            opened += 1
    assert known > 0.9 * opened


@pytest.mark.parametrize("seeds", BATCHES)
def test_packs_in_bulk_are_possible(seeds):
    for made, packs, generator in some(seeds):
        bulk = generator.bulk(20)
        assert [bulk.pack(at) for at in range(20)] == [*generator.packs(20)], made
        assert {shown(bulk.pack(at)) for at in range(20)} <= packs.keys(), made


def distance(packs, seen):
    """How far counts are from a distribution, in standard deviations of chi-square."""
    whole = sum(seen.values())
    likely = {pack: float(share) * whole for pack, share in packs.items() if share * whole > 5}
    rest = whole - sum(likely.values())
    terms = [(seen[pack] - each) ** 2 / each for pack, each in likely.items()]
    if rest > 5:
        terms.append((whole - sum(seen[pack] for pack in likely) - rest) ** 2 / rest)
    return (sum(terms) - len(terms) + 1) / sqrt(2 * len(terms))


def distances(seeds, number):
    """How far so many packs of each booster are from what they should be."""
    for made, packs, generator in some(seeds):
        seen = Counter(map(shown, generator.packs(number)))
        assert seen.keys() <= packs.keys(), made
        its = distance(packs, seen)
        assert its < 8, made
        yield its


def test_packs_come_as_often_as_they_should():
    assert abs(np.mean([*distances(range(20), 1_000)])) < 1


@pytest.mark.slow
@pytest.mark.parametrize("first", range(0, 2600, 100))
def test_very_many_packs_come_as_often_as_they_should(first):
    assert abs(np.mean([*distances(range(first, first + 100), 4_000)])) < 0.6


def some_packs(cardset, number):
    """Packs by themselves, in a row and from arrays."""
    generator = cf.Generator(cardset, seed="everywhere")
    alone = [generator.pack(at) for at in reversed(range(number))][::-1]
    return alone, [*generator.packs(number)], [*generator.bulk(number)]


def test_packs_are_the_same_in_another_process_and_thread():
    made = [its for its, _, _ in some(range(12))]
    here = [some_packs(cardset, 10) for cardset in made]
    assert all(alone == row == bulk for alone, row, bulk in here)
    spawned = get_context("spawn")
    with ProcessPoolExecutor(1, spawned) as processes, ThreadPoolExecutor(4) as threads:
        for executor in (processes, threads):
            assert [*executor.map(some_packs, made, [10] * len(made))] == here
