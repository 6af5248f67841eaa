"""Tables: rows are plain dictionaries, and CSV has the same."""

from __future__ import annotations

import csv
import json
from io import StringIO

import pytest

import cardformats as cf
from cardformats import stats

NAMES = ["Lantern Eel", "Mist Heron", "Reed, the Old", "Marsh Ferry"]
CARDS = [cf.Card.of(name, rarity="common") for name in NAMES]
GEN = cf.Generator(cf.CardSet.of(CARDS, pack=2), seed=1)


def two_layouts(weight):
    sheets = [cf.Sheet("all", [cf.Entry(name) for name in NAMES])]
    layouts = [
        cf.Layout("one", weight, [cf.Slot("s", 1, "all")]),
        cf.Layout("two", 1, [cf.Slot("s", 2, "all")]),
    ]
    booster = cf.Booster("b", layouts=layouts)
    return cf.Generator(cf.CardSet(cards=CARDS, sheets=sheets, boosters=[booster]), seed=1)


LAYERED = two_layouts(1)
FIT = stats.test(LAYERED, LAYERED.packs(30))
TABLES = {
    "odds": GEN.odds(),
    "tests": FIT,
    "cards": FIT.cards,
    "power": stats.power(LAYERED, two_layouts(2), packs=20),
    "comparison": stats.compare(LAYERED.packs(5), LAYERED, two_layouts(2)),
    "weights": stats.fit_weights(LAYERED, LAYERED.packs(30)),
}


@pytest.mark.parametrize("name", TABLES)
def test_rows_are_plain_and_csv_has_the_same(name):
    table = TABLES[name]
    rows = table.rows()
    assert len(rows) == len([*table]) > 0
    assert json.loads(json.dumps(rows)) == rows
    again = [*csv.DictReader(StringIO(table.to_csv()))]
    assert again == [
        {column: "" if value is None else str(value) for column, value in row.items()}
        for row in rows
    ]


def test_the_rows_of_odds():
    assert GEN.odds().rows()[2] == {
        "card": "Reed, the Old",
        "finish": None,
        "expected": 0.5,
        "at_least_one": 0.5,
        "exact": True,
        "error": 0.0,
        "error_of_any": 0.0,
    }


def test_the_rows_of_a_test():
    first = FIT.rows()[0]
    assert [*first] == ["name", "statistic", "freedom", "p_value", "corrected", "cells"]
    assert first["name"] == FIT.tests[0].name
    assert first["cells"].startswith(str(FIT.tests[0].cells[0]))


def test_an_empty_table_has_no_text():
    assert FIT.impossible.to_csv() == ""
    assert FIT.impossible.rows() == []
