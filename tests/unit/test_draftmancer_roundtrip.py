"""What was read from a Draftmancer list and written comes back as it was."""

from __future__ import annotations

import json

import pytest
from attrs import evolve

import cardformats as cf

LAYOUTS = {
    "P": {"weight": 7, "slots": {"A": 10, "B": 3}},
    "Q": {
        "weight": 1,
        "slots": [
            {"name": "A", "count": 1, "foil": True},
            {"name": "A##x", "count": 2, "sheets": ["A", {"name": "B", "weight": 3}]},
        ],
    },
}
SHEETS = "[A]\n4 Forest\n1 Island (ANA) 60 F\n[B]\n1 Fire // Ice (APC) 128\n"
WARDEN = {
    "name": "Moss Warden",
    "mana_cost": "{2}{G/W}{G}",
    "type": "Legendary Creature",
    "subtypes": ["Elf", "Warden"],
    "set": "WDL",
    "collector_number": "12★",
    "rarity": "mythic",
    "oracle_text": "{T}: [Moss], {1}}\n“More moss,]”",
    "power": "1+*",
    "toughness": 2.5,
    "image_uris": {"en": "u", "fr": "v"},
    "printed_names": {"fr": "Gardien"},
    "colors": ["G"],
    "rating": 3.5,
    "foil": True,
    "in_booster": False,
    "layout": "split",
    "unheard": {"of": [1, None]},
    "back": {"name": "Moss", "type": "Basic Land", "subtypes": ["Forest"], "image": "w"},
    "related_cards": [
        "0000579f-7b35-4ed3-b44c-db2a538066fe",
        "Forest (ANA) 60",
        {"name": "Elf", "type": "Token Creature", "power": 1, "toughness": 1},
    ],
    "draft_effects": [
        "FaceUp",
        "CogworkLibrarian",
        {"type": "AddCards", "cards": ["2 Forest", "Island"], "count": 2},
        {"type": "AddCards", "cards": ["Forest"], "duplicateProtection": False},
        {"type": "AddBooster", "layouts": [{"name": "P", "weight": 2}]},
        "LoreSeeker",
    ],
}


def with_settings(sheets=SHEETS, **settings):
    return f"[Settings]\n{json.dumps(settings)}\n{sheets}"


def with_cards(*cards):
    return f"[CustomCards]\n{json.dumps(cards)}\n[Any]\nMoss Warden (WDL) 12★"


@pytest.mark.parametrize(
    "text",
    [
        "4 Forest\n1 Island (ANA) 60 F\nForest",
        "[Any]\n4 Forest\n0 Island",
        "[A(10)]\nForest\n[B (3)]\nIsland",
        "[A(10)]\nForest\n[Unused]\nIsland",
        "[A(1)]\nForest\n[A(2)]\nIsland",
        "[Common##A(10)]\nForest\n[Common##B(3)]\nIsland",
        '[A(2) {"collation": "printRun"}]\nForest\n2 Island',
        '[A {"collation": "printRun", "groupSize": 2}]\nForest\nIsland',
        '[A {"collation": "striped", "length": 2, "weights": [0, 1]}]\nForest\nIsland\nSwamp',
        with_settings("[Any]\nForest", name="Cube"),
        with_settings("[Any]\nForest", withReplacement=True, duplicateProtection=False),
        with_settings("[Any]\nForest", refillWhenEmpty=True, colorBalance=False),
        with_settings("[Any]\nForest", boostersPerPlayer=1, layoutWithReplacement=False),
        with_settings("[Any]\nForest", boosterSettings=[{"picks": [2, 1]}, {"burns": 3}]),
        with_settings("[Any]\nForest", cardBack="}{", showSlots=True, unheard=["x", {}]),
        with_settings(layouts=LAYOUTS),
        with_settings(layouts=LAYOUTS, predeterminedLayouts=["P", "Q", "P"]),
        with_settings(layouts=LAYOUTS, predeterminedLayouts=["P", "Q"], boostersPerPlayer=3),
        with_settings(layouts=LAYOUTS, predeterminedLayouts=[["P", "Q"], ["Q"]]),
        with_settings(
            layouts=LAYOUTS,
            predeterminedLayouts=["P"],
            boosterSettings=[{"picks": 2}, {"burns": 1}],
        ),
        f"[Layouts]\n- P (3)\n2 A\n- Q (1)\n1 B\n{SHEETS}",
        with_cards(WARDEN),
        with_cards({**WARDEN, "type": "Creature Legendary", "foil": False, "colors": []}),
        with_cards(WARDEN, {"name": "Moss Warden", "collector_number": "13", "image": "x"}),
        with_cards({"name": "Moss Warden", "mana_cost": "", "type": "Land"}),
    ],
)
def test_a_list_comes_back_equal_and_without_losses(text):
    read = cf.loads_report(text, "draftmancer").value  # Draftmancer rejects some of the texts
    assert cf.dumps(read, "draftmancer") == text
    report = cf.dumps_report(read, "draftmancer", canonical=True)
    assert cf.loads(report.value, "draftmancer") == read
    assert report.losses == ()
    assert (
        cf.dumps(cf.loads(report.value, "draftmancer"), "draftmancer", canonical=True)
        == report.value
    )


def test_printings_of_one_name_are_written_in_full():
    text = with_cards(WARDEN, {"name": "Moss Warden", "collector_number": "13"})
    read = cf.loads_report(text, "draftmancer").value
    lines = cf.dumps(read, "draftmancer", canonical=True)
    assert lines.count('"type": "Legendary Creature"') == 2


def test_a_printing_that_lacks_what_the_first_one_has_says_so():
    """Otherwise it would inherit it."""
    elf = cf.Face(
        "Elf",
        cf.model.ManaCost(("G",)),
        (),
        types="Creature",
        subtypes="Elf",
        text="Moss.",
        power="1",
        toughness="*",
        loyalty="X",
    )
    full = cf.Card(
        elf,
        "WDL",
        "1",
        "common",
        finish="foil",
        rating=3,
        related=(cf.CardRef("Forest"),),
        draft_effects=(cf.model.SimpleEffect.REVEAL,),
    )
    bare = cf.Card(
        cf.Face("Elf", cf.model.ManaCost(("G",)), {cf.model.Color.GREEN}, types="Land"),
        rarity="rare",
    )
    sheet = cf.Sheet("default", [cf.Entry(cf.CardRef("Forest"))])
    report = cf.dumps_report(cf.CardSet(cards=(full, bare), sheets=[sheet]), "draftmancer")
    named = evolve(bare, set_code="custom")
    assert cf.loads(report.value, "draftmancer").cards == (full, named)
