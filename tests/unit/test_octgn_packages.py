"""Packages of games: the files that they have, and what they say of the game."""

from __future__ import annotations

import re
import shutil
from io import BytesIO
from zipfile import ZipFile

import pytest

import cardformats as cf
from tests.conftest import ROOT

MARSH = ROOT / "examples" / "octgn" / "Marsh"


@pytest.fixture
def game(tmp_path):
    """A game with all files that makers have around it."""
    folder = tmp_path / "Marsh"
    shutil.copytree(MARSH, folder)
    for name in (
        "cards/front.png", "scripts/game.py", "Sets/Reedlight/Cards/a.png", "Decks/one/x.o8d",
        "README.md", ".git/config", "Sets/notes.txt", "old.o8g",
    ):  # fmt: skip
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(name, "utf-8")
    return folder


def written(game, tmp_path, **options):
    report = cf.write(cf.read(game), tmp_path / "out.o8g", **options)
    with ZipFile(tmp_path / "out.o8g") as archive:
        return report, {name: archive.read(name) for name in archive.namelist()}


def test_a_package_has_the_files_of_its_game(game, tmp_path):
    report, files = written(game, tmp_path)
    names = {name.removeprefix("def/") for name in files if name.startswith("def/")}
    assert names == {
        "definition.xml", "cards/front.png", "scripts/game.py", "Decks/one/x.o8d",
        "Sets/Reedlight/set.xml", "Sets/Reedlight/Cards/a.png", "Sets/Tidewrack/set.xml",
    }  # fmt: skip
    assert files["def/scripts/game.py"] == b"scripts/game.py"
    assert files["def/definition.xml"] == (game / "definition.xml").read_bytes()
    lost = [(loss.kind, loss.count) for loss in report.losses]
    assert lost == [("files that the definition names", 5)]  # four symbols, and the back


def test_files_beyond_the_limits_are_left_out_and_reported(game, tmp_path):
    (game / "scripts" / "large.py").write_bytes(b"x" * 500_000)
    cardset = cf.read(game, max_size=400_000)
    report = cf.write(cardset, tmp_path / "out.o8g")
    assert any("too large" in loss.kind for loss in report.losses)
    with ZipFile(tmp_path / "out.o8g") as archive:
        assert "def/scripts/large.py" not in archive.namelist()
        assert "def/scripts/game.py" in archive.namelist()


def test_links_out_of_the_folder_are_not_packed(game, tmp_path):
    (tmp_path / "secret").write_text("x", "utf-8")
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "elsewhere" / "more").write_text("x", "utf-8")
    (game / "scripts" / "link.py").symlink_to(tmp_path / "secret")
    (game / "scripts" / "folder").symlink_to(tmp_path / "elsewhere")
    _, files = written(game, tmp_path)
    assert not [name for name in files if "link" in name or "more" in name]


METADATA = {
    "version": "2.3.4.5",
    "authors": "Ada, Bo & Co",
    "description": "Birds <and> more",
    "tags": "birds marsh",
    "game_url": "https://example.org/marsh",
    "icon_url": "https://example.org/marsh.png",
}


def test_a_package_says_what_the_options_do(game, tmp_path):
    _, files = written(game, tmp_path, **METADATA)
    (manifest,) = (data.decode() for name, data in files.items() if name.endswith(".nuspec"))
    assert "<version>2.3.4.5</version>" in manifest
    assert "<authors>Ada, Bo &amp; Co</authors>" in manifest
    assert "<projectUrl>https://example.org/marsh</projectUrl>" in manifest
    definition = files["def/definition.xml"].decode()
    assert 'version="2.3.4.5"' in definition
    assert 'description="Birds &lt;and&gt; more"' in definition
    before = (game / "definition.xml").read_text("utf-8")
    assert definition.splitlines()[2:] == before.splitlines()[2:]


def test_a_package_says_what_the_definition_does(game, tmp_path):
    definition = game / "definition.xml"
    text = definition.read_text("utf-8").replace('version="1.0.0.0"', 'version="1.7.0.2"')
    definition.write_text(text, "utf-8")
    _, files = written(game, tmp_path)
    (manifest,) = (data.decode() for name, data in files.items() if name.endswith(".nuspec"))
    assert "<version>1.7.0.2</version>" in manifest
    assert "<authors>The cardformats authors</authors>" in manifest
    assert "<description>A game of waders</description>" in manifest


def test_a_package_that_was_read_is_described_anew(game, tmp_path):
    _, before = written(game, tmp_path)
    cf.write(cf.read(tmp_path / "out.o8g"), tmp_path / "two.o8g", **METADATA)
    with ZipFile(tmp_path / "two.o8g") as archive:
        after = {name: archive.read(name) for name in archive.namelist()}
    changed = {name for name in after if after[name] != before.get(name)}
    assert {re.sub(r".*\.", ".", name) for name in changed} == {".nuspec", ".xml"}
    assert changed >= {"def/definition.xml"}
    (manifest,) = (data.decode() for name, data in after.items() if name.endswith(".nuspec"))
    assert manifest.count("<tags>") == manifest.count("<tags>birds marsh</tags>") == 1
    assert "<version>2.3.4.5</version>" in manifest
    again = cf.read_report(tmp_path / "two.o8g")
    assert again.ok


def test_the_same_game_gives_the_same_package(game, tmp_path):
    _, one = written(game, tmp_path)
    data = (tmp_path / "out.o8g").read_bytes()
    cf.write(cf.read(game), tmp_path / "again.o8g")
    assert (tmp_path / "again.o8g").read_bytes() == data
    assert ZipFile(BytesIO(data)).testzip() is None
    assert one


@pytest.mark.parametrize(
    "options",
    [{"version": "1.0"}, {"version": "1.0.0.x"}, {"version": ""}, {"game_url": "marsh.org"}],
)
def test_what_no_package_can_say_is_an_error(game, options):
    with pytest.raises(cf.OptionError):
        cf.dumps(cf.read(game), "octgn", **options)


def test_a_package_that_is_made_anew_reports_the_files_of_the_game(game, tmp_path):
    report = cf.write(cf.read(game), tmp_path / "out.o8g", canonical=True)
    lost = {loss.kind: loss.count for loss in report.losses}
    assert lost["files that the definition names"] == 3  # symbols of other names
