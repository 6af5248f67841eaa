"""What MTGJSON's products have: decks with their lists, and contents that vary."""

from __future__ import annotations

from fractions import Fraction

import pytest

import cardformats as cf
from cardformats.model import (
    BoosterRef,
    DeckList,
    Item,
    ProductChoice,
    ProductOption,
    ProductPart,
    ProductRef,
)
from tests.unit.mtgjson_sets import FEN, dumps

WREN, HERON = cf.CardRef("Marsh Wren", "FEN", "1"), cf.CardRef("Heron", "FEN", "2")


def read(contents, **members):
    """The report of a set with one product."""
    product = {"name": "Kit", "uuid": "p-1", "identifiers": {}, "contents": contents}
    data = {**FEN["data"], "sealedProduct": [product], **members}
    return cf.loads_report(dumps({**FEN, "data": data}), "mtgjson")


def config(deck, *odds):
    own = {"variable_config": [dict(zip(("chance", "weight"), odds, strict=True))]} if odds else {}
    return {"deck": [{"name": deck, "set": "w17"}], **own}


def choice(*weights):
    decks = [DeckList(f"D{at}", set_code="W17") for at in range(len(weights))]
    return ProductPart(
        ProductChoice(
            [ProductOption([deck], weight) for deck, weight in zip(decks, weights, strict=True)]
        )
    )


def assert_written_back(report):
    """The set is the same when it is written anew and read again, and when it was changed."""
    cardset = report.value
    text = cf.dumps(cardset, "mtgjson", canonical=True)
    assert cf.loads(text, "mtgjson").products == cardset.products


def test_contents_that_vary():
    report = read({"variable": [{"configs": [config("D0"), config("D1")]}]})
    assert report.value.products[0].contents == (choice(1, 1),)
    assert not report.value.products[0].extras
    assert_written_back(report)


def test_chances_are_weights():
    report = read({"variable": [{"configs": [config("D0", 2, 5), config("D1", 3, 5)]}]})
    assert report.value.products[0].contents == (choice(2, 3),)
    assert not [each for each in report.diagnostics if str(each.code) == "MJ022"]
    assert_written_back(report)


def test_chances_that_are_no_whole_numbers_are_exact():
    report = read({"variable": [{"configs": [config("D0", 0.1, 1), config("D1", 0.9, 1)]}]})
    assert report.value.products[0].contents == (choice(Fraction(1, 10), Fraction(9, 10)),)
    text = cf.dumps(report.value, "mtgjson", canonical=True)
    assert cf.loads(text, "mtgjson").products[0].contents == (choice(1, 9),)


def test_chances_that_do_not_add_up_are_reported():
    report = read({"variable": [{"configs": [config("D0", 2, 9), config("D1", 3, 9)]}]})
    assert [each.message for each in report.diagnostics if str(each.code) == "MJ022"] == [
        "the weights add up to 5, not to 9"
    ]


def test_choices_in_choices():
    inner = {"variable": [{"configs": [config("D0"), {"other": [{"name": "a die"}]}]}]}
    report = read({"variable": [{"configs": [inner, {"sealed": [{"name": "Box", "set": "fen"}]}]}]})
    ((part,),) = [product.contents for product in report.value.products]
    first, second = part.what.options
    assert second.contents == (ProductPart(ProductRef("Box")),)
    assert first.contents[0].what.options[1].contents == (ProductPart(Item("a die")),)
    assert_written_back(report)


@pytest.mark.parametrize(
    "configs",
    [[], [5], *([config("D0", chance, 1)] for chance in (-1, "x", True, 1e999))],
    ids=str,
)
def test_what_is_no_choice_is_reported(configs):
    report = read({"variable": [{"configs": configs}]})
    assert not report.ok
    assert not any(product.contents for product in report.value.products)


def test_choices_that_stand_too_deeply_in_one_another_are_reported():
    contents = {"other": [{"name": "a die"}]}
    for _ in range(60):
        contents = {"variable": [{"configs": [contents]}]}
    report = read(contents)
    assert any("at most 10" in each.message for each in report.diagnostics)


def test_a_deck_has_the_cards_of_its_list():
    deck = {
        "name": "Waders",
        "mainBoard": [
            {"count": 2, "uuid": "u-1", "isFoil": False},
            {"count": 1, "uuid": "u-2", "isFoil": True},
        ],
        "sideBoard": [{"count": 1, "uuid": "u-1", "isEtched": True}],
        "commander": [],
    }
    report = read({"deck": [{"name": "Waders", "set": "fen"}]}, decks=[deck, {"name": "Other"}])
    cards = [
        ProductPart(WREN, 2),
        ProductPart(HERON, 1, "foil"),
        ProductPart(WREN, 1, "etched"),
    ]
    assert report.value.products[0].contents == (ProductPart(DeckList("Waders", cards)),)
    assert not [each for each in report.diagnostics if str(each.code) == "MJ030"]
    assert_written_back(report)


def test_a_deck_without_a_list_is_there_by_its_name():
    report = read({"deck": [{"name": "Waders", "set": "fen"}]}, decks=[])
    assert report.value.products[0].contents == (ProductPart(DeckList("Waders")),)
    assert [str(each.code) for each in report.diagnostics].count("MJ030") == 1
    assert_written_back(report)


def test_packs_are_of_a_kind_that_there_is():
    report = read({"pack": [{"code": "draft", "set": "fen"}, {"code": "draft", "set": "bog"}]})
    assert report.value.products[0].contents == (
        ProductPart(BoosterRef("default")),
        ProductPart(BoosterRef("draft", "BOG")),
    )


def test_cards_that_go_from_a_set_go_from_its_decks_and_choices():
    cards = [cf.Card(cf.Face(name)) for name in ("A", "B")]
    parts = [
        DeckList("deck", [cf.CardRef("A"), cf.CardRef("B")]),
        ProductChoice([ProductOption([cf.CardRef("A")]), ProductOption([cf.CardRef("B")], 2)]),
    ]
    cardset = cf.CardSet("S", cards=cards, products=[cf.model.Product("kit", parts)])
    product = cardset.without("A").products[0]
    assert [str(ref) for ref in product.refs()] == ["B", "B"]
    assert [len(each.contents) for each in product.contents[1].what.options] == [0, 1]
