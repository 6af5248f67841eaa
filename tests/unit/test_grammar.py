"""The grammars, and the expressions that are made of them."""

from __future__ import annotations

import pytest
from scripts import make_expressions

from cardformats.formats.grammar import Grammar, GrammarProblem

GRAMMAR = Grammar("cardformats.formats.wagic", "filter.lark", "start")


def test_the_expressions_are_those_of_the_grammars():
    assert make_expressions.FILE.is_fresh(), "run scripts/make_expressions.py"


def test_a_rule_that_nests_has_no_expression():
    with pytest.raises(KeyError):
        GRAMMAR.rule("start")
    assert GRAMMAR.rule("SIGN").fullmatch("&")


def test_what_a_grammar_does_not_allow_says_where_and_what_it_expected():
    with pytest.raises(GrammarProblem) as caught:
        GRAMMAR.tree("start", "rarity:common)")
    assert caught.value.offset == len("rarity:common")
