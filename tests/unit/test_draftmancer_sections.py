"""The JSON of the sections ``[Settings]`` and ``[CustomCards]``, and what stands around it."""

from __future__ import annotations

import json

import pytest

import cardformats as cf

from .draftmancer_lists import found
from .text_tables import rows

WARDEN = '{"name": "Moss Warden", "mana_cost": "{1}{G}", "type": "Creature"}'


@pytest.mark.parametrize(
    "json_text",
    [
        '{"name": "Cube",}',
        '{\n# comment\n"name": "Cube",\n  # }\n}',
        '{"name":\n\n"Cube"\n,\n}',
        '{"name": "no", "name": "Cube"}',
        '\n# comment\n\n  {"name": "Cube"}',
    ],
)
def test_comment_lines_and_trailing_commas_are_forgiven(json_text):
    assert cf.loads(f"[ settings ]\n{json_text}\n[Any]\nForest", "draftmancer").name == "Cube"


@pytest.mark.parametrize("name", ["a } b", "a { b", "# x", "1,]", 'a " ]', "// x", "[Settings]"])
def test_brackets_commas_and_hashes_in_strings_are_only_text(name):
    text = f"[Settings]\n{json.dumps({'name': name})}\n[Any]\nForest"
    report = cf.loads_report(text, "draftmancer")
    assert report.value.name == name
    # Draftmancer counts these brackets
    assert [each.code for each in report.errors] == ["DM076"] * (name[2:3] in ("}", "{"))


@pytest.mark.parametrize(
    ("json_text", "code", "text"),
    [
        ("[]", "DM010", "[]"),
        ("null", "DM010", "null"),
        ('{"name": "x"', "DM011", "{"),
        ('{name: "x"}', "DM012", "n"),
        ("{'name': 1}", "DM012", "'"),
        ('{"name": "x" # why\n}', "DM012", "#"),
        ('{"name": "x" // why\n}', "DM012", "/"),
        ("{} trailing", "DM013", "trailing"),
    ],
)
def test_what_is_no_json_is_reported_where_it_goes_wrong(json_text, code, text):
    assert (code, text) in found(f"[Settings]\n{json_text}\n[Any]\nForest")


def test_settings_at_the_end_of_the_file_have_no_json():
    assert found("[Any]\nForest\n[Settings]\n") == [("DM010", "[Settings]")]


def test_settings_may_come_last():
    assert cf.loads('[Any]\nForest\n[Settings]\n{"name": "Cube"}', "draftmancer").name == "Cube"


@pytest.mark.parametrize("header", ["[CustomCards]", "[customcards]", "[ CUSTOMCARDS ] "])
def test_the_case_of_a_section_does_not_count(header):
    cardset = cf.loads(f"{header}\n[{WARDEN}]\n[Any]\nMoss Warden", "draftmancer")
    assert [card.name for card in cardset.cards] == ["Moss Warden"]


def test_custom_cards_are_an_array_of_objects():
    for json_text, code, text in rows("""
        {}                                                                  | DM010 | {}
        [{"name": "Moss Warden", "mana_cost": "{1}{G}", "type": "Creature"} | DM011 | [
        [{}, 5]                                                             | DM030 | 5
        ["Moss Warden"]                                                     | DM030 | "Moss Warden"
    """):
        assert (code, text) in found(f"[CustomCards]\n{json_text}\n[Any]\nForest"), json_text


def test_sections_of_custom_cards_add_up():
    second = WARDEN.replace("Moss", "Tide")
    text = f"[CustomCards]\n[{WARDEN}]\n[CustomCards]\n[{second}]\n[Any]\nForest"
    assert [card.name for card in cf.loads(text, "draftmancer").cards] == [
        "Moss Warden",
        "Tide Warden",
    ]


def test_custom_cards_may_come_after_sheets_that_do_not_name_them():
    text = f"[Any]\nForest\n[CustomCards]\n[{WARDEN}]"
    assert found(text) == []
    assert found(text.replace("Forest", "Moss Warden")) == [("DM022", "Moss Warden")]


def test_the_json_of_the_next_section_is_read_after_that_of_a_broken_one():
    text = f"[Settings]\n{{ name }}\n[CustomCards]\n[{WARDEN}]\n[Any]\nMoss Warden"
    report = cf.loads_report(text, "draftmancer")
    assert report.counts() == {"DM012": 1}
    assert [card.name for card in report.value.cards] == ["Moss Warden"]


def test_an_unclosed_section_ends_at_the_next_header():
    text = f"[Settings]\n{{\n[CustomCards]\n[{WARDEN}]\n[Any]\nMoss Warden"
    report = cf.loads_report(text, "draftmancer")
    assert report.counts() == {"DM011": 1}
    assert list(report.value.sheets) == ["Any"]
    assert [card.name for card in report.value.cards] == ["Moss Warden"]


def test_json_nested_too_deep_is_an_error():
    nested = "[" * 100 + "]" * 100
    text = f'[Settings]\n{{"unheard": {nested}}}\n[Any]\nForest'
    assert found(text) == [("DM012", "[")]


def test_a_number_that_json_does_not_know_is_an_error():
    text = '[Settings]\n{"boostersPerPlayer": NaN}\n[Any]\nForest'
    assert [code for code, _ in found(text)] == ["DM012"]
