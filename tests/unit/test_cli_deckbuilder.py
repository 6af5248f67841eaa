"""Deckbuilder Drafts on the command line: bots alone, and a person at a seat."""

from __future__ import annotations

import json
import re

import pytest
from click.testing import CliRunner

from cardformats.cli.app import app
from cardformats.draft import deckbuilder


def run(path, *arguments, typed=""):
    words = ["draft", path, "--format", "deckbuilder", *arguments]
    return CliRunner(env={"COLUMNS": "160"}).invoke(app, [str(w) for w in words], input=typed)


def printed(result):
    assert result.exit_code == 0, result.output
    return result.stdout


def test_bots_play_the_rounds_and_the_same_seed_gives_the_same_draft(sample):
    first, second = (run(sample, "--seed", 7, "--rounds", 2) for _ in range(2))
    assert printed(first) == printed(second)
    lines = first.stdout.splitlines()
    assert [line for line in lines if not line.startswith(" ")] == ["round 1", "round 2", "ranking"]
    assert len([line for line in lines if re.search(r"beats|tie$", line)]) == 4
    assert len([line for line in lines if line.endswith("points")]) == 4
    assert "  the market has 13 cards" in lines
    assert printed(run(sample, "--seed", 8, "--rounds", 2)) != first.stdout


def test_a_new_seed_is_said(sample):
    result = run(sample, "--rounds", 1, "--players", 2)
    (seed,) = re.findall(r"^seed (\d+)$", result.stderr, re.MULTILINE)
    assert printed(run(sample, "--rounds", 1, "--players", 2, "--seed", seed)) == printed(result)


def test_everything_is_there_as_json(sample):
    result = run(sample, "--seed", 7, "--rounds", 2, "--players", 2, "--json")
    data = json.loads(printed(result))
    assert len(data["rounds"][0]["market"]) == 13
    for each in data["rounds"]:
        assert sorted(each["order"]) == [0, 1]
        assert len(each["matches"]) == 1
        for purchase in each["purchases"]:
            assert purchase["worth"] >= 10
            assert purchase["trade"]
    assert data["ranking"][0]["place"] == 1
    bought = sum(len(each["purchases"]) for each in data["rounds"])
    traded = sum(len(p["trade"]) for each in data["rounds"] for p in each["purchases"])
    cards = sum(len(each["cards"]) for each in data["seats"])
    assert cards == 2 * 45 + 2 * 2 * 8 + bought - traded
    assert {*data["seats"][0]["cards"][0]} == {"name", "set_code", "number", "rarity"}


def test_a_set_that_cannot_supply_the_packs_is_refused_and_told_why(sample):
    result = run(sample, "--seed", 7, "--copies", "common=1")
    assert result.exit_code == 1
    assert "error[DB001]: the packs need" in result.stderr
    assert result.stdout == ""


def test_other_classes_can_stand_in(sample):
    copies = ("--copies", "common=12", "--copies", "uncommon=4")
    assert run(sample, "--seed", 7, *copies).exit_code == 1
    result = run(sample, "--seed", 7, *copies, "--representative", "loose")
    assert "note[DB002]" in result.stderr
    printed(result)


def test_variants_have_rules_of_their_own(sample):
    result = run(sample, "--seed", 7, "--variant", "sixteen-cards")
    sizes = [int(each) for each in re.findall(r"the market has (\d+) cards", printed(result))]
    assert sizes[0] == 13
    assert max(sizes) == 16


@pytest.mark.parametrize(
    "arguments",
    [
        ("--bot", "random"),
        ("--pace", "queue"),
        ("--booster", "A"),
        ("--rules", "cr"),
        ("--discard-at", "1"),
        ("--copies", "common"),
        ("--copies", "common=many"),
        ("--variant", "unknown"),
        ("--players", "17"),
        ("--seat", "4"),
    ],
)
def test_options_that_make_no_sense_are_refused(sample, arguments):
    assert run(sample, "--seed", 7, *arguments).exit_code == 2


def test_options_of_deckbuilder_drafts_are_not_for_others(sample):
    for option in (
        ("--variant", "document"),
        ("--copies", "common=4"),
        ("--representative", "loose"),
    ):
        result = CliRunner().invoke(app, ["draft", str(sample), *option])
        assert result.exit_code == 2
        assert f"{option[0]} is not for the format booster" in result.output


# a person

PICKS = "1\n" * 45


def person(sample, typed, *arguments):
    size = ("--players", 2, "--rounds", 1, "--seat", 0, "--seed", 7)
    return run(sample, *size, *arguments, typed=typed)


def test_a_person_drafts_builds_plays_and_buys(sample):
    result = person(sample, PICKS + "\n1\n1\n\n\n\n\n")
    assert "  seat 1 beats seat 0" in printed(result)
    assert re.search(r"^  seat 0 buys .* worth 1\d$", result.stdout, re.MULTILINE)
    assert "proposed: " in result.stderr
    assert "round 1: you, seat 0, play against seat 1" in result.stderr
    assert "the market; you buy in the order you, seat 1" in result.stderr


def test_a_person_builds_a_deck_of_numbers_and_lands(sample, tmp_path):
    log = tmp_path / "draft.json"
    typed = PICKS + "1-20 22 25, 9 Forest island 8 swamp\n"
    person(sample, typed, "--log", log)
    deck = deckbuilder.loads(log.read_bytes()).seats[0].deck
    assert len(deck.cards) == 22
    assert deck.basics == ("Forest",) * 9 + ("Island",) + ("Swamp",) * 8


def test_a_person_is_told_what_is_wrong_and_asked_again(sample):
    many = "9" * 5000
    wrong_decks = "all\n1-9\n1 1 40 Forest\n99\n1 Forest 99\n99 1\n"
    wrong_decks += f"{many}\n1-{many} 0\n999999999 Forest\n{many} Forest\n0 Forest\n"
    wrong_results = "2\nme\n"
    wrong_purchases = f"99\n{many}\nbuy\n1 for 1\n1 for 1 1\n"
    result = person(
        sample, f"{PICKS}{wrong_decks}\n{wrong_results}1\n{wrong_purchases}cards\n" + "\n" * 9
    )
    printed(result)
    for reason in (
        "'all' is not the number of a card here, or a basic land",
        "the deck needs 40 cards or more, and has 9",
        "the same card is named twice",
        "there is no card 99 here; there are 45, from 1 on",
        "1 to 1000 of a basic land can be named, not 999999999",
        f"1 to 1000 of a basic land can be named, not {'9' * 80}",
        "1 to 1000 of a basic land can be named, not 0",
        "the match is won by 0 or 1, or it is a tie, not '2'",
        "the match is won by 0 or 1, or it is a tie, not 'me'",
        "there is no card 99 here; there are 13, from 1 on",
        "there is no card 0 here; there are 13, from 1 on",
        "what is traded in is worth",
        "the same card is named twice",
    ):
        assert reason in result.stderr, reason


def test_a_tie_is_a_result(sample):
    result = person(sample, PICKS + "\ntie\n" + "\n" * 9)
    assert "seats 0 and 1 tie" in printed(result)


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


def test_a_person_can_read_the_cards_of_a_list(sample):
    result = person(sample, "?1\n?16\n" + PICKS + "?1\n?x\n\n1\n?1\n\n\n\n\n")
    printed(result)
    texts = re.findall(r"^ +LAN \d+, (\w+)$", result.stderr, re.MULTILINE)
    assert texts == ["common", "common", "uncommon"]  # of the pack, the pool, the market
    assert "there is no card '16' here; there are 15, from 1 on" in result.stderr
    assert "there is no card 'x' here" in result.stderr


def test_a_person_is_told_what_happened_meanwhile(sample, tmp_path):
    log = tmp_path / "draft.json"
    result = person(sample, PICKS + "\n0\n\n\n\n\n", "--log", log)
    printed(result)
    state = deckbuilder.loads(log.read_bytes())
    outcomes = [each for record in state.log for each in record.outcomes]
    (mine,) = [e.cards for e in outcomes if isinstance(e, deckbuilder.Received) and not e.seat]
    told = result.stderr.splitlines()
    assert f"  you get {', '.join(state.cards[card].name for card in mine)}" in told
    bought = [each for each in outcomes if isinstance(each, deckbuilder.Bought)]
    assert bought
    for each in bought:
        trade = ", ".join(state.cards[card].name for card in each.trade)
        assert f"  seat 1 buys {state.cards[each.card].name} for {trade}" in told


def test_a_draft_that_is_left_without_a_log_is_lost(sample):
    result = person(sample, "1\n")
    assert result.exit_code == 1
    assert "--log FILE would store it" in result.stderr


def test_other_files_are_no_stored_drafts(sample, tmp_path):
    path = tmp_path / "draft.json"
    path.write_text("{}", "utf-8")
    result = run(sample, "--resume", path)
    assert result.exit_code == 2
    assert "this is not a stored game" in result.stderr
