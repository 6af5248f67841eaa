"""``cardformats.toml``: where it is looked for, what it says, and what is wrong with it."""

from __future__ import annotations

import pytest

from cardformats import OptionError, Severity
from cardformats.catalog import CardCatalog
from cardformats.checking.config import Config
from cardformats.checking.path_patterns import PathPattern
from cardformats.formats.octgn.index import OpenGame
from tests.conftest import ROOT

CONFIG = """
[check]
select = ["WG", "dm033"]
ignore = ["WG02"]
severity = "warning"
fail-on = "never"
baseline = "known.json"

[check.per-path-ignores]
"sets/old/**" = ["WG"]
"*.txt" = ["DM033"]

[[files]]
path = "sets"
format = "wagic"
max-grade = "borderline"
primitives = "primitives"

[[files]]
path = "sets/new"
max_grade = "supported"

[[files]]
path = "lists/*.txt"
format = "draftmancer"
catalog = "known.csv"

[format.wagic]
order = "id"
"""


@pytest.fixture
def folder(tmp_path):
    for each in ("sets/old", "sets/new", "primitives", "lists"):
        (tmp_path / each).mkdir(parents=True)
    (tmp_path / "known.csv").write_text("name,mana cost,type\nHeron,{U},Creature\n")
    return tmp_path


def a_config(folder, text=CONFIG):
    (folder / "cardformats.toml").write_text(text)
    return Config.find(folder)


def test_a_config_says_how_files_are_checked(folder):
    config = a_config(folder)
    assert config.path == folder / "cardformats.toml"
    assert config.selection.select == ("WG", "DM033")
    assert config.selection.ignore == ("WG02",)
    assert config.selection.severity is Severity.WARNING
    assert config.fail_on is None
    assert config.baseline == folder / "known.json"
    assert [each.pattern.text for each in config.selection.per_path] == ["sets/old/**", "*.txt"]
    assert config.format_of(folder / "sets" / "old" / "_cards.dat") == "wagic"
    assert config.format_of(folder / "other") is None
    assert config.style_of("wagic") == {"order": "id"}
    assert config.style_of("octgn") == {}


def test_later_entries_precede_and_options_are_those_of_the_format(folder):
    config = a_config(folder)
    old, new = (config.options_of(folder / "sets" / each) for each in ("old", "new"))
    assert old == {"max_grade": "borderline", "primitives": (folder / "primitives",)}
    assert new == {**old, "max_grade": "supported"}
    assert config.options_of(folder / "sets" / "old", "draftmancer") == {}


def test_catalogs_and_games_are_opened_once(folder):
    config = a_config(folder)
    first = config.options_of(folder / "lists" / "a.txt")["catalog"]
    assert isinstance(first, CardCatalog)
    assert config.options_of(folder / "lists" / "b.txt")["catalog"] is first
    game = ROOT / "examples" / "octgn"
    (folder / "game").symlink_to(next(game.rglob("definition.xml")).parent)
    config = a_config(folder, "[[files]]\npath='decks'\nformat='octgn-deck'\ngame='game'")
    assert isinstance(config.options_of(folder / "decks")["game"], OpenGame)


def test_the_nearest_config_up_to_the_root_of_the_repository(folder):
    a_config(folder)
    assert Config.find(folder / "sets" / "old").path == folder / "cardformats.toml"
    assert Config.find(folder / "sets" / "old" / "x.txt").path == folder / "cardformats.toml"
    a_config(folder / "sets", "")
    assert Config.find(folder / "sets" / "old").path == folder / "sets" / "cardformats.toml"
    (folder / "lists" / ".git").mkdir()
    assert Config.find(folder / "lists" / "a.txt") == Config()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[chek]", "chek: 'chek' is unknown; did you mean 'check'?"),
        ("[check]\nfail_on='error'", "check.fail_on: 'fail_on' is unknown; did you mean 'fail-on'"),
        ("[check]\nignore=['WG9']", "check.ignore: no code is 'WG9' or begins with it"),
        ("[check]\nignore='WG'", "check.ignore: expected an array"),
        ("[check]\nseverity='warnin'", "check.severity: 'warnin' is unknown; did you mean 'warn"),
        ("[check]\nseverity=3", "check.severity: expected a string"),
        ("[check]\nselect=['WG', 3]", "check.select[1]: expected a string"),
        ("[check.per-path-ignores]\n'a/*'='WG'", "check.per-path-ignores.a/*: expected an array"),
        ("check=[]", "check: expected a table"),
        ("files=[3]", "files[0]: expected a table"),
        ("[[files]]\npath=3", "files[0].path: expected a string"),
        ("[format]\nwagic=3", "format: expected a table whose members are tables"),
        (
            "[check]\nwith-checks=['lamps']",
            "check.with-checks: there is no rule 'lamps'; known are",
        ),
        ("[check]\nper-path-ignores=['WG']", "check.per-path-ignores: expected a table"),
        ("[files]\npath='x'", "files: expected an array"),
        ("[[files]]\nformat='wagic'", "files[0]: it contains no path"),
        ("[[files]]\npath='x'\nformat='wagc'", "files[0].format: 'wagc' is unknown; did you mean"),
        ("[[files]]\npath='x'\nprimitivs='a'", "files[0].primitivs: 'primitivs' is unknown; did"),
        ("[[files]]\npath='x'\nprimitives='a'", "files[0].primitives: there is no "),
        ("[[files]]\npath='x'\nmax-grade='good'", "files[0].max-grade: WagicOptions.max_grade is"),
        ("[[files]]\npath='x'\nformat='octgn'\nmax-grade='supported'", "'max_grade' is unknown"),
        ("[format.wagi]", "format.wagi: 'wagi' is unknown; did you mean 'wagic'?"),
        ("[check", "Expected"),
    ],
)
def test_mistakes_name_the_file_and_the_key(folder, text, message):
    with pytest.raises(OptionError) as raised:
        a_config(folder, text)
    assert str(raised.value).startswith(f"{folder / 'cardformats.toml'}: ")
    assert message in str(raised.value)


def test_a_config_that_is_no_text(folder):
    (folder / "cardformats.toml").write_bytes(b"\xff\xfe")
    with pytest.raises(OptionError, match="utf-8"):
        Config.find(folder)
    (folder / "cardformats.toml").write_text("a = " + "[" * 10_000)
    with pytest.raises(OptionError):
        Config.find(folder)


@pytest.mark.parametrize(
    ("pattern", "path", "matches", "is_of"),
    [
        ("*.txt", "a/b.txt", True, True),
        ("/*.txt", "a/b.txt", False, False),
        ("./*.txt", "b.txt", True, True),
        ("sets", "x/sets/b", True, False),
        ("sets/", "sets", True, True),
        ("sets/**", "sets", True, True),
        ("sets/**", "sets/a/b", True, False),
        ("sets/**", "x/sets/a", False, False),
        ("sets/*/_cards.dat", "sets/10E/_cards.dat", True, True),
        ("sets/*/_cards.dat", "sets/a/b/_cards.dat", False, False),
        ("**/set.xml", "set.xml", True, True),
        ("**/set.xml", "a/b/set.xml", True, True),
        ("a/**/b", "a/x/y/b", True, True),
        ("**", "a/b", True, True),
        ("**", "../a", False, False),
        ("../sets/**", "../sets/a", True, False),
        ("../*.txt", "../a.txt", True, True),
        ("../*.txt", "../a/b.txt", False, False),
        ("../../**/b", "../x/b", True, True),
        ("sets/../a", "a", False, False),
        ("*", "..a", True, True),
        (".", "a", True, False),
        (".", ".", True, True),
        ("a?[!x]c", "abzc", True, True),
        ("a[b-d]", "ac", True, True),
        ("sheet (1)+.txt", "sheet (1)+.txt", True, True),
        ("a", "ab", False, False),
        ("[z-a]", "b", False, False),
        ("*" + "a*" * 50 + "b", "a" * 250, False, False),
        ("**/" * 50 + "x", "a/" * 250 + "a", False, False),
    ],
)
def test_patterns(tmp_path, monkeypatch, pattern, path, matches, is_of):
    monkeypatch.chdir(tmp_path)
    made = PathPattern(tmp_path, pattern)
    assert (made.matches(path), made.is_of(tmp_path / path)) == (matches, is_of)
