"""Names that come from data can be those of files on every system."""

from __future__ import annotations

import subprocess
import sys

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

import cardformats as cf
from cardformats.cli.app import app
from cardformats.file_names import free_name, portable_name

DEVICES = ["con", "PRN", "aux", "nul", "com1", "LPT9", "COM²"]


@pytest.mark.parametrize("name", DEVICES)
def test_no_name_is_that_of_a_device(name):
    assert portable_name(name) == f"_{name}"
    assert portable_name(f"{name}.txt") == f"_{name}.txt"
    assert portable_name(f"{name}flux") == f"{name}flux"


@given(st.text())
def test_names_are_short_and_stay_as_they_are(name):
    portable = portable_name(name)
    assert len(portable.encode("utf-8", "surrogatepass")) <= 121
    assert portable_name(portable) == portable
    assert not portable.endswith((" ", "."))


@given(st.lists(st.sampled_from(["Abc", "ABC", "abc", "abc_2", "x"]), max_size=9))
def test_no_two_names_differ_by_case_alone(names):
    taken = set()
    for name in names:
        free = free_name(name, taken)
        assert free.lower() not in taken
        taken.add(free.lower())


def folders_of_sets(tmp_path, sample, *names):
    sets = tmp_path / "sets"
    for name in names:
        (sets / name).mkdir(parents=True)
        (sets / name / "_cards.dat").write_bytes((sample / "_cards.dat").read_bytes())
    return sets


def test_converting_a_tree_writes_files_that_every_system_has(tmp_path, sample):
    sets = folders_of_sets(tmp_path, sample, "CON", "Abc", "ABC", "x" * 200)
    primitives = str(sample.parent / "primitives")
    lists = tmp_path / "lists"
    arguments = ["convert", str(sets), "-o", str(lists), "--primitives", primitives]
    assert CliRunner().invoke(app, arguments).exit_code == 0
    names = sorted(each.name for each in lists.iterdir())
    assert names == ["ABC.txt", "Abc-2.txt", "_CON.txt", f"{'x' * 120}.txt"]


def test_a_long_code_of_a_set_is_shortened_in_a_folder_of_octgn(tmp_path):
    cardset = cf.CardSet.of([cf.Card.of("Eel", rarity="common")], name="X" * 400, code="S" * 400)
    report = cf.write(cardset, tmp_path / "game", "octgn")
    assert report.ok
    (written,) = (tmp_path / "game").rglob("set.xml")
    assert len(written.parent.name) <= 120
    assert cf.read(written).name == "X" * 400


def test_the_package_is_a_command():
    done = subprocess.run(
        [sys.executable, "-m", "cardformats", "--version"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == f"cardformats, version {cf.__version__}\n"


def test_without_its_extra_the_command_names_it():
    code = (
        "import sys; sys.modules['click'] = None; "
        "import runpy; runpy.run_module('cardformats', run_name='__main__')"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stderr == "the command needs the extra «cli»: pip install 'cardformats[cli]'\n"
