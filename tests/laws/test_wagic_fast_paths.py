"""The fast ways of reading Wagic files find what the slow ones find, or nothing."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import cardformats as cf
from cardformats.diagnostics import DiagnosticLog
from cardformats.formats.wagic.fields import KNOWN_KEYS, plain_values, sort_fields
from cardformats.formats.wagic.reader import any_blocks, primitive_files, regular_blocks, scan

LINES = [
    "[card]", "[card] ", "[meta]", "[/card]", "[/meta]", "[/", "[crad]", "[", "", "# frogs",
    "name=Reedfrog", "grade=crappy", "croak",
]  # fmt: skip
CARD = ["[card]", "name=Reedfrog", "[/card]"]


def both(text):
    """The result and the findings of the fast way and of the slow one."""
    source, logs = cf.SourceText("f.txt", text), (DiagnosticLog(1000), DiagnosticLog(1000))
    results = regular_blocks(source, logs[0]), any_blocks(source, logs[1])
    return list(zip(results, [log.finish() for log in logs], strict=True))


@st.composite
def texts(draw):
    records = st.lists(st.sampled_from([CARD, CARD[:1] + CARD[2:], *([line] for line in LINES)]))
    eols = st.sampled_from(["\n", "\r\n"])
    lines = [line for record in draw(records) for line in record]
    mark, last = draw(st.sampled_from(["", "\ufeff"])), draw(st.booleans())
    return mark + "".join(line + draw(eols) for line in lines)[: None if last else -1]


@given(texts())
def test_blocks_are_the_same_found_fast_or_line_by_line(text):
    fast, slow = both(text)
    if fast[0] is not None:
        assert fast == slow
    else:
        assert not fast[1]


@pytest.mark.parametrize("before", ["", "\ufeff", "# frogs\n", "\ngrade=crappy\n", "croak\n"])
@pytest.mark.parametrize("eol", ["\n", "\r\n"])
@pytest.mark.parametrize("last", ["", "\n", "\n# frogs", "\ncroak\n"])
def test_usual_blocks_are_found_fast(before, eol, last):
    text = before + "\n".join([*CARD, "", *CARD, "[meta]", "[/meta]"]) + last
    fast, slow = both(text.replace("\n", eol))
    assert fast[0] is not None
    assert len(fast[0][0]) == 3
    assert fast == slow


@pytest.mark.parametrize("line", ["[card]", "[/card]", "[crad]", "x[\n[frog]"])
def test_odd_brackets_are_left_to_the_slow_way(line):
    fast, _ = both("\n".join([*CARD, line, *CARD]))
    assert fast[0] is None


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
    file = scan(cf.SourceText("f.txt", text), DiagnosticLog(1000))
    for number in range(len(file.texts)):
        is_plain(file, number)


@pytest.mark.parametrize("eol", ["\n", "\r\n"])
def test_a_usual_block_is_read_fast(eol):
    lines = ["[card]", "name=Reedfrog", "", "#croak", "auto=draw:1", "abilities=flying", "[/card]"]
    assert is_plain(scan(cf.SourceText("f.txt", eol.join(lines)), DiagnosticLog(1000)), 0)


@pytest.mark.parametrize(
    "line", ["name=Bogtoad", "Text=x", "frogs=x", "croak", "abilities=swims", "grade=nice", "name"]
)
def test_a_block_with_anything_to_report_is_left_to_the_slow_way(line):
    text = f"[card]\nname=Reedfrog\n{line}\n[/card]\n"
    assert not is_plain(scan(cf.SourceText("f.txt", text), DiagnosticLog(1000)), 0)


def test_both_ways_agree_on_real_files_and_most_of_them_is_read_fast(corpus):
    plain = []
    for tree in sorted((corpus / "corpus" / "wagic").glob("*/sets")):
        for path in [*primitive_files(tree / "primitives"), *sorted(tree.glob("*/_cards.dat"))]:
            source = cf.SourceText.from_bytes(path.name, path.read_bytes())
            fast, slow = both(source.text)
            assert fast == slow or fast[0] is None
            file = scan(source, DiagnosticLog(10_000))
            plain += [is_plain(file, number) for number in range(len(file.texts))]
    assert sum(plain) > 0.9 * len(plain)
