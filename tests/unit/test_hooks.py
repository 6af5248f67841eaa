"""What the project offers to repositories of card files: hooks of pre-commit, a GitHub action."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from cardformats.cli.app import COMMANDS
from tests.conftest import ROOT

HOOKS = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text("utf-8"))
ACTION = yaml.safe_load((ROOT / "action.yml").read_text("utf-8"))
PRIMITIVE = "[card]\nname={}\ntype=Artifact\n[/card]\n"
#: A cost that crashes the engine.
ERROR = "[card]\nname=Crab\nmana={PW}\ntype=Creature\n[/card]\n"
CARD = "[card]\nprimitive={}\nid={}\nrarity=C\n[/card]\n"


@pytest.fixture
def repository(tmp_path, monkeypatch):
    """A git repository with a Wagic set, in an environment of its own with the command in it."""
    commands = tmp_path / "bin"
    commands.mkdir()
    run_it = "from cardformats.cli import main; main()"
    command = commands / "cardformats"
    command.write_text(f'#!/bin/sh\nexec {shlex.quote(sys.executable)} -c "{run_it}" "$@"\n')
    command.chmod(0o755)
    for name in [name for name in os.environ if name.startswith(("GIT_", "PRE_COMMIT", "VIRTUAL"))]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("PATH", f"{commands}:{os.environ['PATH']}")
    monkeypatch.setenv("PYTHONPATH", str(ROOT / "src"))
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("PRE_COMMIT_HOME", str(tmp_path / "pre-commit"))
    folder = tmp_path / "tree"
    folder.mkdir()
    monkeypatch.chdir(folder)
    write("sets/primitives/mtg.txt", PRIMITIVE.format("Reed Lantern"))
    write("sets/AAA/_cards.dat", CARD.format("Reed Lantern", 1))
    write("README.txt", "Cards.\n")
    git("init", "--quiet")
    git("config", "user.name", "A maintainer")
    git("config", "user.email", "maintainer@example.org")
    return folder


def write(name, text):
    path = Path(name)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")


def git(*arguments):
    return subprocess.run(["git", *arguments], capture_output=True, text=True, check=False)  # noqa: S607


def pre_commit(*arguments):
    command = [sys.executable, "-m", "pre_commit", *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_hooks_call_commands_that_there_are():
    assert [hook["id"].removeprefix("cardformats-") for hook in HOOKS] == ["check", "fix", "format"]
    for hook in HOOKS:
        program, command = hook["entry"].split()
        assert program == "cardformats"
        assert command in {*COMMANDS, "fix", "format"}


def test_hooks_look_at_files_that_are_named_by_their_format():
    (pattern,) = {hook["files"] for hook in HOOKS}
    for name in (
        "sets/LAN/_cards.dat", "_cards.dat", "Res/sets/primitives/mtg.txt", "Sets/One/set.xml",
        "decks/one.o8d",
    ):  # fmt: skip
        assert re.search(pattern, name)
    for name in ("README.txt", "my_cards.dat", "sets/primitives/a/b.txt", "charset.xml"):
        assert not re.search(pattern, name)


def local_hook(name):
    """The hook as one of the repository itself, which needs no installation."""
    hook = next(each for each in HOOKS if each["id"] == name)
    own = {key: value for key, value in hook.items() if key != "additional_dependencies"}
    return {"repos": [{"repo": "local", "hooks": [own | {"language": "system"}]}]}


@pytest.mark.usefixtures("repository")
def test_a_commit_with_an_error_is_refused_until_it_is_fixed():
    write(".pre-commit-config.yaml", yaml.safe_dump(local_hook("cardformats-check")))
    assert pre_commit("install").returncode == 0
    write("sets/primitives/mtg.txt", PRIMITIVE.format("Reed Lantern") + ERROR)
    git("add", ".")
    first = git("commit", "-m", "A crab")
    assert first.returncode == 1
    assert "sets/primitives/mtg.txt:7:6: error[WG041]" in first.stderr
    write(
        "sets/primitives/mtg.txt", PRIMITIVE.format("Reed Lantern") + ERROR.replace("{PW}", "{W}")
    )
    git("add", ".")
    second = git("commit", "-m", "A crab with a cost")
    assert second.returncode == 0, second.stderr


@pytest.mark.skipif("fix" not in COMMANDS, reason="there is no such command")
@pytest.mark.usefixtures("repository")
def test_a_hook_mends_what_is_committed():
    write(".pre-commit-config.yaml", yaml.safe_dump(local_hook("cardformats-fix")))
    path = "sets/primitives/mtg.txt"
    write(path, PRIMITIVE.format("Reed Lantern").replace("type", "mana={1}}\ntype"))
    git("add", ".")
    first = pre_commit("run", "--all-files")
    assert first.returncode == 1
    assert "files were modified by this hook" in first.stdout
    assert "\nmana={1}\n" in Path(path).read_text("utf-8")


@pytest.mark.slow
@pytest.mark.usefixtures("repository")
def test_the_hook_can_be_installed_from_the_project():
    hook = {"repo": str(ROOT), "rev": "HEAD", "hooks": [{"id": "cardformats-check"}]}
    write(".pre-commit-config.yaml", yaml.safe_dump({"repos": [hook]}))
    git("add", ".")
    result = pre_commit("run", "--all-files")
    assert result.returncode == 0, result.stdout
    assert "Passed" in result.stdout


def run_step(number, inputs, **environment):
    """Run a step of the action as the service does: inputs are put in, bash stops at an error."""
    step = ACTION["runs"]["steps"][number]
    values = {name: about["default"] for name, about in ACTION["inputs"].items()} | inputs
    environment |= {
        name: re.sub(r"\$\{\{ inputs\.(\w+) \}\}", lambda match: values[match[1]], text)
        for name, text in step.get("env", {}).items()
    }
    assert step["shell"] == "bash"
    command = ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", step["run"]]
    return subprocess.run(
        command, capture_output=True, text=True, check=False, env=os.environ | environment
    )


@pytest.mark.usefixtures("repository")
def test_the_action_gives_one_annotation_for_one_fault():
    write("cardformats.toml", '[[files]]\npath = "sets"\nformat = "wagic"\n')
    result = run_step(-1, {})
    assert (result.returncode, result.stdout) == (0, "nothing to report\n")
    write("sets/BBB b/_cards.dat", CARD.format("Reed Lantern", 1))
    result = run_step(-1, {"paths": "sets\n\nsets/AAA\n"})
    assert result.returncode == 0
    annotations = [line for line in result.stdout.splitlines() if line.startswith("::")]
    assert len(annotations) == 1
    assert annotations[0].startswith(
        "::warning title=cardformats WG013,file=sets/BBB b/_cards.dat,line=3,endLine=3,"
    )


@pytest.mark.usefixtures("repository")
def test_the_action_takes_options_and_writes_files():
    write("sets/AAA/_cards.dat", CARD.format("Reed Lamp", 1))
    inputs = {
        "arguments": "--max-grade unsupported --brief",
        "format": "sarif",
        "output": "a.sarif",
    }
    result = run_step(-1, {"paths": "sets", **inputs})
    assert (result.returncode, result.stdout) == (0, "")
    assert '"ruleId": "WG020"' in Path("a.sarif").read_text("utf-8")
    write("sets/primitives/mtg.txt", ERROR)
    assert run_step(-1, {"paths": "sets"}).returncode == 1


@pytest.mark.slow
def test_the_action_installs_the_command(repository):
    path = repository.parent / "path"
    environment = {
        "RUNNER_TEMP": str(repository.parent),
        "GITHUB_ACTION_PATH": str(ROOT),
        "GITHUB_PATH": str(path),
        "PYTHONPATH": "",
    }
    result = run_step(0, {}, **environment)
    assert result.returncode == 0, result.stderr
    (folder,) = path.read_text("utf-8").split("\n")[:-1]
    result = run_step(1, {"paths": "sets"}, PATH=f"{folder}:{os.environ['PATH']}", PYTHONPATH="")
    assert (result.returncode, result.stdout) == (0, "nothing to report\n")
