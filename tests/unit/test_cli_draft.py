"""Drafts on the command line: bots alone, and a person at a seat."""

from __future__ import annotations

import json
import shlex

import pytest
from click.testing import CliRunner

import cardformats as cf
from cardformats import draft
from cardformats.cli.app import app

CUBE = """\
[CustomCards]
[
  {"name": "Lantern Eel", "type": "Creature", "mana_cost": "{1}{U}", "rarity": "common"},
  {"name": "Reed Scribe", "type": "Creature", "mana_cost": "{1}{W}", "rating": 4,
   "draft_effects": ["Reveal", "NoteDraftedCards"]}
]
[Settings]
{"boosterSettings": [{"picks": [1, 2], "burns": [0, 1]}]}
[Common(5)]
100 Lantern Eel
100 Reed Scribe
"""


def effect_list(*effects, count=3):
    """A list of one card, which has these effects."""
    card = {"name": "Ferry", "type": "Creature", "mana_cost": "", "draft_effects": effects}
    return f"[CustomCards]\n{json.dumps([card])}\n[Common({count})]\n40 Ferry\n"


def run(path, *arguments, typed=""):
    words = [str(each) for each in (path, *arguments)]
    return CliRunner(env={"COLUMNS": "100"}).invoke(app, ["draft", *words], input=typed)


@pytest.fixture
def cube(tmp_path):
    return written(tmp_path, CUBE)


def written(folder, text):
    path = folder / "cube.txt"
    path.write_text(text, "utf-8")
    return path


def pools(result):
    assert result.exit_code == 0, result.output
    return [[card["name"] for card in seat["cards"]] for seat in json.loads(result.stdout)]


def test_bots_draft_all_packs_and_the_same_seed_gives_the_same_draft(sample):
    first, second = (run(sample, "--seed", 7) for _ in range(2))
    assert first.exit_code == 0
    assert first.stdout == second.stdout
    titles = [line for line in first.stdout.splitlines() if line[0] != " "]
    assert titles == [f"seat {seat}, 45 cards" for seat in range(8)]
    assert run(sample, "--seed", 8).stdout != first.stdout


def test_a_draft_is_the_same_here_and_in_the_library(sample, tmp_path):
    log = tmp_path / "log.json"
    found = pools(run(sample, "--seed", "marsh", "--players", 3, "--log", log, "--json"))
    cardset = cf.read(sample)
    packs = cf.Generator(cardset, seed="marsh").deal(3).rounds
    state = draft.start(packs, cardset, seed="marsh")
    state = draft.play(state, [draft.ColorBot(cardset, state.table.seed)] * 3)
    assert draft.loads(log.read_text("utf-8")) == state
    assert found == [[card.name for card in state.pool(seat)] for seat in range(3)]


def test_a_new_seed_is_said_so_that_the_draft_can_be_had_again(sample):
    first = run(sample, "--players", 2)
    seed = first.stderr.split()[1]
    assert run(sample, "--players", 2, "--seed", seed).stdout == first.stdout


def test_options_are_kept_in_the_draft(cube, tmp_path):
    log = tmp_path / "log.json"
    run(cube, "--log", log, "--rules", "draftmancer", "--pace", "lockstep", "--seed", 1)
    table = draft.loads(log.read_bytes()).table
    assert (table.rules, table.pace, table.seats) == ("draftmancer", "lockstep", 8)
    assert [(each.picks, each.burns) for each in table.rounds] == [((1, 2), (0, 1))] * 3


def test_bots_differ(cube, sample):
    found = [run(sample, "--seed", 1, "--bot", bot).stdout for bot in ("random", "rated", "color")]
    assert len({*found}) == 3
    rated = pools(run(cube, "--seed", 1, "--bot", "rated", "--json"))
    assert [pool[0] for pool in rated].count("Reed Scribe") >= 6  # of eight packs, most have one


def test_a_catalog_says_what_cards_are_worth(tmp_path):
    cards = [cf.Card(cf.Face(name), rating=worth) for name, worth in (("A", 1.0), ("B", 5.0))]
    cf.write(cf.CardSet(cards=cards), tmp_path / "catalog.json")
    path = written(tmp_path, "[P(4)]\n20 A\n20 B\n")
    options = ("--seed", 3, "--players", 2, "--rounds", 1, "--json")
    result = run(path, "--catalog", tmp_path / "catalog.json", *options)
    assert [pool[0] for pool in pools(result)] == ["B", "B"]


@pytest.mark.parametrize("pace", ["queue", "lockstep"])
def test_a_person_drafts_what_they_type(cube, tmp_path, pace):
    log = tmp_path / "log.json"
    options = ("--players", 2, "--rounds", 1, "--seed", 1, "--seat", 1, "--pace", pace, "--json")
    result = run(cube, *options, "--log", log, typed="2\n2 1 3\n1\n")
    state = draft.loads(log.read_bytes())
    mine = [each.action for each in state.log[1:] if each.action.seat == 1]
    packs = state.table.rounds[0].packs
    assert mine[0] == draft.actions.Pick(1, packs[1][1])
    left = [card for card in packs[0] if card not in state.seats[0].pool[:1]]
    assert mine[1] == draft.actions.Pick(1, [left[1], left[0]], left[2])
    assert pools(result)[1] == [state.cards[card].name for card in state.seats[1].pool]
    assert "round 1, pick 1" in result.stderr
    assert "draft 2 and burn 1" in result.stderr
    assert "draft 1 (?3: shows card 3; cards" in result.stderr


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("9" * 5000, f"'{'9' * 80}' is not the number of a card here"),
        ("?" + "9" * 5000, f"there is no card '{'9' * 80}' here"),
    ],
)
def test_very_long_input_is_refused_with_the_reason_and_asked_again(cube, typed, said):
    options = ("--players", 2, "--rounds", 1, "--seed", 1, "--seat", 0)
    result = run(cube, *options, typed=f"{typed}\n1\n1 2 3\n1\n")
    assert result.exit_code == 0
    assert said in result.stderr
    assert result.stderr.count("draft 1 (?3: shows card 3; cards") == 2 + 1


def test_cards_are_used_by_their_letter(tmp_path):
    log = tmp_path / "log.json"
    path = written(tmp_path, effect_list("FaceUp", "CogworkLibrarian", count=4))
    options = ("--players", 2, "--rounds", 1, "--seed", 1, "--seat", 0, "--pace", "lockstep")
    result = run(path, *options, "--log", log, "--bot", "random", typed="1\n3, 1 a\n")
    assert "a  use Ferry: 1 more" in result.stderr
    assert "seat 0 (you) has face up: Ferry" in result.stderr
    (pick,) = [
        each.action
        for each in draft.loads(log.read_bytes()).log[1:]
        if each.action.seat == 0 and each.action.using
    ]
    assert pick.using == (0,)
    assert len(pick.cards) == 2
    assert pick.cards[0] > pick.cards[1]


def test_what_a_card_is_used_for_can_be_said(tmp_path):
    log = tmp_path / "log.json"
    path = written(tmp_path, effect_list("NoteCardName", "CogworkLibrarian", count=4))
    options = ("--players", 2, "--rounds", 1, "--seed", 1, "--seat", 0, "--bot", "random")
    typed = "1\na=4 1\nb=1 1\n1 2 a=2\n"
    result = run(path, *options, "--pace", "lockstep", "--log", log, typed=typed)
    assert "'a=4' is not the number of a card here, or the letter of one to use" in result.stderr
    assert "'b=1' is not the number of a card here, or the letter of one to use" in result.stderr
    (pick,) = [
        each.action
        for each in draft.loads(log.read_bytes()).log[1:]
        if each.action.seat == 0 and each.action.using
    ]
    assert pick.about == pick.cards[1:]


def test_what_is_removed_can_be_said(tmp_path):
    log = tmp_path / "log.json"
    path = written(tmp_path, effect_list("RemoveDraftCard", "LeovoldsOperative", count=5))
    options = ("--players", 2, "--rounds", 1, "--seed", 1, "--seat", 0, "--bot", "random")
    result = run(path, *options, "--log", log, typed="1\n1 2 a=2 a=1\n")
    assert "a  use Ferry: 1 more, removes what is drafted first, or card 3 by a=3" in result.stderr
    picks = [each.action for each in draft.loads(log.read_bytes()).log[1:]]
    (pick,) = [each for each in picks if each.seat == 0 and getattr(each, "using", ())]
    assert pick.removing == pick.cards[::-1]
    path = written(tmp_path, effect_list("NoteCardName", "CogworkLibrarian", count=4))
    result = run(path, *options, typed="1\n1 2 a=1 a=2\n")
    assert "what notes a card is used for one only" in result.stderr


def test_the_end_of_input_says_how_to_go_on_and_the_rest_is_the_same(cube, tmp_path):
    log, whole = tmp_path / "half way.json", tmp_path / "whole.json"
    options = ("--players", 3, "--rounds", 2, "--seed", 4, "--seat", 2)
    typed = "1\n1 2 3\n1\n" * 2
    assert run(cube, *options, "--log", whole, typed=typed).exit_code == 0
    result = run(cube, *options, "--log", log, typed=typed[:8])
    assert result.exit_code == 1
    assert result.stdout == ""
    command = result.stderr.splitlines()[-1].partition("go on with: cardformats draft ")[2]
    words = shlex.split(command)
    assert words == [str(cube), "--resume", str(log), "--seat", "2"]
    assert run(*words, typed=typed[8:]).exit_code == 0
    assert draft.loads(log.read_bytes()) == draft.loads(whole.read_bytes())


def test_options_for_reading_and_for_bots_are_said_again(cube, tmp_path):
    given = ("--seat", 0, "--bot", "random", "--max-line", 9999, "--from", "draftmancer", "--json")
    settled = ("--seed", 1, "--players", 2, "--pace", "queue", "--log", tmp_path / "log")
    result = run(cube, *settled, *given)
    command = result.stderr.splitlines()[-1].partition("go on with: cardformats draft ")[2]
    again = [str(cube), "--resume", str(tmp_path / "log"), *map(str, given)]
    assert sorted(shlex.split(command)) == sorted(again)
    assert run(*shlex.split(command)).stderr.splitlines()[-1] == result.stderr.splitlines()[-1]


def test_bots_end_a_draft_that_a_person_left(cube, tmp_path):
    log, copy = tmp_path / "log.json", tmp_path / "copy.json"
    run(cube, "--players", 2, "--seed", 4, "--seat", 0, "--log", log)
    before = log.read_bytes()
    result = run(cube, "--resume", log, "--log", copy, "--json")
    assert sum(map(len, pools(result))) > 10
    assert log.read_bytes() == before
    assert draft.loads(copy.read_bytes()).is_over
    assert run(cube, "--resume", copy, "--json").stdout == result.stdout


def test_a_file_that_is_no_draft_is_wrong_usage(cube):
    result = run(cube, "--resume", cube)
    assert result.exit_code == 2
    assert result.stderr.startswith("cardformats: ")
