"""How long a new interpreter takes: bare, with the package, with its first use."""

from __future__ import annotations

import subprocess
import sys

import pytest


@pytest.mark.parametrize(
    "statement",
    ["pass", "import attrs", "import cardformats", "import cardformats; cardformats.read"],
)
def test_new_interpreter(benchmark, statement):
    benchmark.group = "import"
    benchmark.pedantic(
        subprocess.run,
        ([sys.executable, "-c", statement],),
        {"check": True},
        rounds=10,
        warmup_rounds=2,
    )
