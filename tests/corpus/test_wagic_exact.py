"""Compares the exact reading of real Wagic files with what the engine itself made of them."""

from __future__ import annotations

import gzip
import json
import re
from functools import cache

import pytest

import cardformats as cf
from cardformats.formats.wagic.engine.loader import Engine
from cardformats.formats.wagic.engine.macros import EngineMacros
from cardformats.formats.wagic.format import CARDS_FILE, GRADES, WagicOptions, split
from cardformats.formats.wagic.reader import primitive_files

#: The engine's colour bits; 1 and 64 stand for artifacts and lands.
BITS = {"G": 2, "U": 4, "R": 8, "B": 16, "W": 32}
COLORS = sum(BITS.values())
#: Keys of the recording, and what the engine's data calls them here.
COSTS = {
    "kicker": "kicker",
    "other": "other",
    "buyback": "buyback",
    "flashback": "flashback",
    "retrace": "retrace",
    "morph": "facedown",
    "suspend": "suspend",
}
WORST = GRADES[-1]
DEFAULT = "borderline"
SETS = ["10E", "KTK", "LEA", "SHM", "TSP", "ZEN"]
#: Recordings of sets: the file, the set's code, and the worst grade that was loaded.
RECORDED = [
    *((f"set_{code}", code, WORST) for code in SETS),
    ("set_ZEN.default-grade", "ZEN", DEFAULT),
]

STRAY_BRACE = "after a stray brace ({5}{R}}{G}) the engine reads memory that nobody has set"
NO_PARENTHESES = "on {PW} without parentheses the engine overflows its stack"
#: What differs from the recording: the primitive, the field, the engine's value, ours; and why.
DEVIATIONS = {
    ("Atarka, World Render", "cmc", 260, 7): STRAY_BRACE,
    ("Kolaghan, the Storm's Fury", "cmc", 258, 5): STRAY_BRACE,
    ("Ojutai, Soul of Winter", "cmc", 260, 7): STRAY_BRACE,
    ("Cathedral Membrane", "cmc", 2, 1): NO_PARENTHESES,
}


@cache
def engine_of(root, max_grade=WORST):
    """The engine after it has loaded the primitives of *root* and all of its sets."""
    engine = Engine(GRADES.index(max_grade), EngineMacros(WagicOptions()))
    for path in primitive_files(root / "primitives"):
        engine.load(path.read_bytes(), None, path.name)
    for folder in split(root):
        engine.load((folder / CARDS_FILE).read_bytes(), folder.name, folder.name)
    return engine


@cache
def rows_of(path):
    """The rows of a recording; a text's characters are bytes."""
    data = path.read_bytes()
    text = (gzip.decompress(data) if path.suffix == ".gz" else data).decode("utf-8")
    # not by splitlines(): U+0085 is a byte of a text here
    return [json.loads(line) for line in text.split("\n") if line]


def symbols(cost):
    """The mana of a recorded *cost*, in any order; {l} stands for an X, among other things."""
    if cost is None:
        return None
    return sorted(symbol for symbol in re.findall(r"\{([^{}]*)\}", cost) if symbol != "l")


def expected_fields(row):
    fields = {key: row[key] for key in row if key not in {"key", "id", "rarity", "mana", *COSTS}}
    fields |= {"hasX": bool(row["hasX"]), "abilities": sorted(row["abilities"])}
    return fields | {key: symbols(row[key]) for key in COSTS}


def our_fields(data, engine):
    scripts = {zone: "\n".join(lines) for zone, lines in data.scripts.items()}
    own = scripts.pop("", "")
    scripts.pop("aicode", None)
    fields = {
        "name": data.name,
        "cmc": data.cost.mana_value,
        "hasX": data.cost.has_x,
        "colors": data.color_bits,
        "types": data.types,
        "power": data.power,
        "toughness": data.toughness,
        "abilities": sorted(data.keywords),
        "alias": data.alias,
        "target": data.target,
        "text": data.text,
        "restriction": data.words.get("restriction", ""),
        "otherrestriction": data.words.get("otherrestriction", ""),
        "dredge": data.dredge,
        "auto": engine.macros.expand(own),
        "autoraw": own,
        "zones": {zone: engine.macros.expand(script) for zone, script in scripts.items()},
    }
    for key, ours in COSTS.items():
        cost = data.costs.get(ours)
        fields[key] = None if cost is None else our_symbols(cost)
    return fields


def our_symbols(cost):
    generic = [str(cost.generic)] if cost.generic else []
    return sorted([*generic, *cost.letters, *map("/".join, cost.hybrids)])


def differences(rows, data_of, engine):
    """Each field that is not as recorded: the name, the field, the engine's value, and ours."""
    found = set()
    for row in rows:
        expected, ours = expected_fields(row), our_fields(data_of(row), engine)
        assert expected.keys() == ours.keys()
        found |= {
            (row["name"], key, expected[key], ours[key])
            for key in ours
            if ours[key] != expected[key]
        }
    return found


def rarities(engine, code):
    """The rarity of each card of a set, by its id."""
    return {card.id: card.rarity for card in engine.cards.values() if card.set_code == code}


@pytest.fixture(scope="module")
def sets(wagic):
    return wagic / "2016" / "sets"


@pytest.fixture(scope="module")
def golden(corpus):
    return corpus / "golden" / "wagic"


@pytest.mark.parametrize(("file", "code", "max_grade"), RECORDED)
def test_printings_are_what_the_engine_makes_of_them(file, code, max_grade, sets, golden):
    engine = engine_of(sets, max_grade)
    rows = rows_of(golden / "2016" / f"{file}.jsonl")
    assert rarities(engine, code) == {row["id"]: row["rarity"] for row in rows}
    found = differences(rows, lambda row: engine.cards[row["id"]].data, engine)
    assert {each for each in found if each not in DEVIATIONS} == set()


@pytest.mark.parametrize(("tree", "count"), [("2016", 7742), ("2021", 3443)])
def test_primitives_and_macros_are_what_the_engine_makes_of_them(tree, count, wagic, golden):
    engine = engine_of(wagic / tree / "sets")
    rows = rows_of(golden / tree / "primitives.jsonl.gz")
    assert len(rows) == count
    assert macros_of(engine) == rows_of(golden / tree / "macros.jsonl")
    found = differences(rows, lambda row: engine.primitives[row["key"]], engine)
    assert found == (DEVIATIONS.keys() if tree == "2016" else set())


@pytest.mark.parametrize(("max_grade", "count"), [(WORST, 15_561), (DEFAULT, 11_960)])
def test_there_are_as_many_primitives_as_the_engine_counts(max_grade, count, sets):
    """The recording holds only half of them."""
    assert len(engine_of(sets, max_grade).primitives) == count


def macros_of(engine):
    return [
        {"name": macro.name, "params": list(macro.params or ()), "body": macro.body}
        for macro in engine.macros
    ]


def test_odd_files_have_the_primitives_and_the_macros_that_the_engine_has(golden):
    engine = engine_of(golden / "edge" / "sets", DEFAULT)
    rows = rows_of(golden / "edge" / "expected" / "primitives.jsonl")
    assert engine.primitives.keys() == {row["key"] for row in rows}
    assert differences(rows, lambda row: engine.primitives[row["key"]], engine) == set()
    assert macros_of(engine) == rows_of(golden / "edge" / "expected" / "macros.jsonl")


def test_odd_files_have_the_cards_that_the_engine_has(golden):
    engine = engine_of(golden / "edge" / "sets", DEFAULT)
    assert {card.set_code for card in engine.cards.values()} == {"AAA", "CCC", None}
    for code in ("AAA", "CCC", None):
        rows = rows_of(golden / "edge" / "expected" / f"set_{code or 'NONE'}.jsonl")
        assert rarities(engine, code) == {row["id"]: row["rarity"] for row in rows}
        assert differences(rows, lambda row: engine.cards[row["id"]].data, engine) == set()


def test_odd_files_have_the_metadata_that_the_engine_has(golden):
    engine = engine_of(golden / "edge" / "sets", DEFAULT)
    recorded = {row["id"]: row for row in rows_of(golden / "edge" / "expected" / "sets.jsonl")}
    assert list(engine.meta) == ["AAA"]
    meta = engine.meta["AAA"]
    keys = {"name": "name", "author": "author", "block": "block", "year": "date"}
    for ours, theirs in keys.items():
        assert meta[ours] == recorded["AAA"][theirs]
    assert meta["orderindex"] == recorded["AAA"]["orderindex"]
    assert int(meta["total"]) == recorded["AAA"]["total"]


def decode(text):
    """What the bytes, which the recording shows as characters, mean."""
    data = text.encode("latin-1")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return data.decode("cp1252")


def expected_card(row):
    zones = {f"auto{zone}": script for zone, script in row["zones"].items()}
    if row["auto"]:
        zones["auto"] = row["auto"]
    return {
        "name": decode(row["name"]),
        "rarity": row["rarity"],
        "mana value": row["cmc"],
        "colors": row["colors"] & COLORS,
        "types": sorted(decode(word) for word in row["types"] if word),
        "power": row["power"],
        "toughness": row["toughness"],
        "text": decode(row["text"]).replace(" -- ", "\n"),
        "abilities": sorted(row["abilities"]),
        "scripts": {zone: decode(script) for zone, script in zones.items()},
        "alias": row["alias"],
        "target": decode(row["target"]),
    }


#: The rarity's letter is what the engine keeps; other letters are kept as they are.
LETTERS = {
    "common": "C",
    "uncommon": "U",
    "rare": "R",
    "mythic": "M",
    "land": "L",
    "special": "S",
    "token": "T",
}


def our_card(card):
    """What the model says of *card*, with the help of the extras where it has no word for it."""
    kept = card.extras.get("wagic", {})
    scripts = {key: value for key, value in kept.items() if key.startswith("auto")}
    scripts |= kept.get("expanded", {})
    mana_value = card.mana_cost.mana_value if card.mana_cost else 0
    return {
        "name": card.name,
        "rarity": LETTERS.get(card.rarity, card.rarity),
        "mana value": kept.get("mana_value", mana_value),
        "colors": sum(BITS[color.value] for color in card.colors),
        "types": sorted(card.supertypes + card.types + card.subtypes),
        "power": int(card.power or 0),
        "toughness": int(card.toughness or 0),
        "text": card.text,
        "abilities": list(kept.get("abilities", ())),
        "scripts": {key: "\n".join(lines) for key, lines in scripts.items()},
        "alias": kept.get("alias", 0),
        "target": kept.get("target", ""),
    }


@pytest.mark.parametrize(("file", "code", "max_grade"), RECORDED)
def test_cards_of_the_model_say_what_the_engine_says(file, code, max_grade, sets, golden):
    rows = rows_of(golden / "2016" / f"{file}.jsonl")
    cardset = cf.read(sets / code, engine="exact", max_grade=max_grade)
    found = {card.ids["wagic"]: our_card(card) for card in cardset.cards}
    expected = {str(row["id"]): expected_card(row) for row in rows}
    names = {row[0] for row in DEVIATIONS}
    for cards in (found, expected):
        for card in cards.values():
            if card["name"] in names:
                del card["mana value"]
    assert found == expected


def test_cards_of_the_model_say_what_the_engine_says_of_odd_files(golden):
    expected = golden / "edge" / "expected"
    cardset = cf.read(golden / "edge" / "sets", engine="exact", max_grade=DEFAULT)
    rows = {code: rows_of(expected / f"set_{code}.jsonl") for code in ("AAA", "CCC")}
    assert {(card.set_code, card.ids["wagic"]): our_card(card) for card in cardset.cards} == {
        (code, str(row["id"])): expected_card(row) for code in rows for row in rows[code]
    }


@pytest.mark.parametrize("name", ["2016", "edge"])
def test_both_readings_find_the_same(name, sets, golden):
    folder = sets / "KTK" if name == "2016" else golden / "edge" / "sets"
    reports = [cf.read_report(folder, engine=engine) for engine in ("sane", "exact")]
    assert reports[0].diagnostics == reports[1].diagnostics
