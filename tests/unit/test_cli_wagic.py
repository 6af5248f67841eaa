"""The command line on trees of Wagic sets: statistics, summaries, writing."""

from __future__ import annotations

import json

import pytest

import cardformats as cf
from tests.unit.test_cli import run
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


def test_a_summary_counts_each_code_and_says_where_it_is_first(tree):
    result = run("check", "--summary", tree / "SEA")
    header, line, *rest = result.stdout.splitlines()
    assert header.split() == ["code", "severity", "how", "often", "the", "first", "one"]
    assert line.split()[:3] == ["WG014", "warning", "1"]
    assert "_cards.dat:19" in "".join(part.strip() for part in (line, *rest))


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
