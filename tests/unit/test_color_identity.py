"""Colour identity (CR 903.4), and sheets that are balanced by it, as MTGJSON's are."""

from __future__ import annotations

from fractions import Fraction

import pytest

import cardformats as cf
from cardformats.collation.constraints import balance_class
from cardformats.model import Balanced


def card(name="Eel", **fields):
    return cf.Card.of(name, **{"types": ["Creature"], **fields})


@pytest.mark.parametrize(
    ("fields", "identity"),
    [
        ({"mana_cost": "{1}{W/U}"}, "WU"),
        ({"mana_cost": "{2}", "text": "{T}, {B/P}: Draw a card. ({G} is green.)"}, "B"),
        ({"colors": "R", "mana_cost": "{X}"}, "R"),
        ({"types": ["Land"], "subtypes": ["Forest", "Island"]}, "GU"),
        ({"mana_cost": "{C}{S}", "text": "Add {C}."}, ""),
        ({}, ""),
    ],
)
def test_the_identity_has_the_colours_of_costs_texts_and_land_types(fields, identity):
    assert {color.value for color in card(**fields).color_identity} == {*identity}


def test_every_face_counts():
    faces = [cf.Face("Day", mana_cost="{G}"), cf.Face("Night", colors="B", kind="back")]
    assert {color.value for color in cf.Card(faces).color_identity} == {"G", "B"}


def a_set(by="color_identity"):
    """Ten commons: the only black ones are black by their texts; a land is of no class."""
    cards = [card(f"{color} {n}", mana_cost=f"{{{color}}}") for color in "WURG" for n in (1, 2)]
    cards += [card(f"Devoid {n}", mana_cost="{2}", text="{B}: Draw a card.") for n in (1, 2)]
    cards += [card("Marsh", types=["Land"], subtypes=["Swamp"], supertypes=["Basic"])]
    cards = [cf.Card(each.faces, "ONE", str(n), "common") for n, each in enumerate(cards, 1)]
    entries = [cf.Entry(each.ref) for each in cards]
    sheet = cf.Sheet("common", entries, Balanced(by))
    slot = cf.Slot("common", 10, [cf.SheetChoice("common")])
    booster = cf.Booster("default", layouts=[cf.Layout("default", 1, [slot])])
    return cf.CardSet("One", "ONE", cards, {"common": sheet}, [booster])


def test_a_pack_has_a_card_of_each_identity():
    cardset = a_set()
    black = {each.name for each in cardset.cards if "Devoid" in each.name}
    for pack in cf.Generator(cardset, seed=1).packs(200):
        assert black & {each.card.name for each in pack.cards}
    shares = {each.card.name: each.expected for each in cf.Generator(cardset, seed=1).odds()}
    assert set(shares.values()) == {Fraction(10, 11)}


@pytest.mark.parametrize(("name", "of_land"), [("color_identity", None), ("color", "g")])
def test_a_land_is_of_no_class_of_identity(name, of_land):
    land, frog = card("Fen", types=["Land"], colors="G"), card(mana_cost="{G}")
    entries = [cf.Entry(each.ref) for each in (land, frog)]
    found = [balance_class(*each, name) for each in zip((land, frog), entries, strict=True)]
    assert found == [of_land, "g"]


def test_mtgjson_sheets_are_balanced_by_identity():
    text = cf.dumps(a_set(), "mtgjson")
    assert cf.dumps_report(a_set(), "mtgjson").losses == ()
    (sheet,) = cf.loads(text, "mtgjson").sheets.values()
    assert sheet.collation == Balanced("color_identity")


def test_a_balance_by_colours_is_written_as_one_by_identity_and_reported_if_classes_differ():
    report = cf.dumps_report(a_set("color"), "mtgjson")
    assert '"balanceColors"' in report.value
    assert [(each.code, each.subjects) for each in report.losses] == [("CF230", ("common",))]
    same = a_set("color").without(*(each for each in a_set().cards if "Devoid" in each.name))
    assert '"balanceColors"' in cf.dumps(same, "mtgjson")
    assert not [each for each in cf.dumps_report(same, "mtgjson").losses if each.code == "CF230"]
