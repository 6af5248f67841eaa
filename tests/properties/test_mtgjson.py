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

RULES = ("none", "printing", "name")
COLLATIONS = (cf.model.Random(), cf.model.Random(replacement=True), cf.model.Fixed())


def small_sheets(name):
    """Sheets of few cards, so that slots are often short, empty or draw a card twice."""
    names = ("Eel", "Newt", "Carp", "Toad (PND) 1", "Toad (PND) 2")
    cards = st.sampled_from([cf.CardRef.parse(each) for each in names])
    return st.builds(
        cf.Sheet,
        st.just(name),
        st.lists(st.builds(cf.Entry, cards, st.integers(0, 3)), min_size=1, max_size=3),
        st.sampled_from(COLLATIONS),
        duplicates=st.sampled_from((None, None, True, False)),
    )


@st.composite
def small_sets(draw):
    """Sets whose slots draw from two small sheets in every way that weights may change."""
    choice = st.builds(cf.SheetChoice, st.sampled_from("ST"), st.integers(0, 3))
    choices = st.lists(choice, min_size=1, max_size=2, unique_by=lambda each: each.sheet)
    slot = st.builds(
        cf.Slot,
        st.sampled_from("xy"),
        st.one_of(st.integers(0, 3), st.just(cf.model.UNLIMITED)),
        choices.filter(lambda its: any(each.weight for each in its)),
        st.sampled_from(("slot", "card")),
        on_short=st.sampled_from(((), ("skip",), ("next", "carry"))),
    )
    layout = st.builds(
        cf.Layout, st.sampled_from("lm"), st.integers(1, 3), st.lists(slot, max_size=2)
    )
    layouts = draw(st.lists(layout, min_size=1, max_size=2, unique_by=lambda each: each.name))
    rule, scope = draw(st.sampled_from(RULES)), draw(st.sampled_from(("slot", "pack")))
    booster = cf.Booster("default", None, layouts, rule, scope)
    sheets = [draw(small_sheets(name)) for name in "ST"]
    return cf.CardSet("Ponds", "PND", [], sheets, [booster])


@given(small_sets())
def test_odds_stay_where_no_loss_of_odds_is_reported(cardset):
    testing.assert_reads_back(cardset, "mtgjson")


SLOT = cf.Slot("x", cf.model.UNLIMITED, "S")


@pytest.mark.parametrize("collation", COLLATIONS)
@pytest.mark.parametrize("rule", RULES)
def test_a_slot_without_a_limit_has_no_loss(collation, rule):
    sheet = cf.Sheet("S", {"Eel": 2, "Newt": 1}, collation)
    booster = cf.Booster("default", None, [cf.Layout(slots=[SLOT])], rule, "slot")
    cardset = cf.CardSet("Ponds", "PND", sheets=[sheet], boosters=[booster])
    losses = cf.dumps_report(cardset, "mtgjson").losses
    assert not [each for each in losses if each.concern.value == "odds"]
    testing.assert_reads_back(cardset, "mtgjson")


def test_single_copies_are_never_drawn_twice():
    sheet = cf.Sheet("S", {"Eel": 1, "Newt": 1})
    layout = cf.Layout(slots=[cf.Slot("x", 2, "S")])
    cardset = cf.CardSet(
        "P", "PND", sheets=[sheet], boosters=[cf.Booster("default", None, [layout], "none")]
    )
    again = testing.assert_reads_back(cardset, "mtgjson")
    assert [row.at_least_one for row in cf.Generator(again, seed=1).odds()] == [1, 1]


def test_unions_of_the_same_sheets_with_other_weights_are_other_sheets():
    sheets = [cf.Sheet("S", {"Eel": 1}), cf.Sheet("T", {"Newt": 1})]
    layouts = [
        cf.Layout(name, 1, [cf.Slot("x", 1, [cf.SheetChoice("S", n), cf.SheetChoice("T", 4 - n)])])
        for name, n in (("l", 1), ("m", 3))
    ]
    booster = cf.Booster("default", None, layouts, "none")
    testing.assert_reads_back(cf.CardSet("P", "PND", sheets=sheets, boosters=[booster]), "mtgjson")


def test_what_products_lose_is_reported():
    deck = cf.model.DeckList("Pond", [cf.CardRef("Eel")])
    parts = [
        cf.model.ProductPart(deck, 1, "foil"),
        cf.model.ProductPart(cf.model.DeckList("Pond", [cf.CardRef("Newt")])),
        cf.model.ProductPart(cf.model.DeckList("Lake", [cf.CardRef("Newt")], "LKE")),
    ]
    product = cf.model.Product("Box", parts, {"mtgo": "1"})
    cardset = cf.CardSet("P", "PND", products=[product])
    found = {
        (str(each.code), each.data["kind"]) for each in cf.dumps_report(cardset, "mtgjson").losses
    }
    assert found >= {
        ("CF250", "foil parts of products"),
        ("CF261", "the cards of second decks of a name"),
        ("CF261", "the cards of decks of other sets"),
        ("CF252", "the id mtgo of a product"),
    }
    testing.assert_reads_back(cardset, "mtgjson")


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
