"""The command line on trees of Wagic sets: statistics, summaries, writing."""

from __future__ import annotations

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


# --- printings without their primitives


@pytest.fixture
def partly(tmp_path):
    """A set of which one card of four has a primitive."""
    names = ("Reedfrog", "Grey Heron", "Newt", "Fen Forest")
    cards = "".join(printing(name, n, "L" if n == 4 else "C") for n, name in enumerate(names, 1))
    some = card("name=Reedfrog", "type=Creature", "mana={G}")
    return write(tmp_path, {"primitives/a.txt": some, "FEN/_cards.dat": cards}) / "FEN"


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
