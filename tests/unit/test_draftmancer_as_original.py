"""What lists mean where Draftmancer's own reading is not the first that comes to mind."""

from __future__ import annotations

import json

import pytest
from attrs import evolve

import cardformats as cf
from cardformats.formats.draftmancer.acceptance import ListRejection, accept
from cardformats.formats.draftmancer.card_keys import CARD
from cardformats.formats.draftmancer.kinds import accepts, schema_of
from cardformats.formats.draftmancer.settings import SETTINGS_KIND

from .text_tables import json_rows, rows

IDENTITY = "0120879f-df13-4583-b260-0fc298518f16"
EEL = {"name": "Eel", "mana_cost": "{U}", "type": "Fish"}
OFFICIAL = cf.CardSet(
    cards=[
        cf.Card.of("Shock", set_code="AER", number="98", rarity="common", mana_cost="{R}"),
        cf.Card.of("Shock", set_code="M21", number="159", rarity="uncommon", mana_cost="{R}"),
        cf.Card.of("Plow", set_code="BRO", number="1", rarity="rare", mana_cost="{2}"),
        cf.Card.of("Forest"),
    ]
)


def with_cards(*sections):
    text = "".join(f"[CustomCards]\n{json.dumps(cards)}\n" for cards in sections)
    return f"{text}[X]\n1 Forest\n"


def codes(text, **options):
    report = cf.loads_report(text, "draftmancer", **options)
    return [str(each.code) for each in report.diagnostics]


def adding(*lines, **own):
    """A card that adds the cards of the lines."""
    effect = {"type": "AddCards", "cards": lines}
    return EEL | {"name": "Frog", "draft_effects": [effect]} | own


@pytest.mark.parametrize("line", ["Eel (custom)", "Eel"])
def test_a_related_or_added_card_is_found_as_the_line_of_a_sheet_is(line):
    frog = adding(line, related_cards=[line])
    cardset = cf.loads(with_cards([EEL, frog]), "draftmancer")
    (effect,) = cardset.card("Frog").draft_effects
    for ref in (*cardset.card("Frog").related, *effect.cards):
        assert cardset.card(ref) is cardset.card("Eel")


@pytest.mark.parametrize("order", [1, -1])
@pytest.mark.parametrize(
    "own",
    [
        {"related_cards": ["Eel"]},
        {"draft_effects": [{"type": "AddCards", "cards": ["2 Eel"]}]},
    ],
)
def test_a_card_of_another_section_is_not_found(own, order):
    text = with_cards(*[[EEL], [EEL | {"name": "Frog"} | own]][::order])
    assert codes(text) == ["DM077"]
    assert isinstance(accept(text, lambda name, *_: name == "Forest"), ListRejection)


def test_added_cards_have_counts_which_stay():
    for line, copies in rows("""
        Eel     | 1
        1 Eel   | 1
        0 Eel   | 1
        3 Eel   | 3
        250 Eel | 250
    """):
        cardset = cf.loads(with_cards([EEL, adding(line)]), "draftmancer")
        assert len(cardset.card("Frog").draft_effects[0].cards) == json.loads(copies), line
        written = cf.dumps(cardset, "draftmancer", canonical=True)
        assert cf.loads(written, "draftmancer") == cardset, line
        assert written.count('Eel"') == 2, line


@pytest.mark.parametrize("line", ["2 {}", "{} F"])
def test_an_official_id_stands_alone(line):
    assert codes(with_cards([adding(line.format(IDENTITY))])) == ["DM030"]


def test_an_official_id_is_an_added_card():
    cardset = cf.loads(with_cards([EEL, adding(IDENTITY, IDENTITY, "Eel")]), "draftmancer")
    official = cf.CardRef("", id=IDENTITY)
    assert cardset.card("Frog").draft_effects[0].cards == (official, official, cf.CardRef("Eel"))
    written = cf.dumps(cardset, "draftmancer", canonical=True)
    assert cf.loads(written, "draftmancer") == cardset


# -- what cards inherit


def test_a_card_inherits_from_the_official_printing_that_it_names():
    for own, rarity in json_rows("""
        {}                                       | common
        {"collector_number": "159"}              | uncommon
        {"set": "m21"}                           | uncommon
        {"set": "aer", "collector_number": "98"} | common
    """):
        text = with_cards([{"name": "Shock"} | own])
        card = cf.loads(text, "draftmancer", catalog=OFFICIAL).cards[0]
        assert card.rarity == rarity, own


@pytest.mark.parametrize("own", [{"set": "AER"}, {"collector_number": "1"}, {"set": "zzq"}])
def test_a_card_inherits_from_no_other_printing(own):
    assert codes(with_cards([{"name": "Shock"} | own]), catalog=OFFICIAL) == ["DM032"] * 2
    first = {"name": "Shock"}
    assert codes(with_cards([first, first | own]), catalog=OFFICIAL) == ["DM032"] * 2


def test_the_colours_of_an_official_card_stay_whatever_the_cost():
    text = with_cards([{"name": "Plow", "mana_cost": "{R}", "type": "Artifact"}])
    card = cf.loads(text, "draftmancer", catalog=OFFICIAL).cards[0]
    assert (str(card.mana_cost), card.colors) == ("{R}", frozenset())


def test_what_is_written_inherits_nothing_that_the_source_did_not_say():
    """The code of an official set in lower case would let it."""
    card = cf.Card.of("Shock", set_code="aer", mana_cost="{R}", types=["Instant"], rarity="rare")
    cardset = cf.CardSet.of([card], pack={"rare": 1})
    text = cf.dumps(cardset, "draftmancer")
    ((written,),) = (each.value for each in cf.loads(text, "draftmancer").syntax.sections[1:2])
    assert written["set"] == "AER"
    assert cf.loads(text, "draftmancer").cards[0].set_code == "AER"


# -- counts in headers, and settings below them

SHEETS = "[X(1)]\n4 Forest\n"


def settings(**values):
    return f"[Settings]\n{json.dumps(values)}\n"


def layouts(name):
    return {name: {"weight": 1, "slots": {"X": 2}}}


@pytest.mark.parametrize("name", ["default", "P"])
def test_layouts_in_settings_below_replace_the_counts_in_headers(name):
    text = SHEETS + settings(layouts=layouts(name))
    assert codes(text) == ["DM078"]
    (layout,) = cf.loads(text, "draftmancer").boosters[0].layouts
    assert [(slot.name, slot.count) for slot, _ in layout.walk()] == [("X", 2)]
    assert [*accept(text).layouts] == [name]


def test_settings_below_counts_can_name_the_layout_of_these():
    text = SHEETS + settings(predeterminedLayouts=["default", "default"])
    assert codes(text) == []
    assert len(cf.loads(text, "draftmancer").event.rounds) == 2
    assert not isinstance(accept(text), ListRejection)


def test_counts_below_layouts_are_added_to_the_default_one():
    text = settings(layouts=layouts("default")) + SHEETS
    (layout,) = cf.loads(text, "draftmancer").boosters[0].layouts
    assert [(slot.name, slot.count) for slot, _ in layout.walk()] == [("X", 2), ("X", 1)]
    assert codes(settings(layouts=layouts("P")) + SHEETS) == ["DM037"]
    assert isinstance(accept(settings(layouts=layouts("P")) + SHEETS), ListRejection)


# -- old layouts


@pytest.mark.parametrize(
    ("lines", "is_accepted"),
    [
        ("- P (3)\n1 X", True),
        ("\n- P (3)\n1 X", True),
        ("x - P (3) y\n1 X", True),
        ("- P (3)\n1 X F\nabc 1 X", True),
        ("- P (3)\n\n1 X", False),
        ("- P (3)\n1 X\n- 2 X", False),
        ("- P (3)\n1 X\nx - Q (1)\n1 X", False),
        ("- P 3\n\n1 X", False),
        ("P\n1 X", False),
    ],
)
def test_in_an_old_layout_the_first_character_says_what_a_line_is(lines, is_accepted):
    text = f"[Layouts]\n{lines}\n[X]\n4 Forest"
    assert cf.loads_report(text, "draftmancer").ok is is_accepted
    assert isinstance(accept(text), ListRejection) is not is_accepted


def test_old_layouts_without_any_are_none():
    text = "[Layouts]\n[X]\n4 Forest\n[Y]\n1 Island"
    assert codes(text) == ["DM038"]
    assert cf.loads("[Layouts]\n[X]\n4 Forest", "draftmancer").boosters
    assert "DM015" in codes("[Layouts]\n[Layouts]\n- P (1)\n1 X\n[X]\n4 Forest")


@pytest.mark.parametrize("line", ["1" * 200_000, f"1{' ' * 200_000}1", "1 " * 200_000])
def test_a_long_line_of_old_layouts_is_read_in_linear_time(line):
    """A quadratic step would take minutes."""
    assert not cf.loads_report(f"[Layouts]\n- P (1)\n{line}\n[X]\nForest", "draftmancer").ok


# -- distinct cards


@pytest.mark.parametrize("count", [1, 2])
def test_cards_that_are_distinct_in_slots_of_one_card_can_come_again(count):
    entries = [cf.Entry(cf.CardRef(name), 2) for name in ("Eel", "Frog", "Newt", "Crab")]
    sheet = cf.Sheet("X", entries, cf.model.Random(replacement=False))
    slots = [cf.Slot(f"s{number}", count, [cf.SheetChoice("X")]) for number in range(2)]
    booster = cf.Booster("b", layouts=[cf.Layout("P", 1, slots)], distinct_scope="slot")
    made = cf.CardSet(sheets=[sheet], boosters=[booster], event=cf.model.Event(supply="infinite"))
    text = cf.dumps(made, "draftmancer")
    again = cf.loads(text, "draftmancer")
    assert again.boosters[0].distinct == ("none" if count == 1 else "printing")
    if count == 1:
        rows = [
            {row.card.name: row.at_least_one for row in cf.Generator(each, seed=1).odds()}
            for each in (made, again)
        ]
        assert rows[0] == rows[1]


# -- edits


def test_an_array_of_slots_stays_one():
    slots = '[\n  {"name": "X", "count": 2},\n  {"name": "Y", "count": 3}\n]'
    layout_text = f'{{"layouts": {{"P": {{"weight": 1, "slots": {slots}}}}}}}'
    text = f"[Settings]\n{layout_text}\n[X]\n4 Forest\n[Y]\n5 Island\n"
    cardset = cf.loads(text, "draftmancer")
    (booster,) = cardset.boosters
    (layout,) = booster.layouts
    first, second = layout.slots
    changed = evolve(layout, slots=[evolve(first, count=1), second])
    edited = evolve(cardset, boosters=[evolve(booster, layouts=[changed])])
    assert cf.dumps(edited, "draftmancer") == text.replace('"X", "count": 2', '"X", "count": 1')


# -- the schema of the keys


def test_the_schema_accepts_what_draftmancer_does():
    jsonschema = pytest.importorskip("jsonschema")
    kinds = {"settings": SETTINGS_KIND, "card": CARD}
    schemas = {name: schema_of(kind) for name, kind in kinds.items()}
    for schema in schemas.values():
        jsonschema.Draft202012Validator.check_schema(schema)
    for value, kind, is_accepted in json_rows("""
        {"withReplacement": true, "boostersPerPlayer": 2.0, "other": 1}            | settings | yes
        {"boostersPerPlayer": 1.5}                                                 | settings | no
        {"predeterminedLayouts": [[{"name": "A", "weight": 1.5}]]}                 | settings | no
        {"layouts": {"P": {"weight": 1, "slots": {"X": 1}}}}                       | settings | yes
        {"layouts": {"P": {"slots": {"X": 1}}}}                                    | settings | no
        {"name": "Eel", "power": 1, "rarity": "mythic"}                            | card     | yes
        {"name": "Eel", "rarity": "Mythic"}                                        | card     | no
        {"name": "Eel", "back": {"name": "B", "type": "X", "image": 1}}            | card     | yes
        {"name": "Eel", "back": {"name": "B", "type": "X", "layout": 1}}           | card     | no
        {"name": "Eel", "draft_effects": ["FaceUp", {"type": "AddBooster"}]}       | card     | yes
        {"name": "Eel", "draft_effects": [{"type": "FaceUp"}]}                     | card     | no
        {"mana_cost": ""}                                                          | card     | no
        {"name": "Eel", "colors": ["WU", ""], "layout": "x"}                       | card     | yes
        {"name": "Eel", "image_uris": {"fr": "u"}}                                 | card     | no
        {"name": "Eel", "back": {"name": "B", "type": "X", "mana_cost": 1}}        | card     | no
        {"name": "Eel", "back": {"name": "B", "type": "X", "mana_cost": "x"}}      | card     | yes
        {"name": "Eel", "back": {"name": "B", "type": "X", "printed_names": null}} | card     | no
    """):
        validator = jsonschema.Draft202012Validator(schemas[kind])
        expected = is_accepted == "yes"
        assert (accepts(kinds[kind], value), validator.is_valid(value)) == (expected, expected), (
            value
        )


# -- cubes


@pytest.mark.parametrize("comment", ["# mainboard", "# maybeboard", "# Sideboard", "#Deck"])
def test_a_cube_with_comments_of_cube_sites_is_a_list(comment, tmp_path):
    path = tmp_path / "cube.txt"
    path.write_text(f"{comment}\n1 Eel\n1 Frog\n# maybeboard\n1 Newt\n", "utf-8")
    assert next(each.format.id for each in cf.detect(path)) == "draftmancer"
