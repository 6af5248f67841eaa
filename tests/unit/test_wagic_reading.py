"""What the engine does in place of what a line seems to say: findings, outlines and English."""

from __future__ import annotations

import pytest

from cardformats.formats.wagic.abilities import explain_as_engine, lint, normalise, parse
from cardformats.formats.wagic.abilities.differences import differences
from cardformats.formats.wagic.abilities.engine.outline import outline_of
from cardformats.formats.wagic.abilities.engine.reader import reading
from cardformats.formats.wagic.abilities.linter.codes import AbilityCode
from cardformats.formats.wagic.abilities.linter.leaks import kept_texts
from cardformats.formats.wagic.abilities.linter.places import overlap
from cardformats.formats.wagic.abilities.outline import outline
from cardformats.source import SourceText


def found(line):
    """The codes of what is found in *line*, with the text that each is about."""
    return [(str(each.code), each.span.text) for each in lint(line)]


@pytest.mark.parametrize(("line", "code", "text"), [
    ("draw:1 life:2", "WG110", "draw:1"),
    ("-1/-1 all(creature|battlefield) ueot", "WG111", "-1/-1"),
    ("all(creature[red&tapped]) destroy && draw:1", "WG112", "&"),
    ("{T} :draw:1", "WG114", "{T} :"),
    ("@attacking(this):draw:1", "WG085", "attacking"),
    ("restriction{raid} draw:1", "WG116", "restriction{raid}"),
    ("@each my upkeep:draw:1 restriction{raid}", "WG116", "restriction{raid}"),
    ("draw:1 opponentturnonly", "WG116", "opponentturnonly"),
    ("may pay({2}):draw:1", "WG117", "may"),
    ("emblem @each my upkeep:draw:1", "WG117", "emblem"),
    ("{T}:damage:1 target(creature) && destroy target(artifact)", "WG120", "target(artifact)"),
    ("aslongas(*|mygraveyard)>2 life:5", "WG122", ">2"),
    ("aslongas(*|opponentgraveyard) -6/-6 >=7", "WG122", ">=7"),
    ("name(loses defender) -defender ueot", "WG123", "-defender"),
    ("draw: 5 controller", "WG122", "draw: 5"),
    ("{T}:opponent draw:1", "WG111", "opponent"),
    ("ability$!target(*|myhand) reject!$targetedplayer", "WG111", "targetedplayer"),
    ("lord(creature|mybattlefield) shackler", "WG113", "shackler"),
    ("opponentblockersonly", "WG113", "blockersonly"),
    ("if raid then draw:1 && all(creature) tap and!(untap)! else tap", "WG115", "untap"),
    ("destroy target(creature[white,black])", "WG100", "creature[white,black]"),
    ("@counteradded(1/1) from(this):transforms((+1/+1)) once", "WG111", "once"),
    ("{R}:nolifegainopponent ueot", "WG113", "nolifegainopponent"),
    ("{T} damage:1 target(creature)", "WG127", "{T}"),
    ("{T}:damage 1 target(creature)", "WG127", "damage"),
])  # fmt: skip
def test_what_the_engine_takes_otherwise_is_reported_where_it_stands(line, code, text):
    assert (code, text) in found(line)


@pytest.mark.parametrize("line", [
    "{T}:draw:1",
    "{T}: draw:1 && life:1",
    "damage:1 target(creature) && destroy target(artifact)",
    "{T}:restriction{raid} draw:1",
    "@each my upkeep restriction{raid}:draw:1",
    "if raid then draw:1 else life:2",
    "aslongas(*|mygraveyard) 2/2 >2",
    "this(counter{0/0.1.Charge}) {1}:draw:1 && life:1",
    "{2}:damage:1 target(creature) && draw:1 assorcery",
    "choice target(creature) destroy",
    "moveto(mybattlefield) target(land|mylibrary) and!( tap(noevent) )!",
    "kicker draw:2",
    "name(Draw) draw:1",
    "soulbond 2/2",
    "mypoolsave(red)",
    "combatspiritlink",
    "@each my upkeep restriction{type(creature[power=power:highest:creature:mybattlefield])"
    "~morethan~0}:draw:1",
    "legendrule",
    "altermutationcounter:1",
    "hand(blink)forsrc target(creature)",
    "lord(creature|myhand) asflash",
    "",
])  # fmt: skip
def test_what_the_engine_does_as_it_is_written_is_not_reported(line):
    assert found(line) == []
    assert list(differences(outline(parse(line)), outline_of(reading(line)))) == []


def test_one_fault_is_one_finding():
    assert found("@each my upkeep draw:1 life:2") != []
    assert not any(code >= "WG110" for code, _ in found("drawe:1 life:2"))
    assert len(found("if raid then draw:1 && all(creature) tap and!(untap)! else tap")) == 1


def test_an_outline_is_what_is_done_and_what_it_is_under():
    first, second = outline(parse("@each my upkeep:may draw:2 && {1}:life:3 controller"))
    assert (first.word, first.amount) == ("draw", "2")
    assert [step.kind for step in first.steps] == ["trigger", "may"]
    assert [step.kind for step in second.steps] == ["trigger", "may", "cost"]
    assert (second.start, second.end) == (34, 40)


def test_text_that_is_kept_for_a_later_line_is_reported():
    lines = [
        "@combatdamagefoeof(player) from(this):pay({2}) all(*|opponenthand) reject",
        "@combatdamageof(player) from(this):pay({2}) all(*|myhand) reject",
    ]
    [(number, finding)] = kept_texts(lines)
    assert (number, str(finding.code)) == (1, "WG126")
    assert "opponenthand" in finding.message
    assert list(kept_texts(lines[:1])) == []
    assert list(kept_texts(["draw:1", "life:2"])) == []


@pytest.mark.parametrize(
    ("first", "second", "kept"),
    [
        ("draw:1 pay({1}) life:1", "pay({2}) draw:2", "life:1"),
        ("draw:1 pay[[{1}]] life:1", "pay[[{2}]] draw:2", "life:1"),
        ("draw:1 chooseaname life:1 chooseend", "chooseaname draw:2 chooseend", "life:1"),
        ("draw:1 grant life:1 grantend", "grant flying grantend", "life:1"),
        ("draw:1 reveal:1 optionone life:1 optiononeend revealend",
         "reveal:1 optionone draw:2 optiononeend revealend", "1 optionone life:1 optiononeend"),
        ("draw:1 scry:1 scrycore life:1 scrycoreend scryend",
         "scry:1 scrycore draw:2 scrycoreend scryend", "1 scrycore life:1 scrycoreend"),
        ("draw:1 transforms((elf)) ueot", "transforms((kor)) ueot", "elf"),
        ("draw:1 grant life:1 grantend", "ability$!draw:2!$", "life:1"),
        ("counter(1/1) and!( life:1 )!", "all(this) moveto(myhand) and!( draw:2 )!", "life:1"),
    ],
)  # fmt: skip
def test_each_store_keeps_its_text_for_the_next_line_that_asks_for_it(first, second, kept):
    [(number, finding)] = kept_texts([first, second])
    assert (number, finding.data["text"]) == (1, kept)
    assert finding.notes == (f"it is left by the line {first!r}",)
    assert finding.span.text == second
    assert list(kept_texts([second])) == []


@pytest.mark.parametrize(
    ("other", "overlaps"), [((0, 3), False), ((0, 4), True), ((5, 6), False), ((4, 6), True)]
)
def test_findings_overlap_if_they_have_a_character_in_common(other, overlaps):
    source = SourceText("", "abcdefgh")
    finding, known = (
        AbilityCode.PROSE.at(source.span(*place), text="") for place in ((3, 5), other)
    )
    assert overlap(finding, [known]) is overlaps


@pytest.mark.parametrize(("line", "english"), [
    ("{T} :draw:1", "Draw a card"),
    ("draw:1 life:2", "Gain 2 life"),
    ("{T}:damage:1 target(creature) && destroy target(artifact)",
     "{T}: this deals 1 damage to target creature, and destroy the target"),
    ("restriction{raid} draw:1", "Draw a card"),
    ("{T}:restriction{raid} draw:1", "{T}: draw a card, only if you attacked this turn"),
    ("@unknownevent(creature):draw:1", "Draw a card"),
    ("kicker draw:1", "If the kicker was paid, draw a card"),
    ("create(rat:creature rat:1/1:black)", "Create a 1/1 black rat creature token"),
    ("hexprof", "Nothing: the engine builds nothing of this line"),
    ("destroy target(creature[white,black])",
     "The engine crashes at `target(creature[white,black])`"),
    ("if raid then draw:1 else life:2",
     "If you attacked this turn, draw a card; otherwise, gain 2 life"),
    ("", ""),
])  # fmt: skip
def test_what_the_engine_does_is_explained(line, english):
    assert explain_as_engine(line) == english


@pytest.mark.parametrize(("line", "english"), [
    ("aslongas(*[white]|myzones) <1 teach(creature) aslongas(*[iscommander]|myzones) haste",
     "As long as there are no white cards in any of your zones, as long as there is a card that"
     " is a commander in any of your zones, the creature that this is attached to has haste"),
    ("all(creature) transforms((,newability[{t}:damage:1 target(creature,player)])) ueot",
     'All creatures gain "{T}: this deals 1 damage to itself" (`player`) (`)`) (`]`)'
     " until end of turn"),
    ("if type(creature[elf;goblin])~morethan~0 then draw:1",
     "If there is an elf, a goblin, or a creature, draw a card"),
    ("upcost[{1}{G};next upkeep] sacrifice",
     "Upkeep cost—{1}{G} (once, at the beginning of the next upkeep): if it isn't paid, sacrifice"
     " this"),
    ("{1}:all(this) loseabilities ueot", "{1}: this loses all abilities"),
    ("target(creature) transforms((Zombie)) forever",
     "Target creature becomes a Zombie permanently"),
    ("{2}:all(creature) 1/1 ueot && target(<upto:2>creature) tap",
     "{2}: all creatures get +1/+1 until end of turn, and tap up to two target creatures"),
])  # fmt: skip
def test_what_the_engine_keeps_and_cuts_is_explained(line, english):
    assert explain_as_engine(line) == english


@pytest.mark.parametrize(
    ("text", "rule"), [("{T}{C(0/n\x85)}:Add{W", "ability"), ("artifact[-creature]\x1f", "target")]
)
def test_only_blanks_and_tabs_are_blanks(text, rule):
    assert parse(normalise(text, rule), rule) == parse(text, rule)


@pytest.mark.parametrize(("line", "english"), [
    ("maxplay(land)+1", "You can put one more land card onto the battlefield each turn"),
    ("maxcast(*)0", "You can cast no spells each turn"),
    ("lord(fungus[counter{0/0.4.spore}]) 1/1",
     "Fungi with four or more spore counters on them get +1/+1"),
    ("transforms((,artifact)) ueot", "This changes (`artifact`) until end of turn"),
    ("{T}{S(land[basic,mountain]|mybattlefield)}:draw:1", "{T}, sacrifice this: draw a card"),
    ("alternative @each my upkeep:draw:1", "At the beginning of your upkeep, draw a card"),
])  # fmt: skip
def test_numbers_parts_and_costs_are_those_of_the_engine(line, english):
    assert explain_as_engine(line) == english


def test_a_space_that_tells_a_cost_from_a_symbol_stays():
    assert normalise("{2}{p( U)", "price") == "{2}{p( U)"
    assert normalise("{2} {p(U)}", "price") == "{2}{p(U)}"
