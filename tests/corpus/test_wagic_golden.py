"""Compares what is read from real Wagic files with what the engine itself made of them."""

from __future__ import annotations

import re

import pytest

import cardformats as cf
from cardformats.formats.wagic.format import CARDS_FILE, split
from cardformats.formats.wagic.halves import as_one

from .readings import report_of, tree_report
from .test_wagic_exact import BITS, LETTERS, SETS, decode, expected_card, rows_of

#: Primitives that are meant to differ from the engine's, the field, and why.
DEVIATIONS = {
    # a stray brace ({5}{R}}{G}) makes the engine count 255 more
    ("Atarka, World Render", "mana value"),
    ("Kolaghan, the Storm's Fury", "mana value"),
    ("Ojutai, Soul of Winter", "mana value"),
    # {1}{PW} has no colour line; Phyrexian symbols have a colour only by the rules of the game
    ("Cathedral Membrane", "colors"),
}


def golden_fields(row):
    """What both readings have, without the white space that only the exact one keeps."""
    keys = ("mana value", "colors", "power", "toughness")
    fields = expected_card({"rarity": None, **row})  # a primitive has none
    return {key: fields[key] for key in keys} | {
        "name": fields["name"].strip(),
        "types": sorted(map(decode, row["types"])),
        "text": "\n".join(map(str.strip, fields["text"].strip().split("\n"))),
    }


def our_fields(card):
    """As the engine has them, for which a split card is one."""
    card = as_one(card)
    return {
        "name": card.name,
        "mana value": card.mana_cost.mana_value if card.mana_cost else 0,
        "colors": sum(BITS[color.value] for color in card.colors),
        "types": sorted(card.supertypes + card.types + card.subtypes),
        "power": leading_number(card.power),
        "toughness": leading_number(card.toughness),
        "text": card.text,
    }


def leading_number(text):
    digits = re.match(r"[+-]?\d+", text or "")
    return int(digits[0]) if digits else 0


def block_values(folder_file):
    """The ``key: value`` dictionaries of the cards in a file; knows nothing of the library."""
    for part in re.split(rb"(?m)^\[card[^\n]*\n", folder_file.read_bytes())[1:]:
        body = re.split(rb"(?m)^\[/", part)[0]
        lines = (line.partition(b"=") for line in body.splitlines())
        yield {key: value.strip() for key, _, value in lines}


@pytest.fixture(scope="module")
def sets(wagic):
    return wagic / "2016" / "sets"


@pytest.fixture(scope="module")
def golden(corpus):
    return corpus / "golden" / "wagic" / "2016"


@pytest.mark.parametrize("code", SETS)
def test_a_set_has_the_cards_that_the_engine_loads(code, sets, golden):
    expected = {
        str(row["id"]): {**golden_fields(row), "rarity": row["rarity"]}
        for row in rows_of(golden / f"set_{code}.jsonl")
    }
    cards = report_of(sets / code).value.cards
    found = {
        card.ids["wagic"]: {**our_fields(card), "rarity": LETTERS[card.rarity]} for card in cards
    }
    assert len(cards) == len(expected)
    assert found == expected


def test_the_default_grade_of_the_engine_leaves_out_the_same_cards(sets, golden):
    rows = rows_of(golden / "set_ZEN.default-grade.jsonl")
    cards = cf.read(sets / "ZEN", max_grade="borderline").cards
    assert {card.ids["wagic"] for card in cards} == {str(row["id"]) for row in rows}


def test_primitives_are_read_as_the_engine_reads_them(sets, golden):
    """Of several of one name the engine keeps the first; the golden file has half of the names."""
    by_name = {}
    for card in tree_report(sets / "primitives").value.cards:
        by_name.setdefault(card.name, []).append(our_fields(card))
    rows = rows_of(golden / "primitives.jsonl.gz")
    assert len(rows) == 7742
    differences = set()
    # "Hammerhand " is another name to the engine: both cards have the name "Hammerhand" here
    for row in rows:
        expected = golden_fields(row)
        same = by_name[expected["name"]]
        ours = same[0] if row["key"] != "Hammerhand" else same[1]
        differences |= {(ours["name"], key) for key in ours if ours[key] != expected[key]}
    assert differences == DEVIATIONS


def test_every_set_of_the_tree_is_read_with_all_the_cards_that_have_a_primitive(sets):
    known = {
        values[b"name"]
        for file in (sets / "primitives").glob("*.txt")
        for values in block_values(file)
    }
    folders = split(sets)
    assert len(folders) == len(list(sets.glob(f"*/{CARDS_FILE}")))
    counts, expected = {}, {}
    for folder in folders:
        report = report_of(folder)
        assert report.value.code == folder.name
        assert report.ok
        counts[folder.name] = len(report.value.cards)
        blocks = list(block_values(folder / CARDS_FILE))
        # the engine takes the misspelt key of a few cards for the right one
        names = (values.get(b"primitive", values.get(b"primitve")) for values in blocks)
        expected[folder.name] = sum(name in known for name in names)
    assert counts == expected


def test_the_whole_tree_is_one_card_set(sets):
    folders = split(sets)
    cardset = tree_report(sets).value
    assert len(cardset.cards) == sum(len(report_of(folder).value.cards) for folder in folders)
    assert [booster.id for booster in cardset.boosters] == [folder.name for folder in folders]
