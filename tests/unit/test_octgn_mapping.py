"""Mappings of OCTGN's games: their files, and what they make of cards, both ways."""

from __future__ import annotations

import json
from itertools import chain, zip_longest
from xml.sax.saxutils import quoteattr

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

import cardformats as cf
from cardformats.diagnostic_log import DiagnosticLog
from cardformats.formats.mapping.game_mapping import BadMappingError, GameMapping
from cardformats.formats.mapping.reading import read_mapping, shipped
from cardformats.formats.mapping.roles import ROLES
from cardformats.formats.mapping.templates import template_of
from cardformats.formats.mapping.words import ColorTable
from cardformats.formats.octgn.codes import OctgnCode
from cardformats.source import SourceText

BAD = OctgnCode.BAD_MAPPING

MAPPING = r"""
name = "Marsh Duel"
games = ["5E3C1A52-8F7B-4D0E-9C44-1B2F6A7D9E01"]

[fields]
mana_cost = "Level"
colors = "Civilization"
types = "Kind"
subtypes = "Race"
power = "Power"
rarity = "Rarity"
number = "No"
text = "Rules"

[values.colors]
Light = "W"
Water = "U"
"Nature" = "G"
None = ""
Rainbow = "WUBRG"

[values.rarity]
"Super Rare" = "mythic"
Promotional = "special"
"No Rarity" = "special"

[templates]
text = "{Kind} · {Race} · Power {Power}\n{Rules}\nFlavour: {Flavour}"

[faces]
awakening = "back"
twin = "text"

[images]
front = "https://cards.example/{game}/{set_id}/{id}.jpg"
back = "https://cards.example/{set}/{set_name}/{number:unpadded}-{name}.{type}.jpg"
"""
SET_ID, GAME = "0c9d7a10-2b3e-4f51-8a67-9b8c7d6e5f02", "5e3c1a52-8f7b-4d0e-9c44-1b2f6a7d9e01"
CARD_ID = "4f6e2d11-0a1b-4c2d-8e3f-5a6b7c8d0000"
EEL = {
    "Level": "3", "Civilization": "Light / Nature", "Kind": "Creature", "Race": "Mud Fish",
    "Power": "3000+", "Rarity": "Super Rare", "No": "007", "Rules": "Bite.\nSwim.",
}  # fmt: skip


def properties(values):
    return "".join(
        f'<property name="{name}"/>'
        if value is None
        else f'<property name="{name}" value={quoteattr(value, {chr(10): "&#10;"})}/>'
        for name, value in values.items()
    )


def set_of(*cards):
    """A set of cards: their properties, and the types and properties of alternates."""
    written = "".join(
        f'<card name="Card {place}" id="{CARD_ID[:-4]}{place:04}">{properties(own)}'
        + "".join(
            f'<alternate name="Other {type_}" type="{type_}">{properties(values)}</alternate>'
            for type_, values in alternates.items()
        )
        + "</card>\n"
        for place, (own, alternates) in enumerate(cards)
    )
    return (
        f'<set name="The Deeps" shortName="DPS" id="{SET_ID}" gameId="{GAME}">'
        f"<cards>{written}</cards></set>"
    )


def mapping_of(text):
    log = DiagnosticLog(10)
    mapping = read_mapping(SourceText("mapping.toml", text), BAD, log)
    assert not log.finish()
    return mapping


@pytest.fixture(scope="module")
def mapping(tmp_path_factory):
    path = tmp_path_factory.mktemp("mapping") / "mapping.toml"
    path.write_text(MAPPING, "utf-8")
    return path


def card_of(values, alternates=None, **options):
    return cf.loads(set_of((values, alternates or {})), "octgn", **options).cards[0]


def test_values_and_templates_make_fields(mapping):
    eel = card_of(EEL, mapping=mapping)
    assert str(eel.mana_cost) == "{3}"
    assert eel.colors == {cf.model.Color.WHITE, cf.model.Color.GREEN}
    assert (eel.types, eel.subtypes, eel.power) == (("Creature",), ("Mud Fish",), "3000+")
    assert (eel.rarity, eel.number) == ("mythic", "007")
    assert eel.text == "Creature · Mud Fish · Power 3000+\nBite.\nSwim."
    assert eel.properties == {"Rules": "Bite.\nSwim."}


def test_a_mapping_is_a_file_a_dictionary_or_a_name(mapping, tmp_path):
    table = GameMapping.from_dict(mapping_of(MAPPING).to_dict()).to_dict()
    path = tmp_path / "mapping.json"
    path.write_text(json.dumps(table), "utf-8")
    cards = [card_of(EEL, mapping=each) for each in (mapping, str(mapping), table, path)]
    assert all(card == cards[0] for card in cards)
    assert card_of({"Effect": "Slither."}, mapping={"text": "Effect"}).text == "Slither."
    assert card_of({"Text": "Slither."}, mapping={"text": None}).text == ""
    assert card_of(EEL, mapping="names").properties["Civilization"] == "Light / Nature"
    with pytest.raises(cf.OptionError, match="there is no mapping 'no-such-game'; there are names"):
        card_of(EEL, mapping="no-such-game")
    with pytest.raises(FileNotFoundError):
        card_of(EEL, mapping="no-such-file.toml")


def test_shipped_mappings_can_be_used():
    for name, each in shipped().items():
        assert each.games, name
        assert GameMapping.from_dict(each.to_dict()) == each


@pytest.mark.parametrize(
    ("text", "problem", "at"),
    [
        ("[fields\n", "expected", "mapping.toml:1:8"),
        ("x", "expected", "mapping.toml:1:2"),
        ("\ufeff[field]\n", "'field' is not a part of a mapping", "mapping.toml:1:2"),
        ('[fields]\r\nprice = "Cost"', "'price' is not a role", "mapping.toml:2:1"),
        ('[fields]\n\n"price" = "Cost"', "'price' is not a role", "mapping.toml:3:2"),
        ("[fields]\ntext = 1", "'text' of 'fields' is not a string", "mapping.toml:2:1"),
        ("fields = 1", "'fields' is not a table", "mapping.toml:1:1"),
        ('[fields]\ntext = "A"\ntypes = "A"', "'A' has two roles", "mapping.toml:3:1"),
        ('[values.colors]\nLight = "X"', "'X' are not colours", "mapping.toml:1:2"),
        ('[values.text]\na = "b"', "'text' is not a role with values", "mapping.toml:1:2"),
        ('[faces]\nflip = "front"', "'front' is not a kind of face", "mapping.toml:2:1"),
        ('[templates]\ntext = "{"', "'{' has no counterpart", "mapping.toml:2:1"),
        ('[templates]\ntext = "{A} {A}"', "'A' occurs twice", "mapping.toml:2:1"),
        (f'[templates]\ntext = "{"x" * 4001}"', "4000 characters", "mapping.toml:2:1"),
        ('[templates]\nrarity = "{A}"', "not a role with a template", "mapping.toml:2:1"),
        ('[images]\nfront = "{guid}"', "'{guid}' is unknown", "mapping.toml:2:1"),
        ('games = ["Marsh"]', "'Marsh' is not a GUID", "mapping.toml:1:1"),
        ("name = 1", "'name' is not a string", "mapping.toml:1:1"),
        ("a = " + "[" * 5000, "", "mapping.toml:1:1"),
        ("[" + "a." * 10**5 + "a]\n" + "b = 1\n" * 10**4, "too large", "mapping.toml:1:1"),
        ("[" + " " * 10**5 + "x", "", "mapping.toml:1:100003"),
        ("#" * (2**20 + 1), "too large", "mapping.toml:1:1"),
        ('{"fields": {"price": "A"}}', "'price' is not a role", "mapping.toml:1:13"),
        ('{"price": "A"}', "'price' is not a role", "mapping.toml:1:2"),
        ('{"text": 1}', "'text' of 'fields' is not a string", "mapping.toml:1:2"),
    ],
)
def test_what_is_wrong_in_a_file_has_a_place(text, problem, at):
    log = DiagnosticLog(10)
    assert read_mapping(SourceText("mapping.toml", text), BAD, log) == GameMapping()
    (found,) = log.finish()
    assert found.code == "OC070"
    assert problem in found.message
    assert str(found.span) == at


def test_a_dictionary_that_is_wrong_is_refused():
    with pytest.raises(cf.OptionError, match="mapping: 'front' is not a kind of face"):
        card_of(EEL, mapping={"faces": {"flip": "front"}})
    with pytest.raises(BadMappingError, match="it is not an object"):
        GameMapping.from_dict([])


@pytest.mark.parametrize(
    ("template", "values", "text"),
    [
        ("{A} · {B} · Power {C}", {"A": "a", "B": "b", "C": "c"}, "a · b · Power c"),
        ("{A} · {B} · Power {C}", {"A": "a", "C": "c"}, "a · Power c"),
        ("{A} · {B} · Power {C}", {"C": "c"}, "Power c"),
        ("{A} · {B} · Power {C}", {"B": "b"}, "b"),
        ("Level {A}, {B}", {"B": "b", "A": ""}, "b"),
        ("{A} ({B})", {"A": "a"}, "a"),
        ("{A} ({B})", {"B": "b"}, "(b)"),
        ("{A} mana", {}, ""),
        ("{A}\n--\n{B}", {"B": "b\r\nc"}, "--\nb\nc"),
        ("{{{A}}}", {"A": "a"}, "{a}"),
        ("Card {Card Type}", {"Card Type": "{x}"}, "Card {x}"),
    ],
)
def test_templates_leave_out_what_is_absent(template, values, text):
    assert template_of(template).fill(values) == text


def test_alternates_are_of_the_kinds_that_the_mapping_says(mapping):
    others = {
        "awakening": {"Kind": "Evolution"},
        "twin": {"Kind": "Spell", "Race": None, "Power": None, "Rules": "Boo."},
        "other": {},
    }
    text = set_of((EEL, others))
    cardset = cf.loads(text, "octgn", mapping=mapping)
    (eel,) = cardset.cards
    assert [(face.name, face.kind) for face in eel.faces[1:]] == [
        ("Other awakening", "back"),
        ("Other other", "alternate"),
    ]
    assert eel.text.endswith("Swim.\n// Other twin {3}\nSpell\nBoo.")
    assert cf.dumps(cardset, "octgn") == text
    with_image = [face.images for face in eel.faces]
    assert with_image == [
        {"en": f"https://cards.example/{GAME}/{SET_ID}/{CARD_ID}.jpg"},
        {"en": "https://cards.example/DPS/The%20Deeps/7-Other%20awakening.awakening.jpg"},
        {},
    ]


def test_what_images_lack_is_said_once(mapping):
    without = {name: value for name, value in EEL.items() if name != "No"}
    text = set_of(*[(without, {"awakening": {}, "twin": {}})] * 3)
    report = cf.loads_report(text, "octgn", mapping=mapping)
    assert [str(found.code) for found in report.diagnostics] == ["OC073"]
    assert not report.value.cards[0].faces[1].images


def rewritten(tmp_path, mapping, *, canonical, **fields):
    """The front of a card with other *fields*, written and read, and the losses."""
    cardset = cf.loads(set_of((EEL | {"Flavour": "Wet."}, {"twin": {}})), "octgn", mapping=mapping)
    (eel,) = cardset.cards
    front = evolve(eel.faces[0], **fields)
    changed = cardset.replacing(eel, evolve(eel, faces=[front, *eel.faces[1:]]))
    path = tmp_path / "set.xml"
    report = cf.write(changed, path, "octgn", canonical=canonical)
    return front, cf.read(path, "octgn", mapping=mapping).cards[0].faces[0], report.losses


@pytest.mark.parametrize("canonical", [False, True])
@pytest.mark.parametrize(
    ("old", "new"),
    [("Bite.", "Chew."), ("Swim.", "Swim.\nDive."), ("Wet.", "Dry."), ("Flavour: Wet.\n", "")],
)
def test_a_changed_text_goes_into_the_property_that_it_is_of(
    tmp_path, mapping, canonical, old, new
):
    text = card_of(EEL | {"Flavour": "Wet."}, {"twin": {}}, mapping=mapping).text
    front, again, losses = rewritten(
        tmp_path, mapping, canonical=canonical, text=text.replace(old, new, 1)
    )
    assert again.text == front.text
    assert not losses


@pytest.mark.parametrize("canonical", [False, True])
def test_a_changed_text_that_fits_no_property_is_reported(tmp_path, mapping, canonical):
    text = "Something else."
    _, again, losses = rewritten(tmp_path, mapping, canonical=canonical, text=text)
    assert text in again.text
    assert {loss.kind.partition(" (")[0] for loss in losses} == {"the rules text"}


@pytest.mark.parametrize("canonical", [False, True])
def test_a_changed_property_changes_the_text_that_is_made_of_it(tmp_path, mapping, canonical):
    own = {"Rules": "Rest.", "Flavour": "Wet."}
    _, again, losses = rewritten(tmp_path, mapping, canonical=canonical, properties=own)
    assert "Rest." in again.text
    assert "Bite." not in again.text.partition("//")[0]
    assert not losses


def test_removed_images_are_reported(tmp_path, mapping):
    _, again, losses = rewritten(tmp_path, mapping, canonical=False, images={})
    assert again.images
    assert [loss.kind for loss in losses] == ["images (now those of the mapping)"]


@pytest.mark.parametrize(
    ("value", "rarity"),
    [
        ("Super Rare", "super rare"), ("*****", "*****"), ("D*****", "d*****"), ("C", "common"),
        ("UR", "ur"), ("Mythic Rare", "mythic"), ("Ankh:C, TU:2", None), ("-", None),
    ],
)  # fmt: skip
def test_rarities_are_the_words_of_the_game(value, rarity):
    assert card_of({"Rarity": value}).rarity == rarity


def test_cards_of_other_formats_are_written_with_the_mapping(mapping):
    fields = {"mana_cost": "{3}", "colors": "WG", "types": "Creature", "subtypes": "Fish"}
    fields |= {"set_code": "DPS"}
    card = cf.Card.of("Eel", **fields, power="3000+", rarity="mythic", text="Bite.")
    cardset = cf.CardSet("Deeps", "DPS", [card])
    report = cf.dumps_report(cardset, "octgn", mapping=mapping, game_id=GAME)
    assert [loss.kind for loss in report.losses] == ["the rules text"]
    for name, value in [("Level", "3"), ("Civilization", "Light/Nature"), ("Rules", "Bite.")]:
        assert f'name="{name}" value="{value}"' in report.value
    (again,) = cf.loads(report.value, "octgn", mapping=mapping).cards
    assert (again.colors, again.rarity, again.subtypes) == (card.colors, "mythic", ("Fish",))
    made = evolve(card, faces=[evolve(card.faces[0], text="Creature · Fish · Power 3000+\nBite.")])
    report = cf.dumps_report(cf.CardSet("Deeps", "DPS", [made]), "octgn", mapping=mapping)
    assert not report.losses
    assert 'value="Bite."' in report.value


def test_a_longer_text_never_goes_into_a_number(tmp_path):
    """The text is made of several properties, the last of which is a number."""
    path = tmp_path / "mapping.toml"
    path.write_text('[fields]\ntext = "Rules"\n[templates]\ntext = "{Rules}\\nHP {HP}"\n', "utf-8")
    definition = tmp_path / "definition.xml"
    definition.write_text(
        f'<game name="Marsh" id="{GAME}" version="1.0.0.0" octgnVersion="3.1.0.0"><card>'
        '<property name="Rules" type="String"/><property name="HP" type="Integer"/></card></game>',
        "utf-8",
    )
    text = (
        f'<set name="Deeps" id="{SET_ID}" gameId="{GAME}"><cards><card name="Eel" id="{SET_ID}">'
        '<property name="Rules" value="Bite."/><property name="HP" value="6"/></card></cards></set>'
    )
    options = {"mapping": path, "definition": definition}
    cardset = cf.loads(text, "octgn", **options)
    (eel,) = cardset.cards
    assert eel.text == "Bite.\nHP 6"
    for new, written in [
        ("Bite.\nHP 6 Draw a card.", 'name="Rules" value="Bite. Draw a card."'),
        ("Bite.\nHP 7", 'name="HP" value="7"'),
        ("Bite twice.\nHP 6", 'name="Rules" value="Bite twice."'),
    ]:
        changed = cardset.replacing(eel, evolve(eel, faces=[evolve(eel.faces[0], text=new)]))
        for canonical in (False, True):
            report = cf.dumps_report(changed, "octgn", canonical=canonical, **options)
            assert written in report.value
            read = cf.loads(report.value, "octgn", **options).cards[0]
            assert read.faces[0].properties["HP"].isdecimal()
            assert (read.text == new) is not any(
                each.kind == "the rules text" for each in report.losses
            )


def test_a_property_is_not_lost_in_silence_where_its_field_is_empty(mapping):
    """The field counts, which may have been emptied on purpose."""
    cardset = cf.loads(
        f'<set name="Deeps" id="{SET_ID}" gameId="{GAME}"><cards><card name="Eel" id="{SET_ID}">'
        '<property name="Power" value=""/></card></cards></set>',
        "octgn",
        mapping=mapping,
    )
    (eel,) = cardset.cards
    assert (eel.power, eel.faces[0].properties["Power"]) == (None, "")
    face = evolve(eel.faces[0], properties={**eel.faces[0].properties, "Power": "1000"})
    changed = cardset.replacing(eel, evolve(eel, faces=[face]))
    for canonical in (False, True):
        report = cf.dumps_report(changed, "octgn", mapping=mapping, canonical=canonical)
        kinds = [each.kind for each in report.losses]
        assert "the property 'Power', whose field is empty" in kinds
    both = evolve(eel, faces=[evolve(face, power="1000")])
    report = cf.dumps_report(cardset.replacing(eel, both), "octgn", mapping=mapping)
    assert not report.losses
    assert 'name="Power" value="1000"' in report.value


def test_backs_of_other_formats_have_the_type_of_the_game(mapping):
    faces = [cf.Face("Eel"), cf.Face("Eel at Dusk", kind="back"), cf.Face("Eels", kind="back")]
    cardset = cf.CardSet("Deeps", "DPS", [cf.Card(faces, "DPS")])
    report = cf.dumps_report(cardset, "octgn", mapping=mapping)
    assert 'name="Eel at Dusk" type="awakening"' in report.value
    assert [loss.kind for loss in report.losses] == ["faces of the kind 'back' (now alternate)"]


def test_a_mapping_that_cannot_be_used_is_reported_by_writers(tmp_path):
    path = tmp_path / "mapping.toml"
    path.write_text("x", "utf-8")
    cardset = cf.CardSet("Deeps", "DPS", [cf.Card.of("Eel")])
    report = cf.dumps_report(cardset, "octgn", mapping=path)
    assert "OC070" in [str(each.code) for each in report.diagnostics]


def test_colors_that_are_no_words_stay_as_they_are():
    values = {"Cost": "{W}", "Color": "Purple", "Type": "Instant", "Power": "1", "Toughness": "1"}
    cardset = cf.loads(set_of((values, {})), "octgn")
    assert cardset.cards[0].colors == {cf.model.Color.WHITE}
    assert 'value="Purple"' in cf.dumps(cardset, "octgn", canonical=True)


# -- any mapping, any cards

NAMES = ["A", "Bb", "C c", "D", "E", "Rules"]
VALUES = st.sampled_from(
    ["", "3", "{2}{W}", "Fire", "Light / Nature", "Fire/Nature", "Creature", "Rare", "C", "- x",
     "one\ntwo", "one\r\ntwo", " (a)", "White", "0", "· b", "{", "Creature · 3"]
)  # fmt: skip
FACES = st.dictionaries(st.sampled_from(NAMES), VALUES | st.none(), max_size=6)
#: What is none on a card itself is not written anew.
FRONTS = st.dictionaries(st.sampled_from(NAMES), VALUES, max_size=6)
CARDS = st.tuples(
    FRONTS, st.dictionaries(st.sampled_from(["x", "back", "twin"]), FACES, max_size=2)
)
TEMPLATES = st.builds(
    lambda names, words: "".join(chain.from_iterable(zip_longest(words, names, fillvalue=""))),
    st.lists(st.sampled_from([f"{{{name}}}" for name in NAMES]), max_size=4, unique=True),
    st.lists(st.sampled_from([" · ", "\n", "Power ", "(", ") ", "\n--\n", ""]), max_size=5),
)
TABLES = {
    "colors": st.dictionaries(VALUES, st.sampled_from(["", "W", "G", "R", "WG"]), max_size=4),
    "rarity": st.dictionaries(VALUES, st.sampled_from(["", "rare", "mythic", "rage"]), max_size=3),
    "types": st.dictionaries(VALUES, st.sampled_from(["", "Creature", "Spell x"]), max_size=3),
    "mana_cost": st.dictionaries(VALUES, st.sampled_from(["", "{1}", "{W}"]), max_size=3),
}


@st.composite
def mappings(draw):
    roles = draw(st.lists(st.sampled_from(ROLES), unique=True, max_size=len(NAMES)))
    return {
        "fields": dict.fromkeys(ROLES, "") | dict(zip(roles, draw(st.permutations(NAMES)))),  # noqa: B905
        "values": draw(st.fixed_dictionaries({}, optional=TABLES)),
        "templates": draw(
            st.dictionaries(st.sampled_from(["text", "types", "power"]), TEMPLATES, max_size=2)
        ),
        "faces": draw(
            st.dictionaries(
                st.sampled_from(["x", "twin", "back"]),
                st.sampled_from(["text", "back", "alternate", "split"]),
            )
        ),
        "images": {"front": "https://cards.example/{id}{number:unpadded}"},
    }


@given(mappings(), st.lists(CARDS, max_size=3))
def test_what_is_read_with_any_mapping_is_written_as_it_was(table, cards):
    text = set_of(*cards)
    cardset = cf.loads(text, "octgn", mapping=table)
    assert cf.dumps(cardset, "octgn") == text
    written = cf.dumps(cardset, "octgn", canonical=True)
    again = cf.loads(written, "octgn", mapping=table)
    assert again.cards == cardset.cards
    by_names = cf.loads(written, "octgn", mapping="names")
    assert by_names.cards == cf.loads(text, "octgn", mapping="names").cards
    as_json = cf.loads(cf.dumps(cardset, "json"), "json")
    assert cf.loads(cf.dumps(as_json, "octgn"), "octgn", mapping=table).cards == cardset.cards


CHANGES = st.fixed_dictionaries(
    {},
    optional={
        "text": st.sampled_from(["", "one", "Creature · 3\none", "one\ntwo", "(a)"]),
        "types": st.sampled_from([(), ("Creature",), ("Spell x",), ("a", "b")]),
        "subtypes": st.sampled_from([(), ("Bird",)]),
        "power": st.sampled_from([None, "3", "Power 3"]),
        "colors": st.sampled_from(["", "W", "RG"]),
        "mana_cost": st.sampled_from([None, "{1}", "{W}"]),
    },
)


@given(mappings(), CARDS, CHANGES)
def test_a_changed_field_is_read_back_or_reported(table, card, changes):
    cardset = cf.loads(set_of(card), "octgn", mapping=table)
    (old,) = cardset.cards
    front = evolve(old.faces[0], **changes)
    changed = cardset.replacing(old, evolve(old, faces=[front, *old.faces[1:]]))
    report = cf.dumps_report(changed, "octgn", canonical=True)
    again = cf.loads(report.value, "octgn", mapping=table).cards[0].faces[0]
    kinds = " ".join(loss.kind for loss in report.losses)
    for name in changes:
        # a text that is made of properties, and is as it was, follows them
        is_changed = getattr(front, name) != getattr(old.faces[0], name)
        if is_changed and getattr(again, name) != getattr(front, name):
            assert any(word in kinds for word in [*WORDS[name], "which the game has not"]), name


WORDS = {
    "text": ["rules text"], "types": ["types"], "subtypes": ["types"], "power": ["power"],
    "colors": ["colours"], "mana_cost": ["cost"],
}  # fmt: skip


@pytest.mark.parametrize(("own", "changed"), [("5", "6"), ("{5}", "{6}")])
def test_a_cost_that_changes_is_spelled_as_that_of_its_set_was(own, changed):
    first = cf.loads(set_of(({"Cost": own}, {}), ({"Cost": "{R}"}, {})), "octgn")
    eel, other = first.cards
    six = evolve(eel, faces=[evolve(eel.faces[0], mana_cost="{6}")])
    text = cf.dumps(evolve(first, cards=[six, other]), "octgn")
    assert text == set_of(({"Cost": changed}, {}), ({"Cost": "{R}"}, {}))
    anew = cf.dumps(evolve(first, cards=[six, other]), "octgn", canonical=True)
    assert f'value="{changed}"' in anew


def test_costs_that_a_set_spells_in_two_ways_are_read_as_before():
    first = cf.loads(
        set_of(({"Cost": "{6}"}, {}), ({"Cost": "{7}"}, {}), ({"Cost": "5"}, {})), "octgn"
    )
    assert not any(card.properties for card in first.cards)


def test_words_of_colors_are_taken_apart_only_if_all_parts_are_known():
    table = ColorTable({"Fire": "R", "Flame": "R", "Nature": "G", "Both": "RG"})
    assert table.colors("Fire") == table.colors("Flame") == frozenset(map(cf.model.Color, "R"))
    assert (
        table.colors("Fire/Nature") == table.colors("Both") == frozenset(map(cf.model.Color, "RG"))
    )
    assert table.colors("Fire/Water") is None
    assert table.colors("Water") is None
    assert table.words(frozenset(map(cf.model.Color, "R"))) == "Fire"
    assert table.words(frozenset(map(cf.model.Color, "RG"))) == "Both"
    assert table.words(frozenset(map(cf.model.Color, "U"))) == ""


VAMPIRES = "d8851051-1a96-4511-a6fc-5b4960002b15"


@pytest.mark.parametrize(
    ("capacity", "written"),
    [("", "13"), ("4", "13"), ("{4}", "{13}")],
    ids=["none", "plain", "braces"],
)
@pytest.mark.parametrize("canonical", [True, False])
def test_a_new_cost_is_written_as_the_game_writes_numbers(capacity, written, canonical):
    card = (
        '<card id="f70dfc41-c05d-4aa7-98e8-556bca3748d0" name="Ash">'
        f'<property name="Type" value="Vampire"/><property name="Capacity" value="{capacity}"/>'
        "</card>"
    )
    text = (
        '<set name="Ashes" id="f70dfc41-c05d-4aa7-98e8-556bca3748d1"'
        f' gameId="{VAMPIRES}"><cards>{card}</cards></set>'
    )
    new = cf.Card.of("Elder", mana_cost="{13}", types="Vampire")
    changed = cf.loads(text, "octgn").adding(new)
    assert f'"Capacity" value="{written}"' in cf.dumps(changed, "octgn", canonical=canonical)


def test_a_new_set_of_a_game_has_plain_numbers():
    new = cf.CardSet.of([cf.Card.of("Elder", mana_cost="{13}", types="Vampire")], "Ashes", "ASH")
    written = cf.dumps(new, "octgn", game_id=VAMPIRES, mapping={"mana_cost": "Capacity"})
    assert '"Capacity" value="13"' in written
