"""Lines that are built in Python, written as they are best written, and made of other lines."""

from __future__ import annotations

import pytest

from cardformats import ModelError
from cardformats.formats.wagic.abilities import builder as a
from cardformats.formats.wagic.abilities import lint, normalise, parse, transform
from cardformats.formats.wagic.abilities.effects import Quantity
from cardformats.formats.wagic.abilities.nodes import Integer

GOBLINS = a.cards("goblin", other=True, zone="mybattlefield")
#: What is built, and the line that a file has for it.
BUILT = {
    "a card is drawn as it dies": (
        a.when(a.dies()) >> a.draw(1),
        "@movedto(this|graveyard) from(battlefield):draw:1",
    ),
    "damage for a cost": (
        a.activated("{T}", a.damage(1, to=a.target("creature,player"))),
        "{T}:damage:1 target(creature,player)",
    ),
    "a lord": (a.lord(GOBLINS, a.modify(1, 1)), "lord(other goblin|mybattlefield) 1/1"),
    "a shrinking until end of turn": (
        a.activated(
            "{2}{B}",
            a.until_end_of_turn(a.modify(-2, -2, a.target(a.cards("creature", "-black")))),
            restriction="assorcery",
            limit=1,
        ),
        "{2}{B} restriction{assorcery}:-2/-2 target(creature[-black]) ueot limit:1",
    ),
    "a payment as it attacks": (
        a.when(a.attacks()) >> a.pay("{1}", a.draw(1)),
        "@combat(attacking) source(this):pay({1}) draw:1",
    ),
    "tokens": (
        a.token("Goblin", "creature Goblin", "1/1", "red", "haste", amount=2),
        "token(Goblin,creature Goblin,1/1,red,haste)*2",
    ),
    "one thing or another": (
        a.if_("type(land|mybattlefield)~morethan~4", a.draw(2), a.draw(1)),
        "if type(land|mybattlefield)~morethan~4 then draw:2 else draw:1",
    ),
    "two things": (
        a.together(a.move("ownerhand", a.target("creature|opponentbattlefield")), a.life(2)),
        "moveto(ownerhand) target(creature|opponentbattlefield) && life:2",
    ),
    "a creature that a land becomes": (
        a.activated(
            "{3}{G}",
            a.until_end_of_turn(
                a.gains(
                    a.activated("{T}", a.counter("1/1", 1, to=a.target("creature,artifact"))),
                    types="Creature Elemental",
                    power=3,
                    toughness=3,
                )
            ),
        ),
        "{3}{G}:transforms((Creature Elemental,newability[{T}:counter(1/1.1)"
        " target(*[creature;artifact])],setpower=3,settoughness=3)) ueot",
    ),
    "what an opponent does": (
        a.player("opponent", a.together(a.do("reject", a.chosen("*|myhand")), a.life(-1))),
        "ability$!reject notatarget(*|myhand) _ life:-1!$ opponent",
    ),
    "tokens that a creature makes": (
        a.gains(a.activated("{T}", a.token("Eel", "creature Eel", "1/1", "blue"))),
        "transforms((,newability[{T}:token(Eel^creature Eel^1/1^blue)]))",
    ),
    "counters in an upkeep": (
        a.when(a.each("upkeep")) >> a.may(a.counter("0/0", 1, "Charge")),
        "@each my upkeep:may counter(0/0,1,Charge)",
    ),
    "what is so with enough enchantments": (
        a.as_long_as("enchantment|mybattlefield", a.keyword("flying"), more_than=2),
        "aslongas(enchantment|mybattlefield) flying >2",
    ),
}


@pytest.mark.parametrize("name", BUILT)
def test_what_is_built_is_the_line_of_a_file(name):
    built, text = BUILT[name]
    assert str(built) == text
    assert built == parse(text)
    assert not lint(text)


@pytest.mark.parametrize("build", [
    lambda: a.keyword("flyin"),
    lambda: a.activated("T", a.draw(1)),
    lambda: a.target("creature|mybatlefield"),
    lambda: a.target("creature) draw:1 all(creature"),
    lambda: a.when("movdto(creature|graveyard)") >> a.draw(1),
    lambda: a.named("one) or two", a.draw(1)),
    lambda: a.gains(a.draw(1), a.line("destroy all(creature|mybattlefield,mygraveyard)")),
    lambda: a.draw(1.5),
    lambda: a.damage(None),
    lambda: a.draw("foo"),
    lambda: a.draw("1 && life:5"),
    lambda: a.life("1 opponent"),
    lambda: a.line(" "),
    lambda: a.do(""),
    lambda: a.token("Kraken, Eel", "creature Kraken", "1/1"),
    lambda: a.counter("0/0", 1, "one) draw:1"),
])  # fmt: skip
def test_what_the_linter_would_report_is_not_built(build):
    with pytest.raises(ModelError):
        build()


def test_prefixes_are_joined():
    both = a.when(a.each("upkeep")) >> a.when(a.dies())
    assert str(both) == "@each my upkeep:@movedto(this|graveyard) from(battlefield):"


@pytest.mark.parametrize(("text", "written"), [
    (" {T} : draw:1  &&life:2 ", "{T}:draw:1 && life:2"),
    ("@movedto( other creature[-black ; power >=3]|graveyard)  from( mybattlefield ) : draw:1",
     "@movedto(other creature[-black;power>=3]|graveyard) from(mybattlefield):draw:1"),
    ("if type( land )~ morethan ~ 2 then  draw:1   else life:1",
     "if type(land)~morethan~2 then draw:1 else life:1"),
    ("ability$! draw:1 _life:2 !$ opponent", "ability$!draw:1 _ life:2!$ opponent"),
    ("counter( 0/0 , 1 , Divine  Shield)", "counter(0/0,1,Divine Shield)"),
    ("name( Draw  a card )draw:1", "name( Draw a card ) draw:1"),
    ("doubleside(Harnfel, Horn of Bounty)", "doubleside(Harnfel, Horn of Bounty)"),
    ("moveto(myhand) and!(shuffle)!", "moveto(myhand) and!( shuffle )!"),
    (" foo  draw:1 ", "foo  draw:1"),
])  # fmt: skip
def test_lines_as_they_are_best_written(text, written):
    assert normalise(text) == written
    assert normalise(written) == written
    assert parse(text) == parse(written)


def test_other_rules_are_written_too():
    assert normalise("creature [ tapped ] | mybattlefield", "target") == (
        "creature[tapped]|mybattlefield"
    )
    with pytest.raises(ValueError, match="no rule 'auto'"):
        normalise("draw:1", "auto")


def test_trees_are_equal_if_they_say_the_same():
    assert parse("{T} : Draw:1 && life:2") == parse("{t}:draw:1&&life:2")
    assert hash(parse("{T} : Draw:1")) == hash(parse("{t}:draw:1"))
    assert parse("draw:1") != parse("draw:2")
    assert parse("target(creature) destroy") != parse("destroy target(creature)")


def test_a_tree_is_made_of_another_one():
    line = parse("{2}: draw:1 && damage:1 target(creature)")

    def doubled(node):
        if isinstance(node, Quantity) and isinstance(node.number, Integer):
            return Quantity(node.head, Integer(f"{2 * int(node.number.text)} "))
        return node

    assert str(transform(line, doubled)) == "{2}: draw:2 && damage:2 target(creature)"
    assert transform(line, lambda node: node) is line


def test_a_change_of_blanks_alone_is_made():
    tree = transform(parse("draw:1"), lambda node: Integer(" 1") if node == Integer("1") else node)
    assert str(tree) == "draw: 1"


@pytest.mark.parametrize("change", [lambda _: None, lambda _: "draw:2"])
def test_a_change_has_to_make_a_node(change):
    with pytest.raises(TypeError, match="return a node"):
        transform(parse("draw:1"), change)
