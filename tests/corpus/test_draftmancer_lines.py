"""The lines of real lists: usual ones, and none of them a slip.

Each test loops over the files, because they may be absent when tests are collected.
"""

from __future__ import annotations

import pytest

import cardformats as cf
from cardformats.formats.draftmancer import lines
from cardformats.formats.draftmancer.syntax import WHITE_SPACE, SheetSection

from .readings import report_of

#: What looks like a slip.
SLIPS = ("DM003", "DM016", "DM023", "DM025", "DM028", "DM029")
#: Probes with what looks like a slip though Draftmancer takes them, and why that is justified.
PROBES = {
    "c_pr_count_after": "the options before the count become part of the sheet's name",
    "header_count_neg": "the count becomes part of the sheet's name",
    "header_nested": "the brackets become part of the sheet's name",
    "header_parens_after": "the count becomes part of the sheet's name",
    "header_quotes": "the quotes become part of the sheet's name",
    "maybeboard_caps": "the rest of the list is surely not meant to be read",
}


@pytest.fixture(scope="module")
def lists(golden_lists):
    """Each list, by name: what we make of it, and whether Draftmancer accepts it."""
    return {
        path.name: (report_of(path, "draftmancer"), golden["ok"]) for path, golden in golden_lists
    }


@pytest.fixture(scope="module")
def texts(lists, probes):
    """Every text that there is."""
    return [report.value.syntax.source.text for report, _ in lists.values()] + [
        probe["text"] for probe in probes.values()
    ]


def card_lines(cardset):
    """The lines of the sheets of a list that was read, but blank lines and comments."""
    text = cardset.syntax.source.text
    for section in cardset.syntax.sections:
        if isinstance(section, SheetSection):
            for line in text[section.start : section.end].split("\n"):
                if line.strip(WHITE_SPACE)[:1] not in ("", "#"):
                    yield line


def slips(report):
    """What looks like a slip: codes, and the texts they cover."""
    return [
        (str(found.code), found.span.text)
        for found in report.diagnostics
        if str(found.code) in SLIPS
    ]


def test_there_is_a_row_for_each_line(texts):
    for text in texts:
        assert len(lines.rows(text)) == text.count("\n") + 1


def test_nearly_all_card_lines_are_usual(lists):
    """Others are looked at for typos, which takes longer."""
    everything = [line for report, _ in lists.values() for line in card_lines(report.value)]
    usual = [line for line in everything if lines.is_usual(*lines.rows(line)[0][1:3])]
    assert len(everything) > 5000
    assert len(usual) >= 0.95 * len(everything)


def test_nothing_in_lists_that_draftmancer_accepts_looks_like_a_slip(lists):
    found = {name: slips(report) for name, (report, is_accepted) in lists.items() if is_accepted}
    assert {name: each for name, each in found.items() if each} == {}


def test_nothing_in_probes_that_draftmancer_accepts_looks_like_a_slip(probes):
    found = {
        name: slips(cf.loads_report(probe["text"], "draftmancer"))
        for name, probe in probes.items()
        if probe["ok"]
    }
    assert {name for name, each in found.items() if each} == set(PROBES)
