"""Commons of real sets, balanced in part: every card keeps its share, and a fit finds how much."""

from __future__ import annotations

from fractions import Fraction

import pytest
from attrs import evolve

import cardformats as cf
from cardformats import stats

#: Sets, with the sheets of their usual boosters: balanced or not in the data, of one copy or more.
SHEETS = [
    ("ISD", "sfcCommon"),
    *(pytest.param(each, "common", marks=pytest.mark.slow) for each in ("KTK", "RAV", "UST")),
]


@pytest.mark.parametrize(("code", "name"), SHEETS)
def test_commons_that_are_balanced_in_part(corpus, code, name):
    cardset = cf.read(corpus / "corpus" / "mtgjson" / f"{code}.json")
    sheet = cardset.sheets[name]
    generators = {}
    for strength in (0, Fraction(1, 2), 1):
        partly = evolve(sheet, collation=cf.model.Balanced(strength=strength))
        sheets = [partly if each is sheet else each for each in cardset.sheets.values()]
        generators[strength] = cf.Generator(evolve(cardset, sheets=sheets), seed=1)
    none, half, full = (
        {(row.card, row.finish): row for row in each.odds()} for each in generators.values()
    )
    for what, row in half.items():
        assert row.exact
        for odds in ("expected", "at_least_one"):
            ends = getattr(none[what], odds), getattr(full[what], odds)
            assert getattr(row, odds) == sum(ends) / 2
    if len({entry.copies for entry in sheet.entries}) == 1:
        assert {what: row.expected for what, row in half.items()} == {
            what: row.expected for what, row in none.items()
        }
    fit = stats.fit_strength(generators[0], generators[Fraction(1, 2)].packs(60), name)
    assert fit.low < 0.5 < fit.high
