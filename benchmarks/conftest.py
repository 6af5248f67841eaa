"""What the benchmarks read: the corpus if there is one, else the sample."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent


@pytest.fixture(scope="session")
def corpus():
    """The folder of real files; skips if it is absent."""
    folder = Path(os.environ.get("CARDFORMATS_CORPUS", ROOT.parent / "shared"))
    if not (folder / "corpus").is_dir():
        pytest.skip(f"no corpus in {folder}; set CARDFORMATS_CORPUS")
    return folder / "corpus"


@pytest.fixture(scope="session")
def measured(pytestconfig):
    """Whether anything is measured; if not, small files show that the benchmarks' code works."""
    return not pytestconfig.getoption("benchmark_disable")


@pytest.fixture(scope="session")
def sets(corpus, sample, measured):
    """The folder of 72 real Wagic sets and their primitives."""
    return corpus / "wagic" / "2016" / "sets" if measured else sample.parent


@pytest.fixture(scope="session")
def sample():
    """The folder of the sample set."""
    return ROOT / "examples" / "wagic" / "sets" / "LAN"


@pytest.fixture(autouse=True)
def _named_reference(request, benchmark):
    """Store in the results what the benchmark is a reference for, for ``page.py``."""
    if mark := request.node.get_closest_marker("reference"):
        (benchmark.extra_info["reference"],) = mark.args
