"""What is written as a set file is read back with the same cards and the same odds; any file gives
a report.
"""

from __future__ import annotations

import copy
import json

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

import cardformats as cf
from cardformats import testing
from tests.unit.mtgjson_sets import FEN, card, dumps


@given(testing.cardsets())
def test_what_is_written_is_read_back(cardset):
    testing.assert_writes_again(cardset, "mtgjson")


@given(testing.odd_cardsets())
def test_odd_names_and_sets_are_read_back(cardset):
    testing.assert_writes_again(cardset, "mtgjson")


def expected(cardset):
    """How often packs of the first booster have each card, by what it is."""
    rows = [*cf.Generator(cardset, seed=1).odds()]
    odds = {}
    for row in rows:
        card = cardset.card(row.card)
        key = (row.card.name, card.number if card and card.number else None, row.finish)
        odds[key] = odds.get(key, 0) + row.expected
    return odds


@given(testing.cardsets())
def test_odds_stay_where_no_loss_of_odds_is_reported(cardset):
    report = cf.dumps_report(cardset, "mtgjson", canonical=True)
    concerns = {each.concern.value for each in report.losses} & {"odds", "cards"}
    if not cardset.boosters or concerns:
        return
    try:
        before = expected(cardset)
    except cf.CardFormatsError:
        return
    after = expected(cf.loads(report.value, "mtgjson"))
    assert sorted(before.values()) == sorted(after.values())


values = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-2, 10**30),
    st.floats(allow_nan=False, allow_infinity=False),
    st.text(max_size=3),
    st.just([]),
    st.just({}),
    st.just([[["x"]]]),
    st.just({"a": {"b": {"c": [1]}}}),
    st.just("\ud800"),
)


def paths(value, way=()):
    """The ways to all values in JSON."""
    yield way
    if isinstance(value, (dict, list)):
        items = value.items() if isinstance(value, dict) else enumerate(value)
        for step, each in items:
            yield from paths(each, (*way, step))


PATHS = [way for way in paths(FEN) if way]


def with_value(document, way, value):
    """Put *value* at *way* in *document*, if there still is such a place."""
    place = document
    try:
        for step in way[:-1]:
            place = place[step]
        place[way[-1]] = value
    except (TypeError, LookupError):
        pass


@given(st.lists(st.tuples(st.sampled_from(PATHS), values), min_size=1, max_size=3))
def test_a_value_of_any_type_anywhere_gives_a_report(changes):
    document = copy.deepcopy(FEN)
    for way, value in changes:
        with_value(document, way, value)
    report = testing.assert_total(dumps(document), "mtgjson")
    cf.dumps(report.value, "mtgjson", canonical=True)


@given(st.integers(0, 6000))
def test_a_file_that_is_cut_off_gives_a_report(end):
    text = dumps(FEN)
    report = testing.assert_total(text[: min(end, len(text) - 1)], "mtgjson")
    assert not report.ok


@given(st.sampled_from(PATHS))
def test_a_member_that_is_not_there_gives_a_report(way):
    document = copy.deepcopy(FEN)
    place = document
    for step in way[:-1]:
        place = place[step]
    del place[way[-1]]
    testing.assert_total(dumps(document), "mtgjson")


DEPTHS = [100, 990, 5_000, 100_000]


@pytest.mark.parametrize("depth", DEPTHS)
@pytest.mark.parametrize("opened", ["[", '{"a":'])
def test_deep_nesting_anywhere_gives_a_report(opened, depth, step):
    closed = ("]" if opened == "[" else "}") * depth
    deep = opened * depth + "1" + closed
    ways = [way for way in PATHS if len(way) <= 4 or depth == 100]
    for way in ways[DEPTHS.index(depth) % step :: step]:
        document = copy.deepcopy(FEN)
        place = document
        for key in way[:-1]:
            place = place[key]
        place[way[-1]] = "DEEP"
        testing.assert_total(json.dumps(document).replace('"DEEP"', deep), "mtgjson")


def many(**members):
    """The set with other members, of which there are many."""
    return dumps({**FEN, "data": {**FEN["data"], "booster": {}, **members}})


def boosters(count, weight):
    """A kind whose sheet has so many cards, of that weight."""
    cards = {f"u-{number}": weight for number in range(count)}
    sheets = {"a": {"cards": cards, "foil": False}}
    return {"default": {"boosters": [{"contents": {"a": 1}, "weight": 1}], "sheets": sheets}}


MANY = {
    "wrong values": lambda n: many(cards=[card(f"C{i}", i, power=i) for i in range(n)]),
    "one uuid": lambda n: many(cards=[card("C", "1") for _ in range(n)]),
    "faces of one name": lambda n: many(
        cards=[card("C", "1", side="ab"[i % 2], faceName="C", uuid=f"u{i}") for i in range(n)]
    ),
    "products of one name": lambda n: many(sealedProduct=[{"name": "A"}] * n),
    "wrong weights": lambda n: many(booster=boosters(n, -1)),
    "unknown cards": lambda n: many(booster=boosters(n, 1)),
    "sheets that are not there": lambda n: many(
        booster={"a": {"boosters": [{"contents": {f"s{i}": 1 for i in range(n)}, "weight": 1}]}}
    ),
}


@pytest.mark.parametrize("size", [2_000, pytest.param(20_000, marks=pytest.mark.slow)])
@pytest.mark.parametrize("structure", MANY)
def test_many_parts_of_a_structure_are_read_in_linear_time(structure, size):
    """Square time would take minutes, and the session would never end."""
    report = testing.assert_total(MANY[structure](size), "mtgjson")
    assert len(report.diagnostics) <= 20_001


def test_slots_that_take_all_of_one_sheet_give_it_each():
    sheet = cf.Sheet("S", {"Eel": 1, "Newt": 1})
    slots = [cf.Slot("a", cf.model.UNLIMITED, "S"), cf.Slot("b", cf.model.UNLIMITED, "S")]
    booster = cf.Booster("B", layouts=[cf.Layout(slots=slots)], distinct="none")
    for each in (booster, attrs.evolve(booster, distinct="printing")):
        cardset = cf.CardSet("A", "AAA", sheets=[sheet], boosters=[each])
        again = cf.loads(cf.dumps(cardset, "mtgjson"), "mtgjson")
        assert sum(row.expected for row in cf.Generator(again, seed=1).odds()) == 4
