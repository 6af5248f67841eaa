"""Lines of cards in English: what a card's target adds, whose card is meant, and macros."""

from __future__ import annotations

import json

import pytest

from cardformats.formats.wagic.abilities import explain, parse
from tests.unit.test_cli import run
from tests.unit.wagic_files import card, write

UNLESS = "transforms((,newability[pay[[{9}]] name(pay 9 mana) donothing?fizzle])) forever"


@pytest.mark.parametrize(
    ("line", "target", "english"),
    [
        ("destroy", "creature", "Destroy target creature"),
        ("destroy", None, "Destroy this"),
        ("fizzle", "*|stack", "Counter target spell"),
        (UNLESS, "*|stack", "Counter target spell unless its controller pays {9}"),
        ("damage:3", "creature,player", "This deals 3 damage to target creature or player"),
        ("draw:2", "player", "Target player draws two cards"),
        ("draw:1", "creature", "The controller of target creature draws a card"),
        ("draw:1 controller", "creature", "You draw a card"),
        ("moveto(exile)", "<upto:2>creature|graveyard",
         "Exile up to two target creature cards in a graveyard"),
        ("destroy target(land)", "creature", "Destroy target land"),
        ("if cantargetcard(creature[red]|*) then destroy", "creature",
         "If target creature is a red creature card, destroy target creature"),
        ("target(<2>creature|mygraveyard) moveto(exile) && -7/-7 ueot", "creature",
         "Exile two target creature cards in your graveyard, and target creature gets -7/-7 "
         "until end of turn"),
        ("destroy", "(", "Destroy this"),
    ],
)  # fmt: skip
def test_a_target_of_the_card_is_what_its_lines_are_about(line, target, english):
    assert explain(parse(line), target) == english


def test_the_target_can_be_a_tree():
    tree = parse("creature[black]", "target").body
    assert explain(parse("tap"), tree) == "Tap target black creature"


def test_an_aura_is_about_the_enchanted_and_equipment_about_the_equipped():
    aura = {"target": "creature", "attached": "enchanted"}
    assert explain(parse("1/2"), **aura) == "Enchanted creature gets +1/+2"
    assert explain(parse("@damaged(mytgt):draw:1 controller"), **aura) == (
        "Whenever enchanted creature is dealt damage, you draw a card"
    )
    equipment = {"target": "creature", "attached": "equipped"}
    assert explain(parse("flying"), **equipment) == "Equipped creature has flying"
    line = parse("{1}:token(Goblin,creature Goblin,1/1,red)")
    assert explain(line, **equipment) == "{1}: create a 1/1 red Goblin creature token"


@pytest.mark.parametrize(
    ("line", "english"),
    [
        ("3/3", "Target creature gets +3/+3 until end of turn"),
        ("flying uynt", "Target creature gains flying until your next turn"),
        ("maxcast(*)0 opponent", "Your opponent can cast no spells this turn"),
    ],
)
def test_what_a_spell_changes_lasts_until_end_of_turn(line, english):
    assert explain(parse(line), "creature", is_spell=True) == english.replace("has", "gains")


def test_the_command_works_the_target_of_a_card_into_its_lines(tmp_path):
    text = (
        card("name=Mire Hex", "target=creature", "auto=destroy", "type=Instant")
        + card("name=Reed Coat", "target=creature", "auto=1/1", "type=Enchantment", "subtype=Aura")
        + card("name=Reed Pike", "auto=1/1", "type=Artifact", "subtype=Equipment")
    )
    folder = write(tmp_path / "sets", {"primitives/all.txt": text})
    names = ("Mire Hex", "Reed Coat", "Reed Pike")
    result = run("explain", "--cards", folder / "primitives", *names, "--json")
    english = {each["card"]: each["english"] for each in json.loads(result.stdout)
               if each["key"] == "auto"}  # fmt: skip
    assert english == {
        "Mire Hex": "Destroy target creature",
        "Reed Coat": "Enchanted creature gets +1/+1",
        "Reed Pike": "Equipped creature gets +1/+1",
    }


LINES = """target=creature
auto=1/1 && draw:1
auto=lord(creature) 1/1
auto=_X_(1)
autohand=1/1
autograveyard={1}:1/1
kicker={1}"""


@pytest.mark.parametrize(
    ("kinds", "english"),
    [
        ("type=Instant", ["Target creature gets +1/+1 until end of turn, and the controller of "
                          "target creature draws a card", "Creatures get +1/+1 until end of turn"]),
        ("type=Creature", ["Target creature gets +1/+1, and the controller of target creature "
                           "draws a card", "Creatures get +1/+1"]),
        ("type=Enchantment\nsubtype=Aura",
         ["Enchanted creature gets +1/+1, and the controller of enchanted creature draws a card",
          "Creatures get +1/+1"]),
        ("type=Artifact\nsubtype=Equipment",
         ["Equipped creature gets +1/+1, and the controller of equipped creature draws a card",
          "Creatures get +1/+1"]),
    ],
)  # fmt: skip
@pytest.mark.parametrize("reader", ["author", "engine"])
def test_lines_are_about_what_the_kind_of_card_is_about(tmp_path, kinds, english, reader):
    (tmp_path / "all.txt").write_text(card("name=Mire Hex", *LINES.split("\n"), kinds), "utf-8")
    place = ("--cards", tmp_path / "all.txt", "Mire Hex")
    result = run("explain", *place, "--as", reader, "--json")
    found = {(each["key"], each["text"]): each["english"] for each in json.loads(result.stdout)}
    # what a spell does for a while, it does to the engine wherever it is
    is_passing = (kinds, reader) == ("type=Instant", "engine")
    assert [*found.values()] == [
        *english,
        "`_X_(1)`",
        "This gets +1/+1 until end of turn" if is_passing else "This gets +1/+1",
        "{1}: this gets +1/+1 until end of turn",
        "A creature",
        "{1}",
    ]


def test_the_command_expands_macros_and_says_which_it_does_not_know(tmp_path):
    path = tmp_path / "macros.txt"
    path.write_text("#AUTO_DEFINE _CYCLE_($cost) $cost{cycle}:draw:1\n", "utf-8")
    known = run("explain", "_CYCLE_({2})", "--macros", path)
    assert known.stdout.splitlines() == [
        "{2}{cycle}:draw:1",
        "    {2}, discard this to cycle it: draw a card",
    ]
    unknown = run("explain", "_CYCLE_({2})")
    assert unknown.stdout.splitlines() == [
        "_CYCLE_({2})",
        "    `_CYCLE_({2})`",
        "    1: there is no macro _CYCLE_ [WG037]",
    ]


def test_a_line_can_have_its_key():
    lines = ("auto={T}:draw:1", "target=creature", "draw:type:*=1")
    explained = json.loads(run("explain", *lines, "--json").stdout)
    assert [(each["key"], each["text"]) for each in explained] == [
        ("auto", "{T}:draw:1"),
        ("target", "creature"),
        ("auto", "draw:type:*=1"),
    ]
    assert not explained[0]["findings"]


def test_macros_are_expanded_in_cards_too(tmp_path):
    macros = tmp_path / "macros.txt"
    macros.write_text("#AUTO_DEFINE _BOLT_($n) damage:$n target(player)\n", "utf-8")
    folder = write(
        tmp_path / "sets", {"primitives/all.txt": card("name=Mire Hex", "auto=_BOLT_(3)")}
    )
    places = ("--cards", folder / "primitives", "--macros", macros)
    shown = run("explain", *places, "Mire Hex").stdout
    assert "This deals 3 damage to target player" in shown


def test_what_was_meant_stands_below_a_finding():
    assert "did you mean 'destroy'?" in run("explain", "destory target(creature)").stdout
    (line,) = json.loads(run("explain", "destory target(creature)", "--json").stdout)
    assert line["findings"][0]["notes"] == ["did you mean 'destroy'?"]
