"""Where the engine takes the targets of real card files otherwise than they are meant."""

from __future__ import annotations

import pytest

from cardformats.formats.wagic.abilities import lint, parse
from cardformats.formats.wagic.abilities.engine.targets import chooser
from cardformats.formats.wagic.abilities.nodes import Target

from ..wagic_meanings import UnclearError, differs


@pytest.fixture(scope="module")
def targets(target_rows, step):
    """The texts of targets that the engine read in the lines of real files."""
    return [row["target"] for row in target_rows[::step] if "own" not in row]


def codes(text):
    """What the linter finds in a target."""
    if text == text.lower():
        return {finding.code.value for finding in lint(text, "target")}
    return {finding.code.value for finding in lint(f"type({text})~morethan~0", "conditions")}


def test_what_is_taken_otherwise_is_reported(targets, step):
    """What differs from its plain meaning is reported, nearly nothing else as taken otherwise."""
    counts = {}
    for text in targets:
        tree = parse(text, "target").body
        try:
            is_other = differs(tree, chooser(text)) if isinstance(tree, Target) else None
        except UnclearError:
            is_other = None
        findings = codes(text)
        is_reported = any(is_other or code >= "WG100" for code in findings)
        key = (is_other, is_reported)
        counts[key] = counts.get(key, 0) + 1
    assert counts[True, True] >= 0.99 * (counts[True, True] + counts.get((True, False), 0))
    assert counts.get((False, True), 0) <= 0.01 * (
        counts.get((False, True), 0) + counts[False, False]
    )
    assert step > 1 or counts == {
        (False, False): 3585, (True, True): 321, (None, False): 164, (None, True): 5,
        (False, True): 5,
    }  # fmt: skip
