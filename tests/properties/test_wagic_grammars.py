"""What reads Wagic's texts agrees with Lark, which reads by the grammars themselves."""

from __future__ import annotations

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import cardformats as cf
from cardformats.diagnostic_log import DiagnosticLog
from cardformats.formats.grammar import Grammar, GrammarProblem
from cardformats.formats.wagic import costs, macros, syntax
from cardformats.formats.wagic.engine.costs import GRAMMAR as ENGINE
from cardformats.formats.wagic.engine.costs import engine_cost
from cardformats.formats.wagic.engine.primitive import EngineData, taken_for
from cardformats.formats.wagic.fields import loyalty
from cardformats.formats.wagic.reader import fields, scan
from cardformats.source import SourceText
from tests.grammars import check_agrees, read_by_lark

#: More examples than usual: most short texts are quickly read.
MANY = settings(max_examples=100)
COSTS = Grammar("cardformats.formats.wagic", "cost.lark", "nested")


def jumbles(*pieces, max_size=6):
    """Texts of some of the *pieces*, in any order."""
    return st.lists(st.sampled_from(pieces), max_size=max_size).map("".join)


BLOCKS = jumbles(
    "[card]", "[/card]", "[meta]", "[/", "[", "[x", "\n", "\r\n", "\n", "a=b", "#c", " ", max_size=8
)
LINES = jumbles("name", "=", "=", "#", " ", "x", "\r", "\r\n", "\n", "[", "é", max_size=6)
GRADES = jumbles("grade=", "grade", "=", " ", "crappy", "\r")
LOYALTIES = jumbles(" ", "counter(0/0,", "Counter(0/0,", "5", "x", ",", "loyalty)", "LOYALTY)", "(")
DEFINITIONS = jumbles("_A_", "(", "$a", "$b", ",", ")", " ", "body", "\\n", "\t", "é", max_size=8)
MANA = jumbles("1", "23", "w", "U", "/", "2", "i", "x", "X:red", "p", "(", "g", ")", max_size=4)
EXTRAS = jumbles("s", "S2l", "(", "land", ")", ":3", ";", ",", "{", "}", "|", "é", max_size=7)
KEYS = jumbles(
    *"abcdefghiklmnoprstuwxy", "auto", "aicode", "rest", "rar", "ret", "other", "par", "pr", "bac",
    "name", "text", "type", "target", "toughness", "alias", "abilities", "anyzone", max_size=3,
)  # fmt: skip
LABELS = jumbles("name(", "name", "(", ")", "Kick", " ", "{2}")
SYMBOLS = jumbles("{", "}", "w", "c", "x", "i", "12", "2", "p(", ")", "/", "sacrifice", max_size=5)


@pytest.mark.parametrize(
    ("grammar", "rule", "texts"),
    [
        (syntax.GRAMMAR, "item", BLOCKS), (syntax.GRAMMAR, "line", LINES),
        (syntax.GRAMMAR, "grade", GRADES), (syntax.GRAMMAR, "loyalty", LOYALTIES),
        (syntax.MACROS, "definition", DEFINITIONS), (COSTS, "mana", MANA),
        (COSTS, "plain", EXTRAS), (ENGINE, "key", KEYS), (ENGINE, "label", LABELS),
        (ENGINE, "symbol", SYMBOLS),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)  # fmt: skip
def test_each_rule_reads_what_the_grammar_says(grammar, rule, texts):
    @MANY
    @given(texts)
    def check(text):
        check_agrees(grammar, rule, text)

    check()


@MANY
@given(BLOCKS)
@example("\ufeff[card]\n[/card]")
def test_a_file_is_its_items_and_nothing_else(text):
    start = int(text.startswith("\ufeff"))
    assert "".join(item[0] for item in syntax.ITEMS.finditer(text, start)) == text[start:]


@MANY
@given(BLOCKS)
def test_no_line_of_a_block_is_lost(text):
    file = scan(SourceText("x", text), DiagnosticLog(0))
    for number, said in enumerate(file.texts):
        lines = said.split("\n")[1:]
        known = [line for line in lines if "=" in line and not line.startswith("#")]
        found = [f"{each.key}={each.value}" for each in fields(file, number, DiagnosticLog(0), 99)]
        assert found == [line.removesuffix("\r") for line in known]


@MANY
@given(jumbles("(", ")", ",", "a", " b", "_A_"))
def test_arguments_are_split_as_the_grammar_says(text):
    closer = syntax.closers(text, "()").get(0)
    whole = None if closer is None else text[: closer + 1]
    trees = [] if whole is None else [syntax.MACROS.tree("arguments", whole)]
    assert bool(trees) == any(_is_arguments(text[:end]) for end in range(len(text) + 1))
    for tree in trees:
        places = [part and (part.meta.start_pos, part.meta.end_pos) for part in tree.children]
        split = macros._split_arguments(whole[1:-1])  # noqa: SLF001 - it is what reads them
        assert [whole[slice(*place)] if place else "" for place in places] == split


def _is_arguments(text):
    try:
        syntax.MACROS.tree("arguments", text)
    except GrammarProblem:
        return False
    return True


@MANY
@given(EXTRAS)
def test_an_extra_cost_is_what_the_grammar_says(text):
    cost = costs.parse_cost(f"{{s{text}}}")
    read = [way for rule in ("plain", "nested") for way in read_by_lark(COSTS, rule, f"s{text}")]
    if read and not cost.mana.symbols:
        known = {"s", "s2l"}
        is_known = {way["WORD"].lower() in known for way in read}
        assert {not cost.diagnostics} <= is_known


@pytest.mark.parametrize(
    ("key", "taken"),
    [
        ("comment", "COLOR"), ("image", "ID"), ("note", "NAME"), ("mtgid", "MANA"),
        ("flavor", "FLASHBACK"), ("bakery", "BUYBACK"), ("backs", "BACKSIDE"), ("oracle", "OTHER"),
        ("otherrestriction", "OTHERRESTRICTION"), ("retro", "RETRACE"), ("rest", "RESTRICTION"),
        ("rarities", "RARITY"), ("prim", "PRIMITIVE"), ("parts", "PARTNER"), ("pow", "POWER"),
        ("texts", "UNKNOWN"), ("trample", "UNKNOWN"), (" text", None), ("Power", None), ("", None),
    ],
)  # fmt: skip
def test_the_engine_takes_a_key_by_its_first_letters(key, taken):
    assert taken_for(key) == taken
    printing = taken in ("ID", "PRIMITIVE", "RARITY", "GRADE")
    assert EngineData().add(key, "1") == (taken is not None and not printing)


def test_an_unknown_key_that_the_engine_takes_for_a_cost_is_told():
    text = "[card]\nname=Frog\noracle={2}\n[/card]\n"
    (found,) = cf.loads_report(text, "wagic").diagnostics
    assert found.notes == ("the engine reads it as other",)


LENGTH = 200_000
PIECES = [
    "[", "[\n", "#", "=", "\r", "\r\n", " ", "{", "}", "(", ")", "name(", "[/", "a=", "counter(",
]  # fmt: skip


@pytest.mark.parametrize("piece", PIECES)
def test_a_long_text_is_read_in_linear_time(piece):
    """A quadratic step would take minutes, so that no clock is needed to see it."""
    text = piece * (LENGTH // len(piece))
    source = SourceText("x", text)
    assert scan(source, DiagnosticLog(0)).source is source
    assert sum(len(line[0]) for line in syntax.LINES.finditer(text)) <= len(text)
    assert costs.parse_cost(text).mana is None
    assert engine_cost(text).mana_value == 0
    assert loyalty([text]) is None
