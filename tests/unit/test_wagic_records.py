"""Card files as records: blocks, fields, and the offsets that point back into the text."""

from __future__ import annotations

import pytest

import cardformats as cf
from cardformats.diagnostic_log import DiagnosticLog
from cardformats.formats.wagic.reader import fields, primitive_files, scan
from cardformats.source import SourceText

MAX_LINE = 1000
FROG = "[card]\nname=Reedfrog\ntext=Croak = loud.\n[/card]\n"


def read(data):
    """The records of *data* (text or bytes), and the log they were read with."""
    if isinstance(data, bytes):
        source = SourceText.from_bytes("f.txt", data)
    else:
        source = SourceText("f.txt", data)
    log = DiagnosticLog(100)
    return scan(source, log), log


def lines_of(file, log, index=0):
    return list(fields(file, index, log, MAX_LINE))


def found(log):
    return [(str(each.code), each.span.text) for each in log.finish()]


@pytest.mark.parametrize("eol", ["\n", "\r\n"])
@pytest.mark.parametrize("final", [True, False])
def test_fields_are_the_same_with_either_line_end_and_without_a_final_one(eol, final):
    text = FROG.replace("\n", eol)
    file, log = read(text if final else text.removesuffix(eol))
    assert [(each.key, each.value) for each in lines_of(file, log)] == [
        ("name", "Reedfrog"),
        ("text", "Croak = loud."),
    ]
    assert not found(log)


@pytest.mark.parametrize("eol", ["\n", "\r\n"])
@pytest.mark.parametrize("before", ["", "\ufeff", "# a comment\n\n"])
def test_offsets_of_a_field_point_at_its_key_and_its_value(eol, before):
    text = before + FROG.replace("\n", eol)
    file, log = read(text)
    for line in lines_of(file, log):
        assert text[line.start : line.start + len(line.key)] == line.key
        assert text[line.value_start : line.value_start + len(line.value)] == line.value


def test_offsets_of_a_block_point_at_its_lines():
    text = "# frogs\n" + FROG + FROG
    file, _ = read(text)
    assert len(file.starts) == 2
    for start, block in zip(file.starts, file.texts, strict=True):
        assert text.startswith("[card]\nname=", start)
        assert text.startswith(f"[{block}\n[/card]", start)


def test_a_byte_order_mark_hides_no_block_and_is_no_column():
    file, log = read(b"\xef\xbb\xbf" + FROG.encode())
    first = lines_of(file, log)[0]
    assert first.value == "Reedfrog"
    assert file.source.position(file.starts[0]) == (1, 1)
    assert not found(log)


def test_a_line_that_is_too_long_is_skipped_and_reported():
    long = "text=" + "x" * MAX_LINE
    file, log = read(f"[card]\nname=Reedfrog\n{long}\npower=1\n[/card]\n")
    assert [each.key for each in lines_of(file, log)] == ["name", "power"]
    (diagnostic,) = log.finish()
    assert diagnostic.code == "CF002"
    assert diagnostic.span.line == 3


@pytest.mark.parametrize("text", ["[card]", "[card]\n", "[card]\r\n", "[", "[/", "[card]\n[/card]"])
def test_a_block_without_lines_has_no_fields(text):
    file, log = read(text)
    assert not [line for index in range(len(file.texts)) for line in lines_of(file, log, index)]
    assert all(
        text[start + 1 : start + 1 + len(block)] == block
        for start, block in zip(file.starts, file.texts, strict=True)
    )


@pytest.mark.parametrize(
    ("data", "encoding"),
    [
        ("[card]\nname=Ælfmere Peddler\n[/card]".encode(), "utf-8"),
        ("[card]\r\nname=Ælfmere – Peddler\r\n[/card]\r\n".encode("cp1252"), "cp1252"),
        (b"[card]\nname=\x81\x8d\x8f\x90\x9d\n[/card]\n", "cp1252"),
        ("\ufeff[card]\nname=Æ\n[/card]\n".encode(), "utf-8"),
        ("\ufeff[card]\nname=Æ\n[/card]\n".encode("utf-16-le"), "utf-16-le"),
        (bytes(range(256)), "cp1252"),
        (b"# only\r\n\r\n\rodd\x00 \t\n[/x\n[card", "utf-8"),
        (b"", "utf-8"),
    ],
)
def test_a_file_that_was_not_changed_is_written_with_the_same_bytes(data, encoding):
    file, _ = read(data)
    assert file.source.encoding == encoding
    assert file.source.encode() == data


def test_text_in_either_encoding_reads_the_same():
    text = "[card]\nname=Ælfmere Peddler\ntext=Draw – then discard.\n[/card]\n"
    cards = [cf.loads(text.encode(each), "wagic").cards for each in ("utf-8", "cp1252")]
    assert cards[0] == cards[1]
    assert cards[0][0].name == "Ælfmere Peddler"


def test_primitives_files_are_read_in_the_order_of_their_bytes(tmp_path):
    for name in ("b.txt", "_a.txt", "B.txt", "é.txt", "todo.dat", ".hidden"):
        (tmp_path / name).write_text("")
    (tmp_path / "folder.txt").mkdir()
    assert [path.name for path in primitive_files(tmp_path)] == [
        "B.txt",
        "_a.txt",
        "b.txt",
        "todo.dat",
        "é.txt",
    ]
