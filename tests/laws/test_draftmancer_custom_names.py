"""Lines that are, or nearly are, the names of custom cards, whatever these are called."""

from __future__ import annotations

import json

from hypothesis import example, given
from hypothesis import strategies as st

import cardformats as cf
from cardformats.formats.draftmancer.acceptance import Accepted, accept
from cardformats.formats.patch import Edit, patched

#: What begins or ends a name, and may be read as another part of the line.
PARTS = st.sampled_from(
    ["", " ", "\xa0", "\r", "\n", "\t", "\x1f", "\x85", "\u2028", "\ufeff", "\x00", "\ud800", "#",
     "# ", "[", "]", "[A]", "12 ", "2", "3 12 ", " F", " +F", "F", "+F", " (Bar)", "(Bar)",
     " (Bar) 12", " (custom)", " (A B)", "(", ")", " // ", "//", "x2", '"', "{", "}", "é", "½"]
)  # fmt: skip
WORDS = st.sampled_from(["", "Foo", "foo", "Lantern Eel", "Lantern\nEel", "lantern eels", "F", "1"])
NAMES = st.one_of(st.tuples(PARTS, WORDS, PARTS, PARTS).map("".join), st.text(max_size=12))


@st.composite
def near_lines(draw, name):
    """A line that is *name*, or nearly that, and perhaps something else before or after it."""
    letters = list(name)
    place = draw(st.integers(0, len(letters)))
    letters[place : place + draw(st.integers(0, 1))] = draw(st.sampled_from(["", "q", " ", "F"]))
    word = draw(st.sampled_from([name, name.strip(), name.swapcase(), "".join(letters)]))
    line = draw(st.sampled_from(["", "1 ", "2 ", "12\xa0"])) + word + draw(PARTS)
    return line.replace("\n", draw(st.sampled_from(["", " "])))


@st.composite
def named_lists(draw):
    """The names of the custom cards of a list, and its only line."""
    names = draw(st.lists(NAMES, min_size=1, max_size=3, unique=True))
    return names, draw(near_lines(draw(st.sampled_from(names))))


def list_of(names, *lines):
    """A list with custom cards called *names*, and a sheet of *lines*."""
    cards = json.dumps([{"name": name, "mana_cost": "", "type": "Land"} for name in names])
    # brackets in strings count, too
    cards = "[" + cards[1:-1].replace("[", "\\u005b").replace("]", "\\u005d") + "]"
    return "\n".join(["[CustomCards]", cards, "[A]", *lines, ""])


def fixed(text, fix):
    """*text* with the edits of *fix*."""
    return patched(text, [Edit(each.span.start, each.span.end, each.new) for each in fix.edits])


@given(named_lists())
@example((["Foo "], "1 Foo"))
@example((["Foo\xa0"], "1 foo"))
@example((["Foo\r"], "1 foo"))
@example((["#Lantern Eel"], "Lantern Eel"))
@example((["[Lantern Eel"], "Lantern Eel"))
@example((["Lantern\u2028Eel"], "1 Lantern Eel"))
def test_what_is_nearly_a_custom_name_is_read_and_its_fix_names_that_card(named):
    names, line = named
    text = list_of(names, line)
    report = cf.loads_report(text, "draftmancer")
    assert "A" in report.value.sheets
    for found in report.diagnostics:
        meant = {name for name in names if f"did you mean {name!r}?" in found.notes[:1]}
        meant |= {found.data["name"]} if found.code == "DM029" else set()
        if found.fix is not None and meant:
            made = accept(fixed(text, found.fix))
            assert isinstance(made, Accepted)
            assert made.sheets["A"]["cards"][0].name in meant
