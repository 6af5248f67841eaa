"""Large sets are read in parts; what is found is as if they were read whole."""

from __future__ import annotations

import pytest

import cardformats as cf
from cardformats.formats.xml_text import split
from cardformats.source import SourceText

GAME = "5e3c1a52-8f7b-4d0e-9c44-1b2f6a7d9e01"
SET = "0c9d7a10-2b3e-4f51-8a67-9b8c7d6e5f02"
COUNT = 1500


def card(number, inner=""):
    return (
        f'    <card name="Heron {number}" id="{number:08x}-0a1b-4c2d-8e3f-5a6b7c8d9e00">\n'
        f'      <property name="Rules" value="Wade {number} times &amp; rest."/>\n'
        f'      <property name="Rarity" value="{"Rare" if number % 7 == 0 else "Common"}"/>\n'
        f"{inner}    </card>\n"
    )


def text_of(between="", inner="", at=COUNT - 10, attributes=""):
    cards = [card(number, inner if number == at else "") for number in range(COUNT)]
    cards.insert(COUNT // 2, between)
    return (
        f'<?xml version="1.0"?>\n<set name="Reeds" id="{SET}" gameId="{GAME}"{attributes}>\n'
        f'  <packaging>\n    <pack name="P" id="{SET}">\n'
        '      <pick qty="3" key="Rarity" value="Rare"/>\n    </pack>\n  </packaging>\n'
        f"  <cards>\n{''.join(cards)}  </cards>\n  <tail/>\n</set>\n"
    )


def parts_of(text):
    document, parts = split(SourceText("set.xml", text), "card")
    return document, [part for part, _ in parts]


WHOLE = {
    "a comment between cards": "<!-- x -->",
    "another element": "<other/>",
    "text": "x",
    "a card that closes itself": '<card name="x" id="' + SET + '"/>',
    "a card in a card": card(1, card(2)),
}


def test_only_large_texts_are_read_in_parts():
    document, parts = parts_of("<set><card/></set>")
    assert parts == [document]
    document, parts = parts_of(text_of())
    assert len(parts) > 2
    assert document.root.find("cards").find("card") is None
    assert sum(len(list(part.root.iter("card"))) for part in parts) == COUNT


@pytest.mark.parametrize("between", WHOLE.values(), ids=WHOLE)
def test_what_is_not_only_cards_is_read_whole(between):
    document, parts = parts_of(text_of(between))
    assert parts == [document]


def test_parts_give_the_same_cards_as_the_whole():
    in_parts = cf.loads_report(text_of(), "octgn")
    whole = cf.loads_report(text_of("<!-- x -->"), "octgn")
    assert in_parts.value.cards == whole.value.cards
    assert in_parts.value.sheets == whole.value.sheets
    assert in_parts.value.boosters == whole.value.boosters
    assert in_parts.counts() == whole.counts() == {"OC017": 1}


@pytest.mark.parametrize(
    ("inner", "code", "found"),
    [
        ('<property name="A" value="x" colour="y"/>', "OC016", "y"),
        ('<property name="A"><c value="red">x</c></property>', "OC013", "red"),
        ('<alternate name="A" type=""/>', "OC008", ""),
        ("<!-- x -->", "OC035", None),
    ],
)
@pytest.mark.parametrize("between", ["", "<!-- x -->"])
def test_what_is_found_in_a_part_has_its_place_in_the_whole(inner, code, found, between):
    text = text_of(between, inner)
    report = cf.loads_report(text, "octgn")
    (diagnostic,) = [each for each in report.diagnostics if each.code == code]
    if found is not None:
        assert diagnostic.span.text == found
        assert diagnostic.span.start > text.index(inner)
    else:
        assert diagnostic.span.text.startswith(f'<card name="Heron {COUNT - 10}"')


def test_what_stands_after_the_cards_has_its_place():
    text = text_of()
    (diagnostic,) = cf.loads_report(text, "octgn").diagnostics
    assert diagnostic.span.text == "<tail/>"


@pytest.mark.parametrize(
    "inner", ["<property>", "<x:y/>", "</card>", "&a;", "<property name='a' name='b'/>"]
)
def test_what_is_no_xml_is_reported_as_in_the_whole(inner):
    report = cf.loads_report(text_of("", inner), "octgn")
    whole = cf.loads_report(text_of("<!-- x -->", inner), "octgn")
    assert "OC001" in report.counts()
    assert "OC001" in whole.counts()
    (first,) = [each for each in report.diagnostics if each.code == "OC001"]
    (second,) = [each for each in whole.diagnostics if each.code == "OC001"]
    assert first.message == second.message
    assert first.span.start == second.span.start - len("<!-- x -->")
    assert not report.value.cards


def test_what_is_no_xml_after_the_cards_is_reported_in_its_place():
    text = text_of().replace("<tail/>", "<tail>")
    (found,) = cf.loads_report(text, "octgn").diagnostics
    assert found.code == "OC001"
    assert found.span.start > text.index("<tail>")


def test_equal_ids_beside_cards_of_another_namespace_are_reported():
    same = card(1) * 2
    text = (
        f'<set name="R" id="{SET}" gameId="{GAME}"><cards>{same}<x:card xmlns:x="u"/></cards></set>'
    )
    assert "OC031" in cf.loads_report(text, "octgn").counts()


def test_a_part_that_needs_the_names_of_the_whole_is_read_with_it():
    inner = '<x:note x:by="z"/>'
    report = cf.loads_report(text_of("", inner, attributes=' xmlns:x="urn:x"'), "octgn")
    assert report.counts() == {"OC017": 2}
    assert len(report.value.cards) == COUNT
    assert inner in cf.dumps(report.value, "octgn")


def test_equal_ids_in_different_parts_are_found():
    text = text_of().replace("000005d0-0a1b", "00000001-0a1b")
    (found,) = [each for each in cf.loads_report(text, "octgn").diagnostics if each.code == "OC031"]
    assert found.span.text == "00000001-0a1b-4c2d-8e3f-5a6b7c8d9e00"
    assert "Heron 1488" in found.message
