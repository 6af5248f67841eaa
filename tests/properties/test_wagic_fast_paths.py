"""The fast ways of reading Wagic files find what a look at each line finds."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardformats.diagnostic_log import DiagnosticLog
from cardformats.formats.wagic.fields import KNOWN_KEYS, plain_values, sort_fields
from cardformats.formats.wagic.format import GRADES
from cardformats.formats.wagic.reader import primitive_files, scan
from cardformats.source import SourceText

LINES = [
    "[card]", "[card] ", "[meta]", "[/card]", "[/meta]", "[/", "[crad]", "[", "", "# frogs",
    "name=Reedfrog", "grade=crappy", "croak",
]  # fmt: skip
CARD = ["[card]", "name=Reedfrog", "[/card]"]


def line_by_line(text):
    """Where blocks start, what they say, the grade, and the findings: line after line."""
    starts, texts, grade, findings, is_open = [], [], (None, 0), [], False
    start = 1 if text.startswith("\ufeff") else 0
    for line in text[start:].split("\n"):
        content = line.rstrip()
        if line.startswith("[") and (not is_open or line.startswith(("[/", "[card", "[meta"))):
            if is_open:
                texts.append(text[starts[-1] + 1 : start - 1])
                opener = text[starts[-1] :].partition("\n")[0].rstrip()
                findings += [("WG001", starts[-1], opener)] * (not line.startswith("[/"))
            if line.startswith("[/"):
                findings += [("WG003", start, content)] * (not is_open)
            else:
                starts.append(start)
                findings += [("WG008", start, content)] * (content not in ("[card]", "[meta]"))
            is_open = not line.startswith("[/")
        elif not is_open and line.startswith("grade="):
            word = content.removeprefix("grade=").strip()
            grade = (word, start) if word in GRADES else grade
            findings += [("WG007", start, content)] * (word not in GRADES)
        elif not is_open and content and not line.startswith("#"):
            findings.append(("WG002", start, content))
        start += len(line) + 1
    if is_open:
        texts.append(text[starts[-1] + 1 :])
        findings.append(("WG001", starts[-1], text[starts[-1] :].partition("\n")[0].rstrip()))
    return starts, texts, grade, sorted(findings)


def scanned(text):
    """The same, as files are scanned."""
    log = DiagnosticLog(1000)
    file = scan(SourceText("f.txt", text), log)
    findings = [(str(each.code), each.span.start, each.span.text) for each in log.finish()]
    return file.starts, file.texts, (file.grade, file.grade_start), sorted(findings)


@st.composite
def texts(draw):
    records = st.lists(st.sampled_from([CARD, CARD[:1] + CARD[2:], *([line] for line in LINES)]))
    eols = st.sampled_from(["\n", "\r\n"])
    lines = [line for record in draw(records) for line in record]
    mark, last = draw(st.sampled_from(["", "\ufeff"])), draw(st.booleans())
    return mark + "".join(line + draw(eols) for line in lines)[: None if last else -1]


@given(texts())
def test_blocks_are_the_same_found_at_once_or_line_by_line(text):
    assert scanned(text) == line_by_line(text)


@pytest.mark.parametrize("before", ["", "\ufeff", "# frogs\n", "\ngrade=crappy\n", "croak\n"])
def test_usual_blocks_are_found_whatever_stands_around_them(before):
    lasts = ["", "\n", "\n# frogs", "\ncroak\n", "\n[card]", "\nx[\n[frog]"]
    for eol, last in product(["\n", "\r\n"], lasts):
        text = before + "\n".join([*CARD, "", *CARD, "[meta]", "[/meta]"]) + last
        found = scanned(text.replace("\n", eol))
        assert len(found[0]) == 3 + ("[card]" in last or "[frog]" in last), (eol, last)
        assert found == line_by_line(text.replace("\n", eol)), (eol, last)


VALUES = [
    "Reedfrog", " Grey Heron ", "", "flying", "flying, trample", "swims", "{1}{U}", "crappy",
    "nice", "a=b", "1\r", "x" * 300,
]  # fmt: skip
KEYS = [*sorted(KNOWN_KEYS), "suspend(2)", "Name", " text", "pr", "frogs", "#auto", "", "\r"]


@st.composite
def blocks(draw):
    usual = st.tuples(st.sampled_from(["name", "auto", "text"]), st.sampled_from(VALUES))
    odd = st.tuples(st.sampled_from(KEYS), st.sampled_from(VALUES))
    fields = st.one_of(usual, odd).map("=".join)
    lines = draw(
        st.lists(st.one_of(fields, st.sampled_from(["", " ", "# frogs", "croak", "name"])))
    )
    eol = draw(st.sampled_from(["\n", "\r\n"]))
    eols = st.sampled_from([eol] * 9 + ["\n"])
    return "".join(line + draw(eols) for line in ["[card]", *lines, "[/card]"])


def is_plain(file, number):
    """Whether the fast way took a block; then the slow one takes it so too, and reports nothing."""
    log = DiagnosticLog(1000)
    slow = sort_fields(file, number, log, len(file.source.text))
    fast = plain_values(file.texts[number])
    if fast is None:
        return False
    assert fast == (slow.single, slow.repeated)
    assert not slow.unknown
    assert not log.finish()
    return True


@given(blocks())
def test_the_lines_of_a_block_say_the_same_read_fast_or_one_by_one(text):
    file = scan(SourceText("f.txt", text), DiagnosticLog(1000))
    for number in range(len(file.texts)):
        is_plain(file, number)


@pytest.mark.parametrize("eol", ["\n", "\r\n"])
def test_a_usual_block_is_read_fast(eol):
    lines = ["[card]", "name=Reedfrog", "", "#croak", "auto=draw:1", "abilities=flying", "[/card]"]
    assert is_plain(scan(SourceText("f.txt", eol.join(lines)), DiagnosticLog(1000)), 0)


@pytest.mark.parametrize(
    "line", ["name=Bogtoad", "Text=x", "frogs=x", "croak", "abilities=swims", "grade=nice", "name"]
)
def test_a_block_with_anything_to_report_is_left_to_the_slow_way(line):
    text = f"[card]\nname=Reedfrog\n{line}\n[/card]\n"
    assert not is_plain(scan(SourceText("f.txt", text), DiagnosticLog(1000)), 0)


def test_both_ways_agree_on_real_files_and_most_of_them_is_read_fast(corpus, step):
    plain = []
    for tree in sorted((corpus / "corpus" / "wagic").glob("*/sets")):
        files = [*primitive_files(tree / "primitives"), *sorted(tree.glob("*/_cards.dat"))]
        for path in files[::step]:
            source = SourceText.from_bytes(path.name, path.read_bytes())
            assert scanned(source.text) == line_by_line(source.text)
            file = scan(source, DiagnosticLog(10_000))
            plain += [is_plain(file, number) for number in range(len(file.texts))]
    assert sum(plain) > 0.9 * len(plain)
