"""The audit of real lists and sets: it never raises, and finds no error in what can be opened."""

from __future__ import annotations

from time import perf_counter

import cardformats as cf
from cardformats import Severity
from cardformats.collation.audit.audit import audit

from .readings import report_of

_ONE_SHEET = "fifteen cards a pack is what a list without layouts gets; it has fewer"
#: Lists that Draftmancer takes and that have errors, and why.
LISTS = {
    "CubeCobraExport.txt": f"8 players: {_ONE_SHEET} than 24 packs need",
    "ReplacementTest.txt": f"{_ONE_SHEET} than one pack needs",
}
#: An audit takes no longer, in seconds.
_LONGEST = 5


def errors(cardset):
    """The errors of all boosters."""
    start = perf_counter()
    found = [each for booster in cardset.boosters or (None,) for each in audit(cardset, booster)]
    assert perf_counter() - start < _LONGEST
    return [each for each in found if each.severity is Severity.ERROR]


def test_lists_that_draftmancer_takes_have_no_errors(golden_lists):
    wrong = {}
    for path, golden in golden_lists:
        report = report_of(path, "draftmancer")
        found = errors(report.value)
        if golden["ok"] and report.ok and found:
            wrong[path.name] = [str(each) for each in found]
    assert wrong.keys() == LISTS.keys(), wrong


def test_probes_can_be_audited(probes):
    for probe in probes.values():
        errors(cf.loads_report(probe["text"], "draftmancer").value)


def test_sets_can_be_audited(octgn_sets):
    for path in octgn_sets:
        cardset = report_of(path).value
        if cardset.boosters:
            errors(cardset)
