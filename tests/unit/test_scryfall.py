"""Card data of Scryfall: files in any layout, every kind of card, and what is wrong in them."""

from __future__ import annotations

import json
import pickle
import sys
import time
from importlib import import_module

import pytest

import cardformats as cf
from cardformats.diagnostics import Concern
from cardformats.losses import Loss

from .text_tables import cells, json_rows, rows

ELF = {
    "object": "card", "id": "e1", "oracle_id": "o1", "name": "Moss Elf", "lang": "en",
    "set": "fen", "collector_number": "7★", "rarity": "Common", "layout": "normal",
    "mana_cost": "{1}{G}", "type_line": "Legendary Creature — Elf Druid", "oracle_text": "Reach",
    "colors": ["G"], "power": "1", "toughness": "1+*", "multiverse_ids": [7], "arena_id": 5,
    "image_uris": {"small": "s.jpg", "normal": "n.jpg"}, "released_at": "2020-01-01",
    "set_name": "Fenland", "games": ["paper"], "digital": False, "booster": True, "cmc": 2.0,
}  # fmt: skip
LAND = {"object": "card", "id": "e2", "name": "Fen", "set": "fen",
        "type_line": "Basic Land — Swamp", "mana_cost": "", "colors": [],
        "set_name": "Fenland"}  # fmt: skip


def read(*cards, **options):
    return cf.loads_report(json.dumps(cards), "scryfall", **options)


def card(**fields):
    """A card that is read without a finding."""
    report = read({**ELF, **fields})
    assert report.diagnostics == ()
    return report.value.cards[0]


def codes(report):
    return [str(each.code) for each in report.diagnostics]


def test_a_card_has_every_field():
    assert card() == cf.Card(
        cf.Face(
            "Moss Elf", "{1}{G}", ["G"], "Legendary", "Creature", ["Elf", "Druid"], "Reach", "1",
            "1+*", images={"en": "n.jpg"},
        ),
        "FEN", "7★", "common",
        {"scryfall": "e1", "scryfall_oracle": "o1", "arena": "5", "multiverse": "7"},
        extras={"scryfall": {
            "layout": "normal", "lang": "en", "released_at": "2020-01-01", "set_name": "Fenland",
            "games": ("paper",), "booster": True,
        }},
    )  # fmt: skip


def test_a_file_of_one_set_has_its_name():
    cardset = read(ELF, LAND).value
    assert (cardset.name, cardset.code, len(cardset.cards)) == ("Fenland", "FEN", 2)
    assert read(ELF, {**LAND, "set": "wdl"}).value.code is None


def face(name, cost="", **fields):
    return {
        "object": "card_face",
        "name": name,
        "mana_cost": cost,
        "type_line": "Instant",
        **fields,
    }


def without(*keys):
    return dict.fromkeys(keys)


def test_a_transforming_card_has_all_in_its_faces():
    front = face("Day", "{W}", colors=["W"], image_uris={"normal": "f"}, oracle_text="a")
    back = face("Night", colors=["B"], image_uris={"normal": "b"}, power="3")
    bare = without("mana_cost", "colors", "image_uris", "power", "toughness")
    made = card(name="Day // Night", layout="transform", card_faces=[front, back], **bare,
                multiverse_ids=[1, 2])  # fmt: skip
    assert [(each.name, each.kind, each.images["en"], each.power) for each in made.faces] == [
        ("Day", "front", "f", None), ("Night", "back", "b", "3"),
    ]  # fmt: skip
    assert [[c.value for c in each.colors] for each in made.faces] == [["W"], ["B"]]
    assert (str(made.mana_cost), made.faces[1].mana_cost) == ("{W}", None)
    assert (made.ids["multiverse"], made.ids["multiverse_back"]) == ("1", "2")
    assert cf.CardCatalog([made]).printings("day/night") == (made,)


def test_a_split_card_is_both_halves_and_each():
    halves = [face("Wax", "{G}", oracle_text="a"), face("Wane", "{W}", oracle_text="b")]
    made = card(name="Wax // Wane", layout="split", mana_cost="{G} // {W}", card_faces=halves,
                type_line="Instant // Instant", colors=["G", "W"], oracle_text=None)  # fmt: skip
    both, wax, wane = made.faces
    assert (made.name, str(both.mana_cost), both.types, both.text) == (
        "Wax // Wane", "{G}{W}", ("Instant",), "a\nb",
    )  # fmt: skip
    assert [(each.kind, str(each.mana_cost), len(each.colors)) for each in (wax, wane)] == [
        ("split", "{G}", 1), ("split", "{W}", 1),
    ]  # fmt: skip
    assert {each.value for each in both.colors} == {"G", "W"}
    written = cf.dumps_report(cf.CardSet.of([made], pack=1), "draftmancer")
    assert '"mana_cost": "{G} // {W}"' in written.value
    # a list has the whole card as one face
    assert [each.code for each in written.losses if each.concern is Concern.CARDS] == [Loss.FACE]


def test_a_split_card_may_have_five_parts():
    names = ["Who", "What", "When", "Where", "Why"]
    made = card(name=" // ".join(names), layout="split", card_faces=[face(n, "{R}") for n in names])
    assert [each.name for each in made.faces] == [" // ".join(names), *names]


@pytest.mark.parametrize("layout", ["adventure", "flip", "new_layout"])
def test_other_faces_of_one_side_are_alternates(layout):
    parts = [face("Elf", "{1}{G}", power="1"), face("Walk", "{U}" if layout != "flip" else "")]
    made = card(name="Elf // Walk", layout=layout, mana_cost="{1}{G} // {U}", card_faces=parts)
    elf, walk = made.faces
    assert (elf.kind, walk.kind, elf.power, dict(elf.images)) == (
        "front", "alternate", "1", {"en": "n.jpg"},
    )  # fmt: skip
    assert [[c.value for c in each.colors] for each in made.faces] == [
        ["G"], ["G"] if layout == "flip" else ["U"],
    ]  # fmt: skip


def test_what_only_the_front_or_only_the_card_says_is_kept():
    parts = [{**face("Siege"), "defense": "5", "oracle_id": "o7"}, face("Won")]
    made = card(layout="reversible_card", card_faces=parts, flavor_name="Godzilla", oracle_id=None)
    assert made.extras["scryfall"]["defense"] == "5"
    assert made.ids["scryfall_oracle"] == "o7"
    assert made.printed_names == {"en": "Godzilla"}


def test_a_value_that_is_not_understood_is_reported():
    for key, value in rows("""
        id             | []
        arena_id       | 1.5
        multiverse_ids | 7
        multiverse_ids | [{}]
        card_faces     | "x"
        card_faces     | [null]
        all_parts      | [5]
        all_parts      | "x"
        printed_name   | {}
        image_uris     | "x"
        colors         | ["green"]
        set            | {}
        lang           | 1.5
    """):
        report = read({**ELF, key: json.loads(value)})
        assert [(each.code, each.data["key"]) for each in report.diagnostics] == [("SF004", key)], (
            key
        )


def test_colors_need_not_be_those_of_the_cost():
    made = card(mana_cost="{5}", colors=["U"])
    assert [each.value for each in made.colors] == ["U"]
    assert card(mana_cost="{R}", colors=[]).colors == frozenset()


def test_a_finish_that_is_the_only_one_is_the_cards():
    for fields, finish in json_rows("""
        {"finishes": ["foil"]}            | foil
        {"finishes": ["nonfoil", "foil"]} |
        {"finishes": ["etched"]}          | etched
        {"finishes": ["nonfoil"]}         |
        {"foil": true, "nonfoil": false}  | foil
        {"foil": true, "nonfoil": true}   |
        {"foil": false, "nonfoil": true}  |
    """):
        assert card(**fields).finish == (finish or None), fields


def test_other_languages_have_their_names_and_images():
    made = card(lang="ja", printed_name="苔のエルフ")
    assert (made.name, dict(made.printed_names), dict(made.images)) == (
        "Moss Elf", {"ja": "苔のエルフ"}, {"ja": "n.jpg"},
    )  # fmt: skip
    catalog = cf.CardCatalog([made, card()])
    assert catalog.printings("moss elf")[0].images.keys() == {"en"}


def test_the_name_that_is_printed_in_english_finds_the_card():
    made = card(flavor_name="Godzilla")
    assert cf.CardCatalog([made]).printings("godzilla") == (made,)


def test_planes_and_time_lords_have_subtypes_of_several_words():
    assert card(type_line="Plane — Bolas’s Meditation Realm").subtypes == (
        "Bolas’s Meditation Realm",
    )
    assert card(type_line="Creature — Time Lord Doctor").subtypes == ("Time Lord", "Doctor")


def test_tokens_are_kept_and_never_preferred():
    token = card(layout="token", released_at="2030-01-01", id="e9")
    assert cf.CardCatalog([token, card()]).printings("Moss Elf") == (card(), token)


def test_parts_are_kept_but_for_the_card_itself():
    parts = [{"object": "related_card", "id": i, "component": "token", "name": "Elf", "uri": "…"}
             for i in ("e1", "t1")]  # fmt: skip
    assert card(all_parts=parts).extras["scryfall"]["all_parts"] == (
        {"component": "token", "name": "Elf", "id": "t1"},
    )


CARDS = [{**ELF, "id": f"e{number}", "collector_number": str(number)} for number in range(9)]
LAYOUTS = {
    "lines": "[\n" + ",\n".join(map(json.dumps, CARDS)) + "\n]\n",
    "no array": "\n".join(map(json.dumps, CARDS)),
    "one line": json.dumps(CARDS, separators=(",", ":")),
    "indented": json.dumps(CARDS, indent=2),
    "with a mark": "\ufeff" + json.dumps(CARDS, indent=1).replace("\n", "\r\n"),
    "a list": json.dumps({"object": "list", "total_cards": 9, "has_more": False, "data": CARDS}),
    "warned": json.dumps({"object": "list", "warnings": ["what"], "data": CARDS}, indent=4),
    "two arrays": json.dumps(CARDS[:5]) + "\n" + json.dumps(CARDS[5:]),
}


def numbers(*reports):
    return [card.number for report in reports for card in report.value.cards]


@pytest.mark.parametrize("layout", LAYOUTS)
def test_any_layout_of_json_will_do(layout):
    report = cf.loads_report(LAYOUTS[layout], "scryfall")
    assert (numbers(report), codes(report)) == ([str(n) for n in range(9)], [])


@pytest.mark.parametrize("limit", [None, 4000])
@pytest.mark.parametrize("layout", LAYOUTS)
def test_any_layout_is_read_in_parts(layout, limit, tmp_path, monkeypatch):
    monkeypatch.setattr(import_module("cardformats.formats.scryfall.stream"), "_CHUNK", 1000)
    monkeypatch.setattr(import_module("cardformats.formats.scryfall.stream"), "_CARDS", 2)
    path = tmp_path / "cards.json"
    path.write_text(LAYOUTS[layout], "utf-8", newline="")
    options = {} if limit is None else {"max_size": limit}
    reports = [*cf.read_sets(path, "scryfall", **options)]
    assert (numbers(*reports), [*map(codes, reports)]) == (
        [str(n) for n in range(9)], [[]] * len(reports),
    )  # fmt: skip
    if layout == "lines":
        assert len(reports) > 3


@pytest.mark.parametrize("layout", LAYOUTS)
def test_a_format_is_detected_by_its_first_card(layout, tmp_path):
    path = tmp_path / "cards.json"
    path.write_text(LAYOUTS[layout], "utf-8")
    assert cf.detect(path)[0].format.id == "scryfall"
    assert numbers(cf.read_report(path)) == [str(n) for n in range(9)]


def test_a_single_card_is_a_set():
    text = json.dumps(ELF)
    assert numbers(cf.loads_report(text, "scryfall")) == ["7★"]


@pytest.mark.parametrize("layout", ["lines", "one line", "indented", "a list"])
def test_a_file_that_is_cut_off_keeps_its_cards_and_says_so(layout):
    text = LAYOUTS[layout]
    for end in range(30, len(text.rstrip()), 97):
        report = cf.loads_report(text[:end], "scryfall")
        assert "SF001" in codes(report)
        assert len(report.value.cards) >= text[:end].count('"object": "card"') - 1


def test_reading_goes_on_after_what_is_broken():
    text = LAYOUTS["lines"].replace('"collector_number": "4"', '"collector_number": 4"')
    report = cf.loads_report(text, "scryfall")
    assert numbers(report) == ["0", "1", "2", "3", "5", "6", "7", "8"]
    assert [(each.code, each.span.line) for each in report.diagnostics] == [("SF001", 6)]


def test_parts_say_which_line_they_begin_with(tmp_path, monkeypatch):
    monkeypatch.setattr(import_module("cardformats.formats.scryfall.stream"), "_CHUNK", 1000)
    path = tmp_path / "cards.json"
    path.write_text(LAYOUTS["lines"].replace('"rarity": "Common"', '"rarity": []', 9), "utf-8")
    places = [str(each.span) for report in cf.read_sets(path) for each in report.diagnostics]
    assert len(places) == 9
    assert all("cards.json" in each for each in places)
    assert any(" from line " in each for each in places)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "SF002"),
        ("  \n", "SF002"),
        ("nonsense", "SF001"),
        ('"text"', "SF002"),
        ("12", "SF002"),
        ('{"object": "error", "details": "no card"}', "SF002"),
        ("[1]", "SF003"),
        ("[null]", "SF003"),
        ('[{"object": "set"}]', "SF003"),
        ('[{"object": "card"}]', "SF003"),
        ('[{"object": "card", "name": 5}]', "SF003"),
        ("{", "SF001"),
        ("[" * 100_000, "SF001"),
        ('[{"a":' * 100_000, "SF001"),
        ('[{"name": ' + "9" * 5000 + "}]", "SF001"),
    ],
)
def test_what_is_no_card_data_is_an_error(text, code, tmp_path):
    report = cf.loads_report(text, "scryfall")
    assert report.value.cards == ()
    assert code in codes(report)
    path = tmp_path / "cards.json"
    path.write_text(text, "utf-8")
    for options in ({}, {"max_size": 1}):
        reports = [*cf.read_sets(path, "scryfall", **options)]
        assert not any(each.ok for each in reports) or text.strip() == ""


WRONG = [5, True, [], {}, "x", [5], {"a": 1}, [[[]]], float("nan"), -1, "", None]


@pytest.mark.parametrize("key", sorted(ELF.keys() | {"card_faces", "finishes", "all_parts"}))
def test_wrong_values_are_reported_and_cost_no_more_than_the_field(key):
    for value in WRONG:
        report = read({**ELF, key: value})
        if key not in ("name", "object"):
            assert [each.name for each in report.value.cards] == ["Moss Elf"]
        elif report.value.cards == ():
            assert codes(report) == ["SF003"]
        pickle.dumps(report)
    faces = [face("A"), {**face("B"), key: 5}]
    assert read({**ELF, "card_faces": faces}).value.cards[0].faces[0].name in ("A", "Moss Elf")


def test_a_cost_that_is_none_is_kept_as_text():
    report = read({**ELF, "mana_cost": "{∞}"})
    assert codes(report) == ["SF004"]
    assert report.value.cards[0].extras["scryfall"]["mana_cost"] == "{∞}"


def test_a_list_that_goes_on_is_not_all():
    page = {"object": "list", "has_more": True, "data": [ELF]}
    assert codes(cf.loads_report(json.dumps(page), "scryfall")) == ["SF005"]
    page = {"object": "list", "data": [ELF], "has_more": True}
    assert codes(cf.loads_report(json.dumps(page), "scryfall")) == ["SF005"]


def test_an_id_that_two_cards_have_is_reported_and_both_are_kept():
    report = read(ELF, ELF)
    assert (codes(report), len(report.value.cards)) == (["SF006"], 2)


def test_members_that_are_not_known_are_named_once():
    strange = {"mood": "merry", "moods": ["merry"]}
    report = read({**ELF, **strange}, {**LAND, **strange})
    assert codes(report) == ["SF007"]
    assert "mood, moods" in report.diagnostics[0].message
    assert report.value.cards[0].extras["scryfall"]["mood"] == "merry"
    assert "moods" not in report.value.cards[0].extras["scryfall"]


def test_a_large_file_without_lines_takes_a_reader_of_parts(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "ijson", None)
    path = tmp_path / "cards.json"
    path.write_text(LAYOUTS["indented"], "utf-8")
    (report,) = cf.read_sets(path, max_size=1000)
    assert (codes(report), numbers(report)) == (["SF008"], [])


def test_a_card_may_not_be_larger_than_the_limit(tmp_path):
    path = tmp_path / "cards.json"
    path.write_text(json.dumps([{**ELF, "oracle_text": "a" * 500_000}], indent=1), "utf-8")
    (report,) = cf.read_sets(path, max_size=100_000)
    assert (codes(report), numbers(report)) == (["SF001"], [])


def test_what_is_broken_on_and_on_is_not_decoded_forever():
    text = "[" + '{"object": "card", "a": [' * 3000 + "1," * 500_000
    report = cf.loads_report(text, "scryfall", max_work=1_000_000)
    assert "CF005" in codes(report)


@pytest.mark.parametrize(
    "text", ["[{" + "," * 90_000, "[{}" + " " * 90_000, "[x" + "{" * 90_000, "{" + " " * 90_000]
)
def test_what_repeats_takes_no_longer_each(text, tmp_path):
    path = tmp_path / "cards.json"
    path.write_text(text, "utf-8")
    start = time.process_time()
    assert not cf.loads_report(text, "scryfall").ok
    assert not any(report.ok for report in cf.read_sets(path, "scryfall"))
    assert time.process_time() - start < 5


def test_it_is_not_written():
    with pytest.raises(cf.UnknownFormatError, match="read but not written"):
        cf.dumps(cf.CardSet(), "scryfall")


IDS = {
    "id": "scryfall", "oracle_id": "scryfall_oracle", "mtgo_id": "mtgo",
    "mtgo_foil_id": "mtgo_foil", "arena_id": "arena", "tcgplayer_id": "tcgplayer",
    "tcgplayer_etched_id": "tcgplayer_etched", "cardmarket_id": "cardmarket",
}  # fmt: skip
KEPT = cells("""
    layout | lang | released_at | set_name | set_type | games | finishes | promo | promo_types
    digital | oversized | border_color | security_stamp | defense | hand_modifier | life_modifier
""")
LEFT_OUT = cells("""
    artist | artist_ids | artist_id | attraction_lights | card_back_id | cmc | color_identity
    content_warning | edhrec_rank | flavor_text | frame | frame_effect | frame_effects | full_art
    game_changer | highres_image | illustration_id | image_status | keywords | legalities
    penny_rank | preview | prices | printed_text | printed_type_line | prints_search_uri
    produced_mana | purchase_uris | related_uris | reprint | reserved | resource_id | rulings_uri
    scryfall_set_uri | scryfall_uri | set_id | set_search_uri | set_uri | story_spotlight
    textless | uri | variation | variation_of | watermark
""")


def test_each_id_has_a_scheme():
    assert card(**{key: f"{key}-1" for key in IDS}, multiverse_ids=[]).ids == {
        scheme: f"{key}-1" for key, scheme in IDS.items()
    }


def test_members_without_a_field_are_kept():
    for key in KEPT:
        assert card(**{key: "some"}).extras["scryfall"][key] == "some"
        for empty in (None,) if key == "lang" else (None, False, []):
            assert key not in card(**{key: empty}).extras["scryfall"]


def test_other_members_of_the_interface_are_no_finding():
    for key in LEFT_OUT:
        assert card(**{key: "some"}) == card(), key
