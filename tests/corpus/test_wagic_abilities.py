"""Every line of abilities of real card files: read whole, and as Lark reads it."""

from __future__ import annotations

import pytest
from lark import UnexpectedInput

import cardformats as cf
from cardformats.formats.wagic.abilities import Unknown, fault, lint, parse, reading, scripts

from ..lark_trees import assert_same, lark

TREES = ["2016", "2021", "2026"]
#: What the linter finds in the abilities of the primitives of each tree.
FINDINGS = {
    "2016": {
        "WG080": 14, "WG081": 40, "WG082": 115, "WG083": 43, "WG084": 11, "WG085": 4,
        "WG086": 53, "WG087": 11,
        "WG110": 11, "WG111": 28, "WG112": 1, "WG113": 5, "WG114": 1, "WG116": 2,
        "WG117": 1, "WG118": 15, "WG121": 15, "WG123": 39, "WG124": 10, "WG126": 4,
    },
    "2021": {
        "WG080": 25, "WG081": 23, "WG082": 137, "WG083": 82, "WG084": 5, "WG085": 3,
        "WG086": 114, "WG087": 11, "WG088": 5, "WG090": 174,
        "WG110": 5, "WG111": 15, "WG113": 11, "WG116": 11, "WG117": 20, "WG118": 4,
        "WG120": 5, "WG121": 78, "WG123": 25, "WG124": 34, "WG125": 1, "WG126": 18,
    },
    "2026": {
        "WG080": 21, "WG081": 4, "WG082": 22, "WG083": 91, "WG085": 2, "WG086": 65,
        "WG087": 2, "WG090": 54,
        "WG111": 1, "WG113": 2, "WG121": 5, "WG126": 3,
    },
}  # fmt: skip


@pytest.fixture(scope="module")
def reports(corpus):
    """The primitives of each tree, read thoroughly."""
    return {
        tree: cf.read_report(
            corpus / "corpus" / "wagic" / tree / "sets" / "primitives", "wagic", thorough=True
        )
        for tree in TREES
    }


@pytest.fixture(scope="module")
def lines(reports):
    """The distinct lines of abilities of each tree, with their macros expanded."""
    return {
        tree: sorted(
            {
                script.text
                for card in report.value.cards
                for script in scripts(card)
                if script.key.startswith(("auto", "anyzone"))
            }
        )
        for tree, report in reports.items()
    }


def is_whole(line):
    return not any(isinstance(node, Unknown) for _, node in line.walk())


def test_no_line_loses_anything(lines):
    every = [text for tree in lines.values() for text in tree]
    assert all(str(parse(text)) == text for text in every)
    for text in every[::4]:  # all of them take long
        for offset, node in parse(text).walk():
            assert text.startswith(str(node), offset)


@pytest.mark.parametrize(("tree", "read", "whole"), [
    ("2016", 0.997, 0.986), ("2021", 0.992, 0.967), ("2026", 0.982, 0.955),
])  # fmt: skip
def test_most_lines_are_read_and_understood(lines, tree, read, whole):
    parsed = [parse(text) for text in lines[tree]]
    assert sum(not isinstance(line.body, Unknown) for line in parsed) >= read * len(parsed)
    assert sum(map(is_whole, parsed)) >= whole * len(parsed)


def test_what_is_not_read_is_reported_and_nothing_else(lines):
    for text in (text for tree in lines.values() for text in tree):
        assert is_whole(parse(text)) or lint(text), text


@pytest.mark.parametrize("tree", TREES)
def test_findings_in_whole_trees(reports, tree):
    counts = reports[tree].counts()
    assert {code: counts[code] for code in sorted(counts) if code >= "WG080"} == FINDINGS[tree]


def test_the_values_of_other_keys_are_read(reports):
    found = [
        script
        for report in reports.values()
        for card in report.value.cards
        for script in scripts(card)
        if not script.key.startswith(("auto", "anyzone", "aicode"))
    ]
    assert len(found) > 1000
    assert sum(is_whole(each.line) for each in found) >= 0.99 * len(found)


def test_lark_reads_every_line_to_the_same_tree(lines):
    every = [text.strip().lower() for tree in lines.values() for text in tree]
    for text in every[::4]:  # Lark takes long
        try:
            tree = lark().parse(text)
        except UnexpectedInput:
            assert fault(text) is not None
        else:
            assert_same(tree, reading.read("ability", text))
