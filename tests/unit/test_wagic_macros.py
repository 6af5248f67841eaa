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


def test_the_line_end_of_a_definition_is_no_part_of_it():
    source = SourceText("m.txt", "#AUTO_DEFINE _A_ x\r\n#AUTO_DEFINE _B_($p) $p\r\n")
    macros = definitions(source, DiagnosticLog(1))
    assert [macro.body for macro in macros] == ["x", "$p"]
    assert macros[0].span.text == "#AUTO_DEFINE _A_ x"


def test_of_several_macros_of_one_name_the_first_counts():
    both = table("_A_ first", "_a_ second")
    assert both.expand("_A_").text == "first"
    assert [(macro.body, first.body) for macro, first in both.repeated] == [("second", "first")]
    assert [macro.body for macro in both] == ["first"]
    assert len(both) == 1


def test_the_same_definition_read_twice_is_no_repetition():
    macros, _ = define("_A_ x")
    assert MacroTable((*macros, *macros), WagicOptions()).repeated == []


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
