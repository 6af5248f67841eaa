"""Sources decode any bytes and give them back; spans know where they are."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import cardformats as cf


@given(st.binary())
def test_any_bytes_decode_and_come_back(data):
    assert cf.SourceText.from_bytes("x", data).encode() == data


@pytest.mark.parametrize(
    ("data", "encoding", "text"),
    [
        (b"a\xc3\xa9", "utf-8", "aé"),
        (b"\xef\xbb\xbfa", "utf-8", "\ufeffa"),
        (b"a\x97b", "cp1252", "a—b"),
        (b"\x81\xe9", "cp1252", "\x81é"),
        (b"\xff\xfea\x00", "utf-16-le", "\ufeffa"),
        (b"\xfe\xff\x00a", "utf-16-be", "\ufeffa"),
        (b"\xff\xfea", "cp1252", "ÿþa"),
    ],
)
def test_the_encoding_is_told_by_the_bytes(data, encoding, text):
    source = cf.SourceText.from_bytes("x", data)
    assert (source.encoding, source.text) == (encoding, text)


@pytest.mark.parametrize(
    ("text", "offset", "position"),
    [
        ("", 0, (1, 1)),
        ("ab", 2, (1, 3)),
        ("a\nb", 2, (2, 1)),
        ("a\r\nb", 3, (2, 1)),
        ("a\rb", 2, (1, 3)),
        ("\ufeffab", 1, (1, 1)),
        ("\ufeffab", 0, (1, 1)),
        ("é\n\n🂡x", 4, (3, 2)),
    ],
)
def test_lines_and_columns_count_from_one_in_code_points(text, offset, position):
    span = cf.SourceText("x", text).span(offset)
    assert (span.line, span.column) == position


def test_a_span_prints_as_place_and_covers_its_text():
    span = cf.SourceText("list.txt", "a\nbcd").span(3, 5)
    assert (str(span), span.text) == ("list.txt:2:2", "cd")


def test_an_excerpt_shows_the_line_with_carets_below():
    span = cf.SourceText("x", "one\r\n\ttwo three\r\n").span(10, 15)
    assert span.excerpt() == "    2 |     two three\n      |         ^^^^^"


def test_an_excerpt_of_nothing_has_one_caret():
    assert cf.SourceText("x", "").span(0).excerpt() == "    1 |\n      | ^"


def test_an_excerpt_goes_to_the_end_of_its_first_line():
    assert cf.SourceText("x", "ab\ncd").span(1, 5).excerpt() == "    1 | ab\n      |  ^"


def test_an_excerpt_of_a_long_line_is_a_window():
    text = "x" * 1000 + "HERE" + "y" * 1000
    excerpt = cf.SourceText("x", text).span(1000, 1004).excerpt()
    assert "HERE" in excerpt
    assert max(map(len, excerpt.splitlines())) < 140


def test_an_excerpt_cannot_disturb_a_terminal():
    assert "\x1b" not in cf.SourceText("x", "a\x1b[2Jb").span(0, 3).excerpt()
