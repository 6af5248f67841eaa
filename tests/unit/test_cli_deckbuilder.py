"""Deckbuilder Drafts on the command line: bots alone, and a person at a seat."""

from __future__ import annotations

import re

from click.testing import CliRunner

from cardformats.cli.app import app
from cardformats.draft import deckbuilder


def run(path, *arguments, typed=""):
    words = ["draft", path, "--format", "deckbuilder", *arguments]
    return CliRunner(env={"COLUMNS": "160"}).invoke(app, [str(w) for w in words], input=typed)


def printed(result):
    assert result.exit_code == 0, result.output
    return result.stdout


def test_a_new_seed_is_said(sample):
    result = run(sample, "--rounds", 1, "--players", 2)
    (seed,) = re.findall(r"^seed (\d+)$", result.stderr, re.MULTILINE)
    assert printed(run(sample, "--rounds", 1, "--players", 2, "--seed", seed)) == printed(result)


# a person

PICKS = "1\n" * 45


def person(sample, typed, *arguments):
    size = ("--players", 2, "--rounds", 1, "--seat", 0, "--seed", 7)
    return run(sample, *size, *arguments, typed=typed)


def test_a_person_builds_a_deck_of_numbers_and_lands(sample, tmp_path):
    log = tmp_path / "draft.json"
    typed = PICKS + "1-20 22 25, 9 Forest island 8 swamp\n"
    person(sample, typed, "--log", log)
    deck = deckbuilder.loads(log.read_bytes()).seats[0].deck
    assert len(deck.cards) == 22
    assert deck.basics == ("Forest",) * 9 + ("Island",) + ("Swamp",) * 8


def test_long_numbers_are_told_from_cards_and_asked_again(sample):
    many = "9" * 5000
    typed = f"{PICKS}{many}\n1-{many} 0\n{many} Forest\n\n1\n{many}\n"
    result = person(sample, typed + "\n" * 9)
    printed(result)
    assert f"1 to 1000 of a basic land can be named, not {'9' * 80}" in result.stderr


def test_a_draft_that_a_person_leaves_is_stored_and_goes_on(sample, tmp_path):
    whole = printed(person(sample, PICKS + "\n1\n" + "\n" * 9))
    log = tmp_path / "draft.json"
    left = person(sample, PICKS + "\n", "--log", log)
    assert left.exit_code == 1
    command = f"--resume {log} --format deckbuilder --seat 0"
    assert command in left.stderr.replace("\n", " ")
    again = run(sample, "--resume", log, "--seat", 0, typed="1\n" + "\n" * 9)
    assert printed(again) == whole
    assert deckbuilder.loads(log.read_bytes()).is_over
    refused = run(sample, "--resume", log, "--rounds", 2)
    assert refused.exit_code == 2


def test_other_files_are_no_stored_drafts(sample, tmp_path):
    path = tmp_path / "draft.json"
    path.write_text("{}", "utf-8")
    result = run(sample, "--resume", path)
    assert result.exit_code == 2
    assert f"{path}: this is not a stored game" in result.stderr.replace("\n", "")
