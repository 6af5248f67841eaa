"""What words of properties mean in any game, how they are written, and what a mapping may say."""

from __future__ import annotations

import pytest

from cardformats.formats.mapping.faces import is_number, spelled, with_below, without_below
from cardformats.formats.mapping.game_mapping import BadMappingError, GameMapping
from cardformats.formats.mapping.images import ImageSet
from cardformats.formats.mapping.roles import Roles
from cardformats.formats.mapping.words import (
    ColorTable,
    color_names,
    colors_of,
    cost_of,
    has_own_colors,
    lines,
    rarity_of,
    rarity_words,
    types_of,
)
from cardformats.model import Color

from .text_tables import cells, json_rows, rows

NAMES = {"W": "White", "U": "Blue", "B": "Black", "R": "Red", "G": "Green"}


def colors(letters):
    return frozenset(map(Color, letters))


def test_colors_stand_in_the_order_of_the_wheel():
    for letters in cells("""
        WU | UB | BR | RG | GW | WB | UR | BG | RW | GU | WUB | UBR | BRG | RGW | GWU | WBG | URW
        BGU | RWB | GUR | WUBR | UBRG | BRGW | RGWU | GWUB | WUBRG
    """):
        names = " ".join(NAMES[letter] for letter in letters)
        assert color_names(colors(letters)) == f"Multicolor {names}"
        assert colors_of(color_names(colors(letters))) == colors(letters)


def test_words_are_colors():
    for text, letters in rows("""
        White            | W
        white blue       | WU
        Black/Red        | BR
        White, Green     | WG
        Multicolor White | W
        Colourless       |
        Multicolour      |
        Colorless        |
        Hybrid           |
        Purple           | -
        White Purple     | -
    """):
        assert colors_of(text) == (None if letters == "-" else colors(letters)), text
    assert (colors_of(" Green "), colors_of("")) == (colors("G"), None)


def test_one_color_or_none_is_a_word():
    assert [color_names(colors(each)) for each in ("", *NAMES)] == ["Colorless", *NAMES.values()]


def test_numbers_and_symbols_are_costs():
    for text, cost, is_own in rows("""
        3             | {3}       | false
        007           | {7}       | false
        {2}{W/U}      | {2}{W/U}  | false
        {W} // {2}{U} | {W}{2}{U} | false
        4(GG)         | {4}       | true
                      |           | false
        twelve        | None      | false
        ３             | None      | false
        -1            | None      | false
        X2            | None      | false
    """):
        assert str(cost_of(text)) == cost, text
        assert has_own_colors(text) is (is_own == "true"), text


@pytest.mark.parametrize(
    ("text", "supertypes", "types", "subtypes"),
    [
        ("Legendary Creature — Elf Druid", ["Legendary"], ["Creature"], ["Elf", "Druid"]),
        ("Creature - Elf", [], ["Creature"], ["Elf"]),
        ("Basic Land – Fen", ["Basic"], ["Land"], ["Fen"]),
        ("Instant — Arcane // Instant — Lesson", [], ["Instant"], ["Arcane", "Lesson"]),
        ("Instant // Sorcery", [], ["Instant", "Sorcery"], []),
        ("Half-Elf", [], ["Half-Elf"], []),
        ("A — B — C", [], ["A"], ["B", "—", "C"]),
        (" ", [], [], []),
    ],
)
def test_types_are_words_in_magic_and_one_phrase_elsewhere(text, supertypes, types, subtypes):
    parts = (supertypes, types, subtypes)
    assert types_of(text, is_magic=True) == tuple(map(tuple, parts))
    assert types_of(text, is_magic=False) == ((), (text,) if text.strip() else (), ())


def test_a_rarity_is_a_word_or_a_letter():
    for text, rarity in rows("""
        Mythic Rare | mythic
        Basic Land  | land
        C           | common
        u           | uncommon
        R           | rare
        M           | mythic
        T           | t
        Super Rare  | super rare
    """):
        assert rarity_of(text) == rarity_of(f" {text} ") == rarity, text
    assert rarity_of("") is rarity_of("-") is None


def test_rarities_are_written_as_titles():
    rarities = ("mythic", "land", "common", "super rare")
    assert [*map(rarity_words, rarities)] == ["Mythic Rare", "Basic Land", "Common", "Super Rare"]


def test_line_ends_are_those_of_the_model():
    assert lines("a\r\nb\rc\n\r\nd") == "a\nb\nc\n\nd"
    assert lines("a\nb") == "a\nb"


TABLE = ColorTable({"Light": "W", "Water": "U", "Aqua": "U", "None": "", "Rainbow": "WUBRG"})


def test_a_table_has_colors_of_words():
    for text, letters in rows("""
        Light           | W
        Light/Water     | WU
        Light / Aqua    | WU
        Light,Water     | WU
        None            |
        None/Light      | W
        Rainbow         | WUBRG
        Fire            | -
        Light/Fire      | -
        Light and Water | -
    """):
        assert TABLE.colors(text) == (None if letters == "-" else colors(letters)), text
    assert (TABLE.colors(" Light "), TABLE.colors("")) == (colors("W"), None)


def test_a_table_has_words_of_colors():
    words = {"": "None", "W": "Light", "U": "Water", "WU": "Light/Water", "WUBRG": "Rainbow"}
    words |= {"B": "", "WB": ""}
    assert {letters: TABLE.words(colors(letters)) for letters in words} == words


def test_names_of_properties_say_what_they_are():
    for role, names in rows("""
        mana_cost  | manacost, cost
        mana_value | cmc, convertedmanacost, manavalue, Converted-Mana Cost
        colors     | color, colors, colour, colours
        types      | type, types, cardtype, typeline, Card Type
        subtypes   | subtype, subtypes, traits
        text       | rules, rulestext, text, cardtext, oracletext, gametext, ability, abilitytext
        text       | specialability
        power      | power, strength
        toughness  | toughness
        loyalty    | loyalty
        rarity     | rarity
        number     | number, collectornumber, cardnumber, setnumber
    """):
        own = names.split(", ")
        assert [Roles.guess(["Other", name]).to_dict() for name in own] == [
            {role: n} for n in own
        ], role
        assert Roles.guess([*reversed(own)]).to_dict() == {role: own[0]}, role


def test_a_name_may_be_written_in_any_way_and_the_first_of_two_is_taken():
    assert Roles.guess(["MANA_COST", "Mana Cost", "manacost"]).mana_cost == "MANA_COST"
    assert Roles.guess(["Mana-cost"]).mana_cost == "Mana-cost"


def test_a_role_without_a_property_is_empty():
    assert Roles().to_dict() == {}
    assert Roles(colors="Hue").to_dict() == {"colors": "Hue"}


def test_a_game_with_all_properties_of_magic_has_its_types():
    names = ("cost", "color", "type", "power", "toughness")
    assert Roles.guess(names).is_magic
    assert not any(Roles.guess({*names} - {each}).is_magic for each in names)


def test_what_is_wrong_in_a_mapping_is_named():
    for data, keys, problem in json_rows("""
        {"price": "A"} | price | 'price' is not a role; the roles are mana_cost, mana_value,
            colors, types, subtypes, text, power, toughness, loyalty, rarity, number
        {"text": "A", "name": "x", "price": "A"} | price | 'price' is not a part of a mapping;
            the parts are name, games, fields, values, templates, faces, images
        {"text": "A", "price": {}} | price | 'price' is not a part of a mapping; the parts are
            name, games, fields, values, templates, faces, images
        {"fields": {}, "text": "A"} | text | 'text' is not a part of a mapping; the parts are
            name, games, fields, values, templates, faces, images
        {"fields": {"price": "A"}} | fields.price | 'price' is not a role; the roles are
            mana_cost, mana_value, colors, types, subtypes, text, power, toughness, loyalty, rarity,
            number
        {"fields": 1} | fields | 'fields' is not a table
        {"fields": {"text": 1}} | fields.text | 'text' of 'fields' is not a string
        {"fields": {"text": "A", "power": "", "types": "A"}} | fields.types | 'A' has two roles,
            text and types
        {"values": {"text": {"a": "b"}}} | values.text | 'text' is not a role with values; the
            roles with values are mana_cost, colors, types, subtypes, power, toughness, loyalty,
            rarity, number
        {"values": {"colors": {"a": "W", "b": "WX"}}} | values.colors | 'WX' are not colours;
            colours are letters of WUBRG
        {"values": 1} | values | 'values' is not a table
        {"values": {"colors": 1}} | values.colors | 'colors' is not a table
        {"values": {"rarity": {"a": 1}}} | values.rarity.a | 'a' of 'rarity' is not a string
        {"templates": {"rarity": "{A}"}} | templates.rarity | 'rarity' is not a role with a
            template; the roles with a template are mana_cost, colors, types, subtypes, text, power,
            toughness, loyalty
        {"templates": {"text": "{A} {}"}} | templates.text | in the template '{A} {}', braces
            that name no property
        {"templates": {"text": "{A} {A}"}} | templates.text | in the template '{A} {A}', 'A'
            occurs twice
        {"faces": {"a": "back", "b": "front"}} | faces.b | 'front' is not a kind of face; the
            kinds are back, split, text, alternate
        {"images": {"text": "x"}} | images.text | 'text' is not a kind of face with images; the
            kinds of face with images are front, back, split, alternate
        {"images": {"front": "{guid}"}} | images.front | in the template '{guid}', '{guid}' is
            unknown; there are {game}, {set}, {set_id}, {set_name}, {id}, {number},
            {number:unpadded}, {name}, {type}
        {"images": {"front": "{id}}"}} | images.front | in the template '{id}}', '}' has no
            counterpart
        {"games": "x"} | games | 'games' is not a list of strings
        {"games": [1]} | games | 'games' is not a list of strings
        {"games": ["x"]} | games | 'x' is not a GUID
        {"name": 1} | name | 'name' is not a string
    """):
        with pytest.raises(BadMappingError) as caught:
            GameMapping.from_dict(data)
        assert (".".join(caught.value.keys), caught.value.problem) == (keys, problem), data
        assert str(caught.value) == f"mapping: {problem}", data


@pytest.mark.parametrize(
    ("data", "keys", "problem"),
    [
        ([], (), "it is not an object"),
        ({"fields": {1: "A"}}, ("fields", "1"), "1 of 'fields' is not a string"),
        (
            {"templates": {"text": "x" * 70 + "{"}},
            ("templates", "text"),
            f"in the template '{'x' * 60}', '{{' has no counterpart; to write it as text, double "
            "it",
        ),
        (
            {"images": {"front": "x" * 4001}},
            ("images", "front"),
            f"in the template '{'x' * 60}', there are more than 4000 characters",
        ),
    ],
)
def test_odd_keys_and_long_texts_in_a_mapping_are_named(data, keys, problem):
    with pytest.raises(BadMappingError) as caught:
        GameMapping.from_dict(data)
    assert (caught.value.keys, caught.value.problem) == (keys, problem)


def test_what_is_just_right_in_a_mapping_is_taken():
    data = {
        "name": "Marsh",
        "games": ["{5E3C1A52-8F7B-4D0E-9C44-1B2F6A7D9E01}"],
        "fields": {"text": "A", "types": None},
        "values": {"colors": {"Light": "W"}, "rarity": {}},
        "templates": {"text": "x" * 3997 + "{A}"},
        "faces": {"Flip": "back", "twin": "text", "two": "back"},
        "images": dict.fromkeys(("front", "back", "split", "alternate"), "x" * 4000),
    }
    mapping = GameMapping.from_dict(data)
    assert mapping.to_dict() == {
        **data,
        "games": ("5e3c1a52-8f7b-4d0e-9c44-1b2f6a7d9e01",),
        "fields": {"text": "A", "types": ""},
        "values": {"colors": {"Light": "W"}},
    }
    assert GameMapping.from_dict({}).to_dict() == {}
    kinds = {each: mapping.kind(each) for each in ("flip", "TWIN", "Split-2", "x", "Transform")}
    assert kinds == {
        "flip": "back",
        "TWIN": "text",
        "Split-2": "split",
        "x": "alternate",
        "Transform": "back",
    }
    assert [mapping.usual_type(each) for each in ("back", "text", "split")] == ["Flip", "twin", ""]
    assert [*mapping.properties] == ["A"]


@pytest.mark.parametrize("word", ["transform", "Modal_DFC", "back", "B", "backside"])
def test_some_types_are_backs_in_all_games(word):
    assert GameMapping().kind(word) == "back"


def test_roles_without_a_property_are_found_by_the_names():
    mapping = GameMapping(fields={"text": "Cost", "rarity": ""})
    names = ["Cost", "Rarity", "Power", "Strength"]
    assert mapping.completed(names).fields == {"power": "Power", "text": "Cost", "rarity": ""}


SET = ImageSet(
    {
        "front": "{game}/{set}/{set_id}/{set_name}/{id}/{number}{type}.jpg",
        "back": "{number:unpadded} {name} {type}",
    },
    game="g-1",
    set_id="s-1",
    code="FEN",
    name="Fen & Moor",
)


def test_an_address_is_made_of_what_a_card_is_called():
    for kind, *values, address, lacks in rows("""
        front | Eel   |      | c-1 | 007 | g-1/FEN/s-1/Fen%20%26%20Moor/c-1/007.jpg |
        front | Eel   |      | c-1 |     |                                          | {number}
        front | Eel   |      |     | 7   |                                          | {id}
        back  | Éel/s | twin | c-1 | 007 | 7 %C3%89el%2Fs twin                      |
        back  | Eel   | twin |     | 0   | 0 Eel twin                               |
        back  | Eel   | twin |     | 00a | a Eel twin                               |
        back  | Eel   | twin |     | 0-1 | 0-1 Eel twin                             |
        back  | Eel   |      | c-1 | 7   |                                          | {type}
        back  |       | twin | c-1 | 7   |                                          | {name}
        split | Eel   | twin | c-1 | 7   |                                          |
    """):
        found = set()
        images = SET.images(kind, *values, found)
        assert images == ({"en": address} if address else {}), (kind, values)
        assert "".join(found) == lacks, (kind, values)


@pytest.mark.parametrize(
    ("own", "usual", "text"),
    [
        ({}, "{3}", "{3}"), ({"{}": ""}, "{3}", "3"), ({"{}": ""}, "{3}{W}", "{3}{W}"),
        ({"{}": ""}, "{x}", "{x}"), ({"{}": "", "{3}": "III"}, "{3}", "III"),
        ({"{3}": "III"}, "", ""), ({"": "none"}, "", ""), ({"\n": "|"}, "a\nb", "a|b"),
        ({"Common": "C"}, "Rare", "Rare"), ({"Common": "C"}, "a\nb", "a\nb"),
    ],
)  # fmt: skip
def test_a_game_has_its_own_spelling(own, usual, text):
    assert spelled({"Cost": own}, "Cost", usual) == text
    assert spelled({"Cost": own}, "Other", usual) == usual


def test_a_number_is_a_cost_of_one_symbol():
    costs = ["{3}", "{12}", "{3}{W}", "{X}", "3}", "{3", "{}", ""]
    assert [*map(is_number, costs)] == [True, True, *[False] * 6]


def test_a_text_below_is_added_and_removed():
    below = "\n// Eel {3}\nBite."
    for text in ("Swim.", ""):
        assert without_below(with_below(text, below), below) == text
    assert with_below("", below) == "// Eel {3}\nBite."
    assert without_below("Swim.", below) == "Swim."
