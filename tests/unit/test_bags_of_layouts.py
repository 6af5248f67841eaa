"""Bags of layouts: as many copies of each as its weight, and none comes again before the last."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from math import comb, lcm
from time import process_time

import pytest
from hypothesis import given
from hypothesis import strategies as st

import cardformats as cf
from cardformats.collation import bags
from tests.boosters import cardset, sheet, slot
from tests.every_deal import every_deal

NAMES = "ABCD"


def bag(*weights, packs=1, supply="infinite", copies=(1,)):
    """A set whose packs have a card of the sheet that is called as their layout."""
    layouts = [cf.Layout(name, w, [slot(name, 1)]) for name, w in zip(NAMES, weights)]  # noqa: B905
    event = cf.model.Event(layout_replacement=False, boosters_per_player=packs, supply=supply)
    sheets = [sheet(each.name, *copies) for each in layouts]
    return cardset(sheets, layouts=layouts, event=event)


def hypergeometric(weights, packs):
    """How likely so many packs are so many of each layout; several bags if one is not enough."""
    scale = lcm(*(Fraction(weight).denominator for weight in weights))
    copies = [int(weight * scale) for weight in weights]
    full, rest = divmod(packs, sum(copies))

    def ways(left, most):
        if not most:
            return {(): 1} if not left else {}
        return {
            (full * copies[-len(most)] + first, *others): comb(most[0], first) * times
            for first in range(min(left, most[0]) + 1)
            for others, times in ways(left - first, most[1:]).items()
        }

    return {
        numbers: Fraction(times, comb(sum(copies), rest))
        for numbers, times in ways(rest, copies).items()
    }


def counted(deals, names):
    """How likely the packs of a deal are so many of each layout, by their cards."""
    found = Counter()
    for packs, chance in deals.items():
        of = Counter(pack[0][0] for pack in packs)
        found[tuple(of[name] for name in names)] += chance
    return dict(found)


WEIGHTS = [
    (2, 2),
    (3, 3),
    (2, 4),
    (2, 2, 2),
    (1, 2),
    (Fraction(1, 2), Fraction(1, 2)),
    (Fraction(2, 3), Fraction(4, 3)),
    (Fraction(4, 2), Fraction(2)),
]


@pytest.mark.part(4)
@pytest.mark.parametrize("drawn", ["whole", "one by one"])
@pytest.mark.parametrize("weights", WEIGHTS, ids=str)
def test_every_deal_has_as_many_of_each_layout_as_a_bag_of_copies_gives(
    weights, drawn, monkeypatch
):
    if drawn == "one by one":
        monkeypatch.setattr(bags, "MOST_SHUFFLED", 0)
    for packs in (1, 2, 4):
        deals = every_deal(monkeypatch, bag(*weights), packs)
        assert counted(deals, NAMES[: len(weights)]) == hypergeometric(weights, packs)


def test_four_packs_of_three_and_three_are_not_always_two_and_two():
    odds = cf.Generator(bag(3, 3), seed=1).deal_odds(4, of="round").counts("sheet", "A")
    assert odds == {1: Fraction(1, 5), 2: Fraction(3, 5), 3: Fraction(1, 5)}


@given(
    st.lists(st.integers(0, 6) | st.fractions(0, 4, max_denominator=6), min_size=1, max_size=4),
    st.integers(1, 7),
)
def test_odds_of_a_round_are_hypergeometric(weights, players):
    if not any(weights):
        return
    table = cf.Generator(bag(*weights), seed=1).deal_odds(players, of="round")
    wanted = hypergeometric(weights, players)
    for at, name in enumerate(NAMES[: len(weights)]):
        counts = Counter()
        for numbers, chance in wanted.items():
            counts[numbers[at]] += chance
        assert table.counts("sheet", name) == dict(counts)


@pytest.mark.parametrize("rules", ["cardformats", "draftmancer"])
def test_deals_are_as_often_as_the_odds_say(rules):
    made = cf.Generator(bag(3, 3), seed=1, rules=rules)
    deals = 2000
    sizes = Counter(
        sum(pack.layout == "A" for pack in made.deal(4, number=number).packs)
        for number in range(deals)
    )
    assert set(sizes) == {1, 2, 3}
    for number, share in {1: 0.2, 2: 0.6, 3: 0.2}.items():
        assert abs(sizes[number] / deals - share) < 4 * (share * (1 - share) / deals) ** 0.5


@pytest.mark.parametrize("rules", ["cardformats", "draftmancer"])
@pytest.mark.parametrize("weight", [10**9, 10**40, Fraction(1, 3) + 10**12])
def test_a_huge_bag_takes_no_time_and_no_memory(rules, weight):
    start = process_time()
    made = cf.Generator(bag(weight, weight), seed=1, rules=rules)
    layouts = Counter(pack.layout for pack in made.deal(2_000).packs)
    assert sum(layouts.values()) == 2_000
    assert abs(layouts["A"] - 1_000) < 4 * 500**0.5
    if rules == "cardformats":
        counts = made.deal_odds(4, of="round").counts("sheet", "A")
        assert abs(counts[2] - Fraction(3, 8)) < Fraction(1, 10**8)
    assert process_time() - start < 2


def test_odds_of_huge_numbers_are_simulated_in_time():
    start = process_time()
    odds = cf.Generator(bag(10**40, 10**40), seed=1).deal_odds(500, of="round", deals=1)
    assert not odds.exact
    assert "steps" in odds.unknown[0]
    assert odds.counts("sheet", "A") is None
    assert process_time() - start < 5


def test_no_copy_of_a_huge_bag_comes_twice(monkeypatch):
    monkeypatch.setattr(bags, "MOST_SHUFFLED", 5)
    made = cf.Generator(bag(3, 3), seed=1)
    for number in range(20):
        layouts = [pack.layout for pack in made.deal(12, number=number).packs]
        assert layouts[:6].count("A") == layouts[6:].count("A") == 3


def test_the_cards_that_a_bag_asks_for_are_those_of_its_copies():
    """Four packs of three and three need one to three cards of a sheet."""
    needed = cf.Generator(bag(3, 3), seed=1).requirements(4).sheet("A")
    assert (needed.least, needed.expected, needed.most) == (1, 2, 3)


@pytest.mark.parametrize("rules", ["cardformats", "draftmancer"])
def test_a_bag_without_a_layout_is_refused(rules):
    with pytest.raises(cf.CollationError, match="weight"):
        cf.Generator(bag(0, 0), seed=1, rules=rules).deal(2)
