"""What is read of the definition of a game, and what is said of what it cannot say."""

from __future__ import annotations

import pytest
from attrs import evolve

from cardformats.diagnostic_log import DiagnosticLog
from cardformats.formats.octgn.definition import (
    Definition,
    SizeDefinition,
    definition_at,
    described,
    named_files,
    normal_path,
    read_definition,
)
from cardformats.formats.octgn.document import read_xml
from cardformats.formats.octgn.new_definition import render_definition
from cardformats.source import SourceText

WHOLE = """<?xml version="1.0"?>
<game name="Marsh" id="5e3c1a52-8f7b-4d0e-9c44-1b2f6a7d9e01" version="1.2.3.4" authors="A, B"
  description="Fens." tags="fen moor" gameurl="https://g.example" iconurl="https://i.example">
  <card width="63" height="88" front="f.png" back="b.png">
    <size name="Wide" width="88" height="63" front="wf.png" back="wb.png"/>
    <property name="Kind" type="RichText" textKind="Tokens" delimiter="," hidden="True"/>
    <property name="Cost" type="Integer" ignoreText="TRUE" hidden="no"/>
    <property name="Rules"/>
  </card>
  <symbols><symbol id="w" name="White" src="w.png"/><symbol id="u" name="Blue" src="u.png"/></symbols>
  <markers><marker id="m" name="Egg" src="sub/egg.png"/></markers>
  <table board="board.jpg" background="https://x.example/y.png"/>
  <player><group name="Library" icon=" lib.png "/></player>
  <fonts><font src="a.ttf"/></fonts><proxygen definitionsrc="p.xml"/><!-- x -->
</game>
"""  # noqa: E501 - as people write it


def read(text, **options):
    log = DiagnosticLog(20)
    return read_definition(SourceText("definition.xml", text), log, **options), log.finish()


def test_everything_that_sets_depend_on_is_read():
    definition, findings = read(WHOLE, thorough=True)
    assert findings == ()
    assert definition.id == "5e3c1a52-8f7b-4d0e-9c44-1b2f6a7d9e01"
    about = ("name", "version", "authors", "description", "tags", "game_url", "icon_url")
    assert [getattr(definition, each) for each in about] == [
        "Marsh", "1.2.3.4", "A, B", "Fens.", "fen moor", "https://g.example", "https://i.example",
    ]  # fmt: skip
    assert definition.sizes == {
        "": SizeDefinition("", "63", "88", "f.png", "b.png"),
        "Wide": SizeDefinition("Wide", "88", "63", "wf.png", "wb.png"),
    }
    assert definition.symbols == {"w": "White", "u": "Blue"}
    assert definition.markers == {"m": "Egg"}
    assert {
        name: (each.name, each.type, each.text_kind, each.delimiter, each.hidden, each.ignore_text)
        for name, each in definition.properties.items()
    } == {
        "Kind": ("Kind", "RichText", "Tokens", ",", True, False),
        "Cost": ("Cost", "Integer", "Free", "", False, True),
        "Rules": ("Rules", "String", "Free", "", False, False),
    }
    again, _ = read(render_definition(definition))
    assert again.properties == definition.properties


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            'type="Sring"',
            "OC042 type of a property 'Sring': String, Integer, Char, RichText, GUID -> String",
        ),
        ('type="Date"', "OC042 type of a property 'Date': String, Integer, Char, RichText, GUID"),
        (
            'textKind="Token" type="Char"',
            "OC042 kind of text 'Token': Free, Enum, Tokens -> Tokens",
        ),
    ],
)
def test_types_and_kinds_that_do_not_exist_are_the_usual_ones(text, expected):
    definition, (found,) = read(f'<game><card><property name="X" {text}/></card></game>')
    data = found.data
    shown = f"{found.code} {data['what']} {data['value']!r}: {data['expected']}"
    shown += f" -> {found.fix.edits[0].new.strip(chr(34))}" if found.fix else ""
    assert shown == expected
    assert (found.span.text, found.span.line) == (f'"{data["value"]}"', 1) or (
        found.span.text == data["value"]
    )
    own = definition.properties["X"]
    assert (own.type, own.text_kind) == ("Char" if "Char" in text else "String", "Free")


@pytest.mark.parametrize("name", ["Name", "ID", "alternate", "Size", "type", "set"])
def test_names_that_are_taken_are_reported_if_it_is_thorough(name):
    text = f'<game><card><property name="{name}"/></card></game>'
    assert read(text)[1] == ()
    definition, (found,) = read(text, thorough=True)
    assert found.message.endswith("has a name that is reserved")
    assert [*definition.properties] == [name]


def test_the_first_of_two_properties_is_used():
    text = '<game><card><property name="A"/><property name="A" type="Char"/></card></game>'
    definition, (found,) = read(text)
    assert found.message.endswith("is defined twice; the first definition is used")
    assert definition.properties["A"].type == "String"


def test_a_game_without_cards_has_no_sizes_and_no_properties():
    assert read("<game name='M'/>") == (Definition(name="M"), ())


def test_files_are_those_of_any_element():
    xml = read_xml(SourceText("definition.xml", WHOLE), "game", DiagnosticLog(9))
    assert [each[1:] for each in named_files(xml[0].document.root)] == [
        ("front", "f.png"), ("back", "b.png"), ("front", "wf.png"), ("back", "wb.png"),
        ("src", "w.png"), ("src", "u.png"), ("src", "sub/egg.png"), ("board", "board.jpg"),
        ("icon", " lib.png "), ("src", "a.ttf"), ("definitionsrc", "p.xml"),
    ]  # fmt: skip
    assert normal_path(" sub\\x/../egg.png ") == "sub/egg.png"


def test_what_a_definition_lacks_has_a_default():
    bare = described(Definition(name="Marsh"))
    assert (bare.version, bare.authors, bare.description) == ("1.0.0.0", "unknown", "Marsh")
    own = evolve(bare, version="2.0.0.0", authors="A", description="B")
    assert described(own) == own


def test_a_definition_is_a_file_or_in_a_folder(tmp_path):
    log = DiagnosticLog(9)
    assert definition_at(None, log) is None
    with pytest.raises(FileNotFoundError) as caught:
        definition_at(tmp_path, log)
    assert caught.value.filename == str(tmp_path / "definition.xml")
    (tmp_path / "Definition.XML").write_text(WHOLE, "utf-8")
    expected = read(WHOLE)[0]
    assert definition_at(tmp_path, log) == definition_at(tmp_path / "Definition.XML", log)
    assert definition_at(tmp_path, log) == expected
