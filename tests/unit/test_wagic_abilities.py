"""Lines of abilities: what is read, what is found in cards, and what is wrong in them."""

from __future__ import annotations

import sys
from subprocess import run
from textwrap import dedent

import pytest

import cardformats as cf
from cardformats.caching import Remembered
from cardformats.formats.wagic.abilities import (
    Unknown,
    Visitor,
    fault,
    find,
    lint,
    parse,
    reading,
    scripts,
)
from cardformats.formats.wagic.abilities.effects import Quantity, Targeting
from cardformats.formats.wagic.abilities.lines import (
    Activated,
    Clause,
    Conditional,
    May,
    Named,
    Sequence,
    Triggered,
)
from cardformats.formats.wagic.abilities.nodes import Kind


def read(text, rule="ability"):
    line = parse(text, rule)
    assert str(line) == text
    return line.body


# ------------------------------------------------------------------------------------- Reading


def test_a_cost_holds_for_all_that_follows():
    body = read("{T}:damage:1 target(creature) && life:2")
    assert isinstance(body, Activated)
    assert isinstance(body.body, Sequence)
    assert [type(each) for each in body.body.nodes] == [Clause, Clause]


def test_what_stands_before_an_ability_nests():
    body = read("@each my upkeep:name(Draw) may if raid then draw:1")
    kinds = []
    while body is not None and not isinstance(body, Clause):
        kinds.append(type(body))
        body = body.body
    assert kinds == [Triggered, Named, May, Conditional]


@pytest.mark.parametrize("text", ["draw:1", "Draw:1", "DRAW:1"])
def test_case_does_not_count(text):
    (effect,) = read(text).nodes
    assert isinstance(effect, Quantity)
    assert effect.name == "draw"
    assert effect.head == text[:5]


def test_blanks_are_kept_where_they_stand():
    line = parse(" \t{T} : draw:1  ")
    assert line.indent == " \t"
    assert str(line) == " \t{T} : draw:1  "
    assert not any(isinstance(node, Unknown) for _, node in line.walk())


def test_walk_says_where_every_part_begins():
    text = "{T}:damage:1 target(other goblin|mybattlefield)"
    places = {type(node): offset for offset, node in parse(text).walk()}
    assert text[places[Targeting] :].startswith("target(")
    assert text[places[Kind] :].startswith("other goblin")


def test_a_visitor_is_told_of_every_node_by_its_type():
    class Amounts(Visitor):
        def __init__(self):
            self.amounts, self.others = [], 0

        def visit_quantity(self, node, offset):
            self.amounts.append((node.name, offset))

        def visit_other(self, node, offset):
            del node, offset
            self.others += 1

    visitor, line = Amounts(), parse("draw:1 && transforms((,newability[life:2]))")
    visitor.visit(line)
    assert visitor.amounts == [("draw", 0), ("life", 34)]
    assert visitor.others == len(list(line.walk())) - 2


def test_a_line_without_anything_has_no_body():
    assert parse("  ").body is None
    assert lint("  ") == []


def test_the_same_line_is_read_once():
    assert parse("draw:1 controller") is parse("draw:1 controller")


def test_equal_parts_are_equal_wherever_they_stand():
    first, second = (read(text).nodes[-1] for text in ("untap target(elf)", "tap target(elf)"))
    assert first == second
    assert hash(first) == hash(second)


def test_what_is_remembered_has_a_limit(monkeypatch):
    monkeypatch.setattr(reading, "REMEMBERED", Remembered(100))
    for number in range(50):
        parse(f"damage:{number} controller")
        assert 0 < reading.REMEMBERED.size <= 100


def test_reading_imports_neither_sentences_nor_checks_nor_card_files():
    program = (
        "import sys; from cardformats.formats.wagic.abilities import parse; parse('draw:1');"
        "print(*(each for each in sys.modules if 'wagic' in each))"
    )
    printed = run([sys.executable, "-c", program], check=True, capture_output=True, text=True)
    imported = {each.rpartition("abilities.")[2] for each in printed.stdout.split()}
    assert "reading" in imported
    assert not imported & {"english", "linter", "cardformats.formats.wagic.fields"}


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("creature[-black],player|mybattlefield", "target"),
        ("type(creature|mybattlefield)~morethan~2,raid", "conditions"),
        ("{2}{U} name(Evoke)", "price"),
        ("multi{R}", "price"),
    ],
)
def test_other_keys_have_rules_of_their_own(text, rule):
    assert not any(isinstance(node, Unknown) for _, node in parse(text, rule).walk())
    assert str(parse(text, rule)) == text


def test_there_is_no_other_rule():
    with pytest.raises(ValueError, match="no rule 'cost'; there are ability, target"):
        parse("{T}", "cost")


def test_a_fault_says_where_and_what_could_stand_there():
    found = fault("draw:1, life:1")
    assert found is not None
    assert found.span.start == 6
    assert "AND" in found.data["expected"]
    assert fault("draw:1 && life:1") is None


def test_a_fault_counts_the_blanks_before_a_line():
    found = fault(" \tdraw:1, life:1")
    assert found is not None
    assert found.span.start == 8
    assert fault("  ") is None
    with pytest.raises(ValueError, match="no rule 'trigger'"):
        fault("@each upkeep:", "trigger")


@pytest.mark.parametrize("text", ["x" * 6000, "may " * 1250, "may " * 300, "ability$!" * 200])
def test_lines_that_are_too_long_or_too_deep_are_kept_as_they_are(text):
    line = parse(text)
    assert isinstance(line.body, Unknown)
    assert str(line) == text
    assert lint(text)


# --------------------------------------------------------------------------------------- Cards

PRIMITIVES = """
    [card]
    name=Bog Reader
    auto=@movedto(creature|graveyard) from(battlefield):may draw:1
    auto={1}{B}{S(creature|mybattlefield)}:draw:1 && life:-1
    autograveyard={2}{B}:moveto(myhand)
    kicker={2}
    target=creature
    restriction=raid
    abilities=flying
    type=Creature
    [/card]
    [card]
    name=Bog Lantern
    auto=__GLOW__({2})
    auto=lord(creature|mybattlefield) transforms((,newability[@each my upkeep:draw:1]))
    type=Artifact
    [/card]
    #AUTO_DEFINE __GLOW__($cost) $cost{T}:damage:1 target(player)
"""


@pytest.fixture
def cards():
    return cf.loads(dedent(PRIMITIVES), "wagic").cards


def test_a_card_has_its_lines_key_by_key(cards):
    reader, lantern = map(scripts, cards)
    assert [each.key for each in reader] == [
        "auto", "auto", "autograveyard", "kicker", "target", "restriction",
    ]  # fmt: skip
    assert all(str(each.line) == each.text for each in reader)
    assert lantern[0].text == "{2}{T}:damage:1 target(player)"


def test_a_card_of_another_format_has_none():
    assert scripts(cf.Card(cf.Face("Bog Reader"))) == ()


@pytest.mark.parametrize(
    ("wanted", "names"),
    [
        ({"trigger": "movedto", "effect": "draw"}, ["Bog Reader"]),
        ({"trigger": "upkeep", "effect": "draw"}, ["Bog Lantern"]),
        ({"effect": "draw"}, ["Bog Reader", "Bog Reader", "Bog Lantern"]),
        ({"cost": "s", "effect": "draw"}, ["Bog Reader"]),
        ({"cost": "T", "effect": "Damage", "target": "player"}, ["Bog Lantern"]),
        ({"trigger": "movedto", "effect": "damage"}, []),
        ({"zone": "graveyard"}, ["Bog Reader"]),
        ({"keyword": "flying"}, []),
        ({"trigger": "movedto", "cost": "t"}, []),
    ],
)
def test_abilities_are_found_nested_ones_too(cards, wanted, names):
    assert [match.card.name for match in find(cards, **wanted)] == names


def test_a_match_says_where_the_ability_is(cards):
    (match,) = find(cards, trigger="upkeep")
    text = match.script.text
    assert text[match.offset :].startswith("@each my upkeep:")
    assert str(match.node) == "@each my upkeep:draw:1"


# ---------------------------------------------------------------------------------------- Faults


# -------------------------------------------------------------------------------------- Repairing


def test_a_line_with_too_many_faults_is_kept_as_it_is():
    text = "draw:1 , " * 30
    assert parse(text).body == Unknown(text, "ability")
    assert [str(each.code) for each in lint(text)] == ["WG080"]


class Cards:
    """A tree that has cards of some names."""

    def __init__(self, *names):
        self.names = names

    def has_card(self, name):
        return name in self.names

    def has_type(self, word):
        return word in self.names


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("token(Fen Wisp)", "Fen Wisp"),
        ("flip(Fen Wisp)", "Fen Wisp"),
        ("castcard(copied named!:Fen Wisp:!)", "Fen Wisp"),
    ],
)
def test_names_of_cards_are_looked_for(text, name):
    (found,) = lint(text, tree=Cards())
    assert found.span.text == name
    assert lint(text, tree=Cards(name)) == []
    assert lint(text) == []
    assert lint(text, tree=Cards()) == [found]  # the line is remembered, and no other tree


@pytest.mark.parametrize("text", ["flip(backside)", "castcard(copied named!:imprintedcard:!)"])
def test_some_names_are_those_of_the_engine(text):
    assert lint(text, tree=Cards()) == []


@pytest.mark.parametrize("text", ["token(-1234)", "token(1234)", "token(Elf,creature Elf,1/1)"])
def test_tokens_that_are_described_or_numbered_need_no_card(text):
    assert lint(text, tree=Cards()) == []


def test_findings_in_macros_say_which_one(tmp_path):
    file = tmp_path / "cards.txt"
    file.write_text(
        "#AUTO_DEFINE _GLOW_ {T}:destory all(creature)\n"
        "[card]\nname=Lantern\nauto=_GLOW_\ntype=Artifact\n[/card]\n"
    )
    (found,) = cf.read_report(file, "wagic", thorough=True).diagnostics
    assert found.code == "WG083"
    assert found.span is not None
    assert (found.span.line, found.span.column) == (4, 6)
    assert "in the expansion of _GLOW_, defined at" in found.notes[-1]
    assert found.notes[-1].endswith("{T}:destory all(creature)")


def test_abilities_are_not_read_unless_that_is_asked_for():
    text = "[card]\nname=Lantern\nauto=destory\ntype=Artifact\n[/card]\n"
    assert not cf.loads_report(text, "wagic").diagnostics
    assert cf.loads_report(text, "wagic", thorough=True).counts() == {"WG083": 1}
