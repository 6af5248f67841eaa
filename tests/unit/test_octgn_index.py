"""The index of a game: what it has is what a reader finds."""

from __future__ import annotations

import pytest

import cardformats as cf
from cardformats.diagnostic_log import DiagnosticLog
from cardformats.errors import OptionError
from cardformats.formats import xml_tags, xml_text
from cardformats.formats.octgn.format import OctgnOptions
from cardformats.formats.octgn.index import GameIndex
from cardformats.formats.octgn.set_index import index_of_set
from cardformats.formats.octgn.set_reader import read_set
from cardformats.source import SourceText
from tests.conftest import ROOT

MARSH = ROOT / "examples" / "octgn" / "Marsh"
GAME = "5e3c1a52-8f7b-4d0e-9c44-1b2f6a7d9e01"
ONE = "aaaaaaaa-0000-4000-8000-000000000001"
TWO = "aaaaaaaa-0000-4000-8000-000000000002"


def agrees(source):
    """Whether the index of a set has what its reader finds; the index."""
    index = index_of_set(source, "Sets/s/set.xml")
    record = read_set(source, None, DiagnosticLog(0), OctgnOptions(), {})
    assert (index is None) == (record is None)
    if index is None or record is None:
        return None
    assert (index.set.id, index.set.name) == (record.id, record.name)
    assert [(each.id, each.name) for each in index.packs] == [
        (each.id, each.name) for each in record.packs
    ]
    assert [
        (each.id, each.name, each.alternates, each.alternate_names) for each in index.cards
    ] == [
        (
            each.id,
            each.name,
            tuple(other.type for other in each.alternates),
            tuple(other.name for other in each.alternates),
        )
        for each in record.cards
    ]
    return index


def test_every_set_of_a_game_is_indexed_as_it_is_read():
    index = GameIndex.read(MARSH)
    game = cf.read(MARSH)
    assert [each.id for each in index.all_cards] == [each.ids["octgn"] for each in game.cards]
    assert [each.name for each in index.all_cards] == [each.name for each in game.cards]
    assert index.game_id == GAME
    assert index.sections == ("Main", "Sideboard")
    assert index.shared_sections == ()
    assert {each.name for each in index.sets.values()} == {"Reedlight", "Tidewrack"}
    assert {index.cards[each].file for each in index.cards} == set(index.files.sets)
    for name in index.files.sets:
        assert agrees(index.source(name))


def of_set(inner, attributes="", before=""):
    return f'{before}<set name="S" id="{ONE}" gameId="{GAME}"{attributes}>{inner}</set>'


@pytest.mark.parametrize(
    ("text", "names"),
    [
        (of_set(f'<cards><card name="A" id="{TWO}"/></cards>'), ["A"]),
        (of_set(f"<cards><card id = '{TWO}'\n\tname='A \"B\"'></card ></cards>"), ['A "B"']),
        (of_set(f'<cards><card name="A &amp; B&#xe9;&#10;C" id="{TWO}"/></cards>'), ["A & Bé\nC"]),
        (of_set(f'<cards><card name="A\n\tB" id="{TWO}"/></cards>'), ["A  B"]),
        (of_set(f'<cards><card name="1 > 0" id="{{{TWO.upper()}}}"/></cards>'), ["1 > 0"]),
        (of_set('<!-- <card name="X" id="1"/> --><cards><card name="A" id="1"/></cards>'), ["A"]),
        (of_set(f'<cards><card name="A" id="{TWO}"><property name="P"><![CDATA[<card name="X"/>]]>'
                "</property></card></cards>"), ["A"]),
        (of_set("<cards/>", before='<?xml version="1.0"?>\n<?p <set?><!-- <set> -->\n'), []),
        (of_set("<cards><card/></cards>"), [""]),
        (of_set('<cards><cards2 name="X"/><card-x name="Y"/><cardset/></cards>'), []),
        (of_set('<x:card xmlns:x="u" name="X"/><cards xmlns:x="u"><x:card name="Y"/></cards>'), []),
        (of_set('<card name="A" id="1"><card name="B" id="2"><alternate name="C" type="t"/></card>'
                "</card>"), ["A", "B"]),
        (of_set('<packaging><pack name="P &lt;1>" id="3"><pick/></pack></packaging>'), []),
    ],
)  # fmt: skip
def test_whatever_way_a_set_is_written(text, names):
    index = agrees(SourceText("set.xml", text))
    assert [each.name for each in index.cards] == names
    for encoding in ("utf-8-sig", "utf-16"):
        source = SourceText.from_bytes("set.xml", text.encode(encoding))
        assert [each.name for each in agrees(source).cards] == names


def test_alternates_belong_to_their_card():
    text = of_set(
        '<cards><card name="A" id="1"><property name="P" value="v"/>'
        '<alternate name="A2" type="back"/><alternate type="Split A" name="A3"/></card>'
        '<card name="B" id="2"><alternate name="B2"/><alternate type="back"/></card>'
        '<card name="C" id="3"/><alternate name="lost" type="x"/></cards>'
    )
    first, second, third = agrees(SourceText("set.xml", text)).cards
    assert (first.alternates, first.alternate_names) == (("back", "Split A"), ("A2", "A3"))
    assert (second.alternates, second.alternate_names) == (("", "back"), ("B2", ""))
    assert third.alternates == ()


def test_an_alternate_may_say_nothing_and_sets_say_all():
    text = of_set(
        "<packaging><pack/></packaging><markers><marker/></markers>"
        '<cards><card id="1" size=""><alternate size=""/></card><card size="x"/></cards>',
        ' shortName=" FEN " releaseDate="2020-01-01" hidden=" True "',
    )
    index = index_of_set(SourceText("set.xml", text), "f")
    assert index.set == (ONE, "S", "f", "FEN", "2020-01-01", GAME, True)
    one, other = index.cards
    assert one == ("1", "", ONE, "f", ("",), ("",), text.index("<card "))
    assert (other.alternates, other.alternate_names) == ((), ())
    assert index.packs == [("", "", ONE, "f", text.index("<pack/>"))]
    assert index.markers == [("", "", text.index("<marker/>"))]
    assert index.unsized == [text.index("<card "), text.index("<alternate")]
    plain = index_of_set(SourceText("set.xml", "<set hidden='1' shortName=' '/>"), "f")
    assert plain.set == ("", "", "f", None, "", "", False)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "no XML",
        "<deck/>",
        '<set xmlns="u"/>',
        '<!DOCTYPE set [<!ENTITY a "b">]><set name="S"/>',
        of_set('<cards><card name="&undefined;"/></cards>'),
    ],
)
def test_what_is_no_set_has_no_index(text):
    assert agrees(SourceText("set.xml", text)) is None


def test_too_many_tags_are_refused(monkeypatch):
    monkeypatch.setattr(xml_tags, "MAX_TAGS", 1000)
    text = of_set("<card/>" * 1000)
    assert index_of_set(SourceText("set.xml", text), "") is None


def test_cards_in_cards_take_no_long_time():
    text = of_set("<card>" * 50_000 + '<alternate name="a" type="b"/>' * 1000 + "</card>" * 50_000)
    assert len(index_of_set(SourceText("set.xml", text), "").cards) == 50_000


def test_what_two_sets_have_is_there_twice(tmp_path):
    for name in ("a", "b"):
        folder = tmp_path / "Sets" / name
        folder.mkdir(parents=True)
        text = of_set(f'<cards><card name="{name}" id="{TWO}"/></cards>')
        (folder / "Set.xml").write_text(text, "utf-8")
    index = GameIndex.read(tmp_path)
    assert [each.name for each in index.all_cards] == ["a", "b"]
    assert index.cards[TWO].name == "a"
    assert [each.file for each in index.all_sets] == ["Sets/a/Set.xml", "Sets/b/Set.xml"]
    assert index.sets[ONE].file == "Sets/a/Set.xml"
    assert index.game_id == GAME
    assert GameIndex.read(tmp_path, max_files=1).all_cards[0].name == "a"
    assert not GameIndex.read(tmp_path, max_size=10).all_sets
    with pytest.raises(OptionError):
        GameIndex.read(tmp_path, no_option=1)


def test_a_package_has_the_index_of_its_folder(tmp_path):
    package = tmp_path / "marsh.o8g"
    cf.write(cf.read(MARSH), package, "octgn")
    packed, folder = GameIndex.read(package), GameIndex.read(MARSH)
    assert packed.cards.keys() == folder.cards.keys()
    assert packed.game_id == folder.game_id
    assert packed.sections


@pytest.mark.parametrize(
    ("text", "outermost"),
    [
        ("\ufeff<?xml version='1.0'?><!-- <game id='x'/> -->\n<set id='1' name='A &amp; B'>",
         ("set", {"id": "1", "name": "A & B"})),
        ('<set\n\tid = "1"/>', ("set", {"id": "1"})),
        ("<set id='1'", ("", {})),
        ("<!-- <set id='1'/>", ("", {})),
        ("<!DOCTYPE set><set id='1'/>", ("", {})),
        ("<set id='&nothing;'/>", ("", {})),
        ("text", ("", {})),
    ],
)  # fmt: skip
def test_the_outermost_element_is_known_by_the_beginning_of_a_file(text, outermost):
    assert xml_text.outermost(text) == outermost
