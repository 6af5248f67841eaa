"""The main job on real files: a Wagic set becomes a Draftmancer list, and packs come from it."""

from __future__ import annotations

import json
import re
import shutil

import pytest
from click.testing import CliRunner

import cardformats as cf
from cardformats.cli.app import app

COLORS = {2: "G", 4: "U", 8: "R", 16: "B", 32: "W"}
RARITIES = {"C": "common", "U": "uncommon", "R": "rare", "L": "common", "T": "common"}


@pytest.fixture(scope="module")
def sets(wagic):
    """The folder of sets of the newest tree that has all its primitives."""
    return wagic / "2016" / "sets"


def run(*arguments, status=0):
    result = CliRunner().invoke(app, [str(each) for each in arguments])
    assert result.exit_code == status, result.output
    return result


def leading_number(text):
    match = re.match(r"-?\d+", text or "")
    return int(match[0]) if match else 0


def test_a_converted_set_has_every_card_of_the_engine(sets, corpus, tmp_path):
    path = tmp_path / "10E.txt"
    result = run("convert", sets / "10E", "--primitives", sets / "primitives", "-o", path, status=1)
    assert "omitted cards: 1 of 383" in result.stderr.splitlines()[0]  # it has no such primitive
    golden = corpus / "golden" / "wagic" / "2016" / "set_10E.jsonl"
    engine = [json.loads(line) for line in golden.read_text("latin-1").splitlines()]
    expected = {
        str(card["id"]): (
            card["name"],
            RARITIES[card["rarity"]],
            "".join(letter for bit, letter in COLORS.items() if card["colors"] & bit),
            sorted(card["types"]),
            card["power"],
            card["toughness"],
        )
        for card in engine
    }
    read = {
        card.number: (
            card.name,
            card.rarity,
            "".join(letter for letter in "GURBW" if letter in {each.value for each in card.colors}),
            sorted((*card.supertypes, *card.types, *card.subtypes)),
            leading_number(card.power),
            leading_number(card.toughness),
        )
        for card in cf.read(path).cards
    }
    assert read == expected
    assert run("check", path).stderr == "nothing to report\n"


def test_a_folder_of_sets_becomes_a_folder_of_lists(sets, tmp_path, step):
    folders = ["10E", *sorted({path.parent.name for path in sets.glob("*/_cards.dat")} - {"10E"})]
    folders = folders[::step]
    for name in ("primitives", *folders):
        shutil.copytree(sets / name, tmp_path / "sets" / name)
    result = run("convert", tmp_path / "sets", "-o", tmp_path / "lists", status=1)
    lists = {path.stem: cf.read_report(path) for path in (tmp_path / "lists").iterdir()}
    assert sorted(lists) == sorted(folders)
    assert not [str(found) for report in lists.values() for found in report.errors]
    assert re.search(r"10E/_cards\.dat:\d+:11: warning\[WG020\]", result.stderr)
    assert f"wrote {len(folders)} files" in result.stderr
