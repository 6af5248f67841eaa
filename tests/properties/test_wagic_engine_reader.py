"""The engine's reading of any text: it ends, soon, and says only what is in the line."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardformats.formats.wagic.abilities import explain_as_engine
from cardformats.formats.wagic.abilities.engine.cutting import LineText
from cardformats.formats.wagic.abilities.engine.effects import EFFECTS
from cardformats.formats.wagic.abilities.engine.reader import reading

WORDS = sorted({effect.sought for effect in EFFECTS if effect.sought} | {
    "@", ":", "}:", "{t}", "&&", "&", "(", ")", "))", "[", "]", "{", "}", "!$", ")!", "!>", "]]",
    " ", "target(", "name(", "restriction{", "restriction{{", "if ", " then ", " else ", "may ",
    "choice ", "this(", "lord(", "all(", "aslongas(", "movedto(", "each", "upkeep", "1/1", "1",
    "limit^", "^", "limit:", "and!(", "pay(", "chooseaname ", " chooseend", " grantend",
    " revealend", " scryend", "creature", "|", ",", "trigger", "type:", "~", "İ", "K", "\t", "\0",
    "flying", "-", "ueot", "forever", "emblem ", "activate ", "soulbond ", "replacedraw ",
    "kicker", "combat(", "counteradded(", "counter{", "foreach(", "chooseacolor ", "return(",
})  # fmt: skip


def check(line):
    """Everything that is said about a line is in the line."""
    read = reading(line)
    spans = [(note.start, note.end) for note in read.notes]
    if read.built is not None:
        spans += [(one.start, one.end) for one in read.built.walk() if one.start is not None]
    assert all(0 <= start <= end <= len(line) for start, end in spans)


@given(st.text("abc @:", max_size=12), st.lists(st.tuples(st.integers(0, 14), st.integers(0, 14))))
def test_each_sign_of_a_text_knows_its_place(line, cuts):
    """However a line is cut and put together, its signs are those of their places."""
    text = LineText(line)
    for start, end in cuts:
        text = text.cut(start, max(start, end)) + text.cut(0, start)
        text = text.trimmed()
    assert [line[text.place(at)] for at in range(len(text.text))] == list(text.text)
    assert "".join(line[start:end] for start, end in text.spans()) == text.text


@given(st.text(max_size=60))
def test_any_text_is_read_and_explained(line):
    check(line)
    assert isinstance(explain_as_engine(line), str)


@given(st.lists(st.sampled_from(WORDS), max_size=25).map("".join))
def test_any_words_of_the_language_are_read_and_explained(line):
    check(line)
    assert isinstance(explain_as_engine(line), str)


@pytest.mark.part(4)
@pytest.mark.parametrize(
    "piece",
    [*WORDS, "may may ", "transforms((", "ability$!", "{t}:", "this(x)", "if x then ", "lord(*) ",
     "@each upkeep:", "name(x)", "target(*)", "a&&", "and!(untap ", "upcost", "grant grant ",
     "if a then if b then c else ", "restriction{a} ", "all(creature) && "],
)  # fmt: skip
def test_long_lines_end_soon(piece):
    """5,000 signs of one and the same word, and thousands of brackets in each other."""
    begin = time.process_time()
    check((piece * 5000)[:5000])
    check((piece * 1000)[:5000] + "destroy")
    assert time.process_time() - begin < 2
