"""Texts and abilities of the cards of real files."""

from __future__ import annotations

import pytest
from scripts import make_text_report

from cardformats.formats.wagic.abilities.text_check.codes import TextCode


@pytest.fixture(scope="module")
def findings(corpus):
    return make_text_report.findings(corpus)


def test_the_page_of_texts_is_fresh(findings):
    page = make_text_report.FILE.path.read_text("utf-8")
    assert page == make_text_report.page(findings), "run scripts/make_text_report.py"


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
        ("Temur Charm", "power 3 or less", "power>=3"),
    }  # fmt: skip


def test_most_of_what_is_compared_is_equal(findings):
    counts = [diagnostics[-1].data for diagnostics in findings.values()]
    comparisons = sum(each["comparisons"] for each in counts)
    assert comparisons > 38_500
    assert sum(each["differences"] for each in counts) < comparisons / 100
