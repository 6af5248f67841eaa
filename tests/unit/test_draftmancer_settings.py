"""The settings of Draftmancer lists; their layouts have a module of their own."""

from __future__ import annotations

import json

import attrs
import pytest

import cardformats as cf

from .draftmancer_lists import found
from .text_tables import cells, json_rows, rows

SHEETS = "[A]\n9 Forest\n[B]\n9 Island\n"
LAYOUTS = {"P": {"weight": 1, "slots": {"A": 1}}, "Q": {"weight": 3, "slots": {"B": 2}}}


def with_settings(settings, sheets="[Any]\n9 Forest\n"):
    return f"[Settings]\n{json.dumps(settings)}\n{sheets}"


def load(settings, sheets="[Any]\n9 Forest\n"):
    return cf.loads(with_settings(settings, sheets), "draftmancer")


def test_without_settings_a_list_is_drafted_as_draftmancer_does_by_default():
    cardset = cf.loads("[Any]\nForest", "draftmancer")
    (booster,) = cardset.boosters
    slot = cf.Slot("Any", 15, (cf.SheetChoice("Any"),))
    assert booster.layouts == (cf.Layout("default", 1, (slot,)),)
    assert (booster.distinct, booster.distinct_scope) == ("printing", "pack")
    assert cardset.event == cf.model.Event(
        (), "finite", 3, layout_replacement=True, color_balance=True
    )
    assert cardset.sheets["Any"].collation == cf.model.Random(replacement=False)
    assert cardset.extras == {}


def facts(cardset):
    """What settings change of the set with one sheet."""
    (booster,), (sheet,) = cardset.boosters, cardset.sheets.values()
    event = attrs.asdict(
        cardset.event, filter=lambda each, _: each.name not in ("rounds", "extras")
    )
    own = {"name": cardset.name, "booster": booster.name, "distinct": booster.distinct}
    return {**event, **own, "replacement": sheet.collation.replacement, **cardset.extras}


def test_a_setting_that_the_model_knows_goes_into_the_model():
    usual = facts(load({}))
    for settings, expected in json_rows("""
        {"name": "Cube"}                  | {"name": "Cube", "booster": "Cube"}
        {"boostersPerPlayer": 5}          | {"boosters_per_player": 5}
        {"boostersPerPlayer": 2.0}        | {"boosters_per_player": 2}
        {"withReplacement": true}         | {"supply": "infinite", "replacement": true}
        {"refillWhenEmpty": true}         | {"supply": "refill"}
        {"withReplacement": true, "refillWhenEmpty": true}
            | {"supply": "infinite", "replacement": true}
        {"colorBalance": false}           | {"color_balance": false}
        {"layoutWithReplacement": false}  | {"layout_replacement": false}
        {"duplicateProtection": false}    | {"distinct": "none"}
        {"duplicateProtection": true}     | {"distinct": "printing"}
    """):
        assert facts(load(settings)) == usual | json.loads(expected), settings


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


def test_a_setting_of_the_wrong_kind_is_reported_at_its_value():
    for key, value in rows("""
        name                  | 1
        cubeCobraID           | null
        cardBack              | ["x"]
        botModel              | 3
        cardTitleHeightFactor | "1"
        cardTitleHeightFactor | true
        showSlots             | "true"
        showSheets            | 0
        withReplacement       | 1
        duplicateProtection   | "x"
        colorBalance          | null
        refillWhenEmpty       | {}
        layoutWithReplacement | []
        boostersPerPlayer     | 1.5
        boostersPerPlayer     | "3"
        boostersPerPlayer     | true
        layouts               | 1
        predeterminedLayouts  | "P"
        boosterSettings       | {}
    """):
        report = cf.loads_report(with_settings({key: json.loads(value)}), "draftmancer")
        assert [(str(each.code), each.span.text) for each in report.errors] == [("DM030", value)], (
            key
        )


def test_a_number_of_boosters_that_makes_no_sense_is_taken_for_one():
    for value in map(json.loads, cells("0 | -4")):
        report = cf.loads_report(with_settings({"boostersPerPlayer": value}), "draftmancer")
        (found,) = report.diagnostics
        assert (found.code, found.severity) == ("DM074", cf.Severity.WARNING), value
        assert found.span.text == json.dumps(value), value
        assert report.value.event.boosters_per_player == 1, value


def test_predetermined_layouts_have_four_forms():
    for given, expected in json_rows("""
        ["P", "Q"]                   | [[["P", 1]], [["Q", 1]]]
        [["P", "Q"], ["Q"]]          | [[["P", 1], ["Q", 3]], [["Q", 3]]]
        [{"P": 7, "Q": 0}, {"Q": 1}] | [[["P", 7], ["Q", 0]], [["Q", 1]]]
        [[{"name": "P", "weight": 7}, {"name": "Q", "weight": 2}]] | [[["P", 7], ["Q", 2]]]
    """):
        event = load({"layouts": LAYOUTS, "predeterminedLayouts": given}, SHEETS).event
        rounds = [[[each.layout, each.weight] for each in one.layouts] for one in event.rounds]
        assert rounds == json.loads(expected), given
        assert event.boosters_per_player == len(json.loads(expected)), given


def test_boosters_per_player_may_differ_from_the_predetermined_layouts():
    settings = {"layouts": LAYOUTS, "predeterminedLayouts": ["P", "Q"], "boostersPerPlayer": 4}
    event = load(settings, SHEETS).event
    assert (event.boosters_per_player, len(event.rounds)) == (4, 2)


def test_what_is_wrong_in_predetermined_layouts_is_reported():
    for given, code, text in json_rows("""
        ["R"]             | DM039 | "R"
        [["P", "p"]]      | DM039 | "p"
        [{"P": 1.5}]      | DM030 | 1.5
        [{"P": 0}]        | DM036 | {"P": 0}
        [[]]              | DM036 | []
        [[{"name": "P"}]] | DM032 | {"name": "P"}
        [5]               | DM030 | 5
    """):
        data = with_settings({"layouts": LAYOUTS, "predeterminedLayouts": given}, SHEETS)
        assert (code, text) in found(data), given


def test_booster_settings_are_the_picks_and_burns_of_rounds():
    for given, picks, burns in json_rows("""
        {}                                    | [1]       | [0]
        {"picks": [], "burns": []}            | [1]       | [0]
        {"picks": 1}                          | [1]       | [0]
        {"picks": 0, "burns": 0}              | [1]       | [0]
        {"picks": 2, "burns": 3}              | [2]       | [3]
        {"picks": [3, 2, 1], "burns": [1, 0]} | [3, 2, 1] | [1, 0]
    """):
        rounds = load({"boosterSettings": [given]}).event.rounds
        assert rounds == (cf.model.Round(picks=json.loads(picks), burns=json.loads(burns)),), given


def test_what_is_wrong_in_booster_settings_is_reported():
    for given, text in json_rows("""
        5                    | 5
        {"picks": "1"}       | "1"
        {"picks": 1.5}       | 1.5
        {"picks": -1}        | -1
        {"picks": [2, 0]}    | 0
        {"burns": -1}        | -1
        {"burns": [1, -2]}   | -2
        {"burns": [1, true]} | true
    """):
        assert found(with_settings({"boosterSettings": [given]})) == [("DM030", text)], given


def test_rounds_take_predetermined_layouts_and_booster_settings_together():
    settings = {
        "layouts": LAYOUTS,
        "predeterminedLayouts": ["P", "Q"],
        "boosterSettings": [{"picks": 2}, {"burns": 1}],
    }
    assert load(settings, SHEETS).event.rounds == (
        cf.model.Round(layouts=(cf.model.LayoutChoice("P"),), picks=(2,), burns=(0,)),
        cf.model.Round(layouts=(cf.model.LayoutChoice("Q"),), picks=(1,), burns=(1,)),
    )


def test_the_shorter_of_predetermined_layouts_and_booster_settings_starts_over():
    settings = {
        "layouts": LAYOUTS,
        "predeterminedLayouts": ["P", "Q", "P"],
        "boosterSettings": [{"picks": 2}],
    }
    rounds = load(settings, SHEETS).event.rounds
    assert [(each.layouts[0].layout, each.picks) for each in rounds] == [
        ("P", (2,)),
        ("Q", (2,)),
        ("P", (2,)),
    ]


def test_a_later_section_replaces_all_settings_but_name_id_and_layouts():
    first = {
        "name": "Cube",
        "cubeCobraID": "woods",
        "showSlots": True,
        "withReplacement": True,
        "boostersPerPlayer": 5,
        "boosterSettings": [{"picks": 2}],
        "layouts": LAYOUTS,
        "predeterminedLayouts": ["P"],
        "unheard": 1,
    }
    cardset = load(first, f"[Settings]\n{{}}\n{SHEETS}".replace("{}", '{"colorBalance": false}'))
    assert (cardset.name, cardset.extras) == ("Cube", {"draftmancer": {"cubeCobraID": "woods"}})
    assert [layout.name for layout in cardset.boosters[0].layouts] == ["P", "Q"]
    assert cardset.event == cf.model.Event((), "finite", 3, color_balance=False)


def test_a_later_section_may_replace_name_and_layouts_too():
    only_p = {"layouts": {"P": LAYOUTS["P"]}, "name": "Cube"}
    text = with_settings(only_p, with_settings({"layouts": LAYOUTS, "name": "Cube 2"}, SHEETS))
    cardset = cf.loads(text, "draftmancer")
    assert cardset.name == "Cube 2"
    assert [layout.name for layout in cardset.boosters[0].layouts] == ["P", "Q"]


def test_predetermined_layouts_may_name_layouts_of_an_earlier_section():
    rest = with_settings({"predeterminedLayouts": ["P"]}, SHEETS)
    event = load({"layouts": LAYOUTS}, rest).event
    assert event.rounds == (cf.model.Round(layouts=(cf.model.LayoutChoice("P"),)),)


@pytest.mark.parametrize(
    "text",
    [
        "[A(9999)]\nForest\n[B(2)]\nIsland",
        "[Layouts]\n- P (1)\n999999999 A\n[A]\nForest",
        '[Settings]\n{"layouts":{"P":{"weight":1,"slots":{"A":10001}}}}\n[A]\nForest',
        '[Settings]\n{"boostersPerPlayer":10001}\n[A]\nForest',
    ],
)
def test_what_would_fill_the_memory_is_an_error(text):
    report = cf.loads_report(text, "draftmancer")
    assert {str(each.code) for each in report.errors} <= {"DM020", "DM030"}
    assert not report.ok
    for booster in report.value.boosters:
        assert all(sum(slot.count for slot in each.slots) <= 10_000 for each in booster.layouts)
