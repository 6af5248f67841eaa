"""Sources decode any bytes and give them back; spans know where they are."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import cardformats as cf
from cardformats import source
from cardformats.diagnostics import Fix
from cardformats.formats.base import Written
from cardformats.source import SourceText, TextEdit, spliced


@given(st.binary())
def test_any_bytes_decode_and_come_back(data):
    assert SourceText.from_bytes("x", data).encode() == data


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
    source = SourceText.from_bytes("x", data)
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
    span = SourceText("x", text).span(offset)
    assert (span.line, span.column) == position


def test_a_span_prints_as_place_and_covers_its_text():
    span = SourceText("list.txt", "a\nbcd").span(3, 5)
    assert (str(span), span.text) == ("list.txt:2:2", "cd")


def test_an_excerpt_shows_the_line_with_carets_below():
    span = SourceText("x", "one\r\n\ttwo three\r\n").span(10, 15)
    assert span.excerpt() == "    2 |     two three\n      |         ^^^^^"


def test_an_excerpt_of_nothing_has_one_caret():
    assert SourceText("x", "").span(0).excerpt() == "    1 |\n      | ^"


def test_an_excerpt_goes_to_the_end_of_its_first_line():
    assert SourceText("x", "ab\ncd").span(1, 5).excerpt() == "    1 | ab\n      |  ^"


def test_an_excerpt_of_a_long_line_is_a_window():
    text = "x" * 1000 + "HERE" + "y" * 1000
    excerpt = SourceText("x", text).span(1000, 1004).excerpt()
    assert "HERE" in excerpt
    assert max(map(len, excerpt.splitlines())) < 140


def test_an_excerpt_cannot_disturb_a_terminal():
    assert "\x1b" not in SourceText("x", "a\x1b[2Jb").span(0, 3).excerpt()


def test_what_is_overlaid_is_read_in_the_place_of_a_file(tmp_path):
    path, new = tmp_path / "cube.txt", tmp_path / "new.txt"
    path.write_text("[A(1)]\nForest\n")
    (tmp_path / "link.txt").symlink_to(path)
    before = source.stamp(path)
    with source.overlaid({path: b"[A(1)]\nIsland\n", new: b"[A(1)]\nSwamp\n"}):
        for each, name in ((path, "Island"), (tmp_path / "link.txt", "Island"), (new, "Swamp")):
            assert [entry.card.name for entry in cf.read(each).sheets["A"].entries] == [name]
        with source.overlaid({tmp_path / "link.txt": b"[A(1)]\nPlains\n"}):
            assert source.read_bytes(path, 100) == b"[A(1)]\nPlains\n"
            assert source.read_bytes(new, 3) == b"[A(1"
        overlay = source.stamp(path)
        assert overlay not in (before, source.stamp(new))
    assert source.stamp(path) == before
    assert not source.is_file(new)
    assert path.read_text() == "[A(1)]\nForest\n"


@pytest.mark.parametrize("engine", ["sane", "exact"])
def test_caches_tell_overlaid_primitives_from_those_on_the_disk(tmp_path, engine):
    card = "[card]\nname=Bog\ntext={}\ntype=Land\n[/card]\n"
    files = {
        "10E/_cards.dat": "[card]\nprimitive=Bog\nid=1\nrarity=L\n[/card]\n",
        "primitives/a.txt": card.format("old"),
    }
    for name, text in files.items():
        (tmp_path / name).parent.mkdir()
        (tmp_path / name).write_text(text)
    options = {"primitives": tmp_path / "primitives", "engine": engine}

    def text_of_bog():
        return cf.read(tmp_path / "10E", "wagic", **options).cards[0].text

    assert text_of_bog() == "old"
    with source.overlaid({tmp_path / "primitives/a.txt": card.format("new").encode()}):
        assert text_of_bog() == "new"
    with source.overlaid({tmp_path / "primitives/a.txt": card.format("odd").encode()}):
        assert text_of_bog() == "odd"
    assert text_of_bog() == "old"


@given(st.text(max_size=30), st.lists(st.tuples(st.integers(0, 30), st.text(max_size=3))))
def test_edits_are_applied_at_once_as_they_would_be_one_by_one(text, pieces):
    places = sorted({min(place, len(text)) for place, _ in pieces})
    news = [new for _, new in pieces]
    edits = [(start, end, new) for start, end, new in zip(places, places[1:], news, strict=False)][
        ::2
    ]
    source = SourceText("", text)
    one_by_one = text
    for start, end, new in reversed(edits):
        one_by_one = one_by_one[:start] + new + one_by_one[end:]
    fix = Fix("", [TextEdit(source.span(start, end), new) for start, end, new in reversed(edits)])
    assert fix.applied(source) == spliced(text, edits) == one_by_one


def test_edits_at_one_place_are_applied_in_their_order_and_overlaps_are_refused():
    assert spliced("ab", [(1, 1, "x"), (1, 1, "y"), (1, 2, "z")]) == "axyz"
    with pytest.raises(ValueError, match="overlap"):
        spliced("abc", [(0, 2, "x"), (1, 3, "y")])


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16-le"])
def test_a_written_text_has_no_unpaired_surrogates_that_its_encoding_lacks(encoding):
    written = Written("Eel \ud83d\udc1f\ud800", encoding)
    assert written.encode()
    assert ord(written.text[-1]) == (0xFFFD if encoding == "utf-8" else 0xD800)
