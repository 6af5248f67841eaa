"""Runs the cases: each is a page with files, a command, and what the command prints.

A fenced block with the info string ``text PATH`` is a file; ``eol=crlf`` and ``encoding=NAME`` may
follow.  ``python PATH`` is a script, for what no command brings about.  A block ``console`` holds a
command line and all that it prints, and ends with the exit status if that is not 0.  A case in
``cases/CODE.md`` shows the diagnostic of that code; those in ``data/sessions`` show what several
commands print of the same files, or what a script prints.  What is typed is in a file, after ``<``.
"""

from __future__ import annotations

import re
import runpy
import shlex
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path

import pytest
from click.testing import CliRunner

from cardformats.cli.app import app
from cardformats.explanations import GROUPS
from cardformats.plugins import PluginCode

from .conftest import ROOT

CASES = [
    page
    for folder in ("cases", "data/sessions")
    for page in sorted((ROOT / "tests" / folder).glob("*.md"))
]
_BLOCK = re.compile(r"^```(\w+) ?([^\n]*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def run(command: str) -> str:
    """Everything *command* prints, and its exit status if that is not 0."""
    command, _, typed = command.partition(" < ")
    program, *arguments = shlex.split(command)
    if program == "python":
        with redirect_stdout(StringIO()) as printed:
            runpy.run_path(*arguments)
        return printed.getvalue()
    assert program == "cardformats"
    runner = CliRunner(env={"COLUMNS": "100"})
    replies = Path(typed).read_text("utf-8") if typed else ""
    result = runner.invoke(app, arguments, input=replies, prog_name=program)
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    status = f"exit status {result.exit_code}\n" if result.exit_code else ""
    return "\n".join(line.rstrip() for line in result.output.splitlines()) + "\n" + status


@pytest.mark.parametrize("page", CASES, ids=lambda page: page.stem)
def test_a_case_prints_what_its_page_says(page, tmp_path, monkeypatch, request):
    # other tests may have registered collators
    monkeypatch.setattr("cardformats.collation.collators._COLLATORS._known", {})
    text = page.read_text("utf-8")
    monkeypatch.chdir(tmp_path)
    printed = text
    commands = 0
    for kind, info, body in _BLOCK.findall(text):
        if kind in {"text", "python"}:
            name, *extra = info.split()
            options = dict(option.split("=") for option in extra)
            eol = "\r\n" if options.get("eol") == "crlf" else "\n"
            path = tmp_path / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(body.replace("\n", eol).encode(options.get("encoding", "utf-8")))
        elif kind == "console":
            commands += 1
            first, _, _ = body.partition("\n")
            printed = printed.replace(body, f"{first}\n{run(first.removeprefix('$ '))}")
    if request.config.getoption("--accept"):
        page.write_text(printed, "utf-8")
        text = printed
    assert commands
    assert printed == text


#: Codes of plug-ins that cannot be used have no case: a case has no plug-ins.
CODES = [code for group in GROUPS for code in group.codes() if code not in {*PluginCode}]


def page_of(code):
    return (ROOT / "tests" / "cases" / f"{code}.md").read_text("utf-8")


def without_indents(text):
    return "\n".join(line.strip() for line in text.split("\n"))


def test_every_code_has_a_case_that_shows_it():
    """A code that no case shows may never be reported, or be reported wrongly."""
    assert [code for code in CODES if f"[{code}]: " not in page_of(code)] == []


def test_every_example_is_in_the_case_of_its_code():
    wrong = [
        code.value
        for code in CODES
        if without_indents(code.example) not in without_indents(page_of(code))
    ]
    assert wrong == []


def test_every_code_with_an_excerpt_has_an_example():
    excerpt = r"^\S.*\[{}\]: .*\n +[0-9]+ \|"
    shown = [code for code in CODES if re.search(excerpt.format(code), page_of(code), re.MULTILINE)]
    assert len(shown) > 200
    assert [code.value for code in shown if not code.example] == []
