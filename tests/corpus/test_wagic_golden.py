"""Compares what is read from real Wagic files with what the engine itself made of them."""

from __future__ import annotations

import gzip
import json
import re
from functools import cache

import pytest

import cardformats as cf
from cardformats.diagnostic_log import DiagnosticLog
from cardformats.formats.wagic.format import CARDS_FILE, split
from cardformats.formats.wagic.halves import as_one
from cardformats.formats.wagic.reader import scan
from cardformats.source import SourceText

#: The engine's colour bits; 1 and 64 stand for artifacts and lands.
BITS = {"G": 2, "U": 4, "R": 8, "B": 16, "W": 32}
COLORS = sum(BITS.values())
LETTERS = {
    "common": "C",
    "uncommon": "U",
    "rare": "R",
    "mythic": "M",
    "land": "L",
    "special": "S",
    "token": "T",
}

#: Primitives that are meant to differ from the engine's, the field, and why.
DEVIATIONS = {
    # a stray brace ({5}{R}}{G}) makes the engine count 255 more
    ("Atarka, World Render", "mana value"),
    ("Kolaghan, the Storm's Fury", "mana value"),
    ("Ojutai, Soul of Winter", "mana value"),
    # {1}{PW} has no colour line; Phyrexian symbols have a colour only by the rules of the game
    ("Cathedral Membrane", "colors"),
}


def decode(text):
    """The golden files show each byte as a latin-1 character."""
    data = text.encode("latin-1")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return data.decode("cp1252")


def golden_fields(row):
    return {
        "name": decode(row["name"]).strip(),
        "mana value": row["cmc"],
        "colors": row["colors"] & COLORS,
        "types": sorted(map(decode, row["types"])),
        "power": row["power"],
        "toughness": row["toughness"],
        "text": "\n".join(map(str.strip, decode(row["text"]).strip().split(" -- "))),
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
def sets(corpus):
    return corpus / "corpus" / "wagic" / "2016" / "sets"


@pytest.fixture(scope="module")
def golden(corpus):
    return corpus / "golden" / "wagic" / "2016"


@pytest.mark.parametrize("code", ["10E", "LEA", "KTK", "TSP", "SHM", "ZEN"])
def test_a_set_has_the_cards_that_the_engine_loads(code, sets, golden):
    expected = {
        str(row["id"]): {**golden_fields(row), "rarity": row["rarity"]}
        for row in map(json.loads, (golden / f"set_{code}.jsonl").read_text("utf-8").splitlines())
    }
    cards = cf.read(sets / code).cards
    found = {
        card.ids["wagic"]: {**our_fields(card), "rarity": LETTERS[card.rarity]} for card in cards
    }
    assert len(cards) == len(expected)
    assert found == expected


def test_the_default_grade_of_the_engine_leaves_out_the_same_cards(sets, golden):
    lines = (golden / "set_ZEN.default-grade.jsonl").read_text("utf-8").splitlines()
    cards = cf.read(sets / "ZEN", max_grade="borderline").cards
    assert {card.ids["wagic"] for card in cards} == {str(json.loads(line)["id"]) for line in lines}


@cache
def primitive_cards(folder):
    report = cf.read_report(folder)
    assert set(report.counts()) <= {
        "WG005", "WG017", "WG018", "WG036", "WG041", "WG042", "WG050",
    }  # fmt: skip
    return report.value.cards


def test_primitives_are_read_as_the_engine_reads_them(sets, golden):
    """Of several of one name the engine keeps the first; the golden file has half of the names."""
    by_name = {}
    for card in primitive_cards(sets / "primitives"):
        by_name.setdefault(card.name, []).append(our_fields(card))
    with gzip.open(golden / "primitives.jsonl.gz", "rt", encoding="utf-8") as file:
        rows = list(map(json.loads, file))
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
        report = cf.read_report(folder)
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
    cardset = cf.read(sets)
    assert len(cardset.cards) == sum(len(cf.read(folder).cards) for folder in folders)
    assert [booster.id for booster in cardset.boosters] == [folder.name for folder in folders]


def test_every_file_comes_back_byte_for_byte(corpus):
    tree = corpus / "corpus" / "wagic"
    files = [*tree.rglob("*.dat"), *tree.rglob("*.txt")]
    assert len(files) > 100
    changed = []
    for path in files:
        data = path.read_bytes()
        file = scan(SourceText.from_bytes(path.name, data), DiagnosticLog(10_000))
        if file.source.encode() != data:
            changed.append(path)
    assert not changed
