"""Cards that are read from their text: rules agree with Lark, and cards with those of lxml."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import cardformats as cf
from cardformats.formats.octgn.contents import USUAL
from cardformats.formats.octgn.set_reader import _SetReader
from tests.grammars import check_agrees

GUID = "0c9d7a10-2b3e-4f51-8a67-9b8c7d6e5f00"
EXAMPLES = {
    "card": [f'<card name="A B" id="{GUID}">', f'<card id="{GUID}" name="" size="x" />', "<card>"],
    "property": ['name="A" value="x"/>\n', 'name="A">text</property>', "name='A' value='>' />",
                 ">a<b>c</b></property >", 'name="A"\tvalue="&amp;"/>', 'name="A" value=""/>'],
    "alternate": ["<", '<alternate name="B"/>', "<alternate\nname='>'><property/></alternate >",
                  "<alternate >a</alternates></alternate>"],
}  # fmt: skip
PIECES = st.sampled_from(
    ["<", ">", "/", "</property>", "</alternate>", "<property", "<alternate", " ", "\n", '"', "'",
     "&amp;", "&#10;", "=", "x", "<!-- a -->", "<b>x</b>", 'value="y"', ' name="A"', ""]
)  # fmt: skip


@st.composite
def mutated(draw, texts):
    text = draw(st.sampled_from(texts))
    for _ in range(draw(st.integers(0, 2))):
        place = draw(st.integers(0, len(text)))
        text = text[:place] + draw(PIECES) + text[place + draw(st.integers(0, 2)) :]
    return text


@pytest.mark.parametrize("rule", EXAMPLES)
@given(data=st.data())
def test_rules_agree_with_lark(rule, data):
    for text in (*EXAMPLES[rule], data.draw(mutated(EXAMPLES[rule]))):
        check_agrees(USUAL, rule, text)


CARD = (
    f'<card name="A" id="{GUID}"><property name="A" value="x"/>\n<property name="B">y</property>'
    '<alternate name="C" type="d"><property name="A" value=""/></alternate></card>'
)


@pytest.mark.parametrize(
    "tag", [f'name="A" id="{GUID}"', f'id="{GUID}" name=""', f'name="" id="{GUID}" size=""']
)
def test_a_usual_card_is_not_asked_for_its_attributes(tag, monkeypatch):
    monkeypatch.setattr(_SetReader, "_attributes", None)
    text = f'<set name="S" id="{GUID}" gameId="{GUID}"><cards><card {tag}></card></cards></set>'
    (card,) = cf.loads_report(text, "octgn").value.cards
    assert card.ids["octgn"] == GUID


@given(st.lists(mutated([CARD]), min_size=1, max_size=3))
def test_cards_are_those_that_lxml_reads(cards):
    inner = "\n".join(cards)
    text = f'<set name="S" id="{GUID}" gameId="{GUID}"><cards>{inner}</cards></set>'
    reports = [cf.loads_report(text, "octgn")]
    with pytest.MonkeyPatch.context() as patch:
        read = _SetReader.read_cards
        patch.setattr(
            _SetReader,
            "read_cards",
            lambda self, parts: read(self, ((each, ()) for each, _ in parts)),
        )
        reports.append(cf.loads_report(text, "octgn"))
    one, other = reports
    assert one.value == other.value
    assert [(each.code, each.span) for each in one.diagnostics] == [
        (each.code, each.span) for each in other.diagnostics
    ]
