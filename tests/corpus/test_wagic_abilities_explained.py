"""Every line of abilities of real primitives is explained, and nearly all of them in full."""

from __future__ import annotations

import re

import pytest

import cardformats as cf
from cardformats.formats.wagic.abilities import explain, parse

#: The share of distinct lines, of each tree, that are all words, with nothing in backquotes.
ALL_WORDS = {"2016": 0.97, "2021": 0.95, "2026": 0.94}


def ability_lines(folder):
    """The distinct lines of abilities of the primitives in *folder*, with macros expanded."""
    report = cf.read_report(folder, "wagic", max_grade="dangerous", max_diagnostics=0)
    found = set()
    for card in report.value.cards:
        extras = card.extras.get("wagic", {})
        expanded = extras.get("expanded", {})
        for key, lines in extras.items():
            if key.startswith("auto") or key == "anyzone":
                found.update(line.strip() for line in expanded.get(key) or lines)
    return found


@pytest.mark.slow
@pytest.mark.parametrize("tree", ALL_WORDS)
def test_every_line_is_explained_and_most_are_all_words(tree, wagic, record_property):
    lines = ability_lines(wagic / tree / "sets" / "primitives")
    english = {line: explain(parse(line)) for line in lines}
    assert len(english) > 1_000
    for line, text in english.items():
        assert text or not line
        assert "  " not in text
        assert not re.search(r"\bNone\b", text.replace(line, ""))
    share = sum("`" not in text for text in english.values()) / len(english)
    record_property("share", round(share, 4))
    assert share >= ALL_WORDS[tree]
