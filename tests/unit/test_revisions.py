"""Card files as they were at revisions of git, and the command that compares them."""

import json
import os
import shutil
import subprocess

import pytest
from click.testing import CliRunner

from cardformats.checking.differences.revisions import files_at
from cardformats.checking.differences.versions import versions
from cardformats.checking.repository import Repository, RevisionError
from cardformats.cli.app import app

GIT = shutil.which("git") or ""
pytestmark = pytest.mark.skipif(not GIT, reason="git is not installed")

LIST = "[Common(2)]\n1 Lantern Eel\n1 Reed Elf\n"


def repository(folder, monkeypatch):
    """Runs git in a new repository, which is the current folder."""
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", os.devnull)
    monkeypatch.setenv("GIT_CONFIG_NOSYSTEM", "1")
    for name in [
        each for each in os.environ if each.startswith(("GIT_DIR", "GIT_WORK", "GIT_INDEX"))
    ]:
        monkeypatch.delenv(name)
    folder.mkdir(exist_ok=True)
    monkeypatch.chdir(folder)

    def run(*arguments):
        about = [
            "-c",
            "user.name=x",
            "-c",
            "user.email=x@example.org",
            "-c",
            "commit.gpgsign=false",
        ]
        done = subprocess.run([GIT, *about, *arguments], check=True, capture_output=True, text=True)
        return done.stdout.strip()

    run("init", "-q", "-b", "main")
    return run


@pytest.fixture
def git(tmp_path, monkeypatch):
    return repository(tmp_path / "repository", monkeypatch)


@pytest.fixture(scope="module")
def first_history(tmp_path_factory):
    """What each history is a copy of, since git takes long to make one."""
    folder = tmp_path_factory.mktemp("history")
    with pytest.MonkeyPatch.context() as monkeypatch:
        make_history(folder, repository(folder, monkeypatch))
    return folder


@pytest.fixture
def history(tmp_path, monkeypatch, first_history):
    """A repository with three commits, and a change that is not committed."""
    folder = tmp_path / "repository"
    shutil.copytree(first_history, folder, dirs_exist_ok=True)
    repository(folder, monkeypatch)
    return folder


def make_history(folder, git):
    path = folder / "lists" / "eels.txt"
    path.parent.mkdir()
    (folder / "picture.png").write_bytes(b"\x89PNG" * 100)
    texts = [LIST, LIST.replace("1 Reed Elf", "2 Reed Elf"), LIST + "1 Marsh Ferry\n"]
    for number, text in enumerate(texts):
        path.write_text(text)
        if number == 2:
            (folder / "lists" / "new.txt").write_text("1 Forest\n")
        git("add", "-A")
        git("commit", "-q", "-m", f"state {number}")
    path.write_text(texts[2] + "1 Island\n")


def run(*arguments):
    """What the command prints, as JSON, with its exit status."""
    result = CliRunner().invoke(
        app,
        ["diff", *map(str, arguments), "--format", "json", "--no-catalog"],
        catch_exceptions=False,
    )
    return result.exit_code, json.loads(result.stdout) if result.exit_code < 2 else result.stderr


def cards(differences):
    """What was added, removed and changed, by the paths of lists."""
    return {
        each["new"] or each["old"]: (
            each["added"],
            each["removed"],
            [(f["old"], f["new"]) for card in each["changed"] for f in card["fields"]],
        )
        for each in differences["sets"]
    }


EELS = "lists/eels.txt"


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ((), {EELS: (["Island"], [], [])}),
        (("HEAD",), {EELS: (["Island"], [], [])}),
        (("HEAD~2..HEAD~1",), {EELS: ([], [], [("1 Common", "2 Common")])}),
        (("HEAD~2", "HEAD~1"), {EELS: ([], [], [("1 Common", "2 Common")])}),
        (
            ("HEAD~1..HEAD",),
            {
                EELS: (["Marsh Ferry"], [], [("2 Common", "1 Common")]),
                "lists/new.txt": (["Forest"], [], []),
            },
        ),
        (("HEAD~1...HEAD", EELS), {".": (["Marsh Ferry"], [], [("2 Common", "1 Common")])}),
        (("..HEAD~2", EELS), {".": ([], ["Marsh Ferry"], [])}),
        (("HEAD~2", EELS), {".": (["Marsh Ferry", "Island"], [], [])}),
        (
            ("HEAD~2", "lists"),
            {"eels.txt": (["Marsh Ferry", "Island"], [], []), "new.txt": (["Forest"], [], [])},
        ),
        ((EELS,), {".": (["Island"], [], [])}),
        ((f"HEAD~2:{EELS}",), {".": (["Marsh Ferry", "Island"], [], [])}),
        ((f"HEAD~2:{EELS}", EELS), {".": (["Marsh Ferry", "Island"], [], [])}),
        ((f"HEAD:{EELS}", f"HEAD~2:./{EELS}"), {".": ([], ["Marsh Ferry"], [])}),
        (
            (f"HEAD~1:{EELS}", "HEAD:lists/new.txt"),
            {".": (["Forest"], ["Lantern Eel", "Reed Elf"], [])},
        ),
    ],
)  # fmt: skip
@pytest.mark.usefixtures("history")
def test_words_say_which_versions_are_meant(words, expected):
    status, differences = run(*words)
    assert status == 0
    assert cards(differences) == expected


def test_paths_are_below_the_current_folder(history, monkeypatch):
    monkeypatch.chdir(history / "lists")
    assert cards(run("HEAD~2", "eels.txt")[1]) == {".": (["Marsh Ferry", "Island"], [], [])}
    assert cards(run("HEAD:./eels.txt")[1]) == {".": (["Island"], [], [])}


def test_a_file_that_is_gone_was_there(history):
    (history / "lists" / "eels.txt").unlink()
    assert cards(run("HEAD")[1])["lists/eels.txt"][1] == ["Lantern Eel", "Reed Elf", "Marsh Ferry"]
    assert cards(run("HEAD", EELS)[1]) == {
        ".": ([], ["Lantern Eel", "Reed Elf", "Marsh Ferry"], [])
    }


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("nothing",), "not a file, a folder or a revision"),
        (("HEAD~9",), "not a file, a folder or a revision"),
        (("HEAD~1..nothing",), "not a file, a folder or a revision"),
        (("HEAD", "nothing.txt"), "nothing is at"),
        (("HEAD", "lists", "picture.png"), "one path"),
        (("HEAD", "../.."), "not in the repository"),
    ],
)
@pytest.mark.usefixtures("history")
def test_what_means_nothing_is_refused(words, message):
    status, stderr = run(*words)
    assert status == 2
    assert message in stderr


def test_what_begins_as_an_option_is_no_option_of_git(history):
    with (
        pytest.raises(RevisionError, match="not a file, a folder or a revision"),
        versions(["--output=x"]),
    ):
        pass
    assert not (history / "x").exists()


def test_outside_of_a_repository_there_are_no_revisions(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path.parent))
    with pytest.raises(RevisionError, match="not a git repository"), versions(["HEAD~1"]):
        pass


def test_a_set_at_a_revision_has_its_primitives(git, tmp_path):
    folder = tmp_path / "repository" / "Res" / "sets"
    for path, text in (
        ("AAA/_cards.dat", "[card]\nprimitive=Eel\nid=1\nrarity=C\n[/card]\n"),
        ("primitives/mtg.txt", "[card]\nname=Eel\npower=1\n[/card]\n"),
    ):
        (folder / path).parent.mkdir(parents=True)
        (folder / path).write_text(text)
    git("add", "-A")
    git("commit", "-q", "-m", "first")
    (folder / "primitives" / "mtg.txt").write_text("[card]\nname=Eel\npower=2\n[/card]\n")
    (alone,) = run("HEAD:Res/sets/AAA", "Res/sets/AAA")[1]["sets"]
    assert [each["new"] for each in alone["changed"][0]["fields"]] == ["2"]
    (whole,) = run()[1]["sets"]
    assert whole["new"] == "Res/sets/primitives"
    assert len(whole["changed"]) == 1


def test_what_git_ignores_is_not_compared_and_what_it_does_not_know_is(history):
    (history / ".gitignore").write_text("build/\n*.old.txt\n")
    (history / "build").mkdir()
    for name in ("build/made.txt", "eels.old.txt", "fresh.txt", ".git/odd.txt"):
        (history / name).write_text("1 Island\n")
    assert cards(run()[1]).keys() == {EELS, "fresh.txt"}


def test_a_hook_of_another_repository_does_not_mislead(history, tmp_path, monkeypatch):
    monkeypatch.setenv("GIT_DIR", str(tmp_path / "elsewhere"))
    monkeypatch.setenv("GIT_INDEX_FILE", str(tmp_path / "index"))
    assert cards(run(str(history / EELS))[1]) == {".": (["Island"], [], [])}


def test_links_do_not_lead_out_of_a_revision(git, tmp_path):
    folder = tmp_path / "repository"
    (tmp_path / "secret.txt").write_text("1 Secret\n")
    (folder / "real.txt").write_text("1 Forest\n")
    for name, target in (
        ("inside.txt", "real.txt"),
        ("outside.txt", "../secret.txt"),
        ("absolute.txt", str(tmp_path / "secret.txt")),
        ("loop.txt", "loop.txt"),
    ):
        (folder / name).symlink_to(target)
    git("add", "-A")
    git("commit", "-q", "-m", "links")
    repository = Repository.of(folder)
    with files_at(repository, repository.commit("HEAD")) as place:
        assert sorted(each.name for each in place.iterdir() if each.is_file()) == [
            "inside.txt",
            "real.txt",
        ]
        assert (place / "inside.txt").read_text() == "1 Forest\n"
    assert not place.exists()


def test_what_a_repository_wants_to_run_is_not_run(history, git, tmp_path):
    mark = tmp_path / "ran"
    program = tmp_path / "program"
    program.write_text(f"#!/bin/sh\ntouch {mark}\n")
    program.chmod(0o755)
    for key in ("core.fsmonitor", "diff.external", "diff.x.textconv", "filter.x.smudge"):
        git("config", key, str(program))
    (history / ".gitattributes").write_text("*.txt diff=x filter=x\n")
    mark.unlink(missing_ok=True)
    assert run("HEAD~1")[0] == 0
    assert not mark.exists()


@pytest.mark.usefixtures("history")
def test_the_exit_status_says_only_on_demand_that_something_is_different():
    assert run("HEAD~1..HEAD~1", "--exit-code")[0] == 0
    assert run("HEAD~1..HEAD")[0] == 0
    assert run("HEAD~1..HEAD", "--exit-code")[0] == 1


@pytest.mark.usefixtures("history")
def test_the_command_prints_text_and_markdown():
    result = CliRunner().invoke(app, ["diff", "HEAD~1..HEAD", "--limit", "1"])
    assert result.stdout.splitlines()[:2] == [
        "lists/eels.txt: 1 added, 1 changed, 1 pack",
        "  + Marsh Ferry",
    ]
    assert "1 Common" in result.stdout
    result = CliRunner().invoke(app, ["diff", "HEAD~1..HEAD", "--format", "markdown"])
    assert result.stdout.startswith("**HEAD~1 → HEAD: ")
    assert "<details><summary>lists/eels.txt" in result.stdout


def test_errors_in_what_is_compared_are_said(history):
    (history / "lists" / "eels.txt").write_text("[Common\n1 Eel\n")
    result = CliRunner().invoke(app, ["diff", "HEAD", EELS])
    assert result.exit_code == 0
    assert "has errors, 0 before and" in result.stderr


def test_both_versions_are_read_as_they_are_configured_now(git, tmp_path):
    folder = tmp_path / "repository"
    (folder / "eels.txt").write_text("1 Lantern Eel\n")
    git("add", "-A")
    git("commit", "-q", "-m", "first")
    (folder / "eels.txt").write_text("2 Lantern Eel\n")
    rule = '[[files]]\npath = "*.txt"\nformat = "{}"\n'
    (folder / "cardformats.toml").write_text(rule.format("decklist"))
    (deck,) = run()[1]["sets"]
    (cube,) = run("--no-config")[1]["sets"]
    (of_deck, of_cube) = (
        [(each["old"], each["new"]) for each in its["changed"][0]["fields"]] for its in (deck, cube)
    )
    assert of_deck == [("1 Deck", "2 Deck")] != of_cube
    (folder / "cardformats.toml").write_text(rule.format("decklit"))
    assert "did you mean" in run()[1]


@pytest.mark.usefixtures("history")
def test_repositories_in_a_repository_are_not_compared(git, tmp_path):
    inner = tmp_path / "repository" / "inner"
    git("init", "-q", str(inner))
    (inner / "list.txt").write_text(LIST)
    git("-C", str(inner), "add", ".")
    git("-C", str(inner), "commit", "-qm", "first")
    with versions([]) as (_, new):
        assert inner in new.left_out
    git("add", "inner")
    with versions([]) as (_, new):
        assert inner in new.left_out
