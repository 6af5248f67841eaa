"""The README's commands are true: they run here, with the Python that runs the tests."""

from __future__ import annotations

import re
import shlex

import pytest
from click.testing import CliRunner

from cardformats.cli.app import app
from tests.conftest import ROOT

README = (ROOT / "README.md").read_text("utf-8")
COMMANDS = re.findall(r"^```sh\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)


def test_the_first_screen_has_the_two_commands():
    first_screen = "\n".join(README.splitlines()[:24])
    assert first_screen.count("```sh") == 2


def test_ci_runs_the_command_for_the_tests():
    assert COMMANDS[1].strip() in (ROOT / ".ci" / "run").read_text("utf-8").splitlines()


def test_the_command_for_the_main_job_installs_the_command_line():
    assert ".venv/bin/pip install -q '.[cli]' && " in COMMANDS[0]


@pytest.mark.parametrize(
    "line",
    [
        line.removeprefix(".venv/bin/")
        for block in COMMANDS
        for command in block.splitlines()
        for line in command.split(" && ")
        if line.startswith((".venv/bin/cardformats", "cardformats"))
    ],
)
def test_every_command_of_the_readme_runs(line, tmp_path, monkeypatch):
    """In a folder with the examples; commands build on the files of those before them."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    runner = CliRunner()
    made = runner.invoke(app, ["convert", "examples/wagic/sets/LAN", "-o", "LAN.txt"])
    assert made.exit_code == 0
    result = runner.invoke(app, shlex.split(line, comments=True)[1:])
    assert result.exit_code == 0, result.output
