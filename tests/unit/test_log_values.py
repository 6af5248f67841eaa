"""Values in logs that are of another type: each is reported where it stands."""

from __future__ import annotations

import json
from functools import cache

import pytest

from cardformats import records
from tests.conftest import ROOT

FOLDER = ROOT / "tests" / "data" / "draft_logs"
#: By log, the members that are read, and what each should be.
MEMBERS = {
    "draft": {
        "version": "string",
        "type": "string",
        "sessionID": "string",
        "time": "number of milliseconds",
        "boosters": "array of arrays of card ids",
        "boosters/0": "array of arrays of card ids",
        "boosters/0/1": "array of arrays of card ids",
        "carddata": "object",
        "users/u1/userName": "string",
        "users/u1/isBot": "true or false",
        "users/u1/picks": "array",
        "users/u1/picks/0/packNum": "whole number",
        "users/u1/picks/1/pickNum": "whole number",
        "users/u1/picks/0/pick": "array of places",
        "users/u1/picks/0/pick/0": "array of places",
        "users/u1/picks/1/burn": "array of places",
        "users/u1/picks/1/booster": "array",
        "users/u1/cards": "array of card ids",
        "users/u1/cards/2": "array of card ids",
        "users/u1/decklist": "object",
        "users/u1/decklist/main": "array of card ids",
        "users/u1/decklist/main/1": "array of card ids",
        "users/u1/decklist/side": "array of card ids",
        "users/u1/decklist/hashes": "object of strings",
        "users/u1/decklist/hashes/mws": "object of strings",
        "users/u1/decklist/lands": "object of whole numbers",
        "users/u1/decklist/lands/W": "object of whole numbers",
    },
    "housman": {
        "users/u1/picks/0/round": "whole number",
        "users/u1/picks/0/exchange": "whole number",
        "users/u1/picks/0/revealedCards": "array of card ids",
        "users/u1/picks/0/hand": "array of card ids",
        "users/u1/picks/0/hand/0": "array of card ids",
        "users/u1/picks/0/picked": "whole number",
        "users/u1/picks/0/replaced": "whole number",
    },
    "solomon": {
        "users/u1/picks/0/pickedPile": "whole number",
        "users/u1/picks/0/piles": "array of arrays of card ids",
        "users/u1/picks/0/piles/0/0": "array of arrays of card ids",
    },
    "winston": {"users/u1/picks/1/randomCard": "card id"},
}


@cache
def log_of(name):
    """A log, and what is found in it."""
    log = json.loads((FOLDER / f"{name}.txt").read_text("utf-8"))
    return log, {str(each) for each in records.loads_report(json.dumps(log, indent=1)).diagnostics}


def changed(value, path, new):
    """The value with another one at a path."""
    if not path:
        return new
    copied = value.copy()
    copied[path[0]] = changed(value[path[0]], path[1:], new)
    return copied


def at(value, path):
    for step in path:
        value = value[step]
    return value


CASES = [(log, path, what) for log, its in MEMBERS.items() for path, what in its.items()]


@pytest.mark.parametrize(("name", "path", "what"), CASES, ids=lambda each: each)
def test_a_value_of_another_type_is_reported_where_it_stands(name, path, what):
    log, known = log_of(name)
    steps = [int(step) if step.isdecimal() else step for step in path.split("/")]
    wrong = "x" if type(at(log, steps)) in (int, float) else 7.5
    log = changed(log, steps, wrong)
    report = records.loads_report(json.dumps(log, indent=1))
    found = [
        each
        for each in report.diagnostics
        if each.code == "DR003" and each.message.startswith("'") and str(each) not in known
    ]
    while isinstance(steps[-1], int) or steps[-2:-1] in (["lands"], ["hashes"]):
        steps.pop()  # the whole member is not as it should be
    (only,) = found
    assert only.message == f"{steps[-1]!r} is not {what}"
    assert json.loads(only.span.text) == at(log, steps)
    lines = json.dumps(changed(log, steps, "HERE"), indent=1).splitlines()
    assert only.span.line == next(at for at, line in enumerate(lines, 1) if "HERE" in line)
    if "picks" not in steps:  # what is not as it should be is kept, and written again
        assert at(json.loads(records.dumps(report.value, "draftmancer")), steps) == at(log, steps)
