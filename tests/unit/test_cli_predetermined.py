"""``cardformats open --predetermined``: the packs of a draft as Draftmancer takes them."""

import json
from collections import Counter

import pytest

import cardformats as cf
from cardformats.formats.draftmancer.predetermined import packs_of
from tests.unit.commands import run

CUBE = '[Settings]\n{"withReplacement": false}\n[Common(3)]\n' + "".join(
    f"1 Card {number}\n" for number in range(90)
)


@pytest.fixture
def cube(tmp_path):
    path = tmp_path / "cube.txt"
    path.write_text(CUBE)
    return path


def cards(packs):
    return [[(each.card, each.finish) for each in pack.cards] for pack in packs]


def test_the_packs_are_those_of_the_deal(cube):
    result = run("open", cube, "--predetermined", "--seed", 7, "--no-catalog")
    assert result.exit_code == 0, result.output
    made = cf.read(cube)
    again = packs_of(result.stdout, made, expected=24)
    assert again.diagnostics == ()
    assert cards(again.value) == cards(cf.Generator(made, seed=7).deal(8).packs)
    # no card of a cube is there twice
    assert max(Counter(card for pack in cards(again.value) for card in pack).values()) == 1


def test_players_and_rounds_say_how_many_packs_there_are(cube):
    result = run("open", cube, "--predetermined", "--players", 2, "--rounds", 4, "--seed", 7)
    assert len(packs_of(result.stdout, cf.read(cube)).value) == 8
    printed = run(
        "open", cube, "--predetermined", "--players", 2, "--rounds", 4, "--seed", 7, "--json"
    )
    answer = json.loads(printed.stdout)
    assert answer["text"] == result.stdout
    assert len(answer["packs"]) == 8


def test_packs_come_from_boxes(cube):
    result = run("open", cube, "--predetermined", "--boxes", "--players", 2, "--seed", 7)
    made = cf.read(cube)
    box = cf.Generator(made, seed=7).box(0)
    assert cards(packs_of(result.stdout, made).value) == cards(box[:6])
