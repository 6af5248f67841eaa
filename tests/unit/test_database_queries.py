"""What is asked of a card database: sets, cards by several conditions, names by beginnings."""

from __future__ import annotations

from pathlib import Path

import pytest

import cardformats as cf
from cardformats.database.building import sortable
from cardformats.database.place import default_path
from cardformats.errors import CardDatabaseError

from .text_tables import json_rows


def test_a_variable_names_it_or_says_that_there_is_none(monkeypatch):
    monkeypatch.setenv("CARDFORMATS_CARDS", "~/mine.db")
    assert str(default_path()) == str(Path("~/mine.db").expanduser())
    monkeypatch.setenv("CARDFORMATS_CARDS", "")
    assert default_path() is None
    with pytest.raises(CardDatabaseError) as caught:
        cf.CardDatabase()
    assert str(caught.value) == (
        "CARDFORMATS_CARDS is empty, so there is no default card database; give a path"
    )


def cards(*rows):
    return [
        cf.Card.of(name, set_code=code, number=str(number), rarity=rarity)
        for number, (name, code, rarity) in enumerate(rows, 1)
    ]


@pytest.fixture
def database(tmp_path):
    marsh = cards(("Eel", "MAR", "common"), ("Egret", "MAR", "rare"), ("Heron", "FEN", "common"))
    fen = cards(("Eel", "FEN", "rare"), ("Elf", "fen", "common"))
    sets = [cf.CardSet("Marsh", "MAR", marsh), cf.CardSet("Fen", "FEN", fen)]
    sets += [cf.CardSet("", None, cards(("Moss", "MOO", "rare"), ("Eel", "moo", "rare")))]
    with cf.CardDatabase.build(sets, tmp_path / "cards.sqlite").value as made:
        yield made


def names(found):
    return [f"{card.name} {card.set_code}" for card in found.cards]


def test_sets_are_in_the_order_of_their_codes(database):
    assert [(each.code, each.name, each.released, each.boosters, each.cards)
            for each in database.sets()] == [
        ("FEN", "Fen", None, (), 3), ("MAR", "Marsh", None, (), 3), ("MOO", "", None, (), 2),
    ]  # fmt: skip


def test_cards_satisfy_all_conditions(database):
    for options, expected in json_rows("""
        {"names": ["elf", "Eel"]} | Elf fen, Eel FEN, Eel MAR, Eel moo
        {"names": ["Eel", "eel"], "sets": ["mar"]} | Eel MAR
        {"sets": ["moo", "MAR"]} | Moss MOO, Eel moo, Eel MAR, Egret MAR
        {"sets": ["MAR"], "rarities": ["rare"]} | Egret MAR
        {"rarities": []} |
        {"rarities": ["common"]} | Eel MAR, Heron FEN, Elf fen
        {}               | Eel MAR, Egret MAR, Heron FEN, Eel FEN, Elf fen, Moss MOO, Eel moo
        {"names": []}    |
        {"sets": []}     |
    """):
        found = names(database.cards(**options))
        in_order = sorted if "names" in options else list
        assert in_order(found) == in_order(filter(None, expected.split(", "))), options


def test_names_are_found_by_their_beginnings_and_by_their_letters(database):
    assert database.beginning("e", 9) == ("Eel", "Egret", "Elf")
    assert database.beginning("EG", 9) == ("Egret",)
    assert database.beginning("x", 9) == ()
    assert database.near("eel", 3) == ("Eel",)


def test_a_card_is_that_of_its_set(database):
    assert database.card("Eel (MAR) 1").set_code == "MAR"
    assert database.card(cf.CardRef("Eel", "fen")).set_code == "FEN"
    assert database.card(cf.CardRef("Eel", "FEN", "2")) is None
    assert database.card("Newt") is None
    assert names(database.set("mar")) == ["Eel MAR", "Egret MAR", "Heron FEN"]


def test_texts_are_in_the_order_of_their_values():
    values = [
        [*range(-3, 4), 9, 10, 11, 999_999_999], ["", "a", "ab", "b", "é"], [False, True],
        [(1, "a"), (1, "ab"), (2, ""), (10, "")], [((), 1), ((0,), 0), ((0, 1), 0), ((1,), 0)],
    ]  # fmt: skip
    for its in values:
        assert sorted(its, key=sortable) == its
