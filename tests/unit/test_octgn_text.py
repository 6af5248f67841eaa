"""Cards that are read from their text say what lxml's elements say."""

from __future__ import annotations

import pytest
from attrs import evolve

import cardformats as cf
from cardformats.formats.octgn.contents import Contents

SET = "0c9d7a10-2b3e-4f51-8a67-9b8c7d6e5f00"
LAST = '<property name="Z" value="&amp;1"/>'
INNER = {
    "usual": '<property name="A" value="x"/><property name="B">text</property>',
    "empty": '<property name="A" value=""/><property name="B"/><property name="C"></property>',
    "blanks": '<property name="A"> </property><property name="B" value=" "/>',
    "references": '<property name="A">a &amp; b</property><property name="B" value="&#10;"/>',
    "line ends": '<property name="A">a\r\nb\rc</property><property name="B" value="a\r\nb"/>',
    "a closed value": '<property name="A" value="x"></property>' * 2,
    "both": '<property name="A" value="x">y</property>',
    "quotes": "<property name='A' value='\"'/><property name=\"B\" value='>'/>",
    "a quote and an end": '<property name="A">x" /></property>' + LAST,
    "blanks in tags": '<property\n name = "A"\tvalue="x"\n/><property name="B">y</property\n>'
    + LAST,
    "the same name": '<property name="A" value="x"/><property name="A" value="y"/>' + LAST,
    "no name": '<property value="x"/><property name="" value="y"/>' + LAST,
    "symbols": '<property name="A">a <s value="W">{W}</s><s value="U">{U}</s> b</property>',
    "faults": '<property name="A">a<s value="W"></s> <s value="W">x</s><y/></property>',
    "a comment": "<!-- it's --><property name='A' value='x'/>" + LAST,
    "a property in a comment": f'<!-- {LAST} --><property name="A" value="x"/>',
    "an end in a comment": f'<property name="A">x<!-- </property>{LAST}--></property>' + LAST,
    "a literal text": f"<property name='A'><![CDATA[</property>{LAST}]]></property>" + LAST,
    "a property in a property": f'<property name="A"><property name="B">z</property>{LAST}'
    '</property><property name="C" value="y"/>',
    "another element": "<other><property name='A' value='x'/></other>" + LAST,
    "another namespace": '<property xmlns="u" name="A" value="x"/>' + LAST,
    "a prefix": '<x:property xmlns:x="u" name="A" value="x"/>' + LAST,
    "text": f"text {LAST} &amp; more",
    "an alternate": f'{LAST}<alternate name="B" type="b">{LAST}<property name="Q"/></alternate>',
    "two alternates": '<alternate name="B" type="b"/><alternate name="C" type="b"></alternate>',
    "a property behind": f'<alternate name="B" type="b"/>{LAST}',
    "an alternate in one": '<alternate name="B" type="b"><alternate name="C" type="c"/>'
    "</alternate>",
    "one in one with an end": f'<alternate name="B" type="b"><alternate name="C" type="c">{LAST}'
    "</alternate></alternate>" + LAST,
}


def read(inner, rules="cardformats"):
    """What a set says that has cards with *inner*, and one with what is usual behind each."""
    cards = "".join(
        f'<card name="{number}" id="{number:08}-0000-0000-0000-000000000000">{text}</card>\n'
        for number, text in enumerate((inner, inner, LAST, INNER["usual"]))
    )
    text = f'<set name="S" id="{SET}" gameId="{SET}"><cards>{cards}</cards></set>'
    report = cf.loads_report(text, "octgn", rules=rules)
    found = [(each.code, each.message, each.span.start) for each in report.diagnostics]
    return report.value, found


@pytest.mark.parametrize("rules", ["cardformats", "octgn"])
@pytest.mark.parametrize("inner", INNER.values(), ids=INNER)
def test_the_text_says_what_the_elements_say(inner, rules, monkeypatch):
    from_text = read(inner, rules=rules)
    monkeypatch.setattr(Contents, "_usual_content", lambda *_: None)
    assert read(inner, rules=rules) == from_text


@pytest.mark.parametrize("name", ["usual", "empty", "references", "symbols", "an alternate"])
def test_what_is_usual_is_read_from_the_text(name, monkeypatch):
    monkeypatch.setattr(Contents, "_content", None)
    assert len(read(INNER[name])[0].cards) == 4


def test_a_fault_is_told_wherever_it_is():
    _, found = read(INNER["faults"])
    codes = [code for code, *_ in found]
    assert all(codes.count(code) == 2 for code in set(codes) - {"OC034"})


def test_cards_that_share_a_guid_are_read_as_they_were_meant():
    card = '<card name="{}" id="00000001-0000-0000-0000-000000000000">{}</card>'
    cards = "".join(card.format(name, LAST) for name in "ABC")
    text = f'<set name="S" id="{SET}" gameId="{SET}"><cards>{cards}</cards></set>'
    cardset = cf.loads_report(text, "octgn").value
    faces = (evolve(cardset.cards[0].faces[0], name="D"),)
    cards = (evolve(cardset.cards[0], faces=faces), *cardset.cards[1:])
    codes = [each.code for each in cf.dumps_report(evolve(cardset, cards=cards), "octgn").losses]
    assert "CF205" not in codes


@pytest.mark.parametrize(
    ("inner", "text", "dropped"),
    [
        ("<i>(2 power.)</i>\n<b>Failure:</b> 1.", "(2 power.)\nFailure: 1.", "\n"),
        ("<i>(2 power.)</i>\r\n\r\n<b>Failure:</b> 1.", "(2 power.)\n\nFailure: 1.", "\n"),
        ("<i>One</i> <b>two</b>", "One two", " "),
        # these only lay the file out
        ("\n    <i>One</i>\n    <b>two</b>\n  ", "Onetwo", ""),
        ("\n<i>One</i>\n<b>two</b>\n", "Onetwo", ""),
        ("<i>One</i>\n  <b>two</b>", "Onetwo", ""),
        ("<i>One</i>\n", "One", ""),
    ],
)
def test_a_line_break_between_inline_elements_is_one(inner, text, dropped):
    """OCTGN drops it, which is reported at each of the two cards that have it."""
    cardset, found = read(f'<property name="A">{inner}</property>')
    assert cardset.cards[0].faces[0].properties["A"] == text
    assert [code.value for code, *_ in found] == ["OC011", "OC011"] * bool(dropped)
    octgn, _ = read(f'<property name="A">{inner}</property>', "octgn")
    without = text.replace(dropped, "") if dropped == "\n" else "".join(text.split())
    assert octgn.cards[0].faces[0].properties["A"] == without
