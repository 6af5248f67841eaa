"""What other sets become in MTGJSON, and what is said of what it cannot say."""

from __future__ import annotations

import json

import pytest
from attrs import evolve

import cardformats as cf
from cardformats.model import Choice, Random, SheetChoice

from .text_tables import cells, json_rows, rows

EEL = cf.Card.of("Eel", set_code="MAR", number="1", rarity="common", types="Creature")
OWL = cf.Card.of("Owl", set_code="MAR", number="2", rarity="rare", types="Creature")
WEIGHTS = Random(replacement=True)


def marsh(*slots, booster="draft", cards=(EEL, OWL), code="MAR", name="Marsh", **sheets):
    """A set with sheets A and B, and a booster of the slots."""
    own = {"A": {"entries": ["Eel"]}, "B": {"entries": ["Owl"]}, "Empty": {"entries": []}, **sheets}
    layouts = [cf.Layout("", 1, slots or [cf.Slot("A", 1, "A"), cf.Slot("B", 1, "B")])]
    used = {each.sheet for part in layouts[0].slots for each in getattr(part, "sheets", ())}
    used |= {"A", "B"}
    made = [cf.Sheet(each, **{"collation": WEIGHTS, **own[each]}) for each in own if each in used]
    boosters = [cf.Booster(booster, layouts=layouts, distinct="none")]
    return cf.CardSet(name, code, cards, sheets=made, boosters=boosters)


def written(cardset):
    report = cf.dumps_report(cardset, "mtgjson")
    losses = [(f"{loss.code} {loss.kind}", loss.subjects) for loss in report.losses]
    return json.loads(report.value), losses


def losses_of(cardset):
    return [loss for loss, _ in written(cardset)[1]]


def test_a_set_that_mtgjson_can_say_has_no_losses():
    document, losses = written(marsh())
    assert losses == []
    data = document["data"]
    assert document["meta"] == {"version": "5.2.2"}
    assert (data["name"], data["code"], data["isOnlineOnly"]) == ("Marsh", "MAR", False)
    assert (data["totalSetSize"], data["baseSetSize"], data["tokens"]) == (2, 2, [])
    packs = data["booster"]["draft"]
    assert packs["boosters"] == [{"contents": {"A": 1, "B": 1}, "weight": 1}]
    assert packs["boostersTotalWeight"] == 1
    assert [*packs["sheets"]] == ["A", "B"]
    assert [each["name"] for each in data["cards"]] == ["Eel", "Owl"]


def test_a_set_has_a_code():
    for name, code, codes, expected in rows("""
        Marsh             |     | ["MAR", "FEN"] | MARSH
        The Marsh of Fens |     | ["MAR", "FEN"] | THEMAR
        Mârsh 2!          |     | ["MAR", "FEN"] | MRSH2
        Marsh             |     | ["FEN", "FEN"] | FEN
        …                 |     | ["MAR", "FEN"] | SET
        Marsh             | mar | ["FEN", "FEN"] | mar
    """):
        cards = [
            evolve(each, set_code=own)
            for each, own in zip((EEL, OWL), json.loads(codes), strict=True)
        ]
        document, losses = written(marsh(name=name, code=code or None, cards=cards))
        assert document["data"]["code"] == expected, name
        kinds = [] if code else [f"a set without a code (now {expected!r})"]
        assert [loss.partition(" ")[2] for loss, _ in losses] == kinds, name


def test_a_booster_keeps_a_name_that_is_known():
    for name in cells("""
        draft | prerelease | play | theme | arena | premium | set | collector | jumpstart | topper
        default
    """):
        document, losses = written(marsh(booster=name))
        assert ([*document["data"]["booster"]], losses) == ([name], []), name


@pytest.mark.parametrize(
    ("name", "what"),
    [("Marsh pack", "the name of a booster"), ("", "boosters without a name")],
)
def test_a_booster_gets_a_name_that_is_known(name, what):
    document, ((loss, _),) = written(marsh(booster=name))
    ((kind, booster),) = document["data"]["booster"].items()
    assert loss.partition(" ")[2] == f"{what} (now {kind!r})"
    assert kind in ("play", "draft", "default")
    assert booster.get("name", "") == name


def test_boosters_of_one_name_are_counted():
    one = marsh()
    three = evolve(one, boosters=[evolve(each, name="set") for each in one.boosters * 3])
    document, losses = written(three)
    assert [*document["data"]["booster"]] == ["set", "set-2", "set-3"]
    assert [loss.partition(" ")[2] for loss, _ in losses] == [
        "the name of a booster (now 'set-2')", "the name of a booster (now 'set-3')",
    ]  # fmt: skip


def slot(*sheets, count=1, choose="slot", name="S"):
    return cf.Slot(name, count, [SheetChoice(each) for each in sheets], choose=choose)


@pytest.mark.parametrize(
    ("slots", "sheets", "expected"),
    [
        ([slot("A", "B")], {}, []),
        ([slot("A", "B", count=2)], {}, []),
        ([slot("A", "B", count=2, choose="card")], {}, []),
        (
            [slot("A", "B", count=2, choose="card")],
            {"B": {"entries": ["Owl"], "finish": "foil"}},
            ["slots that choose a sheet for each card (now one sheet of all)"],
        ),
        (
            [slot("A", "B", count=2, choose="card")],
            {"B": {"entries": ["Owl"], "collation": Random()}},
            ["slots that choose a sheet for each card (now one sheet of all)"],
        ),
        ([slot("A", "Empty")], {}, ["slots with empty sheets (now without them)"]),
        ([slot("Empty"), slot("A")], {}, ["slots without a sheet"]),
        ([slot("Empty", count=0), slot("A")], {}, []),
    ],
)
def test_what_slots_lose_is_said(slots, sheets, expected):
    cardset = marsh(*slots, **sheets)
    kinds = [loss.partition(" ")[2] for loss in losses_of(cardset)]
    assert [each for each in kinds if "slot" in each] == expected


def test_choices_become_layouts():
    options = [cf.Layout("", 3, [slot("A")]), cf.Layout("", 1, [slot("B"), slot("A")])]
    document, losses = written(marsh(slot("A"), Choice(options), A={"entries": ["Eel"]}))
    assert losses == []
    packs = document["data"]["booster"]["draft"]
    found = sorted((sorted(each["contents"].items()), each["weight"]) for each in packs["boosters"])
    # from one sheet two cards that are drawn together are different ones
    assert found == [([("A", 1), ("A 2", 1)], 3), ([("A", 1), ("A 2", 1), ("B", 1)], 1)]
    assert packs["boostersTotalWeight"] == 4


def test_a_card_has_the_members_of_the_data():
    for fields, members, loss in json_rows("""
        {"rarity": "special"} | {"rarity": "special"} |
        {"rarity": "land"} | {"rarity": "common"} | the rarity 'land' (now 'common')
        {"rarity": "odd"} | {"rarity": "special"} | the rarity 'odd' (now 'special')
        {"rarity": null} | {"rarity": "common"} | cards without a rarity (now 'common')
        {"number": null} | {"number": "3"} | cards without a number (now counted)
        {"finish": "foil"} | {"finishes": ["foil"], "hasFoil": true, "hasNonFoil": false} |
        {"set_code": null} | {"setCode": "MAR"} |
        {"set_code": "fen"} | {"setCode": "FEN"} |
        {} | {"finishes": ["nonfoil", "foil"], "availability": ["paper"], "borderColor":
            "black", "layout": "normal", "number": "7"} |
    """):
        card = evolve(cf.Card.of("Newt", set_code="MAR", number="7", rarity="common"), **fields)
        document, losses = written(marsh(cards=(card, evolve(OWL, rarity="rare"), EEL)))
        newt = next(each for each in document["data"]["cards"] if each["name"] == "Newt")
        assert newt | json.loads(members) == newt, fields
        assert [each.partition(" ")[2] for each, _ in losses] == [loss] * bool(loss), fields


@pytest.mark.parametrize(
    ("faces", "layout", "loss"),
    [
        ([("A", {})], "normal", None),
        ([("A", {}), ("B", {"kind": "back"})], "transform", None),
        ([("A", {}), ("B", {"kind": "back", "mana_cost": "{1}"})], "modal_dfc", None),
        ([("A", {}), ("B", {"kind": "alternate"})], "flip", None),
        ([("A", {}), ("B", {"kind": "alternate", "subtypes": ["Adventure"]})], "adventure", None),
        (
            [("A", {}), ("B", {"kind": "back"}), ("C", {"kind": "alternate"})],
            "transform",
            "faces of the layout 'transform' (now back)",
        ),
    ],
)
def test_faces_have_the_layout_of_their_kinds(faces, layout, loss):
    card = evolve(EEL, faces=[cf.Face(name, types="Creature", **own) for name, own in faces])
    document, losses = written(cf.CardSet("Marsh", "MAR", [card]))
    items = document["data"]["cards"]
    assert {each["layout"] for each in items} == {layout}
    assert {each["name"] for each in items} == {" // ".join(name for name, _ in faces)}
    if len(faces) > 1:
        assert [each["faceName"] for each in items] == [name for name, _ in faces]
        assert [each["side"] for each in items] == [*"abc"[: len(faces)]]
        uuids = [each["uuid"] for each in items]
        others = [[each for each in uuids if each != own] for own in uuids]
        assert [each["otherFaceIds"] for each in items] == others
    assert [each.partition(" ")[2] for each, _ in losses] == ([loss] if loss else [])
