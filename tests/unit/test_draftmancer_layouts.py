"""Layouts, slots, counts in headers and collations of Draftmancer lists."""

from __future__ import annotations

import json

import pytest

import cardformats as cf

from .draftmancer_lists import found
from .text_tables import json_rows, rows

SHEETS = "[A]\n9 Forest\n[B]\n9 Island\n"
P = cf.Layout("P", 1, (cf.Slot("A", 1, (cf.SheetChoice("A"),)),))
Q = cf.Layout("Q", 3, (cf.Slot("B", 2, (cf.SheetChoice("B"),)),))
LAYOUTS = {"P": {"weight": 1, "slots": {"A": 1}}, "Q": {"weight": 3, "slots": {"B": 2}}}


def with_layouts(layouts, sheets=SHEETS):
    return f"[Settings]\n{json.dumps({'layouts': layouts})}\n{sheets}"


def layouts(given, sheets=SHEETS):
    return cf.loads(with_layouts(given, sheets), "draftmancer").boosters[0].layouts


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


def test_what_is_wrong_in_a_layout_is_reported_at_its_place():
    for layout, code, text in json_rows("""
        1                                                | DM030 | 1
        {"slots": {"A": 1}}                              | DM032 | {"slots": {"A": 1}}
        {"weight": 1}                                    | DM032 | {"weight": 1}
        {"weight": "1", "slots": {"A": 1}}               | DM030 | "1"
        {"weight": 0.5, "slots": {"A": 1}}               | DM030 | 0.5
        {"weight": -1, "slots": {"A": 1}}                | DM074 | -1
        {"weight": 1, "slots": 3}                        | DM030 | 3
        {"weight": 1, "slots": ["A"]}                    | DM030 | "A"
        {"weight": 1, "slots": {"A": 1.5}}               | DM030 | 1.5
        {"weight": 1, "slots": {"A": 0}}                 | DM035 | 0
        {"weight": 1, "slots": {"A": -2}}                | DM035 | -2
        {"weight": 1, "slots": [{"count": 1}]}           | DM032 | {"count": 1}
        {"weight": 1, "slots": [{"name": "A"}]}          | DM032 | {"name": "A"}
        {"weight": 1, "slots": [{"name": 8, "count": 1}]} | DM030 | 8
        {"weight": 1, "slots": [{"name": "A", "count": "1"}]} | DM030 | "1"
        {"weight": 1, "slots": [{"name": "A", "count": 1, "foil": 5}]} | DM030 | 5
        {"weight": 1, "slots": [{"name": "A", "count": 1, "sheets": []}]} | DM036 | []
        {"weight": 1, "slots": [{"name": "A", "count": 1, "sheets": [7]}]} | DM030 | 7
        {"weight": 1, "slots": [{"name": "A", "count": 1, "sheets": ["a"]}]} | DM033 | "a"
        {"weight": 1, "slots": [{"name": "A", "count": 1, \
            "sheets": [{"weight": 2}]}]} | DM032 | {"weight": 2}
    """):
        assert (code, text) in found(with_layouts({"P": layout}, "[A]\nForest")), layout


def test_an_unknown_key_in_a_layout_or_slot_is_reported():
    slots = [{"name": "A", "count": 1, "sheet": "A"}]
    text = with_layouts({"P": {"weight": 1, "foo": 2, "slots": slots}}, "[A]\nForest")
    assert found(text) == [("DM031", '"foo"'), ("DM031", '"sheet"')]


def test_cards_per_booster_are_an_option_of_the_reader():
    cardset = cf.loads("Forest", "draftmancer", cards_per_booster=8)
    assert cardset.boosters[0].layouts[0].slots[0].count == 8


def test_counts_in_headers_are_a_layout_with_a_slot_for_each():
    (layout,) = cf.loads("[A(10)]\nForest\n[B(3)]\nIsland", "draftmancer").boosters[0].layouts
    assert layout == cf.Layout(
        "default",
        1,
        (cf.Slot("A", 10, (cf.SheetChoice("A"),)), cf.Slot("B", 3, (cf.SheetChoice("B"),))),
    )


def test_a_sheet_without_a_count_beside_others_is_unused():
    text = "[A(10)]\nForest\n[B]\nIsland"
    cardset = cf.loads(text, "draftmancer")
    assert [slot.name for slot in cardset.boosters[0].layouts[0].slots] == ["A"]
    assert list(cardset.sheets) == ["A", "B"]
    assert found(text) == [("DM034", "[B]")]


def test_a_repeated_sheet_replaces_the_earlier_one_and_adds_its_slot():
    text = "[A(1)]\nForest\n[A(2)]\nIsland"
    cardset = cf.loads(text, "draftmancer")
    assert cardset.sheets["A"].entries == (cf.Entry(cf.CardRef("Island")),)
    assert [slot.count for slot in cardset.boosters[0].layouts[0].slots] == [1, 2]
    assert found(text) == [("DM005", "[A(2)]")]


def test_counts_add_slots_to_a_declared_layout_called_default():
    given = {"default": {"weight": 2, "slots": {"A": 1}}}
    (layout,) = layouts(given, "[A(4)]\nForest\n")
    assert (layout.weight, [slot.count for slot in layout.slots]) == (2, [1, 4])


def test_a_count_of_0_in_a_header_is_an_error():
    assert ("DM035", "[A(0)]") in found("[A(0)]\nForest\n[B(1)]\nIsland")


def test_a_sheet_without_cards_is_a_warning_and_a_list_without_cards_an_error():
    assert found("[A(1)]\nForest\n[B(1)]") == [("DM040", "[B(1)]")]
    assert [code for code, _ in found("[A(1)]\n[B(1)]")] == ["DM040", "DM040", "DM001"]


@pytest.mark.parametrize("text", ["", "\n\n", "# comment", "[Settings]\n{}"])
def test_a_list_without_sheets_has_no_cards(text):
    assert found(text) == [("DM001", "")]


OLD = "[Layouts]\n- P (1)\n1 A\n-  Q(3)\n2 B\n" + SHEETS


def test_the_old_section_of_layouts_has_lines():
    assert cf.loads(OLD, "draftmancer").boosters[0].layouts == (P, Q)


def test_predetermined_layouts_may_name_layouts_of_the_old_section():
    text = OLD.replace("[A]", '[Settings]\n{"predeterminedLayouts": ["Q", "Q"]}\n[A]')
    rounds = cf.loads(text, "draftmancer").event.rounds
    assert [each.layouts for each in rounds] == [(cf.model.LayoutChoice("Q"),)] * 2


@pytest.mark.parametrize(
    ("lines", "code", "text"),
    [
        ("P (3)\n1 A", "DM014", "P (3)"),
        ("- P2 (3)\n1 A", "DM014", "- P2 (3)"),
        ("- P (x)\n1 A", "DM014", "- P (x)"),
        ("- P (3)\nA", "DM014", "A"),
        ("- P (3)\n1 A1", "DM079", "1 A1"),
        ("x - P (3)\n1 A", "DM079", "x - P (3)"),
        ("\n- P (3)\n1 A", "DM079", ""),
        ("- P (3)\n1 A\n- P (2)\n2 A", "DM017", "- P (2)\n2 A"),
        ("- P (3)\n1 A\n", "DM014", ""),
        ("- P (3)\n# comment\n1 A", "DM014", "# comment"),
        ("- P (3)\n1 C", "DM033", "- P (3)\n1 C"),
        ("- P (3)\n0 A", "DM035", "- P (3)\n0 A"),
    ],
)
def test_what_is_odd_in_the_old_section_of_layouts_is_reported(lines, code, text):
    assert (code, text) in found(f"[Layouts]\n{lines}\n[A]\nForest")


@pytest.mark.parametrize(
    ("options", "collation"),
    [
        ({}, cf.model.Random()),
        ({"collation": "random"}, cf.model.Random()),
        ({"collation": "printRun"}, cf.model.PrintRun(1, "slot")),
        ({"collation": "printRun", "groupSize": 2}, cf.model.PrintRun(2, "slot")),
        ({"collation": "printRun", "groupSize": 2.0}, cf.model.PrintRun(2, "slot")),
        (
            {"collation": "striped", "length": 2, "weights": [0, 1, 1]},
            cf.model.Striped(2, (0, 1, 1)),
        ),
    ],
)
def test_the_options_of_a_header_say_how_cards_are_taken(options, collation):
    report = cf.loads_report(f"[A {json.dumps(options)}]\nForest\nIsland\nSwamp", "draftmancer")
    assert (report.value.sheets["A"].collation, report.diagnostics) == (collation, ())


def test_a_collation_that_cannot_be_is_reported_and_the_sheet_random():
    for options, code, text in rows("""
        {"collation": "PrintRun"}                                 | DM008 | "PrintRun"
        {"collation": 1}                                          | DM006 | 1
        {"collation": "printRun", "groupSize": 0}                 | DM074 | 0
        {"collation": "printRun", "groupSize": 1.5}               | DM074 | 1.5
        {"collation": "printRun", "groupSize": "2"}               | DM006 | "2"
        {"collation": "striped", "length": 3, "weights": [1]}     | DM006 | 3
        {"collation": "striped", "length": 0, "weights": [1]}     | DM074 | 0
        {"collation": "striped", "weights": [1]}                  | DM006 | {
        {"collation": "striped", "length": 1}                     | DM006 | {
        {"collation": "striped", "length": 1, "weights": [0]}     | DM074 | [0]
        {"collation": "striped", "length": 1, "weights": [1, -1]} | DM074 | [1, -1]
        {"collation": "striped", "length": 1, "weights": ["1"]}   | DM006 | ["1"]
    """):
        data = f"[A {options}]\nForest\nIsland\nSwamp"
        assert found(data) == [(code, text)], options
        assert (
            cf.loads_report(data, "draftmancer").value.sheets["A"].collation == cf.model.Random()
        ), options


def test_options_of_a_header_are_strict_json():
    # from Python 3.13 on, the comma itself is shown
    (where,) = found('[A {"collation": "random",}]\nForest')
    assert where in {("DM004", "}"), ("DM004", ",")}


def test_a_layout_cannot_have_the_name_of_the_prototype():
    assert found(with_layouts({"__proto__": LAYOUTS["P"], "Q": LAYOUTS["Q"]})) == [
        ("DM075", '"__proto__"')
    ]
