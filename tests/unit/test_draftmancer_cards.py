"""Custom cards of Draftmancer lists."""

from __future__ import annotations

import json

import pytest

import cardformats as cf
from tests.growth import LINEAR, growth

from .draftmancer_lists import WARDEN, found, with_cards
from .text_tables import cells, json_rows, rows


def card(**members):
    """The card with these members, and what a card needs."""
    (made,) = cf.loads(with_cards(WARDEN | members), "draftmancer").cards
    return made


def test_a_card_needs_a_name_a_cost_and_a_type_only():
    cost = cf.model.ManaCost.parse("{1}{G}")
    face = cf.Face("Moss Warden", cost, {cf.model.Color.GREEN}, types="Creature")
    assert card() == cf.Card(face, rarity="rare")


def test_every_field_has_its_place():
    made = card(
        type="Legendary Snow Creature",
        subtypes=["Elf", "Warden"],
        set="WDL",
        collector_number="12a",
        rarity="mythic",
        oracle_text="Moss.\nMore moss.",
        power=2,
        toughness="1+*",
        loyalty="X",
        image="https://cards.example/12a.png",
        printed_names={"en": "Moss Warden", "fr": "Gardien"},
        rating=4.5,
        foil=True,
    )
    face = cf.Face(
        "Moss Warden",
        cf.model.ManaCost(("1", "G")),
        {cf.model.Color.GREEN},
        ("Legendary", "Snow"),
        "Creature",
        ("Elf", "Warden"),
        "Moss.\nMore moss.",
        "2",
        "1+*",
        "X",
        {"en": "https://cards.example/12a.png"},
        {"en": "Moss Warden", "fr": "Gardien"},
    )
    assert made == cf.Card(face, "WDL", "12a", "mythic", finish="foil", rating=4.5)


def test_what_the_model_has_no_word_for_goes_to_the_extras():
    made = card(layout="split", in_booster=False)
    assert made.extras == {"draftmancer": {"layout": "split", "in_booster": False}}


def test_defaults_may_be_written_out():
    for members in map(
        json.loads,
        cells("""
        {"set": "", "collector_number": ""}
        {"subtypes": [], "oracle_text": "", "power": "", "toughness": "", "loyalty": ""}
        {"printed_names": {}, "related_cards": [], "draft_effects": [], "rating": 0, "foil": false}
        {"rarity": "rare"} | {"image": ""}
    """),
    ):
        assert card(**members) == card(), members


def test_a_type_in_another_order_is_kept_for_writing():
    made = card(type="Creature Legendary")
    assert (made.supertypes, made.types) == (("Legendary",), ("Creature",))
    assert made.extras == {"draftmancer": {"type": "Creature Legendary"}}


def test_an_unknown_key_is_reported_and_kept():
    text = with_cards({**WARDEN, "colour": "green"})
    assert found(text) == [("DM031", '"colour"')]
    assert cf.loads(text, "draftmancer").cards[0].extras == {"draftmancer": {"colour": "green"}}


def test_there_are_five_rarities():
    for rarity in cells("common | uncommon | rare | mythic | special"):
        assert card(rarity=rarity).rarity == rarity, rarity


def test_costs_are_symbols_in_braces_or_loose():
    for written, cost in rows("""
        {2}{W}{W}        | {2}{W}{W}
        2WWU             | {2}{W}{W}{U}
        11               | {11}
        W/BG             | {W/B}{G}
        2/WU             | {2/W}{U}
        W/B/PR           | {W/B/P}{R}
        W/PR             | {W/P}{R}
        XYZ              | {X}{Y}{Z}
        HW½              | {HW}{½}
        {S}{C}{HW}{½}    | {S}{C}{HW}{½}
        2{W}             | {2}{W}
        0                | {0}
        {1}{R} // {1}{U} | {1}{R}
        {R}//{Q9}        | {R}
    """):
        assert str(card(mana_cost=written).mana_cost) == cost, written


def test_an_empty_cost_is_no_cost():
    assert [card(mana_cost=each).mana_cost for each in ("", "//", "// {W}")] == [None] * 3


def test_a_cost_that_cannot_be_read_is_an_error():
    for written in cells("{1 | { | 1} | 2w | {w} | {Q9} | {} | 1 W | W/W | {U/W}"):
        assert found(with_cards(WARDEN | {"mana_cost": written})) == [
            ("DM051", json.dumps(written))
        ], written


def test_a_symbol_that_is_no_mana_is_kept_as_it_is_written():
    for written in cells("{T} | 2Q | {C/P} | CHAOS{1}"):
        text = with_cards(WARDEN | {"mana_cost": written})
        assert found(text) == [("DM057", json.dumps(written))], written
        made = cf.loads(text, "draftmancer")
        assert made.cards[0].mana_cost is None, written
        assert json.dumps(written) in cf.dumps(made, "draftmancer", canonical=True), written


def test_colors_are_those_of_the_cost_unless_given():
    for members, colors in json_rows("""
        {"mana_cost": "{W/B}{2}"}             | BW
        {"mana_cost": "{3}"}                  |
        {"mana_cost": "{3}", "colors": ["R"]} | R
        {"mana_cost": "{R}", "colors": []}    |
        {"colors": ["W", "W", "G"]}           | GW
        {"colors": ["WU"]}                    | UW
    """):
        assert "".join(sorted(each.value for each in card(**members).colors)) == colors, members


def test_image_is_short_for_the_english_one_of_image_uris():
    for members, images in json_rows("""
        {}                                     | {}
        {"image": "u"}                         | {"en": "u"}
        {"image_uris": {"en": "u", "fr": "v"}} | {"en": "u", "fr": "v"}
        {"image_uris": {"en": ""}}             | {}
    """):
        assert card(**members).images == json.loads(images), members


def test_a_wrong_value_is_reported_at_its_place_and_left_out():
    for members, code, text in json_rows("""
        {"image": "u", "image_uris": {"en": "u"}}                      | DM052 | "u"
        {"image": 1}                                                   | DM030 | 1
        {"image_uris": "u"}                                            | DM030 | "u"
        {"image_uris": {"en": 5}}                                      | DM030 | 5
        {"printed_names": ["x"]}                                       | DM030 | ["x"]
        {"back": {"name": "B", "type": "Land", "subtypes": "Elf"}}     | DM056 | "Elf"
        {"back": {"name": "B", "type": "Land", "image": 1}}            | DM056 | 1
        {"back": {"name": "B", "type": "Land", "printed_names": 1}}    | DM056 | 1
        {"back": {"name": "B", "type": "Land", "printed_names": null}} | DM030 | null
        {"back": {"name": "B", "type": "Land", "layout": 1}}           | DM030 | 1
        {"back": {"name": "B", "type": "Land", "oracle_text": null}}   | DM030 | null
        {"back": {"name": "B", "type": "Land", "mana_cost": "{Q9}"}}   | DM056 | "{Q9}"
        {"layout": 1}                                                  | DM030 | 1
        {"oracle_text": null}                                          | DM030 | null
        {"colors": "W"}                                                | DM030 | "W"
        {"colors": ["Z"]}                                              | DM030 | "Z"
        {"rarity": "Common"}                                           | DM030 | "Common"
        {"rarity": "land"}                                             | DM030 | "land"
        {"set": 10}                                                    | DM030 | 10
        {"collector_number": 10}                                       | DM030 | 10
        {"power": true}                                                | DM030 | true
        {"toughness": null}                                            | DM030 | null
        {"loyalty": [5]}                                               | DM030 | [5]
        {"foil": "yes"}                                                | DM030 | "yes"
        {"rating": "high"}                                             | DM030 | "high"
        {"subtypes": "Elf"}                                            | DM030 | "Elf"
        {"subtypes": ["Elf", 1]}                                       | DM030 | 1
        {"oracle_text": 1}                                             | DM030 | 1
        {"mana_cost": 1}                                               | DM030 | 1
        {"back": 1}                                                    | DM030 | 1
        {"back": {"name": "B", "type": 1}}                             | DM030 | 1
        {"back": {"type": "Land"}}                                     | DM032 | {"type": "Land"}
        {"back": {"name": "B"}}                                        | DM032 | {"name": "B"}
        {"back": {"name": "B", "type": "Land", "power": true}}         | DM030 | true
        {"related_cards": "Forest"}                                    | DM030 | "Forest"
        {"related_cards": [1]}                                         | DM030 | 1
        {"related_cards": [{"name": "T"}]}                             | DM032 | {"name": "T"}
        {"draft_effects": "FaceUp"}                                    | DM030 | "FaceUp"
    """):
        data = with_cards(WARDEN | members)
        assert found(data) == [(code, text)], members
        (made,) = cf.loads_report(data, "draftmancer").value.cards
        assert made.name == "Moss Warden", members


def test_a_card_that_lacks_what_it_needs_is_left_out():
    for left, code in json_rows("""
        {"mana_cost": "G", "type": "Elf"}            | DM032
        {"name": "X", "type": "Elf"}                 | DM032
        {"name": "X", "mana_cost": "G"}              | DM032
        {"name": 1, "mana_cost": "G", "type": "Elf"} | DM030
        {"name": "X", "mana_cost": "G", "type": 1}   | DM030
    """):
        report = cf.loads_report(with_cards(left), "draftmancer")
        assert (report.counts(), report.value.cards) == ({code: 1}, ()), left


def test_a_card_without_cost_and_type_is_a_printing_of_an_official_card():
    report = cf.loads_report(with_cards({"name": "Forest", "image": "u"}), "draftmancer")
    assert report.counts() == {"DM055": 1}
    face = cf.Face("Forest", images={"en": "u"})
    extras = {"draftmancer": {"inherits": True}}
    assert report.value.cards == (cf.Card(face, rarity="rare", extras=extras),)


def test_the_back_is_a_face():
    back = {"name": "B", "type": "Basic Land", "subtypes": ["Forest"], "image": "u", "power": 1}
    assert card(back=back | {"mana_cost": "{W}"}).faces[1] == cf.Face(
        "B",
        cf.model.ManaCost(("W",)),
        {cf.model.Color.WHITE},
        "Basic",
        "Land",
        "Forest",
        power="1",
        images={"en": "u"},
        kind="back",
    )


def test_related_cards_are_ids_card_lines_or_faces():
    scryfall = "0000579f-7b35-4ed3-b44c-db2a538066fe"
    token = {"name": "Elf Token", "type": "Creature", "subtypes": ["Elf"]}
    assert card(related_cards=[scryfall, "Forest", "Nazg (LTR) 100", token]).related == (
        cf.CardRef("", id=scryfall),
        cf.CardRef("Forest"),
        cf.CardRef("Nazg", "LTR", "100"),
        cf.Face("Elf Token", types="Creature", subtypes="Elf"),
    )


def test_an_effect_without_members_is_mended_to_its_name():
    for effect, fixed in json_rows("""
        {"type": "FaceUp"}             | "FaceUp"
        {"type": "LoreSeeker"}         | "LoreSeeker"
        {"type": "FaceUpp"}            |
        {"type": "FaceUp", "count": 1} |
        {"kind": "FaceUp"}             |
        "FaceUp"                       |
    """):
        report = cf.loads_report(with_cards(WARDEN | {"draft_effects": [effect]}), "draftmancer")
        fixes = [each.fix for each in report.diagnostics if each.fix is not None]
        assert [edit.new for fix in fixes for edit in fix.edits] == ([fixed] if fixed else []), (
            effect
        )


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(lambda members: with_cards(WARDEN | members), id="custom-card"),
        pytest.param(lambda members: f"[A {json.dumps(members)}]\n1 Fen\n", id="sheet"),
    ],
)
@pytest.mark.parametrize("prefix", ["", "rarity"])
def test_time_grows_as_the_keys_do(text, prefix):
    def read(count):
        members = {f"{prefix}{number}": "common" for number in range(count)}
        cf.loads_report(text(members), "draftmancer", max_line=10**6)

    assert growth(read, 300) < LINEAR
