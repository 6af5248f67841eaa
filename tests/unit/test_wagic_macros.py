"""Macros: their definitions, and their expansion within limits."""

from __future__ import annotations

import pytest
from attrs import evolve

import cardformats as cf
from cardformats.budget import Budget
from cardformats.diagnostic_log import DiagnosticLog
from cardformats.formats.wagic.format import WagicOptions
from cardformats.formats.wagic.macros import MacroTable, definitions
from cardformats.source import SourceText
from tests.unit.wagic_files import card, printing, write


def define(*lines):
    """The definitions in *lines* (after ``#AUTO_DEFINE``), and what is wrong with them."""
    log = DiagnosticLog(100)
    text = "".join(f"#AUTO_DEFINE {line}\n" for line in lines)
    return definitions(SourceText("m.txt", text), log), log.finish()


def table(*lines, **options):
    macros, diagnostics = define(*lines)
    assert not diagnostics
    return MacroTable(macros, WagicOptions(**options))


def expand(text, *lines, **options):
    """*text* after expansion, which has to go well."""
    expansion = table(*lines, **options).expand(text)
    assert not expansion.diagnostics
    return expansion.text


def refuse(text, *lines, **options):
    """The text and the diagnostics of an expansion that does not go well, at the right place."""
    source = SourceText("p.txt", f"auto={text}")
    expansion = table(*lines, **options).expand(text)
    placed = expansion.placed(source.span(len("auto=")))
    assert {str(each.span) for each in placed} == {"p.txt:1:6"}
    return expansion.text, [str(each.code) for each in expansion.diagnostics]


SEEP = "_SEEP_($cost,$n) $cost:deplete:$n opponent"


@pytest.mark.parametrize(
    ("line", "name", "params", "body"),
    [
        ("_A_ draw:1", "_A_", None, "draw:1"),
        ("_A_  two blanks ", "_A_", None, " two blanks "),
        ("_A_ draw(1) (2)", "_A_", None, "draw(1) (2)"),
        ("_A_($x) draw:$x", "_A_", ("$x",), "draw:$x"),
        ("_A_($x, $y ) $x-$y", "_A_", ("$x", "$y"), "$x-$y"),
        ("_A_($x)  $x", "_A_", ("$x",), " $x"),
        ("_A_(x) f(x)", "_A_", ("x",), "f(x)"),
    ],
)
def test_a_definition_has_a_name_perhaps_parameters_and_a_body(line, name, params, body):
    ((macro,), diagnostics) = define(line)
    assert (macro.name, macro.params, macro.body) == (name, params, body)
    assert macro.span.text == f"#AUTO_DEFINE {line}"
    assert not diagnostics


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        (" _A_ draw:1", "second space"),
        ("($x) draw:1", "name is missing"),
        ("_A_", "body is missing"),
        ("_A_ ", "body is missing"),
        ("_A_($x)", "space is missing"),
        ("_A_($x)draw:$x", "space is missing"),
        ("_A_($x draw:$x", "parameters"),
        ("_A_() draw:1", "parameters"),
        ("_A_($x,) draw:1", "parameters"),
    ],
)
def test_what_is_no_definition_is_reported_as_a_whole_line(line, problem):
    macros, (diagnostic,) = define("_OK_ x", line)
    assert [macro.name for macro in macros] == ["_OK_"]
    assert diagnostic.code == "WG030"
    assert problem in diagnostic.message
    assert diagnostic.span.text == f"#AUTO_DEFINE {line}"


def test_the_line_end_of_a_definition_is_no_part_of_it():
    source = SourceText("m.txt", "#AUTO_DEFINE _A_ x\r\n#AUTO_DEFINE _B_($p) $p\r\n")
    macros = definitions(source, DiagnosticLog(1))
    assert [macro.body for macro in macros] == ["x", "$p"]
    assert macros[0].span.text == "#AUTO_DEFINE _A_ x"


@pytest.mark.parametrize(
    ("text", "expanded"),
    [
        ("no call", "no call"),
        ("_A_", "alpha"),
        ("_A_ then _A_", "alpha then alpha"),
        ("x_A_y", "xalphay"),
        ("_a_", "alpha"),
        ("_A_(2)", "alpha(2)"),
    ],
)
def test_a_call_without_parameters_is_replaced_wherever_it_stands(text, expanded):
    assert expand(text, "_A_ alpha") == expanded


@pytest.mark.parametrize(
    ("text", "expanded"),
    [
        ("_SEEP_({2},3)", "{2}:deplete:3 opponent"),
        ("_seep_({2},3) && draw:1", "{2}:deplete:3 opponent && draw:1"),
        ("_SEEP_(,)", ":deplete: opponent"),
        ("_SEEP_( {2} , 3 )", " {2} :deplete: 3  opponent"),
        ("_SEEP_({S(creature,land)},f(1,(2)))", "{S(creature,land)}:deplete:f(1,(2)) opponent"),
        ("f(1) _SEEP_(1,2) g(3)", "f(1) 1:deplete:2 opponent g(3)"),
    ],
)
def test_arguments_stand_in_balanced_parentheses(text, expanded):
    assert expand(text, SEEP) == expanded


def test_one_parameter_takes_a_text_without_commas_outside_parentheses():
    assert expand("_P_(f(1,2))", "_P_($x) <$x|$x>") == "<f(1,2)|f(1,2)>"


def test_parameters_are_replaced_at_once_so_that_arguments_stay_as_they_are():
    assert expand("_Q_($b,$a)", "_Q_($a,$b) $a-$b") == "$b-$a"


def test_the_longest_of_the_parameters_that_fit_is_replaced():
    assert expand("_Q_(1,2)", "_Q_($a,$ab) [$a|$ab|$abc]") == "[1|2|2c]"


def test_parameters_have_no_case():
    assert expand("_P_(1)", "_P_($Cost) $cost+$COST") == "1+1"


def test_calls_may_stand_in_arguments():
    assert expand("_P_(_P_(_A_))", "_P_($x) <$x>", "_A_ alpha") == "<<alpha>>"


@pytest.mark.parametrize("order", [1, -1])
def test_bodies_may_call_macros_that_are_defined_earlier_or_later(order):
    lines = ["_BEACON_($c) _GLOW_($c) && draw:1", "_GLOW_($c) $c{T}:life:1"]
    assert expand("_BEACON_({2})", *lines[::order]) == "{2}{T}:life:1 && draw:1"


@pytest.mark.parametrize("order", [1, -1])
def test_the_longest_of_the_names_that_fit_is_called(order):
    assert expand("_A_B_ _A_", *["_A_ alpha", "_A_B_ both"][::order]) == "both alpha"


def test_names_may_have_any_characters():
    assert expand("a.c abc", "a.c x", "b+ y") == "x abc"


def test_of_several_macros_of_one_name_the_first_counts():
    both = table("_A_ first", "_a_ second")
    assert both.expand("_A_").text == "first"
    assert [(macro.body, first.body) for macro, first in both.repeated] == [("second", "first")]
    assert [macro.body for macro in both] == ["first"]
    assert len(both) == 1


def test_the_same_definition_read_twice_is_no_repetition():
    macros, _ = define("_A_ x")
    assert MacroTable((*macros, *macros), WagicOptions()).repeated == []


@pytest.mark.parametrize(
    ("text", "given"),
    [("_SEEP_(1)", 1), ("_SEEP_()", 1), ("_SEEP_(1,2,)", 3), ("_SEEP_(1,2,3)", 3)],
)
def test_a_wrong_number_of_arguments_is_reported_and_the_call_left(text, given):
    assert refuse(text, SEEP) == (text, ["WG033"])
    (diagnostic,) = table(SEEP).expand(text).diagnostics
    assert f"has 2 arguments, not {given}" in diagnostic.message
    assert [*map(str, diagnostic.related)] == ["the definition of _SEEP_: m.txt:1:1"]


@pytest.mark.parametrize("text", ["_SEEP_", "_SEEP_ (1,2)", "creature[_SEEP_]"])
def test_a_call_without_arguments_is_reported_and_left(text):
    (found,) = table(SEEP).expand(text).diagnostics
    assert (found.code, found.data["given"]) == ("WG033", 0)
    assert table(SEEP).expand(text).text == text


@pytest.mark.parametrize("text", ["_SEEP_(1,2", "_SEEP_(f(1,2)"])
def test_arguments_that_are_not_closed_are_reported_and_the_call_left(text):
    assert refuse(text, SEEP) == (text, ["WG034"])


def test_a_bad_call_does_not_hinder_the_others():
    assert refuse("_A_ _SEEP_(1) _A_", SEEP, "_A_ x") == ("x _SEEP_(1) x", ["WG033"])


@pytest.mark.parametrize(
    ("text", "lines", "expanded", "chain"),
    [
        ("_A_", ["_A_ x _A_ y"], "x _A_ y", "_A_ → _A_"),
        ("_A_", ["_A_ <_B_>", "_B_ [_A_]"], "<[_A_]>", "_A_ → _B_ → _A_"),
        ("_A_", ["_A_ _B_", "_B_ [_B_]"], "[_B_]", "_B_ → _B_"),
        ("_P_(1)", ["_P_($x) _P_($x$x)"], "_P_(11)", "_P_ → _P_"),
    ],
)
def test_a_macro_that_calls_itself_is_left_within_itself(text, lines, expanded, chain):
    assert refuse(text, *lines) == (expanded, ["WG032"])
    (diagnostic,) = table(*lines).expand(text).diagnostics
    assert chain in diagnostic.message


def test_a_macro_may_be_called_again_after_it_ended():
    assert expand("_A_ _B_ _A_", "_A_ x", "_B_ _A__A_") == "x xx x"


CHAIN = [f"_C{n}_ _C{n + 1}_" for n in range(200)] + ["_C200_ end"]


def test_a_chain_that_is_not_long_is_followed_to_its_end():
    assert expand("_C160_", *CHAIN) == "end"


@pytest.mark.parametrize("lines", [CHAIN, CHAIN[::-1]])
def test_a_chain_that_is_too_long_leaves_the_line_as_it_is_written(lines):
    assert refuse("x _C0_ y", *lines) == ("x _C0_ y", ["WG035"])


def test_growth_without_end_in_the_number_of_calls_leaves_the_line_as_it_is_written():
    lines = [f"_D{n}_ _D{n + 1}__D{n + 1}_" for n in range(40)]
    assert refuse("_D0_", *lines) == ("_D0_", ["WG035"])


def test_growth_without_end_in_size_leaves_the_line_as_it_is_written():
    text = "_TEN_(" * 9 + "12" + ")" * 9
    assert refuse(text, "_TEN_($x) " + "$x" * 10) == (text, ["WG035"])


@pytest.mark.parametrize(
    ("option", "limit", "fits", "exceeds"),
    [
        ("max_expansions", 2, "_A_ _A_", "_A_ _A_ _A_"),
        ("max_expansions", 0, "none", "_A_"),
        ("max_expansion_size", 5, "_A_", "_A_."),
        ("max_expansion_size", 5, "a line without a call has no limit", "_A_."),
    ],
)
def test_a_limit_is_an_option_that_the_message_names(option, limit, fits, exceeds):
    macros = table("_A_ 12345", **{option: limit})
    assert macros.expand(fits).text == fits.replace("_A_", "12345")
    expansion = macros.expand(exceeds)
    assert expansion.text == exceeds
    (diagnostic,) = expansion.diagnostics
    assert (diagnostic.code, diagnostic.severity) == ("WG035", cf.Severity.ERROR)
    assert option in diagnostic.message


def test_many_lines_have_one_budget_together_and_only_the_line_that_ends_it_says_so():
    """Each line stays below its own limit; without a common one, a file would take hours."""
    grows, budget = table("_A_ " + "x" * 90), Budget(100_000)
    found = [grows.expand("_A_", budget=budget) for _ in range(600)]
    is_whole = [len(each.text) == 90 for each in found]
    assert is_whole == sorted(is_whole, reverse=True)
    assert 100 < sum(is_whole) < 600
    assert {each.text for each in found[sum(is_whole) :]} == {"_A_"}
    assert [str(each.code) for said in found for each in said.diagnostics] == ["CF005"]


@pytest.mark.parametrize("options", [{}, {"thorough": True}, {"engine": "exact"}])
def test_a_reading_whose_budget_is_spent_says_so_once_and_the_next_reading_finds_the_same(
    tmp_path, options
):
    lines = "".join(f"auto=_A_(life:{number})\n" for number in range(50))
    text = "#AUTO_DEFINE _A_($x) $x && $x\n[card]\nname=Reed Frog\n" + lines + "[/card]\n"
    write(tmp_path, {"primitives/a.txt": text, "FEN/_cards.dat": printing("Reed Frog")})
    readings = [
        cf.read_report(tmp_path / "FEN", "wagic", max_work=5_000, **options) for _ in range(3)
    ]
    assert readings[0].counts()["CF005"] == 1
    assert readings[0].value == readings[1].value == readings[2].value
    assert readings[0].diagnostics == readings[1].diagnostics == readings[2].diagnostics
    whole = cf.read_report(tmp_path / "FEN", "wagic", **options)
    assert "CF005" not in whole.counts()


def test_macros_beyond_the_limit_do_not_count_and_are_reported():
    text = "#AUTO_DEFINE _A_ x\n#AUTO_DEFINE _a_ y\n#AUTO_DEFINE _B_ z\n"
    text += "[card]\nname=Reedfrog\nauto=_A_ _B_\n[/card]\n"
    report = cf.loads_report(text, "wagic", max_macros=1)
    (limit,) = report.errors
    assert (str(limit.code), limit.span.line) == ("WG035", 3)
    assert report.value.cards[0].extras["wagic"]["expanded"] == {"auto": ("x _B_",)}


def test_a_macro_can_give_several_lines():
    text = "#AUTO_DEFINE _BOTH_($x) draw:$x\\nlife:$x\n" + card("name=A", "auto=_BOTH_(2)", "id=1")
    (found,) = cf.loads_report(text, "wagic").value.cards
    assert found.extras["wagic"]["expanded"]["auto"] == ("draw:2", "life:2")


@pytest.mark.parametrize(
    ("macros", "lines", "made"),
    [
        (["_P_($x) <$x>"], ["_P_(z)", "_P_(2)"], None),
        (["_P_($x) <$x>"], ["f(1)", "_P_(z)"], "it makes '<z)>'"),
        (["_A_ x", "_B_ _A_"], ["_B_"], "it makes '_a_'"),
        (["_B_ _A_", "_A_ x"], ["_B_"], None),
        (["_P_($x,$y) $x"], ["_P_(z)"], None),
    ],
)
def test_what_the_engine_expands_to_something_else_is_reported(macros, lines, made):
    text = "".join(f"#AUTO_DEFINE {macro}\n" for macro in macros)
    text += card("name=A", *(f"auto={line}" for line in lines), "id=1", "rarity=C")
    report = cf.loads_report(text, "wagic")
    notes = [each.notes for each in report.diagnostics if str(each.code) == "WG036"]
    assert notes == ([(made,)] if made else [])


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("_GLOW_", []),
        ("__GLOW__", []),
        ("_GOLW_", ["_GOLW_"]),
        ("_GLOW_ _GOLW_(_OTHER_)", ["_GOLW_", "_OTHER_"]),
        ("ability$!damage:1 _ damage:2!$", []),
        ("create(Elf_Warrior_Token)", []),
    ],
)
def test_calls_of_macros_that_do_not_exist_are_reported(line, found):
    text = "#AUTO_DEFINE _GLOW_ life:1\n" + card("name=A", f"auto={line}", "id=1", "rarity=C")
    report = cf.loads_report(text, "wagic")
    names = [each.span.text for each in report.diagnostics if str(each.code) == "WG037"]
    assert names == found


@pytest.mark.parametrize("encoding", ["utf-8", "cp1252"])
@pytest.mark.parametrize("character", ["…", "é", "’"])
def test_an_edited_card_is_checked_with_macros_of_any_characters(character, encoding):
    block = card("name=A", "type=Land", f"auto=_G_({character})", "id=1", "rarity=C")
    text = f"#AUTO_DEFINE _G_($c) $c:life:1{character}\n{block}"
    cardset = cf.loads_report(text.encode(encoding), "wagic").value
    old = cardset.cards[0]
    new = evolve(old, faces=(evolve(old.faces[0], types=["Artifact"]),))
    report = cf.dumps_report(cardset.replacing(old, new), "wagic")
    assert report.value == text.replace("Land", "Artifact")
    assert not report.diagnostics


@pytest.mark.parametrize("body", ["dr\raw:1", "{t}:_Y_(a\rb)", "\rdraw:1"])
@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
def test_a_carriage_return_in_a_definition_is_a_part_of_it(body, line_end):
    lines = (f"#AUTO_DEFINE _X_ {body}", "#AUTO_DEFINE _Y_($a) life:$a", "[card]", "name=Reed Newt")
    lines += ("auto=_X_ && draw:2", "rarity=C", "id=5", "[/card]", "")
    read = cf.loads(line_end.join(lines).encode(), "wagic")
    again = cf.loads(cf.dumps(cf.loads(cf.dumps(read, "json"), "json"), "wagic"), "wagic")
    for each in (again, cf.loads(cf.dumps(read, "wagic", canonical=True), "wagic")):
        assert each.cards[0].extras == read.cards[0].extras
        assert each.extras == read.extras
