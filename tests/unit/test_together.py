"""The odds of several packs together, against all ways they can come out."""

from __future__ import annotations

import pickle
from collections import Counter
from fractions import Fraction
from itertools import product
from math import prod

import pytest

import cardformats as cf
from cardformats.collation import Sampler, register
from cardformats.collation.odds.together import repeated, together
from tests.every_pack import every_pack


def small_set():
    cards = [
        cf.Card([cf.Face(name)], rarity="rare" if name == "R" else "common") for name in "ABCR"
    ]
    sheets = [
        cf.Sheet("Common", ["A", "B", "C"]),
        cf.Sheet("Rare", [cf.Entry("R"), cf.Entry("A", finish="foil")]),
    ]
    boosters = [
        cf.Booster.of({"Common": 2}, "plain"),
        cf.Booster.of({"Common": 1, "Rare": 1}, "rare"),
    ]
    return cf.CardSet("Set", cards=cards, sheets=sheets, boosters=boosters)


def all_together(cardset, numbers, fixed):
    """Every way packs and fixed cards can come out together."""
    each = []
    for booster, number in zip(cardset.boosters, numbers, strict=True):
        each += [every_pack(cardset, booster).items()] * number
    always = [
        cf.PackCard(*what[:1], "", "", what[1]) for what, n in fixed.items() for _ in range(n)
    ]
    for packs in product(*each):
        cards = [card for (_, cards), _ in packs for card in cards]
        yield prod((share for _, share in packs), start=Fraction(1)), [*cards, *always]


@pytest.mark.parametrize("numbers", [(2, 1), (0, 3), (1, 0), (0, 0)])
def test_packs_together_have_the_odds_of_all_ways_they_come_out(numbers):
    cardset = small_set()
    fixed = {(cf.CardRef("B"), None): 1, (cf.CardRef("R"), "foil"): 2, (cf.CardRef("C"), None): 0}
    tables = [cf.Generator(cardset, each, seed=1).odds() for each in cardset.boosters]
    table = together(list(zip(tables, numbers, strict=True)), fixed, cardset)
    table = pickle.loads(pickle.dumps(table))

    expected, some, rares, both = Counter(), Counter(), Counter(), Fraction()
    for chance, cards in all_together(cardset, numbers, fixed):
        for what, number in Counter((card.card, card.finish) for card in cards).items():
            expected[what] += chance * number
            some[what] += chance
        names = [card.card.name for card in cards]
        rares[names.count("R")] += chance
        both += chance * ({"A", "C"} <= set(names))
    assert table.exact
    assert {(row.card, row.finish): row.expected for row in table if row.expected} == expected
    assert {(row.card, row.finish): row.at_least_one for row in table if row.expected} == some
    assert table.counts("rarity", "rare") == rares
    assert table.joint("A", "C") == both


class ByFunction:
    """Nothing is known of the odds."""

    def compile(self, sheet, count):
        return Sampler(lambda bits: [bits.below(len(sheet.entries)) for _ in range(count)], count)


def test_what_is_simulated_in_a_part_says_so_in_the_whole():
    register("by a function", ByFunction())
    sheets = [cf.Sheet("S", ["A", "B"], cf.model.Other("by a function")), cf.Sheet("T", ["A", "B"])]
    cardset = cf.CardSet("", sheets=sheets, boosters=[cf.Booster.of({"S": 2, "T": 1}, "part")])
    alone = cf.Generator(cardset, seed=1).odds(packs=100)
    table = together([(alone, 4)], {}, cardset)
    for one, row in zip(alone, table, strict=True):
        assert row.exact == one.exact
        assert row.expected == 4 * one.expected
        assert row.error == pytest.approx(4 * one.error)
    assert not table.exact
    assert table.counts("slot", "S") is None
    assert table.joint("A") is None


def test_there_are_no_fewer_than_no_packs():
    cardset = small_set()
    table = cf.Generator(cardset, seed=1).odds()
    with pytest.raises(cf.CollationError):
        together([(table, -1)], {}, cardset)


def test_a_repeated_number_is_the_sum_of_so_many():
    counts = {0: Fraction(1, 3), 2: Fraction(2, 3)}
    assert repeated(counts, 2) == {0: Fraction(1, 9), 2: Fraction(4, 9), 4: Fraction(4, 9)}
    assert repeated(counts, 0) == {0: 1}
