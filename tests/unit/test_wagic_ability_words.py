"""Words that mean nothing where they stand: those found, those suggested, those let be."""

from __future__ import annotations

import pytest

import cardformats as cf
from cardformats.formats.wagic.abilities import lint
from cardformats.formats.wagic.abilities.linter.types import game_types
from cardformats.formats.wagic.abilities.number_words import is_measure, is_number
from cardformats.formats.wagic.spelling import one_letter_off


class Tree:
    """A tree with a card and a type."""

    def has_card(self, name):
        return name.lower() == "fen lantern"

    def has_type(self, word):
        return word == "wisp"


@pytest.mark.parametrize(
    ("text", "word", "code", "meant"),
    [
        # types, in targets and in what is made
        ("target(creatue) destroy", "creatue", "WG092", "creature"),
        ("target(planewsalker) destroy", "planewsalker", "WG092", "planeswalker"),
        ("target(creatue,player) destroy", "creatue", "WG092", "creature"),
        ("damage:1 target(playr)", "playr", "WG092", "player"),
        ("all(triger[to]) destroy", "triger", "WG092", "trigger"),
        ("all(othr elf) destroy", "othr", "WG092", "other"),
        ("@combat(atacking) source(this):draw:1", "atacking", "WG092", "attacking"),
        ("token(Kithkin,creature kithikin,1/1,white)", "kithikin", "WG092", "kithkin"),
        ("transforms((Golem artfact creature)) ueot", "artfact", "WG092", "artifact"),
        ("transforms((,setpwoer=3)) ueot", "setpwoer", "WG092", "setpower"),
        ("transforms((,flyng)) ueot", "flyng", "WG092", "flying"),
        ("draw:type:creatur:mybattlefield", "creatur", "WG092", "creature"),
        ("-protection from blakc", "blakc", "WG092", "black"),
        # qualities
        ("target(creature[flyiing]) destroy", "flyiing", "WG092", "flying"),
        ("target(creature[-tappd]) tap", "tappd", "WG092", "tapped"),
        ("target(creature[toughnes>=3]) tap", "toughnes", "WG092", "toughness"),
        ("all(*[shar!name!]) destroy", "shar!name!", "WG092", "share!name!"),
        # numbers
        ("damage:thatmuhc target(player)", "thatmuhc", "WG093", "thatmuch"),
        ("life:twcelifetotal", "twcelifetotal", "WG093", "twicelifetotal"),
        ("draw:typ:creature:mybattlefield", "typ", "WG093", "type"),
        ("draw:phandcountplus1plsend", "phandcountplus1plsend", "WG093", "phandcountplus1plusend"),
        ("target(<upt:2>creature) tap", "upt", "WG093", "upto"),
        ("x/thatmuc ueot", "thatmuc", "WG093", "thatmuch"),
        ("counter(0/0,Charge)", "Charge", "WG093", None),
        ("limit:kickd draw:1", "kickd", "WG093", "kicked"),
        # zones in numbers
        ("draw:type:creature:mybatlefield", "mybatlefield", "WG084", "mybattlefield"),
        # conditions
        ("@each my upkeep restriction{assorcry}:draw:1", "assorcry", "WG094", "assorcery"),
        ("if rayd then draw:1", "rayd", "WG094", "raid"),
        ("{T}:draw:1 restriction{myturnonyl}", "myturnonyl", "WG094", "myturnonly"),
        # costs
        ("{ckcle}{2}:draw:1", "ckcle", "WG095", "cycle"),
        ("{2}{dscard(*|myhand)}:draw:1", "dscard", "WG095", "discard"),
        # options
        ("tap(noeuent) target(creature)", "noeuent", "WG096", "noevent"),
        ("castcard(copie noevent)", "copie", "WG096", "copied"),
        ("token(Goblin,creature goblin,1/1,redd)", "redd", "WG096", "red"),
        ("token(Goblin,creature goblin,1/1,red hast)", "hast", "WG096", "haste"),
        ("phaseaction[endoftrn once] sacrifice", "endoftrn", "WG096", "endofturn"),
        ("altercost(colorles,-1)", "colorles", "WG096", "colorless"),
        ("producecolor:gren", "gren", "WG096", "green"),
        ("dynamicability<!powerstrik!>", "powerstrik", "WG096", "powerstrike"),
        ("@each my upkeep oce:draw:1", "oce", "WG096", "once"),
    ],
)
def test_a_misspelt_word_is_found_and_the_right_one_suggested(text, word, code, meant):
    (found,) = (each for each in lint(text) if each.span.text == word)
    assert str(found.code) == code
    assert meant is None or f"did you mean {meant!r}?" in found.notes


@pytest.mark.parametrize(
    "text",
    [
        "target(Fen Lantern|mygraveyard) moveto(myhand)",
        "becomes(monstrous) forever",
        "transforms((tobecast)) ueot && all(tobecast) destroy",
        "target(creature;player) damage:1",
        "-1/-1 all(eldrazi scion|mybattlefield)",
        "draw:type:*[instant;sorcery]:mygraveyardplustype:*[creature]:mygraveyardplusend",
        "life:-halfupopponentlifetotal",
        "draw:storedmanacostplus1plusend",
        "token(Bird,creature bird,1/1,white blue first strike flying)",
        "token(Ooze,creature ooze,power:highest:creature:mybattlefield/2,green)",
        "counter(0/0,1,Lanternlight)",
        "this(counter{0/0.2.Lanternlight}>=1) 1/1",
        "@each my upkeep restriction{can play sorcery}:draw:1",
        "dynamicability<!mytgt powerstrike targetcontroller!>",
        # the engine finds an amount and an effect, although they share a letter
        "dynamicability<!toughnesstrike!>",
        "produceextra:{g}",
        "{3B}{T}:draw:1",
        "@each myupkeep:draw:1",
        "@each my upkeep restriction{if type(elf|mybattlefield)~morethan~0}:draw:1",
    ],
)
def test_words_that_the_engine_knows_or_that_can_be_names_have_no_findings(text):
    assert lint(text) == []


def test_a_word_with_a_known_one_in_it_is_read_as_that():
    (found,) = lint("target(creature[tappedd]) destroy")
    assert found.notes == ("the engine finds 'tapped' in it", "did you mean 'tapped'?")


def test_what_the_tree_has_is_known_and_near():
    assert lint("all(wispp) destroy") == []
    (found,) = lint("all(wispp) destroy", tree=Tree())
    assert found.notes == ("did you mean 'wisp'?",)
    (found,) = lint("target(Fen Lantren|mygraveyard) moveto(myhand)", tree=Tree())
    assert found.notes == ("did you mean 'fen lantern'?",)


def test_a_tree_of_files_knows_its_types(tmp_path):
    folder = tmp_path / "sets" / "primitives"
    folder.mkdir(parents=True)
    (folder / "fen.txt").write_text(
        "[card]\nname=Fen Keeper\nauto=all(lanternfsh) destroy\nauto=all(wispkin) destroy\n"
        "type=Creature\nsubtype=Wispkin Lanternfish\n[/card]\n",
        encoding="utf-8",
    )
    report = cf.read_report(folder, "wagic", thorough=True)
    (found,) = (each for each in report.diagnostics if str(each.code) == "WG092")
    assert found.notes == ("did you mean 'lanternfish'?",)


@pytest.mark.parametrize("word", [
    "3", "-x", "thatmuch", "twicelifetotal", "storedhalfdownpower", "hascntcharge", "genrand20",
    "lifetotalminusstartinglifeminusend", "hasabilityflying",
])  # fmt: skip
def test_numbers_are_taken_apart(word):
    assert is_number(word)


@pytest.mark.parametrize("word", ["", "-", "thatmuhc", "twice", "genrandfoo", "plus1plusend",
                                  "hasabilityflyng", "hascnt"])  # fmt: skip
def test_what_is_no_number(word):
    assert not is_number(word)


def test_measures():
    assert is_measure("-twiceothertype")
    assert is_measure("lastrollresultplustype")
    assert not is_measure("plusonetype")


@pytest.mark.parametrize(
    "text",
    [
        "draw:" + "twice" * 900,
        "draw:x" + "plus1" * 400 + "plusend" * 300,
        "draw:" + "math" * 400 + "x" + "mathend" * 300,
        "draw:" + "twice" * 800 + "type:elf",
        "target(" + "a[b=type:" * 300 + "x",
        "damage:" + " && damage:".join(f"q{number}q" for number in range(400)),
    ],
)
def test_lines_made_to_take_long_do_not(text):
    assert len(lint(text)) <= 60


def test_one_letter_off():
    known = {"tap", "tapped", "pat"}
    assert one_letter_off("tpa", known.__contains__) == ("tap",)
    assert one_letter_off("tap", known.__contains__) == ()
    assert one_letter_off("x" * 1000, known.__contains__) == ()


def test_types_of_the_game_are_words():
    assert {"creature", "legendary", "goblin", "urza's", "power-plant"} <= game_types()
    assert all(each == each.lower() for each in game_types())
