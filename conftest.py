"""Runs the Python blocks of the README and of the documentation as tests."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from sybil import Sybil
from sybil.parsers.myst import PythonCodeBlockParser

# tests know no cards but their own
os.environ["CARDFORMATS_CARDS"] = ""


def _enter(namespace: dict[str, Any]) -> None:
    namespace["_came_from"] = Path.cwd()
    os.chdir(Path(__file__).parent)


def _leave(namespace: dict[str, Any]) -> None:
    os.chdir(namespace["_came_from"])


pytest_collect_file = Sybil(
    parsers=[PythonCodeBlockParser()],
    patterns=["README.md", "docs/*.md", "docs/*/*.md"],
    excludes=["examples/*/README.md", "docs/_build/*.md"],
    setup=_enter,
    teardown=_leave,
).pytest()
