"""The mappings of games that come with the library, and Draftmancer lists of such games."""

from __future__ import annotations

import json
import re
from xml.sax.saxutils import quoteattr

import pytest
from attrs import evolve

import cardformats as cf
from cardformats.formats.draftmancer.acceptance import ListRejection, accept
from cardformats.formats.mapping.faces import FaceMapping
from cardformats.formats.mapping.reading import shipped, shipped_for
from cardformats.formats.mapping.words import rarity_words
from tests.conftest import ROOT

from .text_tables import rows

SET = "0c9d7a10-2b3e-4f51-8a67-9b8c7d6e5f02"
#: What the cards of each game say, as counted: its properties, alternates and some values.
COUNTED = json.loads((ROOT / "tests" / "data" / "octgn_games.json").read_text("utf-8"))
PAGE = (ROOT / "docs" / "formats" / "octgn-games.md").read_text("utf-8")
NAMES = sorted(COUNTED)
TITLES = dict(re.findall(r"^\| `([\w-]+)` \| \[([^]]+)\]", PAGE, re.MULTILINE))
#: The keys of a list that are called otherwise on the page.
KEYS = {"oracle_text": "text"}


def places_of(name):
    """Where the page says that each property is in a list."""
    section = PAGE.partition(f"\n## {TITLES[name]}\n")[2].partition("\n## ")[0]
    rows = re.findall(r"^\| ([^|]+) \| ([^|]+) \| [^|]*\|$", section, re.MULTILINE)[1:]
    return {
        title: set(place.replace("`", "").split(", ")) - {"—"}
        for titles, place in rows
        if not titles.startswith("--")
        for title in titles.split(", ")
    }


def set_of(name, *cards):
    """A set of that game with a card of the *properties* and alternates of each of the *cards*."""
    text = ""
    for number, (properties, alternates) in enumerate(cards, 1):
        inner = properties_of(properties)
        for type_, own in alternates.items():
            inner += (
                f'<alternate name="Eel {type_}" type="{type_}">{properties_of(own)}</alternate>'
            )
        guid = f"4f6e2d11-0a1b-4c2d-8e3f-{number:012}"
        text += f'<card name="Eel" id="{guid}">{inner}</card>'
    return (
        f'<set name="Reeds" id="{SET}" gameId="{COUNTED[name]["game"]}"><cards>{text}</cards></set>'
    )


def properties_of(properties):
    return "".join(
        f"<property name={quoteattr(key)} value={quoteattr(value)}/>"
        for key, value in properties.items()
    )


def list_of(name, *cards, **options):
    """The cards of the list that is made of such a set, and the kinds of what is lost."""
    report = cf.dumps_report(cf.loads(set_of(name, *cards), "octgn"), "draftmancer", **options)
    assert report.ok
    accepted = accept(report.value, None)
    assert not isinstance(accepted, ListRejection), accepted
    made = json.loads(report.value.partition("[CustomCards]\n")[2].partition("\n\n[default]")[0])
    return made, {loss.kind for loss in report.losses}


def value_of(name, title):
    """A value that the property *title* of a game may have."""
    mapping = shipped()[name]
    colors = mapping.made["colors"].names if "colors" in mapping.made else (mapping.roles.colors,)
    if title in colors:
        table = mapping.values.get("colors", {"Blue": "U"})
        return next(word for word, letters in table.items() if letters)
    if title == mapping.roles.rarity:
        return next(
            (word for word, own in mapping.values.get("rarity", {}).items() if own == "uncommon"),
            "Uncommon",
        )
    return (
        "3" if title in (mapping.roles.mana_cost, mapping.roles.mana_value) else f"Reed of {title}"
    )


def test_each_game_has_a_mapping_a_section_and_counted_values():
    assert sorted(shipped()) == NAMES == sorted(TITLES)
    for name in NAMES:
        mapping = shipped()[name]
        assert mapping.games == (COUNTED[name]["game"],)
        assert shipped_for(COUNTED[name]["game"]) is mapping
        assert f"[{TITLES[name]}](#" in PAGE
        assert f"`{COUNTED[name]['game']}` |" in PAGE


@pytest.mark.parametrize("name", NAMES)
def test_a_mapping_names_what_the_game_has(name):
    counted, mapping = COUNTED[name], shipped()[name]
    assert mapping.properties.keys() <= counted["properties"].keys()
    assert mapping.faces.keys() <= counted["alternates"].keys()
    made = mapping.made
    for role, table in mapping.values.items():
        title = getattr(mapping.roles, role)
        assert title in made[role].names if role in made else title
        assert table.keys() <= counted["values"][title].keys()
    rarities = {"common", "uncommon", "rare", "mythic", "special", "token"}
    assert rarities.issuperset(mapping.values.get("rarity", {}).values())


@pytest.mark.parametrize("name", NAMES)
def test_a_mapping_knows_all_colours_and_rarities_that_were_counted(name):
    mapping = shipped()[name]
    faces = FaceMapping(mapping)
    values = COUNTED[name]["values"]
    for value in values.get(mapping.roles.colors, ()):
        assert faces.fields({mapping.roles.colors: value})["colors"] is not None
        assert "colors" in faces.fields({mapping.roles.colors: value})
    for value in values.get(mapping.roles.rarity, ()):
        assert value in mapping.values["rarity"]
        assert rarity_words(faces.rarity(value))


@pytest.mark.parametrize("name", NAMES)
def test_each_property_is_in_a_list_where_the_page_says(name):
    places = places_of(name)
    assert places.keys() == COUNTED[name]["properties"].keys()
    (without,), _ = list_of(name, ({}, {}))
    for title, expected in places.items():
        value = value_of(name, title)
        (made,), lost = list_of(name, ({title: value}, {}))
        changed = {KEYS.get(key, key) for key in made if made[key] != without.get(key)}
        assert changed == expected, title
        assert (f"the property {title!r}" in lost) == (not expected), title
        if "text" in expected:
            assert value in made["oracle_text"]


@pytest.mark.parametrize("name", NAMES)
def test_a_card_with_all_properties_is_readable_and_loses_what_the_page_says(name):
    places = places_of(name)
    values = {title: value_of(name, title) for title in places}
    (made,), lost = list_of(name, (values, {}))
    dropped = {title for title, expected in places.items() if not expected}
    dropped.discard(shipped()[name].roles.mana_value)  # the cost says that
    assert {f"the property {title!r}" for title in dropped} == {
        kind for kind in lost if kind.startswith("the property")
    }
    for title, expected in places.items():
        if "text" in expected:
            assert values[title] in made["oracle_text"]
    lines = made["oracle_text"].splitlines()
    assert all(re.match(r"[\w(]", line) and not re.search(r"[·/]\s*\Z", line) for line in lines)


@pytest.mark.parametrize("name", NAMES)
def test_an_empty_card_has_no_text_and_no_loss(name):
    (made,), lost = list_of(name, (dict.fromkeys(places_of(name), ""), {}))
    assert "oracle_text" not in made
    assert not {kind for kind in lost if kind.startswith("the property")}


BACKS = [
    (name, type_)
    for name in NAMES
    for type_ in COUNTED[name]["alternates"]
    if shipped()[name].kind(type_) == "back"
]


def test_the_backs_are_known():
    assert (
        rows("""
        dragon-ball-super | awakened
        duel-masters      | awakening
        magic             | transform
        marvel-champions  | b
        my-little-pony    | Mane Character Boosted
        netrunner         | Flipped
    """)
        == BACKS
    )


@pytest.mark.parametrize(("name", "type_"), BACKS)
def test_a_back_is_the_back_of_a_card(name, type_):
    rules = shipped()[name].roles.text
    (made,), _ = list_of(name, ({"Type": "Reed", rules: "Fore."}, {type_: {rules: "Aft."}}))
    assert "Aft." not in made["oracle_text"]
    assert made["back"]["name"] == f"Eel {type_}"
    assert made["back"]["oracle_text"].endswith("Aft.")
    assert made["back"]["type"] == "Reed"


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("template", ["https://x/{set_id}/{id}.{type}.png"])
def test_no_alternate_is_lost(name, template):
    rules = shipped()[name].roles.text
    alternates = {type_: {rules: f"Rule of {type_}."} for type_ in COUNTED[name]["alternates"]}
    (made,), _ = list_of(name, ({rules: "Fore."}, alternates), image_url=template)
    assert made["image"] == f"https://x/{SET}/4f6e2d11-0a1b-4c2d-8e3f-000000000001.png"
    back = made.get("back", {})
    for type_ in alternates:
        assert f"Rule of {type_}." in made["oracle_text"] + back.get("oracle_text", "")
    if back:
        kind = back["name"].removeprefix("Eel ").replace(" ", "%20")
        assert back["image"].endswith(f"-000000000001.{kind}.png")


@pytest.mark.parametrize("name", NAMES)
def test_a_set_of_the_game_is_written_as_it_was_read(name):
    values = {title: value_of(name, title) for title in places_of(name)}
    alternates = {
        type_: {title: f"{value}'" for title, value in values.items()}
        for type_ in COUNTED[name]["alternates"]
    }
    text = set_of(name, (values, alternates), ({}, {}))
    read = cf.loads(text, "octgn")
    assert cf.dumps(read, "octgn") == text
    anew = cf.loads(cf.dumps(read, "octgn", canonical=True), "octgn")
    assert anew.cards == read.cards


@pytest.mark.parametrize("name", NAMES)
def test_a_booster_of_the_game_is_drafted_as_it_is(name):
    key = shipped()[name].roles.types
    cards = [({key: f"Reed {number % 2}", "Text": str(number)}, {}) for number in range(6)]
    picks = "".join(f'<pick qty="{qty}" key="{key}" value="Reed {qty - 1}"/>' for qty in (1, 2))
    pack = f'<pack name="Booster" id="{SET}">{picks}</pack>'
    text = set_of(name, *cards).replace("<cards>", f"<packaging>{pack}</packaging><cards>")
    report = cf.dumps_report(cf.loads(text, "octgn"), "draftmancer")
    assert report.ok
    again = cf.loads_report(report.value, "draftmancer")
    assert not again.diagnostics
    (drawn,) = cf.Generator(again.value, seed=7).packs(1)
    types = [again.value.card(card.card).faces[0].type_line for card in drawn.cards]
    assert types == ["Reed 0", "Reed 1", "Reed 1"]


def test_the_text_says_which_rarity_it_is():
    cards = [({"Rarity": rarity}, {}) for rarity in ("Rare", "Rare", "Very Rare", "Super Rare")]
    made, lost = list_of("duel-masters", *cards)
    assert [each["rarity"] for each in made] == ["rare", "rare", "rare", "mythic"]
    assert [each["oracle_text"] for each in made] == ["Rare", "Rare", "Very Rare", "Super Rare"]
    assert not [kind for kind in lost if "Rarity" in kind]


def test_the_rules_of_two_halves_are_no_losses_if_those_of_the_whole_have_them():
    halves = {"Rules1": "Fore.\nMore.", "Rules2": "Aft."}
    whole = {"Rules": "Fore.\r\nMore.\r\nTWINPACT\r\nAft."}
    _, lost = list_of("duel-masters", (halves | whole, {}))
    assert not [kind for kind in lost if "Rules" in kind]
    _, lost = list_of("duel-masters", (halves | {"Rules": "Before.\nAfter."}, {}))
    assert {kind for kind in lost if "Rules" in kind} == {
        "the property 'Rules1'",
        "the property 'Rules2'",
    }


def test_numbers_that_no_line_can_hold_are_others_on_cards_and_lines():
    cards = [
        ({"Number": number}, {}) for number in ("23/55", "23/55 (C.G.C)", "P42/Y17 (WINNER Card)")
    ]
    made, lost = list_of("duel-masters", *cards)
    assert [each["collector_number"] for each in made] == [
        "23/55",
        "23/55-C.G.C",
        "P42/Y17-WINNER-Card",
    ]
    assert "collector numbers that card lines cannot contain (now similar ones)" in lost


def test_a_card_of_several_elements_has_their_colours():
    elements = {
        "Element": "Multicolor",
        "MultiPrimaryElement": "Magic",
        "MultiSecondaryElement": "Kindness",
    }
    (made,), _ = list_of("my-little-pony", (elements, {}))
    assert made["colors"] == ["B", "G"]
    assert made["oracle_text"] == "Multicolor\nMagic / Kindness"


def test_a_cost_with_colours_of_the_games_own_is_its_number():
    costs = ("4(GG)", "4(B)", "4(B)", "4")
    text = set_of("dragon-ball-super", *[({"Cost": cost, "Color": "Red"}, {}) for cost in costs])
    read = cf.loads(text, "octgn")
    assert [str(card.mana_cost) for card in read.cards] == ["{4}"] * 4
    assert [card.properties.get("Cost") for card in read.cards] == [
        "4(GG)",
        "4(B)",
        "4(B)",
        None,
    ]
    assert cf.dumps(read, "octgn") == text
    card = read.cards[1]
    changed = read.replacing(card, evolve(card, faces=[evolve(card.faces[0], mana_cost="{5}")]))
    again = cf.loads(cf.dumps(changed, "octgn"), "octgn").cards[1]
    assert (str(again.mana_cost), again.properties.get("Cost")) == ("{5}", None)


def test_magic_is_read_as_by_names():
    values = {title: value_of("magic", title) for title in COUNTED["magic"]["properties"]}
    text = set_of("magic", (values, {"adventure": {"Cost": "{1}{R}"}, "splitA": {}, "back": {}}))
    own, by_names = (cf.loads(text, "octgn", mapping=name) for name in ("magic", "names"))
    assert own.cards == by_names.cards
    assert [face.kind for face in own.cards[0].faces] == ["front", "alternate", "split", "back"]


@pytest.mark.parametrize(
    ("made", "wanted", "value"),
    rows("""
        ab  | abX | vX
        ab  | aXb | vX
        ab  | Xab | vX
        ab  | cd  | cd
        abc | ac  | ac
    """),
)  # fmt: skip
def test_what_is_added_to_a_made_text_is_added_to_its_property(made, wanted, value):
    assert FaceMapping._appended(made, wanted, "v") == value  # noqa: SLF001 - hard to reach
