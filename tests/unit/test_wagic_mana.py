"""Mana costs as Wagic writes them, and what they are in the common notation."""

from __future__ import annotations

import pytest

import cardformats as cf
from cardformats.formats.wagic.costs import parse_cost, wagic_cost


def cost(text):
    """The cost in the common notation; there has to be nothing wrong with it."""
    parsed = parse_cost(text)
    assert not parsed.diagnostics
    return str(parsed.mana)


def problems(text):
    """The code and the text of every problem of a cost."""
    return [(str(each.code), each.span.text) for each in parse_cost(text).diagnostics]


@pytest.mark.parametrize(
    ("written", "common"),
    [
        ("{w}{u}{b}{r}{g}", "{W}{U}{B}{R}{G}"),
        ("{W}{U}{B}{R}{G}", "{W}{U}{B}{R}{G}"),
        ("{0}", "{0}"),
        ("{16}{2}", "{16}{2}"),
        ("{c}{C}", "{C}{C}"),
        ("{i}{I}", "{S}{S}"),
        ("{x}", "{X}"),
        ("{X}{X}{R}", "{X}{X}{R}"),
        ("{2}{W} {W}", "{2}{W}{W}"),
    ],
)
def test_single_symbols_are_those_of_the_common_notation_save_snow(written, common):
    assert cost(written) == common


@pytest.mark.parametrize(
    ("written", "common"),
    [
        ("{wu}", "{W/U}"),
        ("{UW}", "{W/U}"),
        ("{wb}{bw}", "{W/B}{W/B}"),
        ("{GU}", "{G/U}"),
        ("{ug}", "{G/U}"),
        ("{2w}", "{2/W}"),
        ("{2R}{2R}", "{2/R}{2/R}"),
    ],
)
def test_hybrid_symbols_get_a_slash_and_the_order_of_cards(written, common):
    assert cost(written) == common


@pytest.mark.parametrize("color", "wubrgWUBRG")
def test_phyrexian_symbols_stand_in_parentheses(color):
    assert cost(f"{{1}}{{p({color})}}") == f"{{1}}{{{color.upper()}/P}}"
    assert cost(f"{{P({color})}}") == f"{{{color.upper()}/P}}"


@pytest.mark.parametrize(
    ("written", "value", "colors"),
    [
        ("{X}{2}{W}", 3, "W"),
        ("{2r}", 2, "R"),
        ("{wb}{wb}", 2, "WB"),
        ("{p(g)}{i}{c}", 3, "G"),
        ("{t}", 0, ""),
    ],
)
def test_mana_value_and_colours_are_those_of_the_rules(written, value, colors):
    mana = parse_cost(written).mana
    assert mana.mana_value == value
    assert {color.value for color in mana.colors} == set(colors)


@pytest.mark.parametrize(
    "symbol",
    [
        "{t}", "{T}", "{t(creature|mybattlefield)}", "{q}", "{s}", "{S(creature|mybattlefield)}",
        "{s2l}", "{s2g}", "{saclands}", "{e}", "{e(*|mygraveyard)}", "{e:3}", "{emerge}",
        "{eval(type:elf:mybattlefield)}", "{h}", "{l}", "{l:3}", "{l2e}", "{d}", "{D(*|myhand)}",
        "{delve}", "{m}", "{mycost}", "{myevictcost}", "{n}", "{kgoblin}", "{improvise}",
        "{convoke}", "{cycle}", "{crew(creature[power<=2]|mybattlefield)}", "{chosencolor}",
        "{c(1/1,-1,charge,this)}", "{C(0/0,-2,Lantern)}", "{value:power}", "{unattach}",
    ],
)  # fmt: skip
def test_other_costs_are_kept_as_they_are_written(symbol):
    parsed = parse_cost("{1}" + symbol)
    assert parsed.extra == (symbol,)
    assert str(parsed.mana) == "{1}"
    assert not parsed.diagnostics


def test_other_costs_keep_their_order():
    parsed = parse_cost("{T}{W}{s(land)}{l:1}")
    assert parsed.extra == ("{T}", "{s(land)}", "{l:1}")
    assert str(parsed.mana) == "{W}"


def test_braces_may_stand_in_the_target_of_a_cost():
    parsed = parse_cost("{s(creature[{g}]|mybattlefield)}{G}")
    assert parsed.extra == ("{s(creature[{g}]|mybattlefield)}",)
    assert str(parsed.mana) == "{G}"


def test_x_of_a_colour_is_an_x_and_kept_as_it_is_written():
    parsed = parse_cost("{X:black}{B}")
    assert str(parsed.mana) == "{X}{B}"
    assert parsed.extra == ("{X:black}",)
    assert not parsed.diagnostics


@pytest.mark.parametrize("text", ["", "  ", "2WW", "{2"])
def test_a_text_without_symbols_is_no_cost_at_all(text):
    assert parse_cost(text).mana is None


def test_a_cost_of_other_costs_only_is_the_empty_cost():
    assert parse_cost("{T}").mana == cf.model.ManaCost()


@pytest.mark.parametrize(
    "symbol", ["{f}", "{}", "{ww}", "{9g}", "{p(x)}", "{wub}", "{1.5}", "{-1}", "{$}", "{\n}"]
)
def test_an_unknown_symbol_is_reported_and_kept_as_it_is_written(symbol):
    text = "{1}" + symbol + "{g}"
    assert problems(text) == [("WG040", symbol)]
    parsed = parse_cost(text)
    assert str(parsed.mana) == "{1}{G}"
    assert parsed.extra == (symbol,)


def test_a_number_too_large_for_a_cost_is_an_unknown_symbol():
    huge = "{" + "9" * 10_000 + "}"
    assert problems(huge) == [("WG040", huge)]


@pytest.mark.parametrize(
    ("symbol", "right"), [("{pw}", "{p(w)}"), ("{PW}", "{p(w)}"), ("{p(w}", "{p(w)}")]
)
def test_a_phyrexian_symbol_without_parentheses_is_an_error_and_taken_for_what_is_meant(
    symbol, right
):
    text = "{1}" + symbol
    assert problems(text) == [("WG041", symbol)]
    parsed = parse_cost(text)
    assert str(parsed.mana) == "{1}{W/P}"
    assert dict(parsed.diagnostics[0].data) == {"symbol": symbol, "right": right}
    assert parsed.diagnostics[0].code.severity is cf.Severity.ERROR


@pytest.mark.parametrize(
    ("text", "outside", "common"),
    [
        ("2WW", ["2WW"], "None"),
        ("{1}W", ["W"], "{1}"),
        ("W{1}", ["W"], "{1}"),
        ("{5}{R}}{G}", ["}"], "{5}{R}{G}"),
        ("a{1}b{2}c", ["a", "b", "c"], "{1}{2}"),
    ],
)
def test_text_outside_braces_is_reported_and_does_not_count(text, outside, common):
    assert problems(text) == [("WG042", each) for each in outside]
    assert str(parse_cost(text).mana) == common


@pytest.mark.parametrize(
    ("text", "rest", "common"),
    [("{2}{W", "{W", "{2}"), ("{2}{W{R}", "{W{R}", "{2}"), ("{", "{", "None")],
)
def test_a_brace_that_is_not_closed_is_reported_and_ends_the_cost(text, rest, common):
    assert problems(text) == [("WG043", rest)]
    assert str(parse_cost(text).mana) == common


def test_problems_of_a_card_stand_where_the_cost_stands():
    text = "[card]\r\nname=Reedfrog\r\nmana={1}{F}W{pw}{2\r\n[/card]\r\n"
    report = cf.loads_report(text, "wagic")
    assert [(str(each.code), each.span.text) for each in report.diagnostics] == [
        ("WG040", "{F}"),
        ("WG042", "W"),
        ("WG041", "{pw}"),
        ("WG043", "{2"),
    ]
    assert str(report.diagnostics[0]).startswith("<data>:3:9: ")
    (card,) = report.value.cards
    assert card.extras["wagic"]["mana"] == "{1}{F}W{pw}{2"
    assert str(card.mana_cost) == "{1}{W/P}"


@pytest.mark.parametrize(
    "written",
    [
        "{T}", "{S(creature|mybattlefield)}", "{L:3}", "{c(0/0,-3,charge)}",
        "{s(x[power>=(2)]|hand)}", "{eval({x})}", "{kgoblin}", "{s2l}",
    ],
)  # fmt: skip
def test_an_extra_cost_is_a_word_and_perhaps_an_argument(written):
    parsed = parse_cost(written)
    assert (parsed.extra, parsed.diagnostics) == ((written,), ())


@pytest.mark.parametrize(
    "written", ["{s2}", "{tt}", "{l(3}", "{s(x[power>=(2]|hand)}", "{eval({x)}"]
)
def test_a_word_that_no_cost_has_or_an_argument_without_end_is_unknown(written):
    assert problems(written)[0][0] in ("WG040", "WG043")


@pytest.mark.parametrize(
    "written", ["{2}{W}{U}", "{X}{X}{R}", "{WU}{2W}{p(R)}{i}{C}", "{0}", "{16}", ""]
)
def test_a_cost_is_written_back_as_it_was(written):
    assert wagic_cost(parse_cost(written).mana or cf.model.ManaCost()) == written
