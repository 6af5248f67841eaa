"""Packs of OCTGN: which cards a pick finds, what options give, and what includes do."""

from __future__ import annotations

from fractions import Fraction

import pytest

import cardformats as cf
from cardformats.model import UNLIMITED
from tests.conftest import ROOT

MARSH = ROOT / "examples" / "octgn" / "Marsh"
GAME = "5e3c1a52-8f7b-4d0e-9c44-1b2f6a7d9e01"
SET = "0c9d7a10-2b3e-4f51-8a67-9b8c7d6e5f02"
IDS = [f"4f6e2d11-0a1b-4c2d-8e3f-5a6b7c8d9e{number:02x}" for number in range(4)]
CARDS = "".join(
    f'<card name="{name}" id="{number}">{inner}</card>'
    for name, number, inner in [
        ("Heron", IDS[0], '<property name="Kind" value="Bird"/><property name="Note" value=" "/>'),
        ("Egret", IDS[1], '<property name="Kind" value="BIRD"/><property name="Note" value="x"/>'),
        ("É", IDS[2], '<property name="Kind"/><alternate name="E" type="B">'
         '<property name="Kind" value="Bird"/></alternate>'),
    ]
)  # fmt: skip


def read(inner, **options):
    text = (
        f'<set name="Reeds" id="{SET}" gameId="{GAME}"><packaging><pack name="P" id="{SET}">'
        f"{inner}</pack></packaging><cards>{CARDS}</cards></set>"
    )
    return cf.loads_report(text, "octgn", **options)


def drawn(inner, **options):
    """The names of the cards that the only pick in *inner* chooses among."""
    cardset = read(inner, **options).value
    (slot,) = cardset.boosters[0].layouts[0].slots
    (choice,) = slot.sheets
    return [entry.card.name for entry in cardset.sheets[choice.sheet].entries]


@pytest.mark.parametrize(
    ("key", "value", "names"),
    [
        ("Kind", "Bird", ["Heron", "Egret"]),
        ("Kind", "bird", ["Heron", "Egret"]),
        ("Kind", "Bird ", []),
        ("kind", "Bird", []),
        ("Kind", "", ["É"]),
        ("Note", " ", ["Heron", "É"]),
        ("Note", "", ["Heron", "É"]),
        ("Other", "", ["Heron", "Egret", "É"]),
        ("name", "heron", ["Heron"]),
        ("NAME", "E\u0301", ["É"]),
        ("Name", "e\u0301", ["É"]),
    ],
)
def test_a_pick_finds_cards_by_value(key, value, names):
    assert drawn(f'<pick qty="1" key="{key}" value="{value}"/>') == names


def test_all_properties_of_a_pick_have_to_match():
    pick = '<pick qty="1" key="Kind" value="Bird"><property key="{}" value="{}"/></pick>'
    assert drawn(pick.format("Note", "x")) == ["Egret"]
    assert drawn(pick.format("Name", "Heron")) == ["Heron"]
    assert drawn(pick.format("Note", "y")) == []


@pytest.mark.parametrize(
    ("quantity", "count", "code"),
    [
        ("2", 2, None), (" +2 ", 2, None), ("0", 0, None), ("unlimited", UNLIMITED, None),
        ("-3", UNLIMITED, "OC021"), ("Unlimited", 0, "OC020"), ("2.0", 0, "OC020"),
        ("99999999999", 0, "OC020"), ("", 0, "OC020"),
        (f"-{'0' * 5000}2", UNLIMITED, "OC021"), ("9" * 5000, 0, "OC020"),
    ],
)  # fmt: skip
def test_quantities(quantity, count, code):
    report = read(f'<pick qty="{quantity}" key="Kind" value="Bird"/>')
    (slot,) = report.value.boosters[0].layouts[0].slots
    assert slot.count is count or slot.count == count
    assert set(report.counts()) - {"OC027"} == ({code} if code else set())


@pytest.mark.parametrize(
    ("probabilities", "chances", "codes"),
    [
        (["0.25", "0.75"], [(1, 4), (3, 4)], set()),
        (["0.1", "0.2", "0.7"], [(1, 10), (2, 10), (7, 10)], set()),
        (["0.01"], [(1, 100), (99, 100)], {"OC104"}),
        (["0.1", "0.8991"], [(1, 10), (8991, 10000), (9, 10000)], {"OC104"}),
        (["0.1", "0.89"], [(1, 10), (89, 100), (1, 100)], {"OC023"}),
        (["0.8", "0.4", "0.5"], [(8, 10), (2, 10), (0, 1)], {"OC023", "OC024"}),
        ([None, "0.5"], [(1, 1), (0, 1)], {"OC023", "OC024"}),
        (["0.5", None], [(1, 2), (1, 2)], {"OC023"}),
        (["-0.5", "0.5", "0.5"], [(0, 1), (0, 1), (1, 2), (1, 2)], {"OC023", "OC024"}),
        (["0.5", "NaN", "0.5"], [(1, 2), (0, 1), (0, 1), (1, 2)], {"OC024", "OC044"}),
        (["0.5", "Infinity"], [(1, 2), (1, 2)], {"OC023", "OC044"}),
        (["0,5"], [(1, 1)], {"OC023", "OC045"}),
        (["5e-1", ".5"], [(1, 2), (1, 2)], set()),
        (["50%", "1"], [(0, 1), (1, 1)], {"OC022", "OC024"}),
        (["1e-9999999999", "1"], [(0, 1), (1, 1)], {"OC024", "OC040"}),
    ],
)
def test_chances_are_exact_and_never_scaled(probabilities, chances, codes):
    options = "".join(
        "<option"
        + ("" if each is None else f' probability="{each}"')
        + '><pick qty="1" key="name" value="Heron"/></option>'
        for each in probabilities
    )
    report = read(f"<options>{options}</options>")
    (choice,) = report.value.boosters[0].layouts[0].slots
    assert [option.weight for option in choice.options] == [Fraction(*each) for each in chances]
    assert set(report.counts()) - {"OC024"} == codes - {"OC024"}
    empty = [not option.slots for option in choice.options]
    assert empty == [False] * len(probabilities) + [True] * (len(chances) - len(probabilities))


def test_options_nest():
    cardset = read(
        '<options><option probability="0.5"><options><option probability="0.5">'
        '<pick qty="1" key="name" value="Heron"/></option></options></option></options>'
    ).value
    (choice,) = cardset.boosters[0].layouts[0].slots
    inner, nothing = choice.options
    assert (inner.weight, nothing.weight, nothing.slots) == (Fraction(1, 2), Fraction(1, 2), ())
    assert [option.weight for option in inner.slots[0].options] == [Fraction(1, 2)] * 2


def test_picks_start_anew_and_give_no_card_twice():
    cardset = read('<pick qty="2" key="Kind" value="Bird"/>' * 2)
    generator = cf.Generator(cardset.value, seed=1)
    for pack in generator.packs(20):
        names = [card.card.name for card in pack.cards]
        assert sorted(names[:2]) == sorted(names[2:]) == ["Egret", "Heron"]


def test_a_card_that_is_included_again_is_in_the_pool_twice():
    include = f'<include id="{IDS[0]}" set="{SET}"/>'
    report = read(f'{include}{include}<pick qty="1" key="name" value="Heron"/>')
    (sheet,) = report.value.sheets.values()
    assert [entry.copies for entry in sheet.entries] == [3]
    assert report.value.boosters[0].distinct == "none"
    assert report.counts() == {"OC039": 1}


def test_an_include_overrides_properties_for_its_pack():
    include = (
        f'<include id="{IDS[0]}" set="{SET}"><property name="Kind" value="Guest"/>'
        '<property name="Note"/></include>'
    )
    cardset = read(f'{include}<pick qty="1" key="Kind" value="guest"/>').value
    (sheet,) = cardset.sheets.values()
    (entry,) = sheet.entries
    assert (entry.card.name, dict(entry.overrides)) == ("Heron", {"Kind": "Guest", "Note": None})
    assert drawn(f'{include}<pick qty="1" key="Kind" value="Bird"/>') == ["Heron", "Egret"]
    again = cf.loads(cf.dumps(cardset, "octgn", canonical=True), "octgn")
    assert again.sheets == cardset.sheets


def test_cards_of_other_sets_are_found_in_the_game():
    cardset = cf.read(MARSH / "Sets" / "Reedlight" / "set.xml")
    flood = cardset.card("Spring Flood")
    assert flood.set_code == "TDW"
    assert flood.extras["octgn"]["set"] != cardset.extras["octgn"]["sets"][0]["id"]
    text = (MARSH / "Sets" / "Reedlight" / "set.xml").read_text("utf-8")
    alone = cf.loads_report(text, "octgn")
    assert alone.counts() == {"OC104": 1, "OC025": 1, "OC028": 1}
    with_game = cf.loads(text, "octgn", game=MARSH)
    assert with_game.cards == cardset.cards
    written = cf.loads(cf.dumps(cardset, "octgn", canonical=True), "octgn", game=MARSH)
    assert written.boosters == cardset.boosters
    assert written.sheets == cardset.sheets
    assert [card for card in written.cards if card != flood] == [
        card for card in cardset.cards if card != flood
    ]


def test_a_game_is_one_card_set():
    game = cf.read(MARSH)
    assert game.name == "Marsh"
    assert [each["name"] for each in game.extras["octgn"]["sets"]] == ["Reedlight", "Tidewrack"]
    assert len(game.cards) == 16
    assert "Reedlight: Guest" in game.sheets
    (entry,) = game.sheets["Reedlight: Guest"].entries
    assert game.card(entry.card).name == "Spring Flood"
