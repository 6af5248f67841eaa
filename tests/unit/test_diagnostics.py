"""Diagnostics print as one line or with an excerpt; reports hold them; logs have limits."""

from __future__ import annotations

import pickle
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

import cardformats as cf
from cardformats.checking.fixing import _key
from cardformats.diagnostic_log import DiagnosticLog
from cardformats.diagnostics import (
    Code,
    Concern,
    Diagnostic,
    Fix,
    How,
    Report,
    Severity,
    SharedCode,
    tally,
)
from cardformats.losses import Loss, LossLog
from cardformats.source import SourceText, TextEdit


def diagnostic(**changes):
    source = SourceText("list.txt", "1 Forest\n2 Iland\n")
    found = SharedCode.TOO_LARGE.at(source.span(11, 16), limit=5)
    return found.with_notes(*changes.get("notes", ()))


def test_expanded_text_says_where_it_came_from():
    file = SourceText("cards.dat", "auto=_A_\n")
    made = SourceText(
        "expansion", "tap twice", origin=file.span(5, 8), origin_note="in expansion of _A_"
    )
    lines = SharedCode.TOO_LARGE.at(made.span(4, 9), limit=1).render().splitlines()
    assert lines[1:] == [
        "    1 | tap twice",
        "      |     ^^^^^",
        "      = in expansion of _A_, from cards.dat:1:6:",
        "    1 | auto=_A_",
        "      |      ^^^",
    ]


def part_of(file, start, end):
    """A diagnostic of a part of a file, its source, and its fix of the part and of another file."""
    part, other = SourceText("", file.text[start:end]), SourceText("b.txt", "Bog")
    edits = [TextEdit(part.span(0, 2), "Is"), TextEdit(other.span(0, 3), "Fen")]
    return SharedCode.TOO_LARGE.at(part.span(0, 5), Fix("write", edits), notes=["n"], limit=5)


def test_a_diagnostic_of_a_part_is_moved_to_its_place_in_the_whole():
    file = SourceText("list.txt", "1 Forest\n2 Iland\n")
    found = part_of(file, 11, 16)
    moved = found.moved(file.span(11, 16).part)
    assert str(moved.span) == "list.txt:2:3"
    assert (moved.message, moved.notes, moved.data) == (found.message, ("n",), {"limit": 5})
    assert moved.fix.edits == (TextEdit(file.span(11, 13), "Is"), found.fix.edits[1])
    assert found.moved(lambda start, end: file.span(end, start)).span == file.span(5, 0)


def test_a_diagnostic_of_expanded_text_is_moved_with_its_origin():
    file, part = SourceText("cards.dat", "[card]\nauto=_A_\n"), SourceText("", "auto=_A_")
    made = SourceText("expansion", "tap twice", origin=part.span(5, 8))
    moved = SharedCode.TOO_LARGE.at(made.span(4, 9), limit=1).moved(file.span(7).part)
    assert (moved.span.text, moved.span.source.name) == ("twice", "expansion")
    assert moved.span.source.origin == moved.span.written == file.span(12, 15)


def test_a_diagnostic_without_a_span_is_not_moved():
    found = SharedCode.SUPPRESSED.at(None, count=1, limit=2)
    assert found.moved(SourceText("", "a").span) == found


def test_a_code_is_its_id():
    assert SharedCode.TOO_LARGE == "CF001"
    assert f"{SharedCode.TOO_LARGE}" == "CF001"
    assert SharedCode.TOO_LARGE.severity is cf.Severity.ERROR


def test_a_report_is_ok_until_there_is_an_error():
    warning = SharedCode.SUPPRESSED.at(None, count=1, limit=2)
    assert cf.Report(1, (warning,)).raise_for_errors() == 1
    report = cf.Report(1, (warning, diagnostic()))
    assert not report.ok
    assert report.counts() == {"CF001": 1, "CF003": 1}
    with pytest.raises(cf.ReadError, match="CF001") as caught:
        report.raise_for_errors()
    assert caught.value.report is report


def test_a_log_keeps_errors_beside_a_flood_of_warnings():
    log = DiagnosticLog(2)
    for _ in range(5):
        log.add(SharedCode.SUPPRESSED, None, count=0, limit=0)
    log.add(SharedCode.TOO_LARGE, None, limit=1)
    found = log.finish()
    assert [str(each.code) for each in found] == ["CF003", "CF003", "CF001", "CF003"]
    assert found[-1].data["count"] == 3


def test_a_frequent_finding_makes_room_for_rarer_ones():
    log = DiagnosticLog(4)
    for number in range(9):
        log.add(SharedCode.SUPPRESSED, None, count=number, limit=0)
    assert not log.has_capacity(SharedCode.SUPPRESSED)
    for _ in range(9):
        log.add(SharedCode.LONE_SURROGATE, None, escape="x")
    codes = [str(each.code) for each in log.finish()]
    kept, counted = codes[:-1], log.finish()[-1].data["count"]
    assert kept == ["CF003"] * 2 + ["CF006"] * 2
    assert counted == 14


CODES = (*SharedCode, *Loss)
FINDINGS = st.lists(
    st.tuples(st.sampled_from(CODES), st.one_of(st.none(), st.integers(0, 9)), st.integers(0, 2))
)


def finding(code, start, word):
    span = None if start is None else SourceText("x", "0123456789").span(start)
    return Diagnostic(code, f"message {word}", span)


@given(FINDINGS, FINDINGS, st.integers(0, 6), st.integers(0, 6))
def test_whatever_is_kept_all_is_counted_once(first, second, limit, inner_limit):
    inner, log = DiagnosticLog(inner_limit), DiagnosticLog(limit)
    inner.extend(finding(*each) for each in second)
    log.extend(finding(*each) for each in first)
    log.extend(inner.finish())
    placed = {each for each in (*first, *second) if each[1] is not None}
    elsewhere = [each for each in (*first, *second) if each[1] is None]
    expected = Counter(code for code, *_ in (*placed, *elsewhere))
    found = log.finish()
    assert tally(found) == expected
    assert Report(None, found).counts() == {str(code): n for code, n in sorted(expected.items())}
    kept = [each for each in found if "places" not in each.data]
    assert sum(each.severity is not Severity.ERROR for each in kept) <= limit
    assert sum(each.severity is Severity.ERROR for each in kept) <= max(limit, 1)
    if len(kept) < len(found):
        assert found[-1].data["count"] == sum(expected.values()) - len(kept)
    has_errors = any(code.severity is Severity.ERROR for code in expected)
    assert Report(None, found).ok is not has_errors
    # two readings of the same count what has a place once
    both = tally((*found, *found))
    assert both == Counter(code for code, *_ in (*placed, *elsewhere, *elsewhere))


def test_losses_are_counted_by_code_and_kind_with_examples():
    log = LossLog("draftmancer")
    for name in "ABCDE":
        log.dropped(Loss.IMAGE, name)
    log.changed(Loss.RARITY, "F", "the rarity 'land'", "'common'")
    log.kept(Loss.EFFECT, "G", "the draft effect 'Shuffle'")
    log.refused("the whole list", "H")
    dropped, changed, kept, refused = log.finish()
    assert str(dropped) == (
        "warning[CF256]: draftmancer has no place for images: 5 left out (A, B, C, …)"
    )
    assert (dropped.code, dropped.how, dropped.count) == (Loss.IMAGE, How.DROPPED, 5)
    assert dropped.subjects == tuple("ABCDE")
    assert dropped.examples == ("A", "B", "C")
    assert dropped.concern is Concern.DATA
    assert str(changed) == (
        "warning[CF221]: draftmancer cannot store the rarity 'land' (now 'common'): "
        "1 written differently (F)"
    )
    assert (changed.how, changed.into) == (How.CHANGED, "'common'")
    assert str(kept) == (
        "warning[CF219]: draftmancer does not know the draft effect 'Shuffle': "
        "1 written all the same (G)"
    )
    assert refused.how is How.REFUSED
    assert refused.severity is Severity.ERROR


def test_the_same_thing_lost_in_two_ways_is_two_losses():
    log = LossLog("wagic")
    log.changed(Loss.RARITY, "A")
    log.dropped(Loss.RARITY, "A")
    assert [loss.how for loss in log.finish()] == [How.DROPPED, How.CHANGED]


def test_losses_that_are_known_are_not_reported_again():
    known, log = LossLog("wagic"), LossLog("wagic")
    for name in ("A", "B"):
        known.dropped(Loss.IMAGE, name)
    for name in ("A", "C", "C"):
        log.dropped(Loss.IMAGE, name)
    log.changed(Loss.IMAGE, "B")
    assert [(loss.how, loss.subjects) for loss in log.finish(known.finish())] == [
        (How.DROPPED, ("C", "C")),
        (How.CHANGED, ("B",)),
    ]


def test_a_loss_is_data_that_pickles():
    cardset = cf.CardSet(
        cards=[cf.Card(cf.Face("Bog", types="Land"), rarity="land", finish="etched")]
    )
    report = cf.dumps_report(cardset, "draftmancer")
    losses = {loss.code: loss for loss in report.losses}
    assert losses.keys() == {Loss.RARITY, Loss.FINISH}
    assert pickle.loads(pickle.dumps(report)).losses == report.losses
    again = pickle.loads(pickle.dumps(losses[Loss.RARITY]))
    assert (again.code, again.into, again.examples) == (Loss.RARITY, "'common'", ("Bog",))
    assert losses[Loss.FINISH].to_dict() == {
        "code": "CF250",
        "severity": "warning",
        "message": "draftmancer has no place for the finish 'etched': 1 left out (Bog)",
        "how": "dropped",
        "concern": "data",
        "kind": "the finish 'etched'",
        "count": 1,
        "subjects": ["Bog"],
    }


def test_a_row_whose_id_is_taken_is_refused():
    with pytest.raises(TypeError, match="TWO and ONE have the id XX001"):
        Code(
            "Twice",
            {
                "ONE": ("XX001", Severity.ERROR, "one", "Help."),
                "TWO": ("XX001", Severity.NOTE, "two", "Help."),
            },
        )


def test_a_severity_that_is_a_text_is_refused():
    with pytest.raises(TypeError, match="'warning' is not a Severity"):
        Code("Texts", {"ONE": ("XX001", "warning", "one", "Help.")})


@pytest.mark.parametrize("shift", ["", "x" * 500])
def test_the_identity_of_a_place_in_a_long_line_is_what_is_around_it(shift):
    line = "a" * 400 + "here is a fault" + "b" * 400
    before = SourceText("x.json", f"{line}\n")
    after = SourceText("x.json", f"\n{shift}{line} and more\n")
    start = len(shift) + 1 + 400
    found = SharedCode.TOO_LARGE.at(before.span(400, 415), limit=5)
    moved = SharedCode.TOO_LARGE.at(after.span(start, start + 15), limit=7)
    assert found.identity == moved.identity
    elsewhere = SharedCode.TOO_LARGE.at(before.span(100, 115), limit=5)
    assert found.identity != elsewhere.identity


def test_a_fix_is_known_again_where_numbers_in_its_message_have_changed():
    source = SourceText("a.txt", "1 Forest\n2 Iland\n")
    fix = Fix.replace(source.span(11, 16), "Island")
    before, after = (
        SharedCode.TOO_LARGE.at(source.span(11, 16), fix, limit=limit) for limit in (5, 17)
    )
    assert _key(before) == _key(after)
    assert _key(before) != _key(SharedCode.TOO_LARGE.at(source.span(0, 3), fix, limit=5))
