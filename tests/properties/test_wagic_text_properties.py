"""What holds of every text that is compared with abilities."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

import cardformats as cf
from cardformats.formats.wagic.abilities import parse
from cardformats.formats.wagic.abilities.text_check import oracle, script_facts
from cardformats.formats.wagic.abilities.text_check.cards import check_texts
from cardformats.formats.wagic.abilities.text_check.codes import CODES_OF_KINDS, TextCode
from cardformats.formats.wagic.abilities.text_check.compare import compare

WORDS = st.sampled_from((
    "draw", "deals", "gain", "two", "3", "X", "cards", "damage", "life", "{2}{W}", "{T}", ",", ":",
    ".", " -- ", "(", ")", '"', "Flying", "target", "creature", "power 2 or less", "+1/+1",
    "counter", "on", "create a 1/1 white Bird creature token", "add {G}", "for each", "Kicker {1}",
    "at the beginning of your upkeep", "+1:", "----",
))  # fmt: skip
PARTS = st.sampled_from((
    "draw:2", "damage:3", "life:-1", "{2}{W}{T}:", "{X}:", "2/2", "counter(1/1,2)", "add{G}",
    "target(creature[power<=2])", "token(Bird,creature Bird,1/1,white)*2", "foreach(creature)",
    "&&", "flying", "@each my upkeep:", "{C(0/0,1,Loyalty)}:", "and!( ", " )!", "kicker ", "[", "(",
))  # fmt: skip
TEXTS = st.lists(WORDS, max_size=20).map(" ".join) | st.text(max_size=60)
LINES = st.lists(st.lists(PARTS, max_size=6).map(" ".join), max_size=4)


@given(TEXTS, LINES)
def test_facts_stand_where_they_say(text, lines):
    stated = oracle.facts(text, "Bird")
    scripted = [
        fact
        for index, line in enumerate(lines)
        for fact in script_facts.facts(parse(line), "auto", index)
    ]
    assert all(0 <= fact.start <= fact.end <= len(text) for fact in stated)
    assert all(0 <= fact.start < fact.end <= len(lines[fact.line]) for fact in scripted)
    comparison = compare(stated, scripted)
    for each in comparison.differences:
        assert each.text.kind == each.script.kind in CODES_OF_KINDS
        assert each.text.value != each.script.value
    assert sum(comparison.counts.values()) >= len(comparison.differences)


@given(TEXTS, LINES)
def test_what_is_found_stands_in_the_lines_of_the_card(text, lines):
    text = " ".join(text.split())
    block = "\n".join(("[card]", "name=Bird", *(f"auto={line}" for line in lines), f"text={text}"))
    cards = cf.loads_report(f"{block}\n[/card]\n", "wagic").value
    *found, note = check_texts("<data>", cards)
    assert note.code is TextCode.COMPARED
    assert note.data["comparisons"] >= note.data["differences"] == len(found)
    for each in found:
        assert each.span.source.text == f"{block}\n[/card]\n"
        assert each.span.text in (*lines, text) or each.span.text in f"{text}\n{lines}"
