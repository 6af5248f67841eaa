"""Small products of small boosters and boxes, beside all that they can be."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest

import cardformats as cf
from tests.oracle import Oracle, assert_rows
from tests.oracle_boxes import cards_of
from tests.oracle_products import ProductOracle, TooManyError, with_products, without_slots
from tests.properties.test_oracle_boxes import chance, known_box

#: Seeds of boxes.
BATCHES = [
    pytest.param(range(12), id="usual"),
    *(
        pytest.param(range(first, first + 50), id=f"from {first}", marks=pytest.mark.slow)
        for first in range(0, 500, 50)
    ),
]


def products(seeds):
    """Sets with products, their generators, and all that two of these can be."""
    for seed in seeds:
        if known := known_box(seed):
            generator, boxes = known
            made = with_products(generator.cardset, chance(f"products {seed}"))
            packs = ((cards, share) for (_, cards), share in Oracle(made).packs().items())
            oracle = ProductOracle(made, without_slots(packs), without_slots(boxes.items()))
            for name in ("P1", "P2"):
                try:
                    yield cf.Generator(made, seed=1), name, oracle.product(name)
                except TooManyError:
                    continue


@pytest.mark.parametrize("seeds", BATCHES)
def test_odds_of_products_are_those_of_all_that_can_be_in_them(seeds):
    exact = number = 0
    for generator, name, every in products(seeds):
        assert sum(every.values()) == 1
        table = generator.product_odds(name)
        assert_rows(table, every.items())
        exact, number = exact + table.exact, number + 1
        names = sorted({card[2] for cards in every for card in cards})
        for pair in [*combinations(names, 2)][:4]:
            joint = sum(p for cards, p in every.items() if {*pair} <= {card[2] for card in cards})
            assert table.joint(*pair) in (joint, None), (generator.cardset, name, pair)
        for each in names[:3]:
            counts = Counter()
            for cards, share in every.items():
                counts[sum(card[2] == each for card in cards)] += share
            assert table.counts("name", each) in (counts, None), (generator.cardset, name, each)
    assert exact > number / 4


@pytest.mark.parametrize("seeds", BATCHES)
def test_products_are_possible(seeds):
    for generator, name, every in products(seeds):
        for number in range(8):
            cards = generator.product(name, number).all_cards
            shown = [(cards_of([cf.Pack(number, "", "", cards)]), 1)]
            assert without_slots(shown).keys() <= every.keys(), (generator.cardset, name)
