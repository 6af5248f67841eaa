"""``cardformats log``: what drafts were, when cards were picked, and what was passed."""

from __future__ import annotations

import json

from click.testing import CliRunner

from cardformats.cli.app import app
from tests.conftest import ROOT

FOLDER = ROOT / "tests" / "data" / "draft_logs"


def run(*arguments):
    return CliRunner(env={"COLUMNS": "100"}).invoke(app, ["log", *map(str, arguments)])


def test_logs_are_shown_with_when_cards_were_picked():
    result = run(FOLDER / "magic-online.txt", FOLDER / "winston.txt", "--limit", 2, "--passed")
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    assert lines[0].endswith(
        "magic-online.txt: booster draft, 3 players, 2 packs, 4 picks, 2026-09-21 16:07:52"
    )
    assert lines[1] == "  pick 1 of round 1, Ann to Cid: Heron, Marsh Eel"
    assert "winston draft, 2 players, 2 packs, 3 picks" in result.stdout
    assert [line.split()[0] for line in lines[-3:]] == ["card", "Newt", "Wax"]


def test_logs_are_shown_as_json():
    result = run(FOLDER / "draft.txt", "--json", "--passed")
    shown = json.loads(result.stdout)
    (each,) = shown["drafts"]
    assert each["players"][1] == {
        "id": "u2", "name": "Bob", "is_bot": True, "picks": 6,
        "cards": ["Lantern (ana) 6", "Fen (ana) 3", "Wax // Wane (ana) 4", "Egret (ana) 12",
                  "Otter (ana) 8", "Moss (ana) 11"],
    }  # fmt: skip
    assert each["passed"][0]["to"] == 1
    assert each["colors"][0]["counts"]["W"] == 1
    assert {row["card"] for row in shown["cards"]} >= {"Heron (ana) 1"}


def test_what_is_no_log_is_an_error(tmp_path):
    path = tmp_path / "list.txt"
    path.write_text("1 Forest\n", "utf-8")
    result = run(path)
    assert result.exit_code == 1
    assert "error[DR002]" in result.stderr
    assert result.stdout == ""
