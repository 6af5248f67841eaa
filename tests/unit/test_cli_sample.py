"""``cardformats sample`` writes what the README and the tutorial use."""

from __future__ import annotations

import pytest
from click.testing import CliRunner

import cardformats as cf
from cardformats.cli import sample
from cardformats.cli.app import app
from tests.conftest import ROOT


def run(*arguments):
    return CliRunner().invoke(app, ["sample", *arguments])


def test_the_sample_is_that_of_the_checkout(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert run().exit_code == 0
    for name in ("wagic/sets/LAN", "mtgjson/FEN.json"):
        written = cf.read(tmp_path / "examples" / name)
        assert written == cf.read(ROOT / "examples" / name)
    assert run().exit_code == 0  # what is the same is left alone


def test_a_wheel_has_the_sample_in_the_package(tmp_path, monkeypatch):
    packed = tmp_path / "cardformats" / "sample" / "wagic"
    packed.mkdir(parents=True)
    (packed / "a.txt").write_text("one")
    monkeypatch.setattr(sample, "__file__", str(tmp_path / "cardformats" / "cli" / "sample.py"))
    assert run(str(tmp_path / "here")).exit_code == 0
    assert (tmp_path / "here" / "wagic" / "a.txt").read_text() == "one"


@pytest.mark.parametrize("content", ["other", None])
def test_what_is_there_is_not_replaced(tmp_path, content):
    path = tmp_path / "mtgjson" / "FEN.json"
    path.parent.mkdir()
    if content is None:
        path.mkdir()
    else:
        path.write_text(content)
    done = run(str(tmp_path))
    assert done.exit_code == 2
    assert "FEN.json is there already" in done.output
    assert [*tmp_path.rglob("*.dat")] == []
