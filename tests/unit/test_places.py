"""Losses say where that which is lost stands in what was read."""

from __future__ import annotations

import pickle

import pytest
from attrs import evolve

import cardformats as cf

LIST = """\
[Settings]
{"layouts": {"P": {"weight": 1, "slots": {"Common": 1}}}}
[CustomCards]
[
  {"name": "Eel", "mana_cost": "", "type": "Fish", "image": "https://x/eel"},
  {"name": "Newt", "set": "A", "mana_cost": "", "type": "Fish", "image": "https://x/newt"},
  {"name": "Newt", "set": "B", "mana_cost": "", "type": "Fish", "image": "https://x/newt"}
]
[Common {"collation": "printRun"}]
# Eel is no card here
1 Eel
2 Newt (A)
"""


def places(report):
    return {
        loss.kind: (loss.examples, {each.message: str(each.span) for each in loss.related})
        for loss in report.losses
    }


def test_a_custom_card_and_a_sheet_have_places_but_not_one_of_two_of_a_name():
    cardset = cf.loads(LIST, "draftmancer")
    lost = places(cf.dumps_report(cardset, "octgn"))
    assert lost["images"] == (("Eel", "Newt", "Newt"), {"Eel": "<data>:5:12"})
    collation = next(kind for kind in lost if "collation" in kind)
    assert lost[collation] == (("Common",), {"Common": "<data>:9:1"})


def test_a_card_that_a_list_only_names_is_at_its_line():
    cardset = cf.loads("1 Reed\n1 Eel Fry\n2 Eel F\n1 Reed\n", "draftmancer")
    lost = places(cf.dumps_report(cardset, "octgn"))
    assert lost["the finish 'foil'"] == (("Eel",), {"Eel": "<data>:3:3"})


def test_a_card_of_wagic_is_at_its_block_and_one_of_octgn_at_its_element(tmp_path):
    path = tmp_path / "_cards.dat"
    path.write_text("[card]\nname=Eel\ntype=Creature\nauto=haste\nid=1\nrarity=C\n[/card]\n")
    report = cf.write(cf.read(path), tmp_path / "eel.txt")
    assert places(report)["wagic 'auto'"] == (("Eel",), {"Eel": f"{path}:1:1"})
    game = cf.dumps(cf.read(path), "octgn")
    cardset = cf.loads(game, "octgn")
    line = 1 + game[: game.index("<card ")].count("\n")
    ((_, where),) = [places(cf.dumps_report(cardset, "draftmancer"))["the id 'octgn'"]]
    assert where["Eel"].startswith(f"<data>:{line}:")


def test_what_is_not_as_it_was_read_has_no_place():
    cardset = cf.loads(LIST, "draftmancer")
    (eel, *_) = cardset.cards
    renamed = evolve(eel, faces=[evolve(eel.faces[0], name="Conger")])
    lost = places(cf.dumps_report(cardset.replacing(eel, renamed), "octgn"))
    assert lost["images"] == (("Conger", "Newt", "Newt"), {})
    bare = cardset.with_syntax(None)
    assert not any(loss.related for loss in cf.dumps_report(bare, "octgn").losses)


@pytest.mark.parametrize("target", ["octgn", "wagic"])
def test_places_are_data(target):
    report = cf.dumps_report(cf.loads(LIST, "draftmancer"), target)
    assert pickle.loads(pickle.dumps(report)).losses == report.losses
    for loss in report.losses:
        shown = loss.to_dict().get("related", [])
        assert [each["message"] for each in shown] == [each.message for each in loss.related]
        assert {each.message for each in loss.related} <= {*loss.examples}
