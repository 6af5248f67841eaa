"""The booster that the engine makes of a set: 1 rare or mythic, 3 uncommon, 1 land, 10 common."""

from __future__ import annotations

from collections import Counter

import pytest

import cardformats as cf

from .wagic_files import card, cards_of, write

FULL = "CCUURRMMLL"


@pytest.fixture
def read(tmp_path):
    """Reads a set of these cards."""

    def read(text):
        return cf.read(write(tmp_path, {"AAA/_cards.dat": text}) / "AAA")

    return read


def slots(cardset):
    """For each slot its name, its count, and the weights of its sheets."""
    (booster,) = cardset.boosters
    (layout,) = booster.layouts
    return [
        (slot.name, slot.count, {choice.sheet: choice.weight for choice in slot.sheets})
        for slot in layout.slots
    ]


def on_sheets(cardset):
    return sorted(entry.card.name for sheet in cardset.sheets.values() for entry in sheet.entries)


def test_a_full_set_has_a_slot_for_each_rarity_and_one_rare_in_eight_is_mythic(read):
    assert slots(read(cards_of(FULL))) == [
        ("rare", 1, {"mythic": 1, "rare": 7}),
        ("uncommon", 3, {"uncommon": 1}),
        ("land", 1, {"land": 1}),
        ("common", 10, {"common": 1}),
    ]


@pytest.mark.parametrize(
    ("absent", "expected"),
    [
        ("M", [("rare", 1, {"rare": 1}), ("uncommon", 3), ("land", 1), ("common", 10)]),
        ("R", [("rare", 1, {"mythic": 1}), ("uncommon", 3), ("land", 1), ("common", 10)]),
        ("L", [("rare", 1), ("uncommon", 3), ("common", 11, {"common": 1})]),
        ("U", [("rare", 1), ("land", 4, {"land": 1}), ("common", 10)]),
        ("RM", [("uncommon", 4, {"uncommon": 1}), ("land", 1), ("common", 10)]),
        ("ULRM", [("common", 15, {"common": 1})]),
        ("C", [("rare", 1), ("uncommon", 3), ("land", 1)]),
    ],
)
def test_a_slot_without_cards_hands_its_number_on_to_the_next_one(read, absent, expected):
    """The number of the last slot is lost."""
    found = slots(read(cards_of([letter for letter in FULL if letter not in absent])))
    assert [slot[: len(wanted)] for slot, wanted in zip(found, expected, strict=True)] == expected


def test_specials_are_one_more_choice_of_every_slot(read):
    assert [sheets for _, _, sheets in slots(read(cards_of(FULL + "S")))] == [
        {"mythic": 1, "rare": 7, "special": 1},
        {"uncommon": 1, "special": 1},
        {"land": 1, "special": 1},
        {"common": 1, "special": 1},
    ]


def test_a_set_of_specials_only_fills_every_slot_with_them(read):
    assert [(count, sheets) for _, count, sheets in slots(read(cards_of("SS")))] == [
        (count, {"special": 1}) for count in (1, 3, 1, 10)
    ]


def test_sheets_list_the_cards_of_a_rarity_and_each_card_is_drawn_independently(read):
    cardset = read(cards_of(FULL))
    assert cardset.sheets["rare"] == cf.Sheet(
        "rare",
        [cf.Entry(cf.CardRef("R5", "AAA", "5")), cf.Entry(cf.CardRef("R6", "AAA", "6"))],
        cf.model.Random(replacement=True),
    )
    (booster,) = cardset.boosters
    assert booster.distinct == "none"
    assert {slot.choose for slot in booster.layouts[0].slots} == {"card"}


def test_the_booster_has_the_name_and_the_code_of_the_set(read):
    (booster,) = read("[meta]\nname=Frogs\n[/meta]\n" + cards_of(FULL)).boosters
    assert (booster.name, booster.id) == ("Frogs", "AAA")


def test_tokens_and_ids_that_are_not_positive_are_in_no_booster(read):
    cardset = read(
        card("name=Toad", "id=1", "rarity=C")
        + card("name=Frog", "id=-2", "rarity=C")
        + card("name=Newt", "id=0", "rarity=C")
        + card("name=Token", "id=4", "rarity=T")
    )
    assert len(cardset.cards) == 4
    assert on_sheets(cardset) == ["Toad"]


def test_of_lands_only_basic_ones_are_in_boosters(read):
    cardset = read(
        card("name=Forest", "id=1", "rarity=L", "type=Basic Land")
        + card("name=Causeway", "id=2", "rarity=L", "type=Land")
        + card("name=Marsh", "id=3", "rarity=R", "type=Land")
    )
    assert on_sheets(cardset) == ["Forest", "Marsh"]


@pytest.mark.parametrize("text", ["", "# no card\n", card("name=Frog", "id=1", "rarity=T")])
def test_without_cards_for_it_there_is_no_booster(read, text):
    cardset = read(text)
    assert (cardset.boosters, cardset.sheets) == ((), {})


def test_packs_of_the_shipped_set_are_of_the_right_make(sample):
    cardset = cf.read(sample)
    packs = list(cf.Generator(cardset, seed=7).packs(200))
    for pack in packs:
        assert Counter(each.slot for each in pack.cards) == {
            "rare": 1,
            "uncommon": 3,
            "land": 1,
            "common": 10,
        }
    drawn = {each.card for pack in packs for each in pack.cards}
    assert {cardset.card(ref).rarity for ref in drawn} == {
        "common",
        "uncommon",
        "rare",
        "mythic",
        "land",
    }
