"""What the real programs made of real files."""

from __future__ import annotations

import json

import pytest


@pytest.fixture(scope="session")
def golden_lists(corpus):
    """The path of each Draftmancer list, with what Draftmancer made of it."""
    golden = corpus / "golden" / "draftmancer"
    paths = sorted((corpus / "corpus" / "draftmancer").glob("*.txt"))
    assert paths
    return [(path, json.loads((golden / f"{path.name}.json").read_text("utf-8"))) for path in paths]


@pytest.fixture(scope="session")
def probes(corpus):
    """Each small list, by name: its text, and what Draftmancer made of it."""
    path = corpus / "golden" / "draftmancer" / "probes.json"
    return json.loads(path.read_text("utf-8"))
