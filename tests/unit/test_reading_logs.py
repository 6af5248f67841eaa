"""How logs are read and written: formats, sizes, places of mistakes in calls."""

from __future__ import annotations

import json

import pytest

import cardformats as cf
from cardformats import records
from tests.conftest import ROOT

FOLDER = ROOT / "tests" / "data" / "draft_logs"
MTGO = (FOLDER / "magic-online.txt").read_text("utf-8")
LOG = (FOLDER / "draft.txt").read_text("utf-8")
KNOWN = "known are draftmancer, mtgo, cardformats"


@pytest.mark.parametrize("call", [records.loads, records.dumps])
def test_an_unknown_format_is_refused_with_those_that_are_known(call):
    data = MTGO if call is records.loads else records.loads(MTGO)
    with pytest.raises(cf.UnknownFormatError) as caught:
        call(data, "csv")
    assert str(caught.value) == f"unknown format of logs 'csv'; {KNOWN}"


@pytest.mark.parametrize(("text", "of"), [(MTGO, "mtgo"), (LOG, "draftmancer")])
def test_the_format_is_detected_behind_blanks(text, of):
    record = records.loads(text, of)
    for data in (f"\ufeff \n\t\r\n{text}", text.encode("utf-16"), text.encode()):
        assert records.loads(data) == record


@pytest.mark.parametrize("data", [MTGO, MTGO.encode("utf-8")])
def test_a_log_is_no_larger_than_is_allowed(tmp_path, data):
    size = len(data)
    assert records.loads_report(data, max_size=size).ok
    report = records.loads_report(data, max_size=size - 1, name="it.txt")
    (found,) = report.diagnostics
    assert (str(found.code), found.data["limit"]) == ("CF001", size - 1)
    assert found.span.source.name == "it.txt"
    assert report.value == records.DraftRecord("booster", ())
    path = tmp_path / "it.txt"
    path.write_bytes(MTGO.encode())
    size = path.stat().st_size
    assert records.read_report(path, max_size=size).ok
    assert records.read_report(path, max_size=size - 1).counts() == {"CF001": 1}


def test_no_more_diagnostics_are_kept_than_is_allowed():
    log = json.loads(LOG)
    for seat in log["users"].values():
        seat |= {"userName": 7, "isBot": 7, "cards": 7}
    wrong = json.dumps(log)
    every = records.loads_report(wrong).diagnostics
    few = records.loads_report(wrong, max_diagnostics=2).diagnostics
    assert len(every) > 3
    assert sum(each.code != "CF003" for each in few) == 2


def test_a_record_is_no_stored_draft(tmp_path):
    with pytest.raises(cf.DraftError, match="a record is not a stored draft"):
        records.dumps(records.loads(MTGO), "cardformats")
    target = tmp_path / "new" / "it.txt"
    report = records.write(records.loads(MTGO), target, "mtgo", seat=1)
    assert report.value == target
    assert records.read(target) == records.loads(MTGO)
