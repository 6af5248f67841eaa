"""Exact odds of slots in which each card chooses a sheet, against every pack that can come out."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from math import exp, isclose

import pytest

import cardformats as cf
from tests.every_pack import every_pack
from tests.unit.test_odds import generator, sheet, slot


def either(count, *sheets, **fields):
    return slot("either", count, *sheets or ("AB"), choose="card", **fields)


A, B, MIXED = sheet("A", 1, 1, 1), sheet("B", 1, 1), sheet("A", 2, 1, 3)
SHARED = cf.Sheet("B", ["A0", "B0", cf.Entry("A1", 2)])

PACKS = {
    "two sheets": generator([A, B], either(2, ("A", 3), ("B", 1))),
    "mixed copies": generator([MIXED, sheet("B", 2, 1)], either(2, ("A", 3), ("B", 1))),
    "copies that may come again": generator(
        [MIXED, sheet("B", 2, 1)], either(3, ("A", 1), ("B", 1)), distinct="none"
    ),
    "with replacement": generator(
        [sheet("A", 2, 1, 1, collation=cf.model.Random(replacement=True)), sheet("B", 1, 1, 1)],
        either(2, ("A", 1), ("B", 2)),
    ),
    "a card on both": generator([MIXED, SHARED], either(2, ("A", 1), ("B", 2))),
    "the same sheet twice": generator([MIXED], either(2, ("A", 1), ("A", 2))),
    "after another slot": generator([MIXED, B], slot("A", 1), either(2, ("A", 1), ("B", 2))),
    "before another slot": generator(
        [MIXED, sheet("B", 1, 1, 1, 1)], either(1), either(2), slot("B", 1)
    ),
    "after a run": generator(
        [
            MIXED,
            sheet("B", 1, 1, 1, collation=cf.model.PrintRun()),
            cf.Sheet("C", ["B0", "C0", "C1"]),
        ],
        slot("B", 1),
        either(2, ("A", 1), ("C", 1)),
    ),
    "replaced": generator(
        [MIXED, B],
        either(2, ("A", 1), ("B", 2)),
        constraints=[cf.model.Replace("either", "A", Fraction(1, 4))],
    ),
    "guarantees": generator(
        [MIXED, B], either(2, ("A", 1), ("B", 2)), constraints=[cf.model.AtLeast(1, "sheet", "A")]
    ),
}


@pytest.mark.parametrize("name", PACKS)
def test_a_card_that_chooses_its_sheet_has_exact_odds(name):
    made = PACKS[name]
    packs = every_pack(made.cardset)
    expected, some, sizes = Counter(), Counter(), Counter()
    both = Fraction()
    for (_, cards), chance in packs.items():
        for what, number in Counter((card.card, card.finish) for card in cards).items():
            expected[what] += chance * number
            some[what] += chance
        sizes[sum(card.sheet == "A" for card in cards)] += chance
        both += chance * ({"A0", "A1"} <= {card.card.name for card in cards})
    table = made.odds(packs=10)
    assert table.exact
    assert {(row.card, row.finish): row.expected for row in table if row.expected} == expected
    assert {(row.card, row.finish): row.at_least_one for row in table if row.expected} == some
    assert table.counts("sheet", "A") == sizes
    assert table.joint("A0", "A1") == both
    for (layout, cards), chance in list(packs.items())[:10]:
        pack = cf.Pack(0, "b", layout, cards)
        assert isclose(exp(made.log_likelihood(pack)), chance)


def test_a_sheet_that_can_run_out_has_no_closed_form():
    made = generator([A, sheet("B", 1)], either(3))
    with pytest.raises(cf.EmptySheetError):
        made.odds(packs=1_000)
