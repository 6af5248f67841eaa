"""What counts of what a check finds: codes, paths, comments, baselines, changed lines."""

from __future__ import annotations

import json
import pickle
import shutil
import subprocess

import pytest
from attrs import evolve
from click.testing import CliRunner

from cardformats import OptionError, Severity
from cardformats.checking import run
from cardformats.checking.baseline import Baseline, fingerprints
from cardformats.checking.config import Config
from cardformats.checking.selection import Selection
from cardformats.cli.app import app

LIST = "[Birds(1)]\n0 Heron\n2 Egret\n0 Ibis\n[Fish(0)]\n1 Eel\n"
RULES = "[[files]]\npath = 'lists'\nformat = 'draftmancer'\n"


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A folder with two lists, in which each has the same three findings."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "lists").mkdir()
    for name in ("a.txt", "b.txt"):
        (tmp_path / "lists" / name).write_text(LIST)
    (tmp_path / "cardformats.toml").write_text(RULES)
    return tmp_path


def configure(folder, check):
    (folder / "cardformats.toml").write_text(f"[check]\n{check}\n{RULES}")


def cardformats(*arguments, status=0):
    result = CliRunner().invoke(app, ["check", *map(str, arguments)])
    assert result.exit_code == status, result.output
    return result


def codes(*arguments, status=0):
    """How many findings of each code count."""
    return json.loads(cardformats(*arguments, "--json", status=status).stdout)["counts"]


def places(*arguments, status=0):
    """The file, the line and the code of each finding."""
    data = json.loads(cardformats(*arguments, "--json", status=status).stdout)
    return [(each["file"], each["line"], each["code"]) for each in data["diagnostics"]]


def test_comments_of_strangers_take_no_long_time(folder):
    blanks = " " * 200_000
    lines = [f"# cardformats: ignore{blanks}x", "# cardformats: ignore" + " DM," * 50_000]
    lines += [f"1 A <!-- cardformats: ignore {'<!-- cardformats: ignore' * 20_000}"]
    lines += [f"# cardformats: ignore-file OC{number % 1000:03}" for number in range(1_000)]
    lines += ["# cardformats: ignore DM035\n0 Heron"] * 1_000
    file = folder / "lists" / "a.txt"
    file.write_text("\n".join(lines))
    assert codes(file, "--select", "DM021") == {"DM021": 1_000}


def test_a_baseline_knows_findings_where_lines_have_moved(folder):
    configure(folder, "baseline = 'known/check.json'")
    assert "--write-baseline creates it" in cardformats(".", status=2).output
    cardformats(".", "--write-baseline")
    before = (folder / "known" / "check.json").read_text()
    assert codes(".") == {}
    file = folder / "lists" / "a.txt"
    file.write_text(f"# a comment\n\n{LIST.replace('0 Heron', '  0   Heron')}")
    assert codes(".") == {}
    file.write_text(f"[Frogs(1)]\n0 Toad\n{LIST}")
    assert places(".") == [("lists/a.txt", 2, "DM021")]
    assert codes(".", "--fail-on", "warning", status=1) == {"DM021": 1}
    # of equal ones, so many are known as there were
    file.write_text(LIST.replace("2 Egret", "0 Heron"))
    assert places(".") == [("lists/a.txt", 3, "DM021")]
    file.write_text(LIST.replace("0 Ibis", "1 Ibis"))
    result = cardformats(".")
    assert "(5 in the baseline)\n1 of the baseline is fixed" in result.stderr
    assert "1 of the baseline is fixed" in cardformats(".", "--ignore", "DM").stderr
    file.write_text(LIST)
    assert "gone" not in cardformats(".", "--ignore", "DM").stderr
    cardformats(".", "--write-baseline")
    assert (folder / "known" / "check.json").read_text() == before


def test_a_baseline_is_written_for_what_is_checked_alone(folder):
    arguments = ("--baseline", "known.json", "--write-baseline")
    cardformats("lists/a.txt", *arguments)
    assert codes("lists/a.txt", "--baseline", "known.json") == {}
    assert codes("lists/b.txt", "--baseline", "known.json", status=1) == {"DM021": 2, "DM035": 1}
    assert "are gone" not in cardformats("lists/b.txt", "--baseline", "known.json", status=1).stderr
    cardformats("lists/b.txt", *arguments)
    assert codes(".", "--baseline", "known.json") == {}
    (folder / "lists" / "a.txt").unlink()
    cardformats(".", *arguments)
    assert [*Baseline.load(folder / "known.json").known] == ["lists/b.txt"]


def test_a_baseline_in_a_folder_of_its_own(folder):
    (folder / "ci").mkdir()
    arguments = ("--baseline", "ci/known.json")
    cardformats("lists", *arguments, "--write-baseline")
    (folder / "ci" / "c.txt").write_text(LIST)
    cardformats("ci/c.txt", "--from", "draftmancer", *arguments, "--write-baseline")
    cardformats("ci", "--from", "draftmancer", *arguments, "--write-baseline")
    known = Baseline.load(folder / "ci" / "known.json").known
    assert [*known] == ["../lists/a.txt", "../lists/b.txt", "c.txt"]
    assert codes("lists", "ci/c.txt", *arguments) == {}


@pytest.mark.parametrize(
    "text",
    ["", "[]", "{}", '{"version": 2, "findings": [], "beyond": {}}', "\xff", "[" * 100_000]
    + [f'{{"version": 2, "findings": {{"a": {a}}}, "beyond": {{}}}}' for a in ("1", '{"b": 1}')]
    + ['{"version": 1, "findings": {}, "beyond": {}}'],
)
def test_what_is_no_baseline(folder, text):
    (folder / "known.json").write_bytes(text.encode("latin-1"))
    with pytest.raises(OptionError, match=r"known\.json is "):
        Baseline.load(folder / "known.json")


def test_fingerprints_are_apart_and_stay(folder):
    findings = run([folder / "lists"])
    marks = [*fingerprints(findings.diagnostics, folder)]
    assert len({*marks}) == len(marks) == 6
    assert marks == [*fingerprints(run(["lists"]).diagnostics, folder)]
    assert marks != [*fingerprints(findings.diagnostics, folder / "lists")]


def test_fingerprints_stay_when_messages_are_reworded(folder):
    findings = run([folder / "lists"]).diagnostics
    reworded = [evolve(each, message=f"in other words: {each.message}") for each in findings]
    assert [*fingerprints(reworded, folder)] == [*fingerprints(findings, folder)]


def test_what_is_too_much_to_keep_is_counted(folder):
    limit = ("--max-diagnostics", "1")
    file = folder / "lists" / "a.txt"
    file.write_text("[A(1)]\n" + "0 Heron\n" * 50 + LIST)
    (result,) = (cardformats(file, *limit, "--brief", status=1),)
    assert "warning[CF003]: 51 more diagnostics are not shown; the limit is 1" in result.output
    assert codes(file, *limit, "--select", "DM021") == {"DM021": 52}
    assert codes(file, *limit, "--select", "DM035", status=1) == {"DM035": 1}
    known = ("--baseline", "known.json")
    cardformats(file, *limit, *known, "--write-baseline")
    assert codes(file, *limit, *known) == {}
    file.write_text("[A(1)]\n" + "0 Heron\n" * 53 + LIST)
    assert codes(file, *limit, *known) == {"DM021": 3}


def test_standard_input_is_checked_as_the_working_directory_says(folder):
    configure(folder, "ignore = ['DM035']")
    result = CliRunner().invoke(app, ["check", "-", "--from", "draftmancer", "--brief"], LIST)
    assert result.exit_code == 0
    assert "2 warnings (1 not selected)" in result.stderr


def git(folder, *arguments):
    command = ["git", "-c", "user.name=Wren", "-c", "user.email=wren@example.org", *arguments]
    return subprocess.run(command, cwd=folder, check=True, capture_output=True)


@pytest.fixture
def repository(folder):
    if shutil.which("git") is None:
        pytest.skip("git is not installed")
    git(folder, "init", "--quiet", "--initial-branch=main")
    git(folder, "add", ".")
    git(folder, "commit", "--quiet", "--message=lists")
    return folder


SINCE = ("--changed-since", "HEAD")


def test_only_changed_lines_count(repository):
    file = repository / "lists" / "a.txt"
    assert codes(".", *SINCE) == {}
    file.write_text(LIST.replace("0 Ibis", "0 Ibis\n0 Stork"))
    assert places(".", *SINCE) == [("lists/a.txt", 5, "DM021")]
    assert "(6 in lines that did not change)" in cardformats(".", *SINCE).stderr
    file.write_text(LIST.replace("2 Egret\n", ""))  # its neighbours may be wrong for it
    assert places(".", *SINCE) == [("lists/a.txt", 2, "DM021"), ("lists/a.txt", 3, "DM021")]
    file.write_text(LIST.replace("2 Egret", "++ 2 Egret\n-- x\n@@ -1 +1 @@"))
    assert places(".", *SINCE) == [("lists/a.txt", 4, "DM025")]


def test_new_files_and_moved_ones(repository):
    git(repository, "mv", "lists/a.txt", "lists/ä moved \\ one.txt")
    assert codes(".", *SINCE) == {}
    new = repository / "lists" / 'new "one".txt'
    new.write_text(LIST)
    assert codes(".", *SINCE, status=1) == {"DM021": 2, "DM035": 1}
    git(repository, "add", ".")
    assert codes(".", *SINCE, status=1) == {"DM021": 2, "DM035": 1}
    new.unlink()
    file = repository / "lists" / "b.txt"
    file.write_bytes(LIST.encode("utf-16"))  # git takes it for binary
    assert codes(".", *SINCE, status=1) == {"DM021": 2, "DM035": 1}


def test_a_revision_is_where_the_branches_part(repository):
    git(repository, "switch", "--quiet", "--create", "topic")
    (repository / "lists" / "a.txt").write_text(LIST + "0 Eel\n")
    git(repository, "commit", "--quiet", "--all", "--message=topic")
    git(repository, "switch", "--quiet", "main")
    (repository / "lists" / "b.txt").write_text("0 Toad\n" + LIST)
    git(repository, "commit", "--quiet", "--all", "--message=main")
    git(repository, "switch", "--quiet", "topic")
    assert places(".", "--changed-since", "main") == [("lists/a.txt", 7, "DM021")]


def test_a_repository_that_is_reached_by_a_link(repository, tmp_path_factory):
    link = tmp_path_factory.mktemp("elsewhere") / "link"
    link.symlink_to(repository)
    (repository / "lists" / "a.txt").write_text("0 Toad\n" + LIST)
    assert [line for _, line, _ in places(link, *SINCE)] == [1]


@pytest.mark.parametrize("revision", ["nowhere", "--output=x", "", "HEAD:lists"])
def test_what_is_no_revision(repository, revision):
    assert "there is no revision" in cardformats(".", "--changed-since", revision, status=2).output
    assert sorted(each.name for each in repository.iterdir()) == [
        ".git",
        "cardformats.toml",
        "lists",
    ]


@pytest.mark.usefixtures("folder")
def test_a_folder_without_git(monkeypatch):
    assert "not a git repository" in cardformats(".", *SINCE, status=2).output
    monkeypatch.setenv("PATH", "")
    assert "git cannot be run" in cardformats(".", *SINCE, status=2).output


@pytest.mark.usefixtures("folder")
def test_findings_for_programs():
    findings = run(
        ["lists"],
        lambda _path: Config(selection=Selection(ignore=("DM021",))),
        format="draftmancer",
    )
    assert dict(findings.counts) == {"DM035": 2}
    assert (findings.failures, dict(findings.others)) == (2, {"ignored": 4})
    assert findings.has([Severity.ERROR])
    assert pickle.loads(pickle.dumps(findings)) == findings
    assert not findings.has([Severity.WARNING])
    assert [(each.path.name, each.ok, dict(each.counts)) for each in findings.inputs] == [
        ("a.txt", False, {"DM035": 1}),
        ("b.txt", False, {"DM035": 1}),
    ]
