"""Changes of every kind in a file of each format, as the lines that they change.

The lines are in `tests/data/edited`, beside the files.  After a change, run this file with
`--accept`, and read the difference.
"""

from __future__ import annotations

import difflib

import pytest
from attrs import evolve

import cardformats as cf
from cardformats.model import ManaCost
from tests.conftest import ROOT

from .changes import with_front

FOLDER = ROOT / "tests" / "data" / "edited"
FORMATS = {
    "table.csv": "csv",
    "cube.csv": "csv",
    "cube-crlf.csv": "csv",
    "list.txt": "decklist",
    "lines.txt": "decklist",
    "deck.dek": "dek",
    "cards.xml": "cockatrice",
    "set.json": "mtgjson",
    "indented.json": "mtgjson",
    "compact.json": "mtgjson",
    "cards.txt": "lackey",
    "cards-cr.txt": "lackey",
    "cards-crlf.txt": "lackey",
}
FACES = {
    "name": {"name": 'New "one", & other'},
    "cost": {"mana_cost": ManaCost.parse("{X}{R/G}"), "colors": "RG"},
    "colors": {"colors": "WB"},
    "types": {"supertypes": ("Snow",), "types": ("Land",), "subtypes": ("Bog", "Fen")},
    "text": {"text": "Three;\n<four>\t"},
    "no text": {"text": ""},
    "numbers": {"power": "7", "toughness": "*"},
    "loyalty": {"power": None, "toughness": None, "loyalty": "4"},
    "image": {"images": {"en": "http://x.example/new.png"}},
    "property": {"properties": {"Artist": "Cy", "Level": "3"}},
}
CARDS = {
    "set": {"set_code": "BOG"},
    "number": {"number": "9b"},
    "rarity": {"rarity": "mythic"},
    "nothing": {"rarity": None, "number": None, "ids": {}},
    "ids": {"ids": {"mtgjson": "x-1", "mtgo": "5", "scryfall": "y-2"}},
    "finish": {"finish": "etched"},
    "related": {"related": [cf.CardRef("Ferry")]},
}


def edits(cardset):
    """Name and make the changed sets."""
    for card in cardset.cards[:1]:
        for name, change in FACES.items():
            yield name, with_front(cardset, card, **change)
        for name, change in CARDS.items():
            yield name, cardset.replacing(card, evolve(card, **change))
        back = cf.Face("Under", types=["Land"], text="Below.", kind="back")
        yield "a back", cardset.replacing(card, evolve(card, faces=[card.faces[0], back]))
        yield "no back", cardset.replacing(card, evolve(card, faces=card.faces[:1]))
        yield "without", cardset.without(card)
        yield "the last two", evolve(cardset, cards=cardset.cards[-2:])
    new = cf.Card.of("Newt", mana_cost="{G}", types="Creature", rarity="common", set_code="FEN")
    yield "a new card", cardset.adding(new, sheet=next(iter(cardset.sheets), None))
    yield "other order", evolve(cardset, cards=cardset.cards[::-1])
    yield "about", evolve(cardset, name="Newts", code="NWT", meta={"notes": "a\nb", "type": "core"})
    sheets = [*cardset.sheets.values()]
    for sheet in sheets[:1]:
        first, *others = sheet.entries
        extra = cf.Entry(cf.CardRef("Otter", "FEN", "8"), 2, "foil", {"note": "x"})
        for name, entries in {
            "more copies": [evolve(first, copies=first.copies + 3), *others],
            "one copy": [evolve(first, copies=1), *others],
            "a finish": [evolve(first, finish="etched"), *others],
            "another card": [evolve(first, card=cf.CardRef("Ferry")), *others],
            "an entry less": others,
            "an entry between": [first, extra, *others],
            "an entry last": [first, *others, extra],
            "entries backwards": [*others[::-1], first],
        }.items():
            yield name, evolve(cardset, sheets=[evolve(sheet, entries=entries), *sheets[1:]])
        yield "a new sheet", evolve(cardset, sheets=[*sheets, evolve(sheet, name="new")])
        yield "a sheet less", evolve(cardset, sheets=sheets[1:], boosters=[])
    for booster in cardset.boosters:
        layout = booster.layouts[0]
        heavy = evolve(layout, weight=layout.weight + 4, slots=layout.slots[:1])
        layouts = [heavy, *booster.layouts[1:], evolve(layout, name="new")]
        yield "layouts", evolve(cardset, boosters=[evolve(booster, layouts=layouts)])
        yield "two boosters", evolve(cardset, boosters=[booster, evolve(booster, name="new")])


@pytest.mark.parametrize("name", FORMATS)
def test_each_change_has_its_lines(name, request):
    text = (FOLDER / name).read_bytes().decode()
    cardset = cf.loads_report(text, FORMATS[name]).value
    assert cf.dumps(cardset, FORMATS[name]) == text
    shown = []
    for what, edited in edits(cardset):
        report = cf.dumps_report(edited, FORMATS[name])
        lines = difflib.unified_diff(text.split("\n"), report.value.split("\n"), n=0, lineterm="")
        shown += [f"# {what}", *[*lines][2:]]
        shown += [f"! {each.code.value} {each.subjects} {each.message}" for each in report.losses]
    answer, file = "\n".join(shown).encode(), FOLDER / f"{name}.edits"
    if request.config.getoption("--accept"):
        file.write_bytes(answer)
    assert answer == file.read_bytes()
