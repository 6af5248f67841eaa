"""Card files as records: blocks, fields, and the offsets that point back into the text."""

from __future__ import annotations

import pytest

import cardformats as cf
from cardformats.diagnostic_log import DiagnosticLog
from cardformats.formats.wagic.reader import fields, primitive_files, scan
from cardformats.formats.wagic.syntax import kind_of
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


def test_values_keep_their_blanks_and_further_equals_signs():
    file, log = read("[card]\nname= Reedfrog \nauto=a=b==c\nempty=\n[/card]\n")
    assert [each.value for each in lines_of(file, log)] == [" Reedfrog ", "a=b==c", ""]


def test_comments_and_empty_lines_say_nothing_in_a_block():
    file, log = read("[card]\n#name=Bogtoad\n\n  \nname=Reedfrog\n# x\n[/card]\n")
    assert [each.value for each in lines_of(file, log)] == ["Reedfrog"]
    assert not found(log)


def test_a_line_without_an_equals_sign_is_reported_where_it_stands():
    file, log = read("[card]\r\ntext=Croak\r\nand leap.\r\n[/card]\r\n")
    assert [each.value for each in lines_of(file, log)] == ["Croak"]
    assert found(log) == [("WG004", "and leap.")]


def test_a_line_that_is_too_long_is_skipped_and_reported():
    long = "text=" + "x" * MAX_LINE
    file, log = read(f"[card]\nname=Reedfrog\n{long}\npower=1\n[/card]\n")
    assert [each.key for each in lines_of(file, log)] == ["name", "power"]
    (diagnostic,) = log.finish()
    assert diagnostic.code == "CF002"
    assert diagnostic.span.line == 3


def test_text_outside_a_block_is_reported_but_comments_and_macros_are_not():
    text = f"# a comment\n  \nfrogs\n{FROG}#AUTO_DEFINE _A_ b\n  toads\n"
    file, log = read(text)
    assert found(log) == [("WG002", "frogs"), ("WG002", "  toads")]
    assert [macro.name for macro in file.macros] == ["_A_"]


def test_a_macro_definition_counts_wherever_it_stands():
    file, log = read(
        f"#AUTO_DEFINE _A_ x\n[card]\n#AUTO_DEFINE _B_ y\nname=Reedfrog\n[/card]\n{FROG}"
    )
    assert [macro.name for macro in file.macros] == ["_A_", "_B_"]
    assert [each.key for each in lines_of(file, log)] == ["name"]


@pytest.mark.parametrize(
    "line", ["x#AUTO_DEFINE _A_ b", " #AUTO_DEFINE _A_ b", "#auto_define _A_ b"]
)
def test_a_macro_definition_begins_its_line_in_capitals(line):
    file, _ = read(line + "\n")
    assert file.macros == ()


def test_a_block_that_is_not_closed_ends_before_the_next_one():
    file, log = read("[card]\nname=Bogtoad\n" + FROG)
    assert [lines_of(file, log, index)[0].value for index in (0, 1)] == ["Bogtoad", "Reedfrog"]
    assert [(each.code, each.span.line) for each in log.finish()] == [("WG001", 1)]


def test_a_block_that_is_not_closed_ends_with_the_file():
    file, log = read("[meta]\nname=Frogs")
    assert lines_of(file, log)[0].value == "Frogs"
    (diagnostic,) = log.finish()
    assert diagnostic.code == "WG001"
    assert "[/meta]" in diagnostic.message


@pytest.mark.parametrize("text", ["[card]", "[card]\n", "[card]\r\n", "[", "[/", "[card]\n[/card]"])
def test_a_block_without_lines_has_no_fields(text):
    file, log = read(text)
    assert not [line for index in range(len(file.texts)) for line in lines_of(file, log, index)]
    assert all(
        text[start + 1 : start + 1 + len(block)] == block
        for start, block in zip(file.starts, file.texts, strict=True)
    )


def test_an_empty_block_is_closed_by_the_line_after_it():
    file, log = read("[card]\n[/card]\n" + FROG)
    assert len(file.texts) == 2
    assert not found(log)


def test_a_closing_line_without_a_block_is_reported():
    _, log = read(FROG + "[/card] \n")
    assert found(log) == [("WG003", "[/card]")]


@pytest.mark.parametrize("opening", ["[card", "[crad]", "[card ] frogs", "[anything]"])
def test_every_line_that_begins_with_a_bracket_opens_a_card(opening):
    file, log = read(FROG.replace("[card]", opening))
    assert [kind_of(text) for text in file.texts] == ["card"]
    assert found(log) == [("WG008", opening)]


def test_blanks_after_a_bracket_do_not_matter():
    file, log = read(FROG.replace("[card]", "[card]  "))
    assert lines_of(file, log)[0].value == "Reedfrog"
    assert not found(log)


def test_a_line_that_begins_with_m_opens_metadata():
    file, _ = read("[meta]\nname=Frogs\n[/meta]\n" + FROG)
    assert [kind_of(text) for text in file.texts] == ["meta", "card"]


@pytest.mark.parametrize("line", ["grade=crappy", "grade=Crappy ", "# note\ngrade=crappy"])
def test_a_grade_before_the_cards_holds_for_the_file(line):
    file, log = read(f"{line}\n{FROG}")
    assert file.grade == "crappy"
    assert not found(log)


def test_an_unknown_grade_is_reported_and_grades_nothing():
    file, log = read("grade=nice\n" + FROG)
    assert file.grade is None
    assert found(log) == [("WG007", "grade=nice")]


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
