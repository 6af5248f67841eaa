"""Real sets as Draftmancer lists: the original's rules accept them, with the same cards.

Each test loops over the sets, because they may be absent when tests are collected, and shows all
that is wrong at once; all of them are tried in the slow session, some in the usual one.
"""

from __future__ import annotations

from collections import Counter
from itertools import chain

import pytest

import cardformats as cf
from cardformats.formats.draftmancer.acceptance import Accepted, accept
from tests.draftmancer_meanings import found, inherited, meant, official

from .readings import report_of


def problems(cardset):
    """What is wrong with the list that is written of *cardset*; every name is official, too."""
    report = cf.dumps_report(cardset, "draftmancer")
    made = accept(report.value, official(cardset), inherited)
    if not cardset.cards and not isinstance(made, Accepted):
        return [] if report.errors else ["nothing says that there are no cards"]
    if not isinstance(made, Accepted):
        return [made.reason, *map(str, report.errors)]
    again = cf.loads_report(report.value, "draftmancer")
    wrong = [str(each) for each in (*report.errors, *again.diagnostics)]
    if made.cards != accept(report.value).cards:
        wrong.append("a custom card inherits from an official one")
    if len(made.cards) != len(cardset.cards):
        wrong.append(f"{len(made.cards)} of {len(cardset.cards)} cards")
    # a set without sheets, such as a deck, is a sheet of all its cards
    each_once = [[(1, place) for place in range(len(cardset.cards))]]
    theirs, ours = found(made), meant(cardset) or each_once
    if not cardset.boosters:
        theirs, ours = [list(chain(*theirs))], [list(chain(*ours))]
    if not any(theirs) or Counter(map(tuple, theirs)) - Counter(map(tuple, ours)):
        wrong.append("other cards")
    return wrong


def all_problems(paths):
    """What is wrong with each of *paths*, where anything is."""
    assert paths
    sets = {path: report_of(path).value for path in paths}
    return {str(path): wrong for path, each in sets.items() if (wrong := problems(each))}


@pytest.fixture(scope="module")
def wagic_sets(wagic):
    """The sets of the newest tree that has all its primitives."""
    return sorted(
        path.parent
        for path in (wagic / "2016" / "sets").glob("*/_cards.dat")
        if path.parent.name != "primitives"
    )


def test_wagic_sets_become_lists_with_the_same_cards(wagic_sets, step):
    assert len(wagic_sets) == 72
    assert all_problems(wagic_sets[::step]) == {}


def test_wagic_sets_are_written_with_official_set_codes(wagic_sets, step):
    for path in wagic_sets[::step]:
        report = cf.dumps_report(report_of(path).value, "draftmancer", cards="names")
        kinds = [each.kind for each in report.losses]
        assert not [kind for kind in kinds if "sets" in kind], path


def test_octgn_sets_become_lists_with_the_same_cards(octgn_sets, step):
    assert all_problems(octgn_sets[::step]) == {}


def test_lists_written_canonically_have_the_same_cards(corpus):
    """The same cards by name, set and number, in the same order, on the same sheets."""
    wrong = {}
    for path in sorted((corpus / "corpus" / "draftmancer").glob("*.txt")):
        before = accept(path.read_bytes().decode("utf-8"))
        report = report_of(path, "draftmancer")
        if not isinstance(before, Accepted) or not report.ok:
            continue
        written = cf.dumps_report(report.value, "draftmancer", canonical=True)
        after = accept(written.value)
        if written.errors or not isinstance(after, Accepted):
            wrong[path.name] = written.errors
        elif list(after.cards) != list(before.cards) or cards(after) != cards(before):
            wrong[path.name] = "other cards"
    assert wrong == {}


def cards(made):
    """The cards of each sheet."""
    return {
        name: [(line.copies, line.custom or line[1:4]) for line in sheet["cards"]]
        for name, sheet in made.sheets.items()
    }
