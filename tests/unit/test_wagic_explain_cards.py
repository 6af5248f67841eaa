"""Lines of cards in English: what a card's target adds, whose card is meant, and macros."""

from __future__ import annotations

import json

import pytest

from cardformats.formats.wagic.abilities import explain, parse
from tests.conftest import short_id
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


#: Lines in which it was unclear, or wrong, which card is meant.
WHOSE = {
    "@movedto(other creature[power=6]|mybattlefield):this(power<6) counter(1/1)": (
        "Whenever another creature with power 6 is put onto your battlefield, if this's power is "
        "less than 6, put a +1/+1 counter on this"
    ),
    "@movedto(creature|opponentstack):if cantargetcard(*[enchantment]|*) then draw:1": (
        "Whenever your opponent casts a creature spell, if this is an enchantment card, draw a card"
    ),
    "moveto(exile) target(creature) and!(if cantargetcard(*[red]|*) then tap)!": (
        "Exile target creature; and then if it is a red card, tap it"
    ),
    "reveal:1 optionone target(*|reveal) moveto(myhand) optiononeend afterrevealed "
    "transforms((,newability[draw:1])) afterrevealedend revealend": (
        "Reveal a card; put target card among the revealed cards into your hand; after that, "
        'this gains "Draw a card"'
    ),
    "@damaged(creature|opponentbattlefield) from(*[red]|mystack):damage:2 all(trigger[to])": (
        "Whenever a red spell on your stack deals damage to a creature on your opponent's "
        "battlefield, this deals 2 damage to that creature"
    ),
    "@combat(blocking) source(goblin) from(goblin):all(trigger[from]) destroy": (
        "Whenever a goblin blocks a goblin, destroy the other goblin"
    ),
    "transforms((,newability[damage:5])) target(creature) ueot": (
        'Target creature gains "This deals 5 damage to itself" until end of turn'
    ),
    "{S(creature[black;artifact;manacost=16])}:draw:1": (
        "Sacrifice a black or artifact creature with mana value 16: draw a card"
    ),
    "moveto(hand)": "Return this to your hand",
    "draw:1 uent": "Draw a card until the end of your next turn",
    "rolld6 6 winability draw:2 winabilityend rolld6end": "Roll a d6; on 6, draw two cards",
    "{W}:counter(0/0,1,Bribe) target(creature) && draw:1": (
        "{W}: put a bribe counter on target creature, and the controller of the target draws a card"
    ),
    "aslongas(*[green]|myzones) <1 aslongas(*[iscommander]|myzones) flying": (
        "As long as there are no green cards in any of your zones, as long as there is a card "
        "that is a commander in any of your zones, this has flying"
    ),
    "target(creature) dynamicability<!mytgt powerlifegain targetcontroller!>": (
        "Target creature's controller gains life equal to its power"
    ),
    "damage:halfuptype:mountain:mybattlefield controller": (
        "This deals damage equal to half the number of mountains on your battlefield, rounded up, "
        "to you"
    ),
    "aslongas(gate) vigilance >1": "As long as there is more than one gate, this has vigilance",
    "target(<2>anytarget) damage:2": "This deals 2 damage to two targets",
    "soulbond {T}:draw:1": (
        'As long as this is paired with another creature, both have "{T}: draw a card"'
    ),
    "all(creature|mygraveyard) moveto(mybattlefield) and!(tap)!": (
        "Put all creature cards in your graveyard onto your battlefield, and then tap each of them"
    ),
    "all(spirit) transforms((,newability[pay[[{3}]] donothing?moveto(ownerhand)])) forever": (
        "Return all spirits to their owners' hands unless their controllers pay {3}"
    ),
    "{W}:life:2 target(player) && draw:1": (
        "{W}: target player gains 2 life, and the target draws a card"
    ),
    "soulbond 4/4": "As long as this is paired with another creature, both get +4/+4",
    "moveto(exile) all(*[zpos<=3]|opponentlibrary)": (
        "Exile the top three cards of your opponent's library"
    ),
    "teach(creature) preventallcombatdamage from(this)": (
        "Prevent all combat damage that would be dealt by the creature that this is attached to"
    ),
}


@pytest.mark.parametrize(("line", "english"), WHOSE.items(), ids=map(short_id, WHOSE))
def test_it_is_clear_which_card_is_meant(line, english):
    assert explain(parse(line)) == english


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
