"""Fixes of findings in lines of abilities."""

import pytest

from cardformats.formats.wagic.abilities.linter.lint import lint

FIXED = [
    ("draw:3 traget(player)", "draw:3 target(player)", True),
    (
        "foreach(other kithkin|myBattledfield) 1/1 ueot",
        "foreach(other kithkin|myBattlefield) 1/1 ueot",
        True,
    ),
    ("token(Treefolk,Creature Treffolk,2/5)", "token(Treefolk,Creature Treefolk,2/5)", True),
    ("all(creature|myBattlefield)) vigilance", "all(creature|myBattlefield) vigilance", True),
    (
        "@movedTo(creature[power>=4|myBattlefield):draw:1",
        "@movedTo(creature[power>=4]|myBattlefield):draw:1",
        True,
    ),
    ("damage: 5", "damage:5", True),
    ("{2}{R}::draw:1", "{2}{R}:draw:1", True),
    ("foreach(spirit|myBattlefield):draw:1", "foreach(spirit|myBattlefield) draw:1", True),
    ("destroy all (creature)", "destroy all(creature)", True),
    (
        "@drawof(player):may pay({1}) counter(1/1,1)",
        "@drawof(player):pay({1}) counter(1/1,1)",
        True,
    ),
    (
        "transforms((,newability[damage:1 target(creature,player)]))",
        "transforms((,newability[damage:1 target(creature^player)]))",
        True,
    ),
    (
        "moveTo(exile) target(*<upto:2>|graveyard)",
        "moveTo(exile) target(<upto:2>*|graveyard)",
        True,
    ),
    ("destroy target(creature[white,black])", "destroy target(creature[white;black])", False),
    ("destroy all(creature[power>3])", "destroy all(creature[power>=4])", False),
    ("destroy all(creature[goblin;rogue])", "destroy all(*[goblin;rogue])", False),
    # a word, but no type
    (
        "transforms((sacrified,newability[sacrifice])) ueot",
        "transforms((sacrificed,newability[sacrifice])) ueot",
        False,
    ),
    (
        "if type(elf|mybattlefield)~morethan~0 life:-3 opponent",
        "if type(elf|mybattlefield)~morethan~0 then life:-3 opponent",
        False,
    ),
]


@pytest.mark.parametrize(("line", "meant", "is_safe"), FIXED)
def test_one_right_answer_is_given(line, meant, is_safe):
    (finding,) = lint(line)
    assert finding.fix is not None
    assert finding.fix.applied(finding.span.source) == meant
    assert finding.fix.is_safe is is_safe
    assert lint(meant) == []


LEFT = [
    "teach(creature) gain vigilance",  # no word is near enough
    "destroy target(creature[power<2])",  # 2 may be meant, too
    "all(creature[share!name!|mylibrary) 1/1 extra",  # more is wrong
    "damaged(player) from(this):draw:1",  # a trigger lacks its sign
    "@may rehook",
]


@pytest.mark.parametrize("line", LEFT)
def test_where_several_answers_are_possible_none_is_given(line):
    assert not any(each.fix and each.fix.is_safe for each in lint(line))


def test_restrictions_keep_small_letters():
    (finding,) = lint("type(*|myBattlefield)~morethan~0", "conditions")
    assert finding.fix is not None
    assert finding.fix.applied(finding.span.source) == ("type(*|mybattlefield)~morethan~0")


def test_long_lines_are_not_tried():
    line = "draw:3 traget(player) && " * 60
    assert not any(each.fix for each in lint(line))
