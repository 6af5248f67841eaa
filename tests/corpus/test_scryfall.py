"""The sample of a bulk file."""

from __future__ import annotations

import json
from collections import Counter

import pytest

import cardformats as cf

from .readings import report_of


@pytest.fixture(scope="module")
def objects(scryfall):
    return json.loads(scryfall.read_bytes())


@pytest.fixture(scope="module")
def cards(scryfall):
    return report_of(scryfall).value.cards


def test_every_card_is_read(objects, cards):
    assert len(cards) == len(objects) > 2000
    for each, card in zip(objects, cards, strict=True):
        assert card.ids["scryfall"] == each["id"]
        assert (card.set_code, card.number) == (each["set"].upper(), each["collector_number"])
        names = [part["name"] for part in each.get("card_faces", [each])]
        faces = card.faces[1:] if each["layout"] == "split" else card.faces
        assert [face.name for face in faces] == names
        assert card.images["en"].startswith("https://")
        letters = each.get("colors", each.get("card_faces", [{}])[0].get("colors"))
        assert {color.value for color in card.colors} == set(letters)
        lines = [part["type_line"] for part in each.get("card_faces", [each])]
        for face, line in zip(faces, lines, strict=True):
            assert sorted(face.type_line.split()) == sorted(line.split())


def test_mana_values_are_those_of_the_data(objects, cards):
    for each, card in zip(objects, cards, strict=True):
        if card.mana_cost is not None:  # the results of melding have a mana value and no cost
            assert card.mana_cost.mana_value == each["cmc"], each["name"]


def test_parts_have_the_same_cards(scryfall, cards):
    parts = [*cf.read_sets(scryfall)]
    assert len(parts) > 1
    assert tuple(card for part in parts for card in part.value.cards) == cards
    assert not any(part.diagnostics for part in parts)


def test_every_name_and_id_finds_its_card(objects, cards):
    catalog = cf.CardCatalog(cards)
    by_name = Counter(each["name"] for each in objects)
    for each, card in zip(objects, cards, strict=True):
        printings = catalog.printings(each["name"])
        assert card in printings
        assert len(printings) == by_name[each["name"]]
        assert catalog.with_id("scryfall", each["id"]) == card
        assert catalog.card(card.ref).ref == card.ref
