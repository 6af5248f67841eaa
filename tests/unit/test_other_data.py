"""Data that is not text of a format is refused with one error; odd lists are not."""

from __future__ import annotations

import gzip
import io
import json
import random
import zipfile
import zlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

import cardformats as cf

NOISE = random.Random(1).randbytes(4000)  # noqa: S311 - no secret
LINES = "".join(f"1 Moss {number}\n" for number in range(100)).encode()


def zipped():
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as file:
        file.writestr("list.txt", LINES)
    return data.getvalue()


HTML = "<!DOCTYPE html>\n<html>\n<head></head>\n<body><p>Gone</p></body>\n</html>\n"
CARDS = [{"name": "Moss", "sets": [["A", 1], "B"]}, {"name": "Reed [x]"}] * 40
OTHERS = {
    "noise": (NOISE, "binary data"),
    "deflated": (zlib.compress(NOISE), "binary data"),
    "PNG": (b"\x89PNG\r\n\x1a\n" + NOISE, "an image (PNG)"),
    "ZIP": (zipped(), "a ZIP archive"),
    "gzip": (gzip.compress(LINES), "a gzip archive"),
    "PDF": (b"%PDF-1.7\n1 0 obj\n<< >>\nendobj\n", "a PDF document"),
    "HTML": (HTML.encode(), "an HTML page"),
    "HTML in UTF-16": (HTML.encode("utf-16"), "an HTML page"),
    "indented HTML": (f"\ufeff\r\n  {HTML}".encode(), "an HTML page"),
    "XML": (b'<?xml version="1.0"?>\n<set/>', "XML"),
    "XML without a head": (b"<set a='1'>\n<card/>\n</set>\n", "XML"),
    "object": (json.dumps({"a": CARDS}).encode(), "JSON"),
    "indented object": (json.dumps({"a": CARDS}, indent=1).encode(), "JSON"),
    "cut object": (json.dumps({"a": CARDS}, indent=1).encode()[:900], "JSON"),
    "array": (json.dumps(CARDS).encode(), "JSON"),
    "indented array": (json.dumps(CARDS, indent=1).encode(), "JSON"),
    "lines of an array": (b'[\n{"name": "Moss"},\n{"name": "Reed"}\n]\n', "JSON"),
    "cut array": (json.dumps(CARDS, indent=1).encode()[:900], "JSON"),
    "array of numbers": (b"[1, 2, [3]]", "JSON"),
    "empty object": (b"{}\n", "JSON"),
    "UTF-16 without a mark": (LINES.decode().encode("utf-16-le"), "text in UTF-16 or UTF-32"),
    "UTF-16, big endian": ("1 Eel\n4 Wren\n".encode("utf-16-be"), "text in UTF-16 or UTF-32"),
    "UTF-32, big endian": ("1 Eel\n4 Wren\n".encode("utf-32-be"), "text in UTF-16 or UTF-32"),
    "short UTF-32": ("1 Eel\n".encode("utf-32"), "text in UTF-16 or UTF-32"),
    "program": (b"\x7fELF" + bytes(50), "binary data"),
    "part of HTML": (b"<p>You must log in", "an HTML page"),
    "RTF": (rb"{\rtf1\ansi x}", "an RTF document"),
    "PostScript": (b"%!PS-Adobe-3.0\n", "a PostScript document"),
    "UTF-32": (LINES.decode().encode("utf-32"), "text in UTF-16 or UTF-32"),
}  # fmt: skip


#: The formats, and the kinds of text that each of them is.
OWN = {
    "draftmancer": (),
    "decklist": (),
    "csv": (),
    "wagic": (),
    "wagic-pack": ("XML",),
    "octgn": ("XML", "a ZIP archive"),
    "octgn-deck": ("XML",),
    "dek": ("XML",),
    "json": ("JSON",),
    "mtgjson": ("JSON", "a gzip archive"),
    "scryfall": ("JSON",),
}


@pytest.mark.parametrize("format_id", OWN)
def test_text_of_another_kind_is_one_error_that_says_which(format_id):
    for name, (data, what) in OTHERS.items():
        if what not in OWN[format_id]:
            report = cf.loads_report(data, format_id)
            (found,) = report.diagnostics
            assert found.code == "CF008", name
            assert found.data["what"].startswith(what), name
            assert what in found.message, name
            assert not report.ok, name
            assert (*report.value.cards, *report.value.sheets) == (), name


@pytest.mark.parametrize("format_id", OWN)
def test_what_has_only_control_characters_is_no_text(format_id):
    for data in (b"\0", b"\0\0\0\0", b"\x01\n", b"\xef\xbb\xbf\0", bytes(50)):
        (found,) = cf.loads_report(data, format_id).diagnostics
        assert (found.code, found.data["what"]) == ("CF008", "binary data"), data


@pytest.mark.parametrize("scalar", ["12", '"Moss"', "null", "[]"])
@pytest.mark.parametrize("format_id", ["json", "mtgjson", "scryfall"])
def test_json_of_no_card_is_at_most_one_error(format_id, scalar):
    assert len(cf.loads_report(scalar, format_id).diagnostics) <= 1


def test_a_file_that_is_no_text_is_an_error_among_those_of_a_folder(tmp_path):
    (tmp_path / "ANA").mkdir()
    (tmp_path / "ANA" / "_cards.dat").write_bytes(b"\x89PNG\r\n\x1a\n" + NOISE)
    report = cf.read_report(tmp_path, "wagic")
    assert report.counts() == {"CF008": 1}


LISTS = {
    "one odd name": b"\x01\x02Foo",
    "a number": b"12",
    "a word of JSON": b'"Moss"\nnull\n',
    "a few control characters": b"1 Moss\x00\n1 Re\x1bed\n1 \x07Fen\n",
    "old encodings": "1 Lim-Dûl's Moss\n2 Ærie\n".encode("cp1252"),
    "Shift JIS": "1 森林の番人\n2 島\n3 沼\n".encode("shift-jis") * 10,
    "UTF-8 with a mark": b"\xef\xbb\xbf" + LINES,
    "UTF-16": LINES.decode().encode("utf-16"),
    "a header and an array": b'[{"a": 1}]\n1 Moss\n',
    "brackets": b"1 [[Moss]]\n<Moss>\n{W}\n{x: 1\n",
    "tags that are not closed": b"<Moss> [LAN]\n1 Reed\n",
    "a header of one word": b"[null]\n1 Moss\n",
    "settings": b'[Settings]\n{"name": "Moss"}\n[A(1)]\n1 Moss\n',
}


@pytest.mark.parametrize("format_id", ["draftmancer", "decklist"])
def test_an_odd_list_is_read(format_id):
    for name, data in LISTS.items():
        report = cf.loads_report(data, format_id)
        assert report.ok, name
        assert any(sheet.entries for sheet in report.value.sheets.values()), name


@pytest.mark.parametrize("data", [b"", b"\n \n", b"\xff\xfe", b"# nothing\n"])
def test_an_empty_list_has_no_cards(data):
    report = cf.loads_report(data, "draftmancer")
    assert report.counts() == {"DM001": 1}


@given(st.binary(min_size=600, max_size=2000))
def test_bytes_at_random_are_no_list_or_few_lines_of_it(data):
    noise = random.Random(data).randbytes(4000)  # noqa: S311 - no secret
    report = cf.loads_report(noise, "draftmancer")
    assert report.counts() == {"CF008": 1}
    cf.loads_report(data, "draftmancer")


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(),
        lambda each: st.lists(each) | st.dictionaries(st.text(), each),
    ).filter(lambda value: isinstance(value, (dict, list)))
)
def test_json_is_never_a_list(value):
    for indent in (None, 2):
        report = cf.loads_report(json.dumps(value, indent=indent), "draftmancer")
        assert [each.data.get("what") for each in report.diagnostics] == ["JSON"]


def test_a_long_text_is_looked_at_once():
    for part in ("<a ", "[{", '{"', "<!--", "[ ", '[{"a":"]', "\\", "<a:"):
        assert cf.loads_report(part * 50_000, "draftmancer", max_line=10) is not None
