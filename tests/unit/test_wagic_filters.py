"""Filters of packs: what each key chooses, as it is meant and as the engine reads it."""

from __future__ import annotations

import json
import re

import pytest

import cardformats as cf
from cardformats.formats.wagic.codes import WagicCode
from cardformats.formats.wagic.filters import (
    Everything,
    FilterLeaf,
    engine_filter,
    parse_filter,
    passes,
)
from tests.conftest import ROOT

from .wagic_files import card, write

#: Made so that each condition below chooses a few of them.
FEN = "".join(
    (
        card("name=Grey Heron", "id=1", "rarity=R", "type=Creature", "subtype=Bird", "mana={2}{W}",
             "power=2", "toughness=3", "abilities=flying,vigilance"),
        card("name=Reedfrog", "id=2", "rarity=C", "type=Creature", "subtype=Frog Scout",
             "mana={G}", "power=1", "toughness=1", "auto={T}:Add{G}"),
        card("name=Mudlark", "id=3", "rarity=U", "type=Creature", "subtype=Bird", "mana={1}{W}{B}",
             "power=2", "toughness=1", "abilities=flying"),
        card("name=Tin Ferryman", "id=4", "rarity=M", "type=Artifact Creature", "mana={3}",
             "power=0", "toughness=3"),
        card("name=Ember Idol", "id=5", "rarity=S", "type=Artifact", "mana={1}{R}",
             "auto={1},{T}:Add{1}"),
        card("name=Forest", "id=6", "rarity=L", "type=Basic Land", "subtype=Forest"),
        card("name=1st Causeway", "id=7", "rarity=U", "type=Land", "auto={T}:add{ub}"),
        card("name=Undertow", "id=8", "rarity=C", "type=Instant", "mana={U}{U}"),
        card("name=Sinkhole Gate", "id=9", "rarity=R", "type=Legendary Land", "auto={T}:add{c}"),
    )
)  # fmt: skip

FILE = ROOT / "tests" / "data" / "wagic_filters.txt"
TEXTS = [json.loads(each[2:]) for each in FILE.read_text("utf-8").splitlines() if each[0] == ">"]
#: The short forms of keys.
SHORT = {
    **{each: each[0] for each in ("rarity", "color", "set", "type", "ability")},
    "ncolor": "nc",
    "xcolor": "xc",
    "produces": "ma",
    "power": "pow",
    "toughness": "tgh",
}


@pytest.fixture(scope="module")
def chosen(tmp_path_factory):
    """What a filter chooses in each reading, and what is found in it."""
    folder = write(tmp_path_factory.mktemp("sets"), {"FEN/_cards.dat": FEN}) / "FEN"
    cards = {engine: cf.read(folder, engine=engine) for engine in ("sane", "exact")}

    def chosen(text):
        escaped = text.replace("&", "&amp;")
        pack = f"<pack><slot><random_card>{escaped}</random_card></slot></pack>"
        for engine, pool in cards.items():
            report = cf.loads_report(pack, "wagic-pack", draw_from=pool, engine=engine)
            yield f"{engine}: {', '.join(each.name for each in report.value.cards)}"
        condition, problems = parse_filter(text)
        yield f"read as {json.dumps(str(condition))}, and as {json.dumps(str(engine_filter(text)))}"
        assert problems or parse_filter(str(condition)) == (condition, ())
        for each in report.diagnostics:
            yield f"{each.code} {json.dumps(each.span.text)} {dict(each.data)}"

    return chosen


def test_what_each_filter_chooses(chosen, request):
    """After a change, run this with ``--accept``, and read the difference."""
    made = "".join(
        f"> {json.dumps(text, ensure_ascii=False)}\n"
        + "".join(f"  {each}\n" for each in chosen(text))
        for text in TEXTS
    )
    if request.config.getoption("--accept"):
        FILE.write_text(made, "utf-8")
    assert made == FILE.read_text("utf-8")


def test_a_key_may_be_short_in_capitals_or_with_blanks_in_it(chosen):
    leaves = [each.split(":", 1) for each in TEXTS if re.fullmatch(r"\w+:[^\s;]*;", each)]
    assert {key for key, _ in leaves} > SHORT.keys()
    for key, value in leaves:
        first, second, *_ = chosen(f"{key}:{value}")
        for name in (SHORT.get(key, key), key.upper(), f"{key[:2]} \t{key[2:]} "):
            assert [*chosen(f"{name}:{value}")][:2] == [first, second], name


def test_only_to_the_engine_a_card_that_is_coloured_artifact_is_one(tmp_path):
    text = card("name=Glasswing", "id=1", "rarity=C", "type=Creature", "mana={R}", "color=artifact")
    folder = write(tmp_path, {"GLA/_cards.dat": text}) / "GLA"
    pack = "<pack><slot><random_card>color:x;</random_card></slot></pack>"
    for engine, count in (("sane", 0), ("exact", 1)):
        cards = cf.read(folder, engine=engine)
        drawn = cf.loads_report(pack, "wagic-pack", draw_from=cards, engine=engine)
        assert len(drawn.value.cards) == count


CMC, POWER, BIRD = FilterLeaf("cmc", "2"), FilterLeaf("power", "1"), FilterLeaf("type", "bird")


def many(number):
    return "|".join(["cmc:1;"] * number)


@pytest.mark.parametrize(
    "text",
    [
        many(301), "(" * 33 + "cmc:1;" + ")" * 33, "{" * 33 + "cmc:1;" + "}" * 33,
        "&" * 301, "cmc:1;" * 301,
    ],
)  # fmt: skip
def test_a_filter_that_is_too_large_is_not_read(text):
    condition, (problem,) = parse_filter(text)
    assert (condition, engine_filter(text)) == (Everything(), Everything())
    assert (problem.code, problem.span.text) == (WagicCode.FILTER, text)


@pytest.mark.parametrize(
    "text", [many(300), "(" * 32 + "cmc:1;" + ")" * 32, "{" * 32 + "cmc:1;" + "}" * 32]
)
def test_a_filter_of_the_largest_size_is_read(text):
    condition, problems = parse_filter(text)
    assert problems == ()
    assert engine_filter(text) == condition
    assert str(condition).count("cmc") == text.count("cmc")
    heron = cf.Card([cf.Face("Grey Heron", mana_cost=cf.model.ManaCost(("W",)))])
    assert passes(heron, condition)


def test_the_mana_value_that_the_engine_counts_is_the_one_compared():
    """It may be none although the cost has symbols."""
    cost = cf.model.ManaCost(("2", "W"))
    counted = cf.Card([cf.Face("Grey Heron", mana_cost=cost)], extras={"wagic": {"mana_value": 0}})
    assert passes(counted, FilterLeaf("cmc", "0"))
    assert not passes(counted, FilterLeaf("cmc", "3"))


@pytest.mark.parametrize(
    ("name", "passing"), [("Adder", True), ("adder", True), ("Bittern", False)]
)
def test_without_a_letter_names_begin_with_a(name, passing):
    assert passes(cf.Card([cf.Face(name)]), FilterLeaf("alpha", "")) is passing


@pytest.mark.parametrize(("times", "is_kept"), [(2, True), (200, False)])
def test_what_was_made_of_a_filter_is_kept_unless_that_would_take_much_memory(times, is_kept):
    text = many(times)
    assert (parse_filter(text) is parse_filter(text)) is is_kept


def test_a_card_of_no_name_begins_with_nothing():
    nameless = cf.Card([cf.Face("")])
    assert not passes(nameless, FilterLeaf("alpha", "#"))


@pytest.mark.parametrize(("name", "number"), [("'Ware", True), ("9 Lives", True), ("Ärger", False),
                                              ("“Ware”", False), (" Gap", False)])  # fmt: skip
def test_only_digits_and_marks_are_no_letters(name, number):
    assert passes(cf.Card([cf.Face(name)]), FilterLeaf("alpha", "#")) is number
