"""The json format: every wrong value is reported at its place, the rest is read."""

from __future__ import annotations

import json

import pytest

import cardformats as cf

from .text_tables import json_rows


def read(document):
    text = document if isinstance(document, str) else json.dumps({"cardformats": 1, **document})
    return cf.loads_report(text, "json")


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ('{"cardformats": 1', "1:18: error[JS001]: not valid JSON: expecting ',' delimiter"),
        ('{"cardformats": NaN}', "1:17: error[JS001]: not valid JSON: NaN is not a JSON number"),
        ("[1]", "1:1: error[JS002]"),
        ('{"name": "x"}', "1:1: error[JS002]"),
        ('{"cardformats": 2}', "1:17: error[JS003]: the schema version is 2"),
        ('{"cardformats": 1, "cadrs": []}', "1:20: error[JS005]: unknown member 'cadrs'"),
        ('{"cardformats": 1, "cards": {}}', "1:29: error[JS004]: expected an array"),
        ('{"cardformats": 1, "name": 1}', "1:28: error[JS004]: expected a string"),
        ('{"cardformats": 1, "meta": {"a": 1}}', "1:28: error[JS004]: expected an object whose"),
        (
            '{"cardformats": 1, "event": {"supply": "no"}}',
            "1:40: error[JS004]: expected one of infinite, finite, refill",
        ),
        (
            '{"cardformats": ' + "9" * 5000 + "}",
            "1:17: error[JS001]: not valid JSON: a number of many digits is not a JSON number",
        ),
        ("[" * 1000 + "]" * 1000, "1:65: error[JS001]: not valid JSON: nested more than 64 deep"),
    ],
)
def test_a_wrong_document_is_reported_at_its_place(text, line):
    assert str(read(text).diagnostics[0]).startswith(f"<data>:{line}")


def test_a_wrong_card_is_reported_and_the_others_are_read():
    for card, path, problem in json_rows("""
        {}                                            | {}    | the member 'faces' is missing
        {"faces": []}                                 | {     | Card.faces is empty; a card has at
        {"faces": [{"name": 5}]}                      | 5     | expected a string
        {"faces": [{"name": "A", "mana_cost": "2W"}]} | "2W"  | '2W' is not a mana cost
        {"faces": [{"name": "A", "colors": ["Z"]}]}   | ["Z"] | 'Z' is not a colour
        {"faces": [{"name": "A", "colors": "W"}]}     | "W"   | expected an array of the letters
        {"faces": [{"name": "A"}], "rating": "5"}     | "5"   | expected a number
        {"faces": [{"name": "A"}], "draft_effects": ["X"]} | "X" | 'X' is not a valid draft effect
        {"faces": [{"name": "A"}], "related": [{}]}   | {}    | expected an object with the member
        {"faces": [{"name": "A"}], "ids": {"a": 1}} | {"a": 1} | expected an object whose
        {"faces": [{"name": "A"}], "extras": {"a": 1}} | {"a": 1} | expected an object whose
        {"faces": "A"}                                | "A"   | expected an array
        {"faces": ["A"]}                              | "A"   | expected an object
    """):
        report = read({"cards": [{"faces": [{"name": "Good"}]}, card]})
        assert [each.name for each in report.value.cards] == ["Good"], card
        (found,) = report.diagnostics
        assert found.message.startswith(problem), card
        assert found.span.text.startswith(path), card


def test_a_wrong_slot_is_reported():
    for slot, problem in json_rows("""
        {"name": "A", "count": -1, "sheets": [{"sheet": "A"}]} | Slot.count is a whole number
        {"name": "A", "count": "all", "sheets": []}      | expected a whole number or
        {"name": "A", "count": 1, "sheets": []}          | slot 'A' has no sheet of positive weight
        {"options": []}                                  | a Choice has no option of positive weight
        {"name": "A", "count": 1, "sheets": [{"sheet": "A", \
            "weight": 1.5}]} | expected a whole number
    """):
        report = read({"boosters": [{"layouts": [{"slots": [slot]}]}]})
        assert report.value.boosters == (), slot
        assert report.diagnostics[0].message.startswith(problem), slot


def test_weights_may_be_fractions_as_text():
    report = read({"boosters": [{"layouts": [{"weight": "7/8"}, {"weight": "1/0"}]}]})
    assert "expected a whole number, or a fraction" in report.diagnostics[0].message


@pytest.mark.parametrize("weight", ["1e999999999", "0.5", "1_0", "٣", "9" * 5000, "-1/2", ""])
def test_a_weight_as_text_is_a_fraction_and_nothing_else(weight):
    report = read({"boosters": [{"layouts": [{"weight": weight}]}]})
    (found,) = report.diagnostics
    assert "expected a whole number, or a fraction" in found.message


def test_two_sheets_of_one_name_are_reported():
    report = read({"sheets": [{"name": "A"}, {"name": "A"}]})
    assert report.diagnostics[0].message == "a second sheet has the name 'A'"


def test_a_single_line_can_be_written():
    assert cf.dumps(cf.CardSet("x"), "json", indent=None) == '{"cardformats": 1, "name": "x"}\n'


def test_an_event_with_nothing_to_say_is_still_an_event():
    cardset = cf.CardSet(code="", event=cf.model.Event())
    assert cf.loads(cf.dumps(cardset, "json"), "json") == cardset


def test_a_number_that_no_float_holds_is_found_where_it_stands():
    (found,) = read('{"cardformats": 1, "a": "1e999", "b": 1E310.0}').diagnostics
    assert (found.message, found.span.column) == (
        "not valid JSON: 1E310 is not a JSON number",
        39,
    )
