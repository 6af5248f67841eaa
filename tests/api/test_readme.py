"""The README's commands are true: they run here, with the Python that runs the tests."""

from __future__ import annotations

import re

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
