"""Mutated copies of texts keep the properties of `scripts/fuzz.py`; earlier failures stay fixed."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest
from fuzzing.finds import kept, still_open
from fuzzing.running import Runner

from tests.conftest import ROOT

FINDS = kept()
OPEN = still_open()
#: A few seconds; the session `fuzz` tries as many as there is time for.
TRIALS = 300


def a_find(name):
    """A find; one that is open fails, and is no longer open when it does not.

    How time grows depends on the machine, too, and takes long to measure.
    """
    is_sure = FINDS[name].trial.target != "growth"
    marks = [pytest.mark.xfail(reason="it is open", strict=is_sure)] if name in OPEN else []
    marks += [] if is_sure else [pytest.mark.part(3)]
    return pytest.param(name, id=name.removesuffix(".json"), marks=marks)


@pytest.mark.parametrize("name", [a_find(name) for name in FINDS])
def test_a_failure_that_was_found_stays_fixed(name, tmp_path):
    failure, _ = Runner(tmp_path / "trial").failure(FINDS[name].trial)
    assert failure is None, f"{failure.kind}\n{failure.detail}"


def test_only_finds_that_are_kept_are_open():
    assert FINDS.keys() >= OPEN


def test_a_run_of_one_seed_finds_nothing_new():
    """The texts are those that everybody has, and the seed and the trials are always the same."""
    command = (sys.executable, "scripts/fuzz.py", "--seed", "1", "--trials", str(TRIALS))
    environment = {**os.environ, "CARDFORMATS_CORPUS": str(ROOT / "no corpus")}
    run = subprocess.run(
        [*command, "--no-keep"],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stdout + run.stderr
