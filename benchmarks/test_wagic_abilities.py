"""Abilities: every distinct line of the real card files, beside Lark's own parser."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import pytest
from lark import Lark, UnexpectedInput

import cardformats as cf
from cardformats.formats.grammar import GrammarProblem
from cardformats.formats.wagic.abilities import reading, scripts
from cardformats.formats.wagic.abilities.reading import Language


@pytest.fixture(scope="module")
def lines(corpus):
    """All distinct lines of abilities in the newest primitives that are whole, macros expanded."""
    report = cf.read_report(corpus / "wagic" / "2016" / "sets" / "primitives")
    found = (script for card in report.value.cards for script in scripts(card))
    return list(dict.fromkeys(each.text for each in found if each.key.startswith("auto")))


def language():
    """The language with its tables loaded and nothing remembered."""
    fresh = Language()
    fresh.read("ability", "flying")
    return fresh


def read_all(language, lines):
    for line in lines:
        with suppress(GrammarProblem):
            language.read("ability", line)


def test_lark_splits_lines_into_parts(benchmark, lines):
    """The reference: Lark reads the same lines, but nothing within their parts."""
    benchmark.group = f"{len(lines)} lines of abilities"
    lark = Lark(
        Path(str(reading.__file__)).with_name("abilities.lark").read_text("utf-8"),
        parser="lalr", lexer="basic", start="ability", keep_all_tokens=True,
    )  # fmt: skip
    lowered = [line.lower() for line in lines]

    def read():
        for line in lowered:
            with suppress(UnexpectedInput):
                lark.parse(line)

    benchmark.pedantic(read, rounds=3)


def test_read_lines_whole(benchmark, lines):
    benchmark.group = f"{len(lines)} lines of abilities"
    benchmark.pedantic(read_all, setup=lambda: ((language(), lines), {}), rounds=5)


def test_read_lines_whole_when_their_parts_are_known(benchmark, lines):
    benchmark.group = f"{len(lines)} lines of abilities"
    known = language()
    read_all(known, lines)
    benchmark.pedantic(read_all, args=(known, lines), rounds=5)


def test_load_the_tables(benchmark):
    benchmark.group = "first line of abilities"
    benchmark.pedantic(language, rounds=3)
