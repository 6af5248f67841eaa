"""Elements of sets where they have no place, and dates that are none."""

from __future__ import annotations

import re

import attrs
import pytest

import cardformats as cf
from tests.unit.test_checking import CARD, a_set

C = f'<card name="Q" id="{CARD.format(12)}"/>'
P = f'<pack name="P" id="{CARD.format(13)}"/>'
M = f'<marker name="M" id="{CARD.format(14)}"/>'
A = '<alternate name="A" type="a"/>'
B = '<alternate name="B" type="b"/>'
Q2 = cf.Face("Q2")
ONE = f'id="{CARD.format(1)}"/>'


def findings(text):
    report = cf.loads_report(text, "octgn")
    return report.value, [each for each in report.diagnostics if each.code in ("OC017", "OC048")]


@pytest.mark.parametrize(
    ("old", "new", "where"),
    [
        ("</cards>", f"</cards>{C}", "<card> is in <set>, not directly in <cards>"),
        (ONE, f"{ONE[:-2]}>{C}</card>", "<card> is in <card>, not directly in <cards>"),
        ("<cards>", f"{P}<cards>", "<pack> is in <set>, not directly in <packaging>"),
        ("<cards>", f"{M}<cards>", "<marker> is in <set>, not directly in <markers>"),
        (ONE, f"{ONE[:-2]}>{A[:-2]}>{B}</alternate></card>",
         "<alternate> is in <alternate>, not directly in <card>"),
    ],
)  # fmt: skip
def test_what_octgn_reads_at_any_depth_is_not_called_ignored(old, new, where):
    cards, (one,) = findings(a_set().replace(old, new))
    assert (one.code, one.message) == ("OC048", f"{where}; OCTGN still reads it")
    assert len(cards.cards) == 1 + new.count('"Q"')
    assert len(cards.boosters) == new.count('"P"')


def test_what_octgn_reads_of_an_unknown_element_is_said():
    text = a_set().replace("</cards>", f"<group><x>{C}</x>{P}<note/></group></cards>")
    cards, found = findings(text)
    assert [(str(each.code), each.data["tag"], each.data["parent"]) for each in found] == [
        ("OC017", "group", "cards"),
        ("OC048", "card", "group"),
        ("OC048", "pack", "group"),
    ]
    assert len(cards.cards) == 2


def test_each_is_said_once():
    nested = a_set().replace(ONE, f"{ONE[:-2]}>{C[:-2]}>{C[:-2]}>{C}</card></card></card>")
    cards, found = findings(nested)
    assert [each.code for each in found] == ["OC048"] * 3
    assert len({each.span.start for each in found}) == 3
    assert len(cards.cards) == 4


GAPS = re.compile(r"(?<=>)(?=<)")


def test_text_between_elements_is_reported_and_stays():
    card = f"{ONE[:-2]}><property name='Text' value='Wade'/>{A}{B}</card>"
    text = a_set().replace(ONE, card).replace("</cards>", f"{C}</cards>")
    text = text.replace("<cards>", f"<packaging>{P}</packaging><markers>{M}</markers><cards>")
    plain = cf.loads_report(text, "octgn")
    inside = range(text.index("<set") + 1, text.index("</set>") + 1)
    gaps = [each.start() for each in GAPS.finditer(text) if each.start() in inside]
    assert len(gaps) == 15
    for gap in gaps:
        stray = f"{text[:gap]}> stray{text[gap:]}"
        report = cf.loads_report(stray, "octgn")
        found = [each for each in report.diagnostics if each.code == "OC049"]
        assert [each.data["text"] for each in found] == ["> stray"], text[gap - 20 : gap + 20]
        assert report.value == plain.value
        named = report.value.replacing({"Q": attrs.evolve(report.value.card("Q"), faces=[Q2])})
        assert cf.dumps(named, "octgn") == stray.replace('"Q"', '"Q2"')


def test_an_empty_tag_that_gets_a_property_keeps_its_unknown_attributes():
    read = cf.loads(a_set().replace(ONE, f"artist='A. Marsh' {ONE}"), "octgn")
    (card,) = read.cards
    face = cf.Face(card.name, properties={"Kind": "Bird"})
    changed = read.replacing({card: attrs.evolve(card, faces=[face])})
    text = cf.dumps(changed, "octgn")
    assert f"artist='A. Marsh' {ONE[:-2]}><property" in text
    assert cf.loads(text, "octgn").cards == changed.cards


@pytest.mark.parametrize("inner", [A, '<x:card xmlns:x="y"/>', "<Card/>", "<note/>"])
def test_all_else_is_ignored(inner):
    _, found = findings(a_set().replace("</cards>", f"</cards>{inner}"))
    assert [each.code for each in found] == ["OC017"]


@pytest.mark.parametrize(
    ("date", "is_one"),
    [
        ("2007-07-13", True), (" 2024-02-29\n", True), ("0001-01-01", True),
        ("2020-02-30", False), ("2023-02-29", False), ("2020-13-01", False), ("2020-00-10", False),
        ("0000-01-01", False), ("2020-04-31", False), ("20200430", False), ("2020-W01-1", False),
    ],
)  # fmt: skip
def test_a_date_is_a_day_that_there_was(date, is_one):
    text = a_set().replace("<set ", f'<set releaseDate="{date}" ')
    assert ("OC019" in cf.loads_report(text, "octgn").counts()) is not is_one
    refused = "OC003" in cf.loads_report(text, "octgn", rules="octgn").counts()
    assert refused is not is_one
