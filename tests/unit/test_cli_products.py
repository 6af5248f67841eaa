"""``cardformats open --product``, and ``show`` of products."""

from __future__ import annotations

import json

import pytest

import cardformats as cf
from cardformats.model import BoosterRef, DeckList, Item, ProductChoice, ProductOption, ProductPart
from tests.unit.commands import run


def made(code, *products):
    sheet = cf.Sheet(code, [cf.Entry(cf.CardRef(f"{code} {at}")) for at in range(9)])
    booster = cf.Booster("draft", layouts=[cf.Layout("L", 1, [cf.Slot("cards", 2, code)])])
    return cf.CardSet(code, code, sheets=[sheet], boosters=[booster], products=products)


@pytest.fixture
def fen(tmp_path):
    choice = ProductChoice([ProductOption([cf.CardRef("Swamp")], 2), ProductOption([Item("map")])])
    deck = DeckList("Waders", [ProductPart(cf.CardRef("Eel"), 2, "foil")])
    packs = ProductPart(BoosterRef("draft"), 2)
    products = [
        cf.model.Product("Fen Kit", [packs, cf.CardRef("Promo"), choice, deck, Item("die")]),
        cf.model.Product("Fen Bundle", [packs, BoosterRef("draft", "BOG")]),
    ]
    path = tmp_path / "FEN.json"
    cf.write(made("FEN", *products), path)
    return path


def test_a_product_is_opened(fen):
    result = run("open", fen, "--product", "Fen Kit", "--seed", 3)
    assert result.exit_code == 0
    kit = cf.Generator(cf.read(fen), seed=3).product("Fen Kit")
    cards = [each.card.name for each in kit.all_cards]
    lines = result.stdout.split("\n")
    assert lines[0] == "Fen Kit 1"
    assert [line.removeprefix("  cards  ") for line in lines[2:4]] == cards[:2]
    assert "item die" in lines
    assert lines[-5:] == ["  Waders 1", "  cards", "    Eel (foil)", "    Eel (foil)", ""]


def test_products_as_json(fen):
    result = run("open", fen, "--product", "Fen Kit", "-n", 2, "--seed", 3, "--json")
    first, second = json.loads(result.stdout)
    assert (first["name"], first["number"], second["number"]) == ("Fen Kit", 0, 1)
    assert [len(pack["cards"]) for pack in first["packs"]] == [2, 2]
    (deck,) = first["products"]
    assert [card["finish"] for card in deck["cards"]] == ["foil", "foil"]


def test_an_unknown_product_has_near_names(fen):
    result = run("open", fen, "--product", "Fen Kid", "--seed", 3)
    assert result.exit_code == 1
    assert "did you mean 'Fen Kit'" in result.stderr


def test_further_sets_are_read(fen, tmp_path):
    result = run("open", fen, "--product", "Fen Bundle", "--seed", 3)
    assert result.exit_code == 1
    assert "packs 'draft' of the set BOG, which is missing" in result.stderr
    cf.write(made("BOG"), tmp_path / "BOG.json")
    result = run(
        "open", fen, "--product", "Fen Bundle", "--seed", 3, "--also", tmp_path / "BOG.json"
    )
    assert result.exit_code == 0
    assert result.stdout.count("BOG") == 2


def test_a_set_without_boosters_has_decks(tmp_path):
    deck = DeckList("Waders", [cf.CardRef("Eel")])
    path = tmp_path / "C.json"
    cf.write(cf.CardSet("C", products=[cf.model.Product("Box", [deck])]), path)
    result = run("open", path, "--product", "Box", "--seed", 1)
    assert result.exit_code == 0
    assert "Eel" in result.stdout


def test_a_set_shows_its_products(fen):
    lines = run("show", fen).stdout.split("\n")
    at = lines.index("product Fen Kit")
    assert lines[at + 1 : at + 11] == [
        "  2 pack draft",
        "  1 Promo",
        "  1 one of",
        "    (weight 2)",
        "      1 Swamp",
        "    (weight 1)",
        "      1 map",
        "  1 deck Waders",
        "  1 die",
        "product Fen Bundle",
    ]
    assert "  1 pack draft (BOG)" in lines
    assert json.loads(run("show", fen, "--json").stdout)["products"] == ["Fen Kit", "Fen Bundle"]
