"""Words that mean nothing where they stand: those found, those suggested, those let be."""

from __future__ import annotations

import pytest

import cardformats as cf
from cardformats.formats.wagic.abilities import lint
from cardformats.formats.wagic.abilities.linter.types import game_types
from cardformats.formats.wagic.abilities.number_words import is_measure, is_number
from cardformats.formats.wagic.spelling import one_letter_off


class Tree:
    """A tree with a card and a type."""

    def has_card(self, name):
        return name.lower() == "fen lantern"

    def has_type(self, word):
        return word == "wisp"


def test_what_the_tree_has_is_known_and_near():
    assert lint("all(wispp) destroy") == []
    (found,) = lint("all(wispp) destroy", tree=Tree())
    assert found.notes == ("did you mean 'wisp'?",)
    (found,) = lint("target(Fen Lantren|mygraveyard) moveto(myhand)", tree=Tree())
    assert found.notes == ("did you mean 'fen lantern'?",)


def test_a_tree_of_files_knows_its_types(tmp_path):
    folder = tmp_path / "sets" / "primitives"
    folder.mkdir(parents=True)
    (folder / "fen.txt").write_text(
        "[card]\nname=Fen Keeper\nauto=all(lanternfsh) destroy\nauto=all(wispkin) destroy\n"
        "type=Creature\nsubtype=Wispkin Lanternfish\n[/card]\n",
        encoding="utf-8",
    )
    report = cf.read_report(folder, "wagic", thorough=True)
    (found,) = (each for each in report.diagnostics if str(each.code) == "WG092")
    assert found.notes == ("did you mean 'lanternfish'?",)


@pytest.mark.parametrize("word", [
    "3", "-x", "thatmuch", "twicelifetotal", "storedhalfdownpower", "hascntcharge", "genrand20",
    "lifetotalminusstartinglifeminusend", "hasabilityflying",
])  # fmt: skip
def test_numbers_are_taken_apart(word):
    assert is_number(word)


@pytest.mark.parametrize("word", ["", "-", "thatmuhc", "twice", "genrandfoo", "plus1plusend",
                                  "hasabilityflyng", "hascnt"])  # fmt: skip
def test_what_is_no_number(word):
    assert not is_number(word)


def test_measures():
    assert is_measure("-twiceothertype")
    assert is_measure("lastrollresultplustype")
    assert not is_measure("plusonetype")


@pytest.mark.parametrize(
    "text",
    [
        "draw:" + "twice" * 900,
        "draw:x" + "plus1" * 400 + "plusend" * 300,
        "draw:" + "math" * 400 + "x" + "mathend" * 300,
        "draw:" + "twice" * 800 + "type:elf",
        "target(" + "a[b=type:" * 300 + "x",
        "damage:" + " && damage:".join(f"q{number}q" for number in range(400)),
    ],
)
def test_lines_made_to_take_long_do_not(text):
    assert len(lint(text)) <= 60


def test_one_letter_off():
    known = {"tap", "tapped", "pat"}
    assert one_letter_off("tpa", known.__contains__) == ("tap",)
    assert one_letter_off("tap", known.__contains__) == ()
    assert one_letter_off("x" * 1000, known.__contains__) == ()


def test_types_of_the_game_are_words():
    assert {"creature", "legendary", "goblin", "urza's", "power-plant"} <= game_types()
    assert all(each == each.lower() for each in game_types())
