"""Several printings of a custom card, lines that name them, and draft effects."""

from __future__ import annotations

import json
from fractions import Fraction

import pytest
from attrs import evolve

import cardformats as cf
from cardformats.diagnostics import How

from .draftmancer_lists import WARDEN, found, with_cards
from .text_tables import cells, json_rows


def cards(*given):
    return cf.loads(with_cards(*given), "draftmancer").cards


FIRST = {**WARDEN, "set": "WDL", "collector_number": "1", "rarity": "uncommon", "power": 2}


def test_a_later_printing_has_all_that_it_does_not_change():
    first, second = cards(FIRST, {"name": "Moss Warden", "collector_number": "2", "power": 3})
    assert (first.ref, first.power) == (cf.CardRef("Moss Warden", "WDL", "1"), "2")
    assert (second.ref, second.power) == (cf.CardRef("Moss Warden", "WDL", "2"), "3")
    assert (second.faces[0].mana_cost, second.types, second.rarity) == (
        cf.model.ManaCost(("1", "G")),
        ("Creature",),
        "uncommon",
    )


def test_all_printings_have_what_the_first_one_has():
    _, _, third = cards(
        FIRST,
        {"name": "Moss Warden", "collector_number": "2", "rarity": "mythic", "power": 9},
        {"name": "Moss Warden", "collector_number": "3"},
    )
    assert (third.rarity, third.power) == ("uncommon", "2")


def test_an_image_in_either_form_replaces_the_first_printings():
    for first, second, images in json_rows("""
        {"image": "u"} | {}                                     | {"en": "u"}
        {"image": "u"} | {"image": "v"}                         | {"en": "v"}
        {"image_uris": {"en": "u", "fr": "w"}} | {"image": "v"} | {"en": "v"}
        {"image": "u"} | {"image_uris": {"en": "v", "fr": "w"}} | {"en": "v", "fr": "w"}
    """):
        _, card = cards(
            FIRST | first, {"name": "Moss Warden", "collector_number": "2"} | json.loads(second)
        )
        assert card.images == json.loads(images), first


def test_a_printing_inherits_nothing_from_another_section():
    second = json.dumps([{"name": "Moss Warden", "collector_number": "2"}])
    text = with_cards(FIRST).replace("[Any]", f"[CustomCards]\n{second}\n[Any]")
    cards = cf.loads(text, "draftmancer").cards
    assert [each.rarity for each in cards] == ["uncommon", "rare"]


def test_the_same_name_set_and_number_twice_is_an_error():
    for second in map(
        json.loads,
        cells("""
        {} | {"set": "wdl"} | {"collector_number": "1", "power": 5}
    """),
    ):
        report = cf.loads_report(with_cards(FIRST, WARDEN | second), "draftmancer")
        assert report.counts() == {"DM050": 1}, second
        assert [card.power for card in report.value.cards] == ["2"], second


@pytest.mark.parametrize(
    ("line", "codes"),
    [
        ("Moss Warden", []),
        ("Moss Warden (WDL)", []),
        ("Moss Warden (wdl) 1", []),
        ("Moss Warden (WDL) 2", ["DM023"]),
        ("Moss Warden (ABC)", ["DM023"]),
        ("Moss Warden 2", []),
    ],
)
def test_a_line_that_names_no_printing_of_a_custom_card_is_a_warning(line, codes):
    assert found(with_cards(FIRST, lines=line)) == [(code, line) for code in codes]


def test_an_entry_finds_its_printing_in_the_card_set():
    second = {"name": "Moss Warden", "collector_number": "2"}
    cardset = cf.loads(with_cards(FIRST, second, lines="Moss Warden (wdl) 2"), "draftmancer")
    (entry,) = cardset.sheets["Any"].entries
    assert cardset.card(entry.card) == cardset.cards[1]


def effects(*given):
    (card,) = cards({**WARDEN, "draft_effects": list(given)})
    return card.draft_effects


def test_a_simple_effect_is_its_name():
    for effect in cf.model.SimpleEffect:
        assert effects(effect.value) == (effect,)


def test_add_cards_has_card_lines_and_perhaps_a_count():
    for given, added, count, distinct in json_rows("""
        {"cards": ["Forest"]}                               | Forest                 | None | True
        {"cards": ["2 Forest", "Island"]}                   | Forest, Forest, Island | None | True
        {"cards": ["Forest (ANA) 60"]}                      | Forest (ANA) 60        | None | True
        {"cards": ["Forest", "Island"], "count": 1}         | Forest, Island         | 1    | True
        {"cards": ["2 Forest"], "count": 2}                 | Forest, Forest         | 2    | True
        {"cards": ["Forest"], "count": 0}                   | Forest                 | None | True
        {"cards": ["Forest"], "duplicateProtection": false} | Forest                 | None | False
    """):
        (effect,) = effects({"type": "AddCards", **given})
        assert ", ".join(map(str, effect.cards)) == added, given
        assert (str(effect.count), str(effect.distinct)) == (count, distinct), given


def test_add_booster_may_have_layouts():
    for given, layouts in json_rows("""
        "AddBooster"                                                    | []
        "LoreSeeker"                                                    | []
        {"type": "AddBooster"}                                          | []
        {"type": "AddBooster", "layouts": []}                           | []
        {"type": "AddBooster", "layouts": ["P", "Q"]}                   | [["P", 1], ["Q", 1]]
        {"type": "AddBooster", "layouts": [{"name": "P", "weight": 7}]} | [["P", 7]]
    """):
        made = cf.model.AddBooster(
            tuple(cf.model.LayoutChoice(*each) for each in json.loads(layouts))
        )
        assert effects(given) == (made,), given


def test_an_effect_that_cannot_be_is_reported():
    for given, code, text in json_rows("""
        "faceup"                                                | DM053 | "faceup"
        "AddCards"                                              | DM053 | "AddCards"
        {}                                                      | DM053 | {}
        null                                                    | DM053 | null
        ["FaceUp"]                                              | DM053 | ["FaceUp"]
        {"type": "Nope"}                                        | DM053 | {"type": "Nope"}
        {"type": "FaceUp"}                                      | DM053 | {"type": "FaceUp"}
        {"type": "AddCards"}                                    | DM032 | {"type": "AddCards"}
        {"type": "AddCards", "cards": "Forest"}                 | DM030 | "Forest"
        {"type": "AddCards", "cards": ["Forest", 5]}            | DM030 | 5
        {"type": "AddCards", "cards": ["Forest"], "count": 2}   | DM054 | 2
        {"type": "AddCards", "cards": ["Forest"], "count": 0.5} | DM030 | 0.5
        {"type": "AddCards", "cards": ["A"], "duplicateProtection": 1} | DM030 | 1
        {"type": "AddBooster", "layouts": "P"}                  | DM030 | "P"
        {"type": "AddBooster", "layouts": [1]}                  | DM030 | 1
    """):
        assert found(with_cards({**WARDEN, "draft_effects": [given]})) == [(code, text)], given


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ("Shuffle", cf.model.OtherEffect("Shuffle")),
        ("faceup", cf.model.OtherEffect("faceup")),
        (
            {"type": "Shuffle", "count": 2, "each": [1, {"a": None}]},
            cf.model.OtherEffect("Shuffle", {"count": 2, "each": [1, {"a": None}]}),
        ),
    ],
)
def test_an_effect_that_is_not_known_is_reported_and_kept(given, expected):
    text = with_cards({**WARDEN, "draft_effects": ["FaceUp", given]})
    report = cf.loads_report(text, "draftmancer")
    assert [str(each.code) for each in report.errors] == ["DM053"]
    (card,) = report.value.cards
    assert card.draft_effects == (cf.model.SimpleEffect.FACE_UP, expected)
    written = cf.dumps_report(report.value, "draftmancer", canonical=True)
    assert [str(each) for each in written.losses] == [
        f"warning[CF219]: draftmancer does not know the draft effect {expected.kind!r}: "
        "1 written all the same (Moss Warden)",
        "error[CF204]: the program that reads draftmancer rejects the output: the whole list "
        "(Moss Warden: draft_effects)",
    ]
    assert f'"draft_effects": {json.dumps(["FaceUp", given])}' in _on_one_line(written.value)
    assert cf.loads_report(written.value, "draftmancer").value.cards == (card,)


def _on_one_line(text):
    rest = text.partition("[CustomCards]")[2]
    return json.dumps(json.JSONDecoder().raw_decode(rest.strip())[0])


def test_an_object_without_parameters_is_written_as_its_name():
    (card,) = report_of({"type": "Shuffle"}).cards
    assert card.draft_effects == (cf.model.OtherEffect("Shuffle"),)
    assert '"Shuffle"' in cf.dumps(cf.CardSet(cards=[card]), "draftmancer")


@pytest.mark.parametrize(
    "given",
    [
        *({"type": name} for name in ("FaceUp", "LoreSeeker")),
        *("AddCards", {}, None, 5, {"type": 5}, {"type": None, "kind": "Shuffle"}),
    ],
)
def test_a_known_effect_that_is_written_wrongly_is_not_kept(given):
    (card,) = report_of(given).cards
    assert card.draft_effects == ()


def report_of(effect):
    text = with_cards({**WARDEN, "draft_effects": [effect]})
    return cf.loads_report(text, "draftmancer").value


def test_a_parameter_that_a_list_cannot_say_is_a_loss():
    effect = cf.model.OtherEffect("Shuffle", {"type": "x", "count": 1})
    card = cf.Card(cf.Face("Moss", types=["Land"]), draft_effects=[effect])
    written = cf.dumps_report(cf.CardSet(cards=[card]), "draftmancer")
    assert {each.how for each in written.losses} >= {How.DROPPED, How.KEPT}
    (read,) = cf.loads_report(written.value, "draftmancer").value.cards
    assert read.draft_effects == (cf.model.OtherEffect("Shuffle", {"count": 1}),)


SPELT = """[Settings]
{{"withReplacement": true}}
[CustomCards]
[{{"name": "Eel", "mana_cost": "U", "type": "Creature", "set": "AAA", "collector_number": "1"}},
 {{"name": "Newt", "mana_cost": "G", "type": "Creature"}}]
[Common(1)]
{}
[Rare(1)]
{}
Newt (custom)
Newt
"""


def test_a_custom_card_that_is_named_in_several_ways_is_one():
    for line in cells("Eel (AAA) 1 | Eel (aaa) 1 | 2 Eel | Eel (AAA)"):
        cardset = cf.loads(SPELT.format("Eel (AAA) 1", line), "draftmancer")
        odds = cf.Generator(cardset, seed=1).odds()
        assert [(row.card.name, row.expected) for row in odds] == [("Eel", 1), ("Newt", 1)], line
        for rules in "cardformats", "draftmancer":
            packs = cf.Generator(cardset, seed=1, rules=rules).packs(50)
            assert all({each.card.name for each in pack.cards} == {"Eel", "Newt"} for pack in packs)
        assert cf.dumps(cardset, "draftmancer") == SPELT.format("Eel (AAA) 1", line), line
        assert (
            cf.loads(cf.dumps(cardset, "draftmancer", canonical=True), "draftmancer") == cardset
        ), line


def test_a_changed_list_keeps_the_ways_in_which_other_lines_name_a_card():
    text = SPELT.format("Eel (aaa) 1", "3 Eel")
    cardset = cf.loads(text, "draftmancer")
    rare = cardset.sheets["Rare"]
    entries = [*rare.entries[:-1], evolve(rare.entries[-1], copies=2)]
    edited = evolve(cardset, sheets=[cardset.sheets["Common"], evolve(rare, entries=entries)])
    assert cf.dumps(edited, "draftmancer") == text.removesuffix("Newt\n") + "2 Newt\n"


def test_a_line_without_a_set_means_the_printing_that_the_catalog_prefers():
    printings = [cf.Card(cf.Face("Wolf"), code, "1") for code in ("ZED", "ANA")]
    catalog = cf.CardSet(cards=[*printings, cf.Card(cf.Face("Newt"))])
    text = "[Common(1)]\n{}\n[Rare(1)]\nWolf\nNewt\n"
    expected = {"Wolf (ANA) 1": [1, Fraction(1, 2), Fraction(1, 2)], "Wolf (ZED) 1": [1, 1]}
    for line, odds in expected.items():
        cardset = cf.loads(text.format(line), "draftmancer", catalog=catalog)
        assert [row.expected for row in cf.Generator(cardset, seed=1).odds()] == odds
        assert cardset.card("Wolf").set_code == "ZED"
