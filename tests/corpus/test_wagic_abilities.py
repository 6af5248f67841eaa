"""Every line of abilities of real card files: read whole, and as Lark reads it."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from lark import UnexpectedInput

import cardformats as cf
from cardformats.formats.wagic.abilities import (
    Unknown,
    fault,
    lint,
    normalise,
    parse,
    reading,
    scripts,
)

from ..lark_trees import assert_same, lark

#: Those of the slow session; others read the smallest one only.
TREES = ["2016", "2021", "2026"]
USUAL = TREES[2:]
#: What the linter finds in the abilities of the primitives of each tree.
FINDINGS = {
    "2016": {
        "WG080": 2, "WG081": 35, "WG082": 91, "WG083": 14, "WG084": 15, "WG085": 1, "WG086": 32,
        "WG087": 12, "WG092": 17, "WG093": 17, "WG094": 1, "WG096": 1, "WG098": 3, "WG099": 18,
        "WG100": 13, "WG101": 1, "WG102": 13, "WG103": 1, "WG104": 23, "WG105": 5, "WG107": 8,
        "WG109": 2, "WG110": 10, "WG111": 43, "WG112": 1, "WG113": 1, "WG114": 1, "WG115": 3,
        "WG116": 2, "WG117": 1, "WG118": 15, "WG121": 15, "WG123": 10, "WG124": 2, "WG126": 4,
    },
    "2021": {
        "WG080": 2, "WG081": 23, "WG082": 116, "WG083": 27, "WG084": 6, "WG086": 77, "WG087": 18,
        "WG088": 6, "WG090": 136, "WG092": 26, "WG093": 13, "WG094": 9, "WG095": 1, "WG096": 2,
        "WG097": 14, "WG098": 3, "WG099": 12, "WG100": 72, "WG101": 49, "WG102": 26, "WG103": 1,
        "WG104": 3, "WG105": 23, "WG106": 10, "WG107": 4, "WG109": 4, "WG110": 5, "WG111": 56,
        "WG113": 4, "WG115": 6, "WG116": 10, "WG117": 20, "WG118": 3, "WG120": 5, "WG121": 37,
        "WG122": 3, "WG123": 7, "WG124": 5, "WG125": 1, "WG126": 18, "WG127": 3,
    },
    "2026": {
        "WG080": 1, "WG081": 4, "WG082": 9, "WG083": 10, "WG085": 3, "WG086": 28, "WG087": 2,
        "WG090": 50, "WG093": 3, "WG096": 4, "WG097": 1, "WG098": 34, "WG103": 3, "WG107": 2,
        "WG111": 2, "WG113": 1, "WG115": 1, "WG121": 2, "WG126": 3,
    },
}  # fmt: skip


@pytest.fixture(scope="module")
def reports(wagic, step):
    """The primitives of each tree, read thoroughly."""
    return {
        tree: cf.read_report(wagic / tree / "sets" / "primitives", "wagic", thorough=True)
        for tree in (TREES if step == 1 else USUAL)
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


@pytest.fixture(scope="module")
def parsed(lines):
    """The lines of each tree with what they are parsed to."""
    return {tree: {text: parse(text) for text in own} for tree, own in lines.items()}


def is_whole(line):
    return not any(isinstance(node, Unknown) for _, node in line.walk())


def test_no_line_loses_anything(parsed, step):
    every = [each for tree in parsed.values() for each in tree.items()]
    assert all(str(line) == text for text, line in every)
    for text, line in every[::step]:
        for offset, node in line.walk():
            assert text.startswith(str(node), offset)


def test_most_lines_are_read_and_understood(parsed):
    """The shares of lines whose body is read, and of which every part is understood."""
    least = {"2016": (0.997, 0.986), "2021": (0.992, 0.967), "2026": (0.982, 0.955)}
    for tree, own in parsed.items():
        read, whole = least[tree]
        lines = own.values()
        assert sum(not isinstance(line.body, Unknown) for line in lines) >= read * len(lines)
        assert sum(map(is_whole, lines)) >= whole * len(lines)


def test_a_missing_bracket_costs_a_part_of_a_line(lines):
    """One bracket is taken out of each line that has nothing wrong."""
    choose = random.Random(20261123)  # noqa: S311 - no secret
    damaged = lost = kept = every = 0
    for text in (text for tree in lines.values() for text in tree[::2]):
        places = [place for place, sign in enumerate(text) if sign in "()[]{}"]
        if not places or lint(text):
            continue
        place = choose.choice(places)
        line = parse(text[:place] + text[place + 1 :])
        damaged += 1
        lost += isinstance(line.body, Unknown)
        before, after = (
            Counter(type(node) for _, node in each.walk()) for each in (parse(text), line)
        )
        kept += (before & after).total()
        every += before.total()
    assert lost <= max(1, 0.001 * damaged)
    assert kept >= (0.96 if len(lines) > 1 else 0.94) * every


def test_what_is_not_read_is_reported(parsed):
    for tree in parsed.values():
        for text, line in tree.items():
            assert is_whole(line) or lint(text), text


def test_findings_in_whole_trees(reports):
    for tree, report in reports.items():
        counts = report.counts()
        assert {code: each for code, each in counts.items() if code >= "WG080"} == FINDINGS[tree]


def test_what_is_best_written_is_the_same_line(lines):
    for text in (text for tree in lines.values() for text in tree[::2]):
        written = normalise(text)
        assert parse(written) == parse(text), text
        assert normalise(written) == written


def test_the_values_of_other_keys_are_read(reports):
    found = [
        script
        for report in reports.values()
        for card in report.value.cards
        for script in scripts(card)
        if not script.key.startswith(("auto", "anyzone", "aicode"))
    ]
    assert len(found) > (1000 if len(reports) > 1 else 20)
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
