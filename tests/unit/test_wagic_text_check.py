"""What a card's text says, compared with what its abilities say."""

from __future__ import annotations

import subprocess
import sys

import pytest

import cardformats as cf
from cardformats.checking import Config, run
from cardformats.formats.wagic.abilities.text_check.cards import check_texts
from cardformats.formats.wagic.abilities.text_check.codes import CODES_OF_KINDS, TextCode
from cardformats.formats.wagic.abilities.text_check.facts import mana
from cardformats.formats.wagic.abilities.text_check.oracle import facts


def findings(text, *lines):
    """The codes and kinds of what is reported of a card that says *text* and has these *lines*."""
    return [
        (str(each.code), each.data.get("what", each.data.get("word")))
        for each in report(text, *lines)
        if isinstance(each.code, TextCode) and each.code is not TextCode.COMPARED
    ]


def report(text, *lines):
    """What is found in a card that says *text* and has these *lines*."""
    block = "\n".join(
        ("[card]", "name=Fen Lamp", *lines, f"text={text}", "type=Artifact", "[/card]\n")
    )
    return list(check_texts("<data>", cf.loads(block, "wagic")))


def values(text, kind):
    """The values of what *text* says of a *kind*."""
    return [each.value for each in facts(text) if each.kind == kind]


@pytest.mark.parametrize(
    ("text", "line", "kind"),
    [
        ("Draw two cards.", "auto=draw:3", "draw"),
        ("Fen Lamp deals 4 damage to any target.", "auto=damage:5 target(anytarget)", "damage"),
        ("Target player loses 2 life.", "auto=life:-3 target(player)", "lose"),
        ("You gain 2 life.", "auto=life:3 controller", "gain"),
        ("Target player mills three cards.", "auto=deplete:2 target(player)", "mill"),
        ("{2}{W/U}, {T}: Draw a card.", "auto={3}{WU}{T}:draw:1", "cost"),
        ("{T}, Sacrifice Fen Lamp: Draw a card.", "auto={S}:draw:1", "cost"),
        ("Cycling {2}", "autohand={3}{cycle}:draw:1", "cycling"),
        ("Equip {2}", "auto={3}:equip", "equip"),
        ("Kicker {1}{R}", "kicker={2}{R}", "kicker"),
        ("{T}: Add {G}{G}.", "auto={T}:add{G}", "mana"),
        ("Creatures you control get +1/+1.", "auto=lord(creature|mybattlefield) 1/0", "size"),
        ("Put a +1/+1 counter on it.", "auto=counter(-1/-1)", "kind of counters"),
        ("Create a 2/2 green Bear creature token.", "auto=token(Bear,creature Bear,2/3,green)",
         "token size"),
        ("Create a 2/2 green Bear creature token.", "auto=token(Bear,creature Boar,2/2,green)",
         "token types"),
        ("Destroy target artifact.", "auto=destroy target(enchantment)", "target"),
        ("At the beginning of each upkeep, draw a card.", "auto=@each my upkeep:draw:1", "phase"),
        ("At the beginning of each end step, draw a card.", "auto=@each my endofturn:draw:1",
         "phase"),
        ("If you control three or more lands, draw a card.",
         "auto=if type(land|mybattlefield)~morethan~3 then draw:1", "condition"),
        ("+1: Draw a card.", "auto={C(0/0,2,Loyalty)}:draw:1", "loyalty"),
    ],
)  # fmt: skip
def test_two_values_for_one_thing_differ(text, line, kind):
    assert findings(text, line) == [(str(CODES_OF_KINDS[kind]), kind)]


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        # the sum is done in steps
        ("Fen Lamp deals 2 damage to it. If it was kicked, it deals 5 damage instead.",
         ("auto=damage:2", "auto=kicker damage:3")),
        # one by one
        ("Fen Lamp deals 3 damage divided as you choose among any number of targets.",
         ("auto=thisforeach(variable{3}) damage:1 target(anytarget)",)),
        # the number depends on the game
        ("Draw X cards.", ("auto=draw:2",)),
        ("Draw that many cards.", ("auto=draw:1",)),
        # so many for each
        ("You gain 1 life for each player.", ("auto=life:2 controller",)),
        # both players, one after the other
        ("At the beginning of each upkeep, draw a card.",
         ("auto=@each my upkeep:draw:1", "auto=@each opponent upkeep:draw:1")),
        # a condition, not a deed
        ("Whenever you draw a card, you gain 2 life.", ("auto=draw:2", "auto=life:2")),
        # buyback is written with the card's own cost
        ("Buyback {3}", ("mana={1}{U}", "buyback={4}{U}")),
        # the same cost in other signs and order
        ("{G}{1}, {T}: Draw a card.", ("auto={T}{1}{G}:draw:1",)),
        ("{(w/u)}: Draw a card.", ("auto={UW}:draw:1",)),
        ("{3}, Tap: Draw a card.", ("auto={3}{T}:draw:1",)),
        # a limit said the other way round
        ("Destroy target creature with power 2 or less.",
         ("auto=destroy target(creature[power<3])",)),
        ("If you control three or more lands, draw a card.",
         ("auto=if type(land|mybattlefield)~morethan~2 then draw:1",)),
        ("Creatures you control get +1/+1 as long as you control two or more other lands.",
         ("auto=aslongas(land|mybattlefield) lord(creature|mybattlefield) 1/1 >2",)),
        # no cost at all stands for a choice
        ("{T}: Draw a card.", ("auto={0}:draw:1",)),
        # what a text describes in other words
        ("Fen Lamp can't be the target of spells or abilities your opponents control.",
         ("abilities=opponentshroud",)),
        # what is done to each card that was chosen has many words
        ("Destroy target creature. Its controller draws a card.",
         ("auto=destroy target(creature) and!( draw:2 controller )!",)),
        # the half of a flipped card
        ("Draw a card. -- ---- -- Fen Lord -- Flying", ("auto=draw:1",)),
    ],
)  # fmt: skip
def test_idioms_are_no_differences(text, lines):
    assert findings(text, *lines) == []


@pytest.mark.parametrize("color", ["white", "blue", "black", "red", "green"])
def test_tokens_of_another_colour_differ(color):
    other = "red" if color == "green" else "green"
    text = f"Create a 2/2 {color} Bear creature token."
    assert findings(text, f"auto=token(Bear,creature Bear,2/2,{color})") == []
    assert findings(text, f"auto=token(Bear,creature Bear,2/2,{other})") == [
        ("WG133", "token colours")
    ]


def test_one_of_two_equal_numbers_differs():
    text = "{1}, {T}: Draw a card. -- {2}, {T}: You gain 1 life. -- {3}, {T}: You gain 1 life."
    lines = ("auto={1}{T}:draw:1", "auto={2}{T}:life:1", "auto={3}{T}:life:3")
    assert findings(text, *lines) == [("WG130", "gain")]


@pytest.mark.parametrize(("number", "codes"), [("3", [("WG130", "damage")]), ("4", [])])
def test_one_of_several_abilities_for_the_same_words_differs(number, codes):
    text = "At the beginning of each upkeep, Fen Lamp deals 2 damage to that player."
    lines = [
        "auto=@each my upkeep:damage:2 controller",
        f"auto=@each opponent upkeep:damage:{number} opponent",
        "auto=@each opponent upkeep:damage:2 opponent",
    ]
    assert findings(text, *lines) == codes


def test_abilities_with_exchanged_numbers_differ():
    text = "{1}: Fen Lamp deals 2 damage to you. -- {2}: Fen Lamp deals 3 damage to you."
    lines = ("auto={1}:damage:3 controller", "auto={2}:damage:2 controller")
    assert findings(text, *lines) == [("WG130", "damage"), ("WG130", "damage")]


@pytest.mark.parametrize(
    ("text", "line", "word"),
    [
        ("Flying, haste -- When Fen Lamp dies, draw a card.", "abilities=flying", "haste"),
        ("When Fen Lamp dies, draw a card.", "abilities=flying", "flying"),
    ],
)
def test_a_keyword_stands_on_both_sides(text, line, word):
    assert findings(text, line) == [("WG137", word)]


def test_both_places_are_shown():
    (finding, note) = report("Draw two cards.", "auto=draw:3")
    assert finding.span.text == "draw:3"
    assert finding.data["text"] == "Draw two cards"
    assert [str(each) for each in finding.related] == ["the text: <data>:4:6"]
    assert note.data == {"comparisons": 1, "differences": 1}


def test_words_of_a_macro_are_shown_where_it_is_called():
    text = "#AUTO_DEFINE __GLOW__($n) {T}:draw:$n\n[card]\nname=Fen Lamp\nauto=__GLOW__(2)\n"
    text += "text={T}: Draw a card.\n[/card]\n"
    finding, _ = check_texts("<data>", cf.loads(text, "wagic"))
    assert finding.span.text == "__GLOW__(2)"
    assert finding.data["script"] == "draw:2"


def test_texts_are_compared_only_if_that_is_asked_for(tmp_path):
    path = tmp_path / "fen.txt"
    path.write_text("[card]\nname=Fen Lamp\nauto=draw:3\ntext=Draw two cards.\n[/card]\n")
    assert run([path], Config()).counts == {}
    counts = run([path], Config(rules=["wagic-texts"])).counts
    assert counts == {TextCode.OTHER_AMOUNT: 1, TextCode.COMPARED: 1}
    (tmp_path / "cardformats.toml").write_text('[check]\nwith-checks = ["wagic-texts"]\n')
    assert run([path]).counts == counts


def test_a_primitive_is_compared_once_for_all_its_printings(tmp_path):
    (tmp_path / "primitives").mkdir()
    primitive = "[card]\nname={}\nauto=draw:3\ntext=Draw two cards.\n[/card]\n"
    names = ("Fen Lamp", "Reed Lamp")
    (tmp_path / "primitives" / "a.txt").write_text("".join(map(primitive.format, names)))
    (tmp_path / "FEN").mkdir()
    printing = "[card]\nprimitive=Fen Lamp\nid={}\nrarity=C\n[/card]\n"
    cards = "[meta]\nname=Fen\n[/meta]\n" + "".join(map(printing.format, (1, 2)))
    (tmp_path / "FEN" / "_cards.dat").write_text(cards)
    counts = run([tmp_path / "FEN"], Config(rules=["wagic-texts"])).counts
    assert counts[TextCode.OTHER_AMOUNT] == 1


def test_cards_are_read_without_the_language_of_their_abilities(tmp_path):
    path = tmp_path / "fen.txt"
    path.write_text("[card]\nname=Fen Lamp\nauto={T}:draw:3\ntext=Draw two cards.\n[/card]\n")
    code = f"""import sys, cardformats as cf
cf.read({str(path)!r}, "wagic")
print([name for name in sys.modules if name.startswith("cardformats.formats.wagic.abilities")])"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


def test_cards_of_other_formats_have_no_texts_to_compare():
    assert list(check_texts("a list", cf.loads("1 Fen Lamp\n", "decklist"))) == []


@pytest.mark.parametrize(
    ("written", "meant"),
    [("{2}{w}{T}", "{2}{T}{W}"), ("{p(w)}", "{WP}"), ("{i}", "{S}"), ("{X:red}", "{X}"),
     ("{9999}", None), ("{value:storedx}", None), ("{S(creature)}", ""), ("", "")],
)  # fmt: skip
def test_costs_have_one_notation(written, meant):
    assert mana(written) == meant


def test_a_text_is_read_in_time():
    for text in (
        "draw a card. " * 1500,
        "(" * 6000,
        "{1}" * 3000,
        "target " * 3000,
        "puts a " * 3000,
    ):
        facts(text)
    assert values("Draw a card, then you gain 2 life.", "gain") == [2]
