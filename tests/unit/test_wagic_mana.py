"""Mana costs as Wagic writes them, and what they are in the common notation."""

from __future__ import annotations

import pytest

import cardformats as cf
from cardformats.formats.wagic.costs import parse_cost, wagic_cost

from .text_tables import rows


def cost(text):
    """The cost in the common notation; there has to be nothing wrong with it."""
    parsed = parse_cost(text)
    assert not parsed.diagnostics
    return str(parsed.mana)


def problems(text):
    """The code and the text of every problem of a cost."""
    return [(str(each.code), each.span.text) for each in parse_cost(text).diagnostics]


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


def test_a_number_too_large_for_a_cost_is_an_unknown_symbol():
    huge = "{" + "9" * 10_000 + "}"
    assert problems(huge) == [("WG040", huge)]


def test_problems_of_a_card_stand_where_the_cost_stands():
    text = "[card]\r\nname=Reedfrog\r\nmana={1}{F}W{pw}{2\r\n[/card]\r\n"
    report = cf.loads_report(text, "wagic")
    assert [(str(each.code), each.span.text) for each in report.diagnostics] == rows("""
        WG040 | {F}
        WG042 | W
        WG041 | {pw}
        WG043 | {2
    """)
    assert str(report.diagnostics[0]).startswith("<data>:3:9: ")
    (card,) = report.value.cards
    assert card.extras["wagic"]["mana"] == "{1}{F}W{pw}{2"
    assert str(card.mana_cost) == "{1}{W/P}"


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
