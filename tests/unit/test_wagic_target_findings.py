"""Findings where the engine takes a target otherwise than it is written."""

from __future__ import annotations

import pytest

from cardformats.formats.wagic.abilities import lint

WRONG = [
    # shipped cards
    ("if type(creature[power>3]|mybattlefield)~morethan~0 then draw:1", "WG101", "power>3"),
    ("lord(creature[power<2]|mybattlefield) 1/1", "WG101", "power<2"),
    ("destroy target(creature[toughness<4])", "WG101", "toughness<4"),
    ("{T}:add{G} target(creature[bird;cat;dog])", "WG102", "creature"),
    ("damage:5 all(creature[damaged],player)", "WG105", "damaged"),
    ("damage:5 target(creature;planeswalker)", "WG107", "creature;planeswalker"),
    ("{S(creature[black;artifact;manacost=16])}:add{B}", "WG102", "creature"),
    # commas and brackets
    ("all(creature[white,black]) destroy", "WG100", "creature[white,black]"),
    ("target(artifact,creature[tapped]) destroy", "WG100", "artifact,creature[tapped]"),
    ("target(*<upto:2>|mygraveyard) moveto(exile)", "WG100", "*<upto:2>|mygraveyard"),
    # comparisons
    ("foreach(*[foretold]|myexile) 1/1", "WG101", "foretold"),
    ("target(creature[power!=2]) tap", "WG109", "power!=2"),
    ("target(creature[power<=1;toughness>=4]) tap", "WG105", "creature"),
    ("target(creature[power>=2;power=4]) tap", "WG108", "power>=2"),
    ("draw:type:creature[power>3]:mybattlefield", "WG101", "power>3"),
    # alternatives
    ("target(creature[flying;reach]) tap", "WG103", "flying;reach"),
    ("target(*[creature;planeswalker;-fresh]) tap", "WG103", "creature;planeswalker"),
    ("target(creature[white;blue;-token]) tap", "WG103", "white;blue"),
    ("target(*[red;colorless]) tap", "WG103", "red;colorless"),
    ("foreach(creature[share!types!]) 1/1", "WG102", "creature"),
    ("target(*[creature&legendary;planeswalker]) tap", "WG109", "creature&legendary"),
    # words within words
    ("target(creature[nonblack]) destroy", "WG104", "nonblack"),
    ("target(creature[untapped]) tap", "WG104", "untapped"),
    ("lord(creature[-protection from red]) cantregen", "WG104", "-protection from red"),
    ("target(artifact[powerstone]) tap", "WG104", "powerstone"),
    ("all(creature[hydra]) destroy", "WG109", "hydra"),
    ("target(*[nonland]) destroy", "WG107", "nonland"),
    ("target(creature[-counter{any}]) tap", "WG109", "-counter{any}"),
    ("target(creature[counter{1/1}>=3]) tap", "WG109", "counter{1/1}>=3"),
    # words that decide alone
    ("damage:3 target(opponent,planeswalker)", "WG105", "planeswalker"),
    ("damage:3 target(player,creature|mybattlefield)", "WG105", "|mybattlefield"),
    ("proliferate target(<anyamount>player,permanent)", "WG105", "permanent"),
    ("damage:3 target(<upto:3>creature,player)", "WG109", "<"),
    # types and zones
    ("target(creature, artifact) destroy", "WG107", " artifact"),
    ("target(creature [tapped]) destroy", "WG107", "creature "),
    ("target(nonland) destroy", "WG107", "nonland"),
    ("target(permanent) destroy", "WG107", "permanent"),
    ("damage:1 target(creature,opponent)", "WG107", "opponent"),
    ("target(creature^artifact) destroy", "WG107", "creature^artifact"),
]  # fmt: skip
RIGHT = [
    "lord(other goblin|mybattlefield) 1/1",
    "target(creature[elf&legendary]) tap",
    "target(*[elf;goblin]|mygraveyard) moveto(hand)",
    "target(creature[white;black]) destroy",
    "target(creature[-black;-artifact]) destroy",
    "target(*[-land;manacost<=3]|mylibrary) moveto(hand)",
    "target(creature[attacking;blocking]) 2/2",
    "target(creature[attacking;flying;power>=3]) destroy",
    "target(*[instant;sorcery;red]|mystack) fizzle",
    "target(creature[counter{1/1}]) tap",
    "target(creature[counter{notany}]) tap",
    "target(land[-plains;-island;forest]) tap",
    "damage:3 target(player,creature,planeswalker)",
    "damage:3 target(*[creature;player])",
    "damage:3 target(anytarget)",
    "target(<upto:2>other creature[-token]|opponentbattlefield) destroy",
    "target(ashiok^ dream render|mylibrary) moveto(hand)",
    "@movedto(creature|graveyard) from(mytgt|battlefield):draw:1",
    "@combat(attacking) source(this):draw:1",
    "all(trigger[to]) destroy",
    "target(<2>*[fresh;-token]|graveyard) moveto(exile)",
    "aslongas(other *[equipped]|mybattlefield) flying",
    "target(creature[first strike]) tap",
    "lord(creature[iscommander]|myzones) flying",
    "draw:type:*[artifact;creature]:mygraveyard",
]


@pytest.mark.parametrize(("line", "code", "part"), WRONG)
def test_what_the_engine_takes_otherwise(line, code, part):
    findings = [each for each in lint(line) if "WG100" <= each.code.value <= "WG109"]
    assert [(each.code.value, each.span.text) for each in findings] == [(code, part)]
    assert "{" not in findings[0].message or "{" in part


@pytest.mark.parametrize("line", RIGHT)
def test_what_the_engine_takes_as_it_is_written(line):
    assert [each for each in lint(line) if each.code.value >= "WG100"] == []


def test_a_finding_says_what_the_engine_takes():
    (finding,) = lint("lord(creature[elf;goblin]|mybattlefield) 1/1")
    assert finding.message == (
        "the engine reads 'creature' as one of the alternatives:"
        " an elf, a goblin, or a creature on your battlefield"
    )


def test_conditions_keep_their_capital_letters():
    assert lint("all(creature|myBattlefield) destroy") == []
    (finding,) = lint("type(creature|myBattlefield)~morethan~0", "conditions")
    assert finding.message == (
        "unknown zone 'myBattlefield'; the engine searches on both battlefields"
    )


def test_what_cannot_be_read_is_reported_once():
    (finding,) = lint("target(creature[white,black) destroy")
    assert finding.code.value == "WG082"


@pytest.mark.parametrize(("line", "code", "text"), [
    ("all(opponenthand) moveto(exile)", "WG109", "opponenthand"),
    ("tap target(mybattlefield)", "WG107", "mybattlefield"),
    ("{s(mybattlefield)}:draw:1", "WG107", "mybattlefield"),
])  # fmt: skip
def test_a_zone_alone_is_taken_for_something_else(line, code, text):
    (finding,) = lint(line)
    assert (finding.code, finding.span.text) == (code, text)


def test_a_zone_alone_is_enough_for_an_event():
    assert lint("@movedto(graveyard) from(mybattlefield):draw:1") == []
    assert lint("tap all(*)") == []
