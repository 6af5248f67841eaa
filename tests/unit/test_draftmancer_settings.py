"""The settings and layouts of Draftmancer lists, and the options in headers."""

from __future__ import annotations

import json

import pytest

import cardformats as cf

SHEETS = "[A]\n9 Forest\n[B]\n9 Island\n"
P = cf.Layout("P", 1, (cf.Slot("A", 1, (cf.SheetChoice("A"),)),))
Q = cf.Layout("Q", 3, (cf.Slot("B", 2, (cf.SheetChoice("B"),)),))
LAYOUTS = {"P": {"weight": 1, "slots": {"A": 1}}, "Q": {"weight": 3, "slots": {"B": 2}}}


def with_settings(settings, sheets="[Any]\n9 Forest\n"):
    return f"[Settings]\n{json.dumps(settings)}\n{sheets}"


def load(settings, sheets="[Any]\n9 Forest\n"):
    return cf.loads(with_settings(settings, sheets), "draftmancer")


def layouts(settings, sheets=SHEETS):
    return load({"layouts": settings}, sheets).boosters[0].layouts


def found(text):
    """Code and covered text of each diagnostic."""
    report = cf.loads_report(text, "draftmancer")
    return [(str(each.code), each.span.text) for each in report.diagnostics]


def test_without_settings_a_list_is_drafted_as_draftmancer_does_by_default():
    cardset = cf.loads("[Any]\nForest", "draftmancer")
    slot = cf.Slot("Any", 15, (cf.SheetChoice("Any"),))
    assert cardset.boosters == (cf.Booster(layouts=(cf.Layout("default", 1, (slot,)),)),)
    assert cardset.event == cf.Event((), "finite", 3, layout_replacement=True, color_balance=True)
    assert cardset.sheets["Any"].collation == cf.Random(replacement=False)
    assert cardset.extras == {}


def test_cards_per_booster_are_an_option_of_the_reader():
    cardset = cf.loads("Forest", "draftmancer", cards_per_booster=8)
    assert cardset.boosters[0].layouts[0].slots[0].count == 8


@pytest.mark.parametrize(
    ("settings", "value", "expected"),
    [
        ({"name": "Cube"}, lambda cardset: cardset.name, "Cube"),
        ({"name": "Cube"}, lambda cardset: cardset.boosters[0].name, "Cube"),
        ({"boostersPerPlayer": 5}, lambda cardset: cardset.event.boosters_per_player, 5),
        ({"boostersPerPlayer": 2.0}, lambda cardset: cardset.event.boosters_per_player, 2),
        ({"withReplacement": True}, lambda cardset: cardset.event.supply, "infinite"),
        (
            {"withReplacement": True},
            lambda cardset: cardset.sheets["Any"].collation,
            cf.Random(replacement=True),
        ),
        ({"refillWhenEmpty": True}, lambda cardset: cardset.event.supply, "refill"),
        (
            {"withReplacement": True, "refillWhenEmpty": True},
            lambda cardset: cardset.event.supply,
            "infinite",
        ),
        ({"colorBalance": False}, lambda cardset: cardset.event.color_balance, False),
        ({"layoutWithReplacement": False}, lambda cardset: cardset.event.layout_replacement, False),
        ({"duplicateProtection": False}, lambda cardset: cardset.boosters[0].distinct, "none"),
        ({"duplicateProtection": True}, lambda cardset: cardset.boosters[0].distinct, "printing"),
    ],
)
def test_a_setting_that_the_model_knows_goes_into_the_model(settings, value, expected):
    assert value(load(settings)) == expected
    assert load(settings).extras == {}


def test_a_setting_that_only_draftmancer_knows_goes_to_the_extras():
    settings = {
        "cubeCobraID": "woods",
        "cardBack": "https://cards.example/back.png",
        "cardTitleHeightFactor": 1.5,
        "showSlots": True,
        "showSheets": False,
        "botModel": "a model",
    }
    report = cf.loads_report(with_settings(settings), "draftmancer")
    assert report.value.extras == {"draftmancer": settings}
    assert report.diagnostics == ()


def test_an_unknown_setting_is_kept_too():
    text = with_settings({"cardPerBooster": 15})
    assert cf.loads(text, "draftmancer").extras == {"draftmancer": {"cardPerBooster": 15}}
    assert found(text) == [("DM031", '"cardPerBooster"')]


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("name", 1),
        ("cubeCobraID", None),
        ("cardBack", ["x"]),
        ("botModel", 3),
        ("cardTitleHeightFactor", "1"),
        ("cardTitleHeightFactor", True),
        ("showSlots", "true"),
        ("showSheets", 0),
        ("withReplacement", 1),
        ("duplicateProtection", "x"),
        ("colorBalance", None),
        ("refillWhenEmpty", {}),
        ("layoutWithReplacement", []),
        ("boostersPerPlayer", 1.5),
        ("boostersPerPlayer", "3"),
        ("boostersPerPlayer", True),
        ("boostersPerPlayer", 0),
        ("layouts", 1),
        ("predeterminedLayouts", "P"),
        ("boosterSettings", {}),
    ],
)
def test_a_setting_of_the_wrong_kind_is_reported_at_its_value(key, value):
    report = cf.loads_report(with_settings({key: value}), "draftmancer")
    assert [(str(each.code), each.span.text) for each in report.errors] == [
        ("DM030", json.dumps(value))
    ]


def test_layouts_have_weights_and_slots_named_after_their_sheets():
    assert layouts(LAYOUTS) == (P, Q)


def test_layouts_in_an_array_are_called_by_their_number():
    given = layouts([LAYOUTS["P"], LAYOUTS["Q"]])
    assert [(each.name, each.weight) for each in given] == [("0", 1), ("1", 3)]


def test_slots_in_an_array_may_repeat_and_name_sheets_with_weights():
    slots = [
        {"name": "A", "count": 1},
        {"name": "A", "count": 2, "foil": True},
        {"name": "A##x", "count": 3, "foil": False, "sheets": ["A"]},
        {"name": "Any", "count": 4, "sheets": ["A", {"name": "B", "weight": 7}, {"name": "B"}]},
    ]
    assert layouts({"P": {"weight": 1, "slots": slots}})[0].slots == (
        cf.Slot("A", 1, (cf.SheetChoice("A"),)),
        cf.Slot("A", 2, (cf.SheetChoice("A"),), finish="foil"),
        cf.Slot("A##x", 3, (cf.SheetChoice("A"),)),
        cf.Slot("Any", 4, (cf.SheetChoice("A"), cf.SheetChoice("B", 7), cf.SheetChoice("B"))),
    )


def test_a_layout_of_weight_0_is_for_rounds_that_name_it():
    assert [
        each.weight for each in layouts({**LAYOUTS, "P": {"weight": 0, "slots": {"A": 1}}})
    ] == [0, 3]


@pytest.mark.parametrize(
    ("layout", "code", "text"),
    [
        (1, "DM030", "1"),
        ({"slots": {"A": 1}}, "DM032", '{"slots": {"A": 1}}'),
        ({"weight": 1}, "DM032", '{"weight": 1}'),
        ({"weight": "1", "slots": {"A": 1}}, "DM030", '"1"'),
        ({"weight": 0.5, "slots": {"A": 1}}, "DM030", "0.5"),
        ({"weight": -1, "slots": {"A": 1}}, "DM030", "-1"),
        ({"weight": 1, "slots": 3}, "DM030", "3"),
        ({"weight": 1, "slots": ["A"]}, "DM030", '"A"'),
        ({"weight": 1, "slots": {"A": 1.5}}, "DM030", "1.5"),
        ({"weight": 1, "slots": {"A": 0}}, "DM035", "0"),
        ({"weight": 1, "slots": {"A": -2}}, "DM035", "-2"),
        ({"weight": 1, "slots": [{"count": 1}]}, "DM032", '{"count": 1}'),
        ({"weight": 1, "slots": [{"name": "A"}]}, "DM032", '{"name": "A"}'),
        ({"weight": 1, "slots": [{"name": 8, "count": 1}]}, "DM030", "8"),
        ({"weight": 1, "slots": [{"name": "A", "count": "1"}]}, "DM030", '"1"'),
        ({"weight": 1, "slots": [{"name": "A", "count": 1, "foil": 5}]}, "DM030", "5"),
        ({"weight": 1, "slots": [{"name": "A", "count": 1, "sheets": []}]}, "DM036", "[]"),
        ({"weight": 1, "slots": [{"name": "A", "count": 1, "sheets": [7]}]}, "DM030", "7"),
        ({"weight": 1, "slots": [{"name": "A", "count": 1, "sheets": ["a"]}]}, "DM033", '"a"'),
        (
            {"weight": 1, "slots": [{"name": "A", "count": 1, "sheets": [{"weight": 2}]}]},
            "DM032",
            '{"weight": 2}',
        ),
    ],
)
def test_what_is_wrong_in_a_layout_is_reported_at_its_place(layout, code, text):
    report = cf.loads_report(
        with_settings({"layouts": {"P": layout}}, "[A]\nForest"), "draftmancer"
    )
    first = report.errors[0]
    assert (str(first.code), first.span.text) == (code, text)


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        (["P", "Q"], [[("P", 1)], [("Q", 1)]]),
        ([["P", "Q"], ["Q"]], [[("P", 1), ("Q", 3)], [("Q", 3)]]),
        ([{"P": 7, "Q": 0}, {"Q": 1}], [[("P", 7), ("Q", 0)], [("Q", 1)]]),
        ([[{"name": "P", "weight": 7}, {"name": "Q", "weight": 2}]], [[("P", 7), ("Q", 2)]]),
    ],
)
def test_predetermined_layouts_have_four_forms(given, expected):
    event = load({"layouts": LAYOUTS, "predeterminedLayouts": given}, SHEETS).event
    rounds = [[(each.layout, each.weight) for each in one.layouts] for one in event.rounds]
    assert rounds == expected
    assert event.boosters_per_player == len(expected)


def test_boosters_per_player_may_differ_from_the_predetermined_layouts():
    settings = {"layouts": LAYOUTS, "predeterminedLayouts": ["P", "Q"], "boostersPerPlayer": 4}
    event = load(settings, SHEETS).event
    assert (event.boosters_per_player, len(event.rounds)) == (4, 2)


@pytest.mark.parametrize(
    ("given", "code", "text"),
    [
        (["R"], "DM039", '"R"'),
        ([["P", "p"]], "DM039", '"p"'),
        ([{"P": 1.5}], "DM030", "1.5"),
        ([{"P": 0}], "DM036", '{"P": 0}'),
        ([[]], "DM036", "[]"),
        ([[{"name": "P"}]], "DM032", '{"name": "P"}'),
        ([5], "DM030", "5"),
    ],
)
def test_what_is_wrong_in_predetermined_layouts_is_reported(given, code, text):
    data = with_settings({"layouts": LAYOUTS, "predeterminedLayouts": given}, SHEETS)
    assert found(data)[0] == (code, text)


@pytest.mark.parametrize(
    ("given", "picks", "burns"),
    [
        ({}, (1,), (0,)),
        ({"picks": 0, "burns": 0}, (1,), (0,)),
        ({"picks": 2, "burns": 3}, (2,), (3,)),
        ({"picks": [3, 2, 1], "burns": [1, 0]}, (3, 2, 1), (1, 0)),
    ],
)
def test_booster_settings_are_the_picks_and_burns_of_rounds(given, picks, burns):
    rounds = load({"boosterSettings": [given]}).event.rounds
    assert rounds == (cf.Round(picks=picks, burns=burns),)
