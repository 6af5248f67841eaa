"""Made lists whose layouts or cards change places, and what is said of lists written anew."""

from __future__ import annotations

import json
from itertools import permutations

import pytest
from attrs import evolve

import cardformats as cf
from cardformats.losses import Loss


def written(text, **changes):
    """What is written of a list after *changes* of its set, and what that loses."""
    cardset = cf.loads(text, "draftmancer")
    report = cf.dumps_report(evolve(cardset, **changes), "draftmancer")
    return report.value, [(each.code, each.kind) for each in report.losses]


TITLED = """# title
[Settings]
{{ {} }}
[Common]
# birds
4  Heron
"""
A, B, C = (
    f'"{name}": {{"weight": {number}, "slots": {{"Common": {number}}}}}'
    for number, name in enumerate("ABC", 1)
)


@pytest.mark.parametrize("order", [(1, 0, 2), (2, 1, 0), (2, 0, 1), (1, 2, 0), (0, 2, 1)])
def test_layouts_that_change_places_move_in_the_text(order):
    text = TITLED.format(f'"layouts": {{{A}, {B}, {C}}}')
    booster = cf.loads(text, "draftmancer").boosters[0]
    moved = evolve(booster, layouts=[booster.layouts[at] for at in order])
    layouts = ", ".join((A, B, C)[at] for at in order)
    assert written(text, boosters=[moved]) == (TITLED.format(f'"layouts": {{{layouts}}}'), [])


def test_a_layout_moves_with_its_comment_and_what_changes_of_it():
    head, end = '"layouts": {{\n  # a\n  {},\n  # b\n  {}\n}}', ', "withReplacement": true'
    text = TITLED.format(head.format(A, B) + end)
    booster = cf.loads(text, "draftmancer").boosters[0]
    first, second = booster.layouts
    moved = evolve(booster, layouts=[second, evolve(first, weight=5)])
    after = '"layouts": {{\n  # b\n  {},\n  # a\n  {}\n}}'
    after = after.format(B, A.replace('"weight": 1', '"weight": 5'))
    assert written(text, boosters=[moved]) == (TITLED.format(after + end), [])


CARDS = {
    name: f'  # about the {name}\n  {{"name":"{name}","mana_cost":"2U","type":"Creature"}}'
    for name in ("Eel", "Heron", "Newt", "Wolf")
}
CARD_LIST = "[CustomCards]\n[\n{}\n]\n[A(1)]\nEel\n"


@pytest.mark.part(4)
@pytest.mark.parametrize("order", [*permutations(CARDS)])
def test_custom_cards_that_change_places_move_with_their_comments(order):
    text = CARD_LIST.format(",\n".join(CARDS.values()))
    cardset = cf.loads(text, "draftmancer")
    after = CARD_LIST.format(",\n".join(CARDS[name] for name in order))
    assert written(text, cards=list(map(cardset.card, order))) == (after, [])


def test_cards_on_one_line_change_places():
    names = "Eel", "Newt"
    first, second = ({"name": name, "mana_cost": "2U", "type": "Creature"} for name in names)
    text = "[CustomCards]\n{}\n[A(1)]\nEel\n"
    before, after = (text.format(json.dumps(each)) for each in ([first, second], [second, first]))
    assert written(before, cards=cf.loads(before, "draftmancer").cards[::-1]) == (after, [])


def test_layouts_of_boosters_by_name_keep_their_weight_if_that_of_the_layout_changes():
    settings = f'"layouts": {{{A}, {B}}}, "predeterminedLayouts": [["A", "B"], ["A"]]'
    text = TITLED.format(settings)
    cardset = cf.loads(text, "draftmancer")
    booster = cardset.boosters[0]
    first, second = booster.layouts
    layouts = [evolve(first, weight=9), second]
    after, losses = written(text, boosters=[evolve(booster, layouts=layouts)])
    assert losses == []
    assert after.startswith("# title\n")
    assert after.endswith("# birds\n4  Heron\n")
    again = cf.loads(after, "draftmancer")
    assert (again.event, again.boosters[0].layouts) == (cardset.event, tuple(layouts))


def test_what_has_no_place_in_the_text_is_written_anew_and_that_is_said():
    """Of two sheets of a name the first does not count, unless the other gets another name."""
    text = "# title\n[Common(1)]\n4 Heron\n[Common(1)]\n2 Newt\n"
    cardset = cf.loads(text, "draftmancer")
    (booster,), (sheet,) = cardset.boosters, cardset.sheets.values()
    slots = [cf.Slot("Birds", 2, [cf.SheetChoice("Birds")])]
    renamed = evolve(booster, layouts=[evolve(booster.layouts[0], slots=slots)])
    after, losses = written(text, sheets=[evolve(sheet, name="Birds")], boosters=[renamed])
    assert "# title" not in after
    assert losses == [(Loss.FILE, "the list as it was read (now rewritten)")]
    canonical = cf.dumps_report(cf.loads(text, "draftmancer"), "draftmancer", canonical=True)
    assert Loss.FILE not in {each.code for each in canonical.losses}


@pytest.mark.parametrize(
    ("header", "after"),
    [("[Common (15)]", "# title\n[Birds (15)]\n4 Heron\n"), ("[Common (10]", None)],
)
def test_a_line_that_is_taken_for_a_header_gets_no_other_name(header, after):
    text = f"# title\n{header}\n4 Heron\n"
    cardset = cf.loads(text, "draftmancer")
    (booster,), (sheet,) = cardset.boosters, cardset.sheets.values()
    slots = [cf.Slot("Birds", 15, [cf.SheetChoice("Birds")])]
    boosters = [evolve(booster, layouts=[evolve(booster.layouts[0], slots=slots)])]
    made, losses = written(text, sheets=[evolve(sheet, name="Birds")], boosters=boosters)
    assert (made, losses) == (after, []) if after else [code for code, _ in losses] == [Loss.FILE]


@pytest.mark.parametrize("header", ["", "[Common]\n", "[Common(3)]\n"])
def test_a_single_sheet_has_a_booster_all_the_same(header):
    after, losses = written(header + "4 Heron\n2 Eel\n", boosters=[])
    assert after.endswith("4 Heron\n2 Eel\n")
    assert [code for code, _ in losses] == [Loss.BOOSTER]
