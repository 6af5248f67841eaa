"""Diffs that can be applied."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardformats.checking.text_diff import text_diff
from cardformats.source import SourceText
from tests.unit.commands import run
from tests.unit.wagic_files import card, write

#: Lines out of order and a key that is misspelt, in a file of Windows whose last line has no end.
CARDS = card("id=1", "primitive=Newt", "rarity=C") + card("primitive=Eel", "id=2", "Rarity=C") * 9
TEXT = CARDS.rstrip("\n").replace("\n", "\r\n")


def apply(folder, patch):
    command = ["git", "apply", "--whitespace=nowarn", "-"]
    done = subprocess.run(command, cwd=folder, input=patch, capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (0, b"")


@pytest.mark.parametrize("command", [["fix"], ["format"]], ids=str)
def test_git_applies_what_the_command_shows(command, tmp_path, monkeypatch):
    names = [f"{each}/FEN/_cards.dat" for each in ("one", "two")]
    write(tmp_path, dict.fromkeys(names, TEXT.encode()))
    done, patched = (tmp_path / name for name in names)
    monkeypatch.chdir(tmp_path / "two")
    shown = run(*command, "--diff", "FEN")
    assert shown.exit_code == 1
    apply(tmp_path / "two", shown.stdout_bytes)
    run(*command, tmp_path / "one")
    assert patched.read_bytes() == done.read_bytes() != TEXT.encode()


@pytest.mark.parametrize("name", ['a\n+++ "b.dat', "a\\tb\t.dat", "Säge.dat"])
def test_git_applies_the_diff_of_a_file_with_an_odd_name(tmp_path, name):
    (tmp_path / name).write_bytes(b"one\n")
    lines = text_diff(Path(name), SourceText(name, "one\n"), SourceText(name, "two\n"))
    apply(tmp_path, "".join(f"{line}\n" for line in lines).encode())
    assert (tmp_path / name).read_bytes() == b"two\n"


LINES = st.lists(st.sampled_from(["one\n", "two\n", "two\r\n", "\n", "last"]), max_size=14)


@given(LINES.map("".join), LINES.map("".join))
def test_a_diff_leads_from_one_text_to_the_other(tmp_path_factory, before, after):
    folder = tmp_path_factory.mktemp("diff")
    file = write(folder, {"a.txt": before}) / "a.txt"
    shown = text_diff(file.relative_to(folder), SourceText("a", before), SourceText("a", after))
    if patch := "".join(f"{line}\n" for line in shown):
        apply(folder, patch.encode())
    assert file.read_bytes() == after.encode()
