"""The command line on trees of Wagic sets: statistics, summaries, writing."""

from __future__ import annotations

import json

import pytest

import cardformats as cf
from tests.unit.commands import run
from tests.unit.wagic_files import card, cards_of, printing, write


@pytest.fixture
def tree(tmp_path):
    """Two sets and their primitives; one printing has no rarity, one primitive stands twice."""
    bird = card("name=Grey Heron", "type=Creature", "subtype=Bird")
    return write(
        tmp_path / "sets",
        {
            "primitives/birds.txt": bird + bird,
            "FEN/_cards.dat": "[meta]\nname=Fen Lights\n[/meta]\n" + printing("Grey Heron", 9, "R"),
            "SEA/_cards.dat": cards_of("CCU") + card("primitive=Grey Heron", "id=8"),
        },
    )


def test_a_folder_of_sets_is_shown_set_by_set(tree):
    lines = run("show", tree).stdout.splitlines()
    assert lines[1] == "5 cards: 3 common, 1 rare, 1 uncommon"
    assert [line.split() for line in lines[2:5]] == [
        ["set", "name", "cards", "common", "rare", "uncommon"],
        ["FEN", "Fen", "Lights", "1", "1"],
        ["SEA", "SEA", "4", "3", "1"],
    ]


def test_statistics_of_sets_can_be_had_as_json(tree):
    shown = json.loads(run("show", tree, "--json").stdout)
    assert shown["sets"]["SEA"] == {"cards": 4, "rarities": {"common": 3, "uncommon": 1}}


def test_what_is_found_twice_is_reported_once(tree):
    once = run("check", "--brief", tree / "SEA").stderr
    twice = run("check", "--brief", tree / "SEA", tree / "SEA").stderr
    assert once == twice


def test_a_list_becomes_a_set_with_a_code_and_ids_of_ones_own(tmp_path):
    path = tmp_path / "list.txt"
    path.write_text("[Common(1)]\n1 Grey Heron\n1 Reedfrog\n", "utf-8")
    options = ("--to", "wagic", "--code", "FEN", "--first-id", "77")
    result = run("convert", path, "-o", tmp_path / "out", *options)
    assert result.exit_code == 0
    cards = cf.read(tmp_path / "out" / "FEN", primitives=[]).cards
    assert [(each.name, each.number) for each in cards] == [
        ("Grey Heron", "77"),
        ("Reedfrog", "78"),
    ]


def test_a_folder_of_sets_becomes_one(tree, tmp_path):
    result = run("convert", tree, "-o", tmp_path / "out", "--to", "wagic")
    assert result.exit_code == 0
    for path in tree.rglob("*.*"):
        assert (tmp_path / "out" / path.relative_to(tree)).read_bytes() == path.read_bytes()


def test_several_sources_are_not_written_to_one_folder_of_sets(tree, tmp_path):
    sources = (tree / "FEN", tree / "SEA")
    result = run("convert", *sources, "-o", tmp_path / "out", "--to", "wagic")
    assert result.exit_code == 2
    assert "one source at a time" in result.stderr


def test_a_tree_is_checked_with_its_primitives(tree):
    lines = run("check", "--brief", tree).stderr
    assert "birds.txt:7:6: warning[WG017]" in lines
    assert "WG017" not in run("check", "--brief", tree / "FEN").stderr


# --- printings without their primitives

LEFT_OUT = "omitted cards: 3 of 4, because their primitives are missing"


@pytest.fixture
def partly(tmp_path):
    """A set of which one card of four has a primitive."""
    names = ("Reedfrog", "Grey Heron", "Newt", "Fen Forest")
    cards = "".join(printing(name, n, "L" if n == 4 else "C") for n, name in enumerate(names, 1))
    some = card("name=Reedfrog", "type=Creature", "mana={G}")
    return write(tmp_path, {"primitives/a.txt": some, "FEN/_cards.dat": cards}) / "FEN"


@pytest.mark.parametrize("command", ["check", "check --brief", "show"])
def test_how_many_cards_are_left_out_is_said_first(partly, command):
    name, *options = command.split()
    result = run(name, partly, *options)
    assert result.exit_code == 0
    assert LEFT_OUT in result.output.splitlines()[0]


@pytest.mark.parametrize("target", ["fen.txt", "fen.xml"])
def test_cards_that_are_left_out_of_a_conversion_are_an_error(partly, tmp_path, target):
    options = ["--to", "octgn"] if target.endswith("xml") else []
    result = run("convert", partly, "-o", tmp_path / target, *options)
    assert result.exit_code == 1
    assert LEFT_OUT in result.output.splitlines()[0]
    assert "omitted cards: 3" in result.output.splitlines()[-1]
    data = json.loads(run("convert", partly, "-o", tmp_path / target, *options, "--json").stdout)
    assert data["ok"] is False


def test_cards_that_stay_as_they_were_written_are_not_lost(partly, tmp_path):
    result = run("convert", partly, "-o", tmp_path / "again", "--to", "wagic")
    assert result.exit_code == 0
    again = tmp_path / "again" / "FEN" / "_cards.dat"
    assert again.read_bytes() == (partly / "_cards.dat").read_bytes()


def test_a_list_of_names_needs_no_primitives(partly, tmp_path):
    result = run("convert", partly, "-o", tmp_path / "fen.txt", "--cards", "names")
    assert result.exit_code == 0
    text = (tmp_path / "fen.txt").read_text("utf-8")
    assert all(f"1 {name}" in text for name in ("Reedfrog", "Grey Heron", "Newt", "Fen Forest"))
    kept = run("convert", partly, "-o", tmp_path / "x.txt", "--cards", "names", "--unresolved",
               "left-out")  # fmt: skip
    assert kept.exit_code == 1


def test_printings_can_be_kept_by_their_names(partly):
    report = cf.read_report(partly, unresolved="named")
    assert report.left_out == 0
    assert [each.name for each in report.value.cards if not each.types] == [
        "Grey Heron", "Newt", "Fen Forest",
    ]  # fmt: skip
    # a land of which nothing more is known is in packs, as it is without any primitives
    sheets = report.value.sheets.values()
    assert any("Fen Forest" in [each.card.name for each in sheet.entries] for sheet in sheets)
    assert cf.read_report(partly).left_out == 3
    assert cf.read_report(partly, engine="exact", unresolved="named").left_out == 3


def test_missing_primitives_are_one_line_for_each_file(partly):
    """With a fix, each is a line of its own; other outputs have all of them."""
    lines = run("check", partly).output.splitlines()
    assert sum("WG020" in line for line in lines) == 1
    assert any("the same holds for" in line for line in lines)
    assert run("check", partly, "--brief").output.count("WG020") == 3
    assert run("check", partly, "--json").output.count('"code": "WG020"') == 3
