"""The fast ways of reading Wagic files find what the slow ones find, or nothing."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import cardformats as cf
from cardformats.diagnostics import DiagnosticLog
from cardformats.formats.wagic.records import any_blocks, regular_blocks

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
