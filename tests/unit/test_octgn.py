"""What OCTGN's files mean: sets and their cards, rich text, alternates, and the two rules."""

from __future__ import annotations

import pytest
from attrs import evolve
from click.testing import CliRunner

import cardformats as cf
from cardformats.cli.app import app
from cardformats.diagnostic_log import DiagnosticLog
from cardformats.formats.octgn.definition import read_definition
from cardformats.formats.octgn.new_definition import render_definition
from cardformats.formats.octgn.rich_text import TextRun, rich_text
from cardformats.source import SourceText
from tests.conftest import ROOT

MARSH = ROOT / "examples" / "octgn" / "Marsh"
GAME = "5e3c1a52-8f7b-4d0e-9c44-1b2f6a7d9e01"
SET = "0c9d7a10-2b3e-4f51-8a67-9b8c7d6e5f02"
HERON = "4f6e2d11-0a1b-4c2d-8e3f-5a6b7c8d9e00"


def set_of(inner, more=""):
    return f'<set name="Reeds" id="{SET}" gameId="{GAME}"{more}>{inner}</set>'


def card_of(inner, **options):
    """The card of a set that has just one, with *inner* in it, and the codes of what is found."""
    text = set_of(f'<cards><card name="Heron" id="{HERON}">{inner}</card></cards>')
    report = cf.loads_report(text, "octgn", **options)
    return report.value.cards[0], report.counts()


def value_of(inner, name="X", **options):
    """The value of the property *name*; «missing» if there is none."""
    return card_of(inner, **options)[0].properties.get(name, "missing")


@pytest.mark.parametrize(
    ("written", "value"),
    [
        ('<property name="X" value="a"/>', "a"),
        ("<property name='X' value='a'/>", "a"),
        ('<property value="a" name="X" />', "a"),
        ('<property name="X" value=""/>', ""),
        ('<property name="X"/>', "missing"),
        ('<property name="X"></property>', ""),
        ('<property name="X"> \n </property>', ""),
        ('<property name="X">a</property>', "a"),
        ('<property name="X"> a\u00a0</property>', " a\u00a0"),
        ('<property name="X">a&#10;b\r\nc</property>', "a\nb\nc"),
        ('<property name="X" value="a&#10;b&#9;c"/>', "a\nb\tc"),
        ('<property name="X" value="a\nb"/>', "a b"),
        ('<property name="X"><![CDATA[<a>]]></property>', "<a>"),
        ('<property name="X">a<!-- b -->c</property>', "ac"),
        ('<property name="X"><b>a</b></property>', "a"),
        ('<property name="X" value="&lt;&amp;&quot;"/>', '<&"'),
    ],
)
def test_a_property_says_what_stands_in_it(written, value):
    for rules in ("cardformats", "octgn"):
        assert value_of(written, rules=rules) == value


def test_null_and_empty_are_told_apart_where_both_stand_in_a_file():
    both = '<property name="A"/><property name="B"></property><property name="C" value=""/>'
    assert dict(card_of(both)[0].properties) == {"B": "", "C": ""}


def test_a_value_counts_for_octgn_only_if_the_element_closes_itself():
    loose = '<property name="X" value="a"></property>'
    assert value_of(loose) == "a"
    assert value_of(loose, rules="octgn") == ""
    assert card_of(loose)[1] == {"OC010": 1}
    # beside others that are as they should be
    assert value_of('<property name="Y"></property><property name="X" value="a"/>') == "a"


def test_content_counts_before_a_value():
    both = '<property name="X" value="a">b</property>'
    for rules in ("cardformats", "octgn"):
        assert value_of(both, rules=rules) == "b"
    assert card_of(both)[1] == {"OC010": 1}


@pytest.mark.parametrize(
    ("written", "sane", "exact"),
    [
        ("<b>x</b> <i>y</i>", "x y", "xy"),
        ("<b>x</b>\n  <i>y</i>", "xy", "xy"),
        ("<b> </b>", "", "missing"),
        ("a <b> </b>b", "a  b", "a b"),
        ('<s value="G">{G}</s> <s value="R">{R}</s>', "{G} {R}", "{G}{R}"),
        ("x<em>y</em>z", "xz", "xz"),
        ("<B>x</B><Italic>y</Italic>", "xy", "xy"),
        ("<b>x<i>y<u>z</u></i></b>", "xyz", "xyz"),
    ],
)
def test_blanks_and_unknown_elements_in_rich_text(written, sane, exact):
    inner = f'<property name="X">{written}</property>'
    assert value_of(inner) == sane
    assert value_of(inner, rules="octgn") == exact
    assert card_of(inner)[1] == card_of(inner, rules="octgn")[1]


def test_rich_text_is_runs():
    card, _ = card_of(
        '<property name="X">a<b>b<i>c</i></b><c value="#00ff00">d</c><s value="G">g</s></property>'
    )
    assert rich_text(card, "X") == (
        TextRun("a"),
        TextRun("b", bold=True),
        TextRun("c", bold=True, italic=True),
        TextRun("d", color="#00ff00"),
        TextRun("g", symbol="G"),
    )
    assert rich_text(card, "Y") == ()


def test_symbols_in_braces_are_told_from_the_same_text():
    card, _ = card_of('<property name="Rules"><s value="g">{G}</s>: {G}</property>')
    assert card.text == "{G}: {G}"
    assert rich_text(card, "Rules") == (TextRun("{G}", symbol="g"), TextRun(": {G}"))
    plain, _ = card_of('<property name="Rules"><s value="g">{G}</s>: x</property>')
    assert "rich" not in plain.extras.get("octgn", {})


def test_a_role_leaves_the_properties_if_its_field_says_as_much():
    card, _ = card_of(
        '<property name="Cost" value="{2}{R}"/><property name="Color" value="Multicolor Red Blue"/>'
        '<property name="Type" value="Legendary Creature"/><property name="Power" value="1"/>'
        '<property name="Toughness" value=""/><property name="Rarity" value="Mythic Rare"/>'
        '<property name="Number" value="007"/><property name="Rules" value="a&#13;&#10;b"/>'
    )
    face = card.faces[0]
    assert (str(face.mana_cost), face.type_line, face.power, face.text) == (
        "{2}{R}",
        "Legendary Creature",
        "1",
        "a\nb",
    )
    assert (card.rarity, card.number) == ("mythic", "007")
    assert card.properties == {"Toughness": ""}


def test_what_is_no_cost_type_or_rarity_of_magic_stays():
    card, _ = card_of(
        '<property name="Cost" value="2 pool"/><property name="Type" value="Action Modifier"/>'
        '<property name="Rarity" value="Jyhad:C, VTES:C"/>'
    )
    assert card.mana_cost is None
    assert card.types == ("Action Modifier",)
    assert card.rarity is None
    assert card.properties == {"Cost": "2 pool", "Rarity": "Jyhad:C, VTES:C"}


def test_a_cost_of_digits_is_generic_and_a_rarity_of_a_letter_is_a_word():
    card, _ = card_of('<property name="Cost" value="3"/><property name="Rarity" value="C"/>')
    assert str(card.mana_cost) == "{3}"
    assert card.rarity == "common"
    assert not card.properties


def test_how_a_game_spells_its_costs_and_lines_is_kept_once_and_written_again():
    def card(name, number, text, cost):
        return (
            f'<card name="{name}" id="{HERON[:-1]}{number}"><property name="Cost" value="{cost}"/>'
            f'<property name="CMC" value="{cost}"/><property name="Text" value="{text}"/></card>'
        )

    inner = card("A", 1, "a&#13;&#10;b", 3) + card("B", 2, "a&#13;&#10;c&#13;&#10;d", "03")
    read = cf.loads(set_of(f"<cards>{inner}{card('C', 3, 'a&#10;b', 3)}</cards>"), "octgn")
    assert [dict(each.properties) for each in read.cards] == [
        {},
        {"Cost": "03", "CMC": "03"},
        {"Text": "a\nb"},
    ]
    assert {each.text for each in read.cards} == {"a\nb", "a\nc\nd"}
    written = cf.dumps(read, "octgn", canonical=True)
    assert 'name="Text" value="a&#13;&#10;c&#13;&#10;d"' in written
    assert 'name="Text" value="a&#10;b"' in written
    assert written.count('name="Cost" value="3"') == len("AC")
    face = evolve(read.cards[0].faces[0], mana_cost=cf.model.ManaCost.parse("{4}"), text="x\ny")
    changed = cf.CardSet("Reeds", cards=[evolve(read.cards[0], faces=[face])], extras=read.extras)
    written = cf.dumps(changed, "octgn")
    assert 'name="Text" value="x&#13;&#10;y"' in written
    assert 'name="CMC" value="4"' in written


def test_the_halves_of_a_split_card_add_up():
    card, _ = card_of('<property name="Cost" value="{R} // {2}{U}"/>')
    assert str(card.mana_cost) == "{R}{2}{U}"


def test_an_alternate_has_what_it_does_not_say_itself():
    card, _ = card_of(
        '<property name="A" value="a"/><property name="B" value="b"/><property name="C" value="c"/>'
        '<property name="D"/>'
        '<alternate name="Nest" type="B" size="Wide"><property name="A" value="x"/>'
        '<property name="B"/><property name="C" value=""/></alternate>'
    )
    assert card.faces[0].properties == {"A": "a", "B": "b", "C": "c"}
    assert card.faces[1].properties == {"A": "x", "C": ""}
    assert card.faces[1].kind == "back"
    assert card.extras["octgn"]["alternates"] == ({"type": "B", "size": "Wide"},)
    written = cf.dumps(cf.CardSet("Reeds", cards=[card]), "octgn")
    (again,) = cf.loads(written, "octgn").cards
    assert again == card
    assert '<property name="B"/>' in written
    assert '<property name="C" value=""/>' in written


def test_alternates_in_alternates_are_alternates_of_the_card():
    card, counts = card_of(
        '<alternate name="Nest" type="A"><alternate name="Egg" type="B"/></alternate>'
    )
    assert [face.name for face in card.faces] == ["Heron", "Nest", "Egg"]
    assert counts == {"OC048": 1}


def test_the_definition_says_what_names_there_are():
    text = (MARSH / "Sets" / "Tidewrack" / "set.xml").read_text("utf-8")
    wrong = text.replace('name="Power"', 'name="power"').replace('size="Wide"', 'size="Tall"')
    report = cf.loads_report(wrong, "octgn", definition=MARSH)
    assert report.counts() == {"OC006": 1, "OC009": 1}
    assert report.value.card("Kingfisher").power == "1"
    exact = cf.loads_report(wrong, "octgn", definition=MARSH / "definition.xml", rules="octgn")
    assert exact.counts() == {"OC003": 1, "OC006": 1, "OC009": 1}
    assert exact.value.card("Kingfisher").power is None
    assert "no size 'Tall'" in exact.diagnostics[0].message


def test_the_first_failure_is_named_and_only_if_there_is_one():
    assert cf.read_report(MARSH / "Sets" / "Reedlight", rules="octgn").ok
    report = cf.loads_report(set_of("", ' hidden="yes" releaseDate="x"'), "octgn", rules="octgn")
    (first,) = [each for each in report.diagnostics if each.code == "OC003"]
    assert "neither true nor false" in first.message


@pytest.mark.parametrize("name", ["Set.xml", "SET.XML", "set.xml"])
@pytest.mark.parametrize("folder", ["Sets/.Reeds", "sets/Reeds", "Sets/Reeds and Rushes"])
def test_sets_are_found_whatever_the_case_of_their_names(tmp_path, folder, name):
    place = tmp_path / "Game" / folder
    place.mkdir(parents=True)
    (place / name).write_text(set_of(f'<cards><card name="Heron" id="{HERON}"/></cards>'), "utf-8")
    for path in (tmp_path / "Game", place, place / name):
        assert [card.name for card in cf.read(path).cards] == ["Heron"]
        assert cf.detect(path)[0].format.id == "octgn"


def test_a_guid_may_be_written_in_several_ways():
    for written in (HERON.upper(), f"{{{HERON}}}", HERON.replace("-", ""), f"({HERON})"):
        text = set_of(f'<cards><card name="Heron" id="{written}"/></cards>')
        assert cf.loads(text, "octgn").cards[0].ids == {"octgn": HERON}


def test_cards_that_only_ids_tell_apart_are_called_by_them():
    other, bird = HERON[:-1] + "1", '<property name="Type" value="Bird"/>'
    text = set_of(
        '<packaging><pack name="P" id="' + SET + '"><pick qty="1" key="name" value="Heron"/></pack>'
        f'</packaging><cards><card name="Heron" id="{HERON}">{bird}</card>'
        f'<card name="Heron" id="{other}">{bird}</card></cards>'
    )
    cardset = cf.loads(text, "octgn")
    (sheet,) = cardset.sheets.values()
    assert [entry.card.id for entry in sheet.entries] == [HERON, other]
    written = cf.dumps_report(cardset, "draftmancer")
    read = cf.loads(written.value, "draftmancer")
    assert [card.number for card in read.cards] == [None, "2"]
    assert [entry.card.number for entry in read.sheets["Heron"].entries] == [None, "2"]


@pytest.mark.parametrize("mark", ["", "\ufeff"])
@pytest.mark.parametrize("head", ["", '<?xml version="1.0" encoding="utf-16"?>\n', "<!-- x -->"])
@pytest.mark.parametrize("eol", ["\n", "\r\n"])
def test_a_set_is_written_as_it_was(mark, head, eol):
    text = mark + head + set_of(
        f'{eol}<!-- a --><other/><cards >{eol}<card id="{HERON}" name=\'Heron\' artist="x" />{eol}'
        f"</cards>{eol}",
        " xmlns:x='y' x:z=\"1\"",
    ) + eol  # fmt: skip
    data = text.encode()
    cardset = cf.loads_report(data, "octgn").value
    assert cf.dumps(cardset, "octgn").encode() == data
    assert cardset.cards[0].name == "Heron"


def test_a_mapping_is_checked():
    with pytest.raises(cf.OptionError, match="'price' is not a role; the roles are mana_cost"):
        cf.loads(set_of(""), "octgn", mapping={"price": "Cost"})
    with pytest.raises(cf.OptionError, match="game_id is a GUID, not 'marsh'"):
        cf.dumps(cf.CardSet("x"), "octgn", game_id="marsh")


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        ("{", "double quotes"),
        ("[]", "not an object"),
        ('{"text": 1}', "not a string"),
        ("[" * 10**5, ""),
    ],
)
def test_a_mapping_in_a_file_is_checked(tmp_path, content, problem):
    path = tmp_path / "mapping.json"
    path.write_text(content, "utf-8")
    report = cf.loads_report(set_of(""), "octgn", mapping=path)
    (found,) = report.diagnostics
    assert found.code == "OC070"
    assert problem in found.message


DEFINITION = """
<game name="Marsh" id="5e3c1a52-8f7b-4d0e-9c44-1b2f6a7d9e01" version="1.0.0.0">
  <card><property name="Kind" type="String" textKind="Tokens" delimiter="," hidden="True"
    ignoreText="True"/><property type="String"/><property name="Kind" type="Integer"/></card>
</game>
"""


def test_a_definition_is_written_as_it_was_read():
    log = DiagnosticLog(10)
    definition = read_definition(SourceText("definition.xml", DEFINITION), log)
    assert [str(found.code) for found in log.finish()] == ["OC004", "OC041"]
    again = read_definition(SourceText("again.xml", render_definition(definition)), log)
    assert again.properties == definition.properties
    assert (again.id, again.name, again.version) == (GAME, "Marsh", "1.0.0.0")


@pytest.mark.parametrize(
    ("content", "code"), [("<game>", "OC001"), ("<set/>", "OC002"), ("\x00", "CF008")]
)
def test_a_definition_that_is_none_is_reported(tmp_path, content, code):
    (tmp_path / "definition.xml").write_text(content, "utf-8")
    report = cf.loads_report(set_of(""), "octgn", definition=tmp_path)
    assert report.counts() == {code: 1}
    assert report.value.name == "Reeds"


def test_files_that_are_too_large_are_not_read(tmp_path):
    place = tmp_path / "Game" / "Sets" / "Reeds"
    place.mkdir(parents=True)
    (place / "set.xml").write_text(set_of(" " * 1000), "utf-8")
    for path in (tmp_path / "Game", place, place / "set.xml"):
        report = cf.read_report(path, max_size=1000)
        assert "CF001" in report.counts()
        assert not report.value.name or report.value.name == "Game"


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ("<deck", {"OC001"}),
        ("<set/>", {"OC002"}),
        ('<deck><section name="A"><card qty="1" id="x">Heron</card></section></deck>', {"OC005"}),
        ('<deck><section><card id="' + HERON + '"/></section><x/></deck>', {"OC017", "OC060"}),
        (
            '<deck><section name="A" shared="True"><card qty="2">Heron</card></section></deck>',
            set(),
        ),
    ],
)
def test_decks_that_are_not_as_they_should_be(text, codes):
    report = cf.loads_report(text, "octgn-deck")
    assert set(report.counts()) == codes
    if report.value.sheets:
        assert cf.dumps(report.value, "octgn-deck") == text
        again = cf.loads(cf.dumps(report.value, "octgn-deck", canonical=True), "octgn-deck")
        assert list(again.sheets) == list(report.value.sheets)
        shared = report.value.extras["octgn-deck"].get("shared_sections")
        assert again.extras["octgn-deck"].get("shared_sections") == shared


def test_a_deck_finds_cards_by_name_where_the_id_is_unknown():
    deck = f'<deck><section name="A"><card qty="2" id="{HERON}">grey heron</card></section></deck>'
    report = cf.loads_report(deck, "octgn-deck", game=MARSH)
    assert report.counts() == {"OC061": 1}
    assert report.value.cards[0].power == "1"


def test_lists_of_a_game_are_called_by_the_short_names_of_its_sets(tmp_path):
    result = CliRunner().invoke(app, ["convert", str(MARSH), "-o", str(tmp_path / "lists")])
    assert result.exit_code == 0, result.output
    assert sorted(path.name for path in (tmp_path / "lists").iterdir()) == ["RDL.txt", "TDW.txt"]


def test_a_name_is_taken_where_there_is_no_short_one(tmp_path):
    for folder, name in (("a", "Reeds &amp; Rushes: one"), ("b", "...")):
        place = tmp_path / "Sets" / folder
        place.mkdir(parents=True)
        (place / "set.xml").write_text(set_of("").replace("Reeds", name), "utf-8")
    CliRunner().invoke(app, ["convert", str(tmp_path), "-o", str(tmp_path / "lists")])
    names = sorted(path.name for path in (tmp_path / "lists").iterdir())
    assert names == ["Reeds_Rushes_one.txt", "b.txt"]


@pytest.mark.parametrize(
    ("declared", "data", "code"),
    [
        ("utf-8", "é".encode(), None),
        ("utf-8", b"\xe9", "OC047"),
        ("UTF-16", b"\xe9", "OC047"),
        ("windows-1252", b"\xe9", None),
        ("iso-8859-1", b"\xe9", None),
        ("windows-1251", b"\xe9", None),
        ("shift_jis", b"\x83J", None),
        ("rot13", b"\xe9", "OC047"),
        ("utf-99", b"e", "OC047"),
    ],
)
def test_bytes_are_of_the_encoding_that_the_first_line_says(declared, data, code, tmp_path):
    number = "0c9d7a10-2b3e-4f51-8a67-9b8c7d6e5f0"
    text = (
        f'<?xml version="1.0" encoding="{declared}"?>\n'
        f'<set name="Reeds" id="{number}1" gameId="{number}2"><cards>'
        f'<card name="H#ron" id="{number}3"/></cards></set>'
    )
    own = text.encode().replace(b"#", data)
    report = cf.loads_report(own, "octgn")
    assert report.counts() == ({code: 1} if code else {})
    (card,) = report.value.cards
    if code is None:
        assert card.name == f"H{data.decode(declared)}ron"
        new = evolve(card, faces=[evolve(card.faces[0], name="☂")])
        changed = report.value.replacing(card, new)
        target = tmp_path / "set.xml"
        cf.write(changed, target, "octgn")
        assert cf.read(target).cards[0].name == "☂"
    target = tmp_path / "same.xml"
    cf.write(report.value, target, "octgn")
    assert target.read_bytes() == own
