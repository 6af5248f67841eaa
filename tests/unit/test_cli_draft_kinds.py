"""Other kinds of draft on the command line: bots alone, and a person at a seat."""

from __future__ import annotations

import json

import pytest
from attrs import frozen
from click.testing import CliRunner

import cardformats as cf
from cardformats import draft
from cardformats.cli.app import app

CARDS = [
    {"name": f"Lantern {color} {at}", "type": "Creature", "mana_cost": f"{{{color}}}"}
    for at in range(80)
    for color in "WUBRG"
]
CUBE = "\n".join(
    ["[CustomCards]", json.dumps(CARDS), "[Common(5)]", *(f"1 {card['name']}" for card in CARDS)]
)
KINDS = [*draft.draft_kinds()]


def run(path, *arguments, typed=""):
    words = [str(each) for each in (path, *arguments)]
    return CliRunner(env={"COLUMNS": "100"}).invoke(app, ["draft", *words], input=typed)


@pytest.fixture
def cube(tmp_path):
    path = tmp_path / "cube.txt"
    path.write_text(CUBE, "utf-8")
    return path


def winston(path, *arguments, typed=""):
    options = ("--format", "winston", "--setting", "packs=1", "--seed", 3)
    return run(path, *options, *arguments, typed=typed)


def test_bots_draft_and_the_log_is_that_of_the_library(cube, tmp_path):
    log = tmp_path / "log.json"
    result = winston(cube, "--players", 3, "--log", log, "--json")
    assert result.exit_code == 0, result.output
    cardset = cf.read(cube)
    packs = draft.packs_for("winston", cf.Generator(cardset, seed=3), cardset, players=3, packs=1)
    state = draft.begin("winston", packs, cardset, players=3, seed=3, packs=1)
    state = draft.play(state, [draft.ColorBot(cardset, state.table.seed)] * 3)
    assert draft.loads(log.read_text("utf-8")) == state
    pools = [[card["name"] for card in each["cards"]] for each in json.loads(result.stdout)]
    assert pools == [[card.name for card in state.pool(seat)] for seat in range(3)]
    lines = winston(cube, "--players", 3).stdout.splitlines()
    assert [line for line in lines if line[0] != " "] == [
        f"seat {seat}, {len(state.pool(seat))} cards" for seat in range(3)
    ]


def test_bots_differ_and_so_do_seeds(cube):
    options = ("--format", "winston", "--setting", "packs=4")
    ways = [("--bot", "random", "--seed", 3), ("--bot", "rated", "--seed", 3), ("--seed", 4)]
    drafts = [run(cube, *options, *way).stdout for way in ways]
    assert len({*drafts}) == 3


def test_a_person_chooses_by_number_and_learns_what_others_did(cube, tmp_path):
    log = tmp_path / "log.json"
    result = winston(cube, "--seat", 0, "--log", log, typed="2\n9\n1\n?1\ncards\n")
    assert result.exit_code == 1
    shown = result.stderr
    assert "turn 1\n  you have no cards\n" in shown
    assert "stack   7\npile 1  1" in shown
    assert "1  take pile 1, 1 card: " in shown
    assert "2  look at pile 2, 1 card\n" in shown
    assert "there are choices from 1 to 2, not '9'" in shown
    assert "you get " in shown
    assert "seat 1 gets " in shown
    assert ", unseen (from pile 1)" in shown
    actions = [type(each.action).__name__ for each in draft.loads(log.read_bytes()).log]
    assert actions[:3] == ["StartWinston", "SkipPile", "TakePile"]
    words = shown.splitlines()[-1].partition("go on with: cardformats draft ")[2].split()
    assert words == [
        str(cube), "--resume", str(log), "--format", "winston", "--seat", "0"
    ]  # fmt: skip
    assert run(*words, typed="1\n" * 20).exit_code == 0
    assert draft.loads(log.read_bytes()).is_over


def test_settings_are_settled_in_a_draft_that_goes_on(cube, tmp_path):
    log = tmp_path / "log.json"
    assert winston(cube, "--log", log).exit_code == 0
    options = ("--format", "winston", "--resume", log)
    result = run(cube, *options, "--setting", "piles=3")
    assert result.exit_code == 2
    assert "--setting is settled in the draft" in result.stderr
    assert "the list has no card" not in run(cube, *options).stderr
    other = tmp_path / "other.txt"
    other.write_text("[Common(3)]\n9 Somebody Else\n", "utf-8")
    assert "warning: the list has no card of the draft that goes on" in run(other, *options).stderr
    result = run(cube, "--resume", log)
    assert result.exit_code == 2
    assert "expected a booster draft ('booster'), not 'winston'" in result.stderr


def test_the_help_tells_the_kinds_and_their_settings():
    result = CliRunner(env={"COLUMNS": "100"}).invoke(app, ["draft", "--help"])
    words = " ".join(result.stdout.split())
    for name, kind in draft.draft_kinds().items():
        assert f"{name} {kind.text}; {kind.least}" in words
    assert "remove_basics=yes leave out basic land cards: yes or no" in words
    assert "piles=3 how many piles there are: 2 to 8" in words


#: Of these a reply is read by the kind itself; the others are tried in the slow session.
READING = ("housman", "minesweeper", "solomon")


@pytest.mark.parametrize(
    "name",
    [pytest.param(each, marks=[] if each in READING else pytest.mark.slow) for each in KINDS],
)
def test_a_person_who_replies_anything_drafts_any_kind(cube, name):
    """Replies are tried until one is allowed, so that a draft goes on by numbers alone."""
    replies = "none\n1\n2\n1 2\n1 1\n1 | \n\n" * 20
    short = ["--setting", "cards=3", "--setting", "exact=yes"] if name == "rotisserie" else []
    result = run(cube, "--format", name, *short, "--seed", 2, "--seat", 0, typed=replies)
    if "themes" in result.stderr:
        return  # the list has none
    assert result.exception is None or isinstance(result.exception, SystemExit)
    assert result.exit_code in (0, 1), result.output
    assert "cards: shows yours" in result.stderr or draft.draft_kind(name).least == 1


# kinds of third parties


@frozen
class Settings:
    """Plain fields, without what the library's settings say of themselves."""

    count: int = 2
    name: str = "x"
    quick: bool = False


def test_a_third_partys_settings_need_nothing_special(cube, monkeypatch):
    kinds = draft.draft_kind("winston")
    seen = []

    def start(_, packs, cards, players, seed, settings):
        seen.append(settings)
        return draft.begin("winston", packs, cards, players=players, seed=seed, packs=1)

    plain = draft.DraftKind(
        "plain", "a draft of somebody else", kinds.game, Settings,
        lambda _, settings: draft.ZoneSupply(packs=settings.count), start=start,
    )  # fmt: skip
    registry = draft.begin.__globals__["_KINDS"]
    monkeypatch.setattr(registry, "_known", dict(registry.known()))
    draft.register_draft_kind(plain)
    values = ("--setting", "count=4", "--setting", "name=3", "--setting", "quick=yes")
    result = run(cube, "--format", "plain", *values, "--seed", 1)
    assert result.exit_code == 0, result.output
    assert seen == [Settings(4, "3", quick=True)]
    assert "plain" in CliRunner().invoke(app, ["draft", "--help"]).stdout
