"""Texts change as editors say, in the units of the protocol."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardformats.lsp.text import Lines, LiveText, prefix, split_lines, width

UNITS = ["utf-16", "utf-8", "utf-32"]
TEXTS = st.text(st.sampled_from("aé€\U0001f600\n\r\ud800\u2028\x0b"), max_size=20)


@given(TEXTS)
def test_lines_are_the_text_and_end_as_the_protocol_says(text):
    lines = split_lines(text)
    assert "".join(lines) == text
    assert all(line.endswith(("\n", "\r")) for line in lines[:-1])
    assert not lines[-1].endswith(("\n", "\r"))
    assert all("\n" not in line.rstrip("\r\n") for line in lines)


@pytest.mark.parametrize("units", UNITS)
@given(text=TEXTS)
def test_a_position_says_where_an_offset_is(units, text):
    lines = Lines.of(text)
    for offset in range(len(text) + 1):
        number, column = lines.position(offset, units)
        is_within_end = text[offset - 1 : offset + 1] == "\r\n"
        if not is_within_end:
            assert lines.offset((number, column), units) == offset


@pytest.mark.parametrize("units", UNITS)
@given(text=TEXTS, new=TEXTS, places=st.tuples(st.integers(0, 20), st.integers(0, 20)))
def test_changes_of_lines_are_changes_of_the_text(units, text, new, places):
    start, end = sorted(min(each, len(text)) for each in places)
    lines, live = Lines.of(text), LiveText(text)
    positions = [lines.position(each, units) for each in (start, end)]
    start, end = (lines.offset(each, units) for each in positions)
    live.change(*positions, new, units)
    changed = text[:start] + new + text[end:]
    assert live.text() == changed
    assert list(live.lines().starts) == list(Lines.of(changed).starts)


@pytest.mark.parametrize(("units", "columns"), [("utf-16", 4), ("utf-8", 7), ("utf-32", 3)])
def test_columns_are_counted_in_units(units, columns):
    assert width("a\u00e9\U0001f600", units) == columns


@pytest.mark.parametrize(("units", "column"), [("utf-16", 2), ("utf-8", 2), ("utf-8", 4)])
def test_no_character_is_cut(units, column):
    assert prefix("a\U0001f600b\n", column, units) == "a"


def test_places_that_are_not_there_are_the_nearest_before():
    live = LiveText("one\ntwo")
    live.change((0, 99), (0, 99), "!", "utf-16")
    live.change((9, 9), (9, 9), "?", "utf-16")
    assert live.text() == "one!\ntwo?"
    live.change((1, 2), (0, 1), "-", "utf-16")
    assert live.text() == "o-o?"
