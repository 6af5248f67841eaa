"""A tree of real files, checked as in CI."""

from __future__ import annotations

import json
import shutil

import pytest
from click.testing import CliRunner

from cardformats.cli.app import app


def run(*arguments):
    result = CliRunner().invoke(app, ["check", *arguments])
    assert result.exception is None or isinstance(result.exception, SystemExit)
    return result


@pytest.mark.slow
def test_a_new_fault_in_a_tree_is_one_annotation_and_one_result(wagic, tmp_path, monkeypatch):
    shutil.copytree(wagic / "2026" / "sets", tmp_path / "sets")
    monkeypatch.chdir(tmp_path)
    known = ("sets", "--baseline", "known.json")
    run(*known, "--write-baseline")
    assert run(*known).exit_code == 0
    path = tmp_path / "sets" / "10E" / "_cards.dat"
    lines = path.read_bytes().split(b"\n")
    number = next(n for n, line in enumerate(lines) if line.startswith(b"primitive="))
    lines[number] = b"primitive=Nobody Knows It"
    # lines that have moved are known all the same
    path.write_bytes(b"\n".join([b"#", *lines]))
    result = run(*known, "--format", "github")
    (annotation,) = [line for line in result.stdout.splitlines() if line.startswith("::")]
    assert f"title=cardformats WG020,file=sets/10E/_cards.dat,line={number + 2}," in annotation
    log = json.loads(run(*known, "--format", "sarif").stdout)
    assert len(log["runs"][0]["results"]) == 1
