"""Texts and abilities of the cards of real files."""

from __future__ import annotations

import pytest
from scripts import make_text_report

from cardformats.formats.wagic.abilities.text_check.codes import TextCode


@pytest.fixture(scope="module")
def findings(corpus, step):
    """What is found in each tree; by default in one."""
    trees = make_text_report.TREES if step == 1 else make_text_report.TREES[1:2]
    return make_text_report.findings(corpus, trees)


@pytest.mark.slow
def test_the_page_of_texts_is_fresh(findings):
    page = make_text_report.FILE.path.read_text("utf-8")
    assert page == make_text_report.page(findings), "run scripts/make_text_report.py"


def test_the_page_has_what_is_found_in_a_tree(findings):
    """And says of nothing else that it was found there."""
    *_, tree = findings
    page = make_text_report.FILE.path.read_text("utf-8").splitlines()
    expected = make_text_report.page({tree: findings[tree]}).splitlines()
    assert [line for line in page if line.startswith(f"| {tree} |")] == [
        line for line in expected if line.startswith(f"| {tree} |")
    ]
    assert rows_of(page, tree) == rows_of(expected, tree)


def rows_of(page, tree):
    """The rows that say of this tree that it has them, without what they say of others."""
    rows = [line.removesuffix(" |").rpartition(" | ") for line in page]
    return [row for row, _, trees in rows if tree in trees.split(", ")]


def test_known_faults_of_cards_are_found(findings):
    every = {
        (each.data["name"], each.data["text"], each.data["script"])
        for diagnostics in findings.values()
        for each in diagnostics
        if isinstance(each.code, TextCode) and "script" in each.data
    }
    assert every >= {
        ("Magmatic Sinkhole", "deals 5 damage", "damage:2"),
        ("Reckless Air Strike", "deals 3 damage", "damage:2"),
        ("Goka the Unjust", "deals 4 damage", "damage:1"),
        ("Battle of Frost and Fire", "deals 4 damage", "damage:3"),
        ("Mother Bear", "{3}{G}{G}, Exile Mother Bear from your graveyard",
         "{3}{G}{E(this|mygraveyard)}"),
    }  # fmt: skip
    charm = ("Temur Charm", "power 3 or less", "power>=3")
    assert ("2016" in findings) == (charm in every)


def test_most_of_what_is_compared_is_equal(findings):
    counts = [diagnostics[-1].data for diagnostics in findings.values()]
    comparisons = sum(each["comparisons"] for each in counts)
    assert comparisons > (38_500 if "2016" in findings else 8_500)
    assert sum(each["differences"] for each in counts) < comparisons / 100
