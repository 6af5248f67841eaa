"""Writing Draftmancer lists: layouts, strings, options, losses, and the way back."""

from __future__ import annotations

import json
import re
from fractions import Fraction
from importlib import import_module

import pytest
from attrs import evolve

import cardformats as cf
from cardformats.formats.draftmancer.layouts import MAX_ALTERNATIVES

from .draftmancer_lists import after_settings, losses
from .text_tables import rows

#: The event of a list without settings.
EVENT = cf.model.Event((), "finite", 3, layout_replacement=True, color_balance=True)


def sheet(name, *cards, **kwargs):
    return cf.Sheet(name, [cf.Entry(cf.CardRef(card)) for card in cards or ("Forest",)], **kwargs)


def slot(name, count=1, *sheets, **kwargs):
    return cf.Slot(name, count, [cf.SheetChoice(*each) for each in sheets or [(name,)]], **kwargs)


def either(*options):
    """A choice between options, each of a weight and slots."""
    return cf.model.Choice([cf.Layout("", weight, slots) for weight, *slots in options])


SHEETS = (sheet("A", "Forest", "Island"), sheet("B", "Swamp"), sheet("C", "Plains"))


def cardset(*layouts, sheets=SHEETS, event=EVENT, **kwargs):
    return cf.CardSet(sheets=sheets, boosters=(cf.Booster(layouts=layouts),), event=event, **kwargs)


def written(*layouts, **kwargs):
    """The layouts in the settings of the list that is written."""
    text = cf.dumps(cardset(*layouts, **kwargs), "draftmancer")
    return settings(text)["layouts"]


def settings(text):
    return json.loads(text.partition("[Settings]\n")[2].partition("\n[")[0])


def test_a_single_layout_is_counts_in_headers():
    cards = cardset(cf.Layout("default", 1, [slot("B", 2), slot("A", 1)]))
    assert after_settings(cf.dumps(cards, "draftmancer")) == (
        "[B(2)]\n1 Swamp\n\n[A(1)]\n1 Forest\n1 Island\n\n[C]\n1 Plains\n"
    )


@pytest.mark.parametrize(
    "layout",
    [
        cf.Layout("P", 1, [slot("A")]),
        cf.Layout("default", 2, [slot("A")]),
        cf.Layout("default", 1, [slot("A"), slot("A")]),
        cf.Layout("default", 1, [slot("A", 1, ("B",))]),
        cf.Layout("default", 1, [slot("A", finish="foil")]),
        cf.Layout("default", 1, [slot("A", 1, ("A", 1), ("B", 1))]),
    ],
)
def test_what_headers_cannot_say_is_a_layout_in_the_settings(layout):
    cards = cardset(layout)
    assert list(written(layout)) == [layout.name]
    assert cf.loads(cf.dumps(cards, "draftmancer"), "draftmancer") == cards


def test_layouts_that_rounds_name_are_in_the_settings():
    layout = cf.Layout("default", 1, [slot("A")])
    event = evolve(
        EVENT,
        rounds=[cf.model.Round(layouts=[cf.model.LayoutChoice("default")])],
        boosters_per_player=1,
    )
    cards = cardset(layout, event=event)
    assert not losses(cards)
    assert cf.loads(cf.dumps(cards, "draftmancer"), "draftmancer") == cards


def test_the_first_layout_has_a_weight_if_none_has():
    cards = cardset(cf.Layout("P", 0, [slot("A")]), cf.Layout("Q", 0, [slot("B")]))
    text = cf.dumps(cards, "draftmancer")
    assert [each["weight"] for each in settings(text)["layouts"].values()] == [1, 0]
    assert losses(cards) == [("a first layout of weight 0 (now the only layout)", 1)]


def test_layouts_with_plain_slots_are_records_and_others_arrays():
    assert written(
        cf.Layout("P", 3, [slot("A", 10), slot("B", 3)]),
        cf.Layout("Q", 1, [slot("A", 2, ("A", 7), ("B", 1), finish="foil"), slot("C")]),
    ) == {
        "P": {"weight": 3, "slots": {"A": 10, "B": 3}},
        "Q": {
            "weight": 1,
            "slots": [
                {
                    "name": "A",
                    "count": 2,
                    "foil": True,
                    "sheets": [{"name": "A", "weight": 7}, {"name": "B", "weight": 1}],
                },
                {"name": "C", "count": 1},
            ],
        },
    }


def test_a_slot_that_chooses_for_each_card_is_slots_of_one_card():
    """Draftmancer shows a slot's name up to ``##``, so that nobody sees the difference."""
    each = {"count": 1, "sheets": [{"name": "A", "weight": 2}, {"name": "B", "weight": 1}]}
    layout = cf.Layout("P", 1, [slot("Any", 3, ("A", 2), ("B", 1), choose="card"), slot("C")])
    assert written(layout)["P"]["slots"] == [
        {"name": "Any##1", **each},
        {"name": "Any##2", **each},
        {"name": "Any##3", **each},
        {"name": "C", "count": 1},
    ]
    assert losses(cardset(layout)) == []


def test_choices_are_multiplied_out_into_whole_weights_of_the_same_odds():
    rare = either((7, slot("A", 2)), (1, slot("B")))
    extra = either((Fraction(1, 3), slot("C")), (Fraction(2, 3),))
    layouts = written(cf.Layout("P", 1, [rare, extra]))
    weights = [each["weight"] for each in layouts.values()]
    assert weights == [7, 14, 1, 2]
    assert [tuple(each["slots"]) for each in layouts.values()] == [
        ("A", "C"),
        ("A",),
        ("B", "C"),
        ("B",),
    ]


def test_a_bag_of_layouts_keeps_its_copies():
    """Weights are numbers of copies: 3 and 6 are no 1 and 2."""
    layouts = [cf.Layout(n, w, [slot("A")]) for n, w in (("P", Fraction(3, 2)), ("Q", 3))]
    bag = evolve(cardset(*layouts), event=cf.model.Event(layout_replacement=False, supply="finite"))
    report = cf.dumps_report(bag, "draftmancer")
    assert report.losses == ()
    assert [each["weight"] for each in settings(report.value)["layouts"].values()] == [3, 6]


def test_choices_in_a_bag_of_layouts_become_copies_and_the_loss_says_so():
    rare = either((1, slot("A", 2)), (1, slot("B")))
    layouts = [cf.Layout("P", 1, [rare]), cf.Layout("Q", 1, [slot("C")])]
    bag = evolve(cardset(*layouts), event=cf.model.Event(layout_replacement=False, supply="finite"))
    report = cf.dumps_report(bag, "draftmancer")
    (loss,) = report.losses
    assert "choices in a bag of layouts" in loss.message
    assert [each["weight"] for each in settings(report.value)["layouts"].values()] == [1, 1, 2]


def test_choices_between_sheets_are_slots_with_weighted_sheets():
    rare = either((7, slot("A")), (1, slot("B")))
    wild = slot("Wild", 1, ("A", 1), ("B", 1))
    layout = cf.Layout("P", 1, [rare, either((3, slot("C")), (1, wild))])
    assert written(layout)["P"]["slots"] == [
        {
            "name": "A / B",
            "count": 1,
            "sheets": [{"name": "A", "weight": 7}, {"name": "B", "weight": 1}],
        },
        {
            "name": "C / Wild",
            "count": 1,
            "sheets": [
                {"name": "C", "weight": 6},
                {"name": "A", "weight": 1},
                {"name": "B", "weight": 1},
            ],
        },
    ]


def test_the_finish_of_a_sheet_is_that_of_its_slot_before_slots_are_merged():
    sheets = [cf.Sheet("A", SHEETS[0].entries, finish="foil"), *SHEETS[1:]]
    choice = either((1, slot("A")), (1, slot("B")))
    layouts = written(cf.Layout("P", 1, [choice]), sheets=sheets)
    assert [each["slots"] for each in layouts.values()] == [
        [{"name": "A", "count": 1, "foil": True}],
        {"B": 1},
    ]


def test_beyond_the_limit_cards_are_as_likely_as_before_and_the_loss_says_so():
    choices = [either((n, slot("A", n)), (1, slot("B", n + 1))) for n in range(1, 14)]
    report = cf.dumps_report(cardset(cf.Layout("P", 1, choices)), "draftmancer")
    (loss,) = report.losses
    assert "now not independent, the odds of each stay" in loss.message
    layouts = settings(report.value)["layouts"]
    assert len(layouts) <= MAX_ALTERNATIVES + 2 * len(choices)
    total = sum(each["weight"] for each in layouts.values())
    cards_of_a = sum(
        Fraction(each["weight"], total) * one["count"]
        for each in layouts.values()
        for one in each["slots"]
        if one["name"] == "A"
    )
    assert cards_of_a == sum(Fraction(n * n, n + 1) for n in range(1, 14))


def test_layouts_of_many_slots_become_fewer_layouts(monkeypatch):
    monkeypatch.setattr(
        import_module("cardformats.formats.draftmancer.layouts"), "_MAX_SLOTS", 5000
    )
    choices = [either((1, slot("A", n)), (1, slot("B", n + 1))) for n in range(1, 12)]
    layouts = written(cf.Layout("P", 1, [slot("C")] * 77 + choices))
    assert 1 < len(layouts) <= 50 + 22


def test_choices_may_be_nested():
    inner = either((1, slot("A")), (1, slot("B", 2)))
    outer = either((1, inner), (3, slot("C", 3)))
    layouts = written(cf.Layout("P", 1, [slot("C", 2), outer]), cf.Layout("Q", 1, [slot("A")]))
    assert [(name, each["weight"]) for name, each in layouts.items()] == [
        ("P 1", 1),
        ("P 2", 1),
        ("P 3", 6),
        ("Q", 8),
    ]


def test_an_option_of_weight_0_is_left_out():
    choice = either((0, slot("A")), (5, slot("B")))
    assert written(cf.Layout("P", 1, [slot("C"), choice])) == {
        "P": {"weight": 1, "slots": {"C": 1, "B": 1}}
    }


def test_rounds_name_all_that_a_layout_became():
    choice = either((3, slot("A")), (1, slot("B", 2)))
    layouts = (cf.Layout("P", 1, [slot("C"), choice]), cf.Layout("Q", 1, [slot("A")]))
    one = cf.model.Round(layouts=(cf.model.LayoutChoice("P"), cf.model.LayoutChoice("Q", 2)))
    text = cf.dumps(cardset(*layouts, event=cf.model.Event([one], "finite", 1)), "draftmancer")
    assert settings(text)["predeterminedLayouts"] == [
        [{"name": "P 1", "weight": 3}, {"name": "P 2", "weight": 1}, {"name": "Q", "weight": 8}]
    ]


def test_a_slot_without_a_limit_takes_as_many_cards_as_its_largest_sheet_has():
    layout = cf.Layout("P", 1, [slot("A", cf.model.UNLIMITED, ("A", 1), ("B", 1))])
    assert written(layout)["P"]["slots"][0]["count"] == 2
    assert losses(cardset(layout)) == [("slots without a limit (now as many as the sheet has)", 1)]


def test_a_slot_of_no_cards_is_left_out():
    assert written(cf.Layout("P", 1, [slot("A", 0), slot("B")])) == {
        "P": {"weight": 1, "slots": {"B": 1}}
    }


@pytest.mark.parametrize(
    ("name", "usable"),
    [
        ("Rare (new)", "Rare -new-"),
        ('"A" [B] {C}', "-A- -B- -C-"),
        ("A\nB", "A-B"),
        (" A ", "A"),
        ("  ", "sheet"),
        ("Settings", "Settings sheet"),
        ("customcards", "customcards sheet"),
        ("LAYOUTS", "LAYOUTS sheet"),
    ],
)
def test_a_name_that_no_header_can_have_is_changed(name, usable):
    cards = cardset(cf.Layout("default", 1, [slot(name, 2)]), sheets=[sheet(name)])
    assert after_settings(cf.dumps(cards, "draftmancer")) == f"[{usable}(2)]\n1 Forest\n"
    assert losses(cards) == [(f"the sheet's name {name!r} (now {usable!r})", 1)]


def test_names_that_become_the_same_stay_apart():
    names = ("A(", "A)", "A-")
    layout = cf.Layout("default", 1, [slot(name) for name in names])
    cards = cardset(layout, sheets=[sheet(name) for name in names])
    assert re.findall(r"\[.*\]", after_settings(cf.dumps(cards, "draftmancer"))) == [
        "[A-(1)]",
        "[A-'(1)]",
        "[A-''(1)]",
    ]


@pytest.mark.parametrize(
    ("collation", "options"),
    [
        (cf.model.Random(), ""),
        (cf.model.PrintRun(1, "slot"), ' {"collation": "printRun"}'),
        (cf.model.PrintRun(2, "slot"), ' {"collation": "printRun", "groupSize": 2}'),
        (cf.model.Striped(1, (0, 1)), ' {"collation": "striped", "length": 1, "weights": [0, 1]}'),
    ],
)
def test_a_collation_is_options_in_the_header(collation, options):
    cards = cardset(
        cf.Layout("default", 1, [slot("A")]),
        sheets=[sheet("A", "Forest", "Island", collation=collation)],
    )
    text = cf.dumps(cards, "draftmancer", on_loss="error")
    assert after_settings(text) == f"[A(1){options}]\n1 Forest\n1 Island\n"
    assert cf.loads(text, "draftmancer") == cards


def test_an_entry_is_a_card_line():
    for copies, name, set_code, number, finish, line in rows("""
        4 | Forest              |     |     |      | 4 Forest
        0 | Forest              |     |     |      | 0 Forest
        1 | Forest              | ANA |     |      | 1 Forest (ANA)
        1 | Forest              | ANA | 60a | foil | 1 Forest (ANA) 60a F
        1 | 1996 World Champion |     |     |      | 1 1996 World Champion
        1 | Fire // Ice         | APC |     |      | 1 Fire // Ice (APC)
    """):
        card = cf.CardRef(name, set_code or None, number or None)
        entry = cf.Entry(card, int(copies), finish or None)
        cards = cardset(cf.Layout("default", 1, [slot("A")]), sheets=[cf.Sheet("A", [entry])])
        text = cf.dumps(cards, "draftmancer", on_loss="error")
        assert after_settings(text) == f"[A(1)]\n{line}\n"
        assert cf.loads_report(text, "draftmancer").value == cards, line


@pytest.mark.parametrize("length", range(1, 6))
def test_stripes_are_shorter_than_the_sheet_or_lost(length):
    stripes = sheet("A", "Forest", "Island", "Swamp", collation=cf.model.Striped(length, (1, 2)))
    cards = cardset(cf.Layout("default", 1, [slot("A")]), sheets=[stripes])
    again = cf.loads(cf.dumps(cards, "draftmancer"), "draftmancer").sheets["A"].collation
    if length < 3:
        assert (losses(cards), again) == ([], stripes.collation)
    else:
        assert [kind for kind, _ in losses(cards)] == ["stripes as long as the sheet (now random)"]
        assert isinstance(again, cf.model.Random)
