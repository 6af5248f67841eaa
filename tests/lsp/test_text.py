"""Texts change as editors say, in the units of the protocol."""

from itertools import count

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lsprotocol import types
from pygls.workspace import PositionCodec

from cardformats.lsp.text import LineIndex, TypedText, prefix, split_lines, width
from tests.growth import LINEAR, growth_of_calls

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
    lines = LineIndex.of(text, units)
    for offset in range(len(text) + 1):
        position = lines.position(offset)
        is_within_end = text[offset - 1 : offset + 1] == "\r\n"
        if not is_within_end:
            assert lines.offset(position) == offset


@pytest.mark.parametrize("units", UNITS)
@given(text=TEXTS, new=TEXTS, places=st.tuples(st.integers(0, 20), st.integers(0, 20)))
def test_changes_of_lines_are_changes_of_the_text(units, text, new, places):
    start, end = sorted(min(each, len(text)) for each in places)
    lines, typed = (
        LineIndex.of(text, units),
        TypedText("file:///a", text, codec=PositionCodec(units)),
    )
    where = lines.range(start, end)
    start, end = lines.offset(where.start), lines.offset(where.end)
    typed.apply_change(types.TextDocumentContentChangePartial(where, new))
    changed = text[:start] + new + text[end:]
    assert typed.source == changed
    assert list(LineIndex(typed.lines).starts) == list(LineIndex.of(changed).starts)


@pytest.mark.parametrize(("units", "columns"), [("utf-16", 4), ("utf-8", 7), ("utf-32", 3)])
def test_columns_are_counted_in_units(units, columns):
    assert width("a\u00e9\U0001f600", units) == columns


@pytest.mark.parametrize("character", ["a", "\u00e9", "\U0001f600"])
@pytest.mark.parametrize("units", UNITS)
def test_positions_in_one_long_line_take_linear_time(units, character):
    different = count()

    def look(size):
        lines = LineIndex.of(f"{next(different)}{character * size}", units)
        for offset in range(0, size, 10):
            assert lines.offset(lines.position(offset)) == offset

    assert growth_of_calls(look, 500) < LINEAR


@pytest.mark.parametrize(("units", "column"), [("utf-16", 2), ("utf-8", 2), ("utf-8", 4)])
def test_no_character_is_cut(units, column):
    assert prefix("a\U0001f600b\n", column, units) == "a"


def typed(text, *changes):
    """A text after changes: from where, up to where, and what is written there."""
    live = TypedText("file:///a", text)
    for start, end, new in changes:
        where = types.Range(types.Position(*start), types.Position(*end))
        live.apply_change(types.TextDocumentContentChangePartial(where, new))
    return live.source


def test_places_that_are_not_there_are_the_nearest_before():
    changes = [((0, 99), (0, 99), "!"), ((9, 9), (9, 9), "?")]
    assert typed("one\ntwo", *changes) == "one!\ntwo?"
    assert typed("one!\ntwo?", ((1, 2), (0, 1), "-")) == "o-o?"


@pytest.mark.parametrize("text", ["", "one", "one\n", "one\ntwo", "one\r\n"])
def test_an_edit_in_the_line_after_the_last_is_at_the_end(text):
    number = len(split_lines(text))
    assert typed(text, ((number, 0), (number, 0), "new")) == f"{text}new"
    assert typed(text, ((0, 0), (number, 0), "new")) == "new"
    lines = LineIndex.of(text)
    assert lines.offset(types.Position(number, 0)) == len(text)
    assert lines.position(len(text)).line == number - 1


def test_the_whole_text_can_be_another_one():
    live = TypedText("file:///a", "one\ntwo")
    live.apply_change(types.TextDocumentContentChangeWholeDocument("three\u2028four"))
    assert (live.source, [*live.lines]) == ("three\u2028four", ["three\u2028four"])
