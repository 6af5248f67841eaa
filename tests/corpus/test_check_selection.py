"""A tree of sets is checked as those who keep it would: with a baseline, in a git repository."""

from __future__ import annotations

import shutil

import pytest

from cardformats.checking import run
from cardformats.checking.baseline import Baseline
from cardformats.checking.config import Config, nearest_configs


@pytest.fixture(scope="module")
def tree(corpus, tmp_path_factory):
    """The tree of 2026 with a baseline of all that is found in it."""
    folder = tmp_path_factory.mktemp("repository")
    shutil.copytree(corpus / "corpus" / "wagic" / "2026" / "sets", folder / "sets")
    (folder / "cardformats.toml").write_text(
        "[check]\nbaseline = 'known.json'\n[[files]]\npath = 'sets'\nformat = 'wagic'\n"
    )
    every = run([folder], lambda _path: Config(files=Config.find(folder).files))
    assert every.counts["WG020"] > 10_000
    before = Baseline(folder / "known.json")
    before.with_findings(every.diagnostics, {}, [each.path for each in every.inputs]).write()
    return folder


@pytest.mark.slow
def test_a_planted_fault_is_exactly_one_finding(tree):
    assert run([tree]).diagnostics == ()
    file = tree / "sets" / "10E" / "_cards.dat"
    text = file.read_text("utf-8")
    file.write_text("# a comment\n\n" + text.replace("rarity=R", "rarity=Q", 1), "utf-8")
    findings = run([tree], nearest_configs())
    (finding,) = findings.diagnostics
    assert finding.span is not None
    assert finding.span.source.line(finding.span.line) == "rarity=Q"
    assert findings.failures == 0
    file.write_text(text, "utf-8")
