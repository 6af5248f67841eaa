"""The command ``cards``, and the database that other commands know cards from."""

from __future__ import annotations

from pathlib import Path

import pytest

import cardformats as cf
from cardformats.database import default_path
from cardformats.errors import CardDatabaseError
from tests.unit.commands import run


@pytest.fixture
def database(tmp_path, sample, monkeypatch):
    """The usual database, built of the sample."""
    path = tmp_path / "cards.sqlite"
    cf.CardDatabase.build(sample, path).value.close()
    monkeypatch.setenv("CARDFORMATS_CARDS", str(path))
    return path


@pytest.fixture
def cube(tmp_path):
    path = tmp_path / "cube.txt"
    path.write_text("1 marsh lantern\n1 Bogwick Goul\n", "utf-8")
    return path


def test_it_is_built_where_it_is_looked_for(tmp_path, sample, monkeypatch):
    monkeypatch.setenv("CARDFORMATS_CARDS", str(tmp_path / "new" / "cards.sqlite"))
    result = run("cards", "build", sample)
    assert (result.exit_code, result.stdout) == (0, "")
    assert f"wrote {tmp_path / 'new' / 'cards.sqlite'}: 64 cards, 1 set\n" in result.stderr
    assert "LAN" in run("cards", "sets").stdout
    with cf.CardDatabase() as usual:
        assert usual.path == tmp_path / "new" / "cards.sqlite"
    assert cf.CardDatabase.build(sample).ok


@pytest.mark.usefixtures("database")
def test_other_commands_know_the_cards(cube):
    result = run("check", cube)
    assert result.exit_code == 1
    assert "did you mean 'Bogwick Ghoul'?" in result.stderr
    assert run("check", cube, "--no-catalog").exit_code == 0
    assert "common" in run("show", cube).stdout


def test_a_database_that_is_named_and_not_there_is_told_of(cube, monkeypatch, tmp_path):
    monkeypatch.setenv("CARDFORMATS_CARDS", str(tmp_path / "none"))
    result = run("check", cube)
    assert result.exit_code == 0
    assert f"there is no {tmp_path / 'none'}, so no card database is used" in result.stderr
    assert run("cards", "sets").exit_code == 2


def test_without_a_place_one_has_to_be_named(monkeypatch, sample):
    monkeypatch.setenv("CARDFORMATS_CARDS", "")
    assert "specify the path of the database" in run("cards", "build", sample).stderr
    with pytest.raises(CardDatabaseError, match="CARDFORMATS_CARDS is empty"):
        cf.CardDatabase()


def test_what_is_no_database_is_refused(database, cube):
    database.write_text("nothing", "utf-8")
    for arguments in (["cards", "sets"], ["check", cube]):
        result = run(*arguments)
        assert result.exit_code == 2
        assert "is not a card database" in result.stderr


def test_no_database_is_made_where_no_file_can_be(sample, tmp_path):
    result = run("cards", "build", sample, "-o", tmp_path)
    assert result.exit_code == 2


@pytest.mark.parametrize(
    ("platform", "variables", "expected"),
    [
        ("linux", {}, "home/.local/share"),
        ("linux", {"XDG_DATA_HOME": "/data"}, "/data"),
        ("linux", {"XDG_DATA_HOME": "relative/dir"}, "home/.local/share"),
        ("darwin", {}, "home/Library/Application Support"),
        ("darwin", {"XDG_DATA_HOME": "/data"}, "home/Library/Application Support"),
        ("win32", {}, "home/AppData/Local"),
        ("win32", {"LOCALAPPDATA": "/local"}, "/local"),
    ],
)
def test_the_place_follows_the_platform(platform, variables, expected, monkeypatch, tmp_path):
    monkeypatch.setattr("cardformats.database.place.sys.platform", platform)
    monkeypatch.setattr(Path, "home", lambda: tmp_path / "home")
    for name in ("CARDFORMATS_CARDS", "XDG_DATA_HOME", "LOCALAPPDATA"):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert default_path() == tmp_path / expected / "cardformats" / "cards.sqlite"


@pytest.mark.usefixtures("database")
def test_a_set_of_the_database_needs_no_path(sample):
    options = ["--seed", "7"]
    assert run("open", "--set", "lan", *options).stdout == run("open", sample, *options).stdout
    for command in ("odds", "audit"):
        of_database, of_file = run(command, "--set", "LAN"), run(command, sample)
        assert (of_database.exit_code, of_database.stdout) == (0, of_file.stdout)


@pytest.mark.usefixtures("database")
def test_a_set_that_the_database_does_not_have_is_wrong_usage():
    result = run("open", "--set", "NOPE")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "has no set 'NOPE'" in result.stderr


@pytest.mark.parametrize(
    ("arguments", "message"),
    [((), "specify PATH"), (("--set", "LAN"), "cardformats cards build FILE")],
)
def test_without_a_path_a_set_and_a_database_are_needed(arguments, message, monkeypatch):
    monkeypatch.setenv("CARDFORMATS_CARDS", "")
    result = run("open", *arguments)
    assert result.exit_code == 2
    assert message in result.stderr
