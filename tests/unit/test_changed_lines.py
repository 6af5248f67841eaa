"""What has changed since a revision is checked, fixed and laid out; everything else stays."""

from __future__ import annotations

import os
import shutil
import subprocess

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cardformats.checking.changed import ChangedLines
from cardformats.checking.repository import Repository
from cardformats.source import SourceText
from tests.conftest import SETTLED
from tests.unit.commands import run

GIT = shutil.which("git") or ""
pytestmark = pytest.mark.skipif(not GIT, reason="git is not installed")

#: Findings before the last change, each in a card of its own.
BEFORE = 83
SINCE = ("--changed-since", "HEAD")


def card(number, *, key="Power"):
    return f"[card]\nname=Heron {number}\ntype=Creature\n{key}=1\ntoughness=1\n[/card]\n"


def git(folder, *arguments):
    command = [GIT, "-c", "user.name=Wren", "-c", "user.email=wren@example.org", *arguments]
    return subprocess.run(command, cwd=folder, check=True, capture_output=True, text=True).stdout


@pytest.fixture
def repository(tmp_path, monkeypatch):
    """A repository with 83 findings in a file of primitives, and three in its last change."""
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", os.devnull)
    monkeypatch.chdir(tmp_path)
    folder = tmp_path / "sets" / "primitives"
    folder.mkdir(parents=True)
    file = folder / "mtg.txt"
    # not in the order of names, which a format would sort them by
    text = "".join(card(number) for number in range(BEFORE, 0, -1))
    file.write_text(text, "utf-8")
    (tmp_path / "cardformats.toml").write_text(
        "[[files]]\npath = 'sets/primitives/*.txt'\nformat = 'wagic'\n"
    )
    git(tmp_path, "init", "--quiet", "--initial-branch=main")
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "--quiet", "--message=sets")
    lines = text.replace(card(7), card(7) + card("A") + card("B"))
    file.write_text(lines.replace(card(60), card("sixty")), "utf-8")
    return file


def counts(*arguments):
    result = run("check", "sets", "--brief", "--select", "WG009", *arguments)
    return sum("WG009" in line for line in result.stderr.splitlines())


def changed_lines(file):
    """The lines that git says were added."""
    patch = git(file.parent, "diff", "--unified=0", "HEAD", "--", file.name)
    return [line for line in patch.splitlines() if line[:1] == "+" and line[:3] != "+++"]


def test_a_check_shows_the_changed_lines(repository):
    assert counts() == BEFORE + 2
    # the key of the card that has another name now is in a line as it was
    assert counts(*SINCE) == 2
    repository.write_text(repository.read_text("utf-8").replace(card(9), card(9, key="TOUGHNESS")))
    assert counts(*SINCE) == 3


def test_a_check_says_how_to_fix_no_more_than_it_shows(repository):
    result = run("check", "sets", "--select", "WG009", *SINCE)
    assert "[*] 2 can be fixed with cardformats fix --changed-since REVISION" in result.stderr
    assert repository.name in result.stderr


@pytest.mark.parametrize("command", [("fix",), ("check", "--fix")])
def test_a_fix_touches_the_changed_lines(repository, command):
    before = repository.read_text("utf-8")
    assert len(changed_lines(repository)) == 13
    result = run(*command, "sets", "--select", "WG009", *SINCE)
    assert "fixed 2 findings in 1 file" in result.stderr
    expected = before
    for name in "AB":
        expected = expected.replace(card(name), card(name, key="power"))
    assert repository.read_text("utf-8") == expected
    assert len(changed_lines(repository)) == 13


def test_a_fix_that_moves_lines_touches_no_others(repository):
    # the block that stands twice is removed, so that all that follows has other lines
    text = repository.read_text("utf-8").replace(card(70), card(70) + card(70))
    repository.write_text(text.replace(card(3), card(3, key="TOUGHNESS")), "utf-8")
    result = run("fix", "sets", *SINCE)
    assert result.exit_code in (0, 1)
    gone = {
        line
        for line in git(repository.parent, "diff", "--unified=0", "HEAD").splitlines()
        if line[:1] == "-" and line[:3] != "---"
    }
    assert gone <= {"-name=Heron 60", "-Power=1"}
    assert repository.read_text("utf-8").count("\nPower=1") == BEFORE - 1
    assert repository.read_text("utf-8").count("name=Heron 70\n") == 1


def test_a_format_touches_the_changed_lines(repository):
    before = repository.read_text("utf-8")
    messy = before.replace(
        card("A"), "[card]\npower=1\ntoughness=1\nname=Heron A\ntype=Creature\n[/card]\n"
    ).replace(card(50), "[card]\ntoughness=1\npower=1\nname=Heron 50\ntype=Creature\n[/card]\n")
    repository.write_text(messy, "utf-8")
    assert run("format", "--check", "sets", *SINCE).exit_code == 1
    result = run("format", "sets", *SINCE)
    assert (result.exit_code, result.stderr) == (0, "1 of 1 file changed\n")
    after = repository.read_text("utf-8")
    assert card("A", key="power") in after
    untouched = [card(number) for number in range(1, 50)]
    assert all(each in after for each in untouched)
    names = [line for line in after.splitlines() if line.startswith("name=")]
    assert names == [line for line in messy.splitlines() if line.startswith("name=")]
    assert run("format", "--check", "sets", *SINCE).exit_code == 0


def test_a_format_leaves_lines_that_are_as_they_were(repository):
    messy = "[card]\ntoughness=1\npower=1\nname=Heron {}\ntype=Creature\n[/card]\n"
    repository.write_text(messy.format(1) + messy.format(2) + messy.format(3), "utf-8")
    git(repository.parent, "commit", "--quiet", "--all", "--message=messy")
    moor = messy.format("of the Moor")
    repository.write_text(messy.format(1) + moor + messy.format(3), "utf-8")
    run("format", "sets", *SINCE)
    after = repository.read_text("utf-8")
    assert after.startswith(messy.format(1))
    assert after.endswith(messy.format(3))
    whole = run("format", "sets")
    assert whole.exit_code == 0
    assert repository.read_text("utf-8").startswith(card(1, key="power"))


def test_what_has_not_changed_is_not_laid_out(repository):
    git(repository.parent, "commit", "--quiet", "--all", "--message=more")
    assert run("format", "--check", "sets").exit_code == 1
    assert run("format", "--check", "sets", *SINCE).exit_code == 0
    result = run("fix", "sets", *SINCE)
    assert "fixed 0 findings" in result.stderr
    assert git(repository.parent, "status", "--porcelain") == ""


LINES = st.lists(st.sampled_from(["a\n", "b\n", "c\r\n", "\n", "@@ -1 +1 @@\n", "d"]), max_size=12)


@settings(SETTLED, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(before=LINES, now=LINES, new=LINES)
def test_lines_are_changed_or_as_they_were(tmp_path, before, now, new):
    folder = tmp_path / "repository"
    file = folder / "list.txt"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    git(folder, "init", "--quiet")
    old, text, wanted = ("".join(each) for each in (before, now, new))
    file.write_bytes(old.encode())
    git(folder, "add", ".")
    git(folder, "commit", "--quiet", "--message=list")
    file.write_bytes(text.encode())
    changed = ChangedLines.since("HEAD", folder)
    source = SourceText.from_bytes(str(file), text.encode())
    result = changed.only(source, wanted)
    if old == text:
        assert result == text
    # all lines that are not near a change are there still, in order
    ranges = changed.ranges(source)
    kept = [
        line
        for number, line in enumerate(text.split("\n"), 1)
        if not any(number in range(each.start - 1, each.stop + 1) for each in ranges)
    ]
    rest = iter(result.split("\n"))
    if not any(len(old_lines) > 1 for old_lines, _ in Repository(folder).hunks(text, wanted)):
        assert all(line in rest for line in kept)
    # a text that is tried has its own lines, of which all that differ have changed
    tried = SourceText(str(file), wanted)
    of_tried = changed.ranges(tried)
    if ranges:
        for _, new_lines in Repository(folder).hunks(text, wanted):
            assert all(any(line in each for each in of_tried) for line in new_lines)


@pytest.mark.parametrize(
    "setting", ["diff.interHunkContext=9", "diff.noprefix=true", "core.autocrlf=true"]
)
def test_settings_of_git_change_nothing(repository, setting):
    git(repository.parent, "config", *setting.split("="))
    text = repository.read_text("utf-8")
    for number in (40, 41):  # lines between two changes are not changed
        text = text.replace(card(number), card(number).replace("toughness", "TOUGHNESS"))
    repository.write_text(text, "utf-8")
    assert counts(*SINCE) == 4
    result = run("fix", "sets", "--select", "WG009", *SINCE)
    assert "fixed 4 findings in 1 file" in result.stderr
    assert repository.read_text("utf-8").count("\nPower=1") == BEFORE
    source = SourceText(str(repository), "a\nb\n")
    hunks = Repository(repository.parent).hunks(source.text, "a\r\nb\n")
    assert hunks == [(range(1, 2), range(1, 2))]
